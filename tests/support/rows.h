// SPDX-License-Identifier: Apache-2.0
// The rows of a test with data: what a case is given is written, and read, in one place.
#pragma once

#include <QtTest>
#include <initializer_list>
#include <tuple>

namespace bubblescope::test {

/// In a function's _data: a case for each row, which is its name and what the function takes.
template <typename... Values>
void addRows(std::initializer_list<std::tuple<const char*, Values...>> rows)
{
    QTest::addColumn<std::tuple<Values...>>("row");
    for (const auto& row : rows)
        std::apply(
            [](const char* name, const Values&... values) { QTest::newRow(name) << std::tuple(values...); },
            row);
}

/// In the function, of the same types: what this case takes.
template <typename... Values>
[[nodiscard]] const std::tuple<Values...>& givenRow()
{
    return *static_cast<std::tuple<Values...>*>(QTest::qData("row", qMetaTypeId<std::tuple<Values...>>()));
}

} // namespace bubblescope::test
