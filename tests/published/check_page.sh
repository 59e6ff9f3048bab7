#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# docs/reproduced.md is what the command line says today: check_page.sh CLI
set -eu
folder=$(cd "$(dirname "$0")" && pwd)
page=$folder/../../docs/reproduced.md
command -v python3 >/dev/null 2>&1 || { echo "python3 is missing: published numbers are NOT compared."; exit 77; }
made=$(mktemp)
trap 'rm -f "$made"' EXIT
"$folder/reproduce.py" "$1" >"$made"
if ! diff -u "$page" "$made"; then
    echo "docs/reproduced.md is not what the command line says: $folder/reproduce.py $1 > docs/reproduced.md"
    exit 1
fi
