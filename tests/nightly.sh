#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Everything that is too long for ./test: tests/nightly.sh [--minutes M] [--share S] [--only PART[,PART…]] [--out FOLDER]
#   --minutes M    for each fuzzer and for the random events (60)
#   --share S      only this share of everything, 0.05 for example: minutes, counts, events of a day, and of the tests under
#                  sanitizers every 20th, from another one on each day (1)
#   --only PARTS   fuzz, asan, tsan, orders, kills, disk, changes, events; all if not given
#   --out FOLDER   for logs, figures and what failed (build/nightly)
# Each part prints its figures to FOLDER/figures.txt and goes on after a failure; the status is 1 if one failed.
# docs/reliability.md has the figures of the last whole run.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/cmake/packages.sh"
cd "$root"

minutes=60
share=1
parts=fuzz,asan,tsan,orders,kills,disk,changes,events
out=$root/build/nightly
while [ $# -gt 0 ]; do
    case $1 in
        --minutes) minutes=${2:?a number of minutes} && shift 2 ;;
        --share) share=${2:?a share, such as 0.05} && shift 2 ;;
        --only) parts=${2:?parts, with commas between them} && shift 2 ;;
        --out) out=${2:?a folder} && shift 2 ;;
        --help | -h) sed -n 's/^# \{0,1\}//; 3,10p' "$0" && exit 0 ;;
        *) say "$1 is not an argument of this script (see --help)" && exit 2 ;;
    esac
done
case $minutes in
    '' | *[!0-9]* | 0) say "--minutes takes a whole number from 1, not '$minutes'" && exit 2 ;;
esac
printf '%s\n' "$share" | grep -Eqx '1|0?[.][0-9]*[1-9][0-9]*' || { say "--share takes a number above 0, up to 1, not '$share'"; exit 2; }
known=" fuzz asan tsan orders kills disk changes events "
for part in $(printf '%s' "$parts" | tr , ' '); do
    case $known in
        *" $part "*) ;;
        *) say "'$part' is not a part; the parts are:$known" && exit 2 ;;
    esac
done

# The share of a whole number, at least 1.
some() { awk -v all="$1" -v share="$share" 'BEGIN { n = int(all * share + 0.5); print n < 1 ? 1 : n }'; }

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
        $(($(some $((minutes * 60))) * targets / $(nproc))) "$out/fuzz" >"$out/fuzz-inputs.txt"
    status=$?
    cat "$out/fuzz-inputs.txt"
    awk '{ gsub(",", "") } / inputs$/ { all += $2; n++ } END { printf "%d targets, %d inputs\n", n, all }' "$out/fuzz-inputs.txt"
    return "$status"
}

# The whole suite under the sanitizer $1.
sanitized() {
    build_preset "$1" || return 1
    stride=$(awk -v share="$share" 'BEGIN { print int(1 / share + 0.5) }')
    ctest --preset "$1" --parallel "$(nproc)" --timeout 3600 --tests-information "$(($(date +%s) / 86400 % stride + 1)),,$stride"
    status=$?
    grep '% tests passed' "$out/$1.log" | tail -n 1
    return "$status"
}

# As many events as a day of someone at work has, one a second, again and again with other seeds until the time is over.
events() {
    until=$(($(date +%s) + $(some $((minutes * 60)))))
    count=$(some 86400)
    seed=$(date +%j)
    days=0
    while [ "$(date +%s)" -lt "$until" ]; do
        seed=$((seed + 1000))
        QT_QPA_PLATFORM=offscreen QTEST_FUNCTION_TIMEOUT=3600000 BUBBLESCOPE_RANDOM_EVENTS=$count BUBBLESCOPE_RANDOM_SEED=$seed BUBBLESCOPE_RANDOM_LOG="$out/events-$seed.txt" \
            timeout 3600 build/release/tests/ui/bubblescope_ui_tests window_random_events_test || {
            echo "seed $seed failed; the events are in $out/events-$seed.txt"
            return 1
        }
        rm -f "$out/events-$seed.txt"
        days=$((days + 1))
    done
    echo "$days walks of $count events"
}

hardships() {
    python3 tests/reliability/hardships.py "$cli" "$1" "$2" "$out/finds"
}

say "Building what is tried (release)"
build_preset release bubblescope-cli bubblescope_ui_tests
part orders hardships orders "$(some $((minutes * 200)))"
for hardship in kills disk changes; do
    part $hardship hardships $hardship "$(some 1000)"
done
part events events
part fuzz fuzz
part asan sanitized asan
part tsan sanitized tsan
[ -z "$failed" ] || { say "Failed:$failed; see $out"; exit 1; }
