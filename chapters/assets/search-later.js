// The search index is larger than the rest of a page, and most readers of a page never search.
// Material requests it at once; here that request waits until the field has the focus.
(function () {
  "use strict";

  const INDEX = /\/search\/search_index\.json$/;
  const { open, send } = XMLHttpRequest.prototype;
  const asksForIndex = new WeakSet();

  const wanted = new Promise((search) => {
    // A link to search results (?q=) also moves the focus here.
    document.addEventListener("focusin", ({ target }) => {
      if (target.matches("[data-md-component=search-query]")) {
        search();
      }
    });
  });

  XMLHttpRequest.prototype.open = function (method, url, ...more) {
    if (INDEX.test(url)) {
      asksForIndex.add(this);
    }
    return open.call(this, method, url, ...(more.length ? more : [true]));
  };

  XMLHttpRequest.prototype.send = function (body) {
    if (asksForIndex.has(this)) {
      wanted.then(() => send.call(this, body));
    } else {
      send.call(this, body);
    }
  };
})();
