# SPDX-License-Identifier: Apache-2.0
"""Profiles of real runs, sweeps and searches."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from . import _core
from ._arguments import Option, arguments_of, progress_of, text_of
from ._costs import Costs
from ._errors import Error
from ._schedule import Schedule, _chosen_costs, load, named


class Run:
    """A measured run: its profiles, and the options that they are read with."""

    def __init__(self, paths: Sequence[str], options: dict[str, Any]) -> None:
        self._paths = list(paths)
        self._options = arguments_of(options)
        self.summary: dict[str, Any] = self._json("trace", self._paths, [])

    def trace(self, **options: Option) -> dict[str, Any]:
        """What the profiles hold (``trace --json``); ``actions=True`` with the times of every action."""
        return self._json("trace", self._paths, arguments_of(options))

    def compare(self, *schedules: Schedule | str, costs: Costs | None = None, **options: Option) -> dict[str, Any]:
        """The run beside predictions with its fitted costs (``compare --measured --json``); without schedules its own order."""
        chosen = _chosen_costs(costs, options)
        words, orders = named(schedules)
        measured = ["--measured", *self._paths]
        return self._json("compare", [*words, *measured], [*chosen, *arguments_of(options)], orders)

    def compare_run(self, other: Run, **options: Option) -> dict[str, Any]:
        """This run against another one, action by action (``compare --measured --against --json``)."""
        return self._json("compare", ["--measured", *self._paths, "--against", *other._paths], arguments_of(options))

    def calibrate(self, path: str | os.PathLike[str], **options: Option) -> Costs:
        """Fits costs to the run, writes them to a calibration and returns them."""
        _core.run(["calibrate", *self._paths, f"--output={os.fspath(path)}", *self._options, *arguments_of(options)], {})
        return Costs(file=path)

    def _json(self, command: str, words: list[str], more: list[str], orders: dict[str, _core.Order] | None = None) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(_core.run([command, *words, "--json", *self._options, *more], orders or {})[1])
        return told

    def __repr__(self) -> str:
        return f"<Run {', '.join(self._paths)}>"


def read_profile(*paths: str | os.PathLike[str], **options: Option) -> Run:
    """Reads profiles of one run, or folders of them; options are those of ``trace``: step, replica, pattern, rank, keep_damaged."""
    return Run([os.fspath(path) for path in paths], options)


class Sweep(Sequence[dict[str, Any]]):
    """Rows of a sweep, one a configuration, as dictionaries."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The same by column; what a row lacks is None."""
        names = dict.fromkeys(name for row in self.rows for name in row)
        return {name: [row.get(name) for row in self.rows] for name in names}

    def to_arrow(self) -> Any:
        """A pyarrow.Table where pyarrow is installed, else the columns as lists."""
        try:
            import pyarrow
        except ImportError:
            return self.columns
        return pyarrow.table(self.columns)

    def to_pandas(self) -> Any:
        """A pandas.DataFrame; wants pandas."""
        import pandas

        return pandas.DataFrame(self.columns)

    def to_polars(self) -> Any:
        """A polars.DataFrame; wants polars."""
        import polars

        return polars.DataFrame(self.columns)

    def __getitem__(self, index: Any) -> Any:
        return self.rows[index]

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)

    def __repr__(self) -> str:
        return f"<Sweep of {len(self.rows)} configurations>"


#: Options of sweep that are about its file.
_OF_FILES = ("resume", "shard")


def sweep(
    schedules: str | Sequence[str] = (),
    *,
    ranks: int | str | Sequence[int] = 4,
    microbatches: int | str | Sequence[int] = 8,
    costs: Costs | None = None,
    progress: bool | None = None,
    output: str | os.PathLike[str] | None = None,
    join: str | os.PathLike[str] | Sequence[str | os.PathLike[str]] | None = None,
    **options: Option,
) -> Sweep:
    """Times every combination on all processors: ``sweep(["1f1b", "zbv"], ranks=[4, 8, 16])``. Lists may be texts, "4..64x2".

    ``output`` is a file (.jsonl or .csv) that grows while it runs, ``resume=True`` goes on with it, ``shard="2/16"`` runs a part, and
    ``join=[…]`` puts the files of all parts together.
    """
    chosen = _chosen_costs(costs, options)
    names = [schedules] if isinstance(schedules, str) else list(schedules)
    numbers = [f"--ranks={text_of(ranks)}", f"--microbatches={text_of(microbatches)}"] if names else []
    words = ["sweep", *names, *numbers, *chosen]
    if not (output or join or any(options.get(key) for key in _OF_FILES)):
        lines = _core.sweep([*words, *arguments_of(options)], progress_of("sweeping", progress))
        return Sweep([json.loads(line) for line in lines.splitlines()])
    with tempfile.TemporaryDirectory(prefix="bubblescope-") as folder:
        # A join has the form of its parts.
        parts = [join] if isinstance(join, (str, os.PathLike)) else list(join or [])
        path = Path(output or Path(folder, "rows" + ((parts and Path(parts[0]).suffix) or ".jsonl")))
        files: dict[str, Option] = {"output": path, "join": parts or None}
        _core.run([*words, *arguments_of({**options, **files})], {}, progress_of("sweeping", progress))
        return Sweep(_rows_of(path))


def _rows_of(path: Path) -> list[dict[str, Any]]:
    """The rows of a sweep's file; cells of CSV that are numbers as such, empty ones as None."""
    if path.suffix.lower() == ".jsonl":
        return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with path.open(encoding="utf-8", newline="") as file:
        return [{name: _value_of(cell) for name, cell in row.items()} for row in csv.DictReader(file)]


def _value_of(cell: str) -> Any:
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            pass
    return cell or None


class Found:
    """What a search found: the schedule, and its report (``search --json``)."""

    def __init__(self, schedule: Schedule, report: dict[str, Any]) -> None:
        self.schedule = schedule
        self.report = report

    def __repr__(self) -> str:
        return f"<Found {self.schedule.title}>"


def search(
    *, costs: Costs | None = None, progress: bool | None = None, output: str | os.PathLike[str] | None = None, **options: Option
) -> Found:
    """Searches for the fastest schedule that fits in memory. Options are those of ``search``: ranks, microbatches, memory_limit,
    time_budget, iterations, schedule, output, …"""
    chosen = _chosen_costs(costs, options)
    with tempfile.TemporaryDirectory(prefix="bubblescope-") as folder:
        path = Path(folder) / "found.bubble"
        words = ["search", "--json", f"--output={path}", *chosen, *arguments_of(options)]
        status, text = _core.run(words, {}, progress_of("searching", progress))
        if status != 0:
            raise Error("stopped", "base.stopped", None, {}, "cancelled")
        found = Found(load(path), json.loads(text))
    if output is not None:
        found.schedule.save(output)
    return found
