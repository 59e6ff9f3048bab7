// SPDX-License-Identifier: Apache-2.0
// Reads the data, makes the view, and connects what is around it.

const page = JSON.parse(document.getElementById("head").textContent);

function bindTools(view) {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = document.getElementById("theme");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const follow = () => {
    theme.textContent = isDark() ? say("Light") : say("Dark");
    theme.setAttribute("aria-label", isDark() ? say("Light theme") : say("Dark theme"));
    view.setPalette(isDark() ? page.dark : page.light);
  };
  theme.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    follow();
  });
  dark.addEventListener("change", follow);
  const bindSwitch = (id, apply) => {
    const button = document.getElementById(id);
    button.addEventListener("click", () => {
      const isOn = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(isOn));
      apply(isOn);
      view.redraw();
    });
  };
  bindSwitch("path", (isOn) => { view.painter.showsPath = isOn; });
  bindSwitch("arrows", (isOn) => { view.marks.showsArrows = isOn; });
  bindSwitch("memory", (isOn) => {
    view.layout.showsMemory = isOn;
    view.layout.arrange();
    view.resize();
  });
  bindSwitch("byrank", (isOn) => {
    view.layout.byRank = isOn;
    view.layout.arrange();
    view.resize();
  });
  document.getElementById("byrank").hidden = page.sides.length === 1;
  document.getElementById("memory").hidden = !page.sides.some((side) => side.memory);
  document.getElementById("path").hidden = !view.sides.some((side) => side.path.length);
  document.getElementById("fit").addEventListener("click", () => view.fit());
  const sheet = document.getElementById("sheet");
  fillSheet(sheet);
  document.getElementById("keys").addEventListener("click", () => sheet.showModal());
  for (const box of document.querySelectorAll(".figures")) {
    const look = () => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
    box.addEventListener("scroll", look, { passive: true });
    new ResizeObserver(look).observe(box);
  }
  // On paper: light, all of it, sharp.
  addEventListener("beforeprint", () => {
    view.setPalette(page.light);
    const { layout } = view;
    layout.height = Math.min(layout.contentHeight + rulerHeight, 4000);
    view.plot.style.height = `${layout.height}px`;
    layout.scrollY = 0;
    layout.width = 1040;
    view.painter.resize(layout.width, layout.height, 2);
    view.marks.resize(layout.width, layout.height, 2);
    view.needsPicture = true;
    view.drawNow();
    // One picture: paper has no layers.
    view.painter.context.setTransform(1, 0, 0, 1, 0, 0);
    view.painter.context.drawImage(view.marks.canvas, 0, 0);
  });
  addEventListener("afterprint", () => {
    view.resize();
    follow();
  });
  follow();
}

async function start() {
  const packed = [...document.querySelectorAll("script.data")];
  const sides = [];
  for (const [number, head] of page.sides.entries())
    sides.push(new Side(head, readArrays(await unpacked(packed[number].textContent), head.arrays, head.tick), page.kinds));
  packed.forEach((element) => element.remove());
  const lanes = sides.map((side) => side.rows.map((_, rank) => [0, 1, 2, 3, 4, 5].map((track) => new Lane(side, rank, track))));
  const view = new View(sides, lanes);
  bindTools(view);
  fillBubbles(document.getElementById("bubbles"), sides, (selection) => {
    view.select(selection, true);
    view.plot.scrollIntoView({ block: "nearest" });
  });
  window.bubblescope = view; // for tests and for who is curious
  document.documentElement.dataset.ready = "yes";
}

start().catch((problem) => {
  document.querySelector("main").replaceWith(made("p", { class: "note" }, say("The timeline cannot be shown: {problem}", { problem: problem.message })));
  document.documentElement.dataset.ready = "no";
});
