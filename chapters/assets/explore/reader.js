// The chart's points one by one, by keyboard or finger: what each tells whoever points at it.
(function (explorer) {
  "use strict";

  const { part } = explorer.dom;

  const NONE = "none yet";

  /** A slider over the points. What it has come to is spoken, and stands beside it. */
  class Reader {
    #told = [];

    /** @param {(place: number) => void} mark - shows in the chart which point is meant */
    constructor(mark) {
      part("point").addEventListener("input", ({ target }) => {
        this.#tell();
        mark(target.valueAsNumber - 1); // at its beginning it is at no point
      });
    }

    /** Offers what these marks tell, beginning with none. */
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
