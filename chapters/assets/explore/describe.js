// Facts about a row beyond its record: names, colours, the article's figure, the limit.
(function (explorer) {
  "use strict";

  const { quantity, span } = explorer.numbers;

  /** The parts of a label, in its order -> the columns that distinguish rows by them. */
  const PARTS = {
    solution: ["implementation", "collector", "jdk", "variant"], // compact headers are in its label
    strategy: ["strategy"],
    case: ["case"],
    generator: ["generator"],
    variant: ["variant"],
    set: ["set"],
  };

  const USUAL = "as usual";

  /** Looks up facts about the rows of one table of records. */
  class Describer {
    #solutions = new Map();
    #limits;

    /**
     * @param {object} data - as exported by the site's build
     * @param {Records} records
     */
    constructor(data, records) {
      const { sets } = data;
      this.data = data;
      this.records = records;
      this.sets = new Map(sets.map((set) => [set.key, set]));
      this.names = new Map(data.dimensions.map(({ key, names }) => [key, new Map(names)]));
      const identity = (machine) => JSON.stringify(data.identity.map((name) => machine[name]));
      const limits = new Map(data.limits.map(({ machine, cases }) => [identity(machine), cases]));
      this.#limits = new Map(sets.map((set) => [set.key, limits.get(identity(set.machine))]));
    }

    /** Returns the solution's label, colour and shape, and its name in the article. */
    solution(row) {
      // Called for each of thousands of rows, so the key is a number made of codes below 256.
      const key = PARTS.solution.reduce(
        (sum, column) => sum * 256 + this.records.coded[column].codes[row],
        0,
      );
      if (!this.#solutions.has(key)) {
        this.#solutions.set(key, this.#lookUp((name) => this.records.value(name, row)));
      }
      return this.#solutions.get(key);
    }

    #lookUp(cell) {
      const compact = cell("variant") === "compact-headers";
      const found = this.data.solutions.find(
        (one) =>
          one.implementation === cell("implementation") &&
          one.collector === cell("collector") &&
          one.jdk === cell("jdk") &&
          one.compact === compact,
      );
      return found ?? this.#unnamed(cell);
    }

    /** Describes a combination that the site has no name for, as in others' measurements. */
    #unnamed(cell) {
      const family = cell("collector") ?? cell("implementation");
      const under = cell("collector")
        ? [`${this.name("collector", cell("collector"))} ${cell("jdk")}`]
        : [];
      return {
        label: [this.name("implementation", cell("implementation")), ...under].join(", "),
        colour: `var(--course-${family})`,
        shape: this.data.shapes[cell("implementation")][family],
        article: null,
        note: null,
      };
    }

    /** Returns the name of a column's value. */
    name(column, value) {
      if (column === "set") {
        const { title, profile } = this.sets.get(value);
        return `${title} (${profile})`;
      }
      return this.names.get(column).get(value) ?? String(value);
    }

    /** Returns one part of a row's label. */
    part(name, row) {
      const value = (column) => this.records.value(column, row);
      switch (name) {
        case "solution":
          return this.solution(row).label;
        case "case":
          return `case ${value("case")}`;
        case "generator":
          return `${this.name("generator", value("generator"))} numbers`;
        case "variant":
          // Compact headers are already in the solution's label.
          return value(name) === "compact-headers" ? "" : this.name(name, value(name));
        default:
          return this.name(name, value(name));
      }
    }

    /** Returns the names of the parts in which rows differ, and of those that they share. */
    partsOf(rows) {
      const differ = ([, columns]) =>
        columns.some((column) => {
          const { codes } = this.records.coded[column];
          return rows.some((row) => codes[row] !== codes[rows[0]]);
        });
      const parts = Object.entries(PARTS);
      const names = (some) => some.map(([name]) => name);
      return {
        differing: names(parts.filter(differ)),
        shared: names(parts.filter((part) => !differ(part))),
      };
    }

    /** Labels the row by the given parts, by default all; usual values are left out. */
    label(row, parts = Object.keys(PARTS)) {
      const usual = (name) =>
        (name === "generator" && this.records.value(name, row) === "counter") ||
        (name === "variant" && this.records.value(name, row) === null);
      const words = parts.filter((name) => !usual(name)).map((name) => this.part(name, row));
      return words.filter(Boolean).join(", ") || USUAL;
    }

    /** Returns value and spread of a measure; NaN if the record has none. */
    figure(measure, row) {
      const [value, low, high] = ["", ".low", ".high"].map((end) =>
        this.records.number(measure.key + end, row),
      );
      const known = (one) => (Number.isNaN(one) ? value : one);
      return { value, low: known(low), high: known(high) };
    }

    /** Returns the article's figure of the same cell, or NaN. */
    old(measure, row) {
      const value = (name) => this.records.value(name, row);
      const plain = value("generator") === "counter" && value("variant") === null;
      if (measure.old !== value("mode") || !plain) {
        return NaN;
      }
      const place = `${this.solution(row).article}/${value("strategy")}/${value("case")}`;
      return this.data.article[measure.key][place] ?? NaN;
    }

    /**
     * Returns the bound set by the memory of the row's machine, or NaN.
     *
     * It assumes the counter's numbers and one packet buffer each; dummy reuses a single packet.
     */
    limit(measure, row) {
      const value = (name) => this.records.value(name, row);
      const applies = value("generator") === "counter" && value("strategy") !== "dummy";
      if (!measure.bounded || !applies) {
        return NaN;
      }
      return this.#limits.get(value("set"))?.[value("case")] ?? NaN;
    }

    /** Returns the note needed if the row is shown with the article's figure, or null. */
    note(measure, row) {
      return Number.isNaN(this.old(measure, row)) ? null : this.solution(row).note;
    }

    /** Returns a figure with its spread, in words. */
    told(measure, row) {
      const { value, low, high } = this.figure(measure, row);
      if (Number.isNaN(value)) {
        return this.why(row);
      }
      const spread = low < high ? ` (${span(low, high)})` : "";
      return quantity(value, measure.unit) + spread;
    }

    /** Returns the reason why a row has no figure. */
    why(row) {
      const status = this.records.value("status", row);
      return status === "ok" ? "none" : `${status}: ${this.records.value("reason", row)}`;
    }
  }

  explorer.describe = { Describer, USUAL };
})((globalThis.courseExplorer ??= {}));
