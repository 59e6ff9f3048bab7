# SPDX-License-Identifier: Apache-2.0
"""Schedules by Megatron-LM's own options."""

from __future__ import annotations

import json
from typing import Any

from . import _core
from ._arguments import Option, arguments_of
from ._costs import Costs
from ._errors import Error
from ._schedule import Schedule, generate


def layout(text: str, *, pp: int, **options: Option) -> dict[str, Any]:
    """A layout of Megatron-LM ("Et*3|t*4|…|tL") read: its stages with their layers (``layout --json``)."""
    told: dict[str, Any] = json.loads(_core.run(["layout", text, f"--ranks={pp}", "--json", *arguments_of(options)], {})[1])
    return told


def from_megatron(
    *,
    pp: int,
    microbatches: int,
    vpp: int | None = None,
    layout: str | None = None,
    group: int | None = None,
    costs: Costs | None = None,
) -> Schedule:
    """The order that Megatron-LM runs for its options.

    ``pp`` is --pipeline-model-parallel-size, ``vpp`` --num-virtual-stages-per-pipeline-rank, ``layout``
    --pipeline-model-parallel-layout (which says vpp by its stages; their layers are those of costs by block), ``group`` --microbatch-group-size-per-virtual-pipeline-stage.
    """
    if layout is not None:
        read = _layout(layout, pp=pp)
        stages = len(read["result"][0])
        if vpp is not None and vpp != stages:
            raise Error(f"vpp is {vpp}, but the layout has {stages} stages a rank", "python.layout-misfit", None, {"vpp": vpp, "stages": stages})
        vpp = stages
    if vpp is None or vpp == 1:
        schedule = generate("1f1b", ranks=pp, microbatches=microbatches, costs=costs)
    else:
        schedule = generate("megatron-interleaved", ranks=pp, microbatches=microbatches, stages_per_rank=vpp, costs=costs, group=group)
    return schedule if layout is None else Schedule(schedule._order.with_layout(layout))


_layout = layout
