#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Has releases of PyTorch run what the command line writes in their words: run_releases.sh CLI FOLDER RELEASE…
# Each is installed from PyPI into FOLDER and removed when it is done, so that one of them at a time takes its 6 GB; one that is
# there (FOLDER/pytorch-RELEASE) is used and stays.
set -eu
root=$(cd "$(dirname "$0")/../../.." && pwd)
. "$root/cmake/packages.sh"
cli=$1
folder=$2
shift 2
told=$(mktemp)
trap 'rm -f "$told"' EXIT
failed=
for release in "$@"; do
    environment=$folder/pytorch-$release
    kept=yes
    [ -d "$environment" ] || kept=
    # NumPy: the older ones warn without it at every import.
    if ! install_pytorch "$environment" "torch==$release.*" numpy; then
        echo "PyTorch $release: could not be installed" >>"$told"
        failed=yes
        continue
    fi
    say "PyTorch $release"
    log=$folder/pytorch-$release.log
    "$root/tests/interop/pytorch/run.sh" "$cli" "$environment" >"$log" 2>&1 || { failed=yes; cat "$log"; }
    grep '^PyTorch 2' "$log" >>"$told" || echo "PyTorch $release: ended without a result, see $log" >>"$told"
    [ -n "$kept" ] || rm -rf "$environment"
done
cat "$told"
[ -z "$failed" ]
