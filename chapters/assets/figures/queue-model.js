// The model of chapter 7's figure, the clock queue during a program's pauses: what it holds and
// drops, and when it is empty again.
//
// A packet arrives at each tick. It waits in the queue until the program takes it, and is dropped
// if the queue is full. The program pauses before certain packets, counted as it processes them,
// because a collection comes after an amount of allocation, not after a time. Times are in ms.

(() => {
  /** Most packets that may wait. */
  const capacity = ({ queue, interval }) => Math.max(Math.floor(queue / interval), 1);

  /** Returns a packet's time with the pause before it: s(n) of Lindley's recursion. */
  const takes = (model, { service, pause }, count) =>
    service + (model.pauses.includes(count % model.packets) ? pause : 0);

  /**
   * Simulates the packets of some cycles: the arrival (`due`), the start of processing (`begun`;
   * null: it was dropped), how many then wait (`waiting`), and how `late` the program would be if
   * none were dropped, Lindley's W.
   */
  const packets = (model, settings, cycles) => {
    const most = capacity(settings);
    const begins = []; // of the packets not dropped
    const found = [];
    let gone = 0; // how many of these have left the queue
    let free = 0;
    let late = 0;
    for (let count = 0; count < model.packets * cycles; count += 1) {
      const due = count * settings.interval;
      while (gone < begins.length && begins[gone] <= due) {
        gone += 1;
      }
      let begun = null;
      if (begins.length - gone < most) {
        begun = Math.max(due, free);
        free = begun + takes(model, settings, begins.length);
        begins.push(begun);
      }
      const waits = begins.length > gone && begins[begins.length - 1] > due;
      found.push({ due, begun, late, waiting: waits ? begins.length - gone : 0 });
      late = Math.max(0, late + takes(model, settings, count) - settings.interval);
    }
    return found;
  };

  /** Returns the mean time per packet. */
  const mean = (model, { service, pause }) =>
    service + (pause * model.pauses.length) / model.packets;

  /** True if nothing is ever lost. */
  const isInTime = (model, settings) =>
    mean(model, settings) <= settings.interval &&
    packets(model, settings, model.cycles).every(({ begun }) => begun !== null);

  /** Returns the shortest choosable interval from which on nothing is lost, or null. */
  const shortest = (model, settings) => {
    const falling = [...model.intervals].reverse();
    const wrong = falling.findIndex((interval) => !isInTime(model, { ...settings, interval }));
    return (wrong < 0 ? falling[falling.length - 1] : falling[wrong - 1]) ?? null;
  };

  /**
   * Returns the interval required by stretches of packets: n packets take S together, and the queue
   * bridges its capacity, so the least interval is (S - queue) / n.
   */
  const demands = (model, settings) => {
    const [first, second] = model.pauses;
    const holds = capacity(settings) * settings.interval;
    const demand = (count, pauses) => {
      const total = count * settings.service + pauses * settings.pause;
      return { count, total, least: (total - holds) / count };
    };
    return {
      one: demand(1, 1),
      both: demand(second - first + 1, 2),
      mean: mean(model, settings),
    };
  };

  /** Simulates one cycle, with the data to draw any moment of it. */
  const run = (model, settings) => {
    const all = packets(model, settings, 1);
    const kept = all.filter(({ begun }) => begun !== null);
    const length = model.packets * settings.interval;
    const pauses = model.pauses
      .filter((count) => settings.pause > 0 && count < kept.length)
      .map((count) => ({ from: kept[count].begun, to: kept[count].begun + settings.pause }));
    const lost = all.filter(({ begun }) => begun === null).map(({ due }) => due);
    const events = pauses.flatMap(({ from, to }, index) => {
      const end = pauses[index + 1]?.from ?? length;
      const drop = lost.find((due) => due >= from && due < end);
      const empty = all.find(({ due, waiting }) => due >= to && due < end && !waiting);
      return [from, drop, to, empty?.due];
    });
    const moments = events
      .filter((moment) => moment !== undefined && moment < length)
      .sort((a, b) => a - b);
    return {
      length,
      model,
      settings,
      capacity: capacity(settings),
      packets: all,
      kept,
      lost,
      pauses,
      moments,
      shortest: shortest(model, settings),
      inTime: isInTime(model, settings),
      demands: demands(model, settings),
    };
  };

  /** What waits, what is worked on and what was lost at a time. */
  const stand = (run, time) => {
    const { packets: all, settings, lost, pauses } = run;
    const come = Math.min(Math.floor(time / settings.interval) + 1, all.length);
    const waiting = []; // latest arrival first
    let current = null;
    for (let count = come - 1; count >= 0 && !current; count -= 1) {
      const { begun } = all[count];
      if (begun !== null && begun > time) {
        waiting.push(count);
      } else if (begun !== null) {
        current = { count, begun };
      }
    }
    const pause = pauses.find(({ from, to }) => time >= from && time < to) ?? null;
    const held = current && pauses.some(({ from }) => from === current.begun);
    const end = current ? current.begun + settings.service + (held ? settings.pause : 0) : 0;
    return {
      come,
      waiting: waiting.reverse(),
      pause,
      current: time < end ? current.count : null,
      left: pause || time >= end ? 1 : (end - time) / settings.service,
      lost: lost.filter((due) => due <= time).length,
      late: all[come - 1].late,
    };
  };

  globalThis.courseFigures.models.queue = { run, stand };
})();
