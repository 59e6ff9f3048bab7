// SPDX-License-Identifier: Apache-2.0
// The picture of the lanes. Every device pixel of a lane is its exact mixture of what is covered; edges and labels
// are added where a block is wide enough for them.

const easyWidth = 3, labelFont = "600 11px Inter, system-ui, sans-serif", smallFont = "600 9px Inter, system-ui, sans-serif";
const tinyFont = "9px Inter, system-ui, sans-serif", plainFont = "11px Inter, system-ui, sans-serif", boldFont = "600 12px Inter, system-ui, sans-serif";

const fsdpTrack = 2, trackTexts = ["", term("comm"), term("FSDP"), term("experts"), term("to host"), term("from host")];

const rgbOf = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const pixelOf = (rgb) => (255 << 24 | Math.round(rgb[2]) << 16 | Math.round(rgb[1]) << 8 | Math.round(rgb[0])) >>> 0;

class Painter {
  constructor(canvas, layout) {
    this.canvas = canvas;
    this.layout = layout;
    this.context = canvas.getContext("2d", { alpha: false });
    this.hidden = new Set();
    this.widths = new Map();
  }

  setPalette(palette) {
    this.palette = palette;
    this.rgb = palette.fills.map((hex, fill) => rgbOf(this.hidden.has(fill >> 1) ? palette.ghost : hex));
    const hatch = new OffscreenCanvas(8, 8), pen = hatch.getContext("2d");
    pen.strokeStyle = palette.hatch;
    pen.lineWidth = 1.4;
    for (const shift of [-8, 0, 8]) {
      pen.moveTo(shift - 1, 9);
      pen.lineTo(shift + 9, -1);
    }
    pen.stroke();
    this.hatch = this.context.createPattern(hatch, "repeat");
  }

  resize(width, height, ratio) {
    this.ratio = ratio;
    const pixels = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1]) [this.canvas.width, this.canvas.height] = pixels;
    this.canvas.style.width = `${width}px`;
    this.canvas.style.height = `${height}px`;
  }

  draw() {
    const { layout, context, palette, ratio } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = palette.panel;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.labels = [];
    this.ticks = this.rulerTicks();
    this.composePlot();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.save();
    context.beginPath();
    context.rect(headerWidth, rulerHeight, layout.plotWidth, layout.height - rulerHeight);
    context.clip();
    this.eachShownRow((row) => { if (row.rank !== undefined) this.drawOver(row); });
    this.drawLabels();
    if (this.showsPath) this.drawPath();
    context.restore();
    this.drawHeaders();
    this.drawRuler();
    if (layout.sides.length > 1) this.drawEnds();
  }

  eachShownRow(visit) {
    const { layout } = this;
    for (const row of layout.rows) {
      const y = layout.yOf(row);
      if (y + row.height > rulerHeight && y < layout.height) visit(row, y);
    }
  }

  /** Lanes and memory strips, put together pixel by pixel. */
  composePlot() {
    const { layout, ratio, palette } = this;
    const left = Math.round(headerWidth * ratio), top = Math.round(rulerHeight * ratio);
    const width = Math.round(layout.plotWidth * ratio), height = this.canvas.height - top;
    if (!this.image || this.image.width !== width || this.image.height !== height) {
      this.image = new ImageData(width, height);
      this.pixels = new Uint32Array(this.image.data.buffer);
      this.shares = new Float64Array(width * fillCount);
      this.line = new Uint32Array(width);
    }
    this.ground = pixelOf(rgbOf(palette.panel));
    this.pixels.fill(this.ground);
    const gridPixel = pixelOf(rgbOf(palette.hairline));
    for (const { time } of this.ticks) {
      const x = Math.round(layout.xOf(time) * ratio) - left;
      if (x >= 0 && x < width) for (let y = 0; y < height; ++y) this.pixels[y * width + x] = gridPixel;
    }
    const perPixel = (layout.to - layout.from) / width;
    this.eachShownRow((row, y) => {
      if (row.rank === undefined) return;
      for (const { track, y: below, height: laneHeight } of row.tracks) {
        const lane = layout.lanes[row.number][row.rank][track];
        if (track > 0 && lane.count === 0) continue;
        this.composeLane(lane, row.side, perPixel, width);
        const begin = Math.max(0, Math.round((y + below) * ratio) - top);
        const end = Math.min(height, Math.round((y + below + laneHeight) * ratio) - top);
        for (let at = begin; at < end; ++at) this.pixels.set(this.line, at * width);
      }
      if (row.memoryY !== undefined)
        this.composeMemory(row, perPixel, width, Math.round((y + row.memoryY) * ratio) - top,
                           Math.round((y + row.memoryY + layout.memoryHeight) * ratio) - top, height);
    });
    this.context.putImageData(this.image, left, top);
  }

  /** A lane's pixels, which are the same in each of its lines. */
  composeLane(lane, side, perPixel, width) {
    const { layout, line, shares, palette } = this;
    const ground = rgbOf(palette.panel), idle = lane.track === 0 ? rgbOf(palette.idle) : ground;
    const idlePixel = pixelOf(idle), slots = lane.used.length;
    const colors = lane.used.map((fill) => this.rgb[fill]), pixels = colors.map(pixelOf);
    lane.coverage(layout.from, perPixel, width, shares);
    const begin = -layout.from / perPixel, end = (side.makespan - layout.from) / perPixel;
    for (let x = 0; x < width; ++x) {
      let covered = 0, r = 0, g = 0, b = 0, only = -1;
      for (let slot = 0, at = x * slots; slot < slots; ++slot, ++at) {
        const share = shares[at];
        if (share <= 0) continue;
        if (share > 0.9999) only = slot;
        covered += share;
        r += share * colors[slot][0];
        g += share * colors[slot][1];
        b += share * colors[slot][2];
      }
      if (only >= 0) {
        line[x] = pixels[only];
        continue;
      }
      const inside = Math.max(0, Math.min(x + 1, end) - Math.max(x, begin));
      if (covered === 0 && inside === 1) {
        line[x] = idlePixel;
        continue;
      }
      const idleShare = Math.max(0, inside - covered), rest = Math.max(0, 1 - covered - idleShare);
      line[x] = pixelOf([r + idleShare * idle[0] + rest * ground[0], g + idleShare * idle[1] + rest * ground[1],
                         b + idleShare * idle[2] + rest * ground[2]]);
    }
    if (lane.track === 0) this.composePhases(side, lane.rank, perPixel, width);
    else this.composeTicks(lane, perPixel, width, pixels);
    this.composeEdges(lane, perPixel, width);
  }

  /** What takes no time, in sub-lanes. */
  composeTicks(lane, perPixel, width, pixels) {
    const { from, to } = this.layout, last = lane.firstStartingAt(to);
    for (let b = lane.firstStartingAt(from); b < last; ++b)
      if (lane.stop[b] === lane.start[b]) this.line[Math.min(width - 1, Math.floor((lane.start[b] - from) / perPixel))] = pixels[lane.slotOf[lane.fill[b]]];
  }

  composePhases(side, rank, perPixel, width) {
    for (const phase of side.phases) {
      if (phase.rank !== rank) continue;
      const pixel = pixelOf(rgbOf(this.palette.phases[2 * (side.hasTail ? page.phases[phase.name][0] : 0)]));
      const from = Math.round((phase.start - this.layout.from) / perPixel), to = Math.round((phase.end - this.layout.from) / perPixel);
      if (to > from) this.line.fill(pixel, Math.max(0, from), Math.max(0, Math.min(width, to)));
    }
  }

  /** The line between blocks, in the block's darker tone, inside of it. */
  composeEdges(lane, perPixel, width) {
    const edges = this.edgePixels ??= this.palette.edges.map((hex) => pixelOf(rgbOf(hex)));
    const ghost = pixelOf(rgbOf(this.palette.ghost)), { from } = this.layout;
    lane.eachLong(lane.firstEndingAfter(from), lane.firstStartingAt(this.layout.to), easyWidth * perPixel, (b) => {
      const x = Math.floor((lane.start[b] - from) / perPixel + 0.001);
      if (x >= 0 && x < width) this.line[x] = this.hidden.has(lane.fill[b] >> 1) ? ghost : edges[lane.fill[b]];
    });
  }

  composeMemory(row, perPixel, width, top, bottom, limit) {
    const { side, rank } = row, { layout, pixels } = this;
    const times = side.memoryTimes[rank], levels = side.memoryLevels[rank];
    if (!times.length || bottom <= top) return;
    const area = pixelOf(rgbOf(this.palette.memory)), edge = pixelOf(rgbOf(this.palette.memoryLine));
    const over = pixelOf(rgbOf(this.palette.path));
    const scale = (bottom - top) / Math.max(side.memory.top, 1e-300), most = side.memory.limits[rank];
    const first = Math.max(0, Math.floor(-layout.from / perPixel));
    const last = Math.min(width, Math.ceil((side.makespan - layout.from) / perPixel));
    let step = Math.max(0, firstWhere(0, times.length, (i) => times[i] > layout.from + first * perPixel) - 1);
    let yBefore = -1;
    for (let x = first; x < last; ++x) {
      const until = layout.from + (x + 1) * perPixel;
      let highest = levels[step];
      while (step + 1 < times.length && times[step + 1] < until) highest = Math.max(highest, levels[++step]);
      const y = Math.max(top, Math.round(bottom - highest * scale));
      const color = most !== undefined && highest > most * (1 + 1e-12) ? over : edge;
      for (let at = Math.max(0, y + 1); at < Math.min(bottom, limit); ++at) pixels[at * width + x] = area;
      const lineTop = yBefore >= 0 ? Math.min(y, yBefore) : y, lineBottom = yBefore >= 0 ? Math.max(y, yBefore) : y;
      if (highest > 0 || yBefore >= 0)
        for (let at = Math.max(0, lineTop); at <= Math.min(lineBottom, bottom - 1, limit - 1); ++at) pixels[at * width + x] = color;
      yBefore = y;
    }
    if (most === undefined) return;
    const y = Math.round(bottom - most * scale);
    if (y >= Math.max(0, top) && y < Math.min(bottom, limit)) for (let x = first; x < last; x += 1) if (x % 6 < 3) pixels[y * width + x] = over;
  }

  /** Hatching of idle time, halves of overlapped blocks, and labels, where there is room. */
  drawOver(row) {
    const { layout, context } = this, y = layout.yOf(row);
    for (const { track, y: below, height } of row.tracks) {
      const lane = layout.lanes[row.number][row.rank][track];
      const first = lane.firstEndingAfter(layout.from), last = lane.firstStartingAt(layout.to);
      if (track === 0) this.hatchGaps(row, lane, first, last, y, height);
      if (track === 0 && row.side.hasTail) this.drawPhases(row, y, height);
      if (height < 10) continue;
      lane.eachLong(first, last, 9 * layout.perPixel, (b) => {
        const x0 = Math.max(headerWidth, layout.xOf(lane.start[b])), x1 = Math.min(headerWidth + layout.plotWidth, layout.xOf(lane.stop[b]));
        if (x1 - x0 < 9) return;
        if (lane.parts[b] > 1) this.drawParts(lane, b, x0, x1, y + below, height);
        else {
          this.drawBars(row.side.kinds[row.side.kind[lane.first[b]]][7], this.palette.texts[lane.fill[b]], lane.fill[b], layout.xOf(lane.start[b]), x1, y + below, height);
          this.addLabel(row.side, lane.first[b], lane.fill[b], x0, x1, y + below, height);
        }
      });
    }
    context.fillStyle = this.palette.text;
  }

  /** The bars of a mark, as markBars() of core/scene/block_marks.h. */
  drawBars(mark, color, fill, x0, x1, y, height) {
    if (!mark || x1 - x0 < 9 || height < 8 || this.hidden.has(fill >> 1)) return;
    const { context } = this, thick = Math.min(3, Math.max(1, Math.floor(height * 0.14)));
    context.fillStyle = color;
    if (mark === 1 || mark === 3) context.fillRect(x0 + 2, y + 2, x1 - x0 - 4, thick);
    if (mark === 2 || mark === 3) context.fillRect(x0 + 2, y + height - 2 - thick, x1 - x0 - 4, thick);
    if (mark === 4) context.fillRect(x0 + 2, y + 2, Math.min(3, Math.max(1, Math.floor((x1 - x0) * 0.08))), height - 4);
  }

  /** What ends a step, where the order has it as actions: bars and labels. */
  drawPhases(row, y, height) {
    const { layout, palette } = this;
    for (const phase of row.side.phases) {
      if (phase.rank !== row.rank || phase.end <= layout.from || phase.start >= layout.to) continue;
      const [tone, mark, ...labels] = page.phases[phase.name], color = palette.phases[2 * tone + 1];
      const x0 = Math.max(headerWidth, layout.xOf(phase.start)), x1 = Math.min(headerWidth + layout.plotWidth, layout.xOf(phase.end));
      this.drawBars(mark, color, -1, x0, x1, y, height);
      const text = labels.find((label) => this.widthOf(label, labelFont) + 8 <= x1 - x0);
      if (text && height >= 15) this.labels.push({ text, font: labelFont, color, x: (x0 + x1) / 2, y: y + height / 2 });
    }
  }

  hatchGaps(row, lane, first, last, y, height) {
    if (last - first > 4 * this.layout.plotWidth || height < 5) return;
    const { layout, context } = this;
    let end = first > 0 ? lane.coverEnd[first - 1] : 0;
    const add = (from, to) => {
      const x0 = Math.max(headerWidth, layout.xOf(from)), x1 = Math.min(headerWidth + layout.plotWidth, layout.xOf(to));
      if (x1 - x0 >= 4) context.fillRect(x0, y, x1 - x0, height);
    };
    context.fillStyle = this.hatch;
    const phases = row.side.phases.filter((phase) => phase.rank === row.rank);
    const gap = (from, to) => {
      for (const phase of phases) {
        if (phase.end <= from || phase.start >= to) continue;
        add(from, phase.start);
        from = Math.max(from, phase.end);
      }
      add(from, to);
    };
    for (let b = first; b < last; ++b) {
      if (lane.coverBegin[b] > end) gap(end, lane.coverBegin[b]);
      end = Math.max(end, lane.coverEnd[b]);
    }
    if (last === lane.count || lane.start[last] > end) gap(end, last < lane.count ? lane.start[last] : row.side.makespan);
  }

  drawParts(lane, b, x0, x1, y, height) {
    const { context, palette } = this, { side } = lane;
    const frame = x1 - x0 >= 14 && height >= 16 ? 2 : 1, count = lane.parts[b], inside = (height - 2 * frame) / count;
    const isHidden = this.hidden.has(overlapFill >> 1);
    for (let part = 0; part < count; ++part) {
      const action = lane.first[b] + part, fill = lane.partFill(action), top = y + frame + part * inside;
      if (!isHidden) {
        context.fillStyle = this.hidden.has(fill >> 1) ? palette.ghost : palette.fills[fill];
        context.fillRect(x0 + frame, top, x1 - x0 - 2 * frame, inside);
        this.drawBars(side.kinds[side.kind[action]][7], palette.texts[fill], fill, x0 + frame, x1 - frame, top, inside);
      }
      if (inside >= 9) this.addLabel(side, action, fill, x0, x1, top, inside);
    }
  }

  widthOf(text, font) {
    const key = font === labelFont ? text.length : text.length + 100;
    let width = this.widths.get(key);
    if (width === undefined) {
      this.context.font = font;
      width = this.context.measureText("W".repeat(text.length > 2 ? 1 : 0) + "0".repeat(text.length - (text.length > 2 ? 1 : 0))).width;
      this.widths.set(key, width);
    }
    return width;
  }

  addLabel(side, action, fill, x0, x1, y, height) {
    if (this.hidden.has(fill >> 1)) return;
    const room = x1 - x0, full = side.nameOf(action);
    const font = height >= 13 ? labelFont : smallFont;
    const hasShort = side.trackOf(action) === 0 || side.kinds[side.kind[action]][8];
    const short = hasShort ? side.shortNameOf(action) : "";
    const [text, used] = this.widthOf(full, font) + 6 <= room ? [full, font]
                       : short && this.widthOf(short, font) + 3 <= room ? [short, font]
                       : short && this.widthOf(short, smallFont) + 2 <= room ? [short, smallFont] : ["", font];
    if (text) this.labels.push({ text, font: used, color: this.palette.texts[fill], x: (x0 + x1) / 2, y: y + height / 2 });
  }

  /** One font and color after the other: changing them costs more than a label. */
  drawLabels() {
    const { context } = this;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const kinds = new Map();
    for (const label of this.labels) {
      const key = label.font + label.color;
      if (!kinds.has(key)) kinds.set(key, []);
      kinds.get(key).push(label);
    }
    for (const alike of kinds.values()) {
      context.font = alike[0].font;
      context.fillStyle = alike[0].color;
      const drop = alike[0].font === labelFont ? 4 : 3.3;
      for (const label of alike) context.fillText(label.text, label.x, label.y + drop);
    }
    context.textAlign = "left";
  }

  drawPath() {
    const { layout, context } = this;
    context.fillStyle = this.palette.path;
    const ends = new Map();
    layout.sides.forEach((side, number) => {
      for (const action of side.path) {
        if (side.end[action] < layout.from || side.start[action] > layout.to) continue;
        const rank = side.rankOf(action), row = layout.rowOf(number, rank);
        const x0 = layout.xOf(side.start[action]), x1 = Math.max(x0 + 1, layout.xOf(side.end[action]));
        const key = number * 65536 + rank;
        if (!row || x1 <= (ends.get(key) ?? -Infinity)) continue;
        ends.set(key, x1);
        context.fillRect(x0, layout.yOf(row) + layout.laneHeight - 1, x1 - x0, 3);
      }
    });
  }

  drawHeaders() {
    const { layout, context, palette } = this;
    context.save();
    context.beginPath();
    context.rect(0, rulerHeight, layout.width, layout.height - rulerHeight);
    context.clip();
    this.eachShownRow((row, y) => {
      if (row.title !== undefined) {
        context.font = boldFont;
        context.fillStyle = palette.text;
        context.fillText(this.titleText(row), 12, y + 16);
        return;
      }
      const hasTwoLines = layout.laneHeight >= 30;
      context.font = layout.laneHeight >= 12 ? boldFont : smallFont;
      context.fillStyle = palette.text;
      if (layout.laneHeight >= 8 || row.rank % 4 === 0) context.fillText(layout.byRank ? `${say("Rank")} ${row.rank} ${sideLetter(row.number)}` : `${say("Rank")} ${row.rank}`, 12, y + layout.laneHeight / 2 + (hasTwoLines ? -1 : 4));
      context.font = plainFont;
      context.fillStyle = palette.quiet;
      if (hasTwoLines) {
        context.fillText(this.stagesText(row), 12, y + layout.laneHeight / 2 + 13, headerWidth - 20);
        context.font = tinyFont;
        for (const { track, y: below, height } of row.tracks.slice(1)) {
          const name = track === fsdpTrack && onlyReduces(layout.sides) ? say("gradients") : say(trackTexts[track]);
          context.fillText(name, headerWidth - 6 - context.measureText(name).width, y + below + height - 1);
        }
        context.font = plainFont;
      }
      if (row.memoryY !== undefined && layout.memoryHeight >= 10)
        context.fillText(`${say("peak")} ${row.side.memory.peaks[row.rank]}`, 12, y + row.memoryY + layout.memoryHeight / 2 + 4, headerWidth - 20);
    });
    context.restore();
  }

  /** "B  ZBV · 4 ranks · 25.5, −22.7 %": how much longer or shorter than the first. */
  titleText({ side, number }) {
    const change = 100 * (side.makespan / this.layout.sides[0].makespan - 1), size = Math.abs(change).toFixed(1);
    const by = number === 0 || !Number.isFinite(change) ? "" : `, ${size === "0.0" ? "=" : `${change < 0 ? "−" : "+"}${size} %`}`;
    return `${sideLetter(number)}   ${side.title} · ${timeText(side.makespan, side.unit)}${by}`;
  }

  /** Where each schedule ends: a line through its lanes, and its letter at the ruler. */
  drawEnds() {
    const { layout, context, palette } = this;
    context.font = boldFont;
    // From the right, so that letters of schedules that end together stand beside each other in their order.
    const latest = layout.sides.map((side, number) => ({ side, number })).sort((a, b) => b.side.makespan - a.side.makespan || b.number - a.number);
    let room = headerWidth + layout.plotWidth - 8;
    for (const { side, number } of latest) {
      const x = layout.xOf(side.makespan);
      if (x < headerWidth || x > headerWidth + layout.plotWidth) continue;
      const rows = layout.rows.filter((row) => row.number === number && row.rank !== undefined);
      context.fillStyle = palette.text;
      context.save();
      context.beginPath();
      context.rect(headerWidth, rulerHeight, layout.plotWidth, layout.height - rulerHeight);
      context.clip();
      for (const row of rows) context.fillRect(Math.round(x), layout.yOf(row) - 2, 1, row.height + 4);
      context.restore();
      const at = Math.min(x, room);
      room = at - 17;
      context.fillRect(at - 8, 4, 16, 16);
      context.fillStyle = palette.panel;
      context.fillText(sideLetter(number), at - context.measureText(sideLetter(number)).width / 2, 16);
    }
  }

  stagesText(row) {
    const { side, rank } = row;
    const texts = side.stageTexts ??= [];
    if (texts[rank] === undefined) {
      const stages = new Set();
      for (let i = side.rowBegin[rank]; i < side.rowBegin[rank + 1]; ++i) if (side.kind[i] !== 0) stages.add(side.stage[i]);
      const all = [...stages].sort((a, b) => a - b);
      texts[rank] = all.length > 6 ? `${say("stages")} ${all[0]} … ${all[all.length - 1]}` : all.join(", ");
    }
    return texts[rank];
  }

  /** 1, 2 or 5 times a power of ten, at least 70 pixels apart. */
  rulerTicks() {
    const { layout } = this;
    const least = layout.perPixel * 70, power = 10 ** Math.floor(Math.log10(least));
    const step = [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= least * (1 - 1e-9));
    const ticks = [];
    for (let n = Math.ceil(Math.max(0, layout.from) / step); n * step <= Math.min(layout.to, layout.makespan * 1.02); ++n)
      ticks.push({ time: n * step, step });
    return ticks;
  }

  drawRuler() {
    const { layout, context, palette } = this, { unit } = layout.sides[0];
    context.font = plainFont;
    context.fillStyle = palette.quiet;
    const units = timeUnits[unit];
    const [size, name] = units ? [...units].reverse().find(([one]) => this.ticks.length && this.ticks[0].step * 4 >= one) ?? units[0] : [1, ""];
    for (const { time } of this.ticks) {
      const x = layout.xOf(time), text = String(+(time / size).toPrecision(12)) + (name ? ` ${name}` : "");
      if (x + 4 + context.measureText(text).width > layout.width) continue;
      context.fillText(text, x + 3, 17);
      context.fillStyle = palette.hairline;
      context.fillRect(x, 8, 1, rulerHeight - 8);
      context.fillStyle = palette.quiet;
    }
    context.fillStyle = palette.hairline;
    context.fillRect(0, rulerHeight - 1, layout.width, 1);
    context.fillStyle = palette.quiet;
    context.fillText(say("Time"), 12, 17);
  }
}
