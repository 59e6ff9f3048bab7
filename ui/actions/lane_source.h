// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/actions/quick_list.h"

#include "core/model/action.h"

namespace bubblescope::ui {

class TimelineView;

/// The ranks of the shown schedule for the lane finder: "12" or "rank 12" finds ranks by their number, exact
/// ones first, "stage 28" those that run a stage. Looks through all ranks at each query, and makes the text
/// of those in view only.
class LaneSource : public QuickSource
{
public:
    explicit LaneSource(TimelineView& view);

    [[nodiscard]] QString name() const override;
    [[nodiscard]] QString placeholder() const override;
    [[nodiscard]] std::vector<std::uint32_t> find(const QString& query) const override;
    [[nodiscard]] QuickRow row(std::uint32_t number) const override;
    void choose(std::uint32_t number) override;

private:
    TimelineView& m_view;
};

} // namespace bubblescope::ui
