// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/evaluate/evaluation.h"
#include "tests/support/schedule_text.h"
#include "ui/actions/command_registry.h"
#include "ui/actions/timeline_commands.h"
#include "ui/timeline/timeline_view.h"

#include <QtTest>
#include <QtWidgets>
#include <algorithm>
#include <cmath>

namespace bubblescope::test {

/// Times by hand: the cell in column i of the text lasts from i·step to (i+1)·step.
inline EvaluationPtr evaluationOf(Schedule parsed, Time step = 1)
{
    auto timeline = std::make_shared<Timeline>();
    for (const Row& row : parsed.rows) {
        LaneTimes& lane = timeline->lanes.emplace_back();
        Time column = 0;
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            for (; i < end; ++i) {
                lane.start.push_back(column * step);
                lane.end.push_back(row[i].isBubble() ? column * step : (column + 1) * step);
                timeline->makespan = std::max(timeline->makespan, lane.end.back());
            }
            ++column;
        }
    }
    timeline->schedule = std::make_shared<const Schedule>(std::move(parsed));
    auto evaluation = std::make_shared<Evaluation>();
    evaluation->timeline = timeline;
    evaluation->index = LaneIndex::build(timeline);
    return evaluation;
}
inline EvaluationPtr evaluationOf(std::string_view text, Time step = 1)
{
    return evaluationOf(parse(text), step);
}

/// `ranks` lanes of `cells` forwards each, without a gap.
inline EvaluationPtr manyForwards(std::uint32_t ranks, std::uint32_t cells)
{
    Schedule schedule;
    schedule.name = "many";
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        Row& row = schedule.rows.emplace_back();
        for (std::uint32_t i = 0; i < cells; ++i)
            row.emplace_back(StageId{rank}, ActionKind::Forward, MicrobatchId{i});
    }
    countStagesAndMicrobatches(schedule);
    return evaluationOf(std::move(schedule));
}

/// Two ranks, eight units, gaps on both: 4 units of plot are easy to count in.
inline constexpr const char* kTwoRanks = "0F0 0F1 .   .   .   0B0 .   0B1\n"
                                         ".   1F0 1F1 1B0 1B1 .   .   .";

inline std::string textAt(const ui::TimelineView& view)
{
    const auto selected = view.chosen().action();
    return selected ? actionText(view.evaluation()->timeline->schedule->at(*selected).id()) : "nothing";
}

inline double xOf(const ui::TimelineView& view, Time t)
{
    return view.geometry().xOf(t);
}
inline ActionPosition actionAt(std::uint32_t rank, std::size_t index)
{
    return {RankId{rank}, index};
}
/// The middle of a lane at a time.
inline QPoint at(const ui::TimelineView& view, std::size_t row, Time t)
{
    const auto& geometry = view.geometry();
    return {static_cast<int>(geometry.xOf(t)),
            static_cast<int>(geometry.laneTop(row) + geometry.laneHeight / 2)};
}

inline void sendWheel(QWidget* target, QPointF position, QPoint angle, Qt::KeyboardModifiers modifiers = {},
                      QPoint pixels = {})
{
    QWheelEvent event(position, target->mapToGlobal(position), pixels, angle, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(target, &event);
}

/// QTest moves without buttons; a drag needs them.
inline void sendMove(QWidget* target, QPoint position, Qt::MouseButtons buttons = Qt::NoButton)
{
    QMouseEvent event(QEvent::MouseMove, position, target->mapToGlobal(QPointF(position)), Qt::NoButton,
                      buttons, Qt::NoModifier);
    QApplication::sendEvent(target, &event);
}

inline void drag(QWidget* target, Qt::MouseButton button, QPoint from, QPoint to)
{
    QTest::mousePress(target, button, {}, from);
    sendMove(target, (from + to) / 2, button);
    sendMove(target, to, button);
    QTest::mouseRelease(target, button, {}, to);
}

inline bool isNear(double a, double b, double within = 1e-6)
{
    return std::abs(a - b) <= within;
}
inline double widthOf(const TimeRange& range)
{
    return range.to - range.from;
}

/// Gives a view that stands in no main window the keys that it has there.
inline void addKeys(QWidget& window, ui::TimelineView& view)
{
    ui::addTimelineCommands(*new ui::CommandRegistry(&window, &view), view);
}

/// A view of 1000 x 300 pixels on the screen, with its keys and the focus, that does not ease.
class ShownView
{
public:
    explicit ShownView(const EvaluationPtr& evaluation, QSize size = {1000, 300})
    {
        view.resize(size);
        view.navigation().setReducedMotion(true);
        view.setEvaluation(evaluation);
        addKeys(view, view);
        view.show();
        view.activateWindow();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
    }
    ui::TimelineView view;
    [[nodiscard]] QWidget* viewport() { return view.viewport(); }
};

} // namespace bubblescope::test
