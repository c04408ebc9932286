// The model of chapter 11's figure, a walk over packets that are no longer in the caches.
//
// For each packet the walk reads the original header and all fields parsed from it, then works for
// a while. The lines it needs are in steps: those of one step can be requested together, those of
// the next only after these have arrived, since they contain the address.
//
// The core is simple. It works on one packet at a time, in order, and meanwhile requests the lines
// of as many following packets as it looks ahead. A line's latency does not depend on when it is
// requested, the buffers limit the lines in flight, and latency includes address translation.
// Times are in ns.
"use strict";

(() => {
  const WAYS = ["objects", "flat", "prefetch"];

  /** Fetches lines, at most one per buffer at a time; returns when each was requested and came. */
  const memory = (latency, buffers) => {
    const free = new Array(buffers).fill(0); // time from which each buffer is free
    return (at) => {
      // The buffer freed last, because another line may be requested for an earlier time.
      const ready = free.filter((one) => one <= at);
      const taken = ready.length ? Math.max(...ready) : Math.min(...free);
      const asked = Math.max(at, taken);
      free[free.indexOf(taken)] = asked + latency;
      return { asked, came: asked + latency };
    };
  };

  /** Simulates one layout: for each packet its lines, step by step, and when it was processed. */
  const walk = (model, settings, way, packets) => {
    const steps = model.steps[way === "objects" ? "objects" : settings.layout];
    const ask = memory(model.latency[settings.level], model.buffers);
    const fetched = [];
    const visits = [];

    /** Requests the lines of all packets up to `last`. */
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
        fetch(settings.distance - 1, free); // requested before the walk starts
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

  /** Returns the time per packet in a long walk. */
  const perPacket = (model, settings, way) => {
    const visits = walk(model, settings, way, model.long);
    const half = Math.floor(model.long / 2);
    return (visits[visits.length - 1].end - visits[half - 1].end) / (model.long - half);
  };

  /** Simulates the three layouts side by side. */
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
    // The arrivals of each packet's lines in the slowest lane, and the ends of all lanes.
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

  /** Returns a lane's state at a time: packets done, and whether its core works or waits. */
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
