# SPDX-License-Identifier: Apache-2.0
"""Generating, loading, timing: the same bytes as the program's."""

import os
import json
import pickle
import tempfile
import unittest
import warnings
from pathlib import Path

import bubblescope as bs
from support import cli

COSTS = bs.Costs(forward=9, backward_input=10.1, backward_weight=7, p2p_latency=0.6)
COST_WORDS = ["--forward", "9", "--backward-input", "10.1", "--backward-weight", "7", "--p2p-latency", "0.6"]


class ScheduleTest(unittest.TestCase):
    def test_every_schedule_has_the_bytes_of_the_program(self):
        timed = 0
        for info in bs.schedules():
            name = info["name"]
            for ranks, microbatches in ((4, 8), (2, 6)):
                words = [name, "--ranks", ranks, "--microbatches", microbatches]
                try:
                    schedule = bs.generate(name, ranks=ranks, microbatches=microbatches, costs=COSTS)
                except bs.Error as error:
                    self.assertEqual(str(error), cli("generate", *words, *COST_WORDS, "-o", "-", status=2))
                    continue
                self.assertEqual(schedule.to_csv(), cli("generate", *words, *COST_WORDS, "-o", "-"))
                self.assertEqual(
                    schedule.simulate(COSTS).to_json(actions=True, bubbles=True),
                    cli("simulate", *words, *COST_WORDS, "--json", "--actions", "--bubbles"),
                )
                timed += 1
        self.assertGreater(timed, 30)

    def test_lists_and_factors(self):
        costs = bs.Costs(forward=[1, 1.5, 1, 0.25], backward=2, what_if={"F": 0.5, "rank3": 1.2})
        words = ["--forward", "1,1.5,1,0.25", "--backward", "2", "--what-if", "F=0.5", "--what-if", "rank3=1.2"]
        self.assertEqual(bs.generate("1f1b").simulate(costs).to_json(actions=True), cli("simulate", "1f1b", *words, "--json", "--actions"))

    def test_time_per_rank_counts_units_of_a_microbatch(self):
        for name in ("seq1f1b", "interleaved-1f1b"):
            words = ["simulate", name, "--forward", "3", "--time-per", "rank", "--json"]
            self.assertEqual(bs.generate(name).simulate(forward=3, time_per="rank").to_json(), cli(*words))

    def test_lowering(self):
        lowered = bs.generate("zbv").lower("torch")
        self.assertEqual(lowered.to_csv(), cli("generate", "zbv", "--with", "torch", "-o", "-"))
        self.assertEqual(lowered.simulate().to_json(actions=True), cli("simulate", "zbv", "--with", "torch", "--json", "--actions"))
        self.assertEqual(bs.generate("zbv", with_="torch"), lowered)
        self.assertEqual(bs.generate("zbv").simulate(with_="torch").to_json(), lowered.simulate().to_json())

    def test_saved_with_the_costs_of_a_result(self):
        result = bs.generate("zbv").simulate(COSTS, with_="send-recv")
        with tempfile.TemporaryDirectory() as folder:
            for ending in ("bubble", "trace.json", "pftrace", "csv"):
                result.save(Path(folder, "own." + ending))
                path = Path(folder, "program." + ending)
                cli("generate", "zbv", "--with", "send-recv", *COST_WORDS, "-o", Path(folder, "lowered.bubble"))
                cli("convert", Path(folder, "lowered.bubble"), "-o", path)
                self.assertEqual(Path(folder, "own." + ending).read_bytes(), path.read_bytes(), ending)
            self.assertEqual(bs.load(Path(folder, "own.bubble")).simulate().to_json(), result.to_json())

    def test_pickled(self):
        for schedule in (bs.generate("zbv", costs=COSTS), bs.generate("zbv").lower("torch"), bs.generate("zbv", padded=True), bs.generate("1f1b", spaced=True, with_="send-recv"), bs.from_csv("0F0,0B0\n", "mine")):
            again = pickle.loads(pickle.dumps(schedule))
            self.assertEqual(again, schedule)
            self.assertEqual((again.name, again.title), (schedule.name, schedule.title))
            self.assertEqual(again.simulate().to_json(actions=True), schedule.simulate().to_json(actions=True))
            result = schedule.simulate(COSTS, with_="tail")
            self.assertEqual(pickle.loads(pickle.dumps(result)).to_json(actions=True), result.to_json(actions=True))

    def test_releases_as_torch_tells_them(self):
        self.assertEqual(bs.generate("zbv").lower("torch:release=2.11.0+cu128"), bs.generate("zbv").lower("torch:release=2.11"))

    def test_options_of_a_schedule(self):
        schedule = bs.generate("interleaved-1f1b", variant="torch", stages_per_rank=3)
        words = ["interleaved-1f1b", "--stages-per-rank", "3", "--option", "variant=torch"]
        self.assertEqual(schedule.to_csv(), cli("generate", *words, "-o", "-"))
        self.assertEqual((schedule.ranks, schedule.stages, schedule.microbatches, schedule.placement), (4, 12, 8, "loop"))

    def test_padded_and_spaced(self):
        self.assertEqual(bs.generate("1f1b", spaced=True).to_csv(), cli("generate", "1f1b", "--spaced", "-o", "-"))
        self.assertEqual(bs.generate("zbv", padded=True).to_csv(), cli("generate", "zbv", "--padded", "-o", "-"))

    def test_rows_and_files(self):
        schedule = bs.generate("1f1b", ranks=2, microbatches=2)
        self.assertEqual(schedule.rows, [["0F0", "0F1", "0B0", "0B1"], ["1F0", "1B0", "1F1", "1B1"]])
        self.assertEqual(bs.from_rows(schedule.rows), schedule)
        self.assertEqual(bs.from_rows([["0F0", None, "0B0"], []]).rows, [["0F0", "", "0B0"], []])
        with tempfile.TemporaryDirectory() as folder:
            for name in ("x.csv", "x.bubble"):
                path = os.path.join(folder, name)
                schedule.save(path)
                self.assertEqual(bs.load(path), schedule)
                self.assertEqual(bs.load(path).simulate(COSTS).to_json(), cli("simulate", path, *COST_WORDS, "--json"))

    def test_validation(self):
        self.assertEqual(bs.generate("zbv").validate(), [])
        problems = bs.from_rows([["0F0", "0B0"], ["1B0"]]).validate()
        self.assertEqual([problem.kind for problem in problems], ["missing-action"])

    def test_bubbles_and_path(self):
        result = bs.generate("1f1b").simulate(COSTS)
        told = result.to_dict(bubbles=True)
        self.assertEqual([bubble.length for bubble in result.bubbles()], [one["length"] for one in told["bubbles"]])
        self.assertEqual([bubble.cause for bubble in result.bubbles()], [one["cause"] for one in told["bubbles"]])
        path = result.critical_path()
        self.assertEqual(path[-1].end, result.makespan)
        self.assertEqual(f"{result.idle_fraction:.15g}", f"{told['idle_fraction']:.15g}")

    def test_picture(self):
        result = bs.generate("zbv").simulate(COSTS)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "x.svg")
            cli("render", "zbv", *COST_WORDS, "-o", path)
            self.assertEqual(result._repr_svg_(), Path(path).read_text(encoding="utf-8"))
            result.render(path, theme="dark", title="A title")
            self.assertIn("A title", Path(path).read_text(encoding="utf-8"))

    def test_page(self):
        with tempfile.TemporaryDirectory() as folder:
            theirs, own = os.path.join(folder, "theirs.html"), os.path.join(folder, "own.html")
            cli("render", "zbv", *COST_WORDS, "-o", theirs)
            bs.generate("zbv").simulate(COSTS).render(own)
            self.assertEqual(Path(own).read_bytes(), Path(theirs).read_bytes())
            cli("compare", "1f1b", "zbv", "-o", theirs)
            bs.compare("1f1b", "zbv", output=own)
            self.assertEqual(Path(own).read_bytes(), Path(theirs).read_bytes())
            trace = os.path.join(folder, "x.pftrace")
            bs.generate("zbv").save(trace)
            self.assertIn(b"Rank 0", Path(trace).read_bytes())

    def test_compare(self):
        told = bs.compare("1f1b", "zbv", p2p_latency=0.5)
        self.assertEqual(told, json.loads(cli("compare", "1f1b", "zbv", "--p2p-latency", "0.5", "--json")))
        own = bs.generate("1f1b").compare("zbv", p2p_latency=0.5)
        self.assertEqual(json.dumps(own).replace("schedule in memory 1", "1f1b"), json.dumps(told))


class ErrorTest(unittest.TestCase):
    def raised(self, call):
        with self.assertRaises(bs.Error) as caught:
            call()
        return caught.exception

    def test_text_code_and_arguments(self):
        error = self.raised(lambda: bs.generate("1f1b", ranks=0))
        self.assertEqual(str(error), cli("generate", "1f1b", "--ranks", "0", "-o", "-", status=2))
        self.assertTrue(error.code)
        self.assertIn("0", map(str, error.arguments.values()))
        self.assertEqual((error.kind, error.place), ("invalid-input", None))

    def test_place(self):
        error = self.raised(lambda: bs.from_csv("0F0,0B0\n1F0,1X0\n", "mine.csv"))
        self.assertEqual(error.place, ("mine.csv", 2, 6))
        self.assertIn("mine.csv:2:6: ", str(error))

    def test_deadlock(self):
        error = self.raised(lambda: bs.from_rows([["0B0", "0F0"], ["1F0", "1B0"]]).simulate())
        self.assertEqual(error.kind, "does-not-hold")

    def test_options(self):
        error = self.raised(lambda: bs.generate("1f1b").simulate(p2p_latency="x"))
        self.assertEqual(str(error), cli("simulate", "1f1b", "--p2p-latency", "x", "--json", status=2))
        error = self.raised(lambda: bs.Costs(p2p_latncy=1))
        self.assertIn("p2p_latency", str(error))

    def test_warnings(self):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            bs.generate("1f1b").simulate(overlap="max")
        self.assertEqual([one.category for one in caught], [bs.Warning])
        self.assertIn("--overlap has no effect", str(caught[0].message))
