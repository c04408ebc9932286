// The panel of one record's timeline.
(function (explorer) {
  "use strict";

  const { element, part } = explorer.dom;
  const { title, panels, scales, told, events, widthIn } = explorer.timelines;

  /** Shows events over time; creates its drawing at first use. */
  class Panel {
    #specification;
    #drawing = null;
    #address = ""; // of the record whose probes are offered
    #turn = 0; // counts requests, so that outdated answers are ignored

    constructor(specification) {
      this.#specification = specification;
    }

    hide() {
      this.#turn += 1;
      part("timeline").hidden = true;
    }

    /**
     * @param {string} address - of the record
     * @param {() => Promise<object[]>} load - its timelines
     * @param {{label: string, colour: string}} looks
     * @param {number} place - of the one to show
     */
    async show(address, load, { label, colour }, place) {
      this.#turn += 1;
      const turn = this.#turn;
      this.#clear(address);
      part("timeline-title").textContent = label;
      part("timeline").hidden = false;
      const all = await load().catch((error) => this.#fail(turn, "couldn't be loaded", error));
      if (!all || this.#turn !== turn) {
        return; // there is none, or another one was requested meanwhile
      }
      const one = all[place] ?? all[0];
      this.#offer(all, all.indexOf(one));
      part("timeline-title").textContent = `${label}: ${title(one)}`;
      part("timeline-told").textContent = told(one);
      part("timeline-overflow").hidden = !one.probe;
      const rows = events(one).map((cells) => element("tr", {}, ...cells.map(cell)));
      part("events").replaceChildren(...rows);
      await this.#draw(one, colour, turn);
    }

    /** Keeps old content from appearing under a new record's name. */
    #clear(address) {
      part("timeline").classList.add("is-waiting");
      part("timeline-told").textContent = "";
      part("events").replaceChildren();
      if (address !== this.#address) {
        this.#address = address;
        part("probe-label").hidden = true;
      }
    }

    #fail(turn, what, error) {
      if (this.#turn === turn) {
        part("timeline-told").append(` The timeline ${what}: ${error.message}.`);
      }
    }

    async #draw(one, colour, turn) {
      const width = widthIn(part("timeline-chart").clientWidth);
      const data = panels(one, colour, width);
      try {
        this.#drawing ??= explorer.chart.draw(part("timeline-chart"), this.#specification);
        await (await this.#drawing).show({ ...scales(one, data), width }, data);
      } catch (error) {
        this.#drawing = null; // the next one may succeed
        this.#fail(turn, "couldn't be drawn", error);
        return;
      }
      if (this.#turn === turn) {
        part("timeline").classList.remove("is-waiting");
      }
    }

    #offer(all, chosen) {
      const select = part("probe");
      const options = all.map((one, place) => element("option", { value: place }, title(one)));
      select.replaceChildren(...options);
      select.value = String(chosen);
      part("probe-label").hidden = all.length < 2;
    }
  }

  function cell(text, place) {
    return element("td", { className: place === 1 ? "course-text" : "" }, text);
  }

  explorer.panel = { Panel };
})((globalThis.courseExplorer ??= {}));
