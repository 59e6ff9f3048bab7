// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/core/results_support.h"

#include <QTest>
#include <initializer_list>
#include <tuple>

namespace bubblescope::test {

/// The rows of a test function with data: each a name and the values that fetchRow() hands to the function.
template <class... Values>
void addRows(std::initializer_list<std::tuple<const char*, Values...>> rows)
{
    QTest::addColumn<std::tuple<Values...>>("row");
    for (const auto& row : rows)
        std::apply([](const char* name,
                      const Values&... values) { QTest::newRow(name) << std::tuple<Values...>(values...); },
                   row);
}

/// The values of the row that runs; their types are those of addRows().
template <class... Values>
[[nodiscard]] const std::tuple<Values...>& fetchRow()
{
    using Row = std::tuple<Values...>;
    return *static_cast<const Row*>(QTest::qData("row", qMetaTypeId<Row>()));
}

} // namespace bubblescope::test
