// Creates elements. Text stays text: a record's words never become markup.
(function (explorer) {
  "use strict";

  /**
   * @param {string} name
   * @param {Record<string, unknown>} properties - set as properties if the element has them, else
   *   as attributes; `undefined` is skipped
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

  /** Draws a shape's sign, as in the chart; decorative, since words beside it say the same. */
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

  /** Returns the explorer's element of that name. */
  const part = (name) => document.getElementById(`explorer-${name}`);

  explorer.dom = { element, sign, part };
})((globalThis.courseExplorer ??= {}));
