#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs clang-tidy with the committed checks: tests/tools/tidy.sh BUILD [--all | PATTERN]
# Without a second argument over the sources that differ from the main branch, with --all over every source of the programs,
# with a pattern over those whose path matches it. BUILD is a configured and built folder.
set -eu
cd "$(dirname "$0")/../.."
build=$1
which=${2:-changed}
command -v clang-tidy >/dev/null || { echo "clang-tidy is not installed: no source was looked through." >&2; exit 0; }
git="git -c safe.directory=*"
changed() {
    main=$($git rev-parse -q --verify origin/main || $git rev-parse -q --verify main || $git rev-parse HEAD)
    $git diff --name-only --diff-filter=d "$($git merge-base HEAD "$main")"
    $git ls-files --others --exclude-standard
}
case $which in
    changed) changed | sed 's/\.h$/.cpp/' ;; # a header is looked through with the source of its name
    --all) $git ls-files '*.cpp' ;;
    *) $git ls-files '*.cpp' | grep -E "$which" ;;
esac | grep -E '^(app|core|probe|ui)/.*\.cpp$' | LC_ALL=C sort -u >"$build/tidy.txt" || true

# Each source by itself and with what it includes: no groups, no precompiled headers. moc's outputs are included, too.
[ ! -s "$build/tidy.txt" ] || {
    cmake -S . -B "$build/tidy" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=OFF -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
        -DBUBBLESCOPE_TESTS=OFF -Wno-dev --log-level=ERROR >/dev/null
    ninja -C "$build/tidy" -t targets all | sed -n 's/^\(bubblescope_[a-z]*_autogen\): .*/\1/p' | xargs -r ninja -C "$build/tidy" >/dev/null
}
mkdir -p "$build/tidy"
# What this build does not compile (CUDA, other systems) has no command.
while read -r source; do
    ! grep -qF "\"file\": \"$PWD/$source\"" "$build/tidy/compile_commands.json" || printf '%s\n' "$source"
done <"$build/tidy.txt" >"$build/tidy/sources.txt"
echo "clang-tidy over $(wc -l <"$build/tidy/sources.txt") sources" >&2
xargs -r -P "$(nproc)" -n 1 clang-tidy -quiet -p "$build/tidy" <"$build/tidy/sources.txt" 2>/dev/null
