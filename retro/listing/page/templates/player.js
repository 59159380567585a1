// The player: one game, step by step, with its screen, the lines that run and the variables.
// What the data mean stands in retro/study/game_recorder.py.
const CELL = 8; // pixels
const KEYFRAMES = 250; // steps from one whole state to the next
const SHOWN = 16; // variables, at least

class Player {
  constructor(root, game) {
    Object.assign(this, { root, game, at: -1, timer: 0 });
    this.frames = [];
    this.byName = (name) => root.querySelector(`[data-part="${name}"]`);
    this.context = this.byName("screen").getContext("2d");
    this.images = new Map();
    const last = game.steps.length - 1;
    this.slider = this.byName("slider");
    this.slider.max = last;
    this.slider.addEventListener("input", () => this.pause() || this.show(Number(this.slider.value)));
    const actions = {
      start: () => this.show(0),
      back: () => this.show(this.at - 1),
      on: () => this.show(this.at + 1),
      play: () => (this.timer ? this.pause() : this.play()),
      before: () => this.seek(-1),
      next: () => this.seek(1),
    };
    for (const button of root.querySelectorAll("[data-do]"))
      button.addEventListener("click", () => (button.dataset.do === "play" || this.pause(), actions[button.dataset.do]()));
    this.byName("variable").append(...game.variables.map(([, name], index) => new Option(name, index)));
    root.hidden = false;
    this.show(game.begin);
  }

  // The state before a step: cells, display, texts of the variables, and which of these the last step has changed.
  state(at) {
    const { steps, variables } = this.game;
    let start = Math.floor(at / KEYFRAMES) * KEYFRAMES;
    while (start && !this.frames[start / KEYFRAMES]) start -= KEYFRAMES;
    const kept = this.frames[start / KEYFRAMES] ?? { next: 0, cells: [], values: Array(variables.length + 1).fill("") };
    const state = { ...kept, cells: [...kept.cells], values: [...kept.values] };
    for (let index = kept.next; index <= at; index++) {
      if (index % KEYFRAMES === 0 && !this.frames[index / KEYFRAMES])
        this.frames[index / KEYFRAMES] = { ...state, next: index, cells: [...state.cells], values: [...state.values] };
      const [, values = [], cells = [], display = []] = steps[index];
      if (display.length) [state.width, state.height, state.colours] = display;
      for (let i = 0; i < cells.length; i += 2) state.cells[cells[i]] = cells[i + 1];
      for (let i = 0; i < values.length; i += 2) state.values[values[i]] = values[i + 1];
    }
    state.changed = new Set((steps[at][1] ?? []).filter((_, index) => index % 2 === 0));
    return state;
  }

  // Show the state before a step, and what runs next; or what has changed a variable of this name just before.
  show(at, variable = "") {
    const { steps, places } = this.game;
    this.at = Math.max(0, Math.min(steps.length - 1, at));
    const state = this.state(this.at);
    const [key, lines] = places[steps[this.at - (variable && this.at ? 1 : 0)][0]];
    this.draw(state);
    this.mark(key, lines);
    this.tell(state);
    this.slider.value = this.at;
    const shown = lines.map((id) => id.replace(/^bas-/, "").replace(/^py-.*?(\d+)$/, "$1 of the port"));
    const where = `${variable && `${variable} was changed by `}${key.split(".").pop()}, line ${shown.reverse().join(", ")}`;
    this.slider.setAttribute("aria-valuetext", `step ${this.at + 1}: ${where}`);
    this.byName("where").textContent = `Step ${this.at + 1} of ${steps.length}: ${where}`;
  }

  draw({ width, height, colours, cells }) {
    if (!width) return;
    const { canvas } = this.context;
    if (canvas.width !== width || canvas.height !== height || this.colours !== colours) {
      Object.assign(canvas, { width, height });
      Object.assign(this, { colours, drawn: [] });
      this.images.clear();
    }
    const columns = width / CELL;
    cells.forEach((pattern, index) => {
      if (this.drawn[index] === pattern) return;
      this.drawn[index] = pattern;
      this.context.putImageData(this.image(pattern), (index % columns) * CELL, Math.floor(index / columns) * CELL);
    });
  }

  image(pattern) {
    if (!this.images.has(pattern)) {
      const pixels = [...this.game.patterns[pattern]].flatMap((digit) => [...this.colours[parseInt(digit, 16)], 255]);
      this.images.set(pattern, new ImageData(new Uint8ClampedArray(pixels), CELL, CELL));
    }
    return this.images.get(pattern);
  }

  // The listing is a copy of the procedure's own on this page; the lines that run next are marked.
  mark(key, lines) {
    const frame = this.byName("listing");
    if (this.key !== key) {
      this.key = key;
      const copy = document.getElementById(key)?.querySelector(".listing")?.cloneNode(true);
      for (const part of copy?.querySelectorAll(".says, .of-says, .by, .st") ?? []) part.remove();
      for (const line of copy?.querySelectorAll("[id]") ?? []) {
        line.dataset.line = line.id;
        line.removeAttribute("id");
      }
      frame.replaceChildren(...(copy ? [copy] : []));
    }
    for (const old of frame.querySelectorAll(".runs")) old.classList.remove("runs");
    const marked = lines.flatMap((id) => [...frame.querySelectorAll(`[data-line="${id}"]`)]);
    for (const line of marked) line.classList.add("runs");
    if (!marked.length) return;
    const top = marked[0].getBoundingClientRect().top - frame.getBoundingClientRect().top + frame.scrollTop;
    if (top < frame.scrollTop + 30 || top > frame.scrollTop + frame.clientHeight - 60) frame.scrollTop = top - frame.clientHeight / 3;
  }

  // What has changed, what the procedure uses, then others.
  tell({ values, changed }) {
    const links = [...(document.getElementById(this.key)?.querySelectorAll(".uses a[href^='#var-']") ?? [])];
    const used = new Set(links.map((link) => link.getAttribute("href").slice(1)));
    const locals = this.game.variables.length;
    const rank = (index) => (changed.has(index) ? 0 : index === locals || used.has(this.game.variables[index][0]) ? 1 : 2);
    const order = [...values.keys()].filter((index) => values[index] !== "").sort((a, b) => rank(a) - rank(b) || a - b);
    const count = Math.max(SHOWN, order.filter((index) => rank(index) < 2).length);
    this.byName("values").replaceChildren(...order.slice(0, count).map((index) => this.row(index, values[index], changed.has(index))));
  }

  row(index, value, changed) {
    const row = document.createElement("tr");
    const head = row.appendChild(document.createElement("th"));
    head.scope = "row";
    const [id, name] = this.game.variables[index] ?? ["", "locals"];
    const link = head.appendChild(document.createElement(id ? "a" : "span"));
    if (id) link.href = `#${id}`;
    link.textContent = name;
    const cell = row.appendChild(document.createElement("td"));
    cell.appendChild(document.createElement(changed ? "mark" : "span")).textContent = value;
    return row;
  }

  // Go to the next or the last step at which the variable has just changed.
  seek(by) {
    const wanted = Number(this.byName("variable").value);
    const name = this.game.variables[wanted][1];
    for (let at = this.at + by; at >= 0 && at < this.game.steps.length; at += by)
      if ((this.game.steps[at][1] ?? []).some((part, index) => index % 2 === 0 && part === wanted)) return this.show(at, name);
    this.byName("where").textContent = `${name} does not change ${by > 0 ? "after" : "before"} this.`;
  }

  play() {
    if (this.at === this.game.steps.length - 1) this.show(0);
    this.byName("play").textContent = "Pause";
    let before = performance.now();
    const tick = (now) => {
      const steps = Math.floor(((now - before) / 1000) * Number(this.byName("speed").value));
      if (steps) {
        before = now;
        this.show(this.at + steps);
      }
      if (this.at < this.game.steps.length - 1) this.timer = requestAnimationFrame(tick);
      else this.pause();
    };
    this.timer = requestAnimationFrame(tick);
  }

  pause() {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.byName("play").textContent = "Play";
  }
}

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

for (const root of document.querySelectorAll(".player"))
  unpacked(root.querySelector("data").value).then((game) => game.steps.length && new Player(root, game));
