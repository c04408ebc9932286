// Every record as columns: applying a new choice is one pass over small numbers.
(function (explorer) {
  "use strict";

  /** What orders rows by name: the first differs most slowly. */
  const BY_NAME =
    "mode case implementation collector jdk variant generator strategy set".split(" ");

  /**
   * An immutable table; rows are identified by their index.
   *
   * Columns are of three kinds: coded (a list of values, and an index into it per row), numbers
   * (NaN: none), and lists of words (indices into one list of all words).
   */
  class Records {
    #orders = new Map();
    #places = null;

    /** @param {object} columns - as the site's build exports them */
    constructor({ length, coded, numbers, lists, words }) {
      Object.assign(this, { length, lists, words });
      const typed = ({ values, codes }) => ({ values, codes: Uint32Array.from(codes) });
      this.coded = mapped(coded, typed);
      this.numbers = mapped(numbers, (all) => Float64Array.from(all, (value) => value ?? NaN));
    }

    value(name, row) {
      const { values, codes } = this.coded[name];
      return values[codes[row]];
    }

    number(name, row) {
      return this.numbers[name][row];
    }

    list(name, row) {
      return this.lists[name][row].map((place) => this.words[place]);
    }

    /** Returns the id of the row's cell, its record's file name, in the format of records.py. */
    cell(row) {
      const part = (name) => this.value(name, row);
      const runtime = part("collector") === null ? [] : [part("collector"), part("jdk")];
      const rest = ["strategy", "case", "mode", "generator"].map(part);
      const variant = part("variant") === null ? [] : [part("variant")];
      return [part("implementation"), ...runtime, ...rest, ...variant].join("-");
    }

    /** Returns data set and cell, which name the row in a link, and the file with its timelines. */
    address(row) {
      return `${this.value("set", row)}/${this.cell(row)}`;
    }

    /** Returns the row of an address, or -1. The first call indexes all rows. */
    rowAt(address) {
      if (this.#places === null) {
        const every = Array.from({ length: this.length }, (_, row) => row);
        this.#places = new Map(every.map((row) => [this.address(row), row]));
      }
      return this.#places.get(address) ?? -1;
    }

    /** Returns all rows by name, or by a number with missing ones last. Sorted at first use. */
    order(by) {
      if (!this.#orders.has(by)) {
        this.#orders.set(by, by === "name" ? this.#byName() : this.#byNumber(this.numbers[by]));
      }
      return this.#orders.get(by);
    }

    #byName() {
      // Each row's codes are the digits of one number, with the columns' sizes as bases.
      const keys = new Float64Array(this.length);
      for (const { values, codes } of BY_NAME.map((name) => this.coded[name])) {
        for (let row = 0; row < this.length; row++) {
          keys[row] = keys[row] * values.length + codes[row];
        }
      }
      return Array.from(keys, (_, row) => row).sort((a, b) => keys[a] - keys[b]);
    }

    #byNumber(numbers) {
      const key = (row) => (Number.isNaN(numbers[row]) ? Infinity : numbers[row]);
      const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
      return this.order("name")
        .slice()
        .sort((a, b) => compare(key(a), key(b)));
    }

    /**
     * Returns the rows that a choice admits, and the number that each option would admit.
     *
     * @param {Map<string, Set>} chosen - column -> admitted values; none or empty: all
     * @param {number[]} order - of the rows
     * @returns {{rows: number[], counts: Map<string, Uint32Array>}} counts: column -> for each of
     *   its values, the number of rows that have it and that no other column refuses
     */
    select(chosen, order) {
      const columns = [...chosen].map(([name, admitted]) => {
        const { values, codes } = this.coded[name];
        const admits = Uint8Array.from(values, (value) =>
          Number(admitted.size === 0 || admitted.has(value)),
        );
        return { name, codes, admits, counts: new Uint32Array(values.length) };
      });
      const rows = [];
      for (const row of order) {
        let refusing = null;
        let refusals = 0;
        for (const column of columns) {
          if (!column.admits[column.codes[row]]) {
            refusing = column;
            refusals += 1;
            if (refusals > 1) {
              break;
            }
          }
        }
        if (refusals === 0) {
          rows.push(row);
          for (const column of columns) {
            column.counts[column.codes[row]] += 1;
          }
        } else if (refusals === 1) {
          refusing.counts[refusing.codes[row]] += 1;
        }
      }
      return { rows, counts: new Map(columns.map(({ name, counts }) => [name, counts])) };
    }
  }

  function mapped(object, change) {
    return Object.fromEntries(Object.entries(object).map(([key, one]) => [key, change(one)]));
  }

  explorer.records = { Records };
})((globalThis.courseExplorer ??= {}));
