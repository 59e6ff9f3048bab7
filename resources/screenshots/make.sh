#!/bin/sh
# SPDX-License-Identifier: CC0-1.0
# Makes the pictures of the README and the metainfo anew: docs/images/*.png, 1600 × 900, of real windows.
# usage: resources/screenshots/make.sh [BUILD FOLDER]   (after a build with tests)
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${1:-$root/build/release}
program=$build/tests/ui/bubblescope_gallery_tests
if [ ! -x "$program" ]; then
    echo "make.sh: $program is not there: build the target bubblescope_gallery_tests first" >&2
    exit 2
fi
QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 BUBBLESCOPE_SCREENSHOTS="$root/docs/images" "$program" readme_pictures_test everyPictureIsMade
