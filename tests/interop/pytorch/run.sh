#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Has PyTorch run what the command line writes: run.sh CLI VENV [OPTION…]
# BUBBLESCOPE_INTEROP_PYTHON names another Python that has torch.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cli=$1
python=${BUBBLESCOPE_INTEROP_PYTHON:-$2/bin/python}
shift 2
if ! "$python" -c 'import torch.distributed.pipelining' >/dev/null 2>&1; then
    echo "Skipped: $python has no PyTorch. ./test --interop installs it."
    exit 77
fi
# NumPy is not needed; PyTorch warns that it is not there.
exec "$python" -B -W ignore::UserWarning "$here/run_schedules.py" --cli "$cli" "$@"
