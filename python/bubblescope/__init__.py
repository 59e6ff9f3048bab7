# SPDX-License-Identifier: Apache-2.0
"""Bubblescope: pipeline-parallel training schedules made visible.

>>> import bubblescope as bs
>>> schedule = bs.generate("zbv", ranks=4, microbatches=8)
>>> schedule.simulate(bs.Costs(forward=1, backward_input=1, backward_weight=1)).makespan
51.0

Names are those of the command line, bubblescope-cli, whose results these are to the last bit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._core import version as __version__
from ._costs import Costs
from ._errors import Error, Place, Warning
from ._megatron import from_megatron, layout
from ._run import Found, Run, Sweep, read_profile, search, sweep
from ._schedule import (
    KINDS,
    Bubble,
    Problem,
    Result,
    Schedule,
    TimedAction,
    compare,
    from_csv,
    from_rows,
    generate,
    load,
    schedules,
)
from ._torch import from_torch

if TYPE_CHECKING:
    from ._measure import Measurement, measure


def __getattr__(name: str) -> Any:
    """What measures is imported when it is used: it needs statistics, and its users PyTorch."""
    if name in ("Measurement", "measure"):
        from . import _measure

        return getattr(_measure, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "KINDS", "Bubble", "Costs", "Error", "Found", "Measurement", "Place", "Problem", "Result", "Run", "Schedule", "Sweep", "TimedAction",
    "Warning", "__version__", "compare", "from_csv", "from_megatron", "from_rows", "from_torch", "generate", "layout", "load",
    "measure", "read_profile", "schedules", "search", "sweep",
]  # fmt: skip
