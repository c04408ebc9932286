// Files of the reader: chosen, dropped with or without their folder, or pasted.
(function (explorer) {
  "use strict";

  const { part } = explorer.dom;

  const RECORD = /^[^._].*\.json$/u; // other files of a folder are about the run, or half-written

  /** The files of what is dropped: of a folder its records, of folders in it nothing. */
  async function filesOf(transfer) {
    // Both lists are emptied when the event is over, so they are read before the first wait.
    const files = [...transfer.files];
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const folders = entries.filter((entry) => entry.isDirectory);
    const names = new Set(folders.map((folder) => folder.name));
    const inside = await Promise.all(folders.map(recordsIn));
    return [...files.filter((file) => !names.has(file.name)), ...inside.flat()];
  }

  async function recordsIn(folder) {
    const reader = folder.createReader();
    const found = [];
    for (;;) {
      // Gives some at a time, and none when there are no more.
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) {
        break;
      }
      found.push(...some.filter((entry) => entry.isFile && RECORD.test(entry.name)));
    }
    return Promise.all(
      found.map((entry) => new Promise((done, failed) => entry.file(done, failed))),
    );
  }

  /** Calls `take` with the sources that the reader gives, each a name, a size, and file or text. */
  function listen(take) {
    const asSources = (files) => files.map((file) => ({ name: file.name, size: file.size, file }));
    const input = part("files");
    input.addEventListener("change", () => {
      take(asSources([...input.files]));
      input.value = ""; // so that the same files can be chosen again
    });
    part("paste").addEventListener("click", () => {
      const text = part("pasted").value;
      take([{ name: "what you pasted", size: text.length, text }]);
    });
    const page = document.documentElement;
    const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
    page.addEventListener("dragover", (event) => {
      if (holdsFiles(event)) {
        event.preventDefault();
        page.classList.add("explorer-over");
      }
    });
    page.addEventListener("dragleave", (event) => {
      if (!event.relatedTarget) {
        page.classList.remove("explorer-over");
      }
    });
    page.addEventListener("drop", async (event) => {
      if (holdsFiles(event)) {
        event.preventDefault();
        page.classList.remove("explorer-over");
        take(asSources(await filesOf(event.dataTransfer)));
      }
    });
  }

  explorer.drop = { listen };
})((globalThis.courseExplorer ??= {}));
