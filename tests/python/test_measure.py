# SPDX-License-Identifier: Apache-2.0
"""measure(): on the processor, where PyTorch is (BUBBLESCOPE_TORCH_SITE names its site-packages); its words elsewhere."""

import os
import sys
import tempfile
import unittest

import bubblescope as bs
from support import cli

if "BUBBLESCOPE_TORCH_SITE" in os.environ:
    sys.path.append(os.environ["BUBBLESCOPE_TORCH_SITE"])
try:
    import torch
except ImportError:
    torch = None


class MeasureTest(unittest.TestCase):
    @unittest.skipIf(torch is None, "PyTorch is not installed")
    def test_stages_on_the_processor(self):
        def layer():
            return torch.nn.Sequential(torch.nn.Linear(64, 256), torch.nn.GELU(), torch.nn.Linear(256, 64))

        found = bs.measure([layer(), torch.nn.Sequential(layer(), layer(), layer())], torch.randn(32, 64), seconds=1)
        first, second = found.stages
        self.assertEqual(first.parameter_bytes, 4 * (64 * 256 + 256 + 256 * 64 + 64))
        self.assertEqual(second.parameter_bytes, 3 * first.parameter_bytes)
        self.assertEqual(first.output_bytes, 4 * 32 * 64)
        # What the layers keep: their inputs, and the input and output of the activation.
        self.assertEqual(first.activation_bytes, 4 * 32 * (64 + 256 + 256))
        for kind in "FIWB":
            timing = second.times[kind]
            self.assertGreater(timing.median, 0)
            self.assertTrue(timing.ci_lo <= timing.median <= timing.ci_hi)
            self.assertGreaterEqual(timing.n, 5)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "measured.json")
            costs = found.save(path)
            result = bs.generate("1f1b", ranks=2, microbatches=4).simulate(costs)
            self.assertEqual(result.to_json(), cli("simulate", "1f1b", "--ranks", "2", "--microbatches", "4", "--costs", path, "--json"))
        self.assertEqual(result.unit, "us")
        self.assertEqual(bs.generate("1f1b", ranks=2, microbatches=4).simulate(found.costs).makespan, result.makespan)

    @unittest.skipIf(torch is not None, "PyTorch is installed")
    def test_without_torch(self):
        with self.assertRaises(bs.Error) as caught:
            bs.measure(object(), object())
        self.assertEqual(caught.exception.code, "python.no-torch")
