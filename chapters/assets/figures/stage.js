// The common parts of the course's figures: canvas, playhead, controls, words for screen readers.
//
// A figure's own script is a scene, added by name. It computes a whole *run* for the settings at
// once, and can then draw and describe any moment of it. So nothing visible depends on animation:
// the playhead is a slider, and "Next" goes from event to event. Animation only moves the playhead.
//
// scene.run(model, settings)   a run, with its `length` in its own unit of time and the `moments`
//                              of its events, ascending; a pure function
// scene.height(width, run)     of the canvas, in CSS pixels; the same for all settings
// scene.later(run, time, ms)   the time after that many real milliseconds
// scene.draw(pen, run, time)   paints the canvas, which is empty
// scene.clock(time)            the time with its unit
// scene.tell(run, time)        a sentence or two on that moment
// scene.sum(run)               a few sentences on the whole run
// scene.table(run)             { caption, head, rows }: its calculation, with cells as text
"use strict";

(() => {
  if (globalThis.courseFigures) {
    return; // a page with two figures loads this file twice
  }

  /** Keeps a page that was hidden, or a slow one, from jumping ahead. */
  const LONGEST_FRAME_MS = 100;
  /** Most canvas pixels per CSS pixel: more take time without being visible. */
  const SHARPEST = 2;
  /** Positions of the playhead's slider. */
  const PLACES = 1000;
  /** Names of the colours in figures.css. */
  const COLOURS = ["live", "pool", "dead", "free", "ink", "quiet", "line"];

  // ---- numbers in the format of the rest of the site -------------------------------------------

  const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

  /** Formats with as few digits as make sense: 0.021, 1.4, 14.3, 84, 4,042. */
  const number = (value) => {
    const size = Math.abs(value);
    if (size >= 20) {
      return whole.format(value);
    }
    const digits = size >= 2 ? 1 : size >= 0.1 ? 2 : 1 - Math.floor(Math.log10(size || 1));
    return String(Number(value.toFixed(digits)));
  };

  /** A number with its unit, joined by a no-break space. */
  const quantity = (value, unit) => `${number(value)}\u00a0${unit}`;

  /** A duration in ms, or in seconds from one on. */
  const duration = (ms) => (ms >= 1000 ? quantity(ms / 1000, "s") : quantity(ms, "ms"));

  // ---- drawing ---------------------------------------------------------------------------------

  /** Paints on a canvas in CSS pixels, with colours by name. */
  class Pen {
    constructor(context, width, height, look) {
      this.context = context;
      this.width = width;
      this.height = height;
      this.look = look;
    }

    box(colour, x, y, width, height) {
      this.context.fillStyle = this.look.colours[colour];
      this.context.fillRect(x, y, width, height);
    }

    frame(colour, x, y, width, height) {
      this.context.strokeStyle = this.look.colours[colour];
      this.context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    }

    /** Draws slanted lines, which differ from a full box without colour. */
    hatch(colour, x, y, width, height) {
      this.context.fillStyle = this.look.hatch(this.context, colour);
      this.context.fillRect(x, y, width, height);
    }

    line(colour, points, { dashed = false, width = 1 } = {}) {
      const { context } = this;
      context.strokeStyle = this.look.colours[colour];
      context.lineWidth = width;
      context.setLineDash(dashed ? [5, 4] : []);
      context.beginPath();
      points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
      context.stroke();
      context.setLineDash([]);
      context.lineWidth = 1;
    }

    text(words, x, y, { colour = "ink", align = "left", size = 13, bold = false } = {}) {
      const { context } = this;
      context.font = `${bold ? "600 " : ""}${size}px ${this.look.family}`;
      context.textAlign = align;
      context.fillStyle = this.look.colours[colour];
      context.fillText(words, x, y);
    }

    /** Clips what `paint` draws at x. */
    upTo(x, paint) {
      const { context } = this;
      context.save();
      context.beginPath();
      context.rect(0, 0, x, this.height);
      context.clip();
      paint();
      context.restore();
    }

    /** Draws a layer that is the same at every moment of a run: painted once, then copied. */
    still(name, paint) {
      const { layers, sharpness } = this.look;
      if (!layers.has(name)) {
        const layer = document.createElement("canvas");
        layer.width = this.context.canvas.width;
        layer.height = this.context.canvas.height;
        const context = layer.getContext("2d");
        context.scale(sharpness, sharpness);
        paint(new Pen(context, this.width, this.height, this.look));
        layers.set(name, layer);
      }
      this.context.drawImage(layers.get(name), 0, 0, this.width, this.height);
    }
  }

  /** The page's current colours, font and patterns. */
  class Look {
    constructor(figure, sharpness) {
      const style = getComputedStyle(figure);
      this.family = style.fontFamily;
      this.sharpness = sharpness;
      this.colours = Object.fromEntries(
        COLOURS.map((name) => [name, style.getPropertyValue(`--figure-${name}`).trim()]),
      );
      this.layers = new Map();
      this.patterns = new Map();
    }

    hatch(context, colour) {
      if (!this.patterns.has(colour)) {
        const tile = document.createElement("canvas");
        tile.width = 6;
        tile.height = 6;
        const pen = tile.getContext("2d");
        pen.strokeStyle = this.colours[colour];
        pen.lineWidth = 1.6;
        pen.beginPath();
        // Three lines, so that they join at the corners of neighbouring tiles.
        for (const shift of [-6, 0, 6]) {
          pen.moveTo(shift - 1, 7);
          pen.lineTo(shift + 7, -1);
        }
        pen.stroke();
        this.patterns.set(colour, context.createPattern(tile, "repeat"));
      }
      return this.patterns.get(colour);
    }
  }

  // ---- the page --------------------------------------------------------------------------------

  const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  };

  const button = (words, title, action) => {
    const made = element("button", { type: "button", title }, words);
    made.addEventListener("click", action);
    return made;
  };

  const FIELDS = {
    slider: ({ stops, start }) =>
      element("input", { type: "range", min: 0, max: stops.length - 1, step: 1, value: start }),
    switch: () => element("input", { type: "checkbox" }),
    choice: ({ stops, start }) => {
      const options = stops.map(({ text }, at) => element("option", { value: at }, text));
      options[start].selected = true;
      return element("select", {}, ...options);
    },
  };

  /**
   * Creates a control with its label.
   *
   * @param {object} control - as described by the page's data
   * @param {function} changed - called with each new value
   * @param {function} rested - called when the reader lets go
   */
  const labelled = (control, changed, rested) => {
    const { name, label, kind, stops } = control;
    const field = FIELDS[kind](control);
    field.name = name;
    const shown = element("span", { class: "course-play-value", "aria-hidden": "true" });
    const stop = () => stops[Number(kind === "switch" ? field.checked : field.value)];
    const show = () => {
      if (kind === "slider") {
        shown.textContent = stop().text;
        field.setAttribute("aria-valuetext", stop().text);
      }
    };
    show();
    field.addEventListener("input", () => {
      show();
      changed(name, stop().value);
    });
    field.addEventListener("change", rested);
    return kind === "switch"
      ? element("label", { class: "course-play-switch" }, field, label)
      : element("label", {}, label, shown, field);
  };

  /** A started figure. */
  class Stage {
    constructor(figure, scene) {
      const data = figure.querySelector('script[type="application/json"]').textContent;
      const { model, controls } = JSON.parse(data);
      this.figure = figure;
      this.scene = scene;
      this.model = model;
      this.settings = Object.fromEntries(
        controls.map(({ name, stops, start }) => [name, stops[start].value]),
      );
      this.time = 0;
      this.playing = false;
      this.visible = true;
      this.asked = 0; // id of the requested animation frame
      this.build(controls);
      this.rerun();
      this.watch();
    }

    build(controls) {
      const title = this.figure.querySelector(".course-caption").textContent;
      const id = `figure-${this.figure.dataset.figure}-said`;
      this.canvas = element("canvas", { role: "img", "aria-label": title, "aria-describedby": id });
      this.context = this.canvas.getContext("2d");
      this.said = element("p", { class: "course-play-said", role: "status", id });
      this.table = element("table", { class: "course" });
      this.caption = element("p", { class: "course-caption", "aria-hidden": "true" });
      this.scrolled = element(
        "div",
        { class: "course-scroll", tabindex: 0, role: "region" },
        this.table,
      );
      this.stage = element(
        "div",
        { class: "course-play-stage" },
        this.canvas,
        this.buildBar(),
        element(
          "fieldset",
          { class: "course-play-controls" },
          element("legend", { class: "course-unseen" }, "Settings"),
          ...controls.map((control) => this.buildControl(control)),
        ),
        this.said,
        element("div", { class: "course-table" }, this.caption, this.scrolled),
      );
      const still = this.figure.querySelector(".course-play-still");
      still.hidden = true;
      still.after(this.stage);
    }

    buildBar() {
      this.playButton = button("Play", "Let time run", () => this.toggle());
      this.nextButton = button("Next", "Go to the next event", () => this.next());
      this.slider = element("input", {
        type: "range",
        min: 0,
        max: PLACES,
        step: 1,
        value: 0,
        "aria-label": "Time",
      });
      this.slider.addEventListener("input", () => {
        this.pause();
        this.moveTo((this.slider.value / PLACES) * this.run.length);
      });
      this.slider.addEventListener("change", () => this.tell());
      const parts = [this.playButton, this.nextButton, this.slider];
      return element("div", { class: "course-play-bar" }, ...parts);
    }

    buildControl(control) {
      const change = (name, value) => {
        this.settings[name] = value;
        this.rerun();
      };
      return labelled(control, change, () => this.say(this.scene.sum(this.run)));
    }

    /** Observes the page for changes, so that no frame has to check for them. */
    watch() {
      // Not at once: changing a height within the observer's callback is an error.
      new ResizeObserver(() => requestAnimationFrame(() => this.fit())).observe(this.stage);
      new IntersectionObserver((entries) => {
        this.visible = entries[entries.length - 1].isIntersecting;
        this.resume();
      }).observe(this.canvas);
      new MutationObserver(() => this.renew()).observe(document.body, {
        attributeFilter: ["data-md-color-scheme"],
      });
      this.calm = matchMedia("(prefers-reduced-motion: reduce)");
      const settle = () => {
        this.playButton.hidden = this.calm.matches;
        if (this.calm.matches) {
          this.pause();
        }
      };
      this.calm.addEventListener("change", settle);
      settle();
      this.fit();
    }

    fit() {
      if (this.stage.clientWidth !== this.pen?.width) {
        this.renew();
      }
    }

    /** Adapts to a new size, colours or font. */
    renew() {
      const width = this.stage.clientWidth;
      if (!width) {
        return; // not shown: paper has the static picture
      }
      const height = this.scene.height(width, this.run);
      const sharpness = Math.min(devicePixelRatio, SHARPEST);
      this.canvas.style.height = `${height}px`;
      this.canvas.width = Math.round(width * sharpness);
      this.canvas.height = Math.round(height * sharpness);
      this.pen = new Pen(this.context, width, height, new Look(this.figure, sharpness));
      this.draw();
    }

    /** Computes a new run for new settings, shown at the same share of its length. */
    rerun() {
      const share = this.run ? this.time / this.run.length : 0;
      this.run = this.scene.run(this.model, this.settings);
      this.pen?.look.layers.clear();
      this.fillTable();
      this.moveTo(share * this.run.length);
    }

    fillTable() {
      const { caption, head, rows } = this.scene.table(this.run);
      const cell = (words, at) =>
        at ? element("td", {}, words) : element("th", { scope: "row" }, words);
      const heads = head.map((words) => element("th", { scope: "col" }, words));
      this.caption.textContent = caption;
      this.scrolled.setAttribute("aria-label", caption);
      this.table.replaceChildren(
        element("caption", {}, caption),
        element("thead", {}, element("tr", {}, ...heads)),
        element("tbody", {}, ...rows.map((row) => element("tr", {}, ...row.map(cell)))),
      );
    }

    moveTo(time) {
      this.time = Math.min(Math.max(time, 0), this.run.length);
      this.slider.value = Math.round((this.time / this.run.length) * PLACES);
      if (!this.playing) {
        this.nameTime();
      }
      this.draw();
    }

    /** Updates the spoken time, at rest rather than sixty times a second. */
    nameTime() {
      this.slider.setAttribute("aria-valuetext", this.scene.clock(this.time));
    }

    draw() {
      if (!this.pen) {
        return; // its size is not known yet
      }
      const { sharpness } = this.pen.look;
      this.context.setTransform(sharpness, 0, 0, sharpness, 0, 0);
      this.context.clearRect(0, 0, this.pen.width, this.pen.height);
      this.scene.draw(this.pen, this.run, this.time);
    }

    say(words) {
      this.said.textContent = words;
    }

    tell() {
      const { run, scene } = this;
      this.say(this.time < run.length ? scene.tell(run, this.time) : scene.sum(run));
    }

    /** Goes to the next event; after the last one to the end, and then to the first one again. */
    next() {
      this.pause();
      const { length, moments } = this.run;
      const here = this.time < length ? this.time : -length;
      // The playhead may be a rounding error before the event that it was sent to.
      this.moveTo(moments.find((moment) => moment > here + length * 1e-9) ?? length);
      this.tell();
    }

    toggle() {
      if (this.playing) {
        this.pause();
        this.tell();
      } else {
        this.play();
      }
    }

    play() {
      this.playing = true;
      this.playButton.textContent = "Pause";
      if (this.time >= this.run.length) {
        this.moveTo(0);
      }
      this.resume();
    }

    pause() {
      this.playing = false;
      this.playButton.textContent = "Play";
      this.nameTime();
    }

    /** Requests a frame, if one is wanted and none is pending. */
    resume() {
      if (this.playing && this.visible && !this.asked) {
        this.last = performance.now();
        this.asked = requestAnimationFrame((now) => this.step(now));
      }
    }

    step(now) {
      this.asked = 0;
      if (!this.playing || !this.visible) {
        return;
      }
      const passed = Math.min(Math.max(now - this.last, 0), LONGEST_FRAME_MS);
      this.last = now;
      this.moveTo(this.scene.later(this.run, this.time, passed));
      if (this.time >= this.run.length) {
        this.pause();
        this.tell();
        return;
      }
      this.asked = requestAnimationFrame((next) => this.step(next));
    }
  }

  // ---- scenes ----------------------------------------------------------------------------------

  /** Name -> the functions of a figure's model; its scene is in another file. */
  const models = {};
  const scenes = new Map();
  /** Figure -> its stage, once started. */
  const stages = new WeakMap();

  /** Shows a figure's button; until that is pressed, the figure stays a picture. */
  const offer = (figure, scene) => {
    const start = figure.querySelector(".course-play-start");
    start.hidden = false;
    start.addEventListener("click", () => {
      const stage = new Stage(figure, scene);
      stages.set(figure, stage);
      stage.tell();
      start.hidden = true; // which had the focus
      const calm = stage.calm.matches;
      (calm ? stage.nextButton : stage.playButton).focus({ preventScroll: true });
      if (!calm) {
        stage.play();
      }
    });
  };

  /** Registers a scene and makes the page's figures of that name ready to start. */
  const add = (name, scene) => {
    if (scenes.has(name)) {
      return;
    }
    scenes.set(name, scene);
    if (typeof document !== "undefined") {
      document
        .querySelectorAll(`.course-play[data-figure="${name}"]`)
        .forEach((figure) => offer(figure, scene));
    }
  };

  globalThis.courseFigures = { add, duration, models, number, quantity, scenes, stages };
})();
