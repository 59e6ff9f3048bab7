#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# make_portable.sh BUILD [OUT]: a folder with the window, the command line, the probe and all libraries that they use but the C
# library, packed as OUT (bubblescope-VERSION-linux-MACHINE.tar.xz; with another ending as tar takes it, .tar.gz is made
# fastest). It runs from wherever it is unpacked, on systems whose glibc is not older than this one's. Two runs with the same
# SOURCE_DATE_EPOCH give the same bytes. It wants patchelf.
set -eu
[ $# -ge 1 ] || { sed -n 's/^# //; 3,6p' "$0" >&2; exit 2; }
build=$(cd "$1" && pwd)
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=bubblescope-$version-linux-$(uname -m)
out=${2:-$name.tar.xz}
for tool in patchelf ldd; do
    command -v "$tool" >/dev/null 2>&1 || { echo "make_portable.sh: $tool is not there: apt-get install $tool" >&2; exit 2; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
top=$work/$name

for component in bubblescope-cli bubblescope; do
    cmake --install "$build" --prefix "$top" --component "$component" --strip >"$work/log" || { cat "$work/log" >&2; exit 1; }
done

# What Qt opens by itself: windows on X and Wayland and none at all, keyboards, pictures.
plugins=${QT_PLUGINS:-$(qtpaths6 --query QT_INSTALL_PLUGINS 2>/dev/null || qmake6 -query QT_INSTALL_PLUGINS)}
for plugin in platforms/libqxcb platforms/libqoffscreen platforms/libqwayland-generic platforminputcontexts/libcomposeplatforminputcontextplugin \
    platforminputcontexts/libibusplatforminputcontextplugin imageformats/libqsvg imageformats/libqjpeg iconengines/libqsvgicon \
    platformthemes/libqxdgdesktopportal wayland-shell-integration/libxdg-shell wayland-decoration-client/libbradient; do
    [ -f "$plugins/$plugin.so" ] || continue # Wayland's are a package of their own
    mkdir -p "$top/lib/plugins/${plugin%/*}"
    cp "$plugins/$plugin.so" "$top/lib/plugins/$plugin.so"
done
[ -f "$top/lib/plugins/platforms/libqxcb.so" ] || { echo "make_portable.sh: Qt's plugins are not in $plugins" >&2; exit 1; }
translations=$(qtpaths6 --query QT_INSTALL_TRANSLATIONS 2>/dev/null || qmake6 -query QT_INSTALL_TRANSLATIONS)
mkdir -p "$top/share/qt6/translations"
cp "$translations"/qtbase_zh_CN.qm "$top/share/qt6/translations/" 2>/dev/null || true
for folder in bin libexec/bubblescope; do
    printf '[Paths]\nPrefix = %s\nPlugins = lib/plugins\nTranslations = share/qt6/translations\n' "$(echo "$folder" | sed 's|[^/]*|..|g')" \
        >"$top/$folder/qt.conf"
done

programs="$top/bin/bubblescope $top/bin/bubblescope-cli $top/bin/bubblescope-probe $top/libexec/bubblescope/bubblescope-cli"
# The C library belongs to the system's kernel, loader and names of hosts; all else comes along.
# shellcheck disable=SC2086
find "$top/lib/plugins" -name '*.so' -exec ldd $programs {} + | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u |
    grep -vE '/(ld-linux[^/]*|lib(c|m|dl|rt|pthread|resolv|util|nsl|anl|nss_[a-z]+))\.so' >"$work/libraries"
while read -r library; do
    cp -L "$library" "$top/lib/"
done <"$work/libraries"
chmod 755 "$top"/lib/*.so*
for file in "$top"/lib/*.so*; do patchelf --set-rpath '$ORIGIN' "$file"; done
find "$top/lib/plugins" -name '*.so' -exec patchelf --set-rpath '$ORIGIN/../..' {} +
patchelf --set-rpath '$ORIGIN/../lib' "$top/bin/bubblescope" "$top/bin/bubblescope-cli" "$top/bin/bubblescope-probe"
patchelf --set-rpath '$ORIGIN/../../lib' "$top/libexec/bubblescope/bubblescope-cli"

# The licenses of what came along, by Debian's packages.
mkdir -p "$top/share/doc/libraries"
if command -v dpkg-query >/dev/null 2>&1; then
    while read -r library; do
        real=$(readlink -f "$library")
        dpkg-query --search "$real" "${real#/usr}" 2>/dev/null || true
    done <"$work/libraries" | sed 's/[:,].*//' | sort -u | while read -r package; do
        [ ! -f "/usr/share/doc/$package/copyright" ] || cp -L "/usr/share/doc/$package/copyright" "$top/share/doc/libraries/$package.txt"
    done
fi
cat >"$top/README.txt" <<TEXT
Bubblescope $version, with all that it needs but glibc and fonts.

  bin/bubblescope        the window
  bin/bubblescope-cli    the command line
  bin/bubblescope-probe  measures or estimates a model's times

Leave the folders together; they can be anywhere. Licenses are in share/doc.
TEXT

case $out in /*) ;; *) out=$PWD/$out ;; esac
export XZ_OPT="${XZ_OPT:--6 -T2}"
tar --create --auto-compress --file "$out" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" --directory "$work" "$name"
echo "$out"
