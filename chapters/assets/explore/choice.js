// The reader's selection, and its address: #mode=batch&collector=g1,zgc&order=figure
(function (explorer) {
  "use strict";

  const PLAIN = ["show", "order", "cell", "probe"]; // one word each, no column of the records

  /** Returns a value's name in links and controls, like explore_data.py. */
  const token = (value) => (value === null ? "none" : String(value));

  /**
   * @typedef {object} Choice
   * @property {Map<string, Set<string>>} chosen - column -> tokens; empty: all
   * @property {string} show - key of a measure
   * @property {"name"|"figure"} order
   * @property {string} cell - address of the record whose timeline is shown; empty: none
   * @property {string} probe - index of its timeline among the record's
   */

  /** @param {Choice} choice */
  function toHash(choice) {
    const parts = [...choice.chosen].map(([name, tokens]) => [name, [...tokens].join(",")]);
    parts.push(...PLAIN.map((name) => [name, choice[name]]));
    return parts
      .filter(([, text]) => text !== "")
      .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
      .join("&")
      .replaceAll("%2C", ",") // these two may stand in an address, and are easier to read
      .replaceAll("%2F", "/");
  }

  /**
   * Parses an address; anything that is not part of a choice is ignored.
   *
   * @param {string} hash - with or without its #
   * @param {string[]} columns
   * @returns {Choice} missing plain parts are empty
   */
  function ofHash(hash, columns) {
    const parts = new URLSearchParams(hash.replace(/^#/u, ""));
    const tokens = (name) => (parts.get(name) ?? "").split(",").filter(Boolean);
    const choice = { chosen: new Map(columns.map((name) => [name, new Set(tokens(name))])) };
    for (const name of PLAIN) {
      choice[name] = parts.get(name) ?? "";
    }
    return choice;
  }

  /** Returns column -> the values chosen by their tokens. */
  function values(choice, records) {
    return new Map(
      [...choice.chosen].map(([name, tokens]) => [
        name,
        new Set(records.coded[name].values.filter((value) => tokens.has(token(value)))),
      ]),
    );
  }

  /** Removes tokens that no record has; returns them as `name=token`. */
  function dropUnknown(choice, records) {
    const dropped = [];
    for (const [name, tokens] of choice.chosen) {
      const known = new Set(records.coded[name].values.map(token));
      for (const one of [...tokens].filter((each) => !known.has(each))) {
        tokens.delete(one);
        dropped.push(`${name}=${one}`);
      }
    }
    return dropped;
  }

  explorer.choice = { toHash, ofHash, values, dropUnknown, token };
})((globalThis.courseExplorer ??= {}));
