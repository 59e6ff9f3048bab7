# SPDX-License-Identifier: Apache-2.0
"""Judges what on_gpu.sh left in a folder: judge_gpu.py FOLDER PROBE MODEL. Prints G1 to G7, ends with 1 if one fails."""
import json
import pathlib
import subprocess
import sys

folder, probe, model = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
failed = []


def read(name):
    path = folder / (name + ".json")
    return json.loads(path.read_text()) if path.exists() else None


def judge(name, rows):
    """rows: (text, whether it passes); none = nothing was measured."""
    good = bool(rows) and all(passes for _, passes in rows)
    if not good:
        failed.append(name)
    print(f"{name} {'pass' if good else 'FAIL'}")
    for text, passes in rows or [("nothing was measured: see " + str(folder), False)]:
        print(f"   {'ok ' if passes else 'BAD'} {text}")


def blocks(calibration):
    return {block["block"]: block for block in calibration["blocks"]} if calibration else {}


def ratio_rows(a, b, limit, what):
    return [(f"{what(k)}: {a[k]:.4g} and {b[k]:.4g}, {100 * (a[k] / b[k] - 1):+.2f} %", abs(a[k] / b[k] - 1) <= limit)
            for k in a if k in b and b[k]]


rows = []
for kind, limit in (("bf16", 1e-2), ("fp32", 1e-5)):
    checked = read("self-check-" + kind)
    error = checked["checks"].get("self_check.max_rel_error") if checked else None
    rows.append((f"{kind}: largest relative error {error}, below {limit}", error is not None and error < limit))
judge("G1", rows)

first, second, emulation = read("first"), read("second"), read("emulation")
rows = []
if first:
    name = first["device"]["name"]
    best = {"H200": 700, "H100": 660, "A100": 230, "B200": 1400}
    wanted = next((0.9 * rate if key != "H200" else rate for key, rate in best.items() if key in name), None)
    rate = first["device"]["ceilings"]["gemm_tflops"]["median"]
    rows.append((f"8192^3: {rate:.1f} TFLOP/s, wanted {wanted if wanted else 'unknown for ' + name}", wanted is None or rate >= wanted))
    for kernel in blocks(first)["layer"]["kernels"]:
        if kernel["kind"] == "gemm" and "time" in kernel:
            share = kernel["flops"] / kernel["time"]["median"] / 1e6 / rate
            least = 0.60 if kernel["op"] == "W" else 0.75
            rows.append((f"layer.{kernel['name']}: {share:.3f} of it, wanted {least:.2f}", share >= least))
judge("G2", rows)

rows = []
if first and second:
    ones, others = blocks(first), blocks(second)
    for block in ones:
        a = {op: stat["median"] for op, stat in ones[block]["ops"].items()}
        b = {op: stat["median"] for op, stat in others.get(block, {"ops": {}})["ops"].items()}
        rows += ratio_rows(a, b, 0.02, lambda op, block=block: f"{block}.{op} us")
    a, b = ({op: blocks(c)["layer"]["ops"][op]["median"] / blocks(c)["layer"]["ops"]["F"]["median"] for op in "IW"} for c in (first, second))
    rows += ratio_rows(a, b, 0.01, lambda op: f"{op} : F of a layer")
judge("G3", rows)

rows = []
if first:
    rows = [(f"{key}: {value:.3f}", 0.90 <= value <= 1.10) for key, value in sorted(first["checks"].items()) if key.startswith("closure.")]
judge("G4", rows)

rows = []
if emulation:
    rows = [(f"{key[10:]}: measured / simulated {value:.4f}", abs(value - 1) <= 0.01)
            for key, value in sorted(emulation["checks"].items()) if key.startswith("emulation.")]
judge("G5", rows if len(rows) == 10 else [])

rows = []
if first:
    ran = subprocess.run([probe, "--preset", model, "--estimate", first["device"]["name"], "--out", "-"], capture_output=True, text=True)
    keys = {"H200": "h200", "H100": "h100", "A100": "a100", "B200": "b200", "L40S": "l40s", "4090": "rtx4090"}
    if ran.returncode != 0:
        key = next((key for part, key in keys.items() if part in first["device"]["name"]), "")
        ran = subprocess.run([probe, "--preset", model, "--estimate", key, "--out", "-"], capture_output=True, text=True)
    if ran.returncode == 0:
        guess = blocks(json.loads(ran.stdout))["layer"]["ops"]
        real = blocks(first)["layer"]["ops"]
        rows = ratio_rows({op: guess[op]["median"] for op in "FIW"}, {op: real[op]["median"] for op in "FIW"}, 0.25,
                          lambda op: f"layer.{op} us, estimated and measured")
judge("G6", rows)

rows = []
if (folder / "g7").exists():
    for line in (folder / "g7").read_text().splitlines():
        name, wanted, got = line.split()
        rows.append((f"{name}: exit {got}, wanted {wanted}", got == wanted))
judge("G7", rows)
print("all pass" if not failed else "failed: " + " ".join(failed))
sys.exit(1 if failed else 0)
