#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs every target of the libFuzzer program $1 for $2 seconds in all, on all processors, each from its corpus.
# New inputs and what makes a target fail go to the folder $3, never into the corpus. The same seed each time, so that a test run
# does not fail by luck; BUBBLESCOPE_FUZZ_SEED=0 takes another one each time.
set -eu
program=$1
seconds=$2
finds=$3
corpus=$(cd "$(dirname "$0")" && pwd)/corpus
targets=$(ls "$corpus")
count=$(printf '%s\n' "$targets" | wc -l)
processors=$(nproc)
each=$(((seconds * processors + count - 1) / count))
mkdir -p "$finds"
finds=$(cd "$finds" && pwd)
seed=${BUBBLESCOPE_FUZZ_SEED:-1}
export program corpus finds each seed

# shellcheck disable=SC2016
printf '%s\n' "$targets" | xargs -P "$processors" -I{} sh -c '
    mkdir -p "$finds/{}"
    if "$program" --target={} -seed="$seed" -max_total_time="$each" -timeout=60 -rss_limit_mb=2048 -max_len=65536 -print_final_stats=1 \
        -artifact_prefix="$finds/{}-" "$finds/{}" "$corpus/{}" >"$finds/{}.log" 2>&1
    then
        printf "%s: %s inputs\n" {} "$(sed -n "s/^stat::number_of_executed_units: *//p" "$finds/{}.log")"
    else
        tail -n 40 "$finds/{}.log"
        printf "%s FAILED; again with: %s --target=%s FILE, where FILE is the one told above\n" {} "$program" {}
        exit 1
    fi'
