// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/schedule.h"
#include "core/model/timeline.h"

#include <algorithm>
#include <optional>

namespace bubblescope {

/// What an order's plan says of its actions; nothing where it has none.
class PlannedTimes
{
public:
    /// Keeps a reference to the schedule.
    explicit PlannedTimes(const Schedule& schedule) : m_plan(schedule.plan) {}

    /// Before which the action does not begin.
    [[nodiscard]] Time startOf(const Action& action) const
    {
        const ActionPlan* planned = find(action);
        return planned != nullptr ? planned->start : 0;
    }
    [[nodiscard]] std::optional<double> durationOf(const Action& action) const
    {
        const ActionPlan* planned = find(action);
        return planned != nullptr ? planned->duration : std::nullopt;
    }

private:
    [[nodiscard]] const ActionPlan* find(const Action& action) const
    {
        if (m_plan.empty())
            return nullptr;
        const auto found = std::lower_bound(
            m_plan.begin(), m_plan.end(), action.id(),
            [](const ActionPlan& planned, const ActionId& id) { return planned.action < id; });
        return found != m_plan.end() && found->action == action.id() ? &*found : nullptr;
    }

    const std::vector<ActionPlan>& m_plan;
};

} // namespace bubblescope
