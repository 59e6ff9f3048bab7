#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lists what the tests assert, so that a change of the tests can be compared with what was there:

    tests/tools/list_assertions.py >before.txt

A line per test class: CLASS functions N rows N assertions N. Functions are its private slots without data and setup. Rows are
QTest::newRow and addRow in its source (one in a loop counts once), and what addRows() is given. Assertions are the macros of
QtTest in its source, and the calls of helper functions that use them.
"""
import pathlib
import re

MACRO = re.compile(r"\b(?:QCOMPARE|QVERIFY2?|QTRY_[A-Z0-9_]+|QFAIL|QEXPECT_FAIL|QVERIFY_[A-Z_]+|QTest::ignoreMessage|QTest::failOnWarning) ?\(")
ROW = re.compile(r"\b(?:newRow|addRow) ?\(")
TABLE = re.compile(r"\baddRows<.*?^ *\}\);", re.M | re.S)
TABLE_ROW = re.compile(r'^ *\{(?=")', re.M)
CLASS = re.compile(r"^class (\w+)(?: final)? : public QObject\n\{\n\s*Q_OBJECT(.*?)^\};", re.M | re.S)
SLOT = re.compile(r"^    void (\w+)\(\)", re.M)
SETUP = {"init", "cleanup", "initTestCase", "cleanupTestCase"}


def slots(body):
    names = set()
    for section in re.split(r"^(?=private|public|protected|signals)", body, flags=re.M):
        if section.startswith("private slots:"):
            names.update(SLOT.findall(section))
    return names


def asserting_helpers(text, known):
    """Names of functions that are no slots and use a macro; a body begins with a lone brace under its head."""
    found, head, name, close = set(), "", "", None
    for line in text.split("\n"):
        if close is None and line in ("{", "    {"):
            called = re.search(r"([\w:~]+)\(", head)
            if called and not head.lstrip().startswith(("class", "struct", "namespace")):
                name, close = called.group(1), line.replace("{", "}")
        elif close is not None and line == close:
            close = None
        elif close is not None and MACRO.search(line) and "::" not in name and name not in known:
            found.add(name)
        head = head + line if line.startswith("        ") else line
    return found


def main():
    root = pathlib.Path(__file__).resolve().parents[2] / "tests"
    texts = {path: re.sub(r"//[^\n]*", "", path.read_text()) for path in sorted(root.rglob("*")) if path.suffix in (".cpp", ".h")}
    classes = {path: CLASS.findall(text) for path, text in texts.items()}
    known = {name for found in classes.values() for _, body in found for name in slots(body)}
    helpers = set().union(*(asserting_helpers(text, known) for text in texts.values()))
    call = re.compile(r"(?<!::)\b(" + "|".join(sorted(helpers)) + r")\(")
    totals = [0, 0, 0, 0]
    lines = []
    for path, found in classes.items():
        if not found or path.suffix == ".h":
            continue
        names = set().union(*(slots(body) for _, body in found))
        functions = sum(1 for name in names if not name.endswith("_data") and name not in SETUP)
        rows, text = len(ROW.findall(texts[path])), texts[path]
        rows += sum(len(TABLE_ROW.findall(table)) for table in TABLE.findall(text))
        assertions = len(MACRO.findall(text)) + len(call.findall(text))
        lines.append(f"{found[-1][0]} functions {functions} rows {rows} assertions {assertions}")
        totals = [old + new for old, new in zip(totals, (1, functions, rows, assertions))]
    print("\n".join(sorted(lines)))
    print("total classes {} functions {} rows {} assertions {}".format(*totals))


if __name__ == "__main__":
    main()
