// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's part about a measurement: how the selected action ran, beside how it is shown to run.
#include "ui/compare/compare_text.h"
#include "ui/panels/figures.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/table_csv.h"

#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kDecimals = 1;
/// Of the makespan: what writing and reading times may change.
constexpr double kRounding = 1e-9;

} // namespace

void InspectorPanel::setMeasured(MeasuredLookup lookup)
{
    m_measured = std::move(lookup);
    rebuild();
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
        addFact(name, tr("%1 µs", "time").arg(signedText(difference, kDecimals)), csvNumber(difference));
    };
    addHeading(tr("Measured"));
    addTime(tr("Start"), figure->start);
    addTime(tr("Duration"), took);
    addDifference(tr("Starts later"), figure->start - start);
    addDifference(tr("Takes longer"), took - duration);
    // A cause is told of one prediction; what is shown may be another, of a what-if.
    const bool isThat = figure->predictedStart && std::abs(*figure->predictedStart - start) <=
                                                      kRounding * std::max(1.0, timeline.makespan);
    if (isThat && !figure->cause.isEmpty())
        addFact(tr("Mainly by"), figure->cause);
}

} // namespace bubblescope::ui
