// Formats figures and axes, like numbers.py and drawing.py for the other pages.
(function (explorer) {
  "use strict";

  const UNITS = { ns: "ns", ms: "ms", "/s": "per s", million: "million" };
  const DASH = "\u2013";
  const SPACE = "\u00a0"; // no-break
  const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const FEWEST = 2; // numbers on an axis: a single one does not show how far it reaches

  const whole = new Intl.NumberFormat("en-US", {
    maximumFractionDigits: 0,
    roundingMode: "halfEven", // like Python
  });

  /** Two or three significant digits, whole from 20 on: 0.021, 1.4, 14.3, 84, 4,042. */
  function number(value) {
    const size = Math.abs(value);
    if (size === 0) {
      return "0";
    }
    if (size >= 20) {
      return whole.format(value);
    }
    if (size >= 2) {
      return trim(value.toFixed(1));
    }
    if (size >= 0.1) {
      return trim(value.toFixed(2));
    }
    return trim(value.toFixed(Math.min(1 - Math.floor(Math.log10(size)), 100)));
  }

  function trim(text) {
    return text.includes(".") ? text.replace(/0+$/u, "").replace(/\.$/u, "") : text;
  }

  /** A number with its unit: `84 ns`, `3.2%`. */
  function quantity(value, unit) {
    if (unit === "%") {
      return `${number(value)}%`;
    }
    return unit ? `${number(value)}${SPACE}${UNITS[unit] ?? unit}` : number(value);
  }

  /** A range with a dash between; one number if both are written alike. */
  function span(low, high) {
    const ends = [number(low), number(high)];
    return ends[0] === ends[1] ? ends[0] : ends.join(DASH);
  }

  /** Ends of a logarithmic scale, a little beyond the figures. */
  function logEnds(values) {
    const known = values.filter((value) => value > 0);
    // reduce() instead of spreading, because argument lists are limited.
    const least = known.reduce((a, b) => Math.min(a, b), Infinity);
    const most = known.reduce((a, b) => Math.max(a, b), 0);
    return known.length ? [least * 0.85, most * 1.18] : [1, 1000];
  }

  /**
   * 1, 2 and 5 times each power of ten; only the powers if the scale spans many. If fewer than two
   * of these fit, all digits of each power; if these are too few as well, equal steps.
   */
  function logTicks([from, to]) {
    const [low, high] = [from, to].map((end) => Math.floor(Math.log10(end)));
    const choices = high - low > 3 ? [[1]] : [[1, 2, 5], DIGITS];
    for (const digits of choices) {
      const ticks = [];
      for (let power = low; power <= high; power++) {
        ticks.push(...digits.map((digit) => scaled(digit, power)));
      }
      const within = ticks.filter((tick) => from <= tick && tick <= to);
      if (within.length >= FEWEST) {
        return within;
      }
    }
    return evenTicks(from, to);
  }

  /** Returns the multiples of the largest round step that may fit twice. */
  function evenTicks(from, to) {
    const largest = (to - from) / FEWEST;
    const power = Math.floor(Math.log10(largest));
    const digit = [5, 2].find((one) => scaled(one, power) <= largest) ?? 1;
    const step = scaled(digit, power);
    const ticks = [];
    for (let count = Math.ceil(from / step); count <= Math.floor(to / step); count++) {
      ticks.push(scaled(count * digit, power));
    }
    return ticks;
  }

  /** Parsed, not multiplied: 5 * 10 ** -2 is not 0.05. */
  function scaled(digits, power) {
    return Number(`${digits}e${power}`);
  }

  explorer.numbers = { number, quantity, span, logEnds, logTicks, DASH, SPACE };
})((globalThis.courseExplorer ??= {}));
