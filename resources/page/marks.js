// SPDX-License-Identifier: Apache-2.0
// What moves over the picture: the selection, what it waited for and what needs it, and the pointer.

class Marks {
  constructor(canvas, layout) {
    this.canvas = canvas;
    this.layout = layout;
    this.context = canvas.getContext("2d");
    this.showsArrows = true;
  }

  resize(width, height, ratio) {
    this.ratio = ratio;
    [this.canvas.width, this.canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  /** Where an action is drawn; nothing for one whose rank is not. */
  boxOf({ number, action }) {
    const { layout } = this, side = layout.sides[number];
    const row = layout.rowOf(number, side.rankOf(action));
    if (!row) return undefined;
    const track = row.tracks.find((one) => one.track === side.trackOf(action)) ?? row.tracks[0];
    const x = layout.xOf(side.start[action]);
    return { x, y: layout.yOf(row) + track.y, width: Math.max(2, layout.xOf(side.end[action]) - x), height: track.height };
  }

  gapBox({ number, bubble }) {
    const { layout } = this, row = layout.rowOf(number, bubble.rank);
    if (!row) return undefined;
    const x = layout.xOf(bubble.start);
    return { x, y: layout.yOf(row), width: Math.max(2, layout.xOf(bubble.end) - x), height: layout.laneHeight };
  }

  draw({ selection, hovered, pointer, range }, palette) {
    const { context, layout } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.save();
    context.beginPath();
    context.rect(headerWidth, 0, layout.plotWidth, layout.height);
    context.clip();
    if (range) {
      context.fillStyle = palette.accent + "33";
      context.fillRect(Math.min(range.from, range.to), 0, Math.abs(range.to - range.from), layout.height);
    }
    if (pointer !== undefined && pointer >= headerWidth) {
      context.fillStyle = palette.quiet + "66";
      context.fillRect(Math.round(pointer), rulerHeight, 1, layout.height);
    }
    context.beginPath();
    context.rect(headerWidth, rulerHeight, layout.plotWidth, layout.height - rulerHeight);
    context.clip();
    if (hovered && !(selection && hovered.action !== undefined && hovered.action === selection.action && hovered.number === selection.number))
      this.frame(hovered.bubble ? this.gapBox(hovered) : this.boxOf(hovered), palette.text, 1);
    if (selection) this.drawSelection(selection, palette);
    context.restore();
  }

  drawSelection(selection, palette) {
    if (selection.bubble) {
      const { bubble, number } = selection;
      this.frame(this.gapBox(selection), palette.accent, 2);
      if (this.showsArrows && bubble.waits >= 0) this.arrow(this.boxOf({ number, action: bubble.waits }), this.gapBox(selection), palette, true);
      return;
    }
    const side = this.layout.sides[selection.number], box = this.boxOf(selection);
    this.layout.sides.forEach((other, number) => {
      const same = other === side ? undefined : other.sameAs(side, selection.action);
      if (same !== undefined) this.frame(this.boxOf({ number, action: same }), palette.accent, 2);
    });
    if (this.showsArrows) {
      for (const input of side.inputsOf(selection.action)) this.arrow(this.boxOf({ number: selection.number, action: input.action }), box, palette, false);
      for (const user of side.usersOf(selection.action).slice(0, 16)) this.arrow(box, this.boxOf({ number: selection.number, action: user }), palette, false);
    }
    this.frame(box, palette.text, 2);
  }

  frame(box, color, width) {
    if (!box) return;
    const { context } = this;
    context.strokeStyle = color;
    context.lineWidth = width;
    context.strokeRect(box.x + width / 2 - 0.5, box.y + width / 2 - 0.5, Math.max(1, box.width + 1 - width), box.height + 1 - width);
  }

  /** From the end of the one that is waited for to the start of the other, or to a gap's end. */
  arrow(from, to, palette, endsGap) {
    if (!from || !to) return;
    const { context } = this;
    const x0 = from.x + from.width, y0 = from.y + from.height / 2, x1 = endsGap ? to.x + to.width : to.x, y1 = to.y + to.height / 2;
    const bend = Math.max(10, Math.min(60, Math.abs(x1 - x0) / 2 + 8));
    const rise = y0 === y1 ? from.height / 2 + 8 : 0; // around what is between them on the lane
    context.beginPath();
    context.moveTo(x0, y0);
    context.bezierCurveTo(x0 + bend, y0 + rise, x1 - bend, y1 + rise, x1, y1);
    context.lineWidth = 3.5;
    context.strokeStyle = palette.panel;
    context.stroke();
    context.lineWidth = 1.5;
    context.strokeStyle = palette.text;
    context.stroke();
    context.fillStyle = palette.text;
    context.beginPath();
    context.arc(x0, y0, 2.5, 0, 7);
    context.fill();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - 7, y1 - 3.5);
    context.lineTo(x1 - 7, y1 + 3.5);
    context.fill();
  }
}
