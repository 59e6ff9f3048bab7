// SPDX-License-Identifier: Apache-2.0
// Where rows and times are: all in CSS pixels.

const headerWidth = 104, rulerHeight = 26, rightMargin = 12, rowGap = 10, titleHeight = 26, subHeight = 6, subGap = 2;

/** What a schedule is called where its title has no room: "A", "B", … */
const sideLetter = (number) => (number < 26 ? String.fromCharCode(65 + number) : String(number + 1));

/** What is drawn as FSDP are the gradients of a step's end alone: no parameters are sharded. */
const onlyReduces = (sides) => sides.every((side) => side.hasTail && ![...new Set(side.kind)].some((kind) => /^(UNSHARD|RESHARD)$/.test(side.kinds[kind][0])));

class Layout {
  constructor(sides, lanes) {
    this.sides = sides;
    this.lanes = lanes;
    this.tracks = [1, 2, 3, 4, 5].filter((track) => lanes.some((of) => of.some((tracks) => tracks[track].count > 0)));
    this.onlyReduces = onlyReduces(sides);
    this.showsMemory = sides.some((side) => side.memory);
    this.byRank = false; // the same rank of all schedules together
    this.laneScale = 1;
    this.scrollY = 0;
    this.width = 800;
    this.height = 400;
    this.makespan = Math.max(...sides.map((side) => side.makespan)) || 1;
    this.from = 0;
    this.to = this.makespan;
    this.arrange();
  }

  /** Rows from top to bottom: titles of schedules where there are several, and ranks. */
  arrange() {
    const shown = this.sides.reduce((sum, side) => sum + side.rows.filter((row) => row > 0).length, 0);
    const natural = shown <= 12 ? 32 : shown <= 24 ? 24 : shown <= 48 ? 16 : 12;
    this.laneHeight = Math.round(Math.min(120, Math.max(4, natural * this.laneScale)));
    this.memoryHeight = this.showsMemory ? Math.max(6, Math.round(this.laneHeight * 0.5)) : 0;
    this.gap = this.laneHeight >= 20 ? rowGap : 4;
    this.rows = [];
    this.nextY = 8;
    if (this.byRank) {
      const ranks = Math.max(...this.sides.map((side) => side.rows.length));
      for (let rank = 0; rank < ranks; ++rank) {
        this.sides.forEach((side, number) => this.addRow(side, number, rank));
        this.nextY += this.gap;
      }
    } else {
      this.sides.forEach((side, number) => {
        if (this.sides.length > 1) {
          this.rows.push({ side, number, title: side.title, y: this.nextY, height: titleHeight });
          this.nextY += titleHeight;
        }
        side.rows.forEach((_, rank) => this.addRow(side, number, rank));
      });
    }
    this.contentHeight = this.nextY + 2;
    this.scrollTo(this.scrollY);
  }

  addRow(side, number, rank) {
    if (!side.rows[rank]) return;
    const row = { side, number, rank, y: this.nextY, tracks: [{ track: 0, y: 0, height: this.laneHeight }] };
    let under = this.laneHeight;
    for (const track of this.tracks) {
      row.tracks.push({ track, y: under + subGap, height: subHeight });
      under += subGap + subHeight;
    }
    if (this.memoryHeight > 0 && side.memory) {
      row.memoryY = under + 3;
      under += 3 + this.memoryHeight;
    }
    row.height = under;
    this.rows.push(row);
    this.nextY += under + this.gap;
  }

  get plotWidth() { return Math.max(40, this.width - headerWidth - rightMargin); }
  get perPixel() { return (this.to - this.from) / this.plotWidth; }
  xOf(time) { return headerWidth + (time - this.from) / this.perPixel; }
  timeAt(x) { return this.from + (x - headerWidth) * this.perPixel; }
  yOf(row) { return rulerHeight + row.y - this.scrollY; }
  get canScroll() { return this.contentHeight > this.height - rulerHeight + 0.5; }
  scrollTo(y) { this.scrollY = Math.max(0, Math.min(y, this.contentHeight - (this.height - rulerHeight))); }
  rowOf(number, rank) { return this.rows.find((row) => row.number === number && row.rank === rank); }
  rowAt(y) {
    const inside = y - rulerHeight + this.scrollY;
    return y < rulerHeight ? undefined : this.rows.find((row) => row.rank !== undefined && inside >= row.y - this.gap / 2 && inside < row.y + row.height + this.gap / 2);
  }

  /** Shows [from, to), kept near the run and no narrower than doubles can tell. */
  show(from, to) {
    const width = Math.min(Math.max(to - from, this.makespan * 1e-13), this.makespan * 1.04);
    const margin = this.makespan * 0.02;
    this.from = width >= this.makespan + 2 * margin ? -margin : Math.max(-margin, Math.min(from, this.makespan + margin - width));
    this.to = this.from + width;
  }
  zoom(factor, time) {
    this.show(time - (time - this.from) * factor, time + (this.to - time) * factor);
  }
  reveal(row) {
    const view = this.height - rulerHeight;
    if (row.y < this.scrollY) this.scrollTo(row.y - 6);
    else if (row.y + row.height > this.scrollY + view) this.scrollTo(row.y + row.height + 6 - view);
  }
}
