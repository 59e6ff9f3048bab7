# SPDX-License-Identifier: Apache-2.0
"""A page in Debian's Chromium: real clicks and keys, and its figures against those of the command line.

test_page.py CLI [CHINESE] [--slow [FOLDER]]: CHINESE is a page that the window wrote in Chinese, if it is there; with --slow also frame rates of large pages, and screenshots of both themes into FOLDER.
Ends with 77, which ctest shows as skipped, where there is no Chromium.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
from browser import Browser, Tab, chromium  # noqa: E402

CLI = ""
SLOW = False
CHINESE: Path | None = None
PICTURES: Path | None = None
MICROSECONDS = {"format": "bubblescope-costs", "version": 1, "time_unit": "us", "forward": 900.5, "backward_input": 1000.1, "backward_weight": 700.3,
                "p2p": {"latency": 60.7}}
COSTS: list[str] = []


def cli(*arguments: str) -> str:
    return subprocess.run([CLI, *arguments], check=True, capture_output=True, text=True).stdout


class PageCase(unittest.TestCase):
    folder: tempfile.TemporaryDirectory[str]
    browser: Browser

    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory(prefix="bubblescope-page-")
        cls.browser = Browser(*cls.flags())

    @classmethod
    def flags(cls) -> list[str]:
        return []

    @classmethod
    def tearDownClass(cls) -> None:
        cls.browser.close()
        cls.folder.cleanup()

    def page(self, name: str, *arguments: str) -> Path:
        path = Path(self.folder.name) / f"{name}.html"
        if not path.exists():
            cli(*arguments, "-o", str(path))
        return path

    def jitter(self) -> list[str]:
        path = Path(self.folder.name) / "jitter.json"
        path.write_text(json.dumps({"format": "bubblescope-costs", "version": 1, "jitter": {"sigma": 0.2, "seed": 7}}), encoding="utf-8")
        return ["--costs", str(path)]

    def zbv(self) -> Path:
        return self.page("zbv", "render", "zbv:ranks=4,microbatches=8", *COSTS)

    def center(self, tab: Tab, where: str) -> tuple[float, float]:
        """Of an action or a bubble, in the window's pixels."""
        box = tab.value(f"""(() => {{ const where = {where}, marks = bubblescope.marks;
                            document.getElementById("plot").scrollIntoView({{ block: "nearest" }});
                            const box = where.bubble ? marks.gapBox(where) : marks.boxOf(where), of = bubblescope.plot.getBoundingClientRect();
                            return [of.x + box.x + box.width / 2, of.y + box.y + box.height / 2]; }})()""")
        return round(box[0]), round(box[1])

    def inspector(self, tab: Tab) -> str:
        return tab.value("document.getElementById('inspector').innerText")

    def place(self, name: str) -> str:
        """An expression for the action of that name."""
        return f"(() => {{ const side = bubblescope.sides[0]; for (let i = 0; i < side.kind.length; ++i) if (side.nameOf(i) === '{name}') return {{ number: 0, action: i }}; }})()"


class Page(PageCase):
    def test_needs_no_network_and_names_no_place(self) -> None:
        text = self.zbv().read_text(encoding="utf-8")
        self.assertLess(len(text), 3_000_000)
        for word in ("fetch(", "XMLHttpRequest", "WebSocket", "import(", self.folder.name, "/home/", "/root"):
            self.assertNotIn(word, text)
        self.assertIsNone(re.search(r"""(src|href)\s*=\s*["']?\s*(https?:)?//""", text))

    def test_has_the_figures_of_the_command_line(self) -> None:
        text = self.zbv().read_text(encoding="utf-8")
        told = json.loads(cli("simulate", "zbv:ranks=4,microbatches=8", "--json", *COSTS))
        found = dict(re.findall(r'data-figure="(\w+)">([^<]*)<', text))
        for key in ("makespan", "ideal_time", "bubble_rate", "bubble_rate_fb", "idle_fraction", "longest_rank_span", "peak_activations",
                    "peak_activations_per_rank", "peak_rank"):
            self.assertEqual(json.loads(found[key]), told[key], key)
        # Where memory counts activations, those two are it; where it counts anything else it has a row of its own.
        self.assertNotIn("memory", found)
        self.assertEqual(json.loads(found["peak_activations"]), json.loads(cli("simulate", "zbv:ranks=4,microbatches=8", "--json", "--memory", *COSTS))["memory"]["peak"])
        self.assertRegex(text, r"<td>[0-9.]+ ms</td><td class=\"exact\" data-side=\"0\" data-figure=\"makespan\">")

    def test_times_are_those_of_the_command_line_to_the_last_bit(self) -> None:
        for name, schedule, costs in (("zbv", "zbv:ranks=4,microbatches=8", COSTS), ("jitter", "1f1b:ranks=4,microbatches=16", self.jitter())):
            tab = self.browser.open(self.page(name, "render", schedule, *costs))
            told = json.loads(cli("simulate", schedule, "--json", "--actions", "--bubbles", *costs))
            shown = tab.value("""(() => { const side = bubblescope.sides[0], all = [];
                for (let i = 0; i < side.kind.length; ++i) if (side.kind[i]) all.push([side.rankOf(i), side.nameOf(i), side.start[i], side.end[i]]);
                return all; })()""")
            self.assertEqual(len(shown), len(told["actions"]))
            for (rank, action, start, end), one in zip(shown, told["actions"]):
                self.assertEqual((rank, action), (one["rank"], one["action"]))
                self.assertAlmostEqual(start, one["start"], delta=1e-12 * told["makespan"])
                self.assertAlmostEqual(end, one["end"], delta=1e-12 * told["makespan"])
            bubbles = tab.value("bubblescope.sides[0].bubbles.map((b) => [b.rank, b.end - b.start, page_cause(b)])".replace("page_cause(b)", "b.reason"))
            self.assertEqual([(rank, length) for rank, length, _ in bubbles], [(one["rank"], one["length"]) for one in told["bubbles"]])

    def test_lanes_are_exact_at_every_zoom(self) -> None:
        tab = self.browser.open(self.page("many", "render", "interleaved-1f1b:ranks=4,microbatches=512", *COSTS))
        worst = tab.value("""(() => { let worst = 0; const { layout, lanes } = bubblescope;
            for (const share of [1, 0.3, 0.02, 0.001]) for (const tracks of lanes[0]) { const lane = tracks[0], columns = 997;
              const from = layout.makespan * (1 - share) / 2, per = layout.makespan * share / columns, slots = lane.used.length;
              const shares = new Float64Array(columns * slots); lane.coverage(from, per, columns, shares);
              for (let column = 0; column < columns; column += 7) { const sums = new Float64Array(slots), begin = from + column * per;
                for (let b = 0; b < lane.count; ++b) sums[lane.slotOf[lane.fill[b]]] += Math.max(0, Math.min(begin + per, lane.stop[b]) - Math.max(begin, lane.start[b]));
                for (let slot = 0; slot < slots; ++slot) worst = Math.max(worst, Math.abs(sums[slot] / per - shares[column * slots + slot])); } }
            return worst; })()""")
        self.assertLess(worst, 1e-6)

    def test_clicks_select_and_show_what_it_waited_for(self) -> None:
        tab = self.browser.open(self.zbv())
        tab.click(*self.center(tab, self.place("3B2") if "3B2" in cli("generate", "zbv:ranks=4,microbatches=8", "-o", "-") else self.place("3I2")))
        text = self.inspector(tab)
        self.assertIn("Microbatch\n2", text)
        self.assertIn("Waited for", text)
        self.assertIn("Needed by", text)
        self.assertIn("3I2", tab.value("document.getElementById('told').textContent"))
        waited = tab.value("document.querySelector('#inspector .go .badge').textContent")
        tab.click_element("#inspector .go")
        self.assertEqual(tab.value("bubblescope.sides[0].nameOf(bubblescope.selection.action)"), waited)

    def test_a_bubble_tells_its_cause(self) -> None:
        tab = self.browser.open(self.zbv())
        tab.click(*self.center(tab, "{ number: 0, bubble: bubblescope.sides[0].bubblesOf[3][0] }"))
        told = json.loads(cli("simulate", "zbv:ranks=4,microbatches=8", "--json", "--bubbles", *COSTS))["bubbles"]
        first = next(one for one in told if one["rank"] == 3)
        text = self.inspector(tab)
        self.assertIn("Cause\n" + first["cause"], text)
        self.assertIn(f"waits for {first['waits_for']['action']} from rank {first['waits_for']['rank']}", text)
        tab.click_element("#bubbles summary")
        tab.click_element("#bubbles tbody tr:nth-child(2)")
        self.assertTrue(tab.value("document.querySelector('#bubbles tbody tr:nth-child(2)').getAttribute('aria-selected') === 'true'"))

    def test_keys_are_those_of_the_window(self) -> None:
        tab = self.browser.open(self.zbv())
        width = "bubblescope.layout.to - bubblescope.layout.from"
        name = "bubblescope.sides[0].nameOf(bubblescope.selection.action)"
        whole = tab.value(width)
        tab.key("w")
        self.assertLess(tab.value(width), whole)
        tab.key("s")
        tab.key("0")
        self.assertEqual(tab.value(width), whole)
        tab.key("ArrowRight")
        self.assertEqual(tab.value(name), "0F0")
        tab.key("]")
        self.assertEqual(tab.value(name), "1F0")
        tab.key("[")
        self.assertEqual(tab.value(name), "0F0")
        tab.key("ArrowRight")
        self.assertEqual(tab.value(name), "0F1")
        tab.key("f")
        self.assertLess(tab.value(width), whole / 2)
        from_before = tab.value("bubblescope.layout.from")
        tab.key("d")
        self.assertGreater(tab.value("bubblescope.layout.from"), from_before)
        tab.key("Backspace")
        self.assertEqual(tab.value(width), whole)
        tab.key("b")
        self.assertTrue(tab.value("bubblescope.selection.bubble !== undefined"))
        tab.key("Escape")
        self.assertTrue(tab.value("bubblescope.selection === undefined"))
        tab.key("c")
        self.assertEqual(tab.value("document.getElementById('path').getAttribute('aria-pressed')"), "true")
        tab.key("1")
        self.assertTrue(tab.value("bubblescope.painter.hidden.has(0)"))
        tab.key("?")
        self.assertTrue(tab.value("document.getElementById('sheet').open"))

    def test_mouse_zooms_and_pans(self) -> None:
        tab = self.browser.open(self.zbv())
        view = "[bubblescope.layout.from, bubblescope.layout.to]"
        x, y = self.center(tab, self.place("1F3"))
        at = tab.value(f"bubblescope.layout.timeAt({x} - bubblescope.plot.getBoundingClientRect().x)")
        tab.wheel(x, y, -400, tab.CTRL)
        low, high = tab.value(view)
        self.assertAlmostEqual(tab.value(f"bubblescope.layout.timeAt({x} - bubblescope.plot.getBoundingClientRect().x)"), at, places=6)
        tab.wheel(x, y, 200, tab.SHIFT)
        self.assertGreater(tab.value(view)[0], low)
        tab.drag((x, y), (x + 60, y), "middle")
        self.assertLess(tab.value(view)[0], high)
        tab.key("0")
        top = tab.value("bubblescope.plot.getBoundingClientRect().y") + 10
        tab.drag((400, top), (600, top))
        self.assertLess(tab.value(view)[1] - tab.value(view)[0], 0.3 * tab.value("bubblescope.layout.makespan"))
        tab.mouse("mouseMoved", x, y)
        tab.frame()
        self.assertFalse(tab.value("bubblescope.tip.hidden"))

    def test_themes(self) -> None:
        tab = self.browser.open(self.zbv(), dark=True)
        ground = "getComputedStyle(document.documentElement).backgroundColor"
        dark = tab.value(ground)
        tab.theme(False)
        self.assertNotEqual(tab.value(ground), dark)
        tab.click_element("#theme")
        self.assertEqual(tab.value(ground), dark)
        self.assertEqual(tab.value("document.getElementById('theme').textContent"), "Light")

    def test_gradients_that_are_reduced_are_no_fsdp(self) -> None:
        legend = "document.getElementById('legend').textContent"
        tail = self.browser.open(self.page("tail", "render", "1f1b:ranks=2,microbatches=4", "--with", "tail:reduce=end", "--reduce-gradients", "1", "--optimizer", "2"))
        self.assertIn("Reduce gradients", tail.value(legend))
        self.assertNotIn("FSDP", tail.value(legend))
        sharded = self.browser.open(self.page("sharded", "render", "1f1b:ranks=2,microbatches=4", "--with", "fsdp", "--with", "tail:reduce=none"))
        self.assertIn("FSDP", sharded.value(legend))

    def test_legend_hides_and_shows(self) -> None:
        tab = self.browser.open(self.zbv())
        tab.click_element("#legend button")
        self.assertEqual(tab.value("document.querySelector('#legend button').getAttribute('aria-pressed')"), "false")
        tab.click_element("#legend button", tab.ALT)
        self.assertEqual(tab.value("document.querySelectorAll('#legend [aria-pressed=true]').length"), 1)

    def test_words_of_users_stay_words(self) -> None:
        evil = "</script><script>window.bad = 1</script><img src=x onerror='window.bad = 1'>&\"{{figures}}"
        tab = self.browser.open(self.page("evil", "render", "1f1b:ranks=2,microbatches=2", "--title", evil))
        self.assertEqual(tab.value("document.querySelector('h1').textContent"), evil)
        self.assertIsNone(tab.value("window.bad ?? null"))
        self.assertEqual(tab.value("document.querySelectorAll('#figures').length"), 1)

    def test_several_schedules_on_one_axis(self) -> None:
        names = ["1f1b:ranks=4,microbatches=8", "zbv:ranks=4,microbatches=8", "gpipe:ranks=4,microbatches=8"]
        tab = self.browser.open(self.page("compare", "compare", *names, *COSTS))
        self.assertEqual(tab.value("bubblescope.layout.rows.filter((row) => row.title).length"), 3)
        rows = json.loads(cli("compare", *names, "--json", *COSTS))["rows"]
        self.assertEqual(tab.value("document.querySelectorAll('#compared tbody tr').length"), 3)
        self.assertEqual(tab.value("[...document.querySelectorAll('#compared [data-column=makespan] small')].map((one) => one.textContent)")[1:],
                         [f"{'−' if row['makespan'] < rows[0]['makespan'] else '+'}{abs(100 * (row['makespan'] / rows[0]['makespan'] - 1)):.1f} %"
                          if row["makespan"] != rows[0]["makespan"] else "=" for row in rows[1:]])
        shown = tab.value("[...document.querySelectorAll('[data-figure=makespan]')].map((cell) => JSON.parse(cell.textContent))")
        self.assertEqual(shown, [row["makespan"] for row in rows])
        tab.click(*self.center(tab, "{ number: 1, action: 3 }"))
        self.assertEqual(tab.value("bubblescope.selection.number"), 1)
        self.assertEqual(self.browser_problems(), [])

    def test_wide_figures_say_so_and_fit_on_paper(self) -> None:
        names = [f"{name}:ranks=4,microbatches=8" for name in ("1f1b", "zbv", "gpipe", "zb-h1", "interleaved-1f1b")]
        tab = self.browser.open(self.page("wide", "compare", *names, *COSTS))
        tab.call("Emulation.setDeviceMetricsOverride", width=1280, height=800, deviceScaleFactor=1, mobile=False)
        tab.frame()
        has_more = "document.querySelector('.figures').classList.contains('more')"
        self.assertTrue(tab.value("(() => { const box = document.querySelector('.figures'); return box.scrollWidth > box.clientWidth; })()"))
        tab.wait(has_more, 5)
        tab.value("document.querySelector('.figures').scrollLeft = 9999")
        tab.wait("!" + has_more, 5)
        # A4 across without its margins.
        tab.call("Emulation.setDeviceMetricsOverride", width=1032, height=700, deviceScaleFactor=1, mobile=False)
        tab.call("Emulation.setEmulatedMedia", media="print")
        tab.frame()
        last = tab.value("Math.max(...[...document.querySelectorAll('#figures td')].map((cell) => cell.getBoundingClientRect().right))")
        self.assertLessEqual(last, 1032)

    def test_schedules_are_linked(self) -> None:
        """The same action of another schedule is told and one click away; the same ranks can stand one under the other."""
        names = ["1f1b:ranks=4,microbatches=8", "gpipe:ranks=4,microbatches=8"]
        tab = self.browser.open(self.page("linked", "compare", *names, *COSTS))
        tab.click(*self.center(tab, self.place("2B1")))
        start = {name: next(one["start"] for one in json.loads(cli("simulate", name, "--json", "--actions", *COSTS))["actions"] if one["action"] == "2B1")
                 for name in names}
        self.assertIn("In the other schedules", self.inspector(tab))
        self.assertIn("later" if start[names[1]] > start[names[0]] else "earlier", self.inspector(tab))
        tab.click_element("#inspector button.go:last-of-type")
        self.assertEqual(tab.value("[bubblescope.selection.number, bubblescope.sides[1].start[bubblescope.selection.action]]"), [1, start[names[1]]])
        order = "bubblescope.layout.rows.filter((row) => row.rank !== undefined).map((row) => [row.number, row.rank])"
        self.assertEqual(tab.value(order)[:4], [[0, 0], [0, 1], [0, 2], [0, 3]])
        tab.click_element("#byrank")
        self.assertEqual(tab.value(order)[:4], [[0, 0], [1, 0], [0, 1], [1, 1]])
        tab.click(*self.center(tab, self.place("3F2")))
        self.assertEqual(tab.value("bubblescope.selection.number"), 0)

    def test_in_the_language_of_the_window(self) -> None:
        if CHINESE is None or not CHINESE.exists():
            self.skipTest("the window wrote no page in Chinese: language_test does")
        tab = self.browser.open(CHINESE)
        tab.key("ArrowRight")
        self.assertIn("微批次\n0", self.inspector(tab))
        self.assertIn("前向", self.inspector(tab))
        tab.key("b")
        self.assertIn("时期", self.inspector(tab))
        tab.key("?")
        self.assertIn("按键与鼠标", tab.value("document.getElementById('sheet').innerText"))
        seen = tab.value("document.body.innerText")
        for english in ("Makespan", "Critical path", "Idle", "waits for", "Stage", "steady", "Cause", "Peak", "wheel", "steps"):
            self.assertNotIn(english, seen)
        if PICTURES:
            tab.key("Escape")
            tab.screenshot(PICTURES / "chinese.png", whole=True)

    def test_communication_and_overlap(self) -> None:
        tab = self.browser.open(self.page("lowered", "render", "dualpipev:ranks=4,microbatches=16", "--with", "send-recv", "--p2p-latency", "0.2"))
        self.assertGreater(tab.value("bubblescope.lanes[0][0][1].count"), 0)
        self.assertTrue(tab.value("bubblescope.lanes[0][0][0].parts.some((parts) => parts > 1)"))

    def test_prints(self) -> None:
        tab = self.browser.open(self.zbv())
        self.assertGreater(len(tab.pdf()), 20_000)
        # What is on the paper: one picture that fits it, with what lies over the lanes in it.
        tab.call("Emulation.setEmulatedMedia", media="print")
        tab.key("ArrowRight")
        seen = tab.value("""(() => { const marks = document.getElementById("marks"), lanes = document.getElementById("lanes");
            const { context } = bubblescope.painter, of = () => new Uint32Array(context.getImageData(0, 0, lanes.width, lanes.height).data.buffer);
            bubblescope.drawNow(); dispatchEvent(new Event("beforeprint")); const printed = of();
            bubblescope.needsPicture = true; bubblescope.drawNow(); const plain = of();
            return [getComputedStyle(marks).display, lanes.getBoundingClientRect().height, printed.some((pixel, at) => pixel !== plain[at])]; })()""")
        self.assertEqual(seen[0], "none")
        self.assertTrue(100 < seen[1] <= 568, seen)
        self.assertTrue(seen[2], "the selection is on the paper")

    def tearDown(self) -> None:
        self.assertEqual(self.browser_problems(), [])

    def browser_problems(self) -> list[str]:
        return Tab(self.browser, "").problems()


class LargePages(PageCase):
    """Frame rates, and what is left out."""

    @classmethod
    def flags(cls) -> list[str]:
        return ["--disable-frame-rate-limit", "--disable-gpu-vsync"]

    def setUp(self) -> None:
        if not SLOW:
            self.skipTest("only with --slow")

    def frames(self, tab: Tab) -> dict[str, float]:
        """Medians over zooming in and out and panning: of what the script takes for a frame, and from frame to frame."""
        return tab.value("""(async () => { const view = bubblescope, { layout } = view, gaps = [], own = []; let last;
            for (let i = 0; i < 240; ++i) { await new Promise((done) => requestAnimationFrame((now) => { if (last) gaps.push(now - last); last = now; done(); }));
              const width = layout.makespan * 0.002 ** (0.5 - 0.5 * Math.cos(i / 240 * 6.283)), from = (layout.makespan - width) * (0.5 + 0.5 * Math.sin(i / 40));
              layout.show(from, from + width); const begin = performance.now(); view.needsPicture = true; view.drawNow(); own.push(performance.now() - begin); }
            const median = (all) => all.sort((a, b) => a - b)[all.length >> 1]; return { script: median(own), frame: median(gaps), slowest: own.at(-1) }; })()""")

    def test_a_hundred_thousand_actions_at_sixty_frames(self) -> None:
        for schedule in ("interleaved-1f1b:ranks=32,microbatches=800,stages-per-rank=2", "zbv:ranks=8,microbatches=2080", "1f1b:ranks=128,microbatches=392"):
            path = self.page(re.sub(r"\W", "-", schedule), "render", schedule, *COSTS)
            tab = self.browser.open(path)
            actions = tab.value("bubblescope.sides[0].kind.length")
            medians = self.frames(tab)
            print(f"\n{schedule}: {actions} actions, {path.stat().st_size} bytes, {path.stat().st_size / actions:.1f} an action, {medians}")
            self.assertGreater(actions, 95_000)
            self.assertLess(path.stat().st_size, 3_000_000)
            self.assertLess(path.stat().st_size, 100_000 + 20 * actions)
            self.assertLess(medians["script"], 16)
            self.assertLess(medians["frame"], 16)

    def test_times_at_random_keep_the_size(self) -> None:
        path = self.page("random", "render", "1f1b:ranks=16,microbatches=3200", *self.jitter(), "--p2p-latency", "0.3")
        actions = self.browser.open(path).value("bubblescope.sides[0].kind.length")
        print(f"\njitter: {actions} actions, {path.stat().st_size / actions:.1f} bytes an action")
        self.assertLess(path.stat().st_size, 100_000 + 20 * actions)

    def test_above_a_million_it_says_what_it_leaves_out(self) -> None:
        path = self.page("huge", "render", "1f1b:ranks=16,microbatches=50000")
        tab = self.browser.open(path)
        self.assertEqual(tab.value("bubblescope.sides[0].kind.length"), 1_000_000)
        self.assertIn("only ranks 0 to 9 of 16 ranks (1000000 of 1600000 actions)", tab.value("document.querySelector('.note').textContent"))
        print("\na million:", path.stat().st_size, self.frames(tab))


class Pictures(PageCase):
    def test_both_themes(self) -> None:
        if not SLOW or PICTURES is None:
            self.skipTest("only with --slow FOLDER")
        PICTURES.mkdir(parents=True, exist_ok=True)
        pages = {"zbv": self.zbv(), "dualpipev": self.page("lowered", "render", "dualpipev:ranks=4,microbatches=16", "--with", "send-recv", "--p2p-latency", "0.2"),
                 "compare": self.page("compare", "compare", "1f1b:ranks=4,microbatches=8", "zbv:ranks=4,microbatches=8", "gpipe:ranks=4,microbatches=8", *COSTS),
                 "many": self.page("many", "render", "interleaved-1f1b:ranks=4,microbatches=512", *COSTS)}
        for name, path in pages.items():
            for dark in (False, True):
                tab = self.browser.open(path, 1400, 900, dark)
                for key in "c":
                    tab.key(key)
                if name != "many":
                    tab.click(*self.center(tab, "{ number: bubblescope.sides.length - 1, action: 12 }"))
                tab.screenshot(PICTURES / f"{name}-{'dark' if dark else 'light'}.png", whole=True)


if __name__ == "__main__":
    CLI = sys.argv[1]
    CHINESE = Path(sys.argv[2]) if sys.argv[2:] and not sys.argv[2].startswith("-") else None
    SLOW = "--slow" in sys.argv
    if SLOW and sys.argv.index("--slow") + 1 < len(sys.argv):
        PICTURES = Path(sys.argv[sys.argv.index("--slow") + 1])
    if chromium() is None:
        print("Chromium is missing, so the page is NOT tested in it: apt-get install chromium")
        sys.exit(77)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as costs:
        json.dump(MICROSECONDS, costs)
        costs.flush()
        COSTS[:] = ["--costs", costs.name]
        unittest.main(argv=[sys.argv[0], "-v"])
