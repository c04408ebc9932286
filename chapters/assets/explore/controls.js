// The form: maps a choice to its controls and back, and counts the records for each option.
(function (explorer) {
  "use strict";

  const { element, part } = explorer.dom;
  const { token } = explorer.choice;

  const form = () => part("choice");
  const facets = () => [...form().querySelectorAll("[data-facet]")];
  const options = (facet) => [...facet.querySelectorAll("input")];

  /** Ticks the chosen options. */
  function write(choice, measures) {
    for (const facet of facets()) {
      const tokens = choice.chosen.get(facet.dataset.facet);
      for (const input of options(facet)) {
        input.checked = tokens.has(input.value);
      }
    }
    const { show, order } = form().elements;
    const keys = measures.map(({ key }) => key);
    // If possible, leave a list alone: it may be open or have the focus.
    if (Array.from(show.options, ({ value }) => value).join() !== keys.join()) {
      const offered = measures.map(({ key, title }) => element("option", { value: key }, title));
      show.replaceChildren(...offered);
    }
    show.value = choice.show;
    order.value = choice.order;
  }

  /** Returns the form's part of a choice. */
  function read() {
    const ticked = (facet) => options(facet).filter((input) => input.checked);
    const { show, order } = form().elements;
    return {
      chosen: new Map(
        facets().map((facet) => [
          facet.dataset.facet,
          new Set(ticked(facet).map((input) => input.value)),
        ]),
      ),
      show: show.value,
      order: order.value,
    };
  }

  /** Shows beside each option the number of records it would select, given the other columns. */
  function count(records, counts) {
    for (const facet of facets()) {
      const name = facet.dataset.facet;
      const places = new Map(records.coded[name].values.map((value, at) => [token(value), at]));
      for (const input of options(facet)) {
        const number = counts.get(name)[places.get(input.value)] ?? 0;
        const small = input.closest("label").querySelector("small");
        if (small.textContent !== String(number)) {
          small.textContent = number;
        }
      }
    }
  }

  explorer.controls = { form, write, read, count };
})((globalThis.courseExplorer ??= {}));
