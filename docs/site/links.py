# SPDX-License-Identifier: Apache-2.0
"""Follows the links of a site within it."""

from __future__ import annotations

import os
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Reader(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src", "srcset") and value is not None:
                self.links.append(value)
            elif name == "id" and value:
                self.anchors.add(value)


def _pages(out: Path) -> dict[str, _Reader]:
    return {str(path.relative_to(out)): _Reader(path.read_text()) for path in sorted(out.rglob("*.html"))}


def count(out: Path) -> int:
    return sum(len(page.links) for page in _pages(out).values())


def dead(out: Path) -> list[str]:
    """A line for each link that leads nowhere. Other sites are not asked."""
    pages = _pages(out)
    found = []
    for name, page in pages.items():
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(name), unquote(parts.path))) if parts.path else name
            if not (out / target).is_file():
                found.append(f"{name}: {link} is not there")
            elif parts.fragment and unquote(parts.fragment) not in (pages[target].anchors if target in pages else ()):
                found.append(f"{name}: {link}: {target} has no such place")
    return found
