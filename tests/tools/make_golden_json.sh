#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Writes tests/golden/simulate/*.json anew: make_golden_json.sh CLI
# To be run when a change of the JSON is meant; read the difference before committing it.
set -eu
cli=$(realpath "$1")
cd "$(dirname "$0")/../golden/simulate"
while read -r file arguments; do
    # The arguments are words without blanks.
    "$cli" $arguments >"$file"
done <commands.txt
