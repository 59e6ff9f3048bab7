# SPDX-License-Identifier: Apache-2.0
"""Costs: the cost options of the command line as keywords."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from . import _core
from ._arguments import Option, arguments_of
from ._errors import Error

_BESIDE_FIELDS = ("file", "stand_in_transfers", "time_per", "what_if")


#: Of one order: options of its commands, which some schedules and searches have of their own by that name.
_OF_AN_ORDER = ("device", "layout")


def names() -> list[str]:
    """Keywords of a call that are costs."""
    return [*_BESIDE_FIELDS, *(name for name, _ in _core.cost_options())]


class Costs:
    """What actions take: every cost option of the command line, with ``_`` for ``-``.

    A value is a number, or a list with one for each stage. ``file`` is a cost file or a calibration (``--costs``), ``time_per`` is
    "stage" or "rank", ``layout`` is Megatron's of the stages' layers (for costs by block), ``device`` limits memory to that of a GPU, ``what_if`` maps what is scaled to its factor: ``{"F": 0.5, "rank3": 1.2}``.

    >>> Costs(forward=9, backward_input=10, backward_weight=7, p2p_latency=0.6)
    Costs(forward=9, backward_input=10, backward_weight=7, p2p_latency=0.6)
    """

    def __init__(
        self,
        file: str | os.PathLike[str] | None = None,
        *,
        what_if: Mapping[str, float] | Sequence[str] | None = None,
        **values: Option,
    ) -> None:
        known = [*names(), *_OF_AN_ORDER]
        for key in values:
            if key not in known:
                import difflib

                near = difflib.get_close_matches(key, known, 1)
                hint = f"; did you mean {near[0]}?" if near else ""
                raise Error(f"unknown cost '{key}'{hint} Known: {', '.join(known)}", "python.unknown-cost", None, {"cost": key})
        given: dict[str, Any] = {"file": file, **values, "what_if": what_if}
        self._values = {key: value for key, value in given.items() if value is not None}

    @property
    def arguments(self) -> list[str]:
        """The same on the command line."""
        return arguments_of({"costs" if key == "file" else key: value for key, value in self._values.items()})

    def replace(self, **changed: Any) -> Costs:
        """The same with some values changed."""
        return Costs(**{**self._values, **changed})

    def __repr__(self) -> str:
        return f"Costs({', '.join(f'{key}={value!r}' for key, value in self._values.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Costs) and self.arguments == other.arguments

    __hash__ = None  # type: ignore[assignment]
