# SPDX-License-Identifier: Apache-2.0
"""Schedule objects of torch.distributed.pipelining, by what they have; torch itself is not imported."""

from __future__ import annotations

from typing import Any

from ._errors import Error
from ._schedule import Schedule, from_rows, generate

#: Classes for one stage a rank: what they run stands in their step(). The order that later releases show beside it is that of no run:
#: of Schedule1F1B its last rank begins with microbatch 1.
_BY_CLASS = {"ScheduleGPipe": "gpipe", "Schedule1F1B": "1f1b"}
#: Where an order is, the most complete first.
_ORDERS = ("pipeline_order_with_comms", "pipeline_order")


def from_torch(schedule: Any) -> Schedule:
    """The order of a schedule object of ``torch.distributed.pipelining``.

    Every class works: those of several stages a rank hold their order, also where it was loaded from a CSV; with its communication
    where the runtime has lowered it. ScheduleGPipe and Schedule1F1B are made by their stages and microbatches.
    """
    for known in type(schedule).__mro__:
        if known.__name__ in _BY_CLASS:
            return generate(_BY_CLASS[known.__name__], ranks=_number(schedule, "_num_stages"), microbatches=_number(schedule, "_n_microbatches"))
    for name in _ORDERS:
        order = getattr(schedule, name, None)
        if order:
            return from_rows([_cells(order.get(rank, [])) for rank in range(max(order) + 1)], type(schedule).__name__)
    raise Error(
        f"{type(schedule).__name__} is no schedule of torch.distributed.pipelining that holds an order: neither "
        f"{' nor '.join(_ORDERS)} is there, and it is neither {' nor '.join(_BY_CLASS)}; a runtime has one after _load_csv()",
        "python.no-torch-schedule",
        None,
        {"type": type(schedule).__name__},
    )


def _number(schedule: Any, name: str) -> int:
    number = getattr(schedule, name, None)
    if number is None:
        number = getattr(getattr(schedule, "_stage", None), name.replace("_num_", "num_"), None)
    if number is None:
        raise Error(f"{type(schedule).__name__} has no {name}", "python.no-torch-schedule", None, {"name": name})
    return int(number)


def _cells(actions: Any) -> list[str]:
    return ["" if action is None else _text(action) for action in actions]


def _text(action: Any) -> str:
    """As torch writes it in its CSV, of which releases before 2.15 know no communication in an overlapped cell."""
    parts = getattr(action, "sub_actions", None)
    if parts:
        kind = str(getattr(action, "computation_type", "OVERLAP_F_B")).rsplit(".", 1)[-1]
        return f"({';'.join(_text(part) for part in parts)}){kind}"
    return str(action)
