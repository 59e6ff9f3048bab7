// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/prediction_words.h"

#include "core/fit/costs_for_stages.h"
#include "core/generate/title.h"
#include "core/time/step_phases.h"
#include "ui/compare/compare_text.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/what_if_text.h"

#include <QCoreApplication>
#include <QStringList>

namespace bubblescope::ui {

namespace {

struct PredictionWordsTr
{
    Q_DECLARE_TR_FUNCTIONS(PredictionWords)
};

/// Time of a step, or a microbatch's share of it.
struct StepTimes
{
    Time first, second;
    bool isPerMicrobatch;
};

/// Head and tail count where both have them.
StepTimes comparable(const Timeline& first, const Timeline& second)
{
    const bool areWhole = first.phases.empty() == second.phases.empty();
    const auto lengthOf = [areWhole](const Timeline& one) {
        return areWhole ? one.makespan : actionExtent(one).length();
    };
    const std::uint32_t a = first.schedule->microbatchCount;
    const std::uint32_t b = second.schedule->microbatchCount;
    if (a == b || a == 0 || b == 0)
        return {lengthOf(first), lengthOf(second), false};
    return {lengthOf(first) / a, lengthOf(second) / b, true};
}

bool isSource(const TraceAnalysis& analysis, const Document& document)
{
    return analysis.source && document.state().source == *analysis.source && document.state().passes.empty();
}

} // namespace

PredictionKind predictionKind(const TraceAnalysis& analysis, const Document& document)
{
    if (!analysis.measured || !analysis.predicted)
        return PredictionKind::Other;
    const CostModel& costs = document.state().costs;
    if (costs != analysis.fitted.costs) {
        // The same model in other stages.
        const auto same = costsForStages(analysis.fitted.costs, document.stageCount());
        return same && costs == *same ? PredictionKind::WhatIf : PredictionKind::Other;
    }
    return isSource(analysis, document) && document.whatIf().isNeutral() ? PredictionKind::AsMeasured
                                                                         : PredictionKind::WhatIf;
}

QString whatIfName(const TraceAnalysis& analysis, const Document& document)
{
    QStringList parts;
    if (!isSource(analysis, document))
        parts << document.displayName();
    if (const QString factors = whatIfText(document.whatIf()); !factors.isEmpty())
        parts << factors;
    return parts.join(QStringLiteral(", "));
}

QString whatIfDifference(const TraceAnalysis& analysis, const Evaluation& shown)
{
    const Timeline& timeline = *shown.timeline;
    const QString time = microsecondsText(timeline.makespan);
    if (!analysis.predicted || timeline.unit != "us")
        return time;
    const StepTimes times = comparable(timeline, *analysis.predicted->timeline);
    const QString share = differenceShare(times.first, times.second);
    if (times.isPerMicrobatch)
        return PredictionWordsTr::tr("%1, %2 a microbatch (%3)")
            .arg(time, microsecondsText(times.first), share);
    return share.isEmpty() ? time : PredictionWordsTr::tr("%1 (%2)").arg(time, share);
}

QString headingText(const TraceAnalysis& analysis, const Document& document)
{
    QString text = identificationText(analysis);
    if (const QString times = stepTimeText(analysis, analysis.predicted); !times.isEmpty())
        text = PredictionWordsTr::tr("%1 · %2").arg(text, times);
    const EvaluationPtr& shown = document.evaluation();
    if (!shown || predictionKind(analysis, document) != PredictionKind::WhatIf ||
        shown->input != document.state() || shown->whatIf != document.whatIf())
        return text;
    // First, for it is what was asked, and a narrow dock cuts the end.
    return PredictionWordsTr::tr("what if %1: %2 · %3")
        .arg(whatIfName(analysis, document), whatIfDifference(analysis, *shown), text);
}

QString deviationsText(const TraceAnalysis& analysis, const Document& document, bool isHeldAgainstShown)
{
    if (!analysis.deviations || !analysis.predicted)
        return PredictionWordsTr::tr("nothing to compare the measured actions with");
    const PredictionKind kind = predictionKind(analysis, document);
    const QString shown =
        kind == PredictionKind::WhatIf ? whatIfName(analysis, document) : document.displayName();
    if (isHeldAgainstShown)
        return kind == PredictionKind::WhatIf
                   ? PredictionWordsTr::tr("compared with what if %1").arg(shown)
                   : PredictionWordsTr::tr("compared with %1", "schedule").arg(shown);
    // Its sizes are those of the run.
    const QString unchanged = QString::fromStdString(scheduleTitle(*analysis.predicted->timeline->schedule))
                                  .section(QStringLiteral(" · "), 0, 0);
    return kind == PredictionKind::AsMeasured
               ? PredictionWordsTr::tr("compared with %1 as measured", "schedule").arg(unchanged)
               : PredictionWordsTr::tr("compared with %1 as measured, not %2", "schedules")
                     .arg(unchanged, shown);
}

std::optional<AgainstMeasured> againstMeasured(const TraceAnalysis& analysis, const Evaluation& shown)
{
    if (!analysis.measured || shown.timeline->unit != "us" ||
        tracedRanks(analysis.run) < analysis.run.ranks.size())
        return std::nullopt;
    const StepTimes times = comparable(*shown.timeline, *analysis.measured->timeline);
    if (!(times.second > 0))
        return std::nullopt;
    return AgainstMeasured{times.first / times.second - 1, times.isPerMicrobatch};
}

} // namespace bubblescope::ui
