// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/cost_model.h"

#include <functional>
#include <optional>

namespace bubblescope::test {

/// What a row of a test changes in costs; empty for nothing.
using Change = std::function<void(CostModel&)>;

/// The standard costs with a change.
[[nodiscard]] inline CostModel changed(const Change& change)
{
    CostModel costs;
    if (change)
        change(costs);
    return costs;
}

/// Sets a field that holds values of stages, or one for all.
template <class Field, class Values>
[[nodiscard]] Change given(Field CostModel::*field, Values values)
{
    return [=](CostModel& costs) { costs.*field = StageValues(values); };
}

} // namespace bubblescope::test
