#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy with the committed checks over every source of a build folder: tests/tools/tidy.sh [BUILD] [PATTERN]
set -eu
cd "$(dirname "$0")/../.."
build=${1:-build/release}
pattern=${2:-^(core|app|ui)/}
git ls-files '*.cpp' | grep -E "$pattern" | xargs -P "$(nproc)" -n 4 clang-tidy -quiet -p "$build" 2>/dev/null
