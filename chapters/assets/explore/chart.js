// The chart of the table's first rows: created once, then only given new data.
(function (explorer) {
  "use strict";

  const ROWS = 40; // more would be indistinguishable
  const LABELS = 260; // pixels for labels beside the scale
  const LETTERS = 40; // most letters of a label on one line there
  const LETTER = 6; // pixels, slightly underestimated
  const NARROWEST = 220; // pixels of a scale beside labels
  const MARGIN = 24; // pixels that a scale's first and last numbers need
  const HIGH_ROW = 40; // pixels: height of a row whose label is above its point
  const OPTIONS = {
    mode: "vega-lite",
    renderer: "svg", // takes its colours from the page's style, light or dark
    actions: false,
    defaultStyle: false,
    tooltip: { disableDefaultStyle: true },
  };

  /**
   * Draws a specification whose data sets and parameters are filled in later.
   * @param {Element} picture - has the role of an image, and a name; its content is hidden from
   *   screen readers, because Vega gives its parts roles without names
   */
  async function draw(picture, specification) {
    const inside = explorer.dom.element("div", { "aria-hidden": "true" });
    picture.replaceChildren(inside);
    const { view } = await globalThis.vegaEmbed(inside, specification, OPTIONS);
    return {
      /** @param {Record<string, unknown>} parameters @param {Record<string, object[]>} data */
      async show(parameters, data) {
        for (const [name, value] of Object.entries(parameters)) {
          view.signal(name, value);
        }
        for (const [name, rows] of Object.entries(data)) {
          view.data(name, rows);
        }
        await view.runAsync();
      },
    };
  }

  /** Breaks a label of more than `letters` letters at the comma nearest to its middle. */
  function broken(label, letters) {
    const commas = [...label.matchAll(/, /g)].map(({ index }) => index);
    if (label.length <= letters || commas.length === 0) {
      return label;
    }
    const off = (at) => Math.abs(at - label.length / 2);
    const at = commas.reduce((best, one) => (off(one) < off(best) ? one : best));
    return `${label.slice(0, at + 1)}\n${label.slice(at + 2)}`;
  }

  /** Returns the rows as chart data; a logarithmic scale can only show positive figures. */
  function marks(describer, measure, rows, parts, letters) {
    const made = [];
    for (const row of rows) {
      const { value, low, high } = describer.figure(measure, row);
      if (value > 0) {
        const { colour, shape } = describer.solution(row);
        const label = describer.label(row, parts);
        made.push({
          place: made.length,
          line: broken(label, letters),
          value,
          low: low > 0 ? low : value,
          high,
          old: describer.old(measure, row) || null,
          limit: describer.limit(measure, row) || null,
          colour,
          shape,
          told: `${label}: ${describer.told(measure, row)}`,
        });
      }
      if (made.length === ROWS) {
        break;
      }
    }
    return made;
  }

  /** Returns the scale and the lines for these marks. */
  function axes(made) {
    const { logEnds, logTicks } = explorer.numbers;
    const ends = logEnds(made.flatMap(({ low, high, old, limit }) => [low, high, old, limit]));
    return { x_ends: ends, x_ticks: logTicks(ends), y_lines: made.map(({ line }) => line) };
  }

  /**
   * Lays out the chart for a width in pixels without shrinking its letters. If labels do not fit
   * beside the scale, as on a phone, each goes above its point.
   * @param {{width: number, height: {step: number}}} specification - the layout with enough space
   * @returns {{letters: number, parameters: object}} most letters on a label's line, and the
   *   drawing's parameters
   */
  function layout(specification, room) {
    const above = room < LABELS + NARROWEST;
    const width = Math.min(specification.width, above ? room - MARGIN : room - LABELS);
    return {
      letters: above ? Math.floor(width / LETTER) : LETTERS,
      parameters: { above, width, y_step: above ? HIGH_ROW : specification.height.step },
    };
  }

  explorer.chart = { draw, broken, marks, axes, layout };
})((globalThis.courseExplorer ??= {}));
