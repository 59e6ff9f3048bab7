# SPDX-License-Identifier: Apache-2.0
"""The example notebook: every cell runs, and what a notebook shows of the last value is there."""

import ast
import contextlib
import io
import json
import unittest

from support import SOURCE


def run_cell(source, names):
    """Runs a cell; its last value, if it ends with an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    return None if last is None else eval(compile(ast.Expression(last.value), "cell", "eval"), names)


class NotebookTest(unittest.TestCase):
    def test_every_cell(self):
        cells = json.loads((SOURCE / "docs" / "python.ipynb").read_text(encoding="utf-8"))["cells"]
        names, pictures, printed = {}, 0, io.StringIO()
        for cell in cells:
            self.assertEqual(cell.get("outputs", []), [], "notebooks are kept without outputs")
            if cell["cell_type"] == "code":
                with contextlib.redirect_stdout(printed):
                    value = run_cell("".join(cell["source"]), names)
                if hasattr(value, "_repr_svg_"):
                    self.assertTrue(value._repr_svg_().startswith("<svg"))
                    pictures += 1
        self.assertEqual(pictures, 1)
        self.assertIn("mine.csv:2:6", printed.getvalue())
