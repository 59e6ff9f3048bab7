#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds one test class without the others of its program, and runs it: tests/tools/one.sh NAME [ARGUMENT OF QTTEST…]
# BUILD names the build folder (build/release). Saves compiling a whole folder of tests after a change of a header.
set -eu
cd "$(dirname "$0")/../.."
build=${BUILD:-build/release}
name=$1
shift
object=$(grep -oE "^build tests/[^ ]*_tests\.dir/([^ ]*/)?$name\.cpp\.o:" "$build/build.ninja" | sed 's/^build //; s/:$//' | head -n 1)
[ -n "$object" ] || { echo "one.sh: no test $name in $build" >&2; exit 2; }
program=${object#*CMakeFiles/}
program=${program%%.dir/*}
folder=${object%%/CMakeFiles/*}
# Every object of the program but those of other test classes, in its own link command.
link=$(ninja -C "$build" -t commands "$folder/$program" | tail -n 1)
others=$(grep -lE '^BUBBLESCOPE_TEST|TestRegistration testRegistration' "$folder"/*.cpp "$folder"/*/*.cpp 2>/dev/null |
    grep -vF "/$name.cpp" | grep -v '\*' | sed "s|^$folder/|$folder/CMakeFiles/$program.dir/|; s|\$|.o|")
link=$(printf '%s\n' "$others" | awk -v link="$link" -v from="$folder/$program" -v to="$folder/one_$name" '
    { drop[$0] = 1 }
    END {
        count = split(link, words, " ")
        for (i = 1; i <= count; ++i)
            if (!(words[i] in drop)) printf "%s ", words[i] == from ? to : words[i]
    }')
# shellcheck disable=SC2046,SC2086
ninja -C "$build" $(printf '%s\n' $link | grep -E '\.(o|a)$' | grep -v '^/') >&2
(cd "$build" && sh -c "$link")
QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen} LC_ALL=C.UTF-8 LANGUAGE='' XDG_CONFIG_HOME="$(realpath "$build")/test-config" \
    exec "$build/$folder/one_$name" "$name" "$@"
