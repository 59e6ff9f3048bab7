#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/schedules.md is what the registry says: check_schedules_page.sh CLI
set -eu
page=$(cd "$(dirname "$0")/../.." && pwd)/docs/schedules.md
made=$(mktemp)
trap 'rm -f "$made"' EXIT
"$1" schedules --markdown >"$made"
if ! diff -u "$page" "$made"; then
    echo "docs/schedules.md is not what the registry says: $1 schedules --markdown > docs/schedules.md"
    exit 1
fi
