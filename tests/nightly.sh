#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Everything that is too long for ./test: tests/nightly.sh [--minutes M] [--only PART[,PART…]] [--out FOLDER]
#   --minutes M    for each fuzzer and for the random events (60)
#   --only PARTS   fuzz, asan, tsan, orders, kills, disk, changes, events; all if not given
#   --out FOLDER   for logs, figures and what failed (build/nightly)
# Each part prints its figures to FOLDER/figures.txt and goes on after a failure; the status is 1 if one failed.
# docs/reliability.md has the figures of the last whole run.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/cmake/packages.sh"
cd "$root"

minutes=60
parts=fuzz,asan,tsan,orders,kills,disk,changes,events
out=$root/build/nightly
while [ $# -gt 0 ]; do
    case $1 in
        --minutes) minutes=${2:?a number of minutes} && shift 2 ;;
        --only) parts=${2:?parts, with commas between them} && shift 2 ;;
        --out) out=${2:?a folder} && shift 2 ;;
        --help | -h) sed -n 's/^# \{0,1\}//; 3,8p' "$0" && exit 0 ;;
        *) say "$1 is not an argument of this script (see --help)" && exit 2 ;;
    esac
done
case $minutes in
    '' | *[!0-9]* | 0) say "--minutes takes a whole number from 1, not '$minutes'" && exit 2 ;;
esac
known=" fuzz asan tsan orders kills disk changes events "
for part in $(printf '%s' "$parts" | tr , ' '); do
    case $known in
        *" $part "*) ;;
        *) say "'$part' is not a part; the parts are:$known" && exit 2 ;;
    esac
done

mkdir -p "$out"
out=$(cd "$out" && pwd)
cli=$root/build/release/app/cli/bubblescope-cli
failed=

# Runs the part $1 by the command that follows; its output goes to a log, its last line to the figures.
part() {
    name=$1
    shift
    case ",$parts," in
        *",$name,"*) ;;
        *) return 0 ;;
    esac
    say "$name: since $(date +%H:%M)"
    begin=$(date +%s)
    if "$@" >"$out/$name.log" 2>&1; then
        result=passed
    else
        result=FAILED
        failed="$failed $name"
    fi
    seconds=$(($(date +%s) - begin))
    printf '%s: %s after %s s: %s\n' "$name" "$result" "$seconds" "$(tail -n 1 "$out/$name.log")" | tee -a "$out/figures.txt"
}

fuzz() {
    build_preset fuzz fuzz || return 1
    targets=$(find tests/fuzz/corpus -mindepth 1 -maxdepth 1 | wc -l)
    # Seconds are given for all targets together, of which as many run at once as there are processors.
    BUBBLESCOPE_FUZZ_SEED=0 tests/fuzz/run_fuzzers.sh build/fuzz/tests/fuzz/fuzz \
        $((minutes * 60 * targets / $(nproc))) "$out/fuzz" >"$out/fuzz-inputs.txt"
    status=$?
    cat "$out/fuzz-inputs.txt"
    awk '{ gsub(",", "") } / inputs$/ { all += $2; n++ } END { printf "%d targets, %d inputs\n", n, all }' "$out/fuzz-inputs.txt"
    return "$status"
}

# The whole suite under the sanitizer $1.
sanitized() {
    build_preset "$1" || return 1
    ctest --preset "$1" --parallel "$(nproc)" --timeout 3600
    status=$?
    sed -n 's/^\([0-9]*% tests passed.*\)/\1/p' "build/$1/Testing/Temporary/LastTest.log" | tail -n 1
    return "$status"
}

# As many events as a day of someone at work has, one a second, again and again with other seeds until the time is over.
events() {
    until=$(($(date +%s) + minutes * 60))
    seed=$(date +%j)
    days=0
    while [ "$(date +%s)" -lt "$until" ]; do
        seed=$((seed + 1000))
        QT_QPA_PLATFORM=offscreen QTEST_FUNCTION_TIMEOUT=3600000 BUBBLESCOPE_RANDOM_EVENTS=86400 BUBBLESCOPE_RANDOM_SEED=$seed BUBBLESCOPE_RANDOM_LOG="$out/events-$seed.txt" \
            timeout 3600 build/release/tests/ui/bubblescope_ui_tests window_random_events_test || {
            echo "seed $seed failed; the events are in $out/events-$seed.txt"
            return 1
        }
        rm -f "$out/events-$seed.txt"
        days=$((days + 1))
    done
    echo "$days days of events, one a second"
}

hardships() {
    python3 tests/reliability/hardships.py "$cli" "$1" "$2" "$out/finds"
}

say "Building everything (release)"
build_preset release
part orders hardships orders $((minutes * 200))
part kills hardships kills 1000
part disk hardships disk 1000
part changes hardships changes 1000
part events events
part fuzz fuzz
part asan sanitized asan
part tsan sanitized tsan
[ -z "$failed" ] || { say "Failed:$failed; see $out"; exit 1; }
