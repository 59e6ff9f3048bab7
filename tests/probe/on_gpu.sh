#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What can only be tried where a GPU is, in at most ten minutes: builds bubblescope-probe without Qt, runs it, and
# prints G1 to G7 (docs/probe.md) as pass or fail with figures. Ends with 0 where all pass.
#   on_gpu.sh [--deps DIR] [--build DIR] [--probe FILE] [--device I] [--preset MODEL] [--library-path DIR] [--keep DIR]
# --deps: headers from collect_deps.sh, for machines without the packages; --probe: one that is built already;
# --keep: where the calibrations go. Without a GPU it says so and ends with 77.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
deps= build=$root/build/on-gpu device=0 model=llama-3-8b library= keep= probe=
usage() { sed -n '3,7p' "$0" >&2; exit 2; }
while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || usage
    case $1 in
        --deps) deps=$(cd "$2" && pwd) ;;
        --build) build=$2 ;;
        --probe) probe=$2 ;;
        --device) device=$2 ;;
        --preset) model=$2 ;;
        --library-path) library=$2 ;;
        --keep) keep=$2 ;;
        *) usage ;;
    esac
    shift 2
done

# cuBLAS may come from elsewhere than the toolkit (a Python package, say).
look_for() { find /usr /opt -name "$1" 2>/dev/null | head -n 1; }
build_probe() {
    set -- -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DBUBBLESCOPE_QT=OFF -DBUBBLESCOPE_TRACES=OFF \
        -DBUBBLESCOPE_TESTS=OFF -DBUBBLESCOPE_PROBE_CUDA=ON
    [ -z "$deps" ] || set -- "$@" "-DBUBBLESCOPE_DEPS=$deps"
    if command -v ninja >/dev/null 2>&1; then set -- "$@" -G Ninja; fi
    if [ ! -e /usr/local/cuda/include/cublasLt.h ]; then
        header=$(look_for cublasLt.h)
        [ -z "$header" ] || set -- "$@" "-DBUBBLESCOPE_CUBLAS_INCLUDE=$(dirname "$header")"
    fi
    mkdir -p "$build"
    cmake "$@" >"$build/configure.log" 2>&1 || { cat "$build/configure.log" >&2; exit 1; }
    cmake --build "$build" --target bubblescope-probe --parallel "$(nproc)"
    probe=$build/app/probe/bubblescope-probe
}
[ -n "$probe" ] || build_probe
devices=$(timeout -k 5 60 "$probe" --list-devices 2>&1) || {
    echo "not run: $devices"
    exit 77
}
echo "$devices"
if [ -z "$library" ] && [ ! -e /usr/local/cuda/lib64/libcublasLt.so.13 ] && ! ldconfig -p 2>/dev/null | grep -q 'libcublasLt\.so\.13'; then
    found=$(look_for libcublasLt.so.13)
    [ -z "$found" ] || library=$(dirname "$found")
fi
out=${keep:-$(mktemp -d)}
mkdir -p "$out"
nvidia-smi --query-gpu=index,name,driver_version --format=csv,noheader 2>/dev/null || true

measure() {
    name=$1
    shift
    status=0
    timeout -k 5 150 "$probe" --preset "$model" --device "$device" ${library:+--library-path "$library"} --out "$out/$name.json" "$@" \
        >"$out/$name.events" 2>"$out/$name.txt" || status=$?
    echo "$name: exit $status"
    echo "$status" >"$out/$name.exit"
}
measure self-check-bf16 --self-check --dtype bf16
measure self-check-fp32 --self-check --dtype fp32
# Attention as the probe can run it for G2 to G4; as an estimate has it for G6.
measure first --max-seconds 90 --attention unfused
measure second --max-seconds 90 --seed 2 --ops F,I,W,B --attention unfused
measure analytic --quick --ops F,I,W,B --attention analytic --max-seconds 60
measure emulation --quick --ops F,I,W,B --emulate spin --max-seconds 90

# G7: the ways to end that can be brought about; each within a minute.
expect() {
    name=$1 wanted=$2
    shift 2
    status=0
    timeout -k 5 60 "$@" >"$out/$name.events" 2>"$out/$name.txt" || status=$?
    echo "$name $wanted $status" >>"$out/g7"
}
rm -f "$out/g7"
mkdir -p "$out/empty"
expect no-such-device 22 "$probe" --preset "$model" --device 99 ${library:+--library-path "$library"} --out "$out/no.json"
expect hidden-devices 22 env CUDA_VISIBLE_DEVICES= "$probe" --preset "$model" ${library:+--library-path "$library"} --out "$out/no.json"
expect no-library 24 "$probe" --preset "$model" --library-path "$out/empty" --out "$out/no.json"
expect too-large 25 "$probe" --preset gpt-3-175b --seq 16384 --micro-batch 1024 --device "$device" ${library:+--library-path "$library"} --out "$out/no.json"
expect fp8 26 "$probe" --preset "$model" --dtype fp8 --out "$out/no.json"
expect not-writable 10 "$probe" --preset "$model" --device "$device" ${library:+--library-path "$library"} --out "$out/none/such.json"
expect no-time 28 "$probe" --preset "$model" --max-seconds 1 --device "$device" ${library:+--library-path "$library"} --out "$out/no.json"
# A cancel: within two seconds of the signal, and no file; while the device starts, and in the midst of it.
cancel() {
    name=$1 after=$2
    rm -f "$out/cancelled.json"
    timeout -k 5 60 "$probe" --preset "$model" --device "$device" ${library:+--library-path "$library"} --out "$out/cancelled.json" \
        >"$out/$name.events" 2>"$out/$name.txt" &
    pid=$!
    sleep "$after"
    begin=$(date +%s%N)
    kill -TERM $pid 2>/dev/null || true
    status=0
    wait $pid || status=$?
    took=$((($(date +%s%N) - begin) / 1000000))
    [ ! -e "$out/cancelled.json" ] || status="$status-with-file"
    [ "$took" -le 2000 ] || status="$status-after-${took}ms"
    echo "$name 130 $status" >>"$out/g7"
}
cancel cancel-at-start 0.5
cancel cancel 8

command -v python3 >/dev/null 2>&1 || { echo "python3 is not here: look at $out yourself"; exit 1; }
exec python3 "$root/tests/probe/judge_gpu.py" "$out" "$probe" "$model"
