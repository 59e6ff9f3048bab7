#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Brings the translations in line with the texts of the sources: resources/translations/update.sh [FILE.ts…]
# New texts come in as unfinished, texts that are gone go out. Without FILE every language of this folder.
# What lupdate could not make sense of is printed, and ends in failure: such a text is never found at run time.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
lupdate=
for candidate in /usr/lib/qt6/bin/lupdate lupdate6 lupdate; do
    command -v "$candidate" >/dev/null 2>&1 && { lupdate=$candidate; break; }
done
[ -n "$lupdate" ] || { echo "lupdate is missing: install qt6-l10n-tools" >&2; exit 77; }
[ $# -gt 0 ] || set -- "$here"/bubblescope_*.ts
said=$(mktemp)
trap 'rm -f "$said"' EXIT
for file in "$@"; do
    only=
    case $(basename "$file") in
        bubblescope_en.ts) only=-pluralonly ;;
    esac
    # No line numbers: they would change with every edit and clash in every merge.
    # shellcheck disable=SC2086
    "$lupdate" $only -disable-heuristic sametext -disable-heuristic similartext -disable-heuristic number -I "$root" -locations none -no-obsolete -source-language en "$root/ui" "$here/core_texts.h" -ts "$file" >>"$said" 2>&1
done
grep -v -e '^Updating' -e '^Scanning' -e '^Stripping' -e '^ *Found' -e '^ *Removed' -e '^ *Kept' "$said" >&2 && exit 1
grep -e '^ *Found' "$said"
for file in "$@"; do
    unfinished=$(grep -c 'type="unfinished"' "$file" || true)
    [ "$unfinished" = 0 ] || echo "$file: $unfinished unfinished"
done
