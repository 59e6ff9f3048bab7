// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_words.h"

#include "ui/compare/compare_text.h"
#include "ui/panels/figures.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

namespace bubblescope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("bubblescope::ui::TraceWords", text);
}

} // namespace

QString microsecondsText(Time time)
{
    const double size = std::abs(time);
    if (size < 1000)
        return tr("%1 µs").arg(figureText(time, 1));
    if (size < 1e6)
        return tr("%1 ms").arg(figureText(time / 1000, 2));
    return tr("%1 s").arg(figureText(time / 1e6, 3));
}

QString measuredTitle(const TraceAnalysis& analysis)
{
    return tr("measured, step %1").arg(analysis.run.step);
}

QString identificationText(const TraceAnalysis& analysis)
{
    if (analysis.run.empty())
        return tr("no pipeline actions");
    const std::vector<ScheduleMatch>& matches = analysis.identification.matches;
    if (matches.empty())
        return tr("no known schedule has this shape");
    const ScheduleMatch& best = matches.front();
    const QString name = QString::fromStdString(best.name);
    if (best.isExact)
        return best.mergesBackward ? tr("%1, exact with I and W merged").arg(name)
                                   : tr("%1, exact").arg(name);
    const QString nearest = tr("nearest: %1, %2 the same").arg(name, percentText(best.score));
    return best.differences.empty()
               ? nearest
               : tr("%1; %2").arg(nearest, QString::fromStdString(best.differences.front().text()));
}

QString stepTimeText(const TraceAnalysis& analysis, const EvaluationPtr& predicted)
{
    if (!analysis.measured)
        return {};
    const Time measured = analysis.measured->timeline->makespan;
    const QString first = tr("measured %1").arg(microsecondsText(measured));
    if (!predicted || predicted->timeline->unit != "us")
        return first;
    const Time time = predicted->timeline->makespan;
    const QString share = differenceShare(time, measured);
    const QString second = tr("predicted %1").arg(microsecondsText(time));
    return share.isEmpty() ? tr("%1 · %2").arg(first, second) : tr("%1 · %2 (%3)").arg(first, second, share);
}

QString overheadText(const FittedCosts& fitted)
{
    QStringList parts;
    if (fitted.hopLatency)
        parts << tr("hop latency %1 of %2 pairs")
                     .arg(microsecondsText(*fitted.hopLatency), countText(fitted.hopPairs));
    else
        parts << tr("hop latency unknown: no pair waited");
    if (fitted.hostOverhead)
        parts << tr("host overhead %1").arg(microsecondsText(*fitted.hostOverhead));
    for (const Straggler& straggler : fitted.stragglers)
        parts << tr("straggler: rank %1, %2 times as slow")
                     .arg(straggler.rank.value)
                     .arg(figureText(straggler.factor, 2));
    return parts.join(QStringLiteral(" · "));
}

} // namespace bubblescope::ui
