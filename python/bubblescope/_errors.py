# SPDX-License-Identifier: Apache-2.0
"""What is raised and warned of: the sentences of the command line."""

from __future__ import annotations

import warnings
from typing import NamedTuple


class Place(NamedTuple):
    """Where in a file something is wrong; lines and columns count from 1, 0 means the whole."""

    source: str
    line: int
    column: int


class Error(ValueError):
    """What the command line would say in the same case.

    ``code`` names the sentence and stays the same between versions, ``arguments`` are the values in it by name, and ``place`` is where
    in a file the cause is, if it is in one. ``kind`` is "invalid-input", "does-not-hold" (understood, but it cannot run), "output-failed"
    or "cancelled".
    """

    code: str
    place: Place | None
    arguments: dict[str, str | int | float]
    kind: str

    def __init__(
        self,
        text: str,
        code: str = "",
        place: tuple[str, int, int] | None = None,
        arguments: dict[str, str | int | float] | None = None,
        kind: str = "invalid-input",
    ) -> None:
        super().__init__(text)
        self.code = code
        self.place = Place(*place) if place else None
        self.arguments = arguments or {}
        self.kind = kind

    def __reduce__(self):  # type: ignore[no-untyped-def]
        return Error, (str(self), self.code, self.place, self.arguments, self.kind)


class Warning(UserWarning):
    """What the command line warns of on standard error."""


def warn(text: str) -> None:
    warnings.warn(text, Warning, stacklevel=4)
