#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Copies the headers that the probe needs from this machine's packages (libfmt-dev, libexpected-dev,
# nlohmann-json3-dev, libcli11-dev) into a folder, for a machine that has a compiler, CMake and CUDA and nothing
# else: collect_deps.sh DIR
set -eu
[ $# -eq 1 ] || { echo "usage: $0 DIR" >&2; exit 2; }
include=${INCLUDE:-/usr/include}
mkdir -p "$1"
for folder in fmt tl nlohmann CLI; do
    [ -d "$include/$folder" ] || { echo "$include/$folder is missing: install libfmt-dev libexpected-dev nlohmann-json3-dev libcli11-dev" >&2; exit 1; }
    rm -rf "${1:?}/$folder"
    cp -rL "$include/$folder" "$1/$folder"
done
du -sh "$1"
