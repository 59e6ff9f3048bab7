# SPDX-License-Identifier: Apache-2.0
"""Reads a .pftrace with Perfetto's own protobuf and compares it with the times of the command line: read_trace.py CLI.

Where Perfetto's trace_processor can be had too (it is downloaded when it is first used), it must find the same number of slices and flows.
Ends with 77 where the package "perfetto" is missing.
"""

import json
import subprocess
import sys
import tempfile

try:
    from perfetto.protos.perfetto.trace import perfetto_trace_pb2
    from perfetto.trace_processor import TraceProcessor
except ImportError:
    print('the package "perfetto" is missing, so its reader is NOT tried: ./test --interop installs it')
    sys.exit(77)

SCHEDULES = ["1f1b:ranks=4,microbatches=8", "zbv:ranks=4,microbatches=8", "gpipe:ranks=2,microbatches=3"]


def check(schedule: str, path: str) -> None:
    subprocess.run([sys.argv[1], "convert", schedule, "--p2p-latency", "0.25", "-o", path], check=True)
    told = json.loads(subprocess.run([sys.argv[1], "simulate", schedule, "--p2p-latency", "0.25", "--json", "--actions"],
                                     check=True, capture_output=True, text=True).stdout)
    trace = perfetto_trace_pb2.Trace()
    with open(path, "rb") as file:
        trace.ParseFromString(file.read())
    tracks: dict[int, tuple[int, str]] = {}
    ranks: dict[int, int] = {}
    slices, begun, flows = [], {}, 0
    for packet in trace.packet:
        descriptor, event = packet.track_descriptor, packet.track_event
        if packet.HasField("track_descriptor"):
            if descriptor.HasField("process"):
                ranks[descriptor.uuid] = int(descriptor.process.process_name.removeprefix("Rank "))
            else:
                tracks[descriptor.uuid] = (ranks[descriptor.parent_uuid], descriptor.name)
        elif event.type == event.TYPE_SLICE_BEGIN:
            begun[event.track_uuid] = (event.name, packet.timestamp)
            flows += len(event.flow_ids)
        elif event.type == event.TYPE_SLICE_END:
            slices.append((tracks[event.track_uuid][0], *begun[event.track_uuid], packet.timestamp))
    wanted = [(one["rank"], one["action"], round(one["start"] * 1e6), round(one["end"] * 1e6)) for one in told["actions"]]
    assert slices == wanted, f"{schedule}: slices differ"
    print(f"{schedule}: {len(slices)} slices, {flows} flows, as told")
    try:
        processor = TraceProcessor(trace=path)
    except Exception as problem:  # noqa: BLE001: whatever keeps it from being downloaded
        print(f"  trace_processor is not to be had here ({type(problem).__name__}), so it was not asked")
        return
    with processor:
        count = [next(iter(processor.query(f"select count(*) as n from {table}"))).n for table in ("slice", "flow")]
    assert count == [len(slices), flows], f"{schedule}: trace_processor finds {count}"


with tempfile.NamedTemporaryFile(suffix=".pftrace") as file:
    for name in SCHEDULES:
        check(name, file.name)
