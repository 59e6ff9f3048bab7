// SPDX-License-Identifier: Apache-2.0
// The inspector, the legend, the table of bubbles and the sheet of keys. All text goes in as text, never as HTML.

const phaseNames = [term("warm-up"), term("steady state"), term("cool-down")];
const mostBubbleRows = 200;

/** An element with children: texts or other elements. */
function made(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "onclick") element.addEventListener("click", value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function badge(side, action, palette) {
  const name = side.nameOf(action), fill = kindFill(side.kinds[side.kind[action]]);
  const element = made("span", { class: "badge" }, name);
  element.style.background = palette.fills[fill];
  element.style.color = palette.texts[fill];
  return element;
}

/** A time as people read it, and under it the number itself where that says more. */
function timeCell(time, unit) {
  const text = timeText(time, unit), exact = exactTime(time, unit);
  return made("dd", {}, text, ...(exact === text || exact === `${text}` ? [] : [made("small", {}, exact)]));
}

function pairs(...rows) {
  const list = made("dl");
  for (const [title, value] of rows) list.append(made("dt", {}, title), value instanceof Node ? value : made("dd", {}, String(value)));
  return list;
}

class Inspector {
  constructor(element, sides, select) {
    this.element = element;
    this.sides = sides;
    this.select = select;
  }

  show(selection, palette) {
    const parts = !selection ? [made("h2", {}, say("Selection")), made("p", {}, say("Click an action or a gap, or press the right arrow key."))]
                : selection.bubble ? this.bubbleParts(selection, palette) : this.actionParts(selection, palette);
    this.element.replaceChildren(...parts);
  }

  titleOf(number) { return this.sides.length > 1 ? [made("p", {}, this.sides[number].title)] : []; }

  goTo(number, action, note, palette) {
    const side = this.sides[number];
    return made("button", { class: "go", type: "button", onclick: () => this.select({ number, action }) },
                badge(side, action, palette), note);
  }

  actionParts({ number, action }, palette) {
    const side = this.sides[number], { unit } = side, rank = side.rankOf(action);
    const inputs = side.inputsOf(action), users = side.usersOf(action);
    const parts = [...this.titleOf(number), made("h2", {}, badge(side, action, palette), ` ${side.kindName(action)}`),
                   pairs([say("Rank"), rank], [say("Stage"), side.stage[action]],
                         ...(side.kinds[side.kind[action]][4] ? [[say("Microbatch"), side.microbatch[action]]] : []),
                         [say("Start"), timeCell(side.start[action], unit)], [say("End"), timeCell(side.end[action], unit)],
                         [say("Duration"), timeCell(side.end[action] - side.start[action], unit)],
                         ...(side.memory ? [[say("Held at its start"), levelText(side.levelAt(rank, side.start[action]), side.memory)]] : []))];
    if (inputs.length) parts.push(made("h3", {}, say("Waited for")));
    for (const input of inputs)
      parts.push(this.goTo(number, input.action, say("rank {rank}, ended {time}", { rank: side.rankOf(input.action), time: timeText(side.end[input.action], unit) }), palette));
    if (users.length) parts.push(made("h3", {}, say("Needed by")));
    for (const user of users.slice(0, 16))
      parts.push(this.goTo(number, user, say("rank {rank}, starts {time}", { rank: side.rankOf(user), time: timeText(side.start[user], unit) }), palette));
    if (users.length > 16) parts.push(made("p", {}, say("and {count} more", { count: users.length - 16 })));
    return [...parts, ...this.elsewhereParts(number, action, palette)];
  }

  /** When the other schedules run the same action, and how much earlier or later. */
  elsewhereParts(number, action, palette) {
    const side = this.sides[number], others = [];
    this.sides.forEach((other, n) => {
      const same = n === number ? undefined : other.sameAs(side, action);
      if (same === undefined) return;
      const by = other.start[same] - side.start[action], time = timeText(Math.abs(by), other.unit);
      const note = by === 0 ? say("at the same time") : by > 0 ? say("{time} later", { time }) : say("{time} earlier", { time });
      const button = this.goTo(n, same, made("span", {}, `${other.title}: `, made("b", {}, note)), palette);
      others.push(button);
    });
    return others.length ? [made("h3", {}, say("In the other schedules")), ...others] : [];
  }

  bubbleParts({ number, bubble }, palette) {
    const side = this.sides[number], { unit } = side;
    const parts = [...this.titleOf(number), made("h2", {}, say("Bubble")),
                   pairs([say("Rank"), bubble.rank], [say("Start"), timeCell(bubble.start, unit)], [say("End"), timeCell(bubble.end, unit)],
                         [say("Length"), timeCell(bubble.end - bubble.start, unit)], [say("When"), say(phaseNames[bubble.phase])],
                         [say("Cause"), page.causes[bubble.cause]]),
                   made("h3", {}, say("Why")), made("p", {}, bubble.reason)];
    if (bubble.waits >= 0) parts.push(this.goTo(number, bubble.waits, say("rank {rank}", { rank: side.rankOf(bubble.waits) }), palette));
    return parts;
  }
}

/** One line for a screen reader, and for the tip under the pointer. */
function describe(side, { action, bubble }) {
  const { unit } = side;
  if (bubble)
    return `${say("Bubble on rank {rank}: {length} from {start}", { rank: bubble.rank, length: timeText(bubble.end - bubble.start, unit), start: timeText(bubble.start, unit) })}\n${bubble.reason}`;
  return `${side.nameOf(action)} ${say("{kind}, rank {rank}", { kind: side.kindName(action), rank: side.rankOf(action) })}\n` +
         say("{start} to {end}, {length}", { start: timeText(side.start[action], unit), end: timeText(side.end[action], unit),
                                             length: timeText(side.end[action] - side.start[action], unit) });
}

const legendTexts = [["F", term("Forward")], ["I", term("Backward input")], ["W", term("Backward weight")], ["B", term("Backward")], ["F+B", term("Overlap")],
                     ["", term("Communication"), "", term("FSDP")], ["R", term("Recompute")], ["S", term("Vocabulary forward"), "T", term("Vocabulary backward")],
                     ["D", term("Dispatch"), "C", term("Combine")], ["O", term("Offload"), "L", term("Reload")]];
const phaseTexts = { head: term("Head of the step"), gather_parameters: term("Gather parameters"), reduce_gradients: term("Reduce gradients"), tied_embedding: term("Sum tied embedding"),
                     clip: term("Clip gradients"), optimizer: term("Optimizer"), finish: term("Finish") };

const fsdpFill = 11; // the second of the class of communication

/** Without sharded weights nothing of them is FSDP's. */
const onlyReduces = (sides) => sides.every((side) => [...side.usedKinds].every((kind) => page.kinds[kind][2] !== fsdpTrack || page.kinds[kind][0] === "REDUCE_GRAD"));

/** A swatch with the bars of the kinds that have some. */
function swatchOf(color, mark, text) {
  const swatch = made("i", mark ? { class: `mark${mark}` } : {});
  swatch.style.background = color;
  swatch.style.color = text;
  return swatch;
}

/** A button for each class that occurs; `toggle(class, alone)` is called. */
function fillLegend(element, sides, lanes, palette, hidden, toggle) {
  const used = new Set();
  for (const of of lanes) for (const tracks of of) for (const lane of tracks) for (const fill of lane.used) used.add(fill);
  const markOfFill = (fill) => page.kinds.find((kind) => kind[7] && !kind[5] && kindFill(kind) === fill)?.[7] ?? 0;
  const usedKinds = new Set(sides.flatMap((side) => [...side.usedKinds]));
  const nameOf = (fill, text) => say(fill === fsdpFill && onlyReduces(sides) ? phaseTexts.reduce_gradients : text);
  const classes = [...new Set([...used].map((fill) => fill >> 1))].sort((a, b) => a - b);
  const buttons = classes.map((kind) => {
    const [, , , second] = legendTexts[kind], shown = second === undefined ? [0] : [0, 1].filter((at) => used.has(2 * kind + at));
    const parts = shown.flatMap((at) => {
      const fill = 2 * kind + at, color = hidden.has(kind) ? palette.ghost : palette.fills[fill];
      const text = `${legendTexts[kind][2 * at]} ${nameOf(fill, legendTexts[kind][2 * at + 1])}`.trim();
      return [swatchOf(color, hidden.has(kind) ? 0 : markOfFill(fill), palette.texts[fill]), made("span", {}, text)];
    });
    const button = made("button", { type: "button", "aria-pressed": String(!hidden.has(kind)), title: say("Click hides or shows it; Alt+click shows it alone") }, ...parts);
    button.addEventListener("click", (event) => toggle(kind, event.altKey));
    return button;
  });
  const others = [];
  const addOther = (swatch, text) => others.push(made("span", {}, swatch, text));
  if (page.kinds.some((kind, number) => kind[7] && kind[5] && usedKinds.has(number)))
    addOther(swatchOf(palette.fills[0], 3, palette.texts[0]), say("E Experts of a block; A, its attention, has no bars"));
  const named = new Set();
  for (const { phases, hasTail } of sides)
    for (const { name } of phases) {
      const text = hasTail ? phaseTexts[name] ?? term("Gather parameters") : term("Head and tail of the step");
      const [tone, mark] = hasTail ? page.phases[name] : [0, 0];
      if (named.has(text)) continue;
      named.add(text);
      addOther(swatchOf(palette.phases[2 * tone], mark, palette.phases[2 * tone + 1]), say(text));
    }
  const had = [...element.children].indexOf(document.activeElement);
  element.replaceChildren(...buttons, ...others, made("span", { class: "idle" }, made("i"), say("Idle")));
  if (had >= 0) buttons[had]?.focus();
}

/** The longest bubbles of all sides, a row each. */
function fillBubbles(element, sides, select) {
  const all = sides.flatMap((side, number) => side.bubbles.map((bubble) => ({ number, bubble })));
  if (!all.length) return;
  all.sort((a, b) => (b.bubble.end - b.bubble.start) - (a.bubble.end - a.bubble.start) || a.number - b.number || a.bubble.number - b.bubble.number);
  const head = made("tr", {}, ...(sides.length > 1 ? [say("Schedule")] : []).concat([say("Rank"), say("Start"), say("Length"), say("When"), say("Cause"), say("Why")])
                                                                            .map((title) => made("th", { scope: "col" }, title)));
  const rows = all.slice(0, mostBubbleRows).map(({ number, bubble }) => {
    const side = sides[number], { unit } = side;
    const go = () => select({ number, bubble });
    const row = made("tr", { tabindex: "0", onclick: go, "data-side": number, "data-bubble": bubble.number },
                     ...(sides.length > 1 ? [made("td", { class: "words" }, side.title)] : []),
                     made("td", {}, String(bubble.rank)), made("td", { title: exactTime(bubble.start, unit) }, timeText(bubble.start, unit)),
                     made("td", { title: exactTime(bubble.end - bubble.start, unit) }, timeText(bubble.end - bubble.start, unit)),
                     made("td", {}, say(phaseNames[bubble.phase])), made("td", {}, page.causes[bubble.cause]), made("td", { class: "words" }, bubble.reason));
    row.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
    return row;
  });
  const left = all.length - rows.length;
  const table = made("table", {}, made("caption", {}, say("Bubbles, the longest first ({shown} of {all})", { shown: rows.length, all: all.length })), made("thead", {}, head), made("tbody", {}, ...rows));
  const details = made("details", {}, made("summary", {}, say("Bubbles: {count}", { count: all.length })), table,
                       ...(left > 0 ? [made("p", {}, say("{count} more, none longer; all can be selected in the timeline.", { count: left }))] : []));
  details.open = all.length <= 12;
  element.replaceChildren(details);
}

const keyRows = [
  ["W + =", term("Zoom in")], ["S -", term("Zoom out")], ["A, D", term("Pan left, right")], ["0 Home", term("Fit all, then all ranks")],
  ["F", term("Zoom to the selection, then fit it")], ["PgUp, PgDown", term("Lanes up, down")], ["Alt+Left Backspace, Alt+Right", term("View back, forward")],
  [". Right, , Left", term("Next, previous on the lane")], ["Up, Down", term("Lane above, below")], ["[", term("What it waited for")], ["]", term("What needs it")],
  ["B, Shift+B", term("Next, previous bubble")], ["Esc", term("Clear")], ["C", term("Critical path")], ["E", term("Dependencies")], ["1 … 9", term("Turn a kind on or off")],
  [term("Ctrl+wheel, pinch"), term("Zoom at the pointer")], [term("Shift+wheel, middle drag, Space+drag"), term("Pan")], [term("Wheel"), term("Scroll lanes")],
  [term("Ctrl+Shift+wheel"), term("Higher or lower lanes")], [term("Drag on the ruler"), term("Zoom to a range")], [term("Double-click"), term("Fit an action or a gap")],
];
function fillSheet(dialog) {
  const rows = keyRows.map(([keys, what]) => made("tr", {}, made("td", {}, made("kbd", {}, say(keys))), made("td", {}, say(what))));
  dialog.replaceChildren(made("table", {}, made("caption", {}, say("Keys and mouse")), made("tbody", {}, ...rows)),
                         made("form", { method: "dialog" }, made("button", {}, say("Close"))));
}
