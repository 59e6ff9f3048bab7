# SPDX-License-Identifier: Apache-2.0
"""Pages: the Markdown of the repository as HTML, and the frame around every page."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import markdown

ROOT = Path(__file__).resolve().parents[2]
SOURCE_URL = re.search(r'HOMEPAGE_URL "([^"]+)"', (ROOT / "CMakeLists.txt").read_text()).group(1)
VERSION = re.search(r"project\(Bubblescope VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)

#: The pages of the menu by group; a page of docs/ that is in none is put into the last.
GROUPS = {
    "Start": ["README.md", "gallery", "docs/python.md", "docs/python.ipynb", "docs/keys.md", "docs/words.md"],
    "Reference": ["command-line", "python-reference", "docs/schedules.md", "docs/cost-model.md", "docs/file-formats.md",
                  "docs/layouts.md", "docs/reproduced.md"],
    "Guides": ["docs/page.md", "docs/search.md", "docs/sweeps.md", "docs/compare.md", "docs/profiles.md", "docs/predictions.md", "docs/slowdown.md",
               "docs/step-phases.md", "docs/probe.md", "docs/probe-results.md", "docs/charts.md", "docs/timeline.md",
               "docs/modes.md", "docs/session.md"],
    "Developers": ["CONTRIBUTING.md", "docs/architecture.md", "docs/testing.md", "docs/packaging.md", "docs/dependencies.md",
                   "CHANGELOG.md"],
}  # fmt: skip


@dataclass
class Page:
    """One page: where it comes from, its file below the site's root, its title and its body as HTML."""

    source: str
    file: str
    title: str
    body: str


def slug(text: str, separator: str = "-") -> str:
    """The anchor that forges give a heading, so that links work in both places."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", separator)


def converter() -> markdown.Markdown:
    return markdown.Markdown(
        extensions=["tables", "fenced_code", "toc", "sane_lists"], extension_configs={"toc": {"slugify": slug}}, tab_length=2
    )


def with_tables_that_scroll(body: str) -> str:
    return body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")


def with_blocks_of_lists(text: str) -> tuple[str, list[str]]:
    """Gives a list an empty line before it, as Python-Markdown wants, and puts marks for fenced code within items, which it does not know."""
    lines: list[str] = []
    codes: list[str] = []
    fence: str | None = None
    for line in text.split("\n"):
        marked = re.match(r"( *)```", line)
        if fence is None and marked:
            fence = marked[1]
            if fence:
                codes.append("")
            lines.append("" if fence else line)
        elif fence is None:
            if re.match(r"([-*]|\d+\.) ", line) and lines and lines[-1].strip():
                # Within a list the nearest of an empty line and an item is an item.
                before = next((one for one in reversed(lines) if not one.strip() or re.match(r"([-*]|\d+\.) ", one)), "")
                if not before.strip():
                    lines.append("")
            lines.append(line)
        elif marked and marked[1] == fence:
            lines += [f"{fence}CODE{len(codes) - 1}EDOC", ""] if fence else [line]
            fence = None
        elif fence:
            codes[-1] += line.removeprefix(fence) + "\n"
        else:
            lines.append(line)
    return "\n".join(lines), codes


def render(text: str) -> str:
    text, codes = with_blocks_of_lists(text)
    body = converter().convert(text)
    for number, code in enumerate(codes):
        block = f"<pre><code>{html.escape(code, quote=False)}</code></pre>"
        body = re.sub(rf"<p>\s*CODE{number}EDOC\s*</p>|CODE{number}EDOC", lambda _, block=block: block, body)
    # In a cell of a table a bar of code is written with a backslash.
    body = re.sub(r"<td[^>]*>.*?</td>", lambda cell: cell.group().replace("\\|", "|"), body, flags=re.DOTALL)
    return with_tables_that_scroll(body)


def title_of(text: str, default: str) -> str:
    found = re.search(r"^# (.+)$", text, re.MULTILINE)
    return found.group(1).replace("`", "") if found else default


def file_of(source: str) -> str:
    """docs/a/b.md is a/b.html, README.md is the first page."""
    if source == "README.md":
        return "index.html"
    if source.endswith(".ipynb"):
        return "notebook.html"  # the page of that name is another
    return re.sub(r"\.md$", ".html", source.removeprefix("docs/")).replace("CONTRIBUTING", "contributing")


def notebook(path: Path) -> str:
    parts = []
    for cell in json.loads(path.read_text())["cells"]:
        text = "".join(cell["source"])
        parts.append(render(text) if cell["cell_type"] == "markdown" else f"<pre><code>{html.escape(text)}</code></pre>")
    return "\n".join(parts)


def sources() -> list[str]:
    roots = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"]
    below = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "docs").rglob("*.md"))
    return [*roots, *below, "docs/python.ipynb"]


def markdown_pages(out: Path) -> list[Page]:
    """All pages; pictures that they show are copied."""
    known = {source: file_of(source) for source in sources()}
    pages = []
    for source, file in known.items():
        path = ROOT / source
        if path.suffix == ".ipynb":
            title, body = "A notebook", notebook(path)
        else:
            text = path.read_text()
            title, body = title_of(text, path.stem), render(text)
        pages.append(Page(source, file, title, with_links_of_site(body, source, file, known, out)))
    return pages


def with_links_of_site(body: str, source: str, file: str, known: dict[str, str], out: Path) -> str:
    """Links between pages stay in the site, pictures are copied, other files of the repository are those of its home page."""

    def replaced(match: re.Match[str]) -> str:
        attribute, link = match.group(1), html.unescape(match.group(2))
        if re.match(r"[a-z]+:|#", link):
            return match.group(0)
        path, _, anchor = link.partition("#")
        target = os.path.normpath(os.path.join(os.path.dirname(source), path))
        if target in known:
            to = os.path.relpath(known[target], os.path.dirname(file) or ".") + (f"#{anchor}" if anchor else "")
        elif Path(target).suffix in {".png", ".svg"}:
            (out / "images").mkdir(exist_ok=True)
            shutil.copy(ROOT / target, out / "images" / Path(target).name)
            to = os.path.relpath(f"images/{Path(target).name}", os.path.dirname(file) or ".")
        elif (ROOT / target).exists():
            to = f"{SOURCE_URL}/tree/main/{target}"
        else:
            to = link  # the check names it
        return f'{attribute}="{html.escape(to)}"'

    return re.sub(r'\b(href|src)="([^"]*)"', replaced, body)


def menu(current: Page, pages: list[Page]) -> str:
    by_source = {page.source: page for page in pages}
    grouped = {source for group in GROUPS.values() for source in group}
    rest = [page.source for page in pages if page.source not in grouped]
    parts = []
    for name, group in GROUPS.items():
        wanted = group + (rest if name == "Developers" else [])
        items = []
        for page in (by_source[source] for source in wanted):
            here = ' aria-current="page"' if page is current else ""
            to = os.path.relpath(page.file, os.path.dirname(current.file) or ".")
            title = "Overview" if page.file == "index.html" else page.title
            items.append(f'<li><a href="{html.escape(to)}"{here}>{html.escape(title)}</a></li>')
        is_open = " open" if current.source in wanted or name != "Developers" else ""
        parts.append(f"<details{is_open}><summary>{name}</summary><ul>{''.join(items)}</ul></details>")
    return "".join(parts)


def write(out: Path, page: Page, pages: list[Page]) -> None:
    up = os.path.relpath(".", os.path.dirname(page.file) or ".")
    path = out / page.file
    path.parent.mkdir(parents=True, exist_ok=True)
    title = "Bubblescope" if page.file == "index.html" else f"{page.title} · Bubblescope"
    path.write_text(f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(title)}</title>
<link rel="icon" href="{up}/icon.svg">
<link rel="stylesheet" href="{up}/site.css">
<header><a class="brand" href="{up}/index.html"><img src="{up}/icon.svg" alt="" width="24" height="24">Bubblescope</a>
<a href="{up}/gallery.html">Schedules</a><a href="{up}/command-line.html">Command line</a><a href="{up}/python.html">Python</a></header>
<div class="page">
<main>
{page.body}
<footer>Bubblescope {VERSION}</footer>
</main>
<nav aria-label="Pages">{menu(page, pages)}</nav>
</div>
</html>
""")
