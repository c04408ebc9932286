// The page "Decide": turns fields and sliders into numbers, then a picture, words and an address.
"use strict";

(() => {
  const { evaluate, verdict, sentences, say, digits, draw } = globalThis.courseDecide;
  const STEPS = 1000; // positions of a slider
  const part = (name) => document.getElementById(`decide-${name}`);
  const { rules, prices } = JSON.parse(part("data").textContent);
  const inputs = [...rules.inputs, ...rules.prices];
  const start = Object.fromEntries(
    inputs.map(({ name, start: usual, scale }) => [
      name,
      name in prices && prices[name] !== null ? Number(digits(prices[name])) : usual,
    ]),
  );
  const form = part("form");
  const field = (name) => form.elements[name];
  const slider = (name) => form.elements[`${name}-slider`];

  // ---- sliders ----------------------------------------------------------------------------------

  const placeOf = ({ least, most, log }, number) =>
    STEPS *
    (log ? Math.log(number / least) / Math.log(most / least) : (number - least) / (most - least));

  const numberAt = ({ least, most, log, step }, place) => {
    const share = place / STEPS;
    const exact = log ? least * (most / least) ** share : least + (most - least) * share;
    return step ? Math.round(exact / step) * step : exact;
  };

  /** Move the slider to the field's number, clamped to the slider's range. */
  const placeSlider = (input) => {
    const { name, least, most } = input;
    const number = Number(field(name).value) || 0;
    slider(name).value = placeOf(input, Math.min(Math.max(number, least), most));
  };

  /** Format a number for a field: no commas, and only as many digits as are meaningful. */
  const plain = (number, count = 6) => String(Number(number.toPrecision(count)));

  // ---- the address ------------------------------------------------------------------------------

  const readAddress = () => {
    const given = new URLSearchParams(location.hash.replace(/^#/u, ""));
    for (const input of inputs) {
      const typed = given.get(input.name);
      field(input.name).value = typed ?? plain(start[input.name]);
      placeSlider(input);
    }
    const collector = given.get("collector");
    field("collector").value = collector in rules.collectors ? collector : "";
  };

  const writeAddress = () => {
    const told = inputs
      .filter(({ name }) => field(name).value !== plain(start[name]))
      .map(({ name }) => [name, field(name).value]);
    const collector = field("collector").value;
    const all = new URLSearchParams(collector ? [...told, ["collector", collector]] : told);
    history.replaceState(null, "", `#${all}`);
  };

  // ---- what follows -----------------------------------------------------------------------------

  /** Return the fields' numbers; null for an empty or impossible one. */
  const known = () => {
    const values = {};
    for (const { name, unit, scale, least, optional } of inputs) {
      const text = field(name).value.trim();
      const number = Number(text);
      const valid = text !== "" && Number.isFinite(number) && number >= Math.min(least, 0.001);
      field(name).setAttribute("aria-invalid", String(!valid && !(optional && text === "")));
      slider(name).setAttribute("aria-valuetext", `${text} ${unit}`.trim()); // not its position
      values[name] = valid ? number * scale : null;
    }
    return { ...values, ...rules.collectors[field("collector").value].values };
  };

  const item = (text) => {
    const made = document.createElement("li");
    made.textContent = text;
    return made;
  };

  const update = () => {
    const values = evaluate(rules, known());
    const found = verdict(rules, values);
    const missing = inputs.filter(({ name, optional }) => values[name] === null && !optional);
    const needed = missing.map(({ label }) => label.split(":")[0].toLowerCase()).join("; ");
    part("verdict").textContent = found ? say(found.say, values) : `Still needed: ${needed}.`;
    const said = sentences(rules, values).map((rule) => say(rule.say, values));
    const collector = rules.collectors[field("collector").value];
    if (collector.by) {
      said.push(`A live pool is visited by ${collector.by}, as chapter 8 explains.`);
    }
    part("advice").replaceChildren(...said.map(item));
    part("picture").hidden = !found;
    if (found) {
      draw(part("picture"), values);
    }
  };

  form.addEventListener("input", ({ target }) => {
    const input = inputs.find(({ name }) => target.name.replace("-slider", "") === name);
    if (input && target.type === "range") {
      field(input.name).value = plain(numberAt(input, Number(target.value)), 3);
    } else if (input) {
      placeSlider(input);
    }
    writeAddress();
    update();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  part("again").addEventListener("click", () => {
    history.replaceState(null, "", "#");
    readAddress();
    update();
  });
  part("link").addEventListener("click", async () => {
    writeAddress();
    try {
      await navigator.clipboard.writeText(location.href);
      part("said").textContent = "Link copied.";
    } catch {
      part("said").textContent = `Copy this link: ${location.href}`; // not every page may copy
    }
  });
  window.addEventListener("hashchange", () => {
    readAddress();
    update();
  });
  new ResizeObserver(update).observe(part("shown"));
  readAddress();
  update();
})();
