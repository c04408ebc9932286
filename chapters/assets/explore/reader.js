// The chart's points one by one, by keyboard or touch, with the words of their tooltips.
(function (explorer) {
  "use strict";

  const { part } = explorer.dom;

  const NONE = "none yet";

  /** A slider over the points. The current point's words are spoken, and shown beside it. */
  class Reader {
    #told = [];

    /** @param {(place: number) => void} mark - highlights the point in the chart */
    constructor(mark) {
      part("point").addEventListener("input", ({ target }) => {
        this.#tell();
        mark(target.valueAsNumber - 1); // position 0 is no point
      });
    }

    /** Offers the words of these marks, starting at none. */
    offer(marks) {
      this.#told = marks.map(({ told }) => told);
      part("point").max = marks.length;
      part("point").value = 0;
      this.#tell();
    }

    #tell() {
      const told = this.#told[part("point").valueAsNumber - 1] ?? NONE;
      part("point").setAttribute("aria-valuetext", told);
      part("told").textContent = told;
    }
  }

  explorer.reader = { Reader };
})((globalThis.courseExplorer ??= {}));
