#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fails if a source departs from .clang-format.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format >/dev/null || { echo "clang-format is not installed"; exit 77; }
find app benchmarks core probe tests ui -name '*.h' -o -name '*.cpp' -o -name '*.cu' -o -name '*.cuh' | LC_ALL=C sort |
    xargs -P "$(nproc)" -n 40 clang-format --dry-run --Werror --style=file
