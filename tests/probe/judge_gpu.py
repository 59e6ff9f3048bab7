# SPDX-License-Identifier: Apache-2.0
"""Judges what on_gpu.sh left in a folder: judge_gpu.py FOLDER PROBE MODEL [G1 G2 …]. Prints G1 to G10, or those that are
named, and ends with 1 if one fails."""
import json
import pathlib
import subprocess
import sys

# By part of the device's name: the least that the 8192^3 product reaches (0.9 of the best public figure), and the
# datasheet's rate, above which a time is wrong.
RATES = {"H200": (700, 989), "H100": (594, 989), "A100": (207, 312), "B200": (1260, 2250)}
SHEETS = {"H200": "h200", "H100": "h100", "A100": "a100", "B200": "b200", "L40S": "l40s", "4090": "rtx4090"}
EMULATIONS = 10
REAL_EMULATIONS = ("1f1b with 4 ranks", "interleaved-1f1b with 4 ranks", "zbv with 4 ranks")
# Rows of docs/probe-results.md, and whether they have a head.
EXPERTS = {"experts-bf16": ["--vocab", "0", "--dtype", "bf16"], "experts-fp8": ["--vocab", "0", "--dtype", "fp8"],
           "experts-fp8-block": ["--vocab", "0", "--dtype", "fp8", "--fp8-scaling", "block"],
           "experts-kinds": ["--vocab", "32000", "--dtype", "bf16", "--dense-layers", "1", "--mtp-layers", "1"]}
UNSUPPORTED = 26
COMPARED = {"llama-3-8b-8192": True, "llama-3-8b-4096": False, "llama-2-7b": True, "gpt": True, "llama-3-70b-tp8": False}
ENDS = {"no-such-device", "hidden-devices", "no-library", "too-large", "odd-fp8", "not-writable", "no-time",
        "cancel-at-start", "cancel"}


class Results:
    """What a run left; None where it left nothing."""

    def __init__(self, folder, probe, model):
        self.folder, self.probe, self.model = pathlib.Path(folder), probe, model
        self.first, self.second, self.emulation, self.real = (
            self.read(name) for name in ("first", "second", "emulation", "real"))

    def read(self, name):
        path = self.folder / (name + ".json")
        return json.loads(path.read_text()) if path.exists() else None

    def is_unsupported(self, name):
        """Whether this GPU has no units for it."""
        path = self.folder / (name + ".exit")
        return path.exists() and path.read_text().strip() == str(UNSUPPORTED)

    def estimate(self, name=None, more=()):
        """Of the named device, or of the one that was measured first."""
        name = name or self.first["device"]["name"]
        for key in [name] + [key for part, key in SHEETS.items() if part in name]:
            ran = subprocess.run([self.probe, "--preset", self.model, "--estimate", key, "--out", "-", *more],
                                 capture_output=True, text=True, check=False)
            if ran.returncode == 0:
                return json.loads(ran.stdout)
        return None


def medians(calibration, block):
    """Of a block's operations, by name."""
    for entry in calibration["blocks"]:
        if entry["block"] == block:
            return {op: stat["median"] for op, stat in entry["ops"].items()}
    return {}


def ratio_rows(a, b, limit, what):
    """(text, whether it passes) for each of a; what b does not have does not pass."""
    return [(f"{what(k)}: {a[k]:.4g} and {b[k]:.4g}, {100 * (a[k] / b[k] - 1):+.2f} %", abs(a[k] / b[k] - 1) <= limit)
            if b.get(k) else (f"{what(k)}: {a[k]:.4g} and nothing", False) for k in a]


def self_checks(results):
    yield from checked_kinds(results, (("bf16", 1e-2), ("fp32", 1e-5), ("eager", 1e-2)))


def checked_kinds(results, kinds):
    for kind, limit in kinds:
        if results.is_unsupported("self-check-" + kind):
            yield f"{kind}: this GPU has no units for it", True
            continue
        checked = results.read("self-check-" + kind)
        error = checked["checks"].get("self_check.max_rel_error") if checked else None
        yield f"{kind}: largest relative error {error}, below {limit}", error is not None and error < limit


def rates(results):
    name, rate = results.first["device"]["name"], results.first["device"]["ceilings"]["gemm_tflops"]["median"]
    least, most = next((rates for part, rates in RATES.items() if part in name), (0, float("inf")))
    wanted = f"wanted {least} to {most}" if least else f"no figure is known for {name}"
    yield f"8192^3: {rate:.1f} TFLOP/s, {wanted}", least <= rate <= most
    for block in results.first["blocks"]:
        for kernel in block["kernels"] if block["block"] == "layer" else []:
            if kernel["kind"] == "gemm" and "time" in kernel:
                share = kernel["flops"] / kernel["time"]["median"] / 1e6 / rate
                least = 0.60 if kernel["op"] == "W" else 0.75
                yield f"layer.{kernel['name']}: {share:.3f} of it, wanted {least:.2f}", share >= least


def two_runs(results):
    rows = []
    for block in ("layer", "embedding", "head"):
        a, b = medians(results.first, block), medians(results.second, block)
        rows += ratio_rows(a, b, 0.02, lambda op, block=block: f"{block}.{op} us")
    a, b = medians(results.first, "layer"), medians(results.second, "layer")
    rows += ratio_rows({op: a[op] / a["F"] for op in "IW"}, {op: b[op] / b["F"] for op in "IW"}, 0.01,
                       lambda op: f"{op} : F of a layer")
    return rows


def closures(results):
    return [(f"{key}: {value:.3f}", 0.90 <= value <= 1.10)
            for key, value in sorted(results.first["checks"].items()) if key.startswith("closure.")]


def emulations(results):
    rows = [(f"{key[10:]}: measured / simulated {value:.4f}", abs(value - 1) <= 0.01)
            for key, value in sorted(results.emulation["checks"].items()) if key.startswith("emulation.")]
    return rows if len(rows) == EMULATIONS else rows + [(f"{len(rows)} of {EMULATIONS} were run", False)]


def estimates(results):
    """An estimate is of fused attention over what is not masked: held against a run that has the same."""
    device, way = results.first["device"]["name"], results.first["method"]["attention"]
    estimate = results.estimate()
    if not estimate:
        return [("there is no datasheet of " + device, False)]
    guess, real = medians(estimate, "layer"), medians(results.first, "layer")
    return [(f"attention is {way}, wanted cudnn", way == "cudnn")] + ratio_rows(
        {op: guess[op] for op in "FIWB"}, real, 0.10, lambda op: f"layer.{op} us, estimated and measured")


def beside_torch(results):
    for name, has_head in COMPARED.items():
        comparison = results.read("compare-" + name)
        if not comparison:
            yield f"{name}: was not compared", False
            continue
        rows = {(row["framework"], row["block"], row["quantity"]): row["ratio"] for row in comparison["rows"]}
        for framework in ("compiled", "eager"):
            for block in ("layer", "head") if has_head else ("layer",):
                for quantity in ("F", "B", "activation"):
                    ratio = rows.get((framework, block, quantity))
                    yield (f"{name}: {block}.{quantity} of the probe over {framework} PyTorch's: "
                           + ("nothing" if ratio is None else f"{ratio:.3f}"),
                           ratio is not None and abs(ratio - 1) <= 0.05)


def real_kernels(results):
    for name in REAL_EMULATIONS:
        ratio = results.real["checks"].get("real." + name)
        yield (f"{name}, real kernels: measured / simulated " + ("nothing" if ratio is None else f"{ratio:.4f}"),
               ratio is not None and abs(ratio - 1) <= 0.03)


def experts(results):
    """Closures of a layer with experts, and how far its estimate is off: nobody has measured one before."""
    yield from checked_kinds(results, (("experts", 1e-2), ("fp8", 1e-2), ("fp8-block", 1e-2), ("kinds", 1e-2)))
    for name, more in EXPERTS.items():
        if results.is_unsupported(name):
            yield f"{name}: this GPU has no units for it", True
            continue
        measured = results.read(name)
        if not measured:
            yield f"{name}: was not measured", False
            continue
        for key, value in sorted(measured["checks"].items()):
            if key.startswith("closure."):
                yield f"{name}: {key}: {value:.3f}", 0.90 <= value <= 1.10
        guess = results.estimate(measured["device"]["name"], ["--seq", "4096", "--experts", "8", "--top-k", "2",
                                                              "--expert-ffn", "4096", *more])
        for block in ("layer", "expert", "mtp") if "--mtp-layers" in more else ("layer",):
            yield from ratio_rows({op: time for op, time in medians(guess, block).items() if op in "FIWB"} if guess else {},
                                  medians(measured, block), 0.25,
                                  lambda op, name=name, block=block: f"{name}: {block}.{op} us, estimated and measured")


def ends(results):
    path = results.folder / "g7"
    lines = [line.split() for line in path.read_text().splitlines()] if path.exists() else []
    rows = [(f"{name}: exit {got}, wanted {wanted}", got == wanted) for name, wanted, got in lines]
    return rows + [(f"{name}: was not tried", False) for name in sorted(ENDS - {line[0] for line in lines})]


def main(folder, probe, model, *only):
    results = Results(folder, probe, model)
    first, second = results.first is not None, results.second is not None
    failed = []
    for name, rows, is_there in (("G1", self_checks, True), ("G2", rates, first), ("G3", two_runs, first and second),
                                 ("G4", closures, first), ("G5", emulations, results.emulation is not None),
                                 ("G6", estimates, first), ("G7", ends, True), ("G8", beside_torch, True),
                                 ("G9", real_kernels, results.real is not None), ("G10", experts, True)):
        if only and name not in only:
            continue
        judged = list(rows(results)) if is_there else []
        judged = judged or [(f"nothing was measured: see {folder}", False)]
        good = all(passes for _, passes in judged)
        if not good:
            failed.append(name)
        print(f"{name} {'pass' if good else 'FAIL'}")
        for text, passes in judged:
            print(f"   {'ok ' if passes else 'BAD'} {text}")
    print("all pass" if not failed else "failed: " + " ".join(failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
