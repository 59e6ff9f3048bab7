# SPDX-License-Identifier: Apache-2.0
"""What the tests of the package share."""

import os
import subprocess
from pathlib import Path

CLI = os.environ["BUBBLESCOPE_CLI"]
SOURCE = Path(os.environ["BUBBLESCOPE_SOURCE"])
WHEEL = Path(os.environ["BUBBLESCOPE_WHEEL"])


def cli(*arguments, status=0):
    """What the program prints; where it fails, what it says is wrong."""
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(f"{arguments}: exit status {done.returncode}\n{done.stderr}")
    if status == 0:
        return done.stdout
    says = [line for line in done.stderr.split("bubblescope-cli: ") if line.startswith("error: ")]
    return says[-1].removeprefix("error: ").removesuffix("\n")
