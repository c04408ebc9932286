// The model of chapter 11's figure, a walk over packets that have left the caches.
//
// Of each packet the walk reads the header as it came and all fields that were parsed from it, and
// then works for a while. What it needs lies in steps: the lines of a step can be asked for together,
// those of the next only when these have come, since the address stands in them.
//
// The core is a simple one. It works on one packet at a time, in order, and asks for the lines of the
// next few meanwhile, as far ahead as it looks. A line takes the same time wherever it is asked for,
// and the core has buffers for so many under way. Translations of addresses are in the line's time.
// Times are in ns.
"use strict";

(() => {
  const WAYS = ["objects", "flat", "prefetch"];

  /** Hands out lines, at most one a buffer at a time: when each was asked for, and when it came. */
  const memory = (latency, buffers) => {
    const free = new Array(buffers).fill(0); // when each buffer is
    return (at) => {
      // The one that became free last, as another one may be asked for at an earlier time.
      const ready = free.filter((one) => one <= at);
      const taken = ready.length ? Math.max(...ready) : Math.min(...free);
      const asked = Math.max(at, taken);
      free[free.indexOf(taken)] = asked + latency;
      return { asked, came: asked + latency };
    };
  };

  /** A walk one way: for each packet its lines, step by step, and when it was worked on. */
  const walk = (model, settings, way, packets) => {
    const steps = model.steps[way === "objects" ? "objects" : settings.layout];
    const ask = memory(model.latency[settings.level], model.buffers);
    const fetched = [];
    const visits = [];

    /** Asks for the lines of all packets up to that one. */
    const fetch = (last, at) => {
      while (fetched.length <= Math.min(last, packets - 1)) {
        let asked = at;
        fetched.push(
          steps.map((step) => {
            const lines = step.map(() => ask(asked));
            asked = Math.max(...lines.map(({ came }) => came));
            return lines;
          }),
        );
      }
    };

    let free = 0;
    for (let count = 0; count < packets; count += 1) {
      if (count === 0 && way === "prefetch") {
        fetch(settings.distance - 1, free); // it was under way when we came
      }
      fetch(count + settings.ahead, free);
      const lines = fetched[count];
      const start = Math.max(free, ...lines[lines.length - 1].map(({ came }) => came));
      if (way === "prefetch") {
        fetch(count + settings.distance, start);
      }
      free = start + model.work;
      visits.push({ steps: lines, start, end: free });
    }
    return visits;
  };

  /** What a packet takes in a long walk. */
  const perPacket = (model, settings, way) => {
    const visits = walk(model, settings, way, model.long);
    const half = Math.floor(model.long / 2);
    return (visits[visits.length - 1].end - visits[half - 1].end) / (model.long - half);
  };

  /** The three ways side by side. */
  const run = (model, settings) => {
    const lanes = WAYS.map((way) => {
      const visits = walk(model, settings, way, model.shown);
      const names = model.steps[way === "objects" ? "objects" : settings.layout];
      return {
        way,
        names,
        visits,
        end: visits[visits.length - 1].end,
        took: perPacket(model, settings, way),
        lines: names.flat().length,
      };
    });
    const [slowest] = lanes;
    // A packet's lines, one after the other, the slow way; and when the others have arrived.
    const came = slowest.visits.flatMap(({ steps }) => steps.map(([line]) => line.came));
    const moments = [...came, ...lanes.map(({ end }) => end)].sort((a, b) => a - b);
    const length = Math.max(...lanes.map(({ end }) => end));
    return {
      length,
      model,
      settings,
      lanes,
      moments: [...new Set(moments)].filter((moment) => moment < length),
    };
  };

  /** Where a lane's core is at a time: how many packets are done, and what it does. */
  const stand = ({ visits, names }, time) => {
    const done = visits.findIndex(({ end }) => end > time);
    if (done < 0) {
      return { done: visits.length, works: false, waitsFor: null };
    }
    const { start, steps } = visits[done];
    const step = steps.findIndex((lines) => lines.some(({ came }) => came > time));
    return {
      done,
      works: start <= time,
      waitsFor: step < 0 ? null : names[step].filter((_, at) => steps[step][at].came > time),
    };
  };

  globalThis.courseFigures.models.lines = { run, stand, walk, perPacket };
})();
