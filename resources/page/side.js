// SPDX-License-Identifier: Apache-2.0
// One schedule of the page with its times.

/** First of [first, end) for which `isAfter` holds; it must hold for all behind that one. */
function firstWhere(first, end, isAfter) {
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (isAfter(middle)) end = middle;
    else first = middle + 1;
  }
  return first;
}

class Side {
  constructor(head, arrays, kinds) {
    Object.assign(this, head);
    this.kinds = kinds;
    const count = arrays.kind.length;
    this.rowBegin = new Uint32Array(head.rows.length + 1);
    head.rows.forEach((row, r) => { this.rowBegin[r + 1] = this.rowBegin[r] + row; });
    this.kind = Uint8Array.from(arrays.kind, (k) => k >> 2);
    this.usedKinds = new Set(this.kind);
    this.role = Uint8Array.from(arrays.kind, (k) => k & 3);
    this.stage = arrays.stage;
    this.microbatch = arrays.microbatch;
    this.form = arrays.form;
    this.start = new Float64Array(count);
    this.end = new Float64Array(count);
    let before = 0;
    for (let i = 0; i < count; ++i) {
      const start = (before + unfolded(arrays.start[i])) | 0;
      before = start + arrays.length[i];
      this.start[i] = arrays.times[start];
      this.end[i] = arrays.times[before];
    }
    this.times = arrays.times;
    this.phases = head.phases.map(([rank, name, start, end]) => ({ rank, name, start: arrays.times[start], end: arrays.times[end] }));
    this.hasTail = head.tail;
    this.readBubbles(arrays);
    this.readMemory(arrays);
    this.path = Uint32Array.from(arrays.pathIndex, (index, i) => this.rowBegin[arrays.pathRank[i]] + index);
  }

  readBubbles(arrays) {
    const count = arrays.bubbleStart.length;
    this.bubbles = [];
    this.bubblesOf = this.rows.map(() => []);
    for (let i = 0; i < count; ++i) {
      const start = arrays.times[arrays.bubbleStart[i]];
      const end = arrays.times[arrays.bubbleStart[i] + arrays.bubbleLength[i]];
      const waits = arrays.waitRank[i] > 0 ? this.rowBegin[arrays.waitRank[i] - 1] + arrays.waitIndex[i] : -1;
      const bubble = { rank: arrays.bubbleRank[i], start, end, cause: arrays.bubbleCause[i] >> 2, phase: arrays.bubbleCause[i] & 3,
                       waits, reason: arrays.reasons[i], number: i };
      this.bubbles.push(bubble);
      this.bubblesOf[bubble.rank].push(bubble);
    }
  }

  /** Per rank when its level changes, and to what. */
  readMemory(arrays) {
    this.memoryTimes = [];
    this.memoryLevels = [];
    let at = 0;
    for (const count of arrays.memoryCount) {
      this.memoryTimes.push(Float64Array.from(arrays.memoryTime.subarray(at, at + count), (time) => arrays.times[time]));
      this.memoryLevels.push(Float64Array.from(arrays.memoryLevel.subarray(at, at + count), (level) => arrays.levels[level]));
      at += count;
    }
  }

  rankOf(action) { return firstWhere(0, this.rows.length, (rank) => this.rowBegin[rank + 1] > action); }
  isBubble(action) { return this.kind[action] === 0; }

  /** "3F12". */
  nameOf(action) {
    const [before, , , , hasMicrobatch, behind] = this.kinds[this.kind[action]];
    return `${this.stage[action]}${before}${hasMicrobatch ? this.microbatch[action] : ""}${behind}`;
  }
  /** "12", or with a letter where the color alone would not say what it is: "S12". */
  shortNameOf(action) { return `${this.kinds[this.kind[action]][8]}${this.microbatch[action]}`; }
  kindName(action) { return this.kinds[this.kind[action]][1]; }
  trackOf(action) { return this.kinds[this.kind[action]][2]; }

  key(kind, stage, microbatch) { return (kind * (this.stages + 1) + stage) * (this.microbatches + 1) + Math.min(microbatch, this.microbatches); }

  /** Where each action is; of several that are the same the first. Made when it is first asked for. */
  places() {
    if (this.placeOf) return this.placeOf;
    this.placeOf = new Map();
    for (let i = 0; i < this.kind.length; ++i) {
      const key = this.key(this.kind[i], this.stage[i], this.microbatch[i]);
      if (this.kind[i] !== 0 && !this.placeOf.has(key)) this.placeOf.set(key, i);
    }
    return this.placeOf;
  }

  /** This schedule's action of the same kind, stage and microbatch as another's; of one with other stages, of the same part of the model. */
  sameAs(other, action) {
    const stage = other.stages === this.stages ? other.stage[action] : undefined;
    return stage === undefined ? undefined : this.places().get(this.key(other.kind[action], stage, other.microbatch[action]));
  }

  /** What an action needs, beside the action before it on its rank. */
  inputsOf(action) {
    const found = [];
    for (const [kind, stageStep, microbatchStep, isTransferred] of this.forms[this.form[action]]) {
      const at = this.places().get(this.key(kind, this.stage[action] + stageStep, this.microbatch[action] + microbatchStep));
      if (at !== undefined) found.push({ action: at, isTransferred: isTransferred === 1 });
    }
    return found;
  }

  /** The actions that need this one. */
  usersOf(action) {
    if (!this.userBegin) this.findUsers();
    return Array.from(this.users.subarray(this.userBegin[action], this.userBegin[action + 1]));
  }
  findUsers() {
    const count = this.kind.length;
    this.userBegin = new Uint32Array(count + 1);
    for (let i = 0; i < count; ++i) for (const input of this.inputsOf(i)) ++this.userBegin[input.action + 1];
    for (let i = 0; i < count; ++i) this.userBegin[i + 1] += this.userBegin[i];
    const next = this.userBegin.slice();
    this.users = new Uint32Array(this.userBegin[count]);
    for (let i = 0; i < count; ++i) for (const input of this.inputsOf(i)) this.users[next[input.action]++] = i;
  }

  levelAt(rank, time) {
    const times = this.memoryTimes[rank];
    const step = firstWhere(0, times.length, (i) => times[i] > time) - 1;
    return step < 0 ? 0 : this.memoryLevels[rank][step];
  }
}
