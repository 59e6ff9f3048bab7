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

/// The same at other times: each is what `at` makes of it, in `unit`.
template <typename At>
EvaluationPtr retimed(const EvaluationPtr& before, const At& at, const char* unit = "step")
{
    auto timeline = std::make_shared<Timeline>(*before->timeline);
    timeline->unit = unit;
    for (LaneTimes& lane : timeline->lanes)
        for (std::vector<Time>* times : {&lane.start, &lane.end})
            std::transform(times->begin(), times->end(), times->begin(), at);
    timeline->makespan = at(timeline->makespan);
    auto evaluation = std::make_shared<Evaluation>(*before);
    evaluation->timeline = timeline;
    evaluation->index = LaneIndex::build(timeline);
    return evaluation;
}
inline EvaluationPtr inUnit(const EvaluationPtr& before, const char* unit)
{
    return retimed(
        before, [](Time t) { return t; }, unit);
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
inline void verifyRange(const TimeRange& range, Time from, Time to, double within = 1e-6)
{
    QVERIFY2(isNear(range.from, from, within) && isNear(range.to, to, within),
             qPrintable(QStringLiteral("%1 to %2").arg(range.from).arg(range.to)));
}

/// Gives a view outside a main window the keys that it has there.
inline void addKeys(QWidget& window, ui::TimelineView& view)
{
    ui::addTimelineCommands(*new ui::CommandRegistry(&window, &view), view);
}

/// A user's hands on a timeline.
class OnTimeline
{
public:
    explicit OnTimeline(ui::TimelineView& shown) : view(shown) {}
    ui::TimelineView& view;
    ui::TimelineNavigation& navigation = view.navigation();
    ui::TimelineSelection& chosen = view.chosen();

    [[nodiscard]] QWidget* viewport() const { return view.viewport(); }
    [[nodiscard]] const TimelineGeometry& geometry() const { return view.geometry(); }
    [[nodiscard]] TimeRange range() const { return navigation.range(); }
    [[nodiscard]] Time middle() const { return (range().from + range().to) / 2; }
    [[nodiscard]] std::string selected() const { return textAt(view); }
    [[nodiscard]] QImage picture() const { return viewport()->grab().toImage(); }
    [[nodiscard]] QColor pixel(QPoint position) const { return picture().pixelColor(position); }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&view, key, modifiers); }
    /// What is selected after each of these keys: "0F0 0F1".
    [[nodiscard]] std::string walk(const std::vector<Qt::Key>& keys)
    {
        std::string walked;
        for (const Qt::Key each : keys) {
            key(each);
            walked += (walked.empty() ? "" : " ") + selected();
        }
        return walked;
    }
    /// What is selected after a click.
    std::string click(QPoint position)
    {
        QTest::mouseClick(viewport(), Qt::LeftButton, {}, position);
        return selected();
    }
    std::string click(std::size_t row, Time t) { return click(at(view, row, t)); }
    void doubleClick(std::size_t row, Time t)
    {
        QTest::mouseDClick(viewport(), Qt::LeftButton, {}, at(view, row, t));
    }
    void move(QPoint position) { sendMove(viewport(), position); }
    void move(std::size_t row, Time t) { move(at(view, row, t)); }
    void drag(QPoint from, QPoint to) { test::drag(viewport(), Qt::LeftButton, from, to); }
    void wheel(QPointF position, QPoint angle, Qt::KeyboardModifiers modifiers = {}, QPoint pixels = {})
    {
        sendWheel(viewport(), position, angle, modifiers, pixels);
    }
};

/// A widget that is made before what works on it.
template <typename Widget>
struct HeldWidget
{
    Widget widget;
};

/// A view of 1000 x 300 pixels on the screen, with its keys and the focus, that does not ease.
class ShownView : private HeldWidget<ui::TimelineView>, public OnTimeline
{
public:
    explicit ShownView(const EvaluationPtr& evaluation = evaluationOf(kTwoRanks), QSize size = {1000, 300})
        : OnTimeline(widget)
    {
        view.resize(size);
        navigation.setReducedMotion(true);
        view.setEvaluation(evaluation);
        addKeys(view, view);
        view.show();
        view.activateWindow();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
    }
};

} // namespace bubblescope::test
