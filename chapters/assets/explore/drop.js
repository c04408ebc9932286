// Files of the reader: chosen, dropped with or without their folder, or pasted.
(function (explorer) {
  "use strict";

  const { part } = explorer.dom;

  const RECORD = /^[^._].*\.json$/u; // other files of a folder are about the run, or half-written

  const asSource = (file) => ({ name: file.name, size: file.size, file });

  /** The sources in what is dropped: its files, and of its folders the records. */
  async function sourcesOf(transfer) {
    // Both lists are emptied when the event is over, so they are read before the first wait.
    const files = [...transfer.files];
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    const folders = entries.filter((entry) => entry.isDirectory);
    const names = new Set(folders.map((folder) => folder.name));
    const inside = await Promise.all(folders.map(sourcesIn));
    return [...files.filter((file) => !names.has(file.name)).map(asSource), ...inside.flat()];
  }

  /** The records of a folder; one without any is a source without any, and told of as such. */
  async function sourcesIn(folder) {
    const records = await recordsIn(folder, true);
    return records.length ? records.map(asSource) : [{ name: folder.name, size: 0, text: "" }];
  }

  /** A sweep leaves its records in a folder of their profile's: so one may have them one deeper. */
  async function recordsIn(folder, deeper) {
    const entries = await entriesOf(folder);
    const records = entries.filter((entry) => entry.isFile && RECORD.test(entry.name));
    if (records.length === 0 && deeper) {
      const folders = entries.filter((entry) => entry.isDirectory);
      return (await Promise.all(folders.map((one) => recordsIn(one, false)))).flat();
    }
    return Promise.all(
      records.map((entry) => new Promise((done, failed) => entry.file(done, failed))),
    );
  }

  async function entriesOf(folder) {
    const reader = folder.createReader();
    const entries = [];
    for (;;) {
      // Gives some at a time, and none when there are no more.
      const some = await new Promise((done, failed) => reader.readEntries(done, failed));
      if (!some.length) {
        return entries;
      }
      entries.push(...some);
    }
  }

  /**
   * @param {(sources: object[]) => void} take - called with the sources that the reader gives, each
   *   a name, a size, and file or text
   * @param {(words: string) => void} refuse - told why there are none
   */
  function listen(take, refuse) {
    const input = part("files");
    input.addEventListener("change", () => {
      take([...input.files].map(asSource));
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
    page.addEventListener("drop", (event) => {
      if (holdsFiles(event)) {
        event.preventDefault();
        page.classList.remove("explorer-over");
        sourcesOf(event.dataTransfer).then(take, (error) =>
          refuse(`What you dropped cannot be read: ${error.message}`),
        );
      }
    });
  }

  explorer.drop = { listen };
})((globalThis.courseExplorer ??= {}));
