#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# A build of the probe alone (BUBBLESCOPE_TRACES=OFF) has a few folders of the core: these, the probe and its program
# include nothing of the others. Prints what does, and ends with 1. check_small_core.sh [ROOT]
set -eu
cd "${1:-$(dirname "$0")/../..}"
folders=$(sed -n '/^if(NOT BUBBLESCOPE_TRACES)$/,/^endif()$/s/^ *set(folders \([a-z ]*\)).*/\1/p' core/CMakeLists.txt)
[ -n "$folders" ] || { echo "core/CMakeLists.txt does not say which folders a build without traces has" >&2; exit 1; }
known=$(echo $folders | tr ' ' '|')
set --
for folder in $folders; do set -- "$@" "core/$folder"; done
found=$(grep -rnE --include='*.h' --include='*.cpp' --include='*.cu' --include='*.cuh' '^#include "(core|ui)/' "$@" probe app/probe |
    grep -vE ":#include \"core/($known)/" || true)
[ -z "$found" ] || { echo "not in a build without traces, which has core/{$known}:"; echo "$found"; exit 1; }
