// The form: from a choice to its controls and back, and how many records each option would show.
(function (explorer) {
  "use strict";

  const { element, part } = explorer.dom;
  const { token } = explorer.choice;

  const form = () => part("choice");
  const facets = () => [...form().querySelectorAll("[data-facet]")];
  const options = (facet) => [...facet.querySelectorAll("input")];

  /** Ticks what is chosen. */
  function write(choice, measures) {
    for (const facet of facets()) {
      const tokens = choice.chosen.get(facet.dataset.facet);
      for (const input of options(facet)) {
        input.checked = tokens.has(input.value);
      }
    }
    const { show, order } = form().elements;
    const keys = measures.map(({ key }) => key);
    // A list that is open, or has the focus, is left alone where it can be.
    if (Array.from(show.options, ({ value }) => value).join() !== keys.join()) {
      const offered = measures.map(({ key, title }) => element("option", { value: key }, title));
      show.replaceChildren(...offered);
    }
    show.value = choice.show;
    order.value = choice.order;
  }

  /** What is ticked; the rest of the choice is no part of the form. */
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

  /** Writes beside each option how many records it would show with the rest of the choice. */
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
