// Reads the reader's own records: in slices, so that the page goes on; nothing leaves the browser.
(function (explorer) {
  "use strict";

  const SLICE = 1 << 16; // characters looked at before the clock is
  const TURN_MS = 12; // of work before the page gets a turn
  const LONGEST = 1 << 24; // characters of one record; ours have a hundredth of that
  const ENDS = ["", ".low", ".high"];

  /** What is wrong with a file, in words that follow its name. */
  class Fault extends Error {}

  /**
   * Cuts a stream of text into records: one, a list of them, or one after another.
   *
   * It follows quotes and braces only; whether what is between them is JSON, JSON.parse says.
   */
  class Splitter {
    #pending = "";
    #depth = 0;
    #inText = false;
    #escaped = false;
    #list = "none"; // or open, or closed
    #any = false;

    /**
     * @param {string} text - what follows
     * @returns {string[]} the records that end in it
     * @throws {Fault}
     */
    feed(text) {
      const found = [];
      let start = 0;
      for (let at = 0; at < text.length; at++) {
        const sign = text[at];
        if (this.#inText) {
          if (this.#escaped) {
            this.#escaped = false;
          } else if (sign === "\\") {
            this.#escaped = true;
          } else if (sign === '"') {
            this.#inText = false;
          }
        } else if (sign === "{") {
          if (this.#depth === 0) {
            start = at;
          }
          this.#depth += 1;
        } else if (this.#depth === 0) {
          this.#between(sign);
        } else if (sign === '"') {
          this.#inText = true;
        } else if (sign === "}") {
          this.#depth -= 1;
          if (this.#depth === 0) {
            found.push(this.#pending + text.slice(start, at + 1));
            this.#pending = "";
            this.#any = true;
          }
        }
      }
      if (this.#depth > 0) {
        this.#pending += text.slice(start);
        if (this.#pending.length > LONGEST) {
          throw new Fault("begins a record that is far longer than any of ours");
        }
      }
      return found;
    }

    /** @throws {Fault} when the text must not end here */
    end() {
      if (this.#depth > 0) {
        throw new Fault("ends in the middle of a record");
      }
      if (this.#list === "open") {
        throw new Fault("ends in the middle of its list");
      }
      if (!this.#any) {
        throw new Fault("holds no record");
      }
    }

    #between(sign) {
      if (/[\s,]/u.test(sign)) {
        return;
      }
      if (sign === "[" && this.#list === "none" && !this.#any) {
        this.#list = "open";
      } else if (sign === "]" && this.#list === "open") {
        this.#list = "closed";
      } else {
        throw new Fault(`has “${sign}” where a record, { … }, should begin`);
      }
    }
  }

  /** The figure that the steps lead to; null where they, or the record, end before. */
  function figure(record, steps) {
    return steps.length ? steps.reduce((part, step) => part?.[step] ?? null, record) : null;
  }

  /** What happened in a record's windows, as explore_data.py tells it. */
  function timelinesOf({ realtime, gc }) {
    if (!realtime) {
      return gc?.timeline ? [{ probe: null, ...gc.timeline }] : [];
    }
    return realtime.probes
      .filter((probe) => probe.timeline)
      .map(({ interval_ns, lost, loss_pct, stopped_early = null, timeline }) => ({
        probe: { interval_ns, lost, loss_pct, stopped_early },
        ...timeline,
      }));
  }

  /** A record by the names of the columns, but for its set, as explore_data.py makes it. */
  function rowOf(record, measures) {
    const { cell, provenance } = record;
    const { commit, dirty, source_hash, started, command, duration_s } = provenance;
    const { name = "", version = "", vendor = "", flags = [] } = provenance.runtime ?? {};
    const row = {
      ...cell,
      variant: cell.variant ?? null,
      status: record.status,
      reason: record.reason,
      ...{ commit, dirty, source_hash, started, command, duration_s },
      runtime: [name, version, vendor].filter(Boolean).join(" "),
      flags,
      timelines: timelinesOf(record).length,
    };
    for (const measure of measures) {
      [measure.value, measure.low, measure.high].forEach((steps, index) => {
        row[measure.key + ENDS[index]] = figure(record, steps);
      });
    }
    return row;
  }

  /** The reader's records: the newest of each cell, in sets of one machine and profile each. */
  class Own {
    #data;
    #check;
    #sets = new Map();
    #rows = new Map();
    #timelines = new Map();

    /** @param {object} data - as the site's build exports it */
    constructor(data) {
      this.#data = data;
      this.#check = explorer.schema.compile(data.schema);
    }

    get sets() {
      return [...this.#sets.values()];
    }

    get rows() {
      return [...this.#rows.values()];
    }

    /** The timelines of a row's record, or undefined. */
    timelines(address) {
      const text = this.#timelines.get(address);
      return text && JSON.parse(text);
    }

    /**
     * @param {string} text - of one record
     * @throws {Fault} naming the field that is wrong
     */
    add(text) {
      const record = parsed(text);
      const fault = this.#check(record);
      if (fault) {
        throw new Fault(explorer.schema.inWords(fault));
      }
      const workload = record.provenance.workload ?? 1;
      if (workload !== this.#data.workload) {
        throw new Fault(
          `provenance.workload is ${workload}; the figures here are of version ` +
            `${this.#data.workload}, and those of another program cannot stand beside them`,
        );
      }
      const set = this.#setOf(record);
      const row = { ...rowOf(record, this.#data.measures), set: set.key };
      const address = `${set.key}/${explorer.records.cellId((name) => row[name])}`;
      const before = this.#rows.get(address);
      if (!before || Date.parse(before.started) <= Date.parse(row.started)) {
        this.#rows.set(address, row);
        // As text, which takes a tenth of the memory: few are ever looked at.
        this.#timelines.set(address, JSON.stringify(timelinesOf(record)));
      }
    }

    #setOf({ profile, provenance: { machine } }) {
      const identity = JSON.stringify([
        profile,
        ...this.#data.identity.map((name) => machine[name]),
      ]);
      if (!this.#sets.has(identity)) {
        const count = this.#sets.size + 1;
        const title = count === 1 ? "your records" : `your records ${count}`;
        this.#sets.set(identity, { key: `own-${count}`, title, name: title, profile, machine });
      }
      return this.#sets.get(identity);
    }
  }

  function parsed(text) {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Fault(`is not JSON: ${error.message}`);
    }
  }

  /**
   * Reads sources one after another. A fault ends its source; what came before it stays.
   *
   * @param {{name: string, size: number, file?: Blob, text?: string}[]} sources
   * @param {Own} own - takes the records
   * @param {(progress: {records: number, share: number}) => void} tell - at each turn of the page
   * @param {AbortSignal} signal - ends it early
   * @returns {Promise<{records: number, faults: {name: string, says: string}[]}>}
   */
  async function read(sources, own, tell, signal) {
    const size = sources.reduce((sum, source) => sum + source.size, 0);
    const faults = [];
    let records = 0;
    let done = 0;
    let began = performance.now();
    const giveTurn = async () => {
      if (performance.now() - began > TURN_MS) {
        tell({ records, share: Math.min(done / size, 1) });
        await new Promise((go) => setTimeout(go));
        began = performance.now();
      }
    };
    for (const source of sources) {
      const splitter = new Splitter();
      try {
        for await (const text of slices(source)) {
          for (const record of splitter.feed(text)) {
            own.add(record);
            records += 1;
            await giveTurn();
          }
          done += text.length;
          await giveTurn();
          if (signal.aborted) {
            return { records, faults };
          }
        }
        splitter.end();
      } catch (error) {
        const says = error instanceof Fault ? error.message : `cannot be read: ${error.message}`;
        faults.push({ name: source.name, says });
      }
    }
    return { records, faults };
  }

  /** The text of a source in slices. */
  async function* slices({ file, text }) {
    if (text !== undefined) {
      yield* cut(text);
      return;
    }
    const decoder = new TextDecoderStream("utf-8", { fatal: true });
    const reader = file.stream().pipeThrough(decoder).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read().catch(refuse);
        if (done) {
          return;
        }
        yield* cut(value);
      }
    } finally {
      reader.cancel().catch(() => {}); // of a stream that has failed already
    }
  }

  /** A decoder throws a TypeError at the first byte that is wrong. */
  function refuse(error) {
    throw error instanceof TypeError ? new Fault("is not text in UTF-8") : error;
  }

  function* cut(text) {
    for (let at = 0; at < text.length; at += SLICE) {
      yield text.slice(at, at + SLICE);
    }
  }

  explorer.intake = { Splitter, Own, Fault, read, rowOf, timelinesOf };
})((globalThis.courseExplorer ??= {}));
