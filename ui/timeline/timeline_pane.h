// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_view.h"

class QHBoxLayout;
class QSplitter;

namespace bubblescope::ui {

class LegendWidget;
class MemoryKey;
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
    [[nodiscard]] MemoryKey* memoryKey() const { return m_memoryKey; }
    /// A bar between overview and timeline. The pane becomes its owner, as below.
    void addAbove(QWidget* bar);
    /// At the end of the legend's row.
    void addBesideLegend(QWidget* other);
    /// Under the timeline, with a handle between both.
    void addBeside(QWidget* other);
    /// What holds the timeline and what stands beside it.
    [[nodiscard]] QSplitter* middle() const { return m_middle; }

private:
    void connectParts();
    void showEvaluation();
    void showOverview();
    void showLegend();

    OverviewStrip* m_overview;
    QSplitter* m_middle;
    TimelineView* m_view;
    LegendWidget* m_legend;
    MemoryKey* m_memoryKey;
    QHBoxLayout* m_legendRow;
};

} // namespace bubblescope::ui
