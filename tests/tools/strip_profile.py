#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Strips Kineto profiles to what the reader keeps of them, for tests/data:
strip_profile.py IN.json.gz OUT.json.gz [STEPS] keeps the first STEPS profiled steps (default: all).

Dropped are flows, frames, metadata, operators within others, calls that launch nothing, and arguments that nobody reads.
The names of kernels are shortened to their first letters; times count from the profile's own zero."""
import gzip
import json
import sys

OPERATORS = ("cpu_op", "Operator")
ON_GPU = ("kernel", "gpu_memcpy", "gpu_memset")
LAUNCHES = ("cuda_runtime", "cuda_driver")
MESSAGE = ("Collective name", "Dst Rank", "Src Rank", "Process Group Name")
NUMBERS = ("Sequence number", "Fwd thread id")
MESSAGES = ("record_param_comms", "c10d::send", "c10d::recv_")  # gloo has the operators alone


def kept_args(event):
    args = event.get("args", {})
    if event["cat"] in ON_GPU:
        return {key: args[key] for key in ("device", "stream", "correlation") if key in args}
    if event["cat"] in LAUNCHES:
        return {"correlation": args.get("correlation", 0)}
    keys = MESSAGE if event["name"] == "record_param_comms" else NUMBERS
    return {key: args[key] for key in keys if key in args}


def outermost(events):
    """Without operators that lie in another of their thread; messages stay."""
    open_until = {}
    for event in sorted(events, key=lambda e: (e["ts"], -e["dur"])):
        if event["cat"] in OPERATORS and event["name"] not in MESSAGES:
            if event["ts"] + event["dur"] <= open_until.get(event["tid"], float("-inf")):
                continue
            if "Sequence number" not in event.get("args", {}) and "evaluate_function" not in event["name"]:
                continue
            open_until[event["tid"]] = event["ts"] + event["dur"]
        yield event


def short_name(event):
    name = event["name"]
    if event["cat"] in ON_GPU and not name.startswith("nccl"):
        return "k"
    if event["cat"] in LAUNCHES:
        return "l"
    if event["cat"] in OPERATORS and name.startswith("autograd::engine::evaluate_function: "):
        return "autograd::engine::evaluate_function: n"
    return "op" if event["cat"] in OPERATORS and name.startswith("aten::") else name.split("(")[0]


def main():
    source, target = sys.argv[1:3]
    steps = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    trace = json.load(gzip.open(source))
    wanted = OPERATORS + ON_GPU + LAUNCHES + ("user_annotation",)
    events = [e for e in trace["traceEvents"] if e.get("ph") == "X" and e.get("cat") in wanted]
    ends = sorted(e["ts"] + e["dur"] for e in events if e["name"].startswith("ProfilerStep#"))
    end = ends[min(steps, len(ends)) - 1] if ends else float("inf")
    events = [e for e in events if e["ts"] < end and e["ts"] + e["dur"] <= end + 1e6]
    launched = {e["args"].get("correlation") for e in events if e["cat"] in ON_GPU}
    events = [e for e in events if e["cat"] not in LAUNCHES or e["args"].get("correlation") in launched]
    events = [e for e in events if e["cat"] != "user_annotation" or not e["name"].startswith("nccl:")]
    kept = [{"ph": "X", "cat": e["cat"], "name": short_name(e), "pid": e["pid"], "tid": e["tid"], "ts": e["ts"],
             "dur": e["dur"], "args": kept_args(e)} for e in outermost(events)]
    groups = trace["distributedInfo"]["pg_config"]
    trace["distributedInfo"]["pg_config"] = [g for g in groups if g.get("pg_size", 2) > 1]
    out = {key: trace[key] for key in ("distributedInfo", "baseTimeNanoseconds", "host_name") if key in trace}
    out["traceEvents"] = kept
    data = json.dumps(out, separators=(",", ":")).encode()
    with open(target, "wb") as file:
        file.write(gzip.compress(data, 9, mtime=0))


main()
