# SPDX-License-Identifier: Apache-2.0
"""The orders that PyTorch is to run, made by bubblescope-cli from its own catalog."""

import dataclasses
import json
import re
import subprocess

# Ranks and microbatches: even, odd, fewer microbatches than ranks, and not a multiple of the ranks.
SHAPES = [(2, 4), (2, 5), (3, 6), (3, 2), (4, 8), (4, 3)]
# Where a schedule's own options are tried, one at a time.
OPTION_SHAPE = (4, 8)

CELL = re.compile(r"(\d+)(F|B|I|W)(\d+)")


@dataclasses.dataclass
class Order:
    """One order and its lowered form; `words` ask the command line for it."""

    schedule: str
    variant: str
    words: str
    ranks: int
    microbatches: int
    stages: int
    compute: str
    comms: str

    def stages_of(self, rank):
        """The stages that the rank's row runs."""
        return sorted({int(stage) for stage, _, _ in CELL.findall(self.compute.splitlines()[rank])})


class CommandLine:
    """Runs bubblescope-cli."""

    def __init__(self, path):
        self._path = path

    def schedules(self):
        return json.loads(self._run("schedules", "--json").stdout)

    def generate(self, words, *more):
        """The CSV, or None where the request is refused (exit 2)."""
        run = self._run("generate", words, *more, "-o", "-", check=False)
        if run.returncode == 2:
            return None
        run.check_returncode()
        return run.stdout

    def lower(self, words, lowering):
        """The CSV with PyTorch's communication; an error is the caller's."""
        return self._run("generate", words, "--with", lowering, "-o", "-").stdout

    def _run(self, *arguments, check=True):
        run = subprocess.run([self._path, *arguments], capture_output=True, text=True)
        if check and run.returncode != 0:
            raise RuntimeError(f"{' '.join(arguments)}: {run.stderr.strip()}")
        return run


def why_not(compute, microbatches):
    """Why PyTorch cannot run this order; empty where it can."""
    if "OVERLAP_B_F" in compute:
        return "OVERLAP_B_F cells, which PyTorch refuses"
    cells = [CELL.findall(row) for row in compute.splitlines()]
    flat = [cell for row in cells for cell in row]
    if not any(kind in "BI" for _, kind, _ in flat):
        return "no backwards"
    held = [{stage for stage, _, _ in row} for row in cells]
    if sum(map(len, held)) != len(set().union(*held)):
        return "a stage on two ranks"
    if max(int(microbatch) for _, _, microbatch in flat) + 1 != microbatches:
        return "parts of microbatches"
    return ""


def requests(schedule):
    """Every request that is tried: (variant, words, ranks, microbatches)."""
    parameters = {parameter["key"]: parameter for parameter in schedule["parameters"]}
    chunks = parameters["stages-per-rank"]
    numbers = sorted({chunks["default"], chunks["minimum"], min(3, chunks["maximum"])})
    for variant in schedule["variants"]:
        for placement in variant["placements"]:
            for ranks, microbatches in SHAPES:
                for stages in numbers:
                    words = (
                        f"{schedule['name']}:ranks={ranks},microbatches={microbatches},stages-per-rank={stages},"
                        f"placement={placement},variant={variant['name']}"
                    )
                    yield variant["name"], words, ranks, microbatches
                    if (ranks, microbatches) == OPTION_SHAPE:
                        for setting in settings(schedule, variant["name"]):
                            yield variant["name"], f"{words},{setting}", ranks, microbatches


def settings(schedule, variant):
    """Each value but the default of the options that have few, one at a time."""
    for option in schedule["parameters"]:
        if not option["option"] or option["key"] == "variant" or variant not in option["variants"]:
            continue
        if option["type"] == "boolean":
            yield f"{option['key']}={'false' if option['default'] else 'true'}"
        elif option["type"] == "choice":
            yield from (f"{option['key']}={choice}" for choice in option["choices"] if choice != option["default"])
        elif option["type"] == "integer":
            yield from (f"{option['key']}={number}" for number in (1, 2) if option["minimum"] <= number <= option["maximum"])


def collect(cli, lowering, only):
    """(orders, left_out): what is to be run, each order once, and per schedule and variant why nothing is."""
    orders, seen, left_out, admitted = [], {}, {}, {}
    for schedule in cli.schedules():
        for variant, words, ranks, microbatches in requests(schedule):
            name = (schedule["name"], variant)
            if only and schedule["name"] not in only:
                continue
            admitted.setdefault(name, 0)
            compute = cli.generate(words)
            if compute is None:
                continue
            reason = why_not(compute, microbatches)
            if reason:
                left_out.setdefault(name, set()).add(reason)
                continue
            admitted[name] += 1
            if compute in seen:
                seen[compute].add(name)
                continue
            seen[compute] = {name}
            stages = max(int(stage) for stage, _, _ in CELL.findall(compute)) + 1
            comms = cli.lower(words, lowering)
            orders.append(Order(*name, words, ranks, microbatches, stages, compute, comms))
    return orders, seen, admitted, left_out
