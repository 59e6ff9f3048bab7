// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/scene/theme.h"
#include "ui/jobs/latest_job.h"
#include "ui/timeline/match_picture.h"
#include "ui/timeline/timeline_tool.h"

#include <memory>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// The color of idle time by why: a wait has that of what it waits for, lighter.
[[nodiscard]] QColor whyColor(BubbleWhy why, const Theme& theme);

/// Shows in the lanes the bubbles of one reason alone: they have its color, all else lies under a veil. The
/// choice stays when other times are shown.
class GapMarks : public TimelineTool
{
    Q_OBJECT

public:
    explicit GapMarks(TimelineView& view);
    ~GapMarks() override;

    void setShown(std::optional<BubbleWhy> why);
    [[nodiscard]] std::optional<BubbleWhy> shown() const { return m_why; }
    /// There is another explanation, or none.
    void renew();
    /// Of the present geometry.
    [[nodiscard]] const MatchPicture& picture() const;

    void paint(QPainter& painter) const override;
    bool clear() override;

signals:
    void cleared(); ///< in the timeline, by Esc

private:
    /// By rank, rising.
    using Gaps = std::vector<std::vector<TimeSpan>>;
    std::optional<BubbleWhy> m_why;
    std::shared_ptr<const Gaps> m_gaps; ///< null while nothing is chosen, or while they are collected
    LatestJob<std::shared_ptr<const Gaps>> m_job;
    mutable MatchPicture m_picture;
};

} // namespace bubblescope::ui
