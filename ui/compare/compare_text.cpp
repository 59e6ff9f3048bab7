// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_text.h"

#include "core/analyze/schedule_difference.h"
#include "ui/panels/figures.h"
#include "ui/panels/what_if_panel.h"

#include <QCoreApplication>
#include <QStringList>
#include <cmath>

namespace bubblescope::ui {

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(Compare)
};

/// Differences that adding up in another order makes.
constexpr double kRounding = 1e-9;

bool isSame(double a, double b)
{
    return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

} // namespace

QString sideTitle(const QString& documentName, const Evaluation& evaluation)
{
    QStringList parts{documentName};
    QStringList passes;
    for (const std::string& pass : evaluation.input.passes)
        passes << QString::fromStdString(pass);
    if (!passes.isEmpty())
        parts << passes.join(QStringLiteral(", "));
    if (!evaluation.whatIf.isNeutral())
        parts << Tr::tr("what if %1", "factors").arg(whatIfText(evaluation.whatIf));
    return parts.join(QStringLiteral(" · "));
}

std::pair<QString, QString> distinctTitles(const CompareSide& current, const CompareSide& reference)
{
    if (current.title != reference.title || !current.evaluation || !reference.evaluation ||
        current.evaluation->costs == reference.evaluation->costs)
        return {current.title, reference.title};
    const auto source = [](const CompareSide& side) {
        return QString::fromStdString(side.evaluation->costs.source);
    };
    const bool areNamed = source(current) != source(reference);
    const auto named = [&](const CompareSide& side, const QString& otherwise) {
        const QString costs = !areNamed                ? otherwise
                              : source(side).isEmpty() ? Tr::tr("entered costs")
                                                       : Tr::tr("costs %1", "source").arg(source(side));
        return Tr::tr("%1 · %2", "title, costs").arg(side.title, costs);
    };
    return {named(current, Tr::tr("present costs")), named(reference, Tr::tr("costs as they were"))};
}

QString sideFigures(const Evaluation& evaluation)
{
    return Tr::tr("%1 · bubble rate %2", "makespan, rate")
        .arg(timeText(evaluation.metrics.makespan, evaluation.timeline->unit),
             percentText(evaluation.metrics.bubbleRate));
}

QString signedText(double difference, int decimals)
{
    const QString figure = figureText(std::abs(difference), decimals);
    if (figure == figureText(0, decimals))
        return figure;
    return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) + figure;
}

QString differenceShare(double current, double reference)
{
    if (reference == 0 || isSame(current, reference))
        return {};
    return Tr::tr("%1 %", "percent").arg(signedText((current - reference) / std::abs(reference) * 100, 1));
}

QString differenceText(double current, double reference, int decimals)
{
    if (isSame(current, reference))
        return Tr::tr("no difference");
    const QString share = differenceShare(current, reference);
    const QString difference = signedText(current - reference, decimals);
    return share.isEmpty() ? difference : Tr::tr("%1 (%2)", "difference, share").arg(difference, share);
}

QString makespanDifference(const Evaluation& current, const Evaluation& reference)
{
    const Timeline& now = *current.timeline;
    const Timeline& before = *reference.timeline;
    if (!haveSameUnit(now, before))
        return Tr::tr("in %1, the reference in %2", "units").arg(unitText(now.unit), unitText(before.unit));
    if (isSame(now.makespan, before.makespan))
        return Tr::tr("as long as the reference");
    const QString length = timeText(std::abs(now.makespan - before.makespan), now.unit);
    const QString said = now.makespan > before.makespan ? Tr::tr("%1 longer", "time").arg(length)
                                                        : Tr::tr("%1 shorter", "time").arg(length);
    const QString share = differenceShare(now.makespan, before.makespan);
    return share.isEmpty() ? said : Tr::tr("%1 (%2)", "difference, share").arg(said, share);
}

} // namespace bubblescope::ui
