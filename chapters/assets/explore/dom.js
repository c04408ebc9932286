// Makes elements. Text stays text: what a reader's file says never becomes markup.
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

  /** The explorer's element of that name. */
  const part = (name) => document.getElementById(`explorer-${name}`);

  explorer.dom = { element, part };
})((globalThis.courseExplorer ??= {}));
