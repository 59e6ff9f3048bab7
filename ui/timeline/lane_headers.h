// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "ui/timeline/timeline_tool.h"

namespace bubblescope::ui {

/// The names of the lanes left of the plot: what pins, hides, folds and moves them.
class LaneHeaders : public TimelineTool
{
    Q_OBJECT

public:
    explicit LaneHeaders(TimelineView& view);

    [[nodiscard]] const LaneArrangement& arrangement() const { return m_arrangement; }
    void setArrangement(const LaneArrangement& arrangement);

signals:
    void arrangementChanged(const bubblescope::LaneArrangement& arrangement);

private:
    LaneArrangement m_arrangement;
};

} // namespace bubblescope::ui
