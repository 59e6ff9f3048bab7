#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Perfetto's own reader of what is written: run.sh CLI ENVIRONMENT, the virtual environment of ./test --interop.
set -eu
if [ ! -x "$2/bin/python" ]; then
    echo "$2 is missing, so Perfetto's reader is NOT tried: ./test --interop makes it"
    exit 77
fi
exec "$2/bin/python" "$(dirname "$0")/read_trace.py" "$1"
