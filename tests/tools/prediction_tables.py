#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables of docs/predictions.md: what each term of the model buys on real runs, how near predictions come
to profiled and to unprofiled steps, and other schedules from the profile of one.

    tests/tools/prediction_tables.py build/release/app/cli/bubblescope-cli ../shared/gpu [run…]

The folder has runs as `torch/1f1b_p4_m8/rank0.json.gz` with a `truth.json` beside them. Only the command line is used.
"""
import copy
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

RUNS = [
    ("torch/gpipe_p4_m8", "gpipe", 4, 8),
    ("torch/1f1b_p4_m8", "1f1b", 4, 8),
    ("torch/interleaved1f1b_p4_v2_m8", "interleaved-1f1b", 4, 8),
    ("torch/zbv_p4_m8", "zbv", 4, 8),
    ("torch/dualpipev_p4_m10", "dualpipev", 4, 10),
    ("megatron/1f1b_p4_m8", "1f1b", 4, 8),
    ("megatron/interleaved_p4_v2_m8", "interleaved-1f1b", 4, 8),
    ("megatron/interleaved_overlap_p4_v2_m8", "interleaved-1f1b", 4, 8),
    ("megatron/dp2_1f1b_p2_m4", "1f1b", 2, 4),
    ("megatron/stack_1f1b_p2_m4", "1f1b", 2, 4),
    ("torch/stack_1f1b_p2_m4", "1f1b", 2, 4),
    ("torch/stack_interleaved_p2_v2_m4", "interleaved-1f1b", 2, 4),
]
HOSTS = ["transfer_host", "synchronize", "launch"] + [
    f"{kind}_{what}"
    for kind in ("forward", "backward", "backward_input", "backward_weight")
    for what in ("host", "lead", "tail")
]
SLOWDOWNS = [f"{kind}_slowdown" for kind in ("forward", "backward", "backward_input", "backward_weight")]


class Runner:
    def __init__(self, cli, folder):
        self.cli = cli
        self.folder = Path(folder)
        self.temporary = tempfile.TemporaryDirectory()

    def run(self, *arguments):
        done = subprocess.run([self.cli, *map(str, arguments)], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else None

    def json(self, *arguments):
        text = self.run(*arguments, "--json")
        return json.loads(text) if text else None

    def files(self, run):
        return sorted((self.folder / run).glob("rank*.json.gz"))

    def truth(self, run):
        return json.loads((self.folder / run / "truth.json").read_text())

    def steps(self, run):
        found = self.json("trace", *self.files(run))
        return found["steps"] if found else []

    def calibration(self, run, step):
        path = Path(self.temporary.name) / "costs.json"
        if self.run("calibrate", *self.files(run), "--step", step, "-o", path) is None:
            return None
        return json.loads(path.read_text())

    def makespan(self, order, costs):
        path = Path(self.temporary.name) / "term.json"
        path.write_text(json.dumps(costs))
        found = self.json("simulate", order, "--costs", path)
        return found["makespan"] if found else None


def without(costs, *, hosts=False, gaps=False, slowdown=False, step=False):
    """The calibration with the terms switched off."""
    changed = copy.deepcopy(costs)
    own = changed.get("communicators", {})
    for key in HOSTS if hosts else []:
        own[key] = 0
    if gaps:
        own["kernel_gap"] = own["gap"] = 0
    for key in SLOWDOWNS if slowdown else []:
        own[key] = 1
    if step:
        changed.pop("step", None)
    return changed


def alone(costs):
    """Terms by name, each alone on top of ordered streams; first without streams, last everything."""
    off = dict(hosts=True, gaps=True, slowdown=True, step=True)
    plain = without(costs, **off)
    plain.pop("communicators", None)
    yield "work and arrival", plain
    yield "+ ordered streams", without(costs, **off)
    for name, term in (("hosts", "hosts"), ("gaps", "gaps"), ("slowdown", "slowdown"), ("head and tail", "step")):
        yield f"streams + {name}", without(costs, **{**off, term: False})
    yield "everything", costs


def percent(values):
    return f"{100 * statistics.median(values):+.1f}" if values else ""


def terms_table(runner, runs):
    names = []
    table = {}
    for run, order, ranks, microbatches in runs:
        for step in runner.steps(run):
            files = runner.files(run)
            costs = runner.calibration(run, step)
            own = runner.json("compare", "--measured", *files, "--step", step)
            if costs is None or own is None or own["makespan_error"] is None:
                continue
            measured = own["measured"]["makespan"]
            path = Path(runner.temporary.name) / "order.csv"
            # The order of the trace itself, so that no generator's variant counts as an error.
            full = order if ":" in order else order + ":"
            full += ("" if full.endswith(":") else ",") + f"ranks={ranks},microbatches={microbatches}"
            for name, changed in alone(costs):
                names += [name] if name not in names else []
                makespan = runner.makespan(full, changed)
                if makespan:
                    table.setdefault(name, {}).setdefault(run, []).append(makespan / measured - 1)
            for name, key in (("`makespan_error`", "makespan_error"), ("`replay_error`", "replay_error"),
                              ("`replay_own_waits`", "replay_own_waits")):
                names += [name] if name not in names else []
                if own.get(key) is not None:
                    table.setdefault(name, {}).setdefault(run, []).append(own[key])
    print("| |" + "".join(f" {run} |" for run, *_ in runs))
    print("|---|" + "---|" * len(runs))
    for name in names:
        print(f"| {name} |" + "".join(f" {percent(table[name].get(run, []))} |" for run, *_ in runs))


def unprofiled_table(runner, runs):
    print("\n| times from | step |" + "".join(f" {run} |" for run, *_ in runs))
    print("|---|---|" + "---|" * len(runs))
    for source, *_ in runs:
        for step in runner.steps(source):
            cells = []
            for target, order, ranks, microbatches in runs:
                if source.split("/")[0] != target.split("/")[0] or runner.truth(source)["ranks"] != runner.truth(target)["ranks"]:
                    cells.append("")
                    continue
                full = order + ("," if ":" in order else ":") + f"ranks={ranks},microbatches={microbatches}"
                found = runner.json("compare", full, "--measured", *runner.files(source), "--step", step)
                truth = runner.truth(target).get("median_step_us")
                cells.append(f"{100 * (found['rows'][0]['makespan'] / truth - 1):+.1f}" if found and truth else "")
            print(f"| {source} | {step} |" + "".join(f" {cell} |" for cell in cells))


def main():
    runner = Runner(sys.argv[1], sys.argv[2])
    wanted = sys.argv[3:]
    runs = [run for run in RUNS if (not wanted or run[0] in wanted) and (Path(sys.argv[2]) / run[0]).is_dir()]
    terms_table(runner, runs)
    unprofiled_table(runner, [run for run in runs if "stack" not in run[0]])


if __name__ == "__main__":
    main()
