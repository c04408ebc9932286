// Chapter 3's figure, a heap under allocation: its drawing and its words.
"use strict";

(() => {
  const { add, duration, models, number, quantity } = globalThis.courseFigures;
  const { run, stand, squares, moves, SLIVER } = models.heap;

  // ---- the drawing -----------------------------------------------------------------------------

  const COLUMNS = 32;
  const WIDEST = 16; // pixels from square to square
  const ROWS = 10; // of squares, in all spaces together, at most
  const HEAD = 44;
  const LABEL = 20;
  const AXIS = 96;
  const WHOLE = 44; // height of a bar
  const YOUNG = 20;
  /** Share of a collection for which one square moves. */
  const FLIGHT = 0.35;

  const PHASES = {
    none: "The program runs",
    young: "Young collection: the program is stopped",
    whole: "Full collection: the program is stopped",
    beside: "The collector runs concurrently",
    stall: "No free memory: the program waits",
  };

  const pitch = (width) => Math.max(Math.min(Math.floor(width / COLUMNS), WIDEST), 4);

  const height = (width) => HEAD + 3 * LABEL + ROWS * pitch(width) + AXIS;

  /** Milliseconds of the run per real one: slow enough to see each collection. */
  const pace = (run, { collection }) =>
    collection ? Math.min(0.5, collection.takes / 700) : Math.min(2, run.gap / 900);

  const later = (run, time, ms) => {
    let now = time;
    let left = ms;
    for (;;) {
      const here = stand(run, now);
      const step = left * pace(run, here);
      if (now + step < here.until) {
        return now + step;
      }
      left = Math.max(left - (here.until - now) / pace(run, here), 0);
      now = here.until;
    }
  };

  const clock = (time) => `${(time / 1000).toFixed(2)}\u00a0s`;

  const slower = (share) => {
    if (share > 0.95 && share < 1.05) {
      return "in real time";
    }
    return share < 1 ? `slowed down ${number(1 / share)}-fold` : `sped up ${number(share)}-fold`;
  };

  /** Draws squares grouped by colour, because changing colours is slow. */
  const drawSpace = (pen, { filled, alive, pooled }, place, side) => {
    const { length } = filled;
    for (let index = 0; index < length; index += 1) {
      const [x, y] = place(index);
      pen.box("free", x, y, side, side);
    }
    for (let index = pooled; index < length; index += 1) {
      if (filled[index] > SLIVER) {
        const [x, y] = place(index);
        pen.box("dead", x, y, side * Math.min(filled[index], 1), side);
      }
    }
    for (let index = 0; index < pooled; index += 1) {
      const [x, y] = place(index);
      pen.box("pool", x, y, side, side);
    }
    for (let index = pooled; index < length; index += 1) {
      if (alive[index] > SLIVER) {
        drawLive(pen, place(index), alive[index], side);
      }
    }
  };

  /** Draws a square's live part, whose area shows the share. */
  const drawLive = (pen, [x, y], share, side) => {
    const live = side * Math.sqrt(Math.min(share, 1));
    pen.box("live", x + (side - live) / 2, y + (side - live) / 2, live, live);
  };

  const drawHeap = (pen, run, here) => {
    const step = pitch(pen.width);
    const side = step - 2;
    const spaces = run.spaces(run.states[here.state], here.position);
    const shown = spaces.map((space) => squares(run, space, here.position));
    let top = HEAD;
    const places = shown.map(({ filled }, index) => {
      const { name, size, used } = spaces[index];
      const words = `${name}: ${number(used)} of ${quantity(size, "MB")}`;
      pen.text(words, 0, top + LABEL - 6, { size: 12 });
      const first = top + LABEL;
      top = first + Math.ceil(filled.length / COLUMNS) * step;
      return (at) => [(at % COLUMNS) * step, first + Math.floor(at / COLUMNS) * step];
    });
    const flying = [];
    if (here.collection && here.collection.kind !== "beside") {
      const all = moves(run, here.state);
      all.forEach(({ from, square, share, space, to }, index) => {
        const begin = (index / all.length) * (1 - FLIGHT);
        const way = Math.min((here.share - begin) / FLIGHT, 1);
        if (way > 0) {
          shown[from].alive[square] -= share;
        }
        if (way === 1) {
          shown[space].alive[to] += share;
        } else if (way > 0) {
          flying.push({ from: places[from](square), to: places[space](to), share, way });
        }
      });
    }
    shown.forEach((one, index) => drawSpace(pen, one, places[index], side));
    for (const { from, to, share, way } of flying) {
      const eased = way * way * (3 - 2 * way);
      const [x, y] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * eased);
      drawLive(pen, [x, y], share, side);
    }
    if (here.collection?.kind === "beside") {
      const visited = Math.floor((here.collection.visited / run.model.cell) * here.share);
      for (let index = 0; index < visited; index += 1) {
        pen.frame("ink", ...places[0](index), side, side);
      }
    }
  };

  const drawBars = (pen, { collections, model }, base) => {
    const scale = pen.width / model.length;
    for (const { kind, at, takes, stall } of collections) {
      if (kind === "beside") {
        pen.hatch("quiet", at * scale, base - YOUNG / 2, Math.max(takes * scale, 1), YOUNG / 2);
        pen.box("ink", at * scale, base - YOUNG, 1, YOUNG);
        if (stall) {
          pen.box("ink", (at + takes - stall) * scale, base - WHOLE, stall * scale, WHOLE);
        }
      } else {
        const high = kind === "young" ? YOUNG : WHOLE;
        pen.box("ink", at * scale, base - high, Math.max(takes * scale, 1), high);
      }
    }
  };

  const drawTime = (pen, run, time) => {
    const base = pen.height - 22;
    const x = (time / run.length) * pen.width;
    const bars = () => pen.still("bars", (layer) => drawBars(layer, run, base));
    pen.text("Stop-the-world pauses", 0, base - WHOLE - 8, { size: 12 });
    pen.context.globalAlpha = 0.3; // the time still to come
    bars();
    pen.context.globalAlpha = 1;
    pen.upTo(x, bars);
    pen.line("line", [[0, base + 0.5], [pen.width, base + 0.5]]);
    pen.line("live", [[x, base - WHOLE - 4], [x, base + 4]], { width: 2 });
    const seconds = run.length / 1000;
    const look = { colour: "quiet", size: 12 };
    pen.text("0", 0, base + 17, look);
    for (const share of [0.25, 0.5, 0.75]) {
      pen.text(number(seconds * share), pen.width * share, base + 17, { ...look, align: "center" });
    }
    pen.text(quantity(seconds, "s"), pen.width, base + 17, { ...look, align: "right" });
  };

  const draw = (pen, run, time) => {
    const here = stand(run, time);
    const kind = here.collection?.kind ?? "none";
    const phase = kind === "beside" && here.waits ? "stall" : kind;
    pen.text(PHASES[phase], 0, 15, { bold: true });
    const words = `${clock(time)}, shown ${slower(pace(run, here))}`;
    pen.text(words, 0, 33, { colour: "quiet", size: 12 });
    drawHeap(pen, run, here);
    drawTime(pen, run, time);
  };

  // ---- the words -------------------------------------------------------------------------------

  const mb = (value) => quantity(value, "MB");

  const BEGINS = {
    young: () => "eden is full, so the program is stopped.",
    whole: () => "the old generation has no room for promotions, so the whole heap is collected.",
    beside: ({ free }) => `${mb(free)} is free. The collector starts; the program keeps running.`,
  };

  const GOES_ON = {
    young: ({ visited, promoted }) =>
      `${mb(visited)} is live and gets copied, ${mb(promoted)} of it to the old generation.`,
    whole: ({ visited }) => `${mb(visited)} is live, and the collector visits all of it.`,
    beside: ({ visited, stall }) =>
      `The collector visits ${mb(visited)}; ` +
      (stall ? "memory will run out before it's done." : "it will finish in time."),
  };

  const tell = (run, time) => {
    const here = stand(run, time);
    const { collection } = here;
    if (collection) {
      return here.share
        ? `${clock(time)}: ${PHASES[collection.kind]}. ${GOES_ON[collection.kind](collection)}`
        : `${clock(time)}: ${BEGINS[collection.kind](collection)}`;
    }
    const [space] = run.spaces(run.states[here.state], here.position);
    const filled = `${space.name}: ${number(space.used)} of ${mb(space.size)} used.`;
    return here.ended
      ? `${clock(time)}: the collection took ${duration(here.ended.takes)}. ${filled}`
      : `${clock(time)}: the program runs. ${filled}`;
  };

  /** Returns how long the program was stopped within the run. */
  const stopped = ({ collections, length }) =>
    collections.reduce((sum, { at, stops }) => sum + Math.min(stops, length - at), 0);

  const of = (run, kind) => run.collections.filter((one) => one.kind === kind);

  const longest = (collections) => Math.max(...collections.map(({ takes }) => takes));

  const stoppedShare = (run) => `${number((100 * stopped(run)) / run.length)}%`;

  const times = (count) => (count === 1 ? "once" : `${number(count)} times`);

  const sum = (run) => {
    const length = duration(run.length);
    const [young, whole, beside] = ["young", "whole", "beside"].map((kind) => of(run, kind));
    if (run.settings.collector === "concurrent") {
      const stall = Math.max(...beside.map((one) => one.stall));
      return (
        `In ${length} the collector runs ${times(beside.length)}, concurrently, for ` +
        `${duration(beside[0].takes)}. ` +
        (stall
          ? `It doesn't finish in time: the program waits for up to ${duration(stall)}, and ` +
            `${stoppedShare(run)} of the time in total.`
          : `It stops the program for ${duration(run.model.brief)} each time.`)
      );
    }
    const parts = [
      young.length
        ? `the young generation is collected ${times(young.length)}, in at most ` +
          `${duration(longest(young))}`
        : "the young generation is never collected on its own",
      whole.length
        ? `the whole heap ${times(whole.length)}, in ${duration(longest(whole))}`
        : "the whole heap is never collected",
    ];
    const stands = `The program is stopped ${stoppedShare(run)} of the time.`;
    return `In ${length}: ${parts.join("; ")}. ${stands}`;
  };

  const tableBeside = ({ collections, asked, length }) => {
    const [{ takes, visited, free }] = collections;
    const stall = collections.reduce(
      (all, one) => all + Math.max(Math.min(one.stall, length - one.at - one.runs), 0),
      0,
    );
    const inAll = duration(length);
    const often = `${times(collections.length)} in ${inAll}`;
    const whole = [often, mb(visited), duration(takes), mb(asked.rate * takes), mb(free)];
    const waits = stall ? `${duration(stall)} in ${inAll}` : "never";
    return {
      caption: "The race between collector and program at these settings",
      head: ["what", "how often", "visits L", "works c · L", "allocated, a · c · L", "free"],
      rows: [["Whole heap", ...whole], ["The program waits", waits, "", "", "", ""]],
    };
  };

  const tableCopying = (run) => {
    const { asked, length, settings } = run;
    const work = (length - stopped(run)) / 1000;
    const rate = quantity(asked.rate * 1000, "MB/s");
    const row = (name, often, collections) => {
      if (!collections.length) {
        return [name, often, "", "", ""];
      }
      const { visited, takes } = collections[collections.length - 1];
      const all = collections.reduce((sum, one) => sum + Math.min(one.takes, length - one.at), 0);
      return [name, often, mb(visited), duration(takes), duration(all / work)];
    };
    const [young, whole] = [of(run, "young"), of(run, "whole")];
    const often = number((1000 * asked.rate) / settings.young);
    const youngOften = young.length ? `${rate} / ${mb(settings.young)} = ${often}/s` : "never";
    const wholeOften = whole.length ? `${times(whole.length)} in ${duration(length)}` : "never";
    return {
      caption: "The two rules at these settings",
      head: ["what", "how often, a / Y", "visits L", "takes c · L", "per second of work"],
      rows: [
        row("Young generation", youngOften, young),
        row("Whole heap", wholeOften, whole),
        ["Together", "", "", "", `${stoppedShare(run)} of the time`],
      ],
    };
  };

  const table = (run) =>
    run.settings.collector === "concurrent" ? tableBeside(run) : tableCopying(run);

  add("heap", { run, height, later, draw, clock, tell, sum, table });
})();
