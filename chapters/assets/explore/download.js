// The selection as a file, CSV or JSON: each figure with its provenance.
(function (explorer) {
  "use strict";

  const CELL = "implementation collector jdk strategy case mode generator variant heap".split(" ");
  const ORIGIN = ["commit", "dirty", "source_hash", "runtime", "started"];
  const ENDS = { "": "", "_low": ".low", "_high": ".high" };

  /** Returns the measures that any of the rows has. */
  function known(measures, records, rows) {
    const has = ({ key }) => rows.some((row) => !Number.isNaN(records.number(key, row)));
    return measures.filter(has);
  }

  /** Returns a row with all that is known of it; unknown values are null. */
  function entry(describer, measures, row) {
    const { records } = describer;
    const { title, name, profile, machine } = describer.sets.get(records.value("set", row));
    const made = { set: title, folder: name, profile, cell: records.cell(row) };
    for (const column of [...CELL, "status", "reason"]) {
      made[column] = records.value(column, row);
    }
    for (const measure of measures) {
      for (const [end, column] of Object.entries(ENDS)) {
        if (end === "" || measure[end.slice(1)].length) {
          const value = records.number(measure.key + column, row);
          made[measure.key + end] = Number.isNaN(value) ? null : value;
        }
      }
    }
    for (const column of ORIGIN) {
      made[column] = records.value(column, row);
    }
    made.duration_s = records.number("duration_s", row);
    made.flags = records.list("flags", row);
    made.command = records.list("command", row);
    return { ...made, machine };
  }

  /** @returns {string} an object with the entries and the titles of their measures */
  function json(describer, rows, address) {
    const measures = known(describer.data.measures, describer.records, rows);
    const titles = Object.fromEntries(measures.map(({ key, title }) => [key, title]));
    const records = rows.map((row) => entry(describer, measures, row));
    return `${JSON.stringify({ address, measures: titles, records }, null, 1)}\n`;
  }

  /** @returns {string} a line per row, in the format of RFC 4180; lists and machines are JSON */
  function csv(describer, rows) {
    const measures = known(describer.data.measures, describer.records, rows);
    const heads = rows.length ? Object.keys(entry(describer, measures, rows[0])) : [];
    // Row by row: keeping the fields of thousands of rows until the end would take much memory.
    const lines = rows.map((row) => {
      const one = entry(describer, measures, row);
      return heads.map((head) => quoted(one[head])).join(",");
    });
    return [heads.join(","), ...lines].map((line) => `${line}\r\n`).join("");
  }

  function quoted(value) {
    const plain = typeof value === "object" && value !== null ? JSON.stringify(value) : value ?? "";
    const text = String(plain);
    return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }

  /** Offers a text to the reader as a file. */
  function save(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    explorer.dom.element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address));
  }

  explorer.download = { csv, json, save };
})((globalThis.courseExplorer ??= {}));
