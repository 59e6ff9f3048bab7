#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Prints what every command of tests/golden/commands/commands.txt writes: freeze_outputs.sh CLI [PROBE] >tests/golden/commands/outputs.txt
# Run it when a change of the outputs is meant, and read the difference before committing it. Outputs above 2,000 bytes are kept as their
# digest. Besides the list, each input is damaged in many small ways, so that errors of all readers are in it.
set -eu
cli=$(realpath "$1")
[ -z "${2:-}" ] || export BUBBLESCOPE_PROBE="$(realpath "$2")"
here=$(cd "$(dirname "$0")" && pwd)
data=$here/../data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/../golden/commands/inputs/." "$work"
ln -s "$(realpath "$data/traces")" "$work/traces"
ln -s "$(realpath "$data/calibration/estimate_h200.json")" "$work/calibration.json"
cd "$work"
export LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=1700000000 COLUMNS=100

show() { # show NAME FILE
    [ -s "$2" ] || return 0
    size=$(wc -c <"$2")
    if [ "$size" -gt 2000 ] || ! LC_ALL=C.UTF-8 grep -q '' "$2"; then
        printf '%s: %s bytes, sha256 %s\n' "$1" "$size" "$(sha256sum <"$2" | cut -d' ' -f1)"
    else
        printf '%s:\n' "$1"
        sed 's/^/  /' "$2"
        [ -z "$(tail -c 1 "$2")" ] || printf '\n  (no newline)\n'
    fi
}

run() { # run WORD…
    status=0
    timeout 120 "$cli" "$@" >.stdout 2>.stderr </dev/null || status=$?
    sed -i 's/"t":[0-9.e-]*/"t":0/' .stdout .stderr # moments of the probe's events
    printf '$ %s\nexit %s\n' "$*" "$status"
    show stdout .stdout
    show stderr .stderr
    for written in out.*; do
        [ -e "$written" ] || continue
        show "$written" "$written"
        rm -f "$written"
    done
}

set -f
while IFS= read -r line; do
    case $line in "" | "#"*) continue ;; esac
    line=$(printf '%s' "$line" | sed 's#{traces}#traces#; s#{calibration}#calibration.json#')
    set +f; set -f
    # shellcheck disable=SC2086
    set -- $line
    case $1 in
        probe) [ -n "${BUBBLESCOPE_PROBE:-}" ] || continue ;;
    esac
    set +f
    run "$@"
    set -f
done <"$here/../golden/commands/commands.txt"
set +f

for name in $("$cli" schedules --json | sed -n 's/^    "name": "\(.*\)",$/\1/p'); do
    run generate "$name" -o -
    run simulate "$name" --json --bubbles
    run simulate "$name" --costs costs-stages.json
    run simulate "$name:ranks=6,microbatches=18" --p2p-latency 0.5 --json
    run simulate "$name:ranks=3,microbatches=5,stages-per-rank=3"
done

# Damages: damage FILE ENDING COMMAND…; the damaged file is damaged.ENDING.
damage() {
    file=$1
    ending=$2
    shift 2
    whole=$(wc -c <"$file") # show() has a size of its own
    for part in 1 2 3 4 5 6 7 8 9 10 11; do
        printf '# %s, cut off after %s of 12 parts\n' "$file" "$part"
        head -c $((whole * part / 12)) "$file" >"damaged.$ending"
        run "$@"
    done
    lines=$(wc -l <"$file")
    step=$((lines / 24 + 1))
    line=1
    while [ "$line" -le "$lines" ]; do
        printf '# %s without line %s\n' "$file" "$line"
        sed "${line}d" "$file" >"damaged.$ending"
        run "$@"
        line=$((line + step))
    done
    for edit in 's/[0-9][0-9]*/x/' 's/[0-9][0-9]*/-1/' 's/[0-9][0-9]*/1e999/' 's/[0-9][0-9]*/99999999999999999999/' 's/"[a-z_]*":/"zz":/' 's/,/,,/' 's/:/;/' 's/\[/{/' 's/"/\\/' 's/F/Q/'; do
        line=1
        while [ "$line" -le "$lines" ]; do
            sed "$line$edit" "$file" >"damaged.$ending"
            cmp -s "$file" "damaged.$ending" || {
                printf '# %s, line %s: %s\n' "$file" "$line" "$edit"
                run "$@"
            }
            line=$((line + step))
        done
    done
    rm -f "damaged.$ending"
}
damage good.csv csv simulate damaged.csv
damage wrong-cells.csv csv validate damaged.csv
damage costs-stages.json json simulate 1f1b --costs damaged.json
damage costs-blocks.json json simulate 1f1b --costs damaged.json
damage project.bubble bubble simulate damaged.bubble
damage order.bubble bubble validate damaged.bubble
damage calibration.json json simulate 1f1b:ranks=8 --costs damaged.json
