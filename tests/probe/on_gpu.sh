#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What can only be tried where a GPU is, in at most fifteen minutes: builds bubblescope-probe without Qt, runs it, and
# prints G1 to G10 (docs/probe.md) as pass or fail with figures. Ends with 0 where all pass.
#   on_gpu.sh [--deps DIR] [--build DIR] [--probe FILE] [--device I] [--preset MODEL] [--library-path DIRS] [--keep DIR]
#             [--only "G1 G8"] [--python PROGRAM]
# --deps: headers from collect_deps.sh, for machines without the packages; --probe: one that is built already;
# --keep: where the calibrations go; --only: what to run and judge; --python: the one that has PyTorch, for G8.
# Without a GPU it says so and ends with 77.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
deps= build=$root/build/on-gpu device=0 model=llama-3-8b library= keep= probe= only= python=python3
usage() { sed -n '3,9p' "$0" >&2; exit 2; }
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
        --only) only=$2 ;;
        --python) python=$2 ;;
        *) usage ;;
    esac
    shift 2
done

# Whether one of these is to be run.
wants() {
    [ -n "$only" ] || return 0
    for wanted in "$@"; do
        case " $only " in *" $wanted "*) return 0 ;; esac
    done
    return 1
}
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
    # Where it is a Python package, cuDNN is one beside it.
    found=$(look_for libcudnn.so.9)
    [ -z "$found" ] || library=${library:+$library:}$(dirname "$found")
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
if wants G1; then
    measure self-check-bf16 --self-check --dtype bf16
    measure self-check-fp32 --self-check --dtype fp32
    measure self-check-eager --self-check --dtype bf16 --framework eager
fi
# Attention fused where cuDNN is; the estimate is held against it, too.
if wants G2 G3 G4 G6; then measure first --max-seconds 90; fi
if wants G3; then measure second --max-seconds 90 --seed 2 --ops F,I,W,B; fi
if wants G5; then measure emulation --quick --ops F,I,W,B --emulate spin --max-seconds 90; fi
# G8: the rows of docs/probe-results.md, beside PyTorch on this GPU.
compare() {
    name=$1
    shift
    status=0
    timeout -k 5 150 "$probe" compare-torch --device "$device" ${library:+--library-path "$library"} --python "$python" --quick \
        --torch-seconds 2 --grad-dtype bf16 --layers-per-stage 1 --out "$out/compare-$name.json" "$@" \
        >"$out/compare-$name.events" 2>"$out/compare-$name.txt" || status=$?
    echo "compare-$name: exit $status"
    [ "$status" = 0 ] || [ "$status" = 3 ] || tail -n 1 "$out/compare-$name.txt"
}
if wants G8; then
    compare llama-3-8b-8192 --preset llama-3-8b --seq 8192
    compare llama-3-8b-4096 --preset llama-3-8b --seq 4096 --vocab 0
    compare llama-2-7b --name "Llama 2 7B" --hidden 4096 --ffn 11008 --heads 32 --kv-heads 32 --head-dim 128 --seq 4096 --micro-batch 1 --vocab 32000
    compare gpt --name GPT --hidden 2048 --ffn 8192 --heads 16 --kv-heads 16 --head-dim 128 --seq 2048 --micro-batch 4 --vocab 50304 --no-gated
    compare llama-3-70b-tp8 --name "Llama 3 70B" --hidden 8192 --ffn 28672 --heads 64 --kv-heads 8 --head-dim 128 --seq 8192 --micro-batch 1 --vocab 0 --tp 8
fi
# G9: a short sequence, so that a schedule of real kernels takes a second.
if wants G9; then
    measure real --quick --ops F,I,W,B --emulate real --seq 2048 --vocab 0 --layers-per-stage 1 --grad-dtype bf16 --max-seconds 90
fi
# G10: a layer with experts, one in fp8, and a dense one beside it and a prediction.
if wants G10; then
    measure self-check-experts --self-check --dtype bf16 --experts 8 --top-k 2 --shared-experts 1
    measure self-check-fp8 --self-check --dtype fp8
    measure self-check-fp8-block --self-check --dtype fp8 --fp8-scaling block --experts 8 --top-k 2
    measure self-check-kinds --self-check --dtype bf16 --experts 8 --top-k 2 --dense-layers 1 --mtp-layers 1
    for way in bf16 fp8 fp8-block kinds; do
        case $way in
            fp8-block) set -- --vocab 0 --dtype fp8 --fp8-scaling block ;;
            kinds) set -- --vocab 32000 --dtype bf16 --dense-layers 1 --mtp-layers 1 ;;
            *) set -- --vocab 0 --dtype $way ;;
        esac
        measure "experts-$way" --quick --ops F,I,W,B --seq 4096 --experts 8 --top-k 2 --expert-ffn 4096 "$@" --max-seconds 60
    done
fi

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
if wants G7; then
    expect no-such-device 22 "$probe" --preset "$model" --device 99 ${library:+--library-path "$library"} --out "$out/no.json"
    expect hidden-devices 22 env CUDA_VISIBLE_DEVICES= "$probe" --preset "$model" ${library:+--library-path "$library"} --out "$out/no.json"
    expect no-library 24 "$probe" --preset "$model" --library-path "$out/empty" --out "$out/no.json"
    expect too-large 25 "$probe" --preset gpt-3-175b --seq 16384 --micro-batch 1024 --device "$device" ${library:+--library-path "$library"} --out "$out/no.json"
    expect odd-fp8 26 "$probe" --preset "$model" --dtype fp8 --seq 8200 --out "$out/no.json"
    expect not-writable 10 "$probe" --preset "$model" --device "$device" ${library:+--library-path "$library"} --out "$out/none/such.json"
    expect no-time 28 "$probe" --preset "$model" --max-seconds 1 --device "$device" ${library:+--library-path "$library"} --out "$out/no.json"
fi
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
if wants G7; then
    cancel cancel-at-start 0.5
    cancel cancel 8
fi

command -v python3 >/dev/null 2>&1 || { echo "python3 is not here: look at $out yourself"; exit 1; }
# shellcheck disable=SC2086
exec python3 "$root/tests/probe/judge_gpu.py" "$out" "$probe" "$model" $only
