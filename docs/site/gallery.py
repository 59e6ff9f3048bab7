# SPDX-License-Identifier: Apache-2.0
"""The gallery: every schedule with its picture in both themes, the formulas that hold for it, and where it comes from."""

from __future__ import annotations

import html
import json
import subprocess
from pathlib import Path

from pages import Page, slug

#: What the formulas of the program are about, in the order in which it gives them.
FIGURES = {
    "makespan": "Step time",
    "bubble": "Bubble",
    "largest_idle": "Longest idle",
    "peak_activations": "Peak activations",
}


def said(*words: object) -> str:
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def number(value: float) -> str:
    return f"{value:.4g}"


def formulas(figures: dict) -> str:
    rows = [
        f"<tr><th>{FIGURES[form['id']]}</th><td><code>{html.escape(form['formula'])}</code></td><td>{number(form['value'])}</td></tr>"
        for form in figures.get("closed_forms", [])
    ]
    known = {form["id"] for form in figures.get("closed_forms", [])}
    measured = {"makespan": figures["makespan"], "peak_activations": figures["peak_activations"]}
    rows += [f"<tr><th>{FIGURES[key]}</th><td>no formula</td><td>{number(value)}</td></tr>" for key, value in measured.items() if key not in known]
    rows.append(f"<tr><th>Idle share</th><td></td><td>{100 * figures['idle_fraction']:.1f} %</td></tr>")
    return f"<table>{''.join(rows)}</table>"


def entry(cli: Path, out: Path, schedule: dict) -> str:
    name = schedule["name"]
    for theme in ("light", "dark"):
        said(cli, "render", name, "-o", out / f"images/schedule-{name}-{theme}.svg", "--theme", theme, "--quiet")
    figures = json.loads(said(cli, "simulate", name, "--json", "--quiet"))
    variants = ", ".join(variant["name"] for variant in schedule["variants"])
    shape = f"{figures['ranks']} ranks, {figures['microbatches']} microbatches, {figures['stages']} stages"
    return f"""<section class="schedule">
<h2 id="{name}">{html.escape(schedule["title"])}</h2>
<p>{html.escape(schedule["help"])}</p>
<a href="images/schedule-{name}-light.svg"><picture>
<source media="(prefers-color-scheme: dark)" srcset="images/schedule-{name}-dark.svg">
<img src="images/schedule-{name}-light.svg" alt="Timeline of {html.escape(schedule["title"])}: {shape}" loading="lazy">
</picture></a>
<div class="facts">{formulas(figures)}
<dl><dt>Origin</dt><dd>{html.escape(schedule["origin"])}</dd><dt>Orders of</dt><dd>{variants}</dd>
<dt>Drawn by</dt><dd><code>bubblescope-cli render {name} -o {name}.svg</code></dd>
<dt>All options</dt><dd><a href="schedules.html#{slug(name)}">{name}</a></dd></dl></div>
</section>"""


def page(cli: Path, out: Path) -> Page:
    (out / "images").mkdir(exist_ok=True)
    schedules = json.loads(said(cli, "schedules", "--json"))
    index = "".join(f'<li><a href="#{one["name"]}">{html.escape(one["title"])}</a></li>' for one in schedules)
    body = f"""<h1>All schedules</h1>
<p>Each with its defaults and PyTorch's unit times: F = I = W = 1, B = 2, transfers take no time. p is the number of ranks, m of
microbatches, v of stages on a rank, X the time of an overlapped block; peaks count activations of one stage and one
microbatch. The formulas are the papers' own, shown where their <a href="cost-model.html#bounds-and-closed-forms">conditions</a>
hold; the number beside one is what it gives here, and the timeline gives the same.</p>
<ul class="index">{index}</ul>
{"".join(entry(cli, out, one) for one in schedules)}"""
    return Page("gallery", "gallery.html", "All schedules", body)
