// Events over time in one record: pauses, the heap after each, and packets lost.
(function (explorer) {
  "use strict";

  const { number, quantity } = explorer.numbers;

  // The same values as in timelines.py.
  const BINS = 130; // equal parts of the window for which losses are summed
  const SHORTEST_MS = 0.01; // shorter pauses are drawn this long: the scale is logarithmic
  const WIDTH = 520;
  const AXES = 64; // pixels for the axes' numbers and titles beside the panels
  const EVENTS = 60; // rows of the table; the largest are taken

  const HERE = globalThis.document?.currentScript?.src;

  /** Address of a record -> its timelines, filled in by scripts that the site's build makes. */
  const scripts = {};

  /**
   * Loads a record's timelines on demand, because they are large. Each record has its own script,
   * since scripts also work from the file system.
   */
  function load(address) {
    if (address in scripts) {
      return Promise.resolve(scripts[address]);
    }
    return new Promise((done, failed) => {
      const src = new URL(`timelines/${address}.js`, HERE).href;
      const script = explorer.dom.element("script", { src });
      script.onload = () => {
        if (address in scripts) {
          done(scripts[address]);
        } else {
          failed(new Error(`${src} belongs to another record`)); // from an earlier build, perhaps
        }
      };
      script.onerror = () => failed(new Error(`${src} is missing`));
      document.head.append(script);
    });
  }

  /** Names the window: a probe, or batch mode. */
  function title({ probe }) {
    if (!probe) {
      return "batch mode";
    }
    const lost = probe.lost ? `${quantity(probe.loss_pct, "%")} lost` : "none lost";
    const early = probe.stopped_early ? ", stopped at its first loss" : "";
    return `a packet every ${quantity(probe.interval_ns, "ns")}, ${lost}${early}`;
  }

  /** Returns the panels' width for the space in pixels, so that letters need not shrink. */
  function widthIn(room) {
    return Math.min(WIDTH, room - AXES);
  }

  /** Returns the rows of the three panels, in seconds. */
  function panels({ length_ms, pauses, heap, losses }, colour, width) {
    const least = (length_ms / 1000 / width) * 1.5; // a bar must be visible
    const points = heap.map(([at, mb]) => ({ at: at / 1000, mb, colour }));
    const last = points.at(-1);
    return {
      pauses: pauses.map(([at, ms, kind]) => ({
        at: at / 1000,
        end: Math.max((at + ms) / 1000, at / 1000 + least),
        ms: Math.max(ms, SHORTEST_MS),
        floor: SHORTEST_MS,
        colour,
        told: `${kind}: ${quantity(ms, "ms")} at ${number(at / 1000)} s`,
      })),
      heap: last ? [...points, { ...last, at: length_ms / 1000 }] : [],
      losses: binned(losses, length_ms),
    };
  }

  /** Sums losses over equal parts of the window, a bar for each. */
  function binned(losses, length_ms) {
    const part = length_ms / BINS;
    const sums = new Map();
    for (const [at, lost] of losses) {
      const bin = Math.min(Math.floor(at / part), BINS - 1);
      sums.set(bin, (sums.get(bin) ?? 0) + lost);
    }
    return [...sums].map(([bin, lost]) => ({
      at: (bin * part) / 1000,
      end: ((bin + 1) * part) / 1000,
      lost,
      floor: 0,
      told: `${number(lost)} lost`,
    }));
  }

  /** Returns the ends of the panels' scales. */
  function scales({ length_ms }, { heap, losses }) {
    const top = (values) => values.reduce((a, b) => Math.max(a, b), 0) || 1;
    return {
      t_end: length_ms / 1000,
      heap_top: top(heap.map(({ mb }) => mb)),
      lost_top: top(losses.map(({ lost }) => lost)),
    };
  }

  /** Describes the timeline in a sentence. */
  function told({ length_ms, pauses, losses, truncated }) {
    const longest = pauses.reduce((most, [, ms]) => Math.max(most, ms), 0);
    const count = `${pauses.length} ${pauses.length === 1 ? "pause" : "pauses"}`;
    const parts = [
      pauses.length ? `${count}, the longest ${quantity(longest, "ms")}` : "no pauses",
    ];
    if (losses.length) {
      const lost = losses.reduce((sum, [, one]) => sum + one, 0);
      const packets = lost === 1 ? "packet" : "packets";
      parts.push(`${number(lost)} ${packets} lost, the first at ${number(losses[0][0] / 1000)} s`);
    }
    const more = truncated ? " Some pauses or collections aren't shown." : "";
    return `${number(length_ms / 1000)} seconds: ${parts.join("; ")}.${more}`;
  }

  /** Returns the longest pauses and largest losses in order of time: when, what, how much. */
  function events({ pauses, losses }) {
    const largest = (list) => list.reduce((most, [, much]) => Math.max(most, much), 0) || 1;
    const [worst, most] = [largest(pauses), largest(losses)];
    return [
      ...pauses.map(([at, ms, kind]) => ({
        at,
        what: kind,
        much: quantity(ms, "ms"),
        size: ms / worst,
      })),
      ...losses.map(([at, lost]) => ({
        at,
        what: "packets lost",
        much: number(lost),
        size: lost / most,
      })),
    ]
      .sort((a, b) => b.size - a.size)
      .slice(0, EVENTS)
      .sort((a, b) => a.at - b.at)
      .map(({ at, what, much }) => [number(at / 1000), what, much]);
  }

  explorer.timelines = { scripts, load, title, widthIn, panels, scales, told, events };
})((globalThis.courseExplorer ??= {}));
