#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Compares what the commands write with tests/golden/commands/outputs.txt: check_outputs.sh CLI PROBE
set -eu
here=$(cd "$(dirname "$0")" && pwd)
now=$(mktemp)
trap 'rm -f "$now"' EXIT
"$here/freeze_outputs.sh" "$@" >"$now"
diff -u "$here/../golden/commands/outputs.txt" "$now"
