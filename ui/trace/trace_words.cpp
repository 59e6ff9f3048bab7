// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_words.h"

#include "ui/compare/compare_text.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

struct TraceWordsTr
{
    Q_DECLARE_TR_FUNCTIONS(TraceWords)
};

} // namespace

QString microsecondsText(Time time)
{
    return timeText(time, "us");
}

QString measuredTitle(const TraceAnalysis& analysis)
{
    return TraceWordsTr::tr("measured, %1", "step 12").arg(runName(analysis));
}

QString runName(const TraceAnalysis& analysis)
{
    const QString step = TraceWordsTr::tr("step %1").arg(analysis.run.step);
    return analysis.replicas.empty()
               ? step
               : TraceWordsTr::tr("%1, replica %2", "step 12").arg(step).arg(analysis.run.replica);
}

std::size_t tracedRanks(const MeasuredRun& run)
{
    return run.ranks.size() - absentRanks(run).size();
}

namespace {

QString knownText(const TraceAnalysis& analysis)
{
    const ScheduleMatch* best = analysis.bestKnown();
    if (!best)
        return TraceWordsTr::tr("no known schedule has this size");
    const QString name = QString::fromStdString(best->name);
    if (const std::vector<std::uint32_t> absent = absentRanks(analysis.run); best->isExact && !absent.empty())
        return TraceWordsTr::tr("%1, exact on %2 of %3 ranks (%4)", "schedule, counts, rank 2 has no trace")
            .arg(name)
            .arg(tracedRanks(analysis.run))
            .arg(analysis.run.ranks.size())
            .arg(QString::fromStdString(noTraceText(absent)));
    if (best->isExact)
        return best->mergesBackward ? TraceWordsTr::tr("%1, exact with I and W merged").arg(name)
                                    : TraceWordsTr::tr("%1, exact").arg(name);
    if (best->isPart)
        return TraceWordsTr::tr("%1, up to where the step ends (%2 of %3 actions)", "schedule, counts")
            .arg(name, countText(best->inTrace), countText(best->inOrder));
    const QString nearest = TraceWordsTr::tr("nearest: %1, %2 the same").arg(name, percentText(best->score));
    return best->differences.empty() ? nearest
                                     : TraceWordsTr::tr("%1; %2").arg(
                                           nearest, QString::fromStdString(best->differences.front().text()));
}

/// Short: the page of schedules tells the actions.
QString givenText(const ScheduleMatch& given)
{
    const QString name = QString::fromStdString(given.name);
    if (given.isExact)
        return given.mergesBackward ? TraceWordsTr::tr("%1: exact with I and W merged").arg(name)
                                    : TraceWordsTr::tr("%1: exact").arg(name);
    if (given.differences.empty())
        return TraceWordsTr::tr("%1: %2 the same").arg(name, percentText(given.score));
    const OrderDifference& first = given.differences.front();
    return TraceWordsTr::tr("%1: first difference rank %2, action %3")
        .arg(name, QString::number(first.rank.value), QString::number(first.index));
}

} // namespace

QString identificationText(const TraceAnalysis& analysis)
{
    if (analysis.run.empty())
        return TraceWordsTr::tr("no pipeline actions");
    QStringList parts;
    for (const ScheduleMatch& given : analysis.given)
        parts << givenText(given);
    parts << knownText(analysis);
    return parts.join(QStringLiteral(" · "));
}

QString stepTimeText(const TraceAnalysis& analysis, const EvaluationPtr& predicted)
{
    if (!analysis.measured)
        return {};
    const Time measured = analysis.measured->timeline->makespan;
    const QString first = TraceWordsTr::tr("measured %1").arg(microsecondsText(measured));
    if (!predicted || predicted->timeline->unit != "us")
        return first;
    const Time time = predicted->timeline->makespan;
    // A part of the ranks is not held against all of them.
    const QString share = tracedRanks(analysis.run) < analysis.run.ranks.size()
                              ? TraceWordsTr::tr("of all %1 ranks").arg(analysis.run.ranks.size())
                              : differenceShare(time, measured);
    const QString second = TraceWordsTr::tr("predicted %1").arg(microsecondsText(time));
    return share.isEmpty() ? TraceWordsTr::tr("%1 · %2").arg(first, second)
                           : TraceWordsTr::tr("%1 · %2 (%3)").arg(first, second, share);
}

QString overheadText(const FittedCosts& fitted)
{
    QStringList parts;
    if (fitted.hopLatency)
        parts << TraceWordsTr::tr("hop latency %1 of %2 pairs")
                     .arg(microsecondsText(*fitted.hopLatency), countText(fitted.hopPairs));
    else
        parts << TraceWordsTr::tr("hop latency unknown: no pair waited");
    if (fitted.hostOverhead)
        parts << TraceWordsTr::tr("host overhead %1").arg(microsecondsText(*fitted.hostOverhead));
    for (const Straggler& straggler : fitted.stragglers)
        parts << TraceWordsTr::tr("straggler: rank %1, %2 times as slow")
                     .arg(straggler.rank.value)
                     .arg(figureText(straggler.factor, 2));
    return parts.join(QStringLiteral(" · "));
}

QString labelsText(const MeasuredRun& run)
{
    QStringList parts;
    for (const auto& [family, count] : run.families) {
        if (family == NameFamily::Inferred) {
            parts
                << TraceWordsTr::tr("%1 actions, inferred from autograd and messages").arg(countText(count));
            continue;
        }
        const std::string_view name = nameFamilyText(family);
        parts << TraceWordsTr::tr("%1 labels of %2")
                     .arg(countText(count),
                          QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    return parts.join(QStringLiteral(", "));
}

QString phaseText(const PhaseTimes& times)
{
    const QString share = times.communication > 0 ? percentText(times.hidden / times.communication, 0)
                                                  : TraceWordsTr::tr("none");
    return TraceWordsTr::tr(
               "GPU busy %1 · compute %2 · communication %3, %4 hidden, %5 exposed · F : B : W %6 : %7 : %8")
        .arg(microsecondsText(times.busy), microsecondsText(times.compute),
             microsecondsText(times.communication), share,
             microsecondsText(times.communication - times.hidden), microsecondsText(times.forward),
             microsecondsText(times.backward), microsecondsText(times.weight));
}

TimeScale scaleFor(Time largest)
{
    if (std::abs(largest) < 1e4)
        return {1, TraceWordsTr::tr("µs"), 1};
    if (std::abs(largest) < 1e7)
        return {1e3, TraceWordsTr::tr("ms"), 2};
    return {1e6, TraceWordsTr::tr("s"), 3};
}

} // namespace bubblescope::ui
