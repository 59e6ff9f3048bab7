#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fails if a source departs from .clang-format.
set -eu
cd "$(dirname "$0")/../.."
command -v clang-format >/dev/null || { echo "clang-format is not installed"; exit 77; }
sources=$(find core ui app tests benchmarks -name '*.h' -o -name '*.cpp' | LC_ALL=C sort)
# shellcheck disable=SC2086
clang-format --dry-run --Werror --style=file $sources
