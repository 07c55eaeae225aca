// Adds the parts of a report that text cannot show: the running cycle, charts, and tables that sort
// and fold.
//
// The page is complete without this script. Names from a trace only ever become text nodes and values
// of attributes here; nothing is parsed as markup.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const status = document.querySelector(".status");

  function assign(node, attributes, children) {
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== null) node.setAttribute(key, value);
    }
    node.append(...children);
    return node;
  }
  const html = (tag, attributes = {}, ...children) =>
    assign(document.createElement(tag), attributes, children);
  const svg = (tag, attributes = {}, ...children) =>
    assign(document.createElementNS(SVG, tag), attributes, children);
  const count = (number) => number.toLocaleString("en");
  const counted = (number, noun) => `${count(number)} ${noun}${number === 1 ? "" : "s"}`;
  const clamp = (value, low, high) => Math.max(low, Math.min(high, value));
  const say = (text) => { status.textContent = text; };

  function button(label, action, attributes = {}) {
    const node = html("button", { type: "button", ...attributes }, label);
    node.addEventListener("click", action);
    return node;
  }

  // MARK: The cycle

  // The most important role of a view decides how it is drawn.
  const ROLES = [
    ["culprit", "◆"], ["sets it back", "■"], ["forced", "▶"], ["accomplice", "▲"], ["victim", "●"],
    ["hunted", "◎"],
  ];

  /** Joins two matrices in SVG's notation: first the one, then the other. */
  const joined = ([a, b, c, d, x, y], [e, f, g, h, left, top]) => [
    a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h, x * e + y * g + left, x * f + y * h + top,
  ];
  const moved = ([x, y], [a, b, c, d, left, top]) => [x * a + y * c + left, x * b + y * d + top];

  /** The tree of a round, drawn to scale, at any of its steps. */
  class Drawing {
    constructor(round) {
      this.views = round.views;
      this.steps = round.steps;
      this.frame = this.extent();
      const [x, y, width, height] = this.frame;
      this.unit = Math.max(width, height) / 100;
      this.arrows = svg("g");
      const head = svg("marker", {
        id: `head-${Drawing.made++}`, viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 5,
        markerHeight: 5, orient: "auto-start-reverse",
      }, svg("path", { d: "M0 0L10 5L0 10Z", class: "arrow-head" }));
      this.head = head.id;
      this.bodies = this.views.map((view, index) => this.body(view, index));
      // Names are drawn above all filled shapes.
      this.labels = this.views.map((view) => this.label(view));
      this.node = svg(
        "svg", { class: "drawing", viewBox: `${x} ${y} ${width} ${height}`, role: "img" },
        svg("defs", {}, head), ...this.bodies.filter(Boolean),
        svg("g", { class: "labels" }, ...this.labels.filter(Boolean)), this.arrows);
    }

    body(view, index) {
      if (!view.frame) return null;
      const role = ROLES.find(([word]) => view.roles.includes(word));
      return svg(
        "g", { class: `body ${role ? role[0].replaceAll(" ", "-") : ""}`, "data-view": index },
        svg("title", {}, [view.path, ...view.roles].join(", ")), svg("rect"));
    }

    label(view) {
      const role = ROLES.find(([word]) => view.roles.includes(word));
      if (!view.frame || !role) return null;
      const node = svg("text", { "font-size": this.unit * 3 }, `${role[1]} ${view.name.slice(0, 40)}`);
      node.style.fontSize = `${this.unit * 3}px`;
      node.style.strokeWidth = this.unit * 0.8;
      return node;
    }

    /**
     * The place of each view after a number of steps, or null: the box around it in the root, and for a
     * view that is turned or scaled the matrix to the root and the rectangle in its own coordinates.
     */
    places(done) {
      const state = this.views.map((view) => ({
        frame: view.frame, content: view.content, matrix: view.matrix, parent: view.parent,
        isThere: view.isThere,
      }));
      for (const step of this.steps.slice(0, done)) {
        const view = state[step.view];
        if (!view) continue;
        if (step.frame) [view.frame, view.content, view.matrix] = [step.frame, step.content, step.matrix];
        if (step.kind === "add") [view.parent, view.isThere] = [step.parent ?? view.parent, true];
        if (step.kind === "remove") view.isThere = false;
      }
      const found = new Map();
      const place = (index, depth) => {
        if (found.has(index)) return found.get(index);
        const view = state[index];
        let result = null;
        if (view && view.frame && view.isThere && depth < 2000) {
          const [x, y, width, height] = view.frame;
          const content = view.content ?? [0, 0];
          const isRoot = view.parent === undefined || view.parent === null;
          // From the view's own coordinates to those of the superview; the root's are the picture's.
          const own = isRoot ? [1, 0, 0, 1, -content[0], -content[1]]
            : view.matrix?.slice(0, 6) ?? [1, 0, 0, 1, x - content[0], y - content[1]];
          const size = view.matrix?.slice(6) ?? [width, height];
          const outer = isRoot ? { matrix: [1, 0, 0, 1, 0, 0] } : place(view.parent, depth + 1);
          if (outer) {
            const matrix = joined(own, outer.matrix);
            const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([across, down]) =>
              moved([content[0] + across * size[0], content[1] + down * size[1]], matrix));
            const [xs, ys] = [0, 1].map((part) => corners.map((corner) => corner[part]));
            const [left, top] = [Math.min(...xs), Math.min(...ys)];
            result = [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
            result.matrix = matrix;
            if (matrix[1] || matrix[2]) result.own = [...content, ...size];
          }
        }
        found.set(index, result);
        return result;
      };
      return state.map((_, index) => place(index, 0));
    }

    /** The area that must be visible: the roots, and the views of the cycle as far as they are near. */
    extent() {
      const all = [0, this.steps.length].flatMap((done) => this.places(done).map((box, index) => [box, index]))
        .filter(([box]) => box);
      const isRoot = (index) => (this.views[index].parent ?? null) === null;
      // A window without a size shows its content.
      const roots = all.filter(([box, index]) => isRoot(index) && box[2] > 0 && box[3] > 0);
      const boxes = (roots.length ? roots : all.filter(([box]) => box[2] > 0 || box[3] > 0)).map(([box]) => box);
      let [left, top] = [0, 1].map((part) => boxes.reduce((least, box) => Math.min(least, box[part]), roots.length ? 0 : Infinity));
      let [right, bottom] = [0, 1].map((part) => boxes.reduce((most, box) => Math.max(most, box[part] + box[part + 2]), -Infinity));
      if (!boxes.length) [left, top, right, bottom] = [0, 0, 1, 1];
      const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
      [right, bottom] = [left + width, top + height];
      for (const [box, index] of roots.length ? all : []) {
        if (!this.views[index].roles.length) continue;
        left = clamp(box[0], -width, left);
        top = clamp(box[1], -height, top);
        right = clamp(box[0] + box[2], right, 2 * width);
        bottom = clamp(box[1] + box[3], bottom, 2 * height);
      }
      const margin = Math.max(right - left, bottom - top) * 0.04;
      return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin];
    }

    show(done) {
      const boxes = this.places(done);
      const step = this.steps[done - 1];
      const marked = step ? (step.kind === "layout" ? step.view : step.writer) : undefined;
      const taken = [];
      this.bodies.forEach((node, index) => {
        if (!node) return;
        const box = boxes[index];
        node.classList.toggle("absent", !box);
        node.classList.toggle("in-layout", index === marked);
        const label = this.labels[index];
        const isNamed = box && (index === marked || !node.classList.contains("victim"));
        if (label) label.style.display = isNamed ? "" : "none";
        if (!box) return;
        const rect = node.querySelector("rect");
        if (box.own) rect.setAttribute("transform", `matrix(${box.matrix.join(" ")})`);
        else rect.removeAttribute("transform");
        ["x", "y", "width", "height"].forEach((key, part) => {
          const value = (box.own ?? box)[part];
          rect.setAttribute(key, Math.max(part > 1 ? 0 : -1e9, value));
          rect.style[key] = `${value}px`;
        });
        if (label && isNamed) {
          const x = box[0] + this.unit;
          let y = box[1] + this.unit * 3.4;
          // If several views begin at one place, each name has a line of its own.
          while (taken.some(([a, b]) => Math.abs(a - x) < this.unit * 12 && Math.abs(b - y) < this.unit * 3.2)) {
            y += this.unit * 3.4;
          }
          taken.push([x, y]);
          label.setAttribute("x", x);
          label.setAttribute("y", y);
        }
      });
      this.arrows.replaceChildren();
      if (step && step.kind !== "layout" && step.view !== undefined) this.arrow(step, boxes);
    }

    arrow(step, boxes) {
      const to = boxes[step.view];
      if (!to) return;
      const middle = (box) => [box[0] + box[2] / 2, box[1] + box[3] / 2];
      const [x, y] = middle(to);
      // Work acts for the view that enqueued it.
      const source = step.writer ?? step.origin;
      const from = boxes[source];
      let path;
      if (source === step.view) {
        const size = this.unit * 8;
        path = `M${x - size / 2} ${y}C${x - size} ${y - size} ${x + size} ${y - size} ${x + size / 2} ${y}`;
      } else if (from) {
        const [a, b] = middle(from);
        // A bow keeps the arrow visible if the centres coincide.
        const bow = this.unit * 10;
        path = `M${a} ${b}Q${(a + x) / 2 + bow} ${(b + y) / 2 - bow} ${x} ${y}`;
      } else {
        path = `M${this.frame[0]} ${y}L${x} ${y}`;
      }
      this.arrows.append(svg("path", {
        d: path, class: step.origin === undefined ? "arrow" : "arrow enqueued", "marker-end": `url(#${this.head})`,
        "data-from": source ?? "outside",
        "data-to": step.view,
      }));
    }
  }
  Drawing.made = 0;

  /** One round of a loop with its controls. */
  class Player {
    constructor(section, round) {
      this.round = round;
      this.items = [...section.querySelectorAll(".steps > li")];
      this.done = 0;
      this.stage = section.querySelector(".stage");
      this.drawing = round.hasGeometry ? new Drawing(round) : null;
      this.play = button("▶ Play", () => this.toggle(), { "aria-pressed": "false", class: "play" });
      this.now = html("p", { class: "now" });
      const controls = html(
        "div", { class: "controls", role: "group", "aria-label": "Steps of the cycle" },
        button("◀ Back", () => this.move(-1), { class: "back" }), this.play,
        button("Forward ▶", () => this.move(1), { class: "forward" }),
        html("span", { class: "keys" }, "Keys: ← → step, space plays, Home and End"));
      if (this.drawing) this.stage.append(this.drawing.node);
      section.classList.toggle("drawn", this.drawing !== null);
      this.stage.append(controls, this.now);
      section.tabIndex = 0;
      section.setAttribute("role", "group");
      section.addEventListener("keydown", (event) => this.key(event));
      this.items.forEach((item, index) => item.addEventListener("click", (event) => {
        if (event.target.closest("a")) return;
        this.pause();
        this.go(index + 1);
      }));
      this.go(0);
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const isButton = event.target.closest("button, a, summary");
      const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 };
      if (event.key in moves) this.move(moves[event.key]);
      else if (event.key === " " && !isButton) this.toggle();
      else return;
      event.preventDefault();
    }

    move(by) {
      this.pause();
      const last = this.items.length;
      // One round follows the other.
      const next = this.done + by;
      this.go(Math.abs(by) > 1 ? clamp(next, 0, last) : next < 0 ? last : next > last ? 0 : next);
      say(this.now.textContent);
    }

    go(done) {
      this.done = done;
      this.items.forEach((item, index) => {
        if (index === done - 1) item.setAttribute("aria-current", "step");
        else item.removeAttribute("aria-current");
      });
      const item = this.items[done - 1];
      if (item) {
        const list = item.parentElement;
        list.scrollTop = clamp(
          list.scrollTop, item.offsetTop - list.offsetTop + item.offsetHeight - list.clientHeight,
          item.offsetTop - list.offsetTop);
      }
      this.now.textContent = item
        ? `Step ${count(done)} of ${count(this.items.length)}: ${item.textContent}`
        : `Before the first of ${counted(this.items.length, "step")}.`;
      if (this.drawing) {
        this.drawing.show(done);
        this.drawing.node.setAttribute("aria-label", `The tree. ${this.now.textContent}`);
      }
    }

    toggle() {
      if (this.timer) return this.pause();
      this.play.setAttribute("aria-pressed", "true");
      this.play.textContent = "❚❚ Pause";
      this.timer = setInterval(() => this.go(this.done < this.items.length ? this.done + 1 : 0), 900);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = undefined;
      this.play.setAttribute("aria-pressed", "false");
      this.play.textContent = "▶ Play";
    }
  }

  // MARK: Values

  function chart(series, words) {
    const [width, height, left, right, top, bottom] = [340, 130, 8, 8, 18, 18];
    const [least, most] = [Math.min(...series.values), Math.max(...series.values)];
    const x = (index) => left + (index / Math.max(1, series.values.length - 1)) * (width - left - right);
    const y = (value) => height - bottom - ((value - least) / (most - least || 1)) * (height - top - bottom);
    const points = series.values.map((value, index) => [x(index), y(value)]);
    const plot = svg(
      "svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": words },
      svg("path", { class: "axis", d: `M${left} ${top}H${width - right}M${left} ${height - bottom}H${width - right}` }),
      svg("path", { class: "curve", d: points.map(([a, b], index) => `${index ? "L" : "M"}${a} ${b}`).join("") }),
      ...points.map(([cx, cy], index) =>
        svg("circle", { class: "dot", cx, cy, r: 3 }, svg("title", {}, String(series.values[index])))),
      svg("text", { x: left, y: top - 5 }, String(most)),
      svg("text", { x: left, y: height - 4 }, String(least)));
    return html("figure", {}, plot, html("figcaption", {}, html("code", {}, series.label)));
  }

  // MARK: The timeline

  const BIN = { first: 0, last: 1, turns: 2, layouts: 3, layoutsTurn: 4, peak: 5, busy: 6, loop: 7 };

  /** The layouts of all turns; a cursor moves over them, and a turn can be chosen. */
  class Timeline {
    constructor(section, trace, choose) {
      this.bins = trace.bins;
      this.threshold = trace.threshold;
      // A document is judged alone, so that its layouts are the bar.
      this.height = trace.isOfBrowser ? BIN.peak : BIN.layouts;
      this.choose = choose;
      this.range = [0, this.bins.length];
      this.cursor = this.bins.findIndex((bin) => bin[BIN.loop]);
      if (this.cursor < 0) {
        this.cursor = this.bins.reduce(
          (best, bin, index) => (bin[this.height] > this.bins[best][this.height] ? index : best), 0);
      }
      const all = this.bins.map((bin) => bin[this.height]);
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length;
      this.most = Math.max(...all, 1);
      this.isLog = this.most > 20 * Math.max(1, mean) || this.threshold > 20 * this.most;
      this.plot = svg("svg", {
        class: "plot", height: 200, tabindex: 0, role: "slider", "aria-label": "Turn",
        "aria-valuemin": this.bins[0][BIN.first], "aria-valuemax": this.bins.at(-1)[BIN.last],
      });
      this.readout = html("p", { class: "readout" });
      this.log = button("Log scale", () => {
        this.isLog = !this.isLog;
        this.draw();
      }, { class: "log" });
      const swatch = (style, shape) =>
        svg("svg", { width: 16, height: 12, "aria-hidden": "true" }, svg("path", { class: style, d: shape }));
      section.querySelector(".chart").append(
        html(
          "div", { class: "controls" }, button("Zoom in", () => this.zoom(0.5)),
          button("Zoom out", () => this.zoom(2)), button("Whole trace", () => this.zoom(Infinity)), this.log),
        this.plot,
        html(
          "ul", { class: "key" },
          ...(trace.isOfBrowser
            ? [html("li", {}, swatch("peaks", "M0 4H16V12H0Z"), "layouts of one document in a task")]
            : [
              html("li", {}, swatch("totals", "M0 2H16V12H0Z"), "layouts of all views in a turn"),
              html("li", {}, swatch("peaks", "M4 4H12V12H4Z"), "most layouts of one view"),
            ]),
          html("li", {}, swatch("limit", "M0 6H16"), `threshold ${count(this.threshold)}`),
          html("li", {}, swatch("loops", "M8 2L14 11H2Z"), "a loop was reported")),
        this.readout,
        html("p", { class: "readout" }, "Keys: ← → move, + − zoom, Enter shows the turn. Drag to pan."));
      this.plot.addEventListener("keydown", (event) => this.key(event));
      this.plot.addEventListener("pointermove", (event) => this.pointer(event));
      this.plot.addEventListener("pointerdown", (event) => {
        this.drag = { x: event.clientX, range: [...this.range], moved: false };
        this.plot.setPointerCapture(event.pointerId);
      });
      this.plot.addEventListener("pointerup", (event) => {
        const wasDrag = this.drag?.moved;
        this.drag = undefined;
        if (wasDrag) return;
        this.point(event);
        this.choose(this.bins[this.cursor][BIN.layoutsTurn]);
      });
      this.plot.addEventListener("wheel", (event) => {
        if (!event.ctrlKey && !event.shiftKey) return;
        event.preventDefault();
        this.point(event);
        this.zoom(event.deltaY > 0 || event.deltaX > 0 ? 1.5 : 1 / 1.5);
      }, { passive: false });
      new ResizeObserver(() => this.draw()).observe(this.plot);
      this.draw();
    }

    key(event) {
      const moves = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -1e9, End: 1e9 };
      if (event.key in moves) {
        this.cursor = clamp(this.cursor + moves[event.key], 0, this.bins.length - 1);
        const length = this.range[1] - this.range[0];
        if (this.cursor < this.range[0]) this.range = [this.cursor, this.cursor + length];
        if (this.cursor >= this.range[1]) this.range = [this.cursor + 1 - length, this.cursor + 1];
        this.draw();
      } else if (event.key === "+" || event.key === "=") this.zoom(0.5);
      else if (event.key === "-") this.zoom(2);
      else if (event.key === "Enter") this.choose(this.bins[this.cursor][BIN.layoutsTurn]);
      else return;
      event.preventDefault();
    }

    zoom(factor) {
      const length = clamp((this.range[1] - this.range[0]) * factor, Math.min(4, this.bins.length), this.bins.length);
      const start = clamp(this.cursor - length / 2, 0, this.bins.length - length);
      this.range = [Math.floor(start), Math.floor(start) + Math.ceil(length)];
      this.draw();
    }

    point(event) {
      const box = this.plot.getBoundingClientRect();
      const share = (event.clientX - box.left) / box.width;
      this.cursor = clamp(
        Math.floor(this.range[0] + share * (this.range[1] - this.range[0])), 0, this.bins.length - 1);
      this.draw();
    }

    pointer(event) {
      if (!this.drag) return this.point(event);
      const length = this.drag.range[1] - this.drag.range[0];
      const by = Math.round(((this.drag.x - event.clientX) / this.plot.clientWidth) * length);
      if (Math.abs(event.clientX - this.drag.x) > 4) this.drag.moved = true;
      if (!this.drag.moved) return;
      const start = clamp(this.drag.range[0] + by, 0, this.bins.length - length);
      this.range = [start, start + length];
      this.draw();
    }

    draw() {
      const width = this.plot.clientWidth || 800;
      const [height, top, bottom] = [200, 16, 14];
      const [from, to] = this.range;
      const shown = this.bins.slice(Math.max(0, from), to);
      const highest = Math.max(this.threshold * 1.1, ...shown.map((bin) => bin[this.height]));
      const scale = (value) => (this.isLog ? Math.log10(1 + value) / Math.log10(1 + highest) : value / highest);
      const y = (value) => top + (1 - scale(value)) * (height - top - bottom);
      const step = width / Math.max(1, to - from);
      let [totals, peaks, loops] = ["", "", ""];
      shown.forEach((bin, index) => {
        const bar = Math.max(1, step > 3 ? Math.min(step - 1, 40) : step);
        const x = index * step + Math.max(0, step - bar) / 2;
        const box = (value, part) =>
          `M${(x + (bar * (1 - part)) / 2).toFixed(1)} ${height - bottom}h${(bar * part).toFixed(1)}V${y(value).toFixed(1)}h${(-bar * part).toFixed(1)}Z`;
        const isPage = this.height === BIN.peak;
        if (bin[BIN.layouts] && !isPage) totals += box(bin[BIN.layouts], 1);
        if (bin[BIN.peak]) peaks += box(bin[BIN.peak], isPage ? 1 : 0.6);
        if (bin[BIN.loop]) {
          const middle = x + bar / 2;
          loops += `M${middle.toFixed(1)} ${height - bottom + 2}l5 9h-10Z`;
        }
      });
      const cursor = (this.cursor - from + 0.5) * step;
      const limit = y(this.threshold);
      this.plot.setAttribute("viewBox", `0 0 ${width} ${height}`);
      this.plot.replaceChildren(
        svg("path", { class: "totals", d: totals }), svg("path", { class: "peaks", d: peaks }),
        svg("path", { class: "loops", d: loops }),
        svg("path", { class: "limit", d: `M0 ${limit}H${width}` }),
        svg("text", { x: 4, y: clamp(limit - 4, 11, height) }, `threshold ${count(this.threshold)}`),
        svg("text", { x: width - 4, y: 11, "text-anchor": "end" }, `${count(Math.round(highest))}${this.isLog ? ", log scale" : ""}`),
        svg("path", { class: "cursor", d: `M${cursor} ${top}V${height - bottom}` }));
      const bin = this.bins[this.cursor];
      const turns = bin[BIN.turns] === 1
        ? `Turn ${count(bin[BIN.first])}: ${counted(bin[BIN.layouts], "layout")}`
        : `Turns ${count(bin[BIN.first])} to ${count(bin[BIN.last])}: at most ${counted(bin[BIN.layouts], "layout")}, in turn ${count(bin[BIN.layoutsTurn])}`;
      const time = bin[BIN.busy] ? `; layouts took ${milliseconds(bin[BIN.busy])}` : "";
      const text = `${turns}, at most ${count(bin[BIN.peak])} of one view${time}${bin[BIN.loop] ? "; a loop was reported" : ""}.`;
      this.readout.textContent = text;
      this.plot.setAttribute("aria-valuenow", bin[BIN.first]);
      this.plot.setAttribute("aria-valuetext", text);
      this.log.setAttribute("aria-pressed", String(this.isLog));
    }
  }

  const milliseconds = (nanoseconds) =>
    `${(nanoseconds / 1e6).toLocaleString("en", { maximumSignificantDigits: 3 })} ms`;

  const SLICE = { view: 0, depth: 1, force: 2, begin: 3, end: 4 };

  /** The layouts of one turn, nested as they ran. */
  class Strip {
    constructor(section, turns) {
      this.turns = turns;
      this.holder = section.querySelector(".strip");
      this.readout = html("p", { class: "readout" });
      this.scroll = html("div", {
        class: "scroll", tabindex: 0, role: "slider", "aria-label": "Layout in the turn", "aria-valuemin": 1,
      });
      this.buttons = turns.map((turn) =>
        button(`Turn ${count(turn.number)}`, () => this.show(turn.number), { "aria-pressed": "false" }));
      this.holder.append(
        html("div", { class: "controls", role: "group", "aria-label": "Turns" }, ...this.buttons),
        this.scroll, this.readout);
      this.scroll.addEventListener("keydown", (event) => {
        const moves = { ArrowLeft: -1, ArrowRight: 1, Home: -1e9, End: 1e9 };
        if (!(event.key in moves)) return;
        event.preventDefault();
        this.select(clamp(this.chosen + moves[event.key], 0, this.turn.slices.length - 1), true);
      });
    }

    show(number) {
      const turn = this.turns.find((candidate) => candidate.number === number);
      if (!turn) {
        this.readout.textContent = `Turn ${count(number)} is not kept layout by layout; the turns above are.`;
        say(this.readout.textContent);
        return;
      }
      this.turn = turn;
      this.buttons.forEach((node, index) =>
        node.setAttribute("aria-pressed", String(this.turns[index] === turn)));
      const last = Math.max(1, ...turn.slices.map((slice) => slice[SLICE.end]));
      const width = clamp(turn.slices.length * 8, this.holder.clientWidth - 2 || 800, 12000);
      const row = 20;
      const depth = Math.min(40, Math.max(...turn.slices.map((slice) => slice[SLICE.depth])));
      this.nodes = turn.slices.map((slice, index) => {
        const x = (slice[SLICE.begin] / last) * width;
        const size = Math.max(1, ((slice[SLICE.end] - slice[SLICE.begin]) / last) * width);
        const y = Math.min(depth, slice[SLICE.depth]) * row;
        const name = turn.labels[slice[SLICE.view]];
        const node = svg(
          "g", { class: slice[SLICE.force] ? "slice force" : "slice" },
          svg("rect", { x, y: slice[SLICE.force] ? y + 3 : y, width: size, height: slice[SLICE.force] ? row - 7 : row - 1 }));
        const letters = Math.floor((size - 4) / 6);
        if (letters > 2 && !slice[SLICE.force]) {
          node.append(svg("text", { x: x + 2, y: y + 14 }, name.length > letters ? `${name.slice(0, letters - 1)}…` : name));
        }
        node.addEventListener("pointerenter", () => this.select(index, false));
        return node;
      });
      this.scroll.replaceChildren(svg(
        "svg", { width, height: (depth + 1) * row + 4, viewBox: `0 0 ${width} ${(depth + 1) * row + 4}`, "aria-hidden": "true" },
        ...this.nodes));
      this.scroll.firstChild.style.maxWidth = "none";
      this.scroll.setAttribute("aria-valuemax", turn.slices.length);
      this.chosen = 0;
      this.select(0, false);
    }

    select(index, follows) {
      this.nodes[this.chosen]?.classList.remove("chosen");
      this.chosen = index;
      const slice = this.turn.slices[index];
      if (!slice) return;
      this.nodes[index].classList.add("chosen");
      const length = slice[SLICE.end] - slice[SLICE.begin];
      const name = this.turn.labels[slice[SLICE.view]];
      const what = slice[SLICE.force] ? "a call forces the layout of" : "layout of";
      const time = this.turn.hasTime && !slice[SLICE.force] ? `, ${milliseconds(length)}` : "";
      const rest = this.turn.layouts > this.turn.slices.length ? `, the first of ${counted(this.turn.layouts, "layout")}` : "";
      const text = `Turn ${count(this.turn.number)}, ${count(index + 1)} of ${count(this.turn.slices.length)}${rest}: ${what} ${name}, depth ${slice[SLICE.depth] + 1}${time}.`;
      this.readout.textContent = text;
      this.scroll.setAttribute("aria-valuenow", index + 1);
      this.scroll.setAttribute("aria-valuetext", text);
      if (follows) {
        const x = Number(this.nodes[index].firstChild.getAttribute("x"));
        this.scroll.scrollLeft = clamp(this.scroll.scrollLeft, x - this.scroll.clientWidth + 60, x - 20);
      }
    }
  }

  // MARK: Tables

  function makeSortable(table) {
    const heads = [...table.querySelectorAll("thead th")];
    const body = table.querySelector("tbody");
    heads.forEach((head, column) => {
      const label = head.textContent;
      head.replaceChildren(button(label, () => {
        const isDown = head.getAttribute("aria-sort") !== "descending";
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", isDown ? "descending" : "ascending");
        const rows = [...body.rows].map((row) => {
          const cell = row.cells[column];
          const number = cell.dataset.number;
          return { row, value: number === undefined ? cell.textContent : Number(number) };
        });
        rows.sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0) * (isDown ? -1 : 1));
        body.append(...rows.map(({ row }) => row));
        say(`Sorted by ${label}, ${isDown ? "descending" : "ascending"}.`);
      }));
    });
  }

  // MARK: The tree

  const NODE = { depth: 0, type: 1, name: 2, number: 3, layouts: 4, maximum: 5 };
  const ROW = 24;

  /** The tree as an outline of which only the rows in sight are elements. */
  class Tree {
    constructor(section, tree) {
      this.rows = tree.rows;
      this.words = tree.words;
      this.id = section.getAttribute("aria-labelledby");
      this.closed = new Set();
      this.found = [];
      this.chosen = 0;
      this.search = html("input", { class: "search", type: "search", "aria-label": "Search the tree", placeholder: "Search by name or class" });
      this.result = html("span", { class: "readout", "aria-live": "polite" });
      this.filler = html("div");
      this.list = html("div", { class: "rows", role: "tree", tabindex: 0, "aria-labelledby": this.id }, this.filler);
      section.querySelector(".outline").classList.add("printed");
      section.querySelector(".outline").before(
        html(
          "div", { class: "controls" }, this.search, button("Next match", () => this.next()),
          button("Fold all", () => this.fold()), button("Unfold all", () => this.unfold()), this.result),
        this.list);
      this.search.addEventListener("input", () => this.find());
      this.search.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.next();
      });
      this.list.addEventListener("scroll", () => this.paint());
      this.list.addEventListener("keydown", (event) => this.key(event));
      this.list.addEventListener("click", (event) => {
        const row = event.target.closest(".row");
        if (!row) return;
        this.chosen = Number(row.dataset.index);
        if (event.target.closest(".twist")) this.toggle(this.chosen);
        this.paint();
      });
      this.list.addEventListener("dblclick", () => this.toggle(this.chosen));
      new ResizeObserver(() => this.paint()).observe(this.list);
      this.arrange();
    }

    hasChildren(index) {
      return index + 1 < this.rows.length && this.rows[index + 1][NODE.depth] > this.rows[index][NODE.depth];
    }

    /** Finds the rows that no closed row hides. */
    arrange() {
      this.visible = [];
      let hidden = Infinity;
      this.rows.forEach((row, index) => {
        if (row[NODE.depth] > hidden) return;
        hidden = this.closed.has(index) ? row[NODE.depth] : Infinity;
        this.visible.push(index);
      });
      this.filler.style.height = `${this.visible.length * ROW}px`;
      this.list.style.height = `min(24rem, ${this.visible.length * ROW + 2}px)`;
      this.paint();
    }

    paint() {
      const first = Math.max(0, Math.floor(this.list.scrollTop / ROW) - 5);
      const last = Math.min(this.visible.length, first + Math.ceil((this.list.clientHeight || 400) / ROW) + 10);
      const matches = new Set(this.found);
      const nodes = [];
      for (let line = first; line < last; line += 1) {
        const index = this.visible[line];
        const row = this.rows[index];
        const isClosed = this.closed.has(index);
        const name = row[NODE.name] >= 0 ? ` "${this.words[row[NODE.name]]}"` : "";
        const counts = row[NODE.layouts]
          ? `${counted(row[NODE.layouts], "layout")}, at most ${count(row[NODE.maximum])} in a turn` : "";
        const node = html(
          "div",
          {
            class: matches.has(index) ? "row found" : "row", role: "treeitem", id: `${this.id}-${index}`,
            "aria-level": row[NODE.depth] + 1, "data-index": index,
            "aria-selected": String(index === this.chosen),
            "aria-expanded": this.hasChildren(index) ? String(!isClosed) : undefined,
          },
          html("span", { class: "twist", "aria-hidden": "true" }, this.hasChildren(index) ? (isClosed ? "▸" : "▾") : ""),
          `${this.words[row[NODE.type]]}${name} #${row[NODE.number]}`,
          html("span", { class: "count" }, counts));
        node.style.top = `${line * ROW}px`;
        node.style.paddingLeft = `${Math.min(row[NODE.depth], 60) * 14}px`;
        nodes.push(node);
      }
      this.filler.replaceChildren(...nodes);
      const isPainted = nodes.some((node) => Number(node.dataset.index) === this.chosen);
      if (isPainted) this.list.setAttribute("aria-activedescendant", `${this.id}-${this.chosen}`);
      else this.list.removeAttribute("aria-activedescendant");
    }

    reveal(index) {
      this.chosen = index;
      // Opens the rows that hide the row.
      let depth = this.rows[index][NODE.depth];
      for (let place = index - 1; place >= 0 && depth > 0; place -= 1) {
        if (this.rows[place][NODE.depth] >= depth) continue;
        depth = this.rows[place][NODE.depth];
        this.closed.delete(place);
      }
      this.arrange();
      this.scrollTo(index);
    }

    scrollTo(index) {
      const top = this.visible.indexOf(index) * ROW;
      this.list.scrollTop = clamp(this.list.scrollTop, top - this.list.clientHeight + 2 * ROW, Math.max(0, top - ROW));
      this.paint();
    }

    find() {
      const text = this.search.value.trim().toLowerCase();
      this.found = [];
      if (text) {
        const hits = this.words.map((word) => word.toLowerCase().includes(text));
        this.rows.forEach((row, index) => {
          if (hits[row[NODE.type]] || hits[row[NODE.name]] || `#${row[NODE.number]}` === text) this.found.push(index);
        });
      }
      this.result.textContent = text ? counted(this.found.length, "view") : "";
      if (this.found.length) this.reveal(this.found[0]);
      else this.paint();
    }

    next() {
      if (!this.found.length) return;
      this.reveal(this.found.find((index) => index > this.chosen) ?? this.found[0]);
    }

    fold() {
      this.rows.forEach((_, index) => this.hasChildren(index) && this.closed.add(index));
      this.chosen = 0;
      this.arrange();
    }

    unfold() {
      this.closed.clear();
      this.arrange();
    }

    toggle(index) {
      if (!this.hasChildren(index)) return;
      if (!this.closed.delete(index)) this.closed.add(index);
      this.arrange();
    }

    key(event) {
      const line = this.visible.indexOf(this.chosen);
      const moves = { ArrowUp: -1, ArrowDown: 1, PageUp: -15, PageDown: 15, Home: -1e9, End: 1e9 };
      if (event.key in moves) {
        this.chosen = this.visible[clamp(line + moves[event.key], 0, this.visible.length - 1)];
      } else if (event.key === "ArrowRight") {
        if (this.closed.has(this.chosen)) this.toggle(this.chosen);
        else if (this.hasChildren(this.chosen)) this.chosen += 1;
      } else if (event.key === "ArrowLeft") {
        if (this.hasChildren(this.chosen) && !this.closed.has(this.chosen)) this.toggle(this.chosen);
        else {
          const depth = this.rows[this.chosen][NODE.depth];
          let parent = this.chosen;
          while (parent > 0 && this.rows[parent][NODE.depth] >= depth) parent -= 1;
          this.chosen = parent;
        }
      } else return;
      event.preventDefault();
      this.scrollTo(this.chosen);
    }
  }

  // MARK: The page

  async function copy(node) {
    try {
      await navigator.clipboard.writeText(node.textContent);
    } catch {
      // Pages that were opened from a file may not use the clipboard in some browsers.
      getSelection().selectAllChildren(node);
      document.execCommand("copy");
    }
    say(`Copied ${node.textContent}.`);
  }

  function enliven(section, trace) {
    section.querySelectorAll("article.loop").forEach((card, index) => {
      const loop = trace.loops[index];
      const fingerprint = card.querySelector(".fingerprint");
      if (fingerprint) {
        const node = button("Copy", async () => {
          await copy(fingerprint);
          node.textContent = "Copied";
          setTimeout(() => { node.textContent = "Copy"; }, 1500);
        }, { "aria-label": "Copy the fingerprint", class: "copy" });
        fingerprint.after(" ", node);
      }
      const player = card.querySelector(".player");
      if (player && loop.round) new Player(player, loop.round);
      const words = [...card.querySelectorAll(".words > li")];
      card.querySelector(".charts")?.append(
        ...loop.series.map((series, place) => chart(series, words[place].textContent)));
    });
    const timeline = section.querySelector(".timeline");
    if (timeline && trace.bins.length) {
      const strip = trace.turns.length ? new Strip(timeline, trace.turns) : null;
      new Timeline(timeline, trace, (turn) => strip?.show(turn));
      strip?.show((trace.turns.find((turn) => turn.hasNewLoop) ?? trace.turns[0]).number);
    }
    section.querySelectorAll("table.sortable").forEach(makeSortable);
    const tree = section.querySelector("section.tree");
    if (tree && trace.tree) new Tree(tree, trace.tree);
  }

  const data = JSON.parse(document.getElementById("data").textContent);
  const sections = [...document.querySelectorAll("section.trace")];
  // Each trace comes to life when it is about to be seen, because there can be many.
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((candidate) => candidate.isIntersecting)) {
      observer.unobserve(entry.target);
      enliven(entry.target, data.traces[sections.indexOf(entry.target)]);
    }
  }, { rootMargin: "600px" });
  sections.forEach((section, index) => {
    if (index === 0) enliven(section, data.traces[0]);
    else observer.observe(section);
  });
  document.documentElement.dataset.ready = "true";
})();
