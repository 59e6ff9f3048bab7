// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_view.h"

namespace bubblescope::ui {

class LegendWidget;
class OverviewStrip;

/// The timeline with its overview above and its legend below, kept in step: what a window puts in its middle.
class TimelinePane : public QWidget
{
    Q_OBJECT

public:
    explicit TimelinePane(QWidget* parent = nullptr);

    [[nodiscard]] TimelineView* view() const { return m_view; }
    [[nodiscard]] OverviewStrip* overview() const { return m_overview; }
    [[nodiscard]] LegendWidget* legend() const { return m_legend; }

private:
    void connectParts();
    void showEvaluation();
    void alignOverview();
    void markOverview();
    void explainMemory();

    OverviewStrip* m_overview;
    TimelineView* m_view;
    LegendWidget* m_legend;
};

} // namespace bubblescope::ui
