// The table of the selected rows: the first ones, and more on demand.
(function (explorer) {
  "use strict";

  const { element, sign } = explorer.dom;
  const { number, span, DASH } = explorer.numbers;

  /**
   * @typedef {object} View - the table's content
   * @property {Describer} describer
   * @property {object} measure
   * @property {number[]} rows - in their order
   */

  /** Returns a view's columns: a head, and a function for a row's cell. */
  function columnsOf({ describer, measure, rows }) {
    const { records } = describer;
    const any = (number) => rows.some((row) => !Number.isNaN(number(row)));
    const old = (row) => describer.old(measure, row);
    const limit = (row) => describer.limit(measure, row);
    const columns = [
      { head: "Solution", left: true, cell: (row) => solution(describer, row) },
      { head: "Strategy", left: true, cell: (row) => text(describer.part("strategy", row)) },
      { head: "Case", left: true, cell: (row) => text(records.value("case", row)) },
    ];
    if (describer.partsOf(rows).differing.includes("set")) {
      const set = (row) => text(describer.part("set", row));
      columns.push({ head: "Data set", left: true, cell: set });
    }
    columns.push({ head: measure.title, cell: (row) => figure(describer, measure, row) });
    if (any(old)) {
      columns.push({ head: "2019", style: "course-article", cell: (row) => known(old(row)) });
    }
    if (any(limit)) {
      const times = (row) => describer.figure(measure, row).value / limit(row);
      columns.push({ head: "× limit", cell: (row) => known(times(row)) });
    }
    columns.push({ head: "Over time", left: true, cell: (row) => button(describer, row) });
    return columns;
  }

  function text(words) {
    return element("td", { className: "course-left" }, words);
  }

  /** Returns the solution's sign and label, and below it anything unusual about the cell. */
  function solution(describer, row) {
    const { shape, colour, label } = describer.solution(row);
    const unusual = describer.label(row, ["generator", "variant"]);
    const small = unusual === explorer.describe.USUAL ? [] : [element("small", {}, unusual)];
    return element("th", { scope: "row" }, sign(shape, colour), ` ${label}`, ...small);
  }

  function figure(describer, measure, row) {
    const { value, low, high } = describer.figure(measure, row);
    if (Number.isNaN(value)) {
      return element("td", { className: "course-text course-missing" }, describer.why(row));
    }
    const spread = low < high ? [element("small", {}, span(low, high))] : [];
    return element("td", { className: "course-measured" }, number(value), ...spread);
  }

  function known(value) {
    const none = () => element("span", { role: "img", "aria-label": "none" }, DASH);
    return element("td", {}, Number.isNaN(value) ? none() : number(value));
  }

  function button(describer, row) {
    const cell = element("td", { className: "course-left" });
    if (describer.records.number("timelines", row) > 0) {
      const properties = {
        type: "button",
        className: "explorer-button",
        "aria-label": `Timeline: ${describer.label(row)}`,
        "data-address": describer.records.address(row),
      };
      cell.append(element("button", properties, "Timeline"));
    }
    return cell;
  }

  /**
   * Fills the table.
   *
   * @param {HTMLTableElement} table
   * @param {View} view
   * @param {number} count - of rows, at most
   */
  function fill(table, view, count) {
    const columns = columnsOf(view);
    const heads = columns.map(({ head, left }) =>
      element("th", { scope: "col", className: left ? "course-left" : "" }, head),
    );
    const lines = view.rows.slice(0, count).map((row) => {
      const cells = columns.map(({ cell, style }) => {
        const made = cell(row);
        if (style) {
          made.classList.add(style);
        }
        return made;
      });
      return element("tr", {}, ...cells);
    });
    table.tHead.replaceChildren(element("tr", {}, ...heads));
    table.tBodies[0].replaceChildren(...lines);
  }

  explorer.table = { fill };
})((globalThis.courseExplorer ??= {}));
