// The picture of the page "Decide": the time today, and with a pool at best and at worst.
"use strict";

(() => {
  const ROW = 54;
  const BAR = 26;
  const AXIS = 26;
  const LONGEST = 2.5; // times today's; longer bars get an arrow
  const SPACE = "http://www.w3.org/2000/svg";

  const shape = (name, attributes, text) => {
    const made = document.createElementNS(SPACE, name);
    for (const [key, given] of Object.entries(attributes)) {
      made.setAttribute(key, given);
    }
    made.textContent = text ?? "";
    return made;
  };

  /** Return each row's name, and the parts of its time as [class, share of today's time]. */
  const rows = (values) => [
    ["Today", [["pool", values.work], ["live", values.share]]],
    [
      "With a pool, at best",
      [["pool", values.work_low], ["dead", values.turn_low], ["live", values.gc_low]],
    ],
    [
      "With a pool, at worst",
      [["pool", values.work_high], ["dead", values.turn_high], ["live", values.gc_high]],
    ],
  ];

  const draw = (place, values) => {
    const width = place.clientWidth;
    const all = rows(values);
    const lengths = all.map(([, parts]) => parts.reduce((sum, [, part]) => sum + part, 0));
    const end = Math.min(Math.max(1.15, ...lengths), LONGEST);
    const x = (time) => (Math.min(time, end) / end) * (width - 12);
    const height = all.length * ROW + AXIS;
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height });
    all.forEach(([name, parts], row) => {
      const top = row * ROW;
      const ends = `${Math.round(100 * lengths[row])} %`;
      svg.append(shape("text", { x: 0, y: top + 14, class: "fill-ink decide-name" }, name));
      svg.append(
        shape("text", { x: width, y: top + 14, class: "fill-quiet", "text-anchor": "end" }, ends),
      );
      let from = 0;
      for (const [look, part] of parts) {
        const until = from + part;
        const at = { x: x(from), y: top + 20, width: Math.max(0, x(until) - x(from)), height: BAR };
        svg.append(shape("rect", { ...at, class: `fill-${look}` }));
        from = until;
      }
      if (lengths[row] > end) {
        const tip = `M${width - 11} ${top + 20} l11 ${BAR / 2} l-11 ${BAR / 2} z`;
        svg.append(shape("path", { d: tip, class: "fill-ink" }));
      }
    });
    const one = x(1);
    const low = all.length * ROW;
    svg.append(shape("path", { d: `M${one} 18 V${low}`, class: "stroke-quiet decide-today" }));
    const look = { x: one, y: low + 16, class: "fill-quiet", "text-anchor": "middle" };
    svg.append(shape("text", look, "today"));
    place.replaceChildren(svg);
  };

  globalThis.courseDecide.draw = draw;
})();
