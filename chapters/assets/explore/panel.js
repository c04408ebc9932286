// The panel of one record's timeline.
(function (explorer) {
  "use strict";

  const { element, part } = explorer.dom;
  const { title, panels, scales, told, events } = explorer.timelines;

  /** Shows what happened over time; its drawing is made when it is first asked for. */
  class Panel {
    #specification;
    #drawing = null;
    #latest = "";

    constructor(specification) {
      this.#specification = specification;
    }

    hide() {
      this.#latest = "";
      part("timeline").hidden = true;
    }

    /**
     * @param {string} address - of the record
     * @param {() => Promise<object[]>} load - its timelines
     * @param {{label: string, colour: string}} looks
     * @param {number} place - of the one to show
     */
    async show(address, load, { label, colour }, place) {
      this.#latest = `${address} ${place}`;
      const mine = this.#latest;
      part("timeline-title").textContent = label;
      part("timeline").hidden = false;
      let all;
      try {
        all = await load();
      } catch (error) {
        part("timeline-told").textContent = `The timeline could not be loaded: ${error.message}`;
        return;
      }
      if (this.#latest !== mine) {
        return; // another one was asked for meanwhile
      }
      const one = all[place] ?? all[0];
      this.#offer(all, all.indexOf(one));
      part("timeline-title").textContent = `${label}: ${title(one)}`;
      part("timeline-told").textContent = told(one);
      const rows = events(one).map((cells) => element("tr", {}, ...cells.map(cell)));
      part("events").replaceChildren(...rows);
      await this.#draw(one, colour);
    }

    async #draw(one, colour) {
      this.#drawing ??= explorer.chart.draw(part("timeline-chart"), this.#specification);
      try {
        const data = panels(one, colour);
        await (await this.#drawing).show(scales(one, data), data);
      } catch (error) {
        part("timeline-chart").textContent = `The drawing failed: ${error.message}`;
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
