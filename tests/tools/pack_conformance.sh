#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes tests/data from the shared conformance folder: each file packed with gzip, without name and time, so that
# the same data gives the same bytes. Usage: tests/tools/pack_conformance.sh [SHARED]
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
shared=${1:-${BUBBLESCOPE_SHARED:-$root/../shared}}
[ -d "$shared/conformance" ] || { echo "no conformance folder in $shared" >&2; exit 2; }
rm -rf "$root/tests/data/conformance"
cd "$shared"
find conformance -name '*.json' | LC_ALL=C sort | while read -r file; do
    mkdir -p "$root/tests/data/$(dirname "$file")"
    gzip -n -9 -c "$file" > "$root/tests/data/$file.gz"
done
# These come packed.
for folder in megatron more; do
    mkdir -p "$root/tests/data/conformance/$folder"
    cp conformance/$folder/*.json.gz "$root/tests/data/conformance/$folder/"
    chmod u+w "$root/tests/data/conformance/$folder"/*
done
