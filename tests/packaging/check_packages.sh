#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_packages.sh CPACK BUILD: the packages, made twice, are the same bytes, and hold and want what they should.
# Nothing is compiled, and packed with gzip, which is faster than the xz of releases. 77 = there is no dpkg here.
set -eu
cpack=$1
build=$2
command -v dpkg-shlibdeps >/dev/null 2>&1 || { echo "There is no dpkg-shlibdeps here: apt-get install dpkg-dev"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=1763769600 TZ=UTC LC_ALL=C.UTF-8 # 2025-11-22

fail() {
    echo "$*"
    exit 1
}

for turn in first second; do
    "$cpack" --config "$build/CPackConfig.cmake" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip -B "$work/$turn" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    (cd "$work/$turn" && sha256sum ./*.deb ./*.tar.gz) >"$work/$turn.sums"
done
diff -u "$work/first.sums" "$work/second.sums" || fail "packages of the same build differ"

cd "$work/first"
cli=$(echo bubblescope-cli_*.deb)
window=$(echo bubblescope_*.deb)
[ -f "$cli" ] && [ -f "$window" ] || fail "packages are missing: $(ls)"
field() { dpkg-deb --field "$1" "$2"; }

field "$cli" Depends | grep -q libfmt || fail "the command line's package wants no libfmt: $(field "$cli" Depends)"
! field "$cli" Depends | grep -qi qt || fail "the command line's package wants Qt: $(field "$cli" Depends)"
field "$window" Depends | grep -q libqt6widgets6 || fail "the window's package does not want Qt"
version=$(field "$window" Version)
field "$window" Depends | grep -q "bubblescope-cli (= $version)" || fail "the window's package does not want its command line"
field "$window" Recommends | grep -q 'qt6-wayland, qt6-translations-l10n' || fail "no Recommends"
field "$cli" Description | head -n 1 | grep -q 'command line$' || fail "the summary is not the package's own"
for package in "$cli" "$window"; do
    name=$(field "$package" Package)
    [ -n "$(field "$package" Maintainer)" ] && [ "$(field "$package" Section)" = science ] || fail "$name: fields"
    dpkg-deb --extract "$package" "$work/$name"
    dpkg-deb --control "$package" "$work/$name-control"
    (cd "$work/$name" && md5sum --quiet --check "$work/$name-control/md5sums") || fail "$name: md5sums"
    listed=$(wc -l <"$work/$name-control/md5sums")
    [ "$listed" = "$(find "$work/$name" -type f | wc -l)" ] || fail "$name: md5sums are not of every file"
    [ -f "$work/$name/usr/share/doc/$name/copyright" ] || fail "$name: copyright"
    gzip -dc "$work/$name/usr/share/doc/$name/changelog.gz" | grep -q "^bubblescope ($version)" || fail "$name: changelog"
    dpkg-deb --contents "$package" | awk '$2 != "root/root" { print; bad = 1 } END { exit bad }' || fail "$name: owners"
    dpkg-deb --contents "$package" | awk '$4 != "2025-11-22" { print; bad = 1 } END { exit bad }' || fail "$name: dates"
done
for program in "$work/bubblescope/usr/bin/bubblescope" "$work/bubblescope-cli/usr/bin/bubblescope-cli" \
    "$work/bubblescope-cli/usr/bin/bubblescope-probe"; do
    [ -x "$program" ] || fail "$program is missing"
    gzip -t "${program%/bin/*}/share/man/man1/${program##*/}.1.gz" || fail "$program: manual page"
done
tar -tzf ./*.tar.gz | grep -q '/bin/bubblescope$' || fail "the archive has no window"

if command -v lintian >/dev/null 2>&1; then
    # No one asked Debian for these packages in its bug tracker.
    said=$(lintian --no-tag-display-limit --allow-root --fail-on none \
        --suppress-tags initial-upload-closes-no-bugs "$cli" "$window" 2>&1 | grep -E '^[EW]: ' || true)
    [ -z "$said" ] || fail "$said"
else
    echo "There is no lintian here, which was left out."
fi
