// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's part about a measurement: how the selected action ran, beside how it is shown to run.
#include "ui/compare/compare_text.h"
#include "ui/panels/inspector_panel.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/table_csv.h"

#include <cmath>

namespace bubblescope::ui {

namespace {

/// Of the makespan: what writing and reading times may change.
constexpr double kRounding = 1e-9;

bool isSameTime(Time a, Time b, const Timeline& timeline)
{
    return std::abs(a - b) <= kRounding * std::max(1.0, timeline.makespan);
}

} // namespace

void InspectorPanel::setMeasured(MeasuredLookup lookup)
{
    m_measured = std::move(lookup);
    rebuild();
}

bool InspectorPanel::isMeasurement(const ActionPosition& position) const
{
    const Timeline& timeline = *m_evaluation->timeline;
    if (!m_measured || timeline.unit != "us")
        return false;
    const auto figure = m_measured(position.rank, timeline.schedule->at(position).id());
    const Time start = timeline.startOf(position);
    return figure && isSameTime(figure->start - figure->begin, start, timeline) &&
           isSameTime(figure->end - figure->start, timeline.endOf(position) - start, timeline);
}

void InspectorPanel::addMeasured(const ActionPosition& position)
{
    const Timeline& timeline = *m_evaluation->timeline;
    if (!m_measured || timeline.unit != "us")
        return;
    const std::optional<MeasuredFigure> figure =
        m_measured(position.rank, timeline.schedule->at(position).id());
    if (!figure)
        return;
    const Time start = timeline.startOf(position);
    const Time duration = timeline.endOf(position) - start;
    const Time took = figure->end - figure->start;
    const auto addDifference = [this](const QString& name, Time difference) {
        addFact(name, signedTime(difference, "us"), csvNumber(difference));
    };
    const auto addCause = [&] {
        if (!figure->cause.isEmpty())
            addFact(tr("Main cause"), figure->cause);
    };
    if (isMeasurement(position)) {
        // What is shown is the measurement itself: it is held against its prediction.
        if (!figure->predictedStart)
            return;
        addHeading(tr("Predicted"));
        addTime(tr("Start"), *figure->predictedStart - figure->begin); // on the axis of what is shown
        addTime(tr("Duration"), took - figure->longer);
        addDifference(tr("Started later"), figure->start - *figure->predictedStart);
        addDifference(tr("Took longer"), figure->longer);
        addCause();
        return;
    }
    // A cause is told of one prediction; what is shown may be another, of a what-if.
    const bool isThat = figure->predictedStart && isSameTime(*figure->predictedStart, start, timeline);
    addHeading(tr("Measured"));
    addTime(tr("Start"), figure->start);
    addTime(tr("Duration"), took);
    addDifference(tr("Starts later"), figure->start - start);
    // The host's part of a prediction stands in its actions, and beside them in a measurement.
    addDifference(tr("Takes longer"),
                  isThat ? figure->longer : took - (duration - m_evaluation->costs.hostOverhead));
    if (isThat)
        addCause();
}

} // namespace bubblescope::ui
