// On the reader's own machine, a page offers to be reloaded after the site was rebuilt:
// `./course run` shows published figures first, and the reader's own after measuring them.
(function () {
  "use strict";

  if (!["127.0.0.1", "localhost"].includes(location.hostname)) {
    return;
  }
  const EVERY_MS = 5000;
  const home = new URL("../index.html", document.currentScript.src);

  async function built() {
    try {
      const answer = await fetch(home, { method: "HEAD", cache: "no-store" });
      return answer.ok ? answer.headers.get("Last-Modified") : null;
    } catch {
      return null; // the server has ended, or the site is being replaced
    }
  }

  function offer() {
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = "Newer figures are available. Reload this page.";
    link.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
    const bar = document.createElement("div");
    bar.className = "course-anew";
    bar.setAttribute("role", "status");
    bar.append(link);
    document.body.append(bar);
  }

  async function watch() {
    const first = await built();
    let isOffered = false; // several late answers may arrive at once
    const timer = setInterval(async () => {
      const now = await built();
      if (now !== null && now !== first && !isOffered) {
        isOffered = true;
        clearInterval(timer);
        offer();
      }
    }, EVERY_MS);
  }

  watch();
})();
