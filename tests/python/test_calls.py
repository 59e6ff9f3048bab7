# SPDX-License-Identifier: Apache-2.0
"""Sweeps, searches, profiles, other projects' schedules, interruption: as the program, or as the other project."""

import json
import os
import pickle
import re
import signal
import tempfile
import threading
import time
import unittest
import warnings
from pathlib import Path

import bubblescope as bs
from support import cli


class SweepTest(unittest.TestCase):
    def test_rows_of_the_program(self):
        words = ["1f1b", "zbv", "--ranks", "4,8", "--microbatches", "8", "--p2p-latency", "0,0.25", "--forward", "2"]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.jsonl")
            cli("sweep", *words, "-o", path, "--quiet")
            wanted = [json.loads(line) for line in Path(path).read_text().splitlines()]
        rows = bs.sweep(["1f1b", "zbv"], ranks=[4, 8], p2p_latency=[0, 0.25], forward=2)
        self.assertEqual(list(rows), wanted)
        self.assertEqual(len(rows), 8)
        table = rows.to_arrow()
        self.assertEqual(list(getattr(table, "column_names", table)), list(rows.columns))

    def test_files(self):
        """What the program's sweep writes, continues and joins, and the rows are those that come without a file."""
        wanted = bs.sweep(["1f1b", "zbv"], ranks=[4, 8])
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.jsonl")
            self.assertEqual(list(bs.sweep(["1f1b", "zbv"], ranks=[4, 8], output=path)), list(wanted))
            whole = path.read_text()
            path.write_text("".join(whole.splitlines(keepends=True)[:2]))
            self.assertEqual(list(bs.sweep(["1f1b", "zbv"], ranks=[4, 8], output=path, resume=True)), list(wanted))
            self.assertEqual(path.read_text(), whole)
            for form in ("jsonl", "csv"):
                parts = [Path(folder, f"{part}.{form}") for part in (1, 2)]
                for number, part in enumerate(parts, 1):
                    self.assertEqual(len(bs.sweep(["1f1b", "zbv"], ranks=[4, 8], output=part, shard=f"{number}/2")), 2)
                joined = bs.sweep(["1f1b", "zbv"], ranks=[4, 8], join=parts)
                self.assertEqual([row["makespan"] for row in joined], [row["makespan"] for row in wanted])
                self.assertEqual(bs.sweep(join=parts).rows, joined.rows)
        self.assertEqual(len(bs.sweep(["1f1b", "zbv"], ranks=[4, 8], shard="1/4")), 1)

    def test_refusal(self):
        with self.assertRaises(bs.Error) as caught:
            bs.sweep("1f2b")
        self.assertEqual(str(caught.exception), cli("sweep", "1f2b", "--ranks", "4", "--microbatches", "8", "-o", "-", status=2))


class SearchTest(unittest.TestCase):
    def test_finds_what_the_program_finds(self):
        words = ["--ranks", "4", "--microbatches", "6", "--iterations", "200", "--memory-limit", "3"]
        found = bs.search(ranks=4, microbatches=6, iterations=200, memory_limit=3)
        self.assertEqual(found.report, json.loads(cli("search", *words, "--json")))
        self.assertEqual(found.schedule.to_csv(), cli("search", *words, "-o", "-"))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "found.csv")
            bs.search(ranks=4, microbatches=6, iterations=200, memory_limit=3, output=path)
            self.assertEqual(path.read_text(), found.schedule.to_csv())


class OptionTest(unittest.TestCase):
    """Every option of the six commands is a keyword, or what it asks for is a call (docs/python.md)."""

    def test_memory_by_part(self):
        told = bs.generate("zbv").simulate(activation_recomputed=0.5).to_json(memory=True, bubbles=True)
        self.assertEqual(told, cli("simulate", "zbv", "--activation-recomputed", "0.5", "--memory", "--bubbles", "--json"))
        self.assertIn('"parts"', told)

    def test_generate(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.csv")
            made = bs.generate("1f1b", option={"variant": "hyper-parallel"}, output=path)
            self.assertEqual(path.read_text(), made.to_csv())
            self.assertEqual(made.to_csv(), cli("generate", "1f1b", "--option", "variant=hyper-parallel", "-o", "-"))

    def test_all_are_known(self):
        """What the help of a command lists, the call takes: it is never an option that does not exist."""
        instead = {  # by calls, or by where the words stand
            "simulate": {"json", "actions", "bubbles", "memory", "ranks", "microbatches", "stages-per-rank", "placement", "option"},
            "trace": {"json"}, "search": {"json"}, "compare": {"json", "measured", "against"}, "generate": set(), "sweep": set(),
        }  # fmt: skip
        calls = {
            "generate": lambda **o: bs.generate("1f1b", **o),
            "simulate": lambda **o: bs.generate("1f1b").simulate(**o),
            "search": lambda **o: bs.search(**o),
            "sweep": lambda **o: bs.sweep("1f1b", **o),
            "trace": lambda **o: bs.read_profile("/nowhere", **o),
            "compare": lambda **o: bs.compare("1f1b", "zbv", **o),
        }
        tried = 0
        for command, call in calls.items():
            for option in set(re.findall(r"^ +(?:-\w,)?--([a-z0-9-]+)", cli(command, "--help"), re.M)) - {"help"} - instead[command]:
                with self.subTest(f"{command} --{option}"):
                    keyword = {"with": "with_", "try": "try_", "costs": "costs"}.get(option, option.replace("-", "_"))
                    try:
                        call(**{keyword: bs.Costs(forward="x") if option == "costs" else {"x": "x"} if option == "option" else "no value of it is this"})
                    except bs.Error as error:
                        self.assertNotRegex(str(error), "has no such option|unknown option '(?!x')|unknown cost")
                    tried += 1
        self.assertGreater(tried, 100)


class MegatronTest(unittest.TestCase):
    def test_orders(self):
        self.assertEqual(bs.from_megatron(pp=4, microbatches=8), bs.generate("1f1b"))
        schedule = bs.from_megatron(pp=2, vpp=2, microbatches=4, layout="Et|t|t|tL")
        self.assertEqual(schedule.to_csv(), cli("generate", "megatron-interleaved:ranks=2,microbatches=4,stages-per-rank=2", "-o", "-"))
        # Its layers are those of costs by block, whatever is done with it.
        times = []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "costs.json")
            blocks = {"embedding": {"F": 1, "W": 1}, "layer": {"F": 1, "I": 1, "W": 1}, "head": {"F": 2, "I": 1, "W": 1}}
            path.write_text(json.dumps({"format": "bubblescope-costs", "version": 1, "blocks": blocks}))
            costs = bs.Costs(file=path)
            for given in ("Ett|tt", "Et|ttt"):
                letters = given + "L"
                schedule = bs.from_megatron(pp=2, microbatches=4, layout=letters)
                words = ["--ranks", "2", "--microbatches", "4", "--costs", path, "--layout", letters, "--json"]
                self.assertEqual(schedule.simulate(costs).to_json(), cli("simulate", "1f1b", *words))
                self.assertEqual(schedule.simulate(costs.replace(layout=letters)).to_json(), cli("simulate", "1f1b", *words))
                self.assertEqual(bs.from_megatron(pp=2, microbatches=4, layout=letters, costs=costs).simulate().to_json(), cli("simulate", "1f1b", *words))
                self.assertEqual(bs.compare(schedule, costs=costs)["rows"][0]["makespan"], schedule.simulate(costs).makespan)
                self.assertEqual(pickle.loads(pickle.dumps(schedule)).simulate(costs).makespan, schedule.simulate(costs).makespan)
                times.append(schedule.simulate(costs).makespan)
        self.assertNotEqual(*times)
        with self.assertWarnsRegex(bs.Warning, "layers of the layout change no time"):
            bs.from_megatron(pp=2, microbatches=4, layout="Ett|ttL").simulate(forward=2)
        with self.assertRaises(bs.Error):
            bs.from_megatron(pp=2, vpp=3, microbatches=4, layout="Et|t|t|tL")
        with self.assertRaises(bs.Error) as caught:
            bs.from_megatron(pp=2, microbatches=4, layout="Et|x")
        self.assertEqual(str(caught.exception), cli("layout", "Et|x", "--ranks", "2", status=2))


class _Action:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text


class ScheduleGPipe:
    """As torch's class of that name: no order, only numbers."""

    _num_stages = 4
    _n_microbatches = 6


class ScheduleZBVZeroBubble:
    def __init__(self, rows):
        self.pipeline_order = {rank: [_Action(cell) if cell else None for cell in row] for rank, row in enumerate(rows)}


class _PipelineScheduleRuntime(ScheduleZBVZeroBubble):
    def __init__(self, rows, lowered):
        super().__init__(rows)
        self.pipeline_order_with_comms = {rank: list(map(_Action, row)) for rank, row in enumerate(lowered)}


class TorchStandInTest(unittest.TestCase):
    def test_several_stages(self):
        schedule = bs.generate("zbv", padded=True)
        self.assertEqual(bs.from_torch(ScheduleZBVZeroBubble(schedule.rows)), schedule)
        lowered = bs.generate("zbv").lower("torch")
        self.assertEqual(bs.from_torch(_PipelineScheduleRuntime(schedule.rows, lowered.rows)), lowered)

    def test_one_stage(self):
        self.assertEqual(bs.from_torch(ScheduleGPipe()), bs.generate("gpipe", ranks=4, microbatches=6))

    def test_no_schedule(self):
        with self.assertRaises(bs.Error) as caught:
            bs.from_torch(object())
        self.assertEqual(caught.exception.arguments, {"type": "object"})


#: A search that no bound ends early.
_HARD = {"ranks": 8, "microbatches": 32, "memory_limit": 4, "forward": 1.3, "backward": 2.9, "p2p_latency": 0.37}


class ErrorCodeTest(unittest.TestCase):
    def test_codes_say_what_is_wrong(self):
        calls = {
            "usage.value": lambda: bs.generate("1f1b").simulate(time_per="year"),
            "usage.unknown-option": lambda: bs.generate("1f1b").simulate(no_such_option=1),
            "cli.nothing-fits": lambda: bs.search(ranks=4, microbatches=4, memory_limit=0.1, iterations=1),
        }
        for code, call in calls.items():
            with self.subTest(code), self.assertRaises(bs.Error) as caught:
                call()
            self.assertEqual(caught.exception.code, code, caught.exception)
            self.assertEqual(caught.exception.arguments["text"], str(caught.exception))


class InterruptTest(unittest.TestCase):
    def test_control_c(self):
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        begun = time.monotonic()
        timer.start()
        self.addCleanup(timer.cancel)
        with self.assertRaises(KeyboardInterrupt):
            bs.search(time_budget=60, **_HARD)
        self.assertLess(time.monotonic() - begun, 20)

    def test_other_threads_run_meanwhile(self):
        ticks = 0
        stop = threading.Event()

        def tick():
            nonlocal ticks
            while not stop.wait(0.01):
                ticks += 1

        other = threading.Thread(target=tick)
        other.start()
        bs.search(time_budget=0.5, **_HARD)
        stop.set()
        other.join()
        self.assertGreater(ticks, 5)


class ViewTest(unittest.TestCase):
    def test_arrays_are_views(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not installed")
        result = bs.generate("zbv").simulate()
        self.assertIsInstance(result.ends(0), numpy.ndarray)
        self.assertFalse(result.ends(0).flags.owndata)
        self.assertFalse(result.ends(0).flags.writeable)
        self.assertTrue(numpy.shares_memory(result.ends(0), result.ends(0)))
        self.assertEqual(max(result.ends(rank).max() for rank in range(4)), result.makespan)
        # Arrays and their numbers are costs as lists are.
        self.assertEqual(bs.Costs(forward=numpy.array([1, 2.5]), backward=numpy.float32(2), p2p_latency=numpy.array(3)),
                         bs.Costs(forward=[1, 2.5], backward=2, p2p_latency=3))
        stages, kinds, microbatches = result.schedule.actions(0)
        cells = [f"{s}{bs.KINDS[k]}{m}" for s, k, m in zip(stages, kinds, microbatches)]
        self.assertEqual(cells, result.schedule.rows[0])
        parts = bs.generate("dualpipev", microbatches=8, with_=["parts", "tail"])
        stages, kinds, microbatches = parts.actions(0)
        words = [bs.KINDS[k].partition("@") for k in kinds]
        self.assertIn("F@experts", {"".join(word) for word in words})
        cells = [f"{s}{kind}{m}{at}{part}" for s, (kind, at, part), m in zip(stages, words, microbatches)]
        self.assertEqual([one for one in cells if "OPTIMIZER" not in one][:40], re.findall(r"\d+[A-Z]+\d+(?:@\w+)?", ";".join(parts.rows[0]))[:40])


class ProfileTest(unittest.TestCase):
    """Against BUBBLESCOPE_SHARED, which ./test passes on where it is."""

    def test_run(self):
        shared = os.environ.get("BUBBLESCOPE_SHARED")
        folder = Path(shared, "traces", "torch_ir") if shared else None
        if folder is None or not folder.is_dir():
            self.skipTest("BUBBLESCOPE_SHARED names no folder with traces/torch_ir")
        profile = sorted(folder.glob("*.json"))[0]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", bs.Warning)
            run = bs.read_profile(profile)
            self.assertEqual(run.summary, json.loads(cli("trace", profile, "--json")))
            self.assertEqual(run.compare(), json.loads(cli("compare", "--measured", profile, "--json")))
            own = run.compare(bs.generate("1f1b", ranks=4, microbatches=10), "1f1b:ranks=4,microbatches=10")
            first, second = ({key: row[key] for key in ("makespan", "idle_fraction")} for row in own["rows"][:2])
            self.assertEqual(first, second)
            with tempfile.TemporaryDirectory() as place:
                costs = run.calibrate(os.path.join(place, "costs.json"))
                told = bs.generate("1f1b", ranks=4).simulate(costs)
                self.assertEqual(told.to_json(), cli("simulate", "1f1b", "--ranks", "4", "--costs", os.path.join(place, "costs.json"), "--json"))
