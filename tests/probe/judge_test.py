# SPDX-License-Identifier: Apache-2.0
"""Each of G1 to G10 passes on results as they should be, and alone fails where its own figure is off.
judge_test.py PROBE"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from judge_gpu import EXPERTS

HERE = pathlib.Path(__file__).parent
PROBE = sys.argv[-1]
MODEL = "llama-3-8b"


def comparison(has_head):
    """As compare-torch writes it."""
    return {"rows": [{"framework": framework, "block": block, "quantity": quantity, "ratio": 1.03}
                     for framework in ("compiled", "eager") for block in (("layer", "head") if has_head else ("layer",))
                     for quantity in ("F", "B", "activation")]}


def good_results():
    """As a run on an H200 would leave them, its times those of the estimate."""
    ran = subprocess.run([PROBE, "--preset", MODEL, "--estimate", "h200", "--out", "-"], capture_output=True, text=True,
                         check=True)
    first = json.loads(ran.stdout)
    first["device"]["name"] = "NVIDIA H200"
    first["device"]["ceilings"] = {"gemm_tflops": {"median": 745.0}}
    first["method"]["attention"] = "cudnn"
    first["checks"] = {"closure.layer.F": 1.04, "closure.layer.B": 0.99, "closure.stage.F": 1.0}
    mixtures = {}
    for name, more in EXPERTS.items():
        ran = subprocess.run([PROBE, "--preset", MODEL, "--estimate", "h200", "--out", "-", "--seq", "4096",
                              "--experts", "8", "--top-k", "2", "--expert-ffn", "4096", *more], capture_output=True, text=True,
                             check=True)
        mixtures[name] = json.loads(ran.stdout)
        mixtures[name]["device"]["name"] = "NVIDIA H200"
        mixtures[name]["checks"] = {"closure.layer.F": 1.05}
    schedules = ("1F1B", "Interleaved 1F1B", "ZB-H1", "ZBV", "DualPipeV")
    return {
        "self-check-bf16": {"checks": {"self_check.max_rel_error": 4e-3}},
        "self-check-fp32": {"checks": {"self_check.max_rel_error": 2e-6}},
        **{"self-check-" + kind: {"checks": {"self_check.max_rel_error": 6e-3}}
           for kind in ("eager", "experts", "fp8", "fp8-block", "kinds")},
        **mixtures,
        "first": first,
        "second": json.loads(json.dumps(first)),
        "real": {"checks": {f"real.{name} with 4 ranks": 0.99 for name in ("1f1b", "interleaved-1f1b", "zbv")}},
        **{"compare-" + name: comparison(has_head) for name, has_head in
           (("llama-3-8b-8192", True), ("llama-3-8b-4096", False), ("llama-2-7b", True), ("gpt", True), ("llama-3-70b-tp8", False))},
        "emulation": {"checks": {f"emulation.{name} with {ranks} ranks": 1.002 for name in schedules for ranks in (4, 8)}},
        "g7": {"no-such-device": (22, 22), "hidden-devices": (22, 22), "no-library": (24, 24), "too-large": (25, 25),
               "odd-fp8": (26, 26), "not-writable": (10, 10), "no-time": (28, 28), "cancel-at-start": (130, 130),
               "cancel": (130, 130)},
    }


def layer(calibration):
    return next(block for block in calibration["blocks"] if block["block"] == "layer")


def scale(stat, factor):
    stat["median"] *= factor


class JudgeTest(unittest.TestCase):
    def judged(self, results):
        """Exit and last line, and all that was said."""
        with tempfile.TemporaryDirectory() as folder:
            for name, value in results.items():
                path = pathlib.Path(folder, name)
                if name == "exits":
                    for run in value:
                        pathlib.Path(folder, run + ".exit").write_text("26\n")
                elif name == "g7":
                    path.write_text("".join(f"{end} {wanted} {got}\n" for end, (wanted, got) in value.items()))
                else:
                    path.with_name(name + ".json").write_text(json.dumps(value))
            ran = subprocess.run([sys.executable, str(HERE / "judge_gpu.py"), folder, PROBE, MODEL], capture_output=True,
                                 text=True, check=False)
        self.assertEqual(ran.stderr, "")
        return ran.returncode, ran.stdout.splitlines()[-1], ran.stdout

    def assert_fails(self, results, *names, saying=""):
        exit_status, last, said = self.judged(results)
        self.assertEqual((exit_status, last), (1, "failed: " + " ".join(names)), said)
        self.assertIn(saying, said)

    def test_all_pass(self):
        exit_status, last, said = self.judged(good_results())
        self.assertEqual((exit_status, last), (0, "all pass"), said)
        for number in range(1, 11):
            self.assertIn(f"G{number} pass\n", said)
        self.assertNotIn("BAD", said)

    def test_nothing_was_measured(self):
        self.assert_fails({}, *(f"G{number}" for number in range(1, 11)), saying="nothing was measured")

    def test_g1_errors(self):
        for kind, error in (("bf16", 2e-2), ("fp32", 1e-4), ("eager", 2e-2)):
            results = good_results()
            results["self-check-" + kind]["checks"]["self_check.max_rel_error"] = error
            self.assert_fails(results, "G1", saying=f"BAD {kind}: largest relative error {error}")
        results = good_results()
        del results["self-check-fp32"]
        self.assert_fails(results, "G1", saying="BAD fp32: largest relative error None")

    def test_a_gpu_without_fp8(self):
        results = good_results()
        del results["self-check-fp8"], results["experts-fp8"]
        results["exits"] = ["self-check-fp8", "experts-fp8"]
        exit_status, last, said = self.judged(results)
        self.assertEqual((exit_status, last), (0, "all pass"), said)
        self.assertIn("fp8: this GPU has no units for it", said)

    def test_g10_experts(self):
        results = good_results()
        results["self-check-fp8-block"]["checks"]["self_check.max_rel_error"] = 0.02
        self.assert_fails(results, "G10", saying="BAD fp8-block: largest relative error 0.02")
        results = good_results()
        results["experts-fp8"]["checks"]["closure.layer.F"] = 1.2
        self.assert_fails(results, "G10", saying="BAD experts-fp8: closure.layer.F: 1.200")
        results = good_results()
        scale(layer(results["experts-bf16"])["ops"]["F"], 1.4)
        self.assert_fails(results, "G10", saying="BAD experts-bf16: layer.F us, estimated and measured")
        results = good_results()
        del results["experts-fp8-block"]
        self.assert_fails(results, "G10", saying="BAD experts-fp8-block: was not measured")

    def test_g2_rates(self):
        for rate in (650.0, 1100.0):
            results = good_results()
            results["first"]["device"]["ceilings"]["gemm_tflops"]["median"] = rate
            exit_status, last, said = self.judged(results)
            self.assertEqual((exit_status, last), (1, "failed: G2"))
            self.assertIn(f"BAD 8192^3: {rate:.1f} TFLOP/s, wanted 700 to 989", said)
        results = good_results()
        kernel = next(k for k in layer(results["first"])["kernels"] if k["name"] == "qkv.W")
        scale(kernel["time"], 1.8)
        self.assert_fails(results, "G2", saying="BAD layer.qkv.W")

    def test_g3_two_runs(self):
        results = good_results()
        scale(layer(results["second"])["ops"]["B"], 1.03)
        self.assert_fails(results, "G3", saying="BAD layer.B us")
        # Both within 2 %, but to different sides: the ratio is off.
        results = good_results()
        scale(layer(results["second"])["ops"]["F"], 1.01)
        scale(layer(results["second"])["ops"]["W"], 0.99)
        self.assert_fails(results, "G3", saying="BAD W : F of a layer")
        results = good_results()
        del layer(results["second"])["ops"]["B"]
        self.assert_fails(results, "G3", saying="and nothing")

    def test_g4_closures(self):
        for value in (0.85, 1.2):
            results = good_results()
            results["first"]["checks"]["closure.layer.B"] = value
            self.assert_fails(results, "G4", saying="BAD closure.layer.B")

    def test_g5_emulations(self):
        results = good_results()
        results["emulation"]["checks"]["emulation.ZBV with 8 ranks"] = 1.02
        self.assert_fails(results, "G5", saying="BAD ZBV with 8 ranks: measured / simulated 1.0200")
        results = good_results()
        del results["emulation"]["checks"]["emulation.1F1B with 4 ranks"]
        self.assert_fails(results, "G5", saying="BAD 9 of 10 were run")

    def test_g6_estimates(self):
        for op, factor in (("F", 0.88), ("I", 1.12), ("W", 0.85), ("B", 1.12)):
            results = good_results()
            for run in ("first", "second"):
                scale(layer(results[run])["ops"][op], factor)
            self.assert_fails(results, "G6", saying=f"BAD layer.{op} us, estimated and measured")
        results = good_results()
        results["first"]["method"]["attention"] = "unfused"
        self.assert_fails(results, "G6", saying="BAD attention is unfused, wanted cudnn")
        results = good_results()
        results["first"]["device"]["name"] = "Some GPU"
        self.assert_fails(results, "G6", saying="BAD there is no datasheet of Some GPU")

    def test_g8_beside_torch(self):
        for ratio in (0.94, 1.06):
            results = good_results()
            results["compare-gpt"]["rows"][1]["ratio"] = ratio
            self.assert_fails(results, "G8", saying=f"BAD gpt: layer.B of the probe over compiled PyTorch's: {ratio}")
        results = good_results()
        del results["compare-llama-2-7b"]["rows"][-1]
        self.assert_fails(results, "G8", saying="BAD llama-2-7b: head.activation of the probe over eager PyTorch's: nothing")
        results = good_results()
        del results["compare-llama-3-8b-4096"]
        self.assert_fails(results, "G8", saying="BAD llama-3-8b-4096: was not compared")

    def test_g9_real_kernels(self):
        results = good_results()
        results["real"]["checks"]["real.zbv with 4 ranks"] = 1.04
        self.assert_fails(results, "G9", saying="BAD zbv with 4 ranks, real kernels: measured / simulated 1.0400")
        results = good_results()
        results["real"]["checks"] = {"real.1f1b with 4 ranks": 1.0}
        self.assert_fails(results, "G9", saying="BAD zbv with 4 ranks, real kernels: measured / simulated nothing")

    def test_a_recorded_run(self):
        """Of an H200 (docs/probe-results.md): G1 and G9 passed, and 12 of G8's 48 rows were outside."""
        recorded = HERE.parent / "data" / "gpu" / "probe-h200"
        ran = subprocess.run([sys.executable, str(HERE / "judge_gpu.py"), str(recorded), PROBE, MODEL, "G1", "G6", "G8", "G9"],
                             capture_output=True, text=True, check=False)
        self.assertEqual((ran.returncode, ran.stdout.splitlines()[-1]), (1, "failed: G8"), ran.stdout)
        lines = ran.stdout.splitlines()
        beside = lines[lines.index("G8 FAIL") + 1:lines.index("G9 pass")]
        self.assertEqual((len(beside), len([line for line in beside if "BAD" in line])), (48, 12))
        self.assertFalse([line for line in beside if "BAD" in line and ".activation" in line])

    def test_only_what_is_named(self):
        results = good_results()
        del results["real"]
        with tempfile.TemporaryDirectory() as folder:
            for name in ("self-check-bf16", "self-check-fp32", "self-check-eager"):
                pathlib.Path(folder, name + ".json").write_text(json.dumps(results[name]))
            ran = subprocess.run([sys.executable, str(HERE / "judge_gpu.py"), folder, PROBE, MODEL, "G1"],
                                 capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0)
        self.assertEqual(ran.stdout.splitlines()[0], "G1 pass")
        self.assertNotIn("G2", ran.stdout)

    def test_g7_ends(self):
        for name in ("cancel", "cancel-at-start"):
            for wrong in ("124", "130-with-file", "130-after-3000ms"):
                results = good_results()
                results["g7"][name] = (130, wrong)
                self.assert_fails(results, "G7", saying=f"BAD {name}: exit {wrong}, wanted 130")
        results = good_results()
        del results["g7"]["no-library"]
        self.assert_fails(results, "G7", saying="BAD no-library: was not tried")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
