// The explorer: turns input into a choice, and the choice into table, chart and address.
(function (explorer) {
  "use strict";

  const { data } = explorer;
  const { element, part } = explorer.dom;
  const { number } = explorer.numbers;
  const { toHash, ofHash, values, dropUnknown } = explorer.choice;
  const { USUAL } = explorer.describe;
  const { controls } = explorer;

  const ROWS = 100; // of the table at a time
  const COLUMNS = data.dimensions.map(({ key }) => key);
  const START = "batch";
  const ANSWER = "explorer-answer"; // name of the measurement of a change's duration

  const records = new explorer.records.Records(data.columns);
  const describer = new explorer.describe.Describer(data, records);
  const panel = new explorer.panel.Panel(data.charts.timeline);
  const drawing = Promise.resolve().then(() =>
    explorer.chart.draw(part("chart"), data.charts.figures),
  );
  const reader = new explorer.reader.Reader((place) =>
    // If drawing fails, the reader's words are still there.
    drawing.then((chart) => chart.show({ reading: place }, {})).catch(() => {}),
  );

  let choice = null;
  let view = null;
  let count = ROWS;
  let answers = 0; // changes shown so far

  // ---- the choice -------------------------------------------------------------------------------

  /** Returns the measures of the chosen mode. */
  function offered() {
    const [mode] = choice.chosen.get("mode");
    return data.measures.filter(({ modes }) => modes.includes(mode));
  }

  /** Fills in what a choice leaves open, and removes and returns what this data does not have. */
  function settle() {
    const dropped = dropUnknown(choice, records);
    if (choice.chosen.get("mode").size !== 1) {
      choice.chosen.set("mode", new Set([START]));
    }
    const keys = offered().map(({ key }) => key);
    choice.show = keys.includes(choice.show) ? choice.show : keys[0];
    choice.order = choice.order === "figure" ? "figure" : "name";
    if (choice.cell && rowOverTime() < 0) {
      dropped.push(`cell=${choice.cell}`);
      choice.cell = "";
      choice.probe = "";
    }
    return dropped;
  }

  /** Returns the row of the record whose timeline is chosen, or -1. */
  function rowOverTime() {
    const row = choice.cell ? records.rowAt(choice.cell) : -1;
    return records.number("timelines", row) > 0 ? row : -1;
  }

  /** True if the address is a choice, not an anchor of the page. */
  function isChosen() {
    return location.hash.includes("=");
  }

  /** Shows the address's choice, or the given one instead. */
  function readAddress(instead = null) {
    choice = ofHash(instead ?? location.hash, COLUMNS);
    const dropped = settle();
    controls.write(choice, offered());
    part("astray").textContent = dropped.length
      ? `The link asks for ${dropped.join(", ")}, which isn't in this data.`
      : "";
  }

  function writeAddress() {
    const usual = { show: offered()[0].key, order: "name" };
    const told = { ...choice };
    for (const name of Object.keys(usual)) {
      told[name] = choice[name] === usual[name] ? "" : choice[name];
    }
    history.replaceState(null, "", `#${toHash(told)}`);
    part("astray").textContent = ""; // the address no longer asks for missing data
  }

  function readForm() {
    choice = { ...choice, ...controls.read() };
    settle();
    controls.write(choice, offered());
    writeAddress();
  }

  // ---- what is shown ----------------------------------------------------------------------------

  /** Shows the choice, and records how long that took as a performance measure. */
  async function update() {
    const start = performance.now();
    const measure = data.measures.find(({ key }) => key === choice.show);
    const order = records.order(choice.order === "figure" ? measure.key : "name");
    const { rows, counts } = records.select(values(choice, records), order);
    view = { describer, measure, rows };
    count = ROWS;
    controls.count(records, counts);
    showTable();
    const parts = describer.partsOf(rows);
    const named = parts.differing.length ? parts.differing : parts.shared;
    const { chart } = explorer;
    const room = part("chart").clientWidth;
    const { letters, parameters } = chart.layout(data.charts.figures, room);
    const marks = chart.marks(describer, measure, rows, named, letters);
    tell(parts, marks.length);
    reader.offer(marks);
    try {
      const told = { ...chart.axes(marks), ...parameters, reading: -1 };
      await (await drawing).show(told, { rows: marks });
    } catch (error) {
      const fault = ` The chart can't be drawn: ${error.message}`;
      part("caption").append(element("span", { className: "explorer-fault" }, fault));
    }
    part("chart").closest("figure").classList.remove("is-waiting");
    answers += 1;
    performance.clearMeasures(ANSWER); // keep only the latest, or the list would keep growing
    performance.measure(ANSWER, { start, detail: answers });
    // Sorting many records takes a while, so we do it before anybody waits for it.
    (globalThis.requestIdleCallback ?? setTimeout)(() => records.order(measure.key));
  }

  function showTable() {
    const { measure, rows } = view;
    const title = `${measure.title}: ${number(rows.length)} of ${number(records.length)} records`;
    explorer.table.fill(part("table"), view, count);
    part("table-title").textContent = title;
    part("table-caption").textContent = title;
    const left = rows.length - count;
    const more = part("more");
    const hadFocus = more === document.activeElement;
    more.hidden = left <= 0;
    more.textContent = `Show ${Math.min(left, ROWS)} more of ${number(left)}`;
    if (more.hidden && hadFocus) {
      tableRegion().focus({ preventScroll: true }); // what the reader may want next
    }
  }

  /** Returns the scrolling region around the table. */
  function tableRegion() {
    return part("table").closest(".course-scroll");
  }

  /** Says what is shown, in the caption and for screen readers. */
  function tell({ shared }, drawn) {
    const { measure, rows } = view;
    const known = rows.filter((row) => !Number.isNaN(records.number(measure.key, row))).length;
    const some = rows.length === 1 ? "record" : "records";
    part("count").textContent = rows.length
      ? `${number(rows.length)} ${some}, ${number(known)} with a figure.`
      : "No records match. Clear a filter.";
    const common = rows.length > 1 ? describer.label(rows[0], shared) : USUAL;
    const noted = rows.slice(0, ROWS).map((row) => describer.note(measure, row));
    const lines = [
      `${measure.title}${common === USUAL ? "" : `; all: ${common}`}.`,
      drawn < known ? `The chart shows the first ${drawn} of ${number(known)} with a figure.` : "",
      "The scale is logarithmic, so equal distances are equal ratios.",
      measure.spread ? `Thin lines reach ${measure.spread}.` : "",
      ...new Set(noted),
    ];
    part("caption").textContent = lines.filter(Boolean).join(" ");
    part("chart").setAttribute("aria-label", `Chart of the table below: ${measure.title}`);
  }

  // ---- over time --------------------------------------------------------------------------------

  /** Shows the chosen record's timeline, or none. */
  async function showTimeline() {
    const row = rowOverTime();
    if (row < 0) {
      panel.hide();
      return;
    }
    const address = choice.cell;
    const load = () => explorer.timelines.load(address);
    const looks = { label: describer.label(row), colour: describer.solution(row).colour };
    await panel.show(address, load, looks, Number(choice.probe) || 0);
  }

  function chooseTimeline(cell, probe) {
    choice = { ...choice, cell, probe };
    writeAddress();
    return showTimeline();
  }

  async function openTimeline(address) {
    await chooseTimeline(address, "");
    const title = part("timeline-title");
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    title.focus({ preventScroll: true });
    title.scrollIntoView({ behavior: still ? "auto" : "smooth" });
  }

  function closeTimeline() {
    const address = choice.cell;
    chooseTimeline("", "");
    // Back to the reader's starting point, if that is still in the table.
    const buttons = [...part("table").querySelectorAll("[data-address]")];
    const button = buttons.find((one) => one.dataset.address === address);
    (button ?? tableRegion()).focus();
  }

  // ---- links and files --------------------------------------------------------------------------

  async function copyLink() {
    writeAddress();
    const { href } = location;
    try {
      await navigator.clipboard.writeText(href);
      part("count").textContent = "Link copied.";
    } catch {
      part("count").textContent = `Copy this link: ${href}`; // not every page may copy
    }
  }

  function save(kind, type, text) {
    explorer.download.save(`records-${choice.show}.${kind}`, type, text);
  }

  // ---- event handlers ---------------------------------------------------------------------------

  readAddress(isChosen() ? null : data.opening);
  update();
  showTimeline();

  controls.form().addEventListener("change", () => {
    readForm();
    update();
  });
  controls.form().addEventListener("submit", (event) => event.preventDefault());
  part("clear").addEventListener("click", () => {
    history.replaceState(null, "", "#");
    readAddress();
    update();
    showTimeline();
  });
  part("link").addEventListener("click", copyLink);
  part("csv").addEventListener("click", () => {
    save("csv", "text/csv", explorer.download.csv(describer, view.rows));
  });
  part("json").addEventListener("click", () => {
    const text = explorer.download.json(describer, view.rows, location.href);
    save("json", "application/json", text);
  });
  part("more").addEventListener("click", () => {
    count += ROWS;
    showTable();
  });
  part("table").addEventListener("click", ({ target }) => {
    if (target.dataset.address) {
      openTimeline(target.dataset.address);
    }
  });
  part("probe").addEventListener("change", ({ target }) => {
    chooseTimeline(choice.cell, target.value);
  });
  part("timeline-close").addEventListener("click", closeTimeline);
  window.addEventListener("hashchange", () => {
    if (isChosen()) {
      readAddress();
      update();
      showTimeline();
    }
  });
})((globalThis.courseExplorer ??= {}));
