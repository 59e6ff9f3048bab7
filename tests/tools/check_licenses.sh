#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fails if a tracked file has no license: neither an SPDX line in its first 5 lines nor a table with a license in
# REUSE.toml; if a source has another license than its folder; or if a license has no text in LICENSES/. 77 = no git.
set -eu
cd "$(dirname "$0")/../.."
git -c safe.directory='*' rev-parse --is-inside-work-tree >/dev/null 2>&1 || { echo "This is no git checkout."; exit 77; }

tag='SPDX-License-''Identifier' # in two parts, so that it is not taken for a license of this file
# The paths of the tables of REUSE.toml that give a license.
patterns=$(awk -v tag="$tag" '
    /^\[\[/ { paths = ""; inPaths = 0 }
    /^path/ { inPaths = 1 }
    inPaths { line = $0; while (match(line, /"[^"]*"/)) { paths = paths substr(line, RSTART + 1, RLENGTH - 2) "\n"
                                                        line = substr(line, RSTART + RLENGTH) } }
    inPaths && (/\]/ || /^path = "/) { inPaths = 0 }
    index($0, tag) == 1 { printf "%s", paths }' REUSE.toml)

# Sets folder to the license of the sources of a folder; empty = any.
wanted() {
    case $1 in
        ui/export/*) folder=Apache-2.0 ;;
        ui/* | app/gui/*) folder=GPL-3.0-or-later ;;
        core/* | probe/* | app/cli/* | app/probe/*) folder=Apache-2.0 ;;
        *) folder= ;;
    esac
}

covered() {
    set -f
    for pattern in $patterns; do
        # In "case", unlike in REUSE.toml, * matches slashes; so a pattern without folders is for the root alone.
        case $pattern in
            */*) ;;
            *) case $1 in */*) continue ;; esac ;;
        esac
        # shellcheck disable=SC2254
        case $1 in $pattern) set +f; return 0 ;; esac
    done
    set +f
    return 1
}

lists=$(mktemp -d)
trap 'rm -rf "$lists"' EXIT
git -c safe.directory='*' ls-files -z -- . ':!LICENSES' >"$lists/files"
# FILE LICENSE for each file with an SPDX line.
LC_ALL=C xargs -0 awk -v tag="$tag: " '
    FNR > 5 { nextfile }
    (at = index($0, tag)) && match(rest = substr($0, at + length(tag)), /^[A-Za-z0-9.-]+/) {
        print FILENAME " " substr(rest, 1, RLENGTH); nextfile }' <"$lists/files" >"$lists/licensed"
failed=0
while read -r file license; do
    [ -f "LICENSES/$license.txt" ] || { echo "$file: LICENSES/$license.txt is missing"; failed=1; }
    wanted "$file"
    [ -z "$folder" ] || [ "$license" = "$folder" ] || { echo "$file: $license, but its folder is $folder"; failed=1; }
done <"$lists/licensed"
tr '\0' '\n' <"$lists/files" | awk 'NR == FNR { licensed[$1] = 1; next } !($0 in licensed)' "$lists/licensed" - >"$lists/others"
while IFS= read -r file; do
    covered "$file" || { echo "$file: no $tag in its first lines, and no license in REUSE.toml"; failed=1; }
done <"$lists/others"
exit $failed
