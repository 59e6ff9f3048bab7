# SPDX-License-Identifier: Apache-2.0
"""The wheel: its size, what is in it, and what importing it takes."""

import re
import subprocess
import sys
import unittest
import zipfile

from support import WHEEL, cli


class WheelTest(unittest.TestCase):
    def test_size(self):
        self.assertLessEqual(WHEEL.stat().st_size, 10_000_000)

    def test_contents(self):
        names = zipfile.ZipFile(WHEEL).namelist()
        for wanted in ("bubblescope/py.typed", "bubblescope/_core.pyi", "bubblescope/bin/bubblescope-cli", "bubblescope/bin/bubblescope-probe"):
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

    def test_programs(self):
        for program in ("bubblescope-cli", "bubblescope-probe"):
            said = subprocess.run([f"{sys.prefix}/bin/{program}", "--version"], capture_output=True, text=True, check=True).stdout
            self.assertIn(program, said)
        said = subprocess.run([f"{sys.prefix}/bin/bubblescope-cli", "generate", "1f1b", "-o", "-"], capture_output=True, text=True, check=True)
        self.assertEqual(said.stdout, cli("generate", "1f1b", "-o", "-"))
