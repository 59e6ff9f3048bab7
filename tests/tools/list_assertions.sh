#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Lists what the tests assert, so that a change of the tests can be compared with what was there:
#   tests/tools/list_assertions.sh >before.txt
# A line per test class:    CLASS functions N rows N assertions N
# and a line per function:  CLASS.FUNCTION rows N assertions N
# Rows are QTest::newRow and addRow in the source (one in a loop counts once); assertions are the macros of QtTest and
# the calls of helper functions that use them, in the function and its _data. CLASS.* is what helpers of the file do.
set -eu
cd "$(dirname "$0")/../.."
git ls-files 'tests/*.cpp' 'tests/*.h' >"${TMPDIR:-/tmp}/assertions.$$"
trap 'rm -f "${TMPDIR:-/tmp}/assertions.$$"' EXIT
# Two readings: the first finds the helpers that assert, the second counts.
# shellcheck disable=SC2046
awk '
function macros(text,   n) {
    n = gsub(/(^|[^A-Za-z0-9_])(QCOMPARE|QVERIFY|QVERIFY2|QTRY_[A-Z0-9_]+|QFAIL|QEXPECT_FAIL|QVERIFY_[A-Z_]+|QVERIFY_EXCEPTION_THROWN|QTest::ignoreMessage|QTest::failOnWarning) ?\(/, "&", text)
    return n
}
function calls(text,   n, rest, name) {
    n = 0
    rest = text
    while (match(rest, /[A-Za-z_][A-Za-z0-9_]*\(/)) {
        name = substr(rest, RSTART, RLENGTH - 1)
        if (name in helper) ++n
        rest = substr(rest, RSTART + RLENGTH)
    }
    return n
}
# The name of the function that a line at the outermost level begins, "" if none.
function begins(line,   head, name) {
    if (line !~ /^[A-Za-z\[ ]/ || line !~ /\(/ || line ~ /;[ \t]*$/) return ""
    head = line
    sub(/\(.*/, "", head)
    if (!match(head, /[A-Za-z_~][A-Za-z0-9_:~]*$/)) return ""
    name = substr(head, RSTART)
    if (name ~ /^(if|for|while|switch|return|catch|sizeof|decltype|alignas|Q_[A-Z]+|QTEST_.*|BUBBLESCOPE_.*)$/) return ""
    return name
}
FNR == 1 { current = ""; class = ""; inHeader = FILENAME ~ /\.h$/; slots = 0 }
{
    line = $0
    sub(/\/\/.*/, "", line)
}
# A function begins where a lone brace follows its head.
pass == 1 {
    if (line ~ /^(    )?{$/) { current = candidate }
    else if (line ~ /^(    )?[A-Za-z\[]/ && (name = begins(line)) != "") candidate = name
    if (current != "" && current !~ /::/ && macros(line) > 0) helper[current] = 1
    if (line ~ /^(    )?}/) current = ""
    next
}
line ~ /^(class|struct) [A-Za-z0-9_]+.*public QObject/ { split(line, words, " "); class = words[2]; if (!(class in seen)) { seen[class] = 1; order[++classes] = class; file[class] = FILENAME } }
/^ *private slots:/ { slots = 1; next }
/^ *(private|public|protected|signals)( slots)?:/ { slots = 0 }
/^};/ { slots = 0 }
slots && line ~ /^    void [A-Za-z0-9_]+\(\)/ {
    name = line; sub(/^    void /, "", name); sub(/\(.*/, "", name)
    if (name !~ /_data$/ && name !~ /^(init|cleanup|initTestCase|cleanupTestCase)$/) {
        ++functions[class]; names[class, functions[class]] = name
    }
}
line ~ /^[A-Za-z\[]/ && (name = begins(line)) != "" {
    if (name ~ /::/) {
        split(name, parts, "::"); current = parts[2]; owner = parts[1]
        sub(/_data$/, "", current)
    } else { current = "*"; owner = class }
}
{
    n = macros(line) + (line ~ /^[A-Za-z\[]/ && begins(line) != "" ? 0 : calls(line))
    rowsHere = gsub(/(newRow|addRow) ?\(/, "&", line)
    if (inHeader || n + rowsHere == 0) next
    if (owner == "" || !(owner in seen)) { owner = class }
    key = owner SUBSEP current
    if (slots) { # written in the class
        key = class SUBSEP names[class, functions[class]]
    }
    asserted[key] += n; rows[key] += rowsHere
}
END {
    for (i = 1; i <= classes; ++i) {
        class = order[i]
        if (functions[class] == 0) continue
        total = asserted[class, "*"]; totalRows = rows[class, "*"]
        for (j = 1; j <= functions[class]; ++j) { total += asserted[class, names[class, j]]; totalRows += rows[class, names[class, j]] }
        # initTestCase and its kin
        for (k = 1; k <= 4; ++k) { key = class SUBSEP (k == 1 ? "initTestCase" : k == 2 ? "init" : k == 3 ? "cleanup" : "cleanupTestCase"); total += asserted[key]; totalRows += rows[key] }
        printf "%s functions %d rows %d assertions %d\n", class, functions[class], totalRows, total
        if (asserted[class, "*"] + rows[class, "*"] > 0) printf "%s.* rows %d assertions %d\n", class, rows[class, "*"], asserted[class, "*"]
        for (j = 1; j <= functions[class]; ++j)
            printf "%s.%s rows %d assertions %d\n", class, names[class, j], rows[class, names[class, j]], asserted[class, names[class, j]]
        allFunctions += functions[class]; allRows += totalRows; all += total
    }
    printf "total classes %d functions %d rows %d assertions %d\n", classes, allFunctions, allRows, all
}
' pass=1 $(cat "${TMPDIR:-/tmp}/assertions.$$") pass=2 $(cat "${TMPDIR:-/tmp}/assertions.$$") | LC_ALL=C sort
