#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# validate.sh desktop|metainfo|xml|flatpak FILE…: what the file's own validator says. 77 = there is none here.
set -eu
kind=$1
shift

need() {
    command -v "$1" >/dev/null 2>&1 && return 0
    echo "There is no $1 here, so nothing was checked: apt-get install $2"
    exit 77
}

case $kind in
    desktop)
        need desktop-file-validate desktop-file-utils
        said=$(desktop-file-validate "$@") || { printf '%s\n' "$said"; exit 1; }
        # Two main categories are meant: profilers and science. It is a hint, not a fault.
        left=$(printf '%s\n' "$said" | grep -v 'hint: .*contains more than one main category' || true)
        ;;
    metainfo)
        need appstreamcli appstream
        said=$(appstreamcli validate --no-net --pedantic --no-color "$@") || { printf '%s\n' "$said"; exit 1; }
        # The id has capitals in all that is installed; what it is called cannot be changed any more.
        left=$(printf '%s\n' "$said" | grep -E '^[EWIP]: ' | grep -v 'cid-contains-uppercase-letter' || true)
        ;;
    xml)
        need xmllint libxml2-utils
        left=$(xmllint --noout "$@" 2>&1) || { printf '%s\n' "$left"; exit 1; }
        ;;
    flatpak)
        need flatpak-builder flatpak-builder
        read=$(flatpak-builder --show-manifest "$1" 2>&1) || { printf '%s\n' "$read"; exit 1; }
        # The program installs what Flatpak looks for by this name.
        left=$(printf '%s\n' "$read" | grep -i 'unknown property' || true)
        printf '%s\n' "$read" | grep -q '"id" : "io.github.bubblescope.Bubblescope"' || left="the manifest has another id: $read"
        ;;
    *)
        echo "validate.sh: unknown kind $kind" >&2
        exit 2
        ;;
esac
[ -z "$left" ] || { printf '%s\n' "$left"; exit 1; }
