// The rules of chapter 17, which are data (decision.json), evaluated as in model/decision.py.
"use strict";

(() => {
  const binary = (work) => ([one, other]) => work(one, other);
  const OPERATORS = {
    "+": (all) => all.reduce((sum, one) => sum + one, 0),
    "*": (all) => all.reduce((product, one) => product * one, 1),
    "-": binary((one, other) => one - other),
    "/": binary((one, other) => (other === 0 ? null : one / other)),
    min: (all) => Math.min(...all),
    max: (all) => Math.max(...all),
    sqrt: ([one]) => Math.sqrt(one),
    "<": binary((one, other) => one < other),
    "<=": binary((one, other) => one <= other),
    ">": binary((one, other) => one > other),
    ">=": binary((one, other) => one >= other),
  };

  /** Operators that do not need all of their operands. */
  const LAZY = {
    if: ([when, then, otherwise], of) => of(of(when) ? then : otherwise),
    known: ([one], of) => of(one) !== null,
    not: ([one], of) => !of(one),
    and: (all, of) => all.every((one) => of(one)),
    or: (all, of) => all.some((one) => of(one)),
  };

  /** Evaluate an expression with these values for its names; unknown values are null. */
  const value = (expression, values) => {
    if (typeof expression === "string") {
      return values[expression] ?? null;
    }
    if (!Array.isArray(expression)) {
      return expression;
    }
    const [name, ...operands] = expression;
    const of = (one) => value(one, values);
    if (name in LAZY) {
      return LAZY[name](operands, of);
    }
    const found = operands.map(of);
    return found.includes(null) ? null : OPERATORS[name](found);
  };

  /** Return the known values and all those derived from them. */
  const evaluate = (rules, known) => {
    const values = { ...known };
    for (const [name, expression] of rules.formulas) {
      values[name] = value(expression, values);
    }
    return values;
  };

  /** Return the first verdict that holds, or undefined if too little is known. */
  const verdict = (rules, values) =>
    values.middle === null ? undefined : rules.verdicts.find(({ when }) => value(when, values));

  const sentences = (rules, values) => rules.advice.filter(({ when }) => value(when, values));

  /** Return what native.json says of blocks with these values, of which there are enough. */
  const nativeAdvice = ({ limits, verdicts, pools }, known) => {
    const alive = { samples: limits.enough_samples, alive_bytes: 1e6 * known.alive_mb };
    const values = { ...limits, ...alive, ...known };
    const holds = ({ when }) => value(when, values);
    const found = verdicts.find(holds);
    const more = found.name === "pool" ? pools.filter(holds) : [];
    return [found, ...more].map((rule) => say(rule.say, values));
  };

  // ---- numbers as the command writes them (course/advice/rules.py) -------------------------------

  const whole = new Intl.NumberFormat("en-US", {
    maximumFractionDigits: 0,
    roundingMode: "halfEven", // like Python
  });

  const tenth = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    roundingMode: "halfEven",
  });

  const digits = (number, count = 3) =>
    Math.abs(number) >= 10 ** (count - 1)
      ? whole.format(number)
      : String(Number(number.toPrecision(count)));

  const percent = (share) => {
    if (share > 0 && share < 1e-6) {
      return "less than 0.0001 %";
    }
    return share <= 1 ? `${digits(100 * share, 2)} %` : "more than all";
  };

  const size = (bytes) => {
    const [unit, one] = Object.entries({ GB: 1e9, MB: 1e6, KB: 1e3 }).find(
      ([, each]) => bytes >= each,
    ) ?? ["B", 1];
    return `${one === 1 ? whole.format(bytes) : digits(bytes / one, 2)} ${unit}`;
  };

  const FORMATS = {
    ms: (number) =>
      number < 10_000 ? `${digits(number)} ms` : `${tenth.format(number / 1000)} s`,
    percent,
    share: (part) => (part < 0.995 ? percent(part) : "all"),
    size,
    mb: (number) => `${digits(number)} MB`,
    count: (number) => whole.format(number),
    times: (number) => (number === 1 ? "once" : `${whole.format(number)} times`),
    times_as_long: (ratio) => `${whole.format(100 * ratio)} %`,
  };

  /** Fill the numbers into a rule's sentence. */
  const say = (sentence, values) =>
    sentence.replace(/\{(\w+):(\w+)\}/gu, (_, name, format) => FORMATS[format](values[name] ?? 0));

  globalThis.courseDecide = { evaluate, verdict, sentences, nativeAdvice, say, digits };
})();
