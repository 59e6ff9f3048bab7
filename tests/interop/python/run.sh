#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# from_torch() and measure() of the Python package on PyTorch itself: run.sh SOURCE CLI VENV FOLDER. FOLDER is where the test
# python_wheel keeps the wheel and its environment; they are made if they are not there. 77 = no PyTorch, or no wheel.
set -eu
source=$1
cli=$2
python=${BUBBLESCOPE_INTEROP_PYTHON:-$3/bin/python}
folder=$4
if ! "$python" -c 'import torch.distributed.pipelining' >/dev/null 2>&1; then
    echo "Skipped: $python has no PyTorch. ./test --interop installs it."
    exit 77
fi
[ -x "$folder/clean/bin/python" ] || "$source/tests/python/check_wheel.sh" "$source" "$cli" "$folder" "$python"
export BUBBLESCOPE_CLI="$cli" BUBBLESCOPE_SOURCE="$source" BUBBLESCOPE_WHEEL=none PYTHONPATH="$source/tests/python" GLOO_SOCKET_IFNAME=lo
BUBBLESCOPE_TORCH_SITE=$("$python" -c 'import pathlib, torch; print(pathlib.Path(torch.__file__).parents[1])')
export BUBBLESCOPE_TORCH_SITE
cd "$folder" # not where the sources are
exec "$folder/clean/bin/python" -B -W ignore::UserWarning -m unittest --verbose test_torch test_measure
