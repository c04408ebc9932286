// Chapter 7's figure, the clock queue during a program's pauses: its drawing and its words.
"use strict";

(() => {
  const { add, duration, models, number, quantity } = globalThis.courseFigures;
  const { run, stand } = models.queue;

  // ---- the drawing -----------------------------------------------------------------------------

  const HEAD = 44;
  const ROAD = 104; // clock, queue and program
  const LABEL = 20;
  const CURVE = 64;
  const MARKS = 10;
  const AXIS = 22;
  const CLOCK = 30; // width
  const WIDEST = 28; // a place in the queue
  const BOX = 26; // a packet
  /** Real milliseconds from packet to packet. */
  const TICK_MS = 140;
  /** Number of ticks that a lost packet falls. */
  const FALL = 4;

  const height = () => HEAD + ROAD + 2 * (LABEL + CURVE + MARKS) + AXIS;

  const later = ({ settings }, time, ms) => time + (ms * settings.interval) / TICK_MS;

  const clock = (time) => `${Math.round(time)}\u00a0ms`;

  const places = (count, capacity) => `${count} of ${capacity} places`;

  const phase = ({ capacity, settings }, { pause, waiting }) => {
    if (waiting.length === capacity) {
      return "The queue is full: new packets are lost";
    }
    if (pause) {
      return "The program is paused";
    }
    if (!waiting.length) {
      return "The program keeps up";
    }
    return `The program ${settings.service < settings.interval ? "is catching" : "can't catch"} up`;
  };

  /** Returns the positions of everything between the clock and the program. */
  const road = ({ width }, capacity) => {
    const program = Math.min(150, width * 0.26);
    const right = width - program - 22; // the queue's front
    const side = Math.min(WIDEST, (right - CLOCK - 26) / capacity);
    return {
      program,
      side,
      middle: HEAD + 34,
      left: right - capacity * side,
      place: (index) => right - (index + 1) * side,
    };
  };

  const drawPacket = (pen, count, x, y, side) => {
    const gap = side > 6 ? 2 : 0;
    pen.box("live", x, y - BOX / 2, side - gap, BOX);
    if (side > 22) {
      const middle = x + (side - gap) / 2;
      pen.text(String(count), middle, y + 4, { colour: "free", align: "center", size: 11 });
    }
  };

  /** Draws the next packet on its way from the clock to its place. */
  const drawComing = (pen, all, { come }, time, interval, at) => {
    if (come === all.length) {
      return;
    }
    const { begun, waiting } = all[come];
    const lost = begun === null;
    const to = lost ? at.left - at.side : waiting ? at.place(waiting - 1) : pen.width - at.program;
    const way = 1 - (all[come].due - time) / interval;
    const side = Math.max(at.side, 6);
    drawPacket(pen, come, CLOCK + (to - CLOCK) * way, at.middle, side);
  };

  const drawLost = (pen, { lost, settings }, here, time, at) => {
    const side = Math.max(at.side - 2, 6);
    for (const due of lost.slice(Math.max(here.lost - FALL, 0), here.lost)) {
      const fallen = (time - due) / settings.interval / FALL;
      if (fallen < 1) {
        const [x, y] = [at.left - at.side, at.middle - BOX / 2 + fallen * fallen * 60];
        pen.context.globalAlpha = 1 - fallen;
        pen.frame("ink", x, y, side, BOX);
        pen.line("ink", [[x, y], [x + side, y + BOX]]);
        pen.context.globalAlpha = 1;
      }
    }
  };

  const drawProgram = (pen, here, at) => {
    const [x, y] = [pen.width - at.program, at.middle - BOX / 2 - 4];
    const [wide, high] = [at.program, BOX + 8];
    const works = here.current !== null;
    const words = here.pause ? "paused" : works ? `packet ${here.current}` : "waits";
    pen.box("free", x, y, wide, high);
    if (here.pause) {
      pen.hatch("dead", x, y, wide, high);
    } else if (works) {
      pen.box("live", x, y + high - 4, wide * (1 - here.left), 4);
    }
    pen.frame("line", x, y, wide, high);
    pen.text("program", x, y - 6, { size: 12 });
    pen.text(words, x + wide / 2, at.middle + 4, { align: "center", size: 12 });
  };

  const drawRoad = (pen, whole, here, time) => {
    const { capacity, packets, settings } = whole;
    const at = road(pen, capacity);
    const top = at.middle - BOX / 2;
    pen.text("clock", 0, top - 10, { size: 12 });
    pen.text("queue", at.left, top - 10, { size: 12 });
    pen.box("quiet", 4, at.middle - 8, 16, 16);
    for (let index = 0; index < capacity; index += 1) {
      pen.box("free", at.place(index), top, at.side - (at.side > 6 ? 2 : 0), BOX);
    }
    pen.frame("line", at.left - 2, top - 2, capacity * at.side + 2, BOX + 4);
    here.waiting.forEach((count, index) =>
      drawPacket(pen, count, at.place(index), at.middle, at.side),
    );
    drawProgram(pen, here, at);
    drawComing(pen, packets, here, time, settings.interval, at);
    drawLost(pen, whole, here, time, at);
  };

  /** Returns the corners of the step curve of waiting packets. */
  const steps = ({ kept, length }) => {
    const changes = kept
      .filter(({ due, begun }) => begun > due)
      .flatMap(({ due, begun }) => [[due, 1], [begun, -1]])
      .filter(([at]) => at <= length)
      .sort(([a], [b]) => a - b);
    const points = [[0, 0]];
    let waiting = 0;
    for (const [at, change] of changes) {
      points.push([at, waiting]);
      waiting += change;
      points.push([at, waiting]);
    }
    return [...points, [length, waiting]];
  };

  /** Draws a curve over time, and the line that it should not cross. */
  const drawCurve = (pen, whole, base, points, limit) => {
    const across = pen.width / whole.length;
    const highest = points.reduce((most, [, value]) => Math.max(most, value), (limit * 4) / 3);
    const up = CURVE / highest;
    for (const { from, to } of whole.pauses) {
      pen.hatch("dead", from * across, base - CURVE, (to - from) * across, CURVE);
    }
    pen.line("line", [[0, base + 0.5], [pen.width, base + 0.5]]);
    pen.line("quiet", [[0, base - limit * up], [pen.width, base - limit * up]], { dashed: true });
    pen.line("live", points.map(([at, value]) => [at * across, base - value * up]), { width: 2 });
  };

  const drawCurves = (pen, whole, time) => {
    const { capacity, length, lost, packets, settings } = whole;
    const first = HEAD + ROAD + LABEL + CURVE;
    const second = first + MARKS + LABEL + CURVE;
    const x = (time / length) * pen.width;
    pen.text(`waiting packets, at most ${capacity}`, 0, first - CURVE - 6, { size: 12 });
    pen.text("W, the delay if nothing were lost", 0, second - CURVE - 6, { size: 12 });
    pen.upTo(x, () =>
      pen.still("curves", (layer) => {
        drawCurve(layer, whole, first, steps(whole), capacity);
        for (const due of lost) {
          layer.box("ink", (due / length) * pen.width, first + 2, 1.5, MARKS - 3);
        }
        const late = packets.map((one) => [one.due, one.late]);
        drawCurve(layer, whole, second, late, capacity * settings.interval);
      }),
    );
    pen.line("live", [[x, first - CURVE], [x, second + 4]], { width: 2 });
    const look = { colour: "quiet", size: 12 };
    pen.text("0", 0, second + 17, look);
    pen.text(duration(length), pen.width, second + 17, { ...look, align: "right" });
  };

  const draw = (pen, whole, time) => {
    const here = stand(whole, time);
    const { capacity } = whole;
    const taken = `${places(here.waiting.length, capacity)} taken, ${here.lost} lost`;
    pen.text(phase(whole, here), 0, 15, { bold: true });
    pen.text(`${clock(time)}: ${taken}`, 0, 33, { colour: "quiet", size: 12 });
    drawRoad(pen, whole, here, time);
    drawCurves(pen, whole, time);
  };

  // ---- the words -------------------------------------------------------------------------------

  const ms = (value) => quantity(value, "ms");

  const tell = (whole, time) => {
    const here = stand(whole, time);
    const lost = here.lost ? `${here.lost} lost so far` : "nothing lost so far";
    return (
      `${clock(time)}: ${phase(whole, here)}. ` +
      `${places(here.waiting.length, whole.capacity)} are taken, ${lost}. W is ${ms(here.late)}.`
    );
  };

  const outcome = ({ lost, model, demands, inTime }) => {
    if (lost.length) {
      return `${lost.length} of ${model.packets} packets are lost.`;
    }
    return inTime
      ? "Nothing is lost, however long it runs."
      : `Nothing is lost yet, but a packet takes ${ms(demands.mean)} on average, so the queue ` +
          "fills up eventually.";
  };

  const sum = (whole) => {
    const best = whole.shortest;
    return (
      `${outcome(whole)} ` +
      (best === null
        ? "No interval you can choose here is long enough."
        : `The shortest interval without loss is ${ms(best)}.`)
    );
  };

  const table = ({ settings, capacity, demands }) => {
    const holds = capacity * settings.interval;
    const row = (name, { count, total, least }) => [
      name,
      number(count),
      ms(total),
      ms(holds),
      least > 0 ? ms(least) : "nothing",
    ];
    const { one, both, mean } = demands;
    return {
      caption: "The interval that the packets need",
      head: ["stretch", "packets, n", "takes, S", "bridged, Q", "needs (S \u2212 Q) / n"],
      rows: [
        row("one pause and its packet", one),
        row("both pauses and everything between", both),
        ["forever: the mean", "", "", "", ms(mean)],
      ],
    };
  };

  add("queue", { run, height, later, draw, clock, tell, sum, table });
})();
