// The chart of the table's first rows: made once, and then only given other data.
(function (explorer) {
  "use strict";

  const ROWS = 40; // more than that cannot be told apart
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

  /** The rows as the chart takes them: those that a logarithmic scale has a place for. */
  function marks(describer, measure, rows, parts) {
    const made = [];
    for (const row of rows) {
      const { value, low, high } = describer.figure(measure, row);
      if (value > 0) {
        const { colour, shape } = describer.solution(row);
        const label = describer.label(row, parts);
        made.push({
          line: label,
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

  explorer.chart = { draw, marks, axes };
})((globalThis.courseExplorer ??= {}));
