#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_consumer.sh CMAKE BUILD CXX: a project elsewhere finds the installed library, moved since, builds with it, and gets the
# figures of the command line.
set -eu
cmake=$1
build=$2
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
loud() { "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }; }

loud "$cmake" --install "$build" --prefix "$work/first" --component bubblescope-dev
mv "$work/first" "$work/moved" # no path of the machine that built it is in there
! grep -rlF -e "$build" -e "$work/first" "$work/moved" --include=*.cmake || { echo "these name folders of the build"; exit 1; }
loud "$cmake" -S "$here/consumer" -B "$work/build" -DCMAKE_CXX_COMPILER="$3" -DCMAKE_PREFIX_PATH="$work/moved"
loud "$cmake" --build "$work/build"
cli=$build/app/cli/bubblescope-cli
for schedule in 1f1b zbv:ranks=8,microbatches=32; do
    "$cli" simulate "$schedule" --json | grep -oE '"(makespan|idle_fraction)": *[0-9.e-]+' | head -n 2 | sed 's/.*: *//' |
        xargs printf '%g %g\n' >"$work/wanted"
    "$work/build/consumer" "$schedule" | diff "$work/wanted" -
done
status=0
"$work/build/consumer" nothing 2>"$work/log" || status=$?
[ "$status" = 2 ] && grep -q nothing "$work/log"
