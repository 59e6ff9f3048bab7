#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fails if a source departs from .clang-format, or lacks the SPDX line on top.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format >/dev/null || { echo "clang-format is not installed"; exit 77; }
sources=$(find core ui app tests benchmarks -name '*.h' -o -name '*.cpp' | LC_ALL=C sort)
failed=0
for source in $sources; do
    head -n 1 "$source" | grep -q 'SPDX-License-Identifier: ' || { echo "$source: no SPDX line on top"; failed=1; }
done
# shellcheck disable=SC2086
clang-format --dry-run --Werror --style=file $sources || failed=1
exit $failed
