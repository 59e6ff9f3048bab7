#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fails if a link of a page leads to a file that is not there. Links to other sites are not followed. 77 = no git.
set -eu
cd "$(dirname "$0")/../.."
git -c safe.directory='*' rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo "This is no git checkout."; exit 77; }
failed=$(git -c safe.directory='*' ls-files -- '*.md' | while IFS= read -r page; do
    [ -f "$page" ] || continue
    # Links outside of blocks of code, a line each, without their anchors.
    awk '/^```/ { code = !code } !code { line = $0
        while (match(line, /\]\([^) ]+\)/)) { print substr(line, RSTART + 2, RLENGTH - 3); line = substr(line, RSTART + RLENGTH) } }' "$page" |
        grep -v '^[a-z]*:' | sed 's/#.*//' | grep . | while IFS= read -r link; do
            [ -e "$(dirname "$page")/$link" ] || echo "$page: $link is not there"
        done || true
done)
[ -z "$failed" ] || { printf '%s\n' "$failed"; exit 1; }
