// SPDX-License-Identifier: Apache-2.0
// The timeline that people see and use: keys and mouse as in the window (docs/keys.md).

const zoomStep = 0.8, panStep = 0.15, keptViews = 50;

class View {
  constructor(sides, lanes) {
    this.sides = sides;
    this.lanes = lanes;
    this.layout = new Layout(sides, lanes);
    this.plot = document.getElementById("plot");
    this.painter = new Painter(document.getElementById("lanes"), this.layout);
    this.marks = new Marks(document.getElementById("marks"), this.layout);
    this.tip = document.getElementById("tip");
    this.told = document.getElementById("told");
    this.inspector = new Inspector(document.getElementById("inspector"), sides, (selection) => this.select(selection, true));
    this.past = [];
    this.future = [];
    this.frames = [];
    if (page.range) this.layout.show(...page.range);
    this.resize();
    this.bindMouse();
    new ResizeObserver(() => this.resize()).observe(this.plot.parentElement);
    document.addEventListener("keydown", (event) => this.keyPressed(event));
    this.inspector.show(undefined, this.palette);
  }

  get palette() { return this.painter.palette ?? page.light; }

  resize(width = this.plot.parentElement.clientWidth, ratio = window.devicePixelRatio || 1) {
    const { layout } = this;
    layout.width = width;
    layout.height = Math.ceil(Math.min(layout.contentHeight + rulerHeight, Math.max(260, window.innerHeight * 0.72)));
    layout.scrollTo(layout.scrollY);
    this.plot.style.height = `${layout.height}px`;
    this.painter.resize(layout.width, layout.height, ratio);
    this.marks.resize(layout.width, layout.height, ratio);
    this.redraw();
  }

  /** Draws at the next frame: the picture, or only what is over it. */
  redraw(onlyMarks = false) {
    this.needsPicture = this.needsPicture || !onlyMarks;
    this.asked ??= requestAnimationFrame(() => this.drawNow());
  }
  drawNow() {
    this.asked = undefined;
    if (!this.painter.palette) return;
    const begin = performance.now();
    if (this.needsPicture) this.painter.draw();
    this.marks.draw(this, this.palette);
    if (this.needsPicture) this.frames.push(performance.now() - begin);
    if (this.frames.length > 1000) this.frames.shift();
    this.needsPicture = false;
  }

  setPalette(palette) {
    this.painter.edgePixels = undefined;
    this.painter.setPalette(palette);
    this.inspector.show(this.selection, palette);
    this.renewLegend();
    this.redraw();
  }
  renewLegend() {
    fillLegend(document.getElementById("legend"), this.layout.sides, this.lanes, this.palette, this.painter.hidden, (kind, alone) => this.toggleKind(kind, alone));
  }
  toggleKind(kind, alone) {
    const { hidden } = this.painter;
    const isAlone = alone && hidden.size === legendTexts.length - 1 && !hidden.has(kind);
    if (alone) {
      hidden.clear();
      if (!isAlone) for (let other = 0; other < legendTexts.length; ++other) if (other !== kind) hidden.add(other);
    } else if (!hidden.delete(kind)) {
      hidden.add(kind);
    }
    this.setPalette(this.palette);
  }

  // Where the view is.

  keepView() {
    const { from, to, scrollY } = this.layout;
    this.past.push({ from, to, scrollY });
    if (this.past.length > keptViews) this.past.shift();
    this.future = [];
  }
  goBack(past = this.past, future = this.future) {
    const kept = past.pop();
    if (!kept) return;
    const { from, to, scrollY } = this.layout;
    future.push({ from, to, scrollY });
    [this.layout.from, this.layout.to] = [kept.from, kept.to];
    this.layout.scrollTo(kept.scrollY);
    this.redraw();
  }
  show(from, to) {
    this.keepView();
    this.layout.show(from, to);
    this.redraw();
  }
  fit() {
    const { layout } = this;
    const isFitted = layout.from <= 0 && layout.to >= layout.makespan;
    this.keepView();
    if (isFitted && layout.canScroll) {
      layout.laneScale *= Math.max(0.05, (layout.height - rulerHeight) / layout.contentHeight);
      layout.arrange();
      this.resize();
    }
    layout.show(0, layout.makespan);
    this.redraw();
  }
  spanOf({ number, action, bubble }) {
    const side = this.sides[number];
    return bubble ? [bubble.start, bubble.end] : [side.start[action], side.end[action]];
  }
  fitSelection() {
    if (!this.selection) return;
    const [start, end] = this.spanOf(this.selection), length = Math.max(end - start, this.layout.makespan * 1e-9);
    const around = 4 * length;
    const isNear = Math.abs(this.layout.from - (start - around)) < length && Math.abs(this.layout.to - (end + around)) < length;
    const margin = isNear ? 0.05 * length : around;
    this.show(start - margin, end + margin);
  }

  // What is selected.

  select(selection, reveals = false) {
    this.selection = selection;
    this.inspector.show(selection, this.palette);
    this.told.textContent = selection ? describe(this.sides[selection.number], selection).replace("\n", ", ") : say("Nothing is selected");
    for (const row of document.querySelectorAll("#bubbles tr[data-bubble]"))
      row.setAttribute("aria-selected", String(Boolean(selection?.bubble && +row.dataset.bubble === selection.bubble.number && +row.dataset.side === selection.number)));
    if (selection && reveals) this.reveal(selection);
    this.redraw(!reveals);
  }
  reveal(selection) {
    const { layout } = this, side = this.sides[selection.number];
    const row = layout.rowOf(selection.number, selection.bubble ? selection.bubble.rank : side.rankOf(selection.action));
    if (row) layout.reveal(row);
    const [start, end] = this.spanOf(selection), width = layout.to - layout.from;
    if (end < layout.from + width * 0.02 || start > layout.to - width * 0.02) layout.show((start + end - width) / 2, (start + end + width) / 2);
  }
  laneOf(action, number) {
    const side = this.sides[number];
    return this.lanes[number][side.rankOf(action)][side.trackOf(action)];
  }
  step(by) {
    const { selection } = this;
    if (!selection) return this.selectFirst();
    const { number } = selection;
    if (selection.bubble) {
      const lane = this.lanes[number][selection.bubble.rank][0];
      const block = by > 0 ? lane.firstStartingAt(selection.bubble.end) : lane.firstEndingAfter(selection.bubble.start) - 1;
      return this.selectBlock(number, lane, block, by);
    }
    const lane = this.laneOf(selection.action, number), block = lane.blockOf(selection.action);
    const part = selection.action - lane.first[block] + by;
    if (part >= 0 && part < lane.parts[block]) return this.select({ number, action: lane.first[block] + part }, true);
    this.selectBlock(number, lane, block + by, by);
  }
  selectBlock(number, lane, block, by) {
    if (block < 0 || block >= lane.count) return;
    this.select({ number, action: lane.first[block] + (by > 0 ? 0 : lane.parts[block] - 1) }, true);
  }
  selectFirst() {
    const row = this.layout.rows.find((one) => one.rank !== undefined), lane = row && this.lanes[row.number][row.rank][0];
    if (!lane?.count) return;
    const block = Math.min(lane.count - 1, lane.firstEndingAfter(this.layout.from));
    this.select({ number: row.number, action: lane.first[block] }, true);
  }
  /** To the lane above or below, to what runs there at the time. */
  stepLane(by) {
    if (!this.selection) return this.selectFirst();
    const { number, action, bubble } = this.selection, side = this.sides[number];
    const rows = this.layout.rows.filter((row) => row.rank !== undefined);
    const at = rows.indexOf(this.layout.rowOf(number, bubble ? bubble.rank : side.rankOf(action))) + by;
    if (at < 0 || at >= rows.length) return;
    const lane = this.lanes[rows[at].number][rows[at].rank][0], [start, end] = this.spanOf(this.selection);
    if (!lane.count) return;
    const middle = (start + end) / 2, after = Math.min(lane.count - 1, lane.firstEndingAfter(middle));
    const isNearer = after > 0 && lane.start[after] > middle && middle - lane.stop[after - 1] < lane.start[after] - middle;
    this.select({ number: rows[at].number, action: lane.first[isNearer ? after - 1 : after] }, true);
  }
  followInput() {
    if (!this.selection) return;
    const { number, action, bubble } = this.selection, side = this.sides[number];
    if (bubble) return bubble.waits >= 0 ? this.select({ number, action: bubble.waits }, true) : undefined;
    const inputs = side.inputsOf(action);
    if (inputs.length) this.select({ number, action: inputs.reduce((last, one) => (side.end[one.action] > side.end[last.action] ? one : last)).action }, true);
  }
  followUser() {
    if (this.selection?.action === undefined) return;
    const { number, action } = this.selection, side = this.sides[number], users = side.usersOf(action);
    if (users.length) this.select({ number, action: users.reduce((first, one) => (side.start[one] < side.start[first] ? one : first)) }, true);
  }
  /** Through the bubbles of the side, by their start. */
  stepBubble(by) {
    const number = this.selection?.number ?? 0, side = this.sides[number];
    side.bubbleOrder ??= [...side.bubbles].sort((a, b) => a.start - b.start || a.rank - b.rank);
    const order = side.bubbleOrder, at = this.selection?.bubble ? order.indexOf(this.selection.bubble) + by : by > 0 ? 0 : order.length - 1;
    if (order[at]) this.select({ number, bubble: order[at] }, true);
  }

  /** What is at a point: an action or a bubble of a rank. */
  at(x, y) {
    const { layout } = this, row = layout.rowAt(y);
    if (!row || x < headerWidth || x > headerWidth + layout.plotWidth) return undefined;
    const inRow = y - layout.yOf(row), time = layout.timeAt(x), { number } = row;
    const place = row.tracks.find((track) => inRow >= track.y - 1 && inRow < track.y + track.height + 1);
    if (!place) return undefined;
    const lane = this.lanes[number][row.rank][place.track], block = lane.blockAt(time, place.track > 0 ? 3 * layout.perPixel : 0);
    if (block >= 0) {
      const part = Math.min(lane.parts[block] - 1, Math.max(0, Math.floor((inRow - place.y) / place.height * lane.parts[block])));
      return { number, action: lane.first[block] + part };
    }
    const bubble = place.track === 0 && row.side.bubblesOf[row.rank].find((one) => one.start <= time && time < one.end);
    return bubble ? { number, bubble } : undefined;
  }

  bindMouse() {
    const { plot, layout } = this;
    const place = (event) => {
      const box = plot.getBoundingClientRect();
      return [event.clientX - box.left, event.clientY - box.top];
    };
    plot.addEventListener("wheel", (event) => this.wheelTurned(event, place(event)), { passive: false });
    plot.addEventListener("pointerdown", (event) => {
      const [x, y] = place(event);
      plot.focus({ preventScroll: true });
      const pans = event.button === 1 || (event.button === 0 && this.spaceDown);
      if (!pans && event.button !== 0) return;
      event.preventDefault();
      plot.setPointerCapture(event.pointerId);
      this.drag = { kind: pans ? "pan" : y < rulerHeight ? "range" : "press", x, y, from: layout.from, to: layout.to, scrollY: layout.scrollY };
      if (this.drag.kind !== "press") this.keepView();
    });
    plot.addEventListener("pointermove", (event) => this.pointerMoved(...place(event)));
    plot.addEventListener("pointerup", (event) => this.pointerReleased(...place(event)));
    plot.addEventListener("pointerleave", () => this.pointAt(undefined));
    plot.addEventListener("dblclick", (event) => {
      const found = this.at(...place(event));
      if (found) {
        this.select(found);
        this.fitSelection();
      }
    });
    document.addEventListener("keyup", (event) => { if (event.key === " ") this.spaceDown = false; });
  }

  wheelTurned(event, [x]) {
    const { layout } = this;
    const amount = event.deltaY || event.deltaX, lines = event.deltaMode === 1 ? 16 : 1;
    if (event.ctrlKey && event.shiftKey) {
      layout.laneScale = Math.min(4, Math.max(0.2, layout.laneScale * (amount > 0 ? 0.85 : 1 / 0.85)));
      layout.arrange();
      this.resize();
    } else if (event.ctrlKey) {
      layout.zoom(Math.exp(Math.max(-1, Math.min(1, amount * lines * 0.002))), layout.timeAt(Math.max(headerWidth, x)));
    } else if (event.shiftKey || event.deltaX) {
      const by = (event.deltaX || event.deltaY) * lines * layout.perPixel;
      layout.show(layout.from + by, layout.to + by);
    } else if (layout.canScroll) {
      layout.scrollTo(layout.scrollY + amount * lines);
    } else {
      return; // the page scrolls
    }
    event.preventDefault();
    this.redraw();
  }

  pointerMoved(x, y) {
    const { drag, layout } = this;
    if (drag?.kind === "pan") {
      const by = (drag.x - x) * layout.perPixel;
      layout.show(drag.from + by, drag.to + by);
      layout.scrollTo(drag.scrollY + drag.y - y);
      return this.redraw();
    }
    if (drag?.kind === "range") {
      this.range = { from: drag.x, to: x };
      return this.redraw(true);
    }
    this.pointAt(x, y);
  }
  pointerReleased(x, y) {
    const { drag } = this;
    this.drag = this.range = undefined;
    if (drag?.kind === "range" && Math.abs(x - drag.x) > 3) {
      const times = [drag.x, x].map((at) => this.layout.timeAt(at)).sort((a, b) => a - b);
      this.layout.show(...times);
      this.redraw();
    } else if (drag?.kind === "press" && Math.hypot(x - drag.x, y - drag.y) < 5) {
      this.select(this.at(x, y));
    }
    this.redraw(true);
  }
  pointAt(x, y) {
    this.pointer = x;
    this.hovered = x === undefined ? undefined : this.at(x, y);
    this.tip.hidden = !this.hovered;
    if (this.hovered) {
      this.tip.textContent = describe(this.sides[this.hovered.number], this.hovered);
      const { width, height } = this.tip.getBoundingClientRect();
      this.tip.style.left = `${Math.max(4, Math.min(x + 14, this.layout.width - width - 6))}px`;
      this.tip.style.top = `${y + 18 + height > this.layout.height ? Math.max(2, y - height - 10) : y + 18}px`;
    }
    this.redraw(true);
  }

  keyPressed(event) {
    const { target } = event;
    if (target !== document.body && target !== this.plot) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const name = (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.altKey ? "Alt+" : "") + (event.shiftKey && key.length > 1 || event.shiftKey && key === "b" ? "Shift+" : "") + key;
    const action = this.actions()[name];
    if (!action) return;
    event.preventDefault();
    action();
  }
  actions() {
    const { layout } = this, middle = (layout.from + layout.to) / 2, width = layout.to - layout.from;
    const zoom = (factor) => () => { layout.zoom(factor, middle); this.redraw(); };
    const pan = (by) => () => { layout.show(layout.from + by * width, layout.to + by * width); this.redraw(); };
    const scroll = (by) => () => { layout.scrollTo(layout.scrollY + by * (layout.height - rulerHeight) * 0.8); this.redraw(); };
    const press = (id) => () => document.getElementById(id).click();
    const all = {
      "w": zoom(zoomStep), "+": zoom(zoomStep), "=": zoom(zoomStep), "s": zoom(1 / zoomStep), "-": zoom(1 / zoomStep), "a": pan(-panStep), "d": pan(panStep),
      "0": () => this.fit(), "Home": () => this.fit(), "f": () => this.fitSelection(), "PageUp": scroll(-1), "PageDown": scroll(1),
      "Alt+ArrowLeft": () => this.goBack(), "Backspace": () => this.goBack(), "Alt+ArrowRight": () => this.goBack(this.future, this.past),
      ".": () => this.step(1), "ArrowRight": () => this.step(1), ",": () => this.step(-1), "ArrowLeft": () => this.step(-1),
      "ArrowUp": () => this.stepLane(-1), "ArrowDown": () => this.stepLane(1), "[": () => this.followInput(), "]": () => this.followUser(),
      "b": () => this.stepBubble(1), "Shift+b": () => this.stepBubble(-1), "Escape": () => this.select(undefined), "c": press("path"), "e": press("arrows"),
      "?": press("keys"), " ": () => { this.spaceDown = true; },
    };
    for (let kind = 0; kind < 9; ++kind) all[String(kind + 1)] = () => this.toggleKind(kind, false);
    return all;
  }
}
