// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/costs_json.h"
#include "tests/core/results_support.h"

#include <QTest>
#include <fmt/format.h>
#include <string>

namespace bubblescope::test {

/// A cost file of one line with these members.
[[nodiscard]] inline Result<CostModel> read(const std::string& members)
{
    return readCosts(fmt::format(R"({{"format": "bubblescope-costs", "version": 1{}{}}})",
                                 members.empty() ? "" : ", ", members),
                     "c.json");
}

/// The members are refused, in the file's one line and with this message.
inline void compareRefusal(const QString& members, const QString& message)
{
    const auto costs = read(members.toStdString());
    QVERIFY(!costs.has_value());
    QCOMPARE(qString(costs.error().message.text()), message);
    QCOMPARE(costs.error().where->line, 1U);
}

} // namespace bubblescope::test
