# SPDX-License-Identifier: Apache-2.0
"""The wheel: its size, what is in it, and what importing it takes."""

import json
import re
import signal
import subprocess
import sys
import time
import unittest
import zipfile

from support import CLI, WHEEL, cli


class WheelTest(unittest.TestCase):
    def test_size(self):
        self.assertLessEqual(WHEEL.stat().st_size, 10_000_000)

    def test_contents(self):
        names = zipfile.ZipFile(WHEEL).namelist()
        for wanted in ("bubblescope/py.typed", "bubblescope/_core.pyi"):
            self.assertIn(wanted, names)
        licenses = [name for name in names if "/licenses/" in name]
        self.assertTrue(any(name.endswith("Apache-2.0.txt") for name in licenses))
        self.assertTrue(any("libfmt" in name for name in licenses), licenses)

    def test_no_gpl(self):
        for name in zipfile.ZipFile(WHEEL).namelist():
            if name.endswith(".py"):
                self.assertNotIn("GPL", zipfile.ZipFile(WHEEL).read(name).decode())

    def test_import_needs_nothing(self):
        """Nothing but the package and the standard library is loaded, NumPy neither."""
        code = (
            "import sys; before = set(sys.modules); import bubblescope; "
            "print(sorted({n.split('.')[0] for n in set(sys.modules) - before} - set(sys.stdlib_module_names)))"
        )
        loaded = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True).stdout
        self.assertEqual(set(re.findall(r"'(\w+)'", loaded)) - {"bubblescope"}, set())

    def run_program(self, name, *words):
        return subprocess.run([f"{sys.prefix}/bin/{name}", *words], capture_output=True, text=True, check=False)

    def test_programs(self):
        """They are in the library; what they print and their status are those of programs of their own."""
        for program in ("bubblescope-cli", "bubblescope-probe"):
            self.assertIn(program, self.run_program(program, "--version").stdout)
        self.assertEqual(self.run_program("bubblescope-cli", "generate", "1f1b", "-o", "-").stdout, cli("generate", "1f1b", "-o", "-"))
        for words in (["generate", "1f2b"], ["simulate", "1f1b", "--forward=x"], []):
            own = self.run_program("bubblescope-cli", *words)
            self.assertEqual((own.returncode, own.stderr), (2, subprocess.run([CLI, *words], capture_output=True, text=True, check=False).stderr))
        estimate = ["--estimate", "h100", "--preset", "llama-3-8b", "--out", "-"]
        inside, alone = self.run_program("bubblescope-cli", "--quiet", "probe", *estimate), self.run_program("bubblescope-probe", *estimate)
        self.assertEqual((inside.returncode, alone.returncode), (0, 0), inside.stderr)
        for said in (inside, alone):
            self.assertEqual(json.loads(said.stdout)["schema"], "pipeline-calibration/1")

    def test_programs_are_interrupted(self):
        """Ctrl-C ends them as it ends a program of their own: what is running is stopped, and the status is 130."""
        words = ["search", "--ranks", "8", "--microbatches", "32", "--memory-limit", "4", "--forward", "1.3", "--backward", "2.9",
                 "--p2p-latency", "0.37", "--time-budget", "600", "-o", "-", "--quiet"]  # fmt: skip
        with subprocess.Popen([f"{sys.prefix}/bin/bubblescope-cli", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
            time.sleep(3)
            running.send_signal(signal.SIGINT)
            running.communicate(timeout=60)
            self.assertEqual(running.returncode, 130)
