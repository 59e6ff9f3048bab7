#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# What ./run and ./test say and ask before they install packages. The commands that would install or build are
# replaced by ones that only note that they were called: check_questions.sh PROJECT-FOLDER. 77 = cannot be checked here.
set -eu
project=$1
command -v script >/dev/null 2>&1 || { echo "There is no script(1) here, so nothing was checked."; exit 77; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir "$place/bin"
calls=$place/calls

fake() {
    printf '#!/bin/sh\n%s\n' "$2" >"$place/bin/$1"
    chmod +x "$place/bin/$1"
}
fake dpkg-query 'exit 1' # nothing is installed
fake apt-get 'echo "apt-get $*" >>"$CALLS"'
fake id 'echo 1000'
fake sudo 'echo "sudo $*" >>"$CALLS"'
fake cmake 'echo "cmake $*" >>"$CALLS"; [ "$1" != --build ]'
PATH=$place/bin:$PATH
CALLS=$calls
export PATH CALLS

fail() {
    echo "$1" >&2
    echo "--- said:" >&2
    cat "$place/said" >&2
    exit 1
}

# COMMAND, with ANSWER typed at a terminal; what it says is in $place/said, what it calls in $calls.
at_terminal() {
    : >"$calls"
    printf '%s\n' "$2" | script -qec "$1" /dev/null >"$place/said" 2>&1 || true
}

for program in run test; do
    command="sh '$project/$program'"
    : >"$calls"
    sh "$project/$program" </dev/null >"$place/said" 2>&1 || true
    grep -q "missing and will be installed by apt-get: .*cmake" "$place/said" || fail "$program does not say what it installs"
    grep -q "Install them now" "$place/said" && fail "$program asks where there is no terminal"
    grep -q "^sudo .*apt-get install .*ninja-build" "$calls" || fail "$program does not install without a terminal"

    at_terminal "$command" n
    grep -q "Install them now" "$place/said" || fail "$program does not ask"
    grep -q "Nothing was installed" "$place/said" || fail "$program does not say that it installed nothing"
    [ ! -s "$calls" ] || fail "$program goes on after a no"

    at_terminal "$command" ""
    grep -q "^sudo .*apt-get install" "$calls" || fail "$program does not install after Enter"

    at_terminal "$command --yes" n
    grep -q "Install them now" "$place/said" && fail "$program asks in spite of --yes"
    grep -q "^sudo .*apt-get install" "$calls" || fail "$program does not install with --yes"
    grep -q "^cmake --build" "$calls" || fail "$program does not build after installing"
    case $program in
        run) for target in bubblescope bubblescope-cli bubblescope-probe; do
            grep -q "^cmake --build.* $target\( \|$\)" "$calls" || fail "run does not build $target"
        done ;;
    esac
done
