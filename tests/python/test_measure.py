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
        self.assertEqual(first.times["I"], (0, 0, 0, 0, 0, True))
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

    @unittest.skipIf(torch is None or not torch.cuda.is_available(), "no GPU, or PyTorch is not installed")
    def test_stages_on_a_gpu(self):
        size, rows = 4096, 8192
        stages = [torch.nn.Sequential(*(torch.nn.Linear(size, size, bias=False) for _ in range(2))).bfloat16() for _ in range(2)]
        found = bs.measure(stages, torch.randn(rows, size, dtype=torch.bfloat16), device="cuda", seconds=5)
        self.assertEqual(next(stages[0].parameters()).device.type, "cpu")
        first, second = found.stages
        self.assertEqual(second.parameter_bytes, 2 * 2 * size * size)
        time = {kind: timing.median for kind, timing in second.times.items()}
        # Products of one size each: F as long as I and as W, B both; by the clock of the GPU, in microseconds.
        for kind in "IW":
            self.assertTrue(0.7 < time[kind] / time["F"] < 1.6, time)
        self.assertTrue(0.8 < time["B"] / (time["I"] + time["W"]) < 1.25, time)
        teraflops = 2 * 2 * rows * size * size / time["F"] / 1e6
        self.assertTrue(5 < teraflops < 5000, teraflops)
        self.assertEqual(first.times["I"].median, 0)
        self.assertTrue(0.8 < first.times["W"].median / first.times["B"].median < 1.25, first.times)
        print(f"\n{found}: {time} us, {teraflops:.0f} TFLOP/s")

    @unittest.skipIf(torch is None, "PyTorch is not installed")
    def test_first_stage_runs_its_backward_in_w(self):
        """As PyTorch's runtime: its input is data, whole numbers or not."""
        layers = torch.nn.Sequential(*(torch.nn.Linear(256, 256) for _ in range(6)))
        tokens = torch.nn.Sequential(torch.nn.Embedding(10, 256), layers)
        alone = bs.measure(tokens, torch.randint(10, (256,)), seconds=1).stages[0]
        said = bs.measure(layers, torch.randn(256, 256), first=True, seconds=1).stages[0]
        middle = bs.measure(layers, torch.randn(256, 256), seconds=1).stages[0]
        for stage in (alone, said):
            self.assertEqual(stage.times["I"].median, 0)
            # One backward, taken twice; the time of an empty one is a hundredth of it.
            self.assertTrue(0.2 < stage.times["W"].median / stage.times["B"].median < 5, stage.times)
        self.assertGreater(middle.times["I"].median, 0)
        self.assertEqual(alone.parameter_bytes, 4 * (10 * 256 + 6 * (256 * 256 + 256)))
        with self.assertRaises(bs.Error) as caught:
            bs.measure(tokens, torch.randint(10, (256,)), first=False)
        self.assertEqual(caught.exception.code, "python.measure-no-gradient")

    @unittest.skipIf(torch is None, "PyTorch is not installed")
    def test_modules_are_given_back_as_they_were(self):
        module = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.BatchNorm1d(8))
        module(torch.randn(4, 8)).sum().backward()
        gradients = [weight.grad for weight in module.parameters()]
        values = [one.clone() for one in gradients]
        mean = module[1].running_mean.clone()
        given = torch.randn(4, 8)
        torch.manual_seed(3)
        wanted = torch.rand(1)
        torch.manual_seed(3)
        bs.measure(torch.nn.Sequential(module, torch.nn.Dropout()), given, seconds=0.1)
        self.assertEqual(torch.rand(1), wanted)
        for weight, gradient, value in zip(module.parameters(), gradients, values):
            self.assertIs(weight.grad, gradient)
            self.assertTrue(torch.equal(gradient, value))
        self.assertTrue(torch.equal(module[1].running_mean, mean))

    @unittest.skipIf(torch is None, "PyTorch is not installed")
    def test_frozen_weights_are_held(self):
        module = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8))
        module[0].requires_grad_(False)
        self.assertEqual(bs.measure(module, torch.randn(4, 8), seconds=0.1).stages[0].parameter_bytes, 4 * 2 * 72)
        module.requires_grad_(False)
        frozen = bs.measure([module, torch.nn.Linear(8, 8)], torch.randn(4, 8), seconds=0.1).stages[0]
        self.assertEqual([frozen.times[kind].median > 0 for kind in "FIWB"], [True, False, False, False])
        self.assertEqual(frozen.parameter_bytes, 4 * 2 * 72)

    @unittest.skipIf(torch is None, "PyTorch is not installed")
    def test_what_modules_give(self):
        class Gives(torch.nn.Module):
            def __init__(self, given):
                super().__init__()
                self.linear, self.given = torch.nn.Linear(8, 8), given

            def forward(self, *inputs):
                return self.given(self.linear(inputs[0]))

        for given in (
            lambda out: {"logits": out, "loss": None},
            lambda out: (out, (out * 2, [out + 1])),
            lambda out: (out, torch.ones(4, dtype=torch.bool)),
        ):
            found = bs.measure([Gives(given), Gives(lambda out: out)], torch.randn(4, 8), seconds=0.1)
            self.assertGreater(found.stages[0].times["B"].median, 0)
            self.assertGreater(found.stages[1].times["W"].median, 0)
        for given, code in ((lambda _: "text", "python.measure-no-tensor"), (lambda _: {}, "python.measure-no-tensor")):
            with self.assertRaises(bs.Error) as caught:
                bs.measure(Gives(given), torch.randn(4, 8))
            self.assertEqual(caught.exception.code, code)
        with self.assertRaises(bs.Error) as caught:
            bs.measure(Gives(lambda out: out), [1, 2])
        self.assertEqual(caught.exception.code, "python.measure-no-tensor")
        with self.assertRaises(bs.Error) as caught:
            bs.measure(Gives(lambda out: out), torch.randn(4, 8), device="no such device")
        self.assertEqual(caught.exception.code, "python.measure-device")

    @unittest.skipIf(torch is None or not torch.cuda.is_available(), "there is no GPU")
    def test_device_is_that_of_the_module(self):
        module = torch.nn.Linear(8, 8).cuda()
        found = bs.measure(module, torch.randn(4, 8), seconds=0.1)
        self.assertIn(torch.cuda.get_device_name(), repr(found))
        self.assertEqual(module.weight.device.type, "cuda")
        bs.measure(module, torch.randn(4, 8), device="cpu", seconds=0.1)
        self.assertEqual(module.weight.device.type, "cuda")

    @unittest.skipIf(torch is not None, "PyTorch is installed")
    def test_without_torch(self):
        with self.assertRaises(bs.Error) as caught:
            bs.measure(object(), object())
        self.assertEqual(caught.exception.code, "python.no-torch")
