// SPDX-License-Identifier: Apache-2.0
// Blocks of a lane and, by prefix sums, how long each fill covers any stretch of it: as core/scene/lane_index.h.

const fillCount = 20, overlapFill = 8, group = 16;

/** What a kind is drawn in: the first of its class's two fills, or the second of two kinds'. */
const kindFill = (kind) => 2 * kind[3] + Math.max(0, kind[6]);

/** Blocks by their start; times covered twice count for the block that began first. */
class Lane {
  constructor(side, rank, track) {
    this.side = side;
    this.rank = rank;
    this.track = track;
    const first = side.rowBegin[rank], last = side.rowBegin[rank + 1];
    const blocks = [];
    let lowestStage = Infinity;
    for (let i = first; i < last; ++i) if (side.kind[i] !== 0) lowestStage = Math.min(lowestStage, side.stage[i]);
    for (let i = first; i < last;) {
      let end = i + 1;
      while (end < last && side.role[end] === 3) ++end;
      if (side.kind[i] !== 0 && side.trackOf(i) === track) blocks.push(i);
      i = end;
    }
    const isSorted = blocks.every((block, i) => i === 0 || side.start[blocks[i - 1]] <= side.start[block]);
    if (!isSorted) blocks.sort((a, b) => side.start[a] - side.start[b] || a - b);
    this.first = Uint32Array.from(blocks);
    const count = this.count = blocks.length;
    this.parts = new Uint8Array(count);
    this.start = new Float64Array(count);
    this.stop = new Float64Array(count);
    this.coverBegin = new Float64Array(count);
    this.coverEnd = new Float64Array(count);
    this.fill = new Uint8Array(count);
    let covered = -Infinity;
    for (let b = 0; b < count; ++b) {
      const i = this.first[b];
      let start = side.start[i], stop = side.end[i], parts = 1;
      for (; i + parts < last && side.role[i + parts] === 3; ++parts) {
        start = Math.min(start, side.start[i + parts]);
        stop = Math.max(stop, side.end[i + parts]);
      }
      this.parts[b] = parts;
      this.start[b] = start;
      this.stop[b] = stop;
      this.coverBegin[b] = Math.max(start, covered);
      covered = this.coverEnd[b] = Math.max(covered, stop);
      this.fill[b] = this.fillOf(i, lowestStage);
    }
    this.sumUp();
  }

  fillOf(action, lowestStage) {
    if (this.side.role[action] !== 0) return overlapFill;
    const kind = this.side.kinds[this.side.kind[action]];
    return kind[6] >= 0 ? kindFill(kind) : kindFill(kind) + (this.side.stage[action] !== lowestStage ? 1 : 0);
  }
  /** Of a part of an overlapped block. */
  partFill(action) { return kindFill(this.side.kinds[this.side.kind[action]]); }

  sumUp() {
    this.used = [...new Set(this.fill)].sort((a, b) => a - b);
    this.slotOf = new Uint8Array(fillCount);
    this.used.forEach((fill, slot) => { this.slotOf[fill] = slot; });
    const groups = Math.ceil(this.count / group), slots = this.used.length;
    this.groupBegin = new Float64Array(groups);
    this.sums = new Float64Array(groups * slots);
    this.longest = new Float64Array(groups);
    const total = new Float64Array(slots);
    for (let b = 0; b < this.count; ++b) {
      const g = b / group | 0;
      if (b % group === 0) {
        this.groupBegin[g] = b === 0 ? -Infinity : this.coverEnd[b - 1];
        this.sums.set(total, g * slots);
      }
      total[this.slotOf[this.fill[b]]] += Math.max(0, this.coverEnd[b] - this.coverBegin[b]);
      this.longest[g] = Math.max(this.longest[g], this.stop[b] - this.start[b]);
    }
  }

  firstEndingAfter(time) { return firstWhere(0, this.count, (b) => this.coverEnd[b] > time); }
  firstStartingAt(time) { return firstWhere(0, this.count, (b) => this.start[b] >= time); }
  groupAt(time) { return Math.max(0, firstWhere(1, this.groupBegin.length, (g) => this.groupBegin[g] > time) - 1); }

  /** Adds up into `out`, by slot, what is covered before `time`, which is in group `g`. */
  coveredBefore(g, time, out) {
    const slots = this.used.length;
    for (let slot = 0; slot < slots; ++slot) out[slot] = this.sums[g * slots + slot];
    const end = Math.min(this.count, (g + 1) * group);
    for (let b = g * group; b < end; ++b) {
      const slot = this.slotOf[this.fill[b]];
      if (this.coverEnd[b] > time) {
        out[slot] += Math.max(0, time - this.coverBegin[b]);
        return;
      }
      out[slot] += Math.max(0, this.coverEnd[b] - this.coverBegin[b]);
    }
  }

  /** Time covered in [from, to) by fill. */
  busy(from, to) {
    const slots = this.used.length, before = new Float64Array(slots), after = new Float64Array(slots);
    const times = new Array(fillCount).fill(0);
    if (this.count === 0) return times;
    this.coveredBefore(this.groupAt(from), from, before);
    this.coveredBefore(this.groupAt(to), to, after);
    this.used.forEach((fill, slot) => { times[fill] = Math.max(0, after[slot] - before[slot]); });
    return times;
  }

  /** Into `shares`, so many slots a column, what part of each column of `perColumn` from `from` on is covered. */
  coverage(from, perColumn, columns, shares) {
    const slots = this.used.length;
    shares.fill(0, 0, columns * slots);
    if (this.count === 0) return;
    const to = from + columns * perColumn;
    const first = this.firstEndingAfter(from), last = this.firstStartingAt(to);
    if (last - first < 2 * columns) this.walkBlocks(first, last, from, perColumn, columns, shares);
    else this.walkColumns(from, perColumn, columns, shares);
  }

  walkBlocks(first, last, from, perColumn, columns, shares) {
    const slots = this.used.length;
    for (let b = first; b < last; ++b) {
      const begin = Math.max(0, (this.coverBegin[b] - from) / perColumn);
      const end = Math.min(columns, (this.coverEnd[b] - from) / perColumn);
      if (!(end > begin)) continue;
      const slot = this.slotOf[this.fill[b]];
      const firstColumn = Math.floor(begin), lastColumn = Math.min(columns - 1, Math.floor(end));
      if (firstColumn === lastColumn) {
        shares[firstColumn * slots + slot] += end - begin;
        continue;
      }
      shares[firstColumn * slots + slot] += firstColumn + 1 - begin;
      for (let column = firstColumn + 1; column < lastColumn; ++column) shares[column * slots + slot] += 1;
      shares[lastColumn * slots + slot] += end - lastColumn;
    }
  }

  walkColumns(from, perColumn, columns, shares) {
    const slots = this.used.length, groups = this.groupBegin.length;
    let before = new Float64Array(slots), after = new Float64Array(slots);
    let g = this.groupAt(from);
    this.coveredBefore(g, from, before);
    for (let column = 0; column < columns; ++column) {
      const edge = from + (column + 1) * perColumn;
      while (g + 1 < groups && this.groupBegin[g + 1] <= edge) ++g;
      this.coveredBefore(g, edge, after);
      for (let slot = 0; slot < slots; ++slot) shares[column * slots + slot] = Math.max(0, after[slot] - before[slot]) / perColumn;
      [before, after] = [after, before];
    }
  }

  /** Calls `visit` for blocks [first, last) that last at least `least`. */
  eachLong(first, last, least, visit) {
    for (let b = first; b < last;) {
      if (b % group === 0 && this.longest[b / group | 0] < least) {
        b += group;
        continue;
      }
      if (this.stop[b] - this.start[b] >= least) visit(b);
      ++b;
    }
  }

  /** The block at a time; one without length within the tolerance; -1 for none. */
  blockAt(time, tolerance) {
    const first = this.firstEndingAfter(time);
    if (first < this.count && this.start[first] <= time) return first;
    for (const near of [first - 1, first])
      if (near >= 0 && near < this.count && Math.min(Math.abs(this.start[near] - time), Math.abs(this.stop[near] - time)) <= tolerance)
        return near;
    return -1;
  }
  blockOf(action) {
    const start = this.side.start[action];
    for (let b = Math.max(0, firstWhere(0, this.count, (i) => this.start[i] >= start) - 1); b < this.count; ++b) {
      if (this.first[b] <= action && action < this.first[b] + this.parts[b]) return b;
      if (this.start[b] > start) break;
    }
    return this.first.findIndex((i, b) => i <= action && action < i + this.parts[b]);
  }
}
