# SPDX-License-Identifier: Apache-2.0
"""The programs beside the package: its own command line and probe, and what is installed on the system."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from ._errors import Error

_FOLDER = Path(__file__).parent / "bin"


def _become(name: str) -> NoReturn:
    program = _FOLDER / name
    os.execv(program, [str(program), *sys.argv[1:]])


def cli() -> NoReturn:
    """Entry point of bubblescope-cli."""
    _become("bubblescope-cli")


def probe() -> NoReturn:
    """Entry point of bubblescope-probe."""
    _become("bubblescope-probe")


def run_installed(arguments: Sequence[str]) -> None:
    """Runs the command line of the installed packages, which draws PNG and PDF."""
    own = {_FOLDER.resolve() / "bubblescope-cli", Path(sys.prefix, "bin", "bubblescope-cli").resolve()}
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which("bubblescope-cli", path=folder)
        if found and Path(found).resolve() not in own:
            done = subprocess.run([found, "--quiet", *arguments], capture_output=True, text=True, check=False)
            if done.returncode != 0:
                raise Error(done.stderr.strip().removeprefix("bubblescope-cli: error: "), "python.program-failed")
            return
    raise Error("PNG and PDF are drawn by Bubblescope's program, which is not installed; write .svg or .tex", "python.no-program")


def open_window(path: Path) -> None:
    """Starts the window with a file and does not wait for it."""
    program = shutil.which("bubblescope")
    if program is None:
        raise Error(f"the window (bubblescope) is not installed; the schedule is in {path}", "python.no-window", None, {"path": str(path)})
    subprocess.Popen([program, str(path)], start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
