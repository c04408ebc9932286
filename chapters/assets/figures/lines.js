// Chapter 11's figure, a walk over cache lines: its drawing and its words.
"use strict";

(() => {
  const { add, models, number, quantity } = globalThis.courseFigures;
  const { run, stand } = models.lines;

  const NAMES = {
    objects: "object by object",
    flat: "flat",
    prefetch: "flat with a prefetch",
  };

  // ---- the drawing -----------------------------------------------------------------------------

  const HEAD = 22;
  const TITLE = 22;
  const STRIP = 14;
  const GAP = 18; // below a lane
  const AXIS = 22;
  const LARGEST = 14; // side of a line's square
  const BETWEEN = 3;
  const DEEPEST = { objects: 4, flat: 1, prefetch: 1 }; // steps
  /** Real time for the whole walk. */
  const ALL_MS = 16_000;

  /** Returns a square's side: two lines per packet, with gaps between packets, fit the width. */
  const side = (width, packets) =>
    Math.min(Math.floor((width / packets - 2 * BETWEEN - 2) / 2), LARGEST);

  const laneHeight = (way, one) => TITLE + DEEPEST[way] * (one + BETWEEN) + 4 + STRIP + GAP;

  const height = (width, { model }) => {
    const one = side(width, model.shown);
    return HEAD + Object.keys(DEEPEST).reduce((sum, way) => sum + laneHeight(way, one), 0) + AXIS;
  };

  const later = ({ length }, time, ms) => time + (ms * length) / ALL_MS;

  const clock = (time) => `${Math.round(time)}\u00a0ns`;

  const drawLine = (pen, { asked, came }, time, x, y, one) => {
    if (came <= time) {
      pen.box("live", x, y, one, one);
      return;
    }
    pen.box("free", x, y, one, one);
    if (asked <= time) {
      pen.hatch("quiet", x, y, one, one);
    }
    pen.frame("quiet", x, y, one, one);
  };

  const drawLines = (pen, { visits }, time, top, one) => {
    visits.forEach(({ steps }, packet) => {
      const left = (packet * pen.width) / visits.length;
      steps.forEach((lines, step) =>
        lines.forEach((line, place) => {
          const x = left + place * (one + BETWEEN);
          drawLine(pen, line, time, x, top + step * (one + BETWEEN), one);
        }),
      );
    });
  };

  /** Draws the core's time: full while it works, hatched while it waits. */
  const drawCore = (pen, { visits, end }, length, time, top) => {
    const scale = pen.width / length;
    pen.hatch("quiet", 0, top, Math.min(end, time) * scale, STRIP);
    for (const visit of visits) {
      if (visit.start < time) {
        const until = Math.min(visit.end, time);
        pen.box("live", visit.start * scale, top, (until - visit.start) * scale, STRIP);
      }
    }
    pen.line("line", [[0, top + STRIP + 0.5], [pen.width, top + STRIP + 0.5]]);
  };

  const capital = (words) => words[0].toUpperCase() + words.slice(1);

  const draw = (pen, whole, time) => {
    const one = side(pen.width, whole.model.shown);
    let top = HEAD;
    pen.text(`After ${clock(time)}`, 0, 15, { colour: "quiet", size: 12 });
    for (const lane of whole.lanes) {
      const { done } = stand(lane, time);
      const arrived = done === lane.visits.length;
      const words = arrived
        ? `done after ${clock(lane.end)}`
        : `${done} of ${lane.visits.length} packets`;
      pen.text(capital(NAMES[lane.way]), 0, top + 14, { bold: true });
      pen.text(words, pen.width, top + 14, { align: "right", size: 12 });
      drawLines(pen, lane, time, top + TITLE, one);
      const high = laneHeight(lane.way, one);
      drawCore(pen, lane, whole.length, time, top + high - STRIP - GAP);
      top += high;
    }
    const look = { colour: "quiet", size: 12 };
    pen.text("0", 0, top + 4, look);
    pen.text(clock(whole.length), pen.width, top + 4, { ...look, align: "right" });
  };

  // ---- the words -------------------------------------------------------------------------------

  const ns = (value) => quantity(value, "ns");

  const tellLane = (lane, time) => {
    const { done, works, waitsFor } = stand(lane, time);
    const name = NAMES[lane.way];
    if (done === lane.visits.length) {
      return `${name}, all ${done} packets are done`;
    }
    const packet = `packet ${done + 1}`;
    return works || !waitsFor
      ? `${name}, the core is working on ${packet}`
      : `${name}, it's waiting for ${waitsFor.join(" and ")} of ${packet}`;
  };

  const tell = ({ lanes }, time) =>
    `After ${clock(time)}: ${lanes.map((lane) => tellLane(lane, time)).join("; ")}.`;

  const sum = ({ lanes, model }) => {
    const parts = lanes.map(({ way, took }) => `${ns(took)} ${NAMES[way]}`);
    return (
      `In a long walk, a packet takes ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}. ` +
      `Only ${ns(model.work)} of that is work; the rest is waiting.`
    );
  };

  const table = ({ lanes, model }) => ({
    caption: "Time per packet in a long walk",
    head: ["layout", "lines", "dependent loads", "time", "of it waiting"],
    rows: lanes.map(({ way, lines, names, took }) => [
      capital(NAMES[way]),
      number(lines),
      number(names.length),
      ns(took),
      ns(Math.max(took - model.work, 0)),
    ]),
  });

  add("lines", { run, height, later, draw, clock, tell, sum, table });
})();
