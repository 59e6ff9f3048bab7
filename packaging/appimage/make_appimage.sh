#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make_appimage.sh BUILD [OUT]: an AppImage of the window out of a finished build folder. It wants linuxdeploy and its
# Qt plugin in PATH (https://github.com/linuxdeploy); nothing is fetched here. Build on the oldest system that the
# AppImage is to run on.
set -eu
[ $# -ge 1 ] || { sed -n 's/^# //; 3,5p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
out=${2:-Bubblescope-$(uname -m).AppImage}
id=io.github.bubblescope.Bubblescope
for tool in linuxdeploy linuxdeploy-plugin-qt; do
    command -v "$tool" >/dev/null 2>&1 || { echo "make_appimage.sh: $tool is not in PATH" >&2; exit 2; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

DESTDIR="$folder" cmake --install "$build" --prefix /usr --strip
# A machine without Wayland's or X's plugin of its own Qt needs both from here.
EXTRA_PLATFORM_PLUGINS="libqwayland-generic.so;libqoffscreen.so" QMAKE="${QMAKE:-qmake6}" LDAI_OUTPUT="$out" \
    linuxdeploy --appdir "$folder" --plugin qt --output appimage \
    --executable "$folder/usr/bin/bubblescope" \
    --deploy-deps-only "$folder/usr/bin/bubblescope-cli" \
    --deploy-deps-only "$folder/usr/bin/bubblescope-probe" \
    --deploy-deps-only "$folder/usr/libexec/bubblescope/bubblescope-cli" \
    --desktop-file "$folder/usr/share/applications/$id.desktop" \
    --icon-file "$folder/usr/share/icons/hicolor/256x256/apps/$id.png"
echo "$out"
