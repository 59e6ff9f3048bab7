// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/io/document.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// From which generated orders the edited ones came, for as long as those are kept: undo and redo lead from
/// one to the other, and each finds back.
class OrderOrigins
{
public:
    /// `edited` was made of that state's order.
    void note(const EvaluationInput& from, const SchedulePtr& edited)
    {
        if (const auto* request = std::get_if<ScheduleRequest>(&from.source))
            note(OrderOrigin{*request, from.passes}, edited);
        else if (const std::optional<OrderOrigin> origin = of(from))
            note(*origin, edited);
    }
    /// `edited` came of what that generates, as its file says.
    void note(const OrderOrigin& origin, const SchedulePtr& edited)
    {
        std::erase_if(m_origins, [](const Entry& entry) { return entry.order.expired(); });
        m_origins.push_back({edited, origin});
    }
    /// Of a state whose order was edited; nothing for a generated one, and for one of which nobody knows.
    [[nodiscard]] std::optional<OrderOrigin> of(const EvaluationInput& state) const
    {
        const auto* order = std::get_if<SchedulePtr>(&state.source);
        if (order == nullptr)
            return std::nullopt;
        for (const Entry& entry : m_origins)
            if (entry.order.lock() == *order)
                return entry.origin;
        return std::nullopt;
    }

private:
    struct Entry
    {
        std::weak_ptr<const Schedule> order;
        OrderOrigin origin;
    };
    std::vector<Entry> m_origins;
};

} // namespace bubblescope::ui
