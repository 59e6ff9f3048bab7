# SPDX-License-Identifier: Apache-2.0
"""The programs beside the package: its own command line and probe, and what is installed on the system."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from . import _core
from ._errors import Error


def _run(name: str) -> NoReturn:
    # Python's own ways with signals would keep Ctrl-C and a closed pipe from the program.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(_core.run_program([name, *sys.argv[1:]]))


def cli() -> NoReturn:
    """Entry point of bubblescope-cli, which is in the library."""
    _run("bubblescope-cli")


def probe() -> NoReturn:
    """Entry point of bubblescope-probe, which is in the library."""
    _run("bubblescope-probe")


def run_installed(arguments: Sequence[str]) -> None:
    """Runs the command line of the installed packages, which draws PNG and PDF."""
    own = Path(sys.prefix, "bin", "bubblescope-cli").resolve()
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        found = shutil.which("bubblescope-cli", path=folder)
        if found and Path(found).resolve() != own:
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
