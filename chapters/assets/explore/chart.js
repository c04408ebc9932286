// The chart of the table's first rows: made once, and then only given other data.
(function (explorer) {
  "use strict";

  const ROWS = 40; // more than that cannot be told apart
  const LABELS = 260; // pixels that labels take beside the scale
  const LETTERS = 40; // of a label that has one line there
  const LETTER = 6; // pixels, or a little less
  const NARROWEST = 220; // pixels of a scale beside labels
  const MARGIN = 24; // pixels that the first and the last number of a scale need
  const HIGH_ROW = 40; // pixels: the height of a row that has its label above its point
  const OPTIONS = {
    mode: "vega-lite",
    renderer: "svg", // takes its colours from the page's style, light or dark
    actions: false,
    defaultStyle: false,
    tooltip: { disableDefaultStyle: true },
  };

  /**
   * Makes a drawing of a specification whose data sets and parameters wait to be filled in.
   * @param {Element} picture - has the role of an image, and a name; what is drawn in it is hidden
   *   from screen readers, as Vega gives its parts roles, but no names
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

  /** A label of more letters in two lines, broken at the comma that is nearest to its middle. */
  function broken(label, letters) {
    const commas = [...label.matchAll(/, /g)].map(({ index }) => index);
    if (label.length <= letters || commas.length === 0) {
      return label;
    }
    const off = (at) => Math.abs(at - label.length / 2);
    const at = commas.reduce((best, one) => (off(one) < off(best) ? one : best));
    return `${label.slice(0, at + 1)}\n${label.slice(at + 2)}`;
  }

  /** The rows as the chart takes them: those that a logarithmic scale has a place for. */
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

  /** What a chart of these marks needs besides them. */
  function axes(made) {
    const { logEnds, logTicks } = explorer.numbers;
    const ends = logEnds(made.flatMap(({ low, high, old, limit }) => [low, high, old, limit]));
    return { x_ends: ends, x_ticks: logTicks(ends), y_lines: made.map(({ line }) => line) };
  }

  /**
   * How the chart is laid out in so many pixels: letters are not to shrink with it. Without room for
   * labels beside the scale, as on a phone, each stands above its point.
   * @param {{width: number, height: {step: number}}} specification - for where there is room
   * @returns {{letters: number, parameters: object}} how long a line of a label may be, and what
   *   the drawing has to know
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
