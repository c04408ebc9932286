// The page "Decide", in C++: turns fields into the first rule that fits.
"use strict";

(() => {
  const { nativeAdvice, say } = globalThis.courseDecide;
  const part = (name) => document.getElementById(`native-${name}`);
  const rules = JSON.parse(part("data").textContent);

  /** Return the fields' numbers; null for an impossible one. */
  const known = () => {
    const values = {};
    for (const { name, scale, least, most } of rules.inputs) {
      const field = part(name);
      const number = field.value.trim() === "" ? NaN : Number(field.value);
      const valid = number >= least && number <= most;
      field.setAttribute("aria-invalid", String(!valid));
      values[name] = valid ? number * scale : null;
    }
    if (values.low > values.high) {
      part("high").setAttribute("aria-invalid", "true");
      values.high = null;
    }
    return values;
  };

  const update = () => {
    const values = known();
    const complete = !Object.values(values).includes(null);
    const told = nativeAdvice(rules, values).join(" ");
    part("verdict").textContent = complete
      ? told[0].toUpperCase() + told.slice(1)
      : "Without a valid number in every field, there's no advice.";
  };

  part("form").addEventListener("input", update);
  part("form").addEventListener("submit", (event) => event.preventDefault());
  update();
})();
