# SPDX-License-Identifier: Apache-2.0
"""Schedules and what timing them gives."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _core, _programs
from ._arguments import Option, arguments_of, text_of
from ._costs import Costs
from ._errors import Error

if TYPE_CHECKING:
    import numpy

#: How a command's INPUT names a schedule that is in memory.
_NAME = "schedule in memory"
#: Places of an action's parts in its first word, see :meth:`Schedule.actions`.
_STAGE_MASK, _KIND_SHIFT, _KIND_MASK = (1 << 22) - 1, 22, 0x3F
#: Kinds by their number in :meth:`Schedule.actions`; "@attention" and its like stand behind the microbatch: "0F1@attention".
KINDS = tuple(_core.action_kinds())


class Problem(NamedTuple):
    """One thing that is wrong with an order."""

    kind: str
    message: str
    actions: list[dict[str, Any]]


class Bubble(NamedTuple):
    """A stretch in which a rank computes nothing, and what it waits for."""

    rank: int
    start: float
    length: float
    cause: str
    waits_for_rank: int | None
    waits_for: str | None
    next: str | None
    transfer: float
    reason: str


class TimedAction(NamedTuple):
    """An action with its times."""

    rank: int
    action: str
    start: float
    end: float


class Schedule:
    """What every rank runs, in order. Made by :func:`generate`, :func:`load`, :func:`from_torch`, …; it does not change."""

    def __init__(self, order: _core.Order) -> None:
        self._order = order

    @property
    def name(self) -> str:
        """The schedule's name, or that of its file."""
        return self._order.name

    @property
    def title(self) -> str:
        """As a picture is headed."""
        return self._order.title

    @property
    def ranks(self) -> int:
        return self._order.ranks

    @property
    def stages(self) -> int:
        return self._order.stages

    @property
    def microbatches(self) -> int:
        return self._order.microbatches

    @property
    def placement(self) -> str | None:
        """ "loop", "v", "block" or "mirror"; None where only the rows are known."""
        return self._order.placement

    @property
    def rows(self) -> list[list[str]]:
        """A list a rank, a text a cell, as PyTorch writes it: "0F1", "" for a bubble."""
        return [self._order.cells(rank) for rank in range(self.ranks)]

    def actions(self, rank: int) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
        """Stages, kinds (numbers in :data:`KINDS`) and microbatches of a rank's actions. Wants NumPy."""
        words = self.packed_actions(rank)
        return words[:, 0] & _STAGE_MASK, (words[:, 0] >> _KIND_SHIFT) & _KIND_MASK, words[:, 1]

    def packed_actions(self, rank: int) -> numpy.ndarray:
        """The actions of a rank as they are held, without a copy: two 32-bit words each. Wants NumPy."""
        values: numpy.ndarray = self._order.words(rank)
        return values

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """The order as PyTorch's schedule CSV; written to ``path`` too, if it is given."""
        text = self._order.csv()
        if path is not None:
            self.save(path)
        return text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes .csv, .bubble (which keeps the costs that the schedule has), or .trace.json or .pftrace for Perfetto; see :meth:`Result.save`."""
        self._run("convert", [f"--output={os.fspath(path)}"])

    def lower(self, *passes: str) -> Schedule:
        """The order with communication: ``lower("torch")``, ``lower("send-recv:style=hyper-parallel")``; passes apply in turn."""
        return Schedule(self._order.lowered(list(passes)))

    def validate(self, sends: str = "buffered") -> list[Problem]:
        """Everything that is wrong with the order; empty if it is complete and can run."""
        _, text = self._run("validate", ["--json", f"--sends={sends}"])
        return [Problem(one["kind"], one["message"], one.get("actions", [])) for one in json.loads(text)["problems"]]

    def simulate(self, costs: Costs | None = None, **options: Option) -> Result:
        """Times the order. Without costs: those that its file holds or that it was made for, else F 1, I 1, W 1, B 2.

        Cost options may be given as keywords instead, and ``with_`` lowers the order for this timing alone.
        """
        chosen = _chosen_costs(costs, options)
        return _timed(self, [*chosen, *arguments_of(options)])

    def render(self, path: str | os.PathLike[str], costs: Costs | None = None, **options: Option) -> None:
        """Draws the timeline: .svg, .tex, .tikz and .html (a page to zoom in) here; .png and .pdf by the installed program. Options are those of ``render``."""
        chosen = _chosen_costs(costs, options)
        self._draw(path, [*chosen, *arguments_of(options)])

    def compare(self, *others: Schedule | str, costs: Costs | None = None, **options: Option) -> dict[str, Any]:
        """The metrics of this and other schedules beside each other (``compare --json``)."""
        return compare(self, *others, costs=costs, **options)

    def open(self) -> None:
        """Opens the schedule in the window, if that is installed."""
        folder = Path(tempfile.mkdtemp(prefix="bubblescope-"))
        path = folder / f"{_file_name(self.name)}.bubble"
        path.write_text(self._order.document(), encoding="utf-8")
        _programs.open_window(path)

    def _run(self, command: str, arguments: Sequence[str]) -> tuple[int, str]:
        return _core.run([command, _NAME, *arguments], {_NAME: self._order})

    def _draw(self, path: str | os.PathLike[str], arguments: Sequence[str]) -> None:
        if Path(path).suffix.lower() not in (".png", ".pdf"):
            self._run("render", [f"--output={os.fspath(path)}", *arguments])
            return
        with tempfile.TemporaryDirectory(prefix="bubblescope-") as folder:
            document = Path(folder) / f"{_file_name(self.name)}.bubble"
            document.write_text(self._order.document(), encoding="utf-8")
            _programs.run_installed(["render", str(document), f"--output={os.fspath(path)}", *arguments])

    def _svg(self, arguments: Sequence[str]) -> str:
        with tempfile.TemporaryDirectory(prefix="bubblescope-") as folder:
            path = Path(folder) / "picture.svg"
            self._draw(path, arguments)
            return path.read_text(encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self._svg([])

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self._order.document(), self.name, self._order.layout)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schedule) and self._order == other._order

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Schedule {self.title}>"


class Result:
    """A timed schedule: times, metrics, bubbles, critical path, and in a notebook its picture."""

    def __init__(self, schedule: Schedule, times: _core.Times, arguments: list[str]) -> None:
        self.schedule = schedule
        self._times = times
        self._arguments = arguments
        self._metrics: dict[str, Any] = times.metrics()

    makespan: float = property(lambda self: self._metrics["makespan"], doc="When the last action has ended.")  # type: ignore[assignment]
    ideal_time: float = property(lambda self: self._metrics["ideal_time"], doc="Of a rank that never waits.")  # type: ignore[assignment]
    bubble_rate: float = property(lambda self: self._metrics["bubble_rate"], doc="(makespan - ideal time) / ideal time.")  # type: ignore[assignment]
    idle_fraction: float = property(lambda self: self._metrics["idle_fraction"], doc="Idle part of all ranks' time.")  # type: ignore[assignment]
    peak_activations: float = property(lambda self: self._metrics["peak_activations"], doc="Most activations that a rank holds at once.")  # type: ignore[assignment]
    peak_rank: int = property(lambda self: self._metrics["peak_rank"], doc="The rank that holds most.")  # type: ignore[assignment]

    @property
    def unit(self) -> str:
        """Of all times: "step", "us" or "ms"."""
        return self._times.unit

    @property
    def metrics(self) -> dict[str, Any]:
        """The scalar metrics by the names of docs/cost-model.md."""
        return dict(self._metrics)

    def starts(self, rank: int) -> numpy.ndarray:
        """Start of each action of a rank, parallel to :meth:`Schedule.actions`; a view without a copy. Wants NumPy."""
        values: numpy.ndarray = self._times.starts(rank)
        return values

    def ends(self, rank: int) -> numpy.ndarray:
        """End of each action of a rank, likewise."""
        values: numpy.ndarray = self._times.ends(rank)
        return values

    def slack(self, rank: int) -> numpy.ndarray:
        """How much later each action of a rank could be without lengthening the makespan, likewise."""
        values: numpy.ndarray = self._times.slack(rank)
        return values

    def bubbles(self) -> list[Bubble]:
        """Every stretch in which a rank computes nothing, by rank and start, with its cause."""
        return [Bubble(*one) for one in self._times.bubbles()]

    def critical_path(self) -> list[TimedAction]:
        """The actions that make the makespan, from the first to the last."""
        return [TimedAction(*one) for one in self._times.critical_path()]

    def to_json(self, *, actions: bool = False, bubbles: bool = False, memory: bool = False) -> str:
        """What ``simulate --json`` prints, with ``--actions``, ``--bubbles``, ``--memory``."""
        return self._times.json(actions, bubbles, memory)

    def to_dict(self, *, actions: bool = False, bubbles: bool = False, memory: bool = False) -> dict[str, Any]:
        """The same, read."""
        told: dict[str, Any] = json.loads(self.to_json(actions=actions, bubbles=bubbles, memory=memory))
        return told

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the schedule with these costs: .bubble, or these times for Perfetto, .trace.json or .pftrace; .csv has the order alone."""
        passes = [one.removeprefix("--with=") for one in self._arguments if one.startswith("--with=")]
        costs = [one for one in self._arguments if not one.startswith("--with=")]
        (self.schedule.lower(*passes) if passes else self.schedule)._run("convert", [f"--output={os.fspath(path)}", *costs])

    def render(self, path: str | os.PathLike[str], **options: Option) -> None:
        """Draws the timeline, see :meth:`Schedule.render`."""
        self.schedule._draw(path, [*self._arguments, *arguments_of(options)])

    def _repr_svg_(self) -> str:
        return self.schedule._svg(self._arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        # Times are large, and the same when they are worked out again.
        return _timed, (self.schedule, self._arguments)

    def __repr__(self) -> str:
        return f"<Result {self._times.title}: makespan {text_of(self.makespan)}, idle {100 * self.idle_fraction:.1f} %>"


def _file_name(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name) or "schedule"


def _unpickled(document: str, name: str, layout: str) -> Schedule:
    order = _core.from_csv(document, name)
    return Schedule(order.with_layout(layout) if layout else order)


def _timed(schedule: Schedule, arguments: list[str]) -> Result:
    return Result(schedule, _core.simulate(["simulate", _NAME, *arguments], {_NAME: schedule._order}), arguments)


def _chosen_costs(costs: Costs | None, options: dict[str, Any]) -> list[str]:
    """Arguments for the costs: an object, or keywords, which are taken out of ``options``."""
    from ._costs import names

    keywords = {key: options.pop(key) for key in list(options) if key in names()}
    if costs is not None and not isinstance(costs, Costs):
        raise TypeError(f"costs: expected bubblescope.Costs, not {type(costs).__name__}")
    return [*(costs.arguments if costs else []), *(Costs(**keywords).arguments if keywords else [])]


def generate(
    name: str,
    *,
    ranks: int | None = None,
    microbatches: int | None = None,
    stages_per_rank: int | None = None,
    placement: str | None = None,
    costs: Costs | None = None,
    with_: str | Sequence[str] | None = None,
    padded: bool = False,
    spaced: bool = False,
    output: str | os.PathLike[str] | None = None,
    option: Mapping[str, Any] | None = None,
    **options: Option,
) -> Schedule:
    """Makes a schedule's order: ``generate("zbv", ranks=4, microbatches=8)``.

    ``costs`` matter to schedules that are made for them (zb-auto); ``with_`` names passes; ``output`` is a file for it. Other
    keywords are the schedule's own options, as ``variant="torch"``; ``option`` takes them by name, too.
    """
    costs_and_cases: dict[str, Option] = {key: options.pop(key) for key in ("profile", "device", "layout") if key in options and key not in _option_keys(name)}
    chosen = [*_chosen_costs(costs, options), *arguments_of(costs_and_cases)]
    own = {key.replace("_", "-"): value for key, value in {**(option or {}), **options}.items() if value is not None}
    for key in [key for key in own if key not in _option_keys(name)]:
        if key.replace("-", "_") in _option_keys(name):
            own[key.replace("-", "_")] = own.pop(key)
    given = {
        "ranks": ranks,
        "microbatches": microbatches,
        "stages_per_rank": stages_per_rank,
        "placement": placement,
        "option": own or None,
        "with": with_,
        "padded": padded,
        "spaced": spaced,
    }
    schedule = Schedule(_core.generate(["generate", name, *arguments_of(given), *chosen, "--output=-"]))
    if output is not None:
        schedule.save(output)
    return schedule


def _option_keys(name: str) -> set[str]:
    try:
        _, text = _core.run(["schedules", name.split(":")[0], "--json"], {})
    except Error:
        return set()
    return {one["key"] for one in json.loads(text)["parameters"]}


def load(path: str | os.PathLike[str], costs: Costs | None = None) -> Schedule:
    """Reads a schedule CSV or a .bubble file."""
    chosen = costs.arguments if costs else []
    return Schedule(_core.generate(["generate", os.fspath(path), *chosen, "--output=-"]))


def from_csv(text: str, name: str = "schedule") -> Schedule:
    """Reads the text of a schedule CSV; ``name`` is what errors call it."""
    return Schedule(_core.from_csv(text, name))


def from_rows(rows: Sequence[Sequence[str | None]], name: str = "schedule") -> Schedule:
    """An order of one list of cells a rank; None and "" are bubbles."""
    lines = []
    for row in rows:
        cells = ["" if cell is None else str(cell) for cell in row]
        lines.append('""' if cells == [""] else ",".join(cells))
    return from_csv("".join(line + "\n" for line in lines), name)


def schedules() -> list[dict[str, Any]]:
    """Every schedule that can be generated, with its parameters."""
    told: list[dict[str, Any]] = json.loads(_core.run(["schedules", "--json"], {})[1])
    return told


def compare(*schedules: Schedule | str, costs: Costs | None = None, **options: Option) -> dict[str, Any]:
    """The metrics of several schedules beside each other, as ``compare --json``."""
    chosen = _chosen_costs(costs, options)
    words, orders = named(schedules)
    told: dict[str, Any] = json.loads(_core.run(["compare", *words, "--json", *chosen, *arguments_of(options)], orders)[1])
    return told


def named(schedules: Sequence[Schedule | str]) -> tuple[list[str], dict[str, _core.Order]]:
    """Texts that stand for schedules as INPUT, and the orders behind them."""
    words: list[str] = []
    orders: dict[str, _core.Order] = {}
    for number, one in enumerate(schedules, 1):
        if isinstance(one, Schedule):
            words.append(f"{_NAME} {number}")
            orders[words[-1]] = one._order
        else:
            words.append(os.fspath(one))
    return words, orders
