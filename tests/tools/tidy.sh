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

# g++'s precompiled headers are nothing to clang; sources include what they use, so that they are left out.
mkdir -p "$build/tidy"
sed -E 's/ -Winvalid-pch| -include [^ ]*cmake_pch\.hxx//g' "$build/compile_commands.json" >"$build/tidy/compile_commands.json"
# What this build does not compile (CUDA, other systems) has no command.
while read -r source; do
    ! grep -qF "\"file\": \"$PWD/$source\"" "$build/compile_commands.json" || printf '%s\n' "$source"
done <"$build/tidy.txt" >"$build/tidy/sources.txt"
echo "clang-tidy over $(wc -l <"$build/tidy/sources.txt") sources" >&2
xargs -r -P "$(nproc)" -n 1 clang-tidy -quiet -p "$build/tidy" <"$build/tidy/sources.txt" 2>/dev/null
