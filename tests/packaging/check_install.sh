#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_install.sh CMAKE BUILD LIST: what `cmake --install` puts below /usr is what LIST names, for each component.
# BUBBLESCOPE_UPDATE_GOLDEN=1 writes LIST anew.
set -eu
cmake=$1
build=$2
list=$3
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

for component in bubblescope-cli bubblescope bubblescope-dev; do
    DESTDIR="$stage/$component" "$cmake" --install "$build" --prefix /usr --component "$component" >"$stage/log" 2>&1 ||
        { cat "$stage/log"; exit 1; }
    # Headers come and go with the sources; what has to be there is what the other test builds with.
    (cd "$stage/$component" && find usr -type f ! -path 'usr/include/*' | LC_ALL=C sort | sed "s|^|$component: |")
done >"$stage/found"
if [ -n "${BUBBLESCOPE_UPDATE_GOLDEN:-}" ]; then
    cp "$stage/found" "$list"
    exit 0
fi
diff -u "$list" "$stage/found"

# All of it together is what the components are: nothing is installed outside of them.
DESTDIR="$stage/all" "$cmake" --install "$build" --prefix /usr >"$stage/log" 2>&1 || { cat "$stage/log"; exit 1; }
(cd "$stage/all" && find usr -type f ! -path 'usr/include/*' | LC_ALL=C sort) >"$stage/together"
sed 's/^[^:]*: //' "$list" | LC_ALL=C sort | diff -u - "$stage/together"

# The command line finds the program that draws, and the probe, where they are installed.
bin=$stage/all/usr/bin
"$bin/bubblescope-cli" --version | grep -q 'PNG, PDF and SVG'
"$bin/bubblescope-cli" render gpipe -o "$stage/picture.png" --title 'two words'
head -c 4 "$stage/picture.png" | grep -q PNG
"$bin/bubblescope-cli" probe --version | grep -q '^bubblescope-probe '

# Without the window's package it says what it cannot do.
alone=$stage/bubblescope-cli/usr/bin/bubblescope-cli
"$alone" --version | grep -q 'SVG only'
"$alone" render gpipe -o "$stage/picture.svg"
status=0
"$alone" render gpipe -o "$stage/other.png" 2>"$stage/errors" || status=$?
[ "$status" = 2 ] || { echo "a PNG without Qt ended with $status"; exit 1; }
grep -q 'built without Qt and draws only SVG' "$stage/errors"
[ ! -e "$stage/other.png" ]
