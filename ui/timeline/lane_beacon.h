// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"
#include "ui/timeline/timeline_tool.h"

#include <QTimer>

namespace bubblescope::ui {

/// Marks the header of a lane that was asked for, for a moment, so that the eye finds it.
class LaneBeacon : public TimelineTool
{
    Q_OBJECT

public:
    explicit LaneBeacon(TimelineView& view);

    void pointAt(RankId rank);
    /// The marked rank; nothing a moment later.
    [[nodiscard]] std::optional<RankId> rank() const { return m_rank; }

    void paint(QPainter& painter) const override;
    void evaluationChanged() override;

private:
    void goOut();

    std::optional<RankId> m_rank;
    QTimer m_timer;
};

} // namespace bubblescope::ui
