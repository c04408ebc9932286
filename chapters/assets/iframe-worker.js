// Browsers refuse web workers on pages opened from the file system. The site's search needs one, so
// there a hidden frame replaces it: same messages, same script, no server.
"use strict";

class IFrameWorker extends EventTarget {
  /** @param {string} url - address of the worker's script */
  constructor(url) {
    super();
    this.frame = document.createElement("iframe");
    this.frame.hidden = true;
    this.frame.title = "search";
    document.body.append(this.frame);
    window.addEventListener("message", (event) => {
      if (event.source === this.frame.contentWindow) {
        this.dispatchEvent(new MessageEvent("message", { data: event.data }));
      }
    });
    const inside = this.frame.contentDocument;
    inside.open();
    inside.write(`<!doctype html><script>
      // In a worker importScripts blocks; here it gives a promise, which the search awaits.
      var importScripts = (...urls) => urls.reduce((before, url) => before.then(
        () => new Promise((done, failed) => {
          const script = document.createElement("script");
          script.src = url;
          script.onload = done;
          script.onerror = () => failed(new Error("cannot load " + url));
          document.body.append(script);
        })), Promise.resolve());
      // A worker's postMessage goes to its owner.
      var postMessage = (data) => parent.postMessage(data, "*");
    <\/script><body><script src="${url}"><\/script></body>`);
    inside.close();
  }

  /** @param {unknown} data - sent to the script as a message */
  postMessage(data) {
    const view = this.frame.contentWindow;
    view.dispatchEvent(new view.MessageEvent("message", { data }));
  }
}

if (location.protocol === "file:") {
  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
}
