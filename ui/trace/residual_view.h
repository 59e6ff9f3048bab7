// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/trace/residual_picture.h"

class QAction;

namespace bubblescope::ui {

class ResidualLegend;
class TimelinePane;

/// The residual lanes in the window: what of an open run they are of, whether they are wanted, and what
/// explains them. Few actions are coloured at once, so that nothing blinks while a what-if is dragged; many
/// on a worker.
class ResidualView : public QObject
{
    Q_OBJECT

public:
    /// `command` is checked while they are wanted, and says so when the user turns it.
    ResidualView(TimelinePane& pane, QAction& command);

    /// Nothing while no run is open, or while it is compared in another way.
    void show(const std::optional<ResidualSubject>& subject);
    [[nodiscard]] ResidualLegend* legend() const { return m_legend; }

    /// Without a choice of the user's, up to so many ranks have them.
    static constexpr std::size_t kMostLanes = 64;
    /// Up to so many actions are coloured at once.
    static constexpr std::size_t kMostAtOnce = 20'000;

private:
    [[nodiscard]] bool isWanted() const;
    void follow();
    void take(ResidualLanePtr lane);

    TimelinePane& m_pane;
    QAction& m_command;
    ResidualLegend* m_legend;
    std::optional<bool> m_choice;
    std::optional<ResidualSubject> m_subject;
    std::optional<ResidualSubject> m_made; ///< what the lanes are of, or are being made of
    LatestJob<ResidualLanePtr> m_making;
};

} // namespace bubblescope::ui
