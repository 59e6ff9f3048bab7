#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Builds the documentation as a site, without a network: docs/site/site.py OUT [--bin FOLDER]

The pages of docs/, a gallery of all schedules, and the reference of the command line and of Python. Every link and anchor is
followed; one that leads nowhere ends it with status 1. FOLDER is where the built programs are (build/release/app). It wants
Python-Markdown (Debian: python3-markdown).
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
try:
    import markdown  # noqa: F401: its absence is told here
except ImportError:
    sys.exit("site.py wants Python-Markdown (Debian: python3-markdown; pip install markdown)")
import gallery
import links
import reference
from pages import ROOT, markdown_pages, write


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path, help="folder to write; what a former run left there is replaced")
    parser.add_argument("--bin", type=Path, default=ROOT / "build/release/app", help="where the built programs are")
    arguments = parser.parse_args()
    out = arguments.out
    if out.exists() and any(out.iterdir()) and not (out / "site.css").exists():
        print(f"{out} holds other files than a site: name another folder", file=sys.stderr)
        return 2
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    programs = [arguments.bin / "cli/bubblescope-cli", arguments.bin / "probe/bubblescope-probe"]
    missing = [str(program) for program in programs if not program.exists()]
    if missing:
        print(f"{' and '.join(missing)} is not there: ./run builds the programs", file=sys.stderr)
        return 2

    pages = markdown_pages(out)
    pages.append(gallery.page(programs[0], out))
    pages.append(reference.command_line(programs))
    pages.append(reference.python())
    files = [page.file for page in pages]
    if len(set(files)) < len(files):
        print(f"two pages have one file: {sorted({file for file in files if files.count(file) > 1})}", file=sys.stderr)
        return 1
    for page in pages:
        write(out, page, pages)
    shutil.copy(Path(__file__).with_name("site.css"), out / "site.css")
    shutil.copy(ROOT / "resources/icons/io.github.bubblescope.Bubblescope.svg", out / "icon.svg")
    dead = links.dead(out)
    for line in dead:
        print(line, file=sys.stderr)
    print(f"{len(pages)} pages, {links.count(out)} links, {len(dead)} of them dead: {out}/index.html")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
