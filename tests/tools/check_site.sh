#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_site.sh APP-FOLDER: the site is built, has no dead link and every schedule; a dead link is noticed. 77 = no Python-Markdown.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
bin=$1
python=
for candidate in python3 /usr/bin/python3; do # Debian's packages are its own Python's
    "$candidate" -c 'import markdown' 2>/dev/null && { python=$candidate; break; }
done
[ -n "$python" ] || { echo "There is no Python-Markdown here: apt-get install python3-markdown"; exit 77; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$python" -B "$root/docs/site/site.py" "$out/site" --bin "$bin"
"$bin/cli/bubblescope-cli" schedules | awk '/^[a-z0-9]/ { print $1 }' >"$out/names"
[ "$(wc -l <"$out/names")" -ge 25 ] || { echo "the list of schedules is short:"; cat "$out/names"; exit 1; }
while read -r name; do
    grep -q "<h2 id=\"$name\">" "$out/site/gallery.html" || { echo "$name is not in the gallery"; exit 1; }
    for theme in light dark; do
        grep -q '</svg>' "$out/site/images/schedule-$name-$theme.svg" || { echo "$name has no $theme picture"; exit 1; }
    done
done <"$out/names"
# Marks of Markdown that became no code: fences within items of lists, bars within cells of tables.
! grep -rnE '```|CODE[0-9]+EDOC|<code>[^<]*\\\|[^<]*</code></td>' "$out/site" --include=*.html || exit 1
# Nothing is fetched from elsewhere when a page is shown.
! grep -rnE '(src|srcset)="https?:|<link[^>]*href="https?:|<script|@import' "$out/site" --include=*.html --include=*.css || exit 1

printf '<a href="gone.html">a</a><a href="gallery.html#nowhere">b</a>' >>"$out/site/keys.html"
"$python" -B - "$root/docs/site" "$out/site" <<'CHECK'
import pathlib, sys
sys.path.insert(0, sys.argv[1])
import links
dead = links.dead(pathlib.Path(sys.argv[2]))
assert len(dead) == 2 and "gone.html is not there" in dead[0] and "no such place" in dead[1], dead
CHECK
