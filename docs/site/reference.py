# SPDX-License-Identifier: Apache-2.0
"""References: of the command line, as the programs print it, and of Python, from the package's own docstrings."""

from __future__ import annotations

import ast
import html
import re
import subprocess
from pathlib import Path

from pages import ROOT, Page, render


def help_of(program: Path, *command: str) -> str:
    return subprocess.run([str(program), *command, "--help"], check=True, capture_output=True, text=True).stdout.strip()


def commands_of(text: str) -> list[str]:
    listed = re.search(r"^Subcommands:\n((?:  .*\n?)+)", text, re.MULTILINE)
    return re.findall(r"^  (\S+)", listed.group(1), re.MULTILINE) if listed else []


def command_line(programs: list[Path]) -> Page:
    index, parts = [], []
    for program in programs:
        top = help_of(program)
        sections = [(program.name, top)]
        # `probe` only starts the other program.
        sections += [(f"{program.name} {name}", help_of(program, name)) for name in commands_of(top) if name != "probe"]
        for level, (name, text) in enumerate(sections):
            anchor = name.removeprefix("bubblescope-cli ").replace(" ", "-")
            tag = "h3" if level else "h2"
            index.append(f'<li><a href="#{anchor}">{html.escape(name)}</a></li>')
            parts.append(f'<{tag} id="{anchor}">{html.escape(name)}</{tag}>\n<pre class="help">{html.escape(text)}</pre>')
    body = f'<h1>The command line</h1>\n<p>What <code>--help</code> prints.</p>\n<ul class="index">{"".join(index)}</ul>\n{"".join(parts)}'
    return Page("command-line", "command-line.html", "The command line", body)


def docstring(node: ast.AST) -> str:
    text = ast.get_docstring(node) or ""
    text = re.sub(r":\w+:`~?\.?([^`]+)`", r"`\1`", text)
    # A star is one of Megatron's layouts or of a call, never emphasis.
    text = re.sub(r"(`[^`]*`)|\*", lambda found: found.group(1) or r"\*", text)
    # Examples are what a session shows; Markdown wants them as code.
    blocks = re.split(r"\n\s*\n", text)
    return render("\n\n".join(f"```\n{block}\n```" if block.startswith(">>> ") else block for block in blocks))


def signature(node: ast.FunctionDef) -> str:
    arguments = re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args))
    gives = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"({arguments}){gives}"


def decorators(node: ast.FunctionDef) -> set[str]:
    return {ast.unparse(decorator).split("(")[0] for decorator in node.decorator_list}


def function(node: ast.FunctionDef, name: str, anchor: str, level: str) -> str:
    of = "" if decorators(node) & {"property", "functools.cached_property", "cached_property"} else signature(node)
    return f'<{level} id="{anchor}"><code>{html.escape(name)}</code></{level}>\n<pre class="signature">{html.escape(name + of)}</pre>\n{docstring(node)}'


def fields(node: ast.ClassDef) -> str:
    found = [one for one in node.body if isinstance(one, ast.AnnAssign) and not ast.unparse(one.target).startswith("_")]
    if not found:
        return ""
    rows = "".join(f"<li><code>{html.escape(ast.unparse(one))}</code></li>" for one in found)
    return f"<ul>{rows}</ul>"


def class_text(node: ast.ClassDef) -> str:
    parts = [f'<h2 id="{node.name}"><code>{node.name}</code></h2>', docstring(node), fields(node)]
    for member in node.body:
        if isinstance(member, ast.FunctionDef) and not member.name.startswith("_") and "overload" not in decorators(member):
            parts.append(function(member, f"{node.name}.{member.name}", f"{node.name}.{member.name}", "h3"))
        elif isinstance(member, ast.FunctionDef) and member.name == "__init__":
            parts.append(f'<pre class="signature">{html.escape(node.name + signature(member))}</pre>{docstring(member)}')
    return "\n".join(parts)


def python() -> Page:
    package = ROOT / "python/bubblescope"
    top = ast.parse((package / "__init__.py").read_text())
    names = next(ast.literal_eval(one.value) for one in top.body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "__all__")
    defined: dict[str, ast.AST] = {}
    for path in sorted(package.glob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                defined.setdefault(node.name, node)
    shown = [name for name in names if name in defined]
    calls = [name for name in shown if isinstance(defined[name], ast.FunctionDef)]
    classes = [name for name in shown if isinstance(defined[name], ast.ClassDef)]
    parts = [function(defined[name], name, name, "h2") for name in calls] + [class_text(defined[name]) for name in classes]
    index = "".join(f'<li><a href="#{name}"><code>{name}</code></a></li>' for name in calls + classes)
    body = (
        "<h1>Python reference</h1>\n" + docstring(top)
        + '<p>How the calls are used: <a href="python.html">Python</a>.</p>\n' + f'<ul class="index">{index}</ul>\n' + "\n".join(parts)
    )  # fmt: skip
    return Page("python-reference", "python-reference.html", "Python reference", body)
