// Makes elements. Text stays text: what a record says never becomes markup.
(function (explorer) {
  "use strict";

  /**
   * @param {string} name
   * @param {Record<string, unknown>} properties - set where the element has such a property, as
   *   attributes elsewhere; `undefined` is left out
   * @param {...(Node|string)} children
   */
  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (value === undefined) {
        continue;
      }
      if (key in made) {
        made[key] = value;
      } else {
        made.setAttribute(key, value);
      }
    }
    made.append(...children);
    return made;
  }

  const SVG = "http://www.w3.org/2000/svg";

  /** The sign of a shape, as the chart has it; it stands beside words that say the same. */
  function sign(shape, colour) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", shape);
    const made = document.createElementNS(SVG, "svg");
    made.setAttribute("class", "explorer-sign");
    made.setAttribute("viewBox", "-1 -1 2 2");
    made.setAttribute("aria-hidden", "true");
    made.style.color = colour;
    made.append(path);
    return made;
  }

  /** The explorer's element of that name. */
  const part = (name) => document.getElementById(`explorer-${name}`);

  explorer.dom = { element, sign, part };
})((globalThis.courseExplorer ??= {}));
