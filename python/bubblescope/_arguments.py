# SPDX-License-Identifier: Apache-2.0
"""Keywords as arguments of the command line, which knows their names and checks them."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, SupportsFloat, SupportsIndex, TypeAlias, Union

#: What an option can be: a number, a text or path, several of them in a list or an array, WHAT by its value; True for a flag.
Option: TypeAlias = Union[str, "os.PathLike[str]", SupportsFloat, SupportsIndex, Iterable[object], Mapping[str, object], None]

#: Options that are given again for each value; other lists are one value, "1,1,2".
_REPEATED = {"what_if", "option", "with", "try", "schedule", "pattern", "rank"}
#: Options after which several words stand.
_SEVERAL = {"against", "measured", "join"}


def text_of(value: Any) -> str:
    """A number so that it is read back to the last bit, a list, an array or a tensor by its values, anything else as it is written."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    # An array has all of a number's methods, however many values it holds.
    if getattr(value, "ndim", None) == 0 and hasattr(value, "item"):
        value = value.item()
    elif isinstance(value, Iterable):
        return ",".join(text_of(one) for one in value)
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if hasattr(value, "__float__"):
        number = float(value)
        return str(int(number)) if math.isfinite(number) and number == int(number) and abs(number) < 1e15 else repr(number)
    return str(value)


def arguments_of(options: Mapping[str, Any]) -> list[str]:
    """``{"p2p_latency": 0.6, "json": True}`` as ``["--p2p-latency=0.6", "--json"]``; what is None or False is left out."""
    arguments: list[str] = []
    for key, value in options.items():
        name = key.rstrip("_")
        flag = "--" + name.replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            arguments.append(flag)
        elif name in _SEVERAL:
            values = [value] if isinstance(value, (str, os.PathLike)) else list(value)
            arguments += [flag, *map(text_of, values)]
        elif name in _REPEATED:
            if isinstance(value, Mapping):
                value = [f"{text_of(left)}={text_of(right)}" for left, right in value.items()]
            values = [value] if isinstance(value, (str, os.PathLike)) else list(value)
            arguments += [f"{flag}={text_of(one)}" for one in values]
        else:
            arguments.append(f"{flag}={text_of(value)}")
    return arguments


def progress_of(what: str, wanted: bool | None) -> Callable[[float], None] | None:
    """A bar of tqdm, where it is installed and somebody looks; ``wanted`` decides where it is given."""
    if wanted is False:
        return None
    import sys

    if wanted is None and not sys.stderr.isatty() and "ipykernel" not in sys.modules:
        return None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    bar = tqdm(total=100, desc=what, unit="%", leave=False, delay=1)

    def tell(share: float) -> None:
        bar.update(round(100 * share) - bar.n)

    return tell
