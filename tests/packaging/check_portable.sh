#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_portable.sh BUILD [ARCHIVE]: the portable archive starts in a root that has the C library, fonts and nothing else: no Qt, no shell.
# It draws without a display, and opens its window on X where Xvfb is. 77 = there is no patchelf, or roots cannot be changed here.
set -eu
build=$1
source=$(cd "$(dirname "$0")/../.." && pwd)
command -v patchelf >/dev/null 2>&1 || { echo "There is no patchelf here: apt-get install patchelf"; exit 77; }
unshare --map-root-user --mount --pid --fork --mount-proc true 2>/dev/null || { echo "Name spaces cannot be made here."; exit 77; }
work=$(mktemp -d)
display=
trap '[ -z "$display" ] || kill "$display"; rm -rf "$work"' EXIT
fail() {
    echo "$*"
    exit 1
}

archive=${2:-$work/portable.tar.gz}
[ $# -gt 1 ] || SOURCE_DATE_EPOCH=1763769600 "$source/packaging/portable/make_portable.sh" "$build" "$archive" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
root=$work/root
mkdir -p "$root/opt" "$root/tmp" "$root/proc" "$root/usr/share/fonts" "$root/etc" "$root/lib64" "$root/lib/x86_64-linux-gnu"
tar -xf "$archive" -C "$root/opt"
mv "$root"/opt/bubblescope-* "$root/opt/moved here" # it runs from anywhere
top="/opt/moved here"
cp -L /lib64/ld-linux-*.so.* "$root/lib64/"
for library in c m dl rt pthread resolv util; do
    cp -L /lib/x86_64-linux-gnu/lib$library.so.* "$root/lib/x86_64-linux-gnu/"
done
cp -rL /etc/fonts "$root/etc/"
cp -r /usr/share/fonts/truetype/dejavu "$root/usr/share/fonts/" 2>/dev/null || fail "there are no fonts: apt-get install fonts-dejavu-core"
[ -z "$(find "$root" -path "$root/opt" -prune -o -iname '*qt*' -print)" ] || fail "Qt is in the root"

# PROGRAM ARGUMENT…, in that root with an empty environment, but for what `set_in` says.
set_in="HOME=/tmp"
inside() {
    # shellcheck disable=SC2086
    env -i $set_in timeout 60 unshare --map-root-user --mount --pid --fork --mount-proc=/proc --root="$root" "$@"
}
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
for program in bubblescope bubblescope-cli bubblescope-probe; do
    said=$(inside "$top/bin/$program" --version 2>&1) || fail "$program does not start: $said"
    case $said in *"$version"*) ;; *) fail "$program says it is $said" ;; esac
done
inside "$top/bin/bubblescope-cli" render zbv -o /tmp/zbv.svg
inside "$top/bin/bubblescope-cli" render zbv -o /tmp/zbv.png
inside "$top/bin/bubblescope-cli" render zbv -o /tmp/zbv.pdf
file "$root/tmp/zbv.png" | grep -q 'PNG image' || fail "no PNG"
file "$root/tmp/zbv.pdf" | grep -q 'PDF document' || fail "no PDF"
"$build/app/cli/bubblescope-cli" render zbv -o "$work/zbv.svg"
cmp "$work/zbv.svg" "$root/tmp/zbv.svg" || fail "it draws otherwise than the build"

set_in="HOME=/tmp QT_QPA_PLATFORM=offscreen"
inside "$top/bin/bubblescope" --example --screenshot /tmp/offscreen.png || fail "the window does not open without a display"
file "$root/tmp/offscreen.png" | grep -q 'PNG image' || fail "the window drew nothing"

if command -v Xvfb >/dev/null 2>&1; then
    # Abstract sockets are the network's, so the display is seen from every root.
    Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/number" >"$work/xvfb" 2>&1 &
    display=$!
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        [ -s "$work/number" ] && break
        sleep 1
    done
    set_in="HOME=/tmp QT_QPA_PLATFORM=xcb DISPLAY=:$(cat "$work/number")"
    inside "$top/bin/bubblescope" --example --screenshot /tmp/xcb.png || fail "the window does not open on X"
    file "$root/tmp/xcb.png" | grep -q 'PNG image' || fail "the window drew nothing on X"
else
    echo "There is no Xvfb here, so its window on X was left out."
fi
ls "$root$top/share/doc/libraries" | grep -q '^libqt6core' || fail "Qt's license is missing"
du -h "$archive" | cut -f 1
