#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tables of papers and projects beside what the command line says: reproduce.py BUBBLESCOPE_CLI [--commands]

Prints docs/reproduced.md, or with --commands one line for each cell. Ends with 1 if a cell differs for no known cause.
tables.json has for each table its `rows` of values with `names`, and for each cell the command, what is read from its
JSON (`ours`) and what is published (`theirs`: a list, one for each row, or a formula). {…} in a command is an expression of the
row's values. `differs` tells why a column is not the same.
"""
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

INTRODUCTION = """# Published numbers, reproduced

<!-- Made by tests/published/reproduce.py from tests/published/tables.json. -->

Tables of papers and projects beside what Bubblescope says of the same configuration. {equal} of {count} cells are equal to the last
published digit{rest}. A test compares this page with what the command line says today. To make it:

```
python3 tests/published/reproduce.py build/release/app/cli/bubblescope-cli > docs/reproduced.md
python3 tests/published/reproduce.py build/release/app/cli/bubblescope-cli --commands   # every command, and what it gives
```

A cell reads *published · ours*. The command under a table gives one column of it; what is in braces is worked out from the row. `makespan`,
`ideal`, `span` (the longest span of a rank between its first and last action) and `peak` are `makespan`, `ideal_time`, `longest_rank_span`
and `peak_activations` of `simulate --json`; `share_peak` is `peak_activations_per_rank`, `largest_idle` the most `idle` of `per_rank`.
"""


def value(expression, names):
    return eval(expression, {"__builtins__": {}}, dict(names))  # expressions of our own file


def spelled(command, names):
    def number(match):
        found = value(match.group(1), names)
        return f"{found:.12g}" if isinstance(found, float) else str(found)

    return "simulate " + re.sub(r"\{(.*?)\}", number, command)


def told(cli, command):
    done = subprocess.run([cli, *command.split(), "--json"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stderr}")
    json_text = json.loads(done.stdout)
    return {
        "makespan": json_text["makespan"],
        "ideal": json_text["ideal_time"],
        "span": json_text["longest_rank_span"],
        "peak": json_text["peak_activations"],
        "share_peak": json_text["peak_activations_per_rank"],
        "largest_idle": max(rank["idle"] for rank in json_text["per_rank"]),
    }


class Cell:
    """One number of a table, theirs and ours, as text with as many digits as are published."""

    def __init__(self, table, column, row, cli):
        names = dict(zip(table["names"], table["rows"][row]))
        digits = table["decimals"]
        self.command = spelled(column["command"], names)
        theirs = column["theirs"]
        self.theirs = theirs[row] if isinstance(theirs, list) else f"{value(theirs, names):.{digits}f}"
        exact = value(column["ours"], {**names, **told(cli, self.command)})
        # A difference of rounding alone (…5 to the even or the larger digit) is none.
        is_same = abs(exact - float(self.theirs)) <= 0.5 * 10**-digits * (1 + 1e-6)
        self.ours = self.theirs if is_same else f"{exact:.{digits}f}"
        self.is_known = "differs" in column

    @property
    def differs(self):
        return self.ours != self.theirs

    def text(self):
        return f"{self.theirs} · **{self.ours}**" if self.differs else f"{self.theirs} · {self.ours}"


def lines_of(header, rows):
    yield "| " + " | ".join(header) + " |"
    yield "|" + "---|" * len(header)
    for row in rows:
        yield "| " + " | ".join(row) + " |"


def grid(table, cells):
    configurations = [", ".join(f"{name} {v}" for name, v in zip(table["names"], row)) for row in table["rows"]]
    columns = [column["name"] for column in table["cells"]]
    if "transpose" not in table:
        rows = [[c, *(cell.text() for cell in line)] for c, line in zip(configurations, cells)]
        return lines_of(["configuration", *columns], rows)
    shown = [f"p {row[0]}, m {row[1]}" for row in table["rows"]]
    rows = [[name, *(line[i].text() for line in cells)] for i, name in enumerate(columns)]
    return lines_of([table["transpose"], *shown], rows)


def section(table, cells):
    yield f"## {table['title']}"
    yield ""
    yield f"{table['paper']}. {table['what']}"
    yield ""
    yield from grid(table, cells)
    yield ""
    if "transpose" in table:
        yield "The configurations: " + "; ".join(
            ", ".join(f"{name} {v}" for name, v in zip(table["names"], row)) for row in table["rows"]) + "."
        yield ""
    yield "```"
    first_of = table["cells"][:1] if "transpose" in table else table["cells"]
    for column in first_of:
        yield f"{column['name']}: {column['ours']}"
        yield f"    bubblescope-cli simulate {column['command']}"
    yield "```"
    for column in table["cells"]:
        if "differs" in column:
            yield ""
            yield f"**{column['name']} differs.** {column['differs']}"


def main():
    if len(sys.argv) not in (2, 3) or (len(sys.argv) == 3 and sys.argv[2] != "--commands"):
        sys.exit(__doc__)
    cli = sys.argv[1]
    tables = json.loads((Path(__file__).parent / "tables.json").read_text(encoding="utf-8"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [[[pool.submit(Cell, table, column, row, cli) for column in table["cells"]]
                    for row in range(len(table["rows"]))] for table in tables]
        made = [[[cell.result() for cell in line] for line in cells] for cells in waiting]
    every = [cell for cells in made for line in cells for cell in line]
    if len(sys.argv) == 3:
        for cell in every:
            print(f"{cell.theirs}\t{cell.ours}\t{cell.command}")
    else:
        different = sum(cell.differs for cell in every)
        rest = f", {different} differ for a known cause" if different else ""
        print(INTRODUCTION.format(equal=len(every) - different, count=len(every), rest=rest))
        print("\n\n".join("\n".join(section(*pair)) for pair in zip(tables, made)))
    unknown = [cell for cell in every if cell.differs and not cell.is_known]
    for cell in unknown:
        print(f"{cell.theirs} is published, we have {cell.ours}: {cell.command}", file=sys.stderr)
    sys.exit(1 if unknown else 0)


if __name__ == "__main__":
    main()
