// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/evaluation.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// From which generated orders the edited ones came, for as long as those are kept: undo and redo lead from
/// one to the other, and each finds back.
class OrderOrigins
{
public:
    struct Origin
    {
        ScheduleRequest request;
        std::vector<std::string> passes;
    };

    /// `edited` was made of that state's order.
    void note(const EvaluationInput& from, const SchedulePtr& edited)
    {
        std::erase_if(m_origins, [](const Entry& entry) { return entry.order.expired(); });
        if (const auto* request = std::get_if<ScheduleRequest>(&from.source))
            m_origins.push_back({edited, {*request, from.passes}});
        else if (const std::optional<Origin> origin = of(from))
            m_origins.push_back({edited, *origin});
    }
    /// Of a state whose order was edited; nothing for a generated one, and for one from a file.
    [[nodiscard]] std::optional<Origin> of(const EvaluationInput& state) const
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
        Origin origin;
    };
    std::vector<Entry> m_origins;
};

} // namespace bubblescope::ui
