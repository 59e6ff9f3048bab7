#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the shares of the probe's estimates to measured times of layers (docs/probe.md, "Estimates").

  fit_estimator.py collect RECORDINGS   prints the rows of tests/data/gpu/measured_rows.json; RECORDINGS has h100 and h200
  fit_estimator.py fit PROBE            prints the four shares with the least squares of relative errors, and those that PROBE
                                        has; ends with 1 where they differ. Eager PyTorch on a busy GPU is left out: no shares
                                        bring these rows and the others within 10 %
  fit_estimator.py table PROBE          prints docs/estimator-rows.md: every row, measured and estimated
  fit_estimator.py check PROBE          ends with 1 where that page is another, or the rows are not those of the recordings in
                                        $BUBBLESCOPE_SHARED/gpu/probe (if they are there)

A row is F, I, W and B of one layer, or F and B of a head, which is shown and not fitted. Those of PyTorch 2.11 are
pytorch_layers.json (with pauses between passes) and the probe-compare-torch files (without); W of eager PyTorch is B less I.
Those of the probe are its calibrations; where attention was computed and not run, cuDNN's time of the same shape on that GPU
takes its place.
"""
import itertools
import json
import math
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ROWS = ROOT / "tests/data/gpu/measured_rows.json"
PAGE = ROOT / "docs/estimator-rows.md"
NEWER = ROOT / "tests/data/gpu/probe-h200"
LAYER = {"--heads": 32, "--kv-heads": 8, "--head-dim": 128, "--hidden": 4096, "--ffn": 14336, "--micro-batch": 1, "--tp": 1,
         "--layers-per-stage": 1}
SHAPES = {
    "Llama 3 8B, 8192": {**LAYER, "--seq": 8192},
    "Llama 3 8B, 4096": {**LAYER, "--seq": 4096},
    "Llama 2 7B, 4096": {**LAYER, "--seq": 4096, "--ffn": 11008, "--kv-heads": 32},
    "GPT, 2048 wide, 4 x 2048": {**LAYER, "--seq": 2048, "--micro-batch": 4, "--hidden": 2048, "--ffn": 8192, "--heads": 16,
                                 "--kv-heads": 16, "--no-gated": None},
    "Llama 3 70B, tp 8, 8192": {**LAYER, "--seq": 8192, "--hidden": 8192, "--ffn": 28672, "--heads": 64, "--tp": 8},
}
TORCH_NAMES = dict(zip(("llama-3-8b seq 8192", "llama-3-8b seq 4096", "llama-2-7b seq 4096", "gpt-like 2048/8192 seq 2048 b4",
                        "llama-70b-like tp8 shard"), SHAPES))
COMPARED = dict(zip(("llama-3-8b-8192", "llama-3-8b-4096", "llama-2-7b", "gpt", "llama-3-70b-tp8"), SHAPES))
PROBE_FILES = {"quick_bf16grad_llama_3_8b_seq_8192": ("Llama 3 8B, 8192", "bf16"),
               "quick_bf16grad_llama_3_8b_seq_4096": ("Llama 3 8B, 4096", "bf16"),
               "quick_bf16grad_llama_3_70b_tp_8": ("Llama 3 70B, tp 8, 8192", "bf16"),
               "analytic": ("Llama 3 8B, 8192", "fp32")}
# Of an earlier busy run only the log is left: F and B of compiled PyTorch.
EARLIER = dict(zip(SHAPES, ((6.5725, 14.3211), (3.0851, 6.5984), (2.893, 6.2294), (1.5928, 3.2598), (3.2622, 6.7746))))
ORDER = "FIWB"


VOCABULARIES = {"Llama 3 8B, 8192": 128256, "Llama 2 7B, 4096": 32000, "GPT, 2048 wide, 4 x 2048": 50304}


def row(gpu, by, shape, framework, gradients, milliseconds, block="layer"):
    times = {op: round(milliseconds[op], 4) for op in ORDER if op in milliseconds}
    return {"gpu": gpu, "by": by, "shape": shape, "framework": framework, "gradients": gradients, "block": block,
            "ms": times}


def block_of(calibration, name="layer"):
    return next(block for block in calibration["blocks"] if block["block"] == name)


def probe_row(gpu, by, shape, gradients, calibration, fused=None):
    """`fused`: milliseconds of attention, F and B, that take the place of computed ones."""
    layer = block_of(calibration)
    times = {op: stat["median"] / 1e3 for op, stat in layer["ops"].items()}
    if fused:
        rate = 0.6 * calibration["device"]["ceilings"]["gemm_tflops"]["median"] * 1e9
        for kernel in layer["kernels"]:
            if kernel["kind"] == "attention":
                more = fused["F ms" if kernel["op"] == "F" else "B ms"] - kernel["flops"] / rate
                for op in kernel["op"] + ("" if kernel["op"] == "F" else "B"):
                    times[op] += more
    return row(gpu, by, shape, calibration["method"].get("framework", "compiled"), gradients, times)


def collected(recordings):
    rows = []
    for gpu in ("h100", "h200"):
        folder = pathlib.Path(recordings) / gpu
        torch = json.loads((folder / "pytorch_layers.json").read_text())
        for name, shape in TORCH_NAMES.items():
            rows.append(row(gpu, "PyTorch, paused", shape, "compiled", "bf16", torch[name]["layer compiled"]))
        for name, shape in TORCH_NAMES.items():
            eager = torch[name]["layer eager"]
            rows.append(row(gpu, "PyTorch, paused", shape, "eager", "bf16", {**eager, "W": eager["B"] - eager["I"]}))
        for framework in ("compiled", "eager"):
            for name, shape in TORCH_NAMES.items():
                if shape in VOCABULARIES:
                    head = {op: torch[name][f"head {framework}"][op] for op in "FB"}
                    rows.append(row(gpu, "PyTorch, paused", shape, framework, "bf16", head, "head"))
        fused = {shape: torch[name]["attention CUDNN_ATTENTION"] for name, shape in TORCH_NAMES.items()}
        for name, (shape, gradients) in PROBE_FILES.items():
            path = folder / (name + ".json")
            if path.exists():
                rows.append(probe_row(gpu, "probe, cuDNN's attention", shape, gradients, json.loads(path.read_text()),
                                      fused[shape]))
    for name, shape in COMPARED.items():
        compared = json.loads((NEWER / f"compare-{name}.json").read_text())["rows"]
        for framework in ("compiled", "eager"):
            for block in ("layer", "head") if shape in VOCABULARIES else ("layer",):
                times = {one["quantity"]: one["torch"] / 1e3 for one in compared
                         if one["block"] == block and one["framework"] == framework and one["quantity"] in ORDER}
                rows.append(row("h200", "PyTorch, busy", shape, framework, "bf16", times, block))
    for shape, (forward, backward) in EARLIER.items():
        rows.append(row("h200", "PyTorch, busy, earlier", shape, "compiled", "bf16", {"F": forward, "B": backward}))
    for name, gradients in (("first", "fp32"), ("eager", "bf16")):
        calibration = json.loads((NEWER / (name + ".json")).read_text())
        rows.append(probe_row("h200", "probe, busy", "Llama 3 8B, 8192", gradients, calibration))
    return rows


class Estimates:
    """The roofline of each row, with shares that can be tried."""

    def __init__(self, probe, rows):
        self.rows, known = rows, {}
        self.layers = []
        for one in rows:
            key = (one["gpu"], one["shape"], one["framework"], one["gradients"])
            if key not in known:
                known[key] = self.ask(probe, *key)
            self.layers.append(known[key])
        self.parts = [[self.part(kernel, layer["device"]) for kernel in block_of(layer, one["block"])["kernels"]]
                      for layer, one in zip(self.layers, rows)]
        self.fitted = [i for i, one in enumerate(rows)
                       if one["block"] == "layer" and (one["framework"], one["by"]) != ("eager", "PyTorch, busy")]

    @staticmethod
    def ask(probe, gpu, shape, framework, gradients):
        flags = [word for flag, value in SHAPES[shape].items() for word in ([flag] if value is None else [flag, str(value)])]
        ran = subprocess.run([probe, "--estimate", gpu, "--framework", framework, "--grad-dtype", gradients,
                              "--vocab", str(VOCABULARIES.get(shape, 0)), "-o", "-", *flags],
                             capture_output=True, text=True, check=True)
        return json.loads(ran.stdout)

    @staticmethod
    def part(kernel, device):
        """Operation, which share its compute has, both times with shares of 1, and its launches' time, ms."""
        sheet = device["datasheet"]
        computing = kernel["flops"] / (sheet["peak_tflops"] * 1e9)
        if kernel["kind"] == "gemm":
            tiles = math.ceil(kernel["m"] / 128) * math.ceil(kernel["n"] / 256)
            computing *= math.ceil(tiles / device["sm_count"]) * device["sm_count"] / tiles
        which = {"gemm": 0, "attention": 1 if kernel["op"] == "F" else 2}.get(kernel["kind"], 0)
        return (kernel["op"], which, computing, kernel["bytes"] / (sheet["memory_gbps"] * 1e6), 3e-3 * kernel.get("launches", 1))

    def times(self, index, shares):
        """Milliseconds by operation."""
        gemm, attention, backward, bandwidth = shares
        rates = (gemm, attention, attention / backward)
        sums = dict.fromkeys(ORDER, 0.0)
        for op, which, computing, moving, launching in self.parts[index]:
            sums[op] += max(computing / rates[which], moving / bandwidth) + launching
        sums["B"] = sums["I"] + sums["W"]
        return sums

    def told(self, index):
        return {op: stat["median"] / 1e3 for op, stat in block_of(self.layers[index], self.rows[index]["block"])["ops"].items()}

    def shares_of_program(self):
        words = next(one["message"] for one in self.layers[0]["warnings"] if one["code"] == "estimate")
        found = re.search(r"gemm ([0-9.]+), attention ([0-9.]+) \(backward x([0-9.]+)\), bandwidth ([0-9.]+)", words)
        return tuple(float(number) for number in found.groups())

    def errors(self, shares):
        """Relative ones of what is fitted."""
        return [times[op] / measured - 1 for i in self.fitted for times in (self.times(i, shares),)
                for op, measured in self.rows[i]["ms"].items()]

    def worst(self, shares):
        return max(map(abs, self.errors(shares)))

    def squares(self, shares):
        return sum(error * error for error in self.errors(shares))


def fitted(estimates):
    """A coarse grid, then steps of a hundredth (of the backward's factor five of them) until none helps."""
    def best_of(tried):
        return min((estimates.squares(shares), shares) for shares in tried)

    def hundredths(*span):
        return [number / 100 for number in range(*span)]

    best = best_of(itertools.product(hundredths(70, 81, 2), hundredths(54, 65, 2), hundredths(130, 161, 10), hundredths(66, 87, 4)))
    while True:
        steps = ((-0.01, 0, 0.01), (-0.01, 0, 0.01), (-0.05, 0, 0.05), (-0.02, -0.01, 0, 0.01, 0.02))
        near = best_of(tuple(round(share + step, 2) for share, step in zip(best[1], by)) for by in itertools.product(*steps))
        if near >= best:
            return best[1]
        best = near


def table(estimates):
    lines = ["# Estimates beside measured times", "",
             "Every measured row of one layer or head and what `bubblescope-probe --estimate` says of it, milliseconds; made by",
             "`tests/tools/fit_estimator.py table`, which says where the rows come from. *Paused* GPUs had pauses between passes, *busy*",
             "ones were at their power limit. Errors of more than 10 % are bold.", "",
             "| GPU | measured by | model | block | framework | gradients | F | I | W | B |", "|---|---|---|---|---|---|---|---|---|---|"]
    counts = {"layer": [0, 0], "head": [0, 0]}
    for i, one in enumerate(estimates.rows):
        told, cells = estimates.told(i), []
        for op in ORDER:
            if op not in one["ms"]:
                cells.append("–")
                continue
            error = told[op] / one["ms"][op] - 1
            counts[one["block"]][0] += abs(error) <= 0.1
            counts[one["block"]][1] += 1
            text = f"{100 * error:+.1f} %"
            cells.append(f"{one['ms'][op]:.3f}, {told[op]:.3f}: " + (f"**{text}**" if abs(error) > 0.1 else text))
        lines.append("| " + " | ".join([one["gpu"].upper(), one["by"], one["shape"], one["block"], one["framework"], one["gradients"], *cells]) + " |")
    lines += ["", "Within 10 %: " + ", ".join(f"{good} of {count} times of {block}s" for block, (good, count) in counts.items()) + "."]
    return "\n".join(lines) + "\n"


def rows_text(recordings):
    return "[\n" + ",\n".join(" " + json.dumps(one) for one in collected(recordings)) + "\n]\n"


def check(estimates):
    recordings = pathlib.Path(os.environ.get("BUBBLESCOPE_SHARED", ROOT.parent / "shared"), "gpu/probe")
    wrong = []
    if table(estimates) != PAGE.read_text():
        wrong.append(f"{PAGE.name} is not what fit_estimator.py table prints")
    if recordings.is_dir() and rows_text(recordings) != ROWS.read_text():
        wrong.append(f"{ROWS.name} is not what fit_estimator.py collect prints")
    print("\n".join(wrong) or "as recorded")
    sys.exit(bool(wrong))


def main(what, argument):
    if what == "collect":
        print(rows_text(argument), end="")
        return
    estimates = Estimates(argument, json.loads(ROWS.read_text()))
    if what == "fit":
        shares = fitted(estimates)
        words = "gemm {:.2f}, attention {:.2f} (backward x{:.2f}), bandwidth {:.2f}: largest error {:.1f} %"
        program = estimates.shares_of_program()
        print("fitted:      " + words.format(*shares, 100 * estimates.worst(shares)))
        print("the program: " + words.format(*program, 100 * estimates.worst(program)))
        sys.exit(shares != program)
    elif what == "check":
        check(estimates)
    else:
        print(table(estimates), end="")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in ("collect", "fit", "table", "check"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
