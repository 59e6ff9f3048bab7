// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/move_words.h"

#include "ui/timeline/move_tool.h"
#include "ui/widgets/figures.h"

#include <cmath>

namespace bubblescope::ui {

namespace {

QString nameOf(const Schedule& schedule, const ActionPosition& action)
{
    return QString::fromStdString(actionText(schedule.at(action).id()));
}

/// "+2.5", "−1"; empty for none that would be read.
QString changeText(double change, int decimals)
{
    const QString size = figureText(std::abs(change), decimals);
    if (size == QLatin1String("0"))
        return {};
    return (change > 0 ? QStringLiteral("+") : QStringLiteral("−")) + size;
}

/// The same of times.
QString signedChange(Time change, const std::string& unit)
{
    const QString text = signedTime(change, unit);
    return text == QLatin1String("0") ? QString() : text;
}

QString withChange(const QString& figure, const QString& change)
{
    return change.isEmpty() ? figure : figure + QStringLiteral(" (") + change + QLatin1Char(')');
}

} // namespace

QString MoveWords::place(const Schedule& schedule, const ActionPosition& moved, const MoveTarget& target)
{
    const PlaceNeighbours beside = neighboursOf(schedule, moved, target);
    if (beside.before && beside.after)
        return tr("after %1, before %2")
            .arg(nameOf(schedule, *beside.before), nameOf(schedule, *beside.after));
    if (beside.before)
        return tr("last, after %1").arg(nameOf(schedule, *beside.before));
    if (beside.after)
        return tr("first, before %1").arg(nameOf(schedule, *beside.after));
    return tr("alone on rank %1").arg(target.rank.value);
}

QString MoveWords::refusal(const Schedule& schedule, const ActionPosition& moved, const MoveTarget& target,
                           const LegalPlaces& legal)
{
    if (target.rank != moved.rank)
        return tr("its stage is on rank %1").arg(legal.home.value_or(moved.rank).value);
    if (legal.contains(target.index))
        return {};
    const QString action = nameOf(schedule, moved);
    const auto chain = [&](const PlaceLimit& limit) {
        return limit.cause == limit.neighbour ? QString() : nameOf(schedule, limit.cause);
    };
    if (target.index < legal.first && legal.earlier) {
        const QString over = chain(*legal.earlier);
        const QString before = nameOf(schedule, legal.earlier->neighbour);
        return over.isEmpty() ? tr("%1 waits for %2").arg(action, before)
                              : tr("%1 waits for %2, which waits for %3").arg(action, over, before);
    }
    if (target.index > legal.last && legal.later) {
        const QString over = chain(*legal.later);
        const QString after = nameOf(schedule, legal.later->neighbour);
        return over.isEmpty() ? tr("%1 waits for %2").arg(after, action)
                              : tr("%1 waits for %2, which waits for %3").arg(after, over, action);
    }
    if (legal.places.empty())
        return tr("the order is blocked elsewhere");
    return tr("the parameters of its stage are not gathered there");
}

HoverCard MoveWords::card(const MoveTool& tool, const EvaluationPtr& shown)
{
    const Evaluation& base = *tool.base();
    const Schedule& order = *base.timeline->schedule;
    const Action& action = order.at(tool.action());
    HoverCard card;
    card.title = nameOf(order, tool.action());
    card.fill = {roleOf(action.kind()), base.index->chunkOf(tool.action().rank, action.stage())};
    if (isOwnPlace(*base.timeline, tool.action(), tool.target())) {
        card.rows.emplace_back(tr("Place"), tr("unchanged"));
        return card;
    }
    card.rows.emplace_back(tr("Place"), place(order, tool.action(), tool.target()));
    if (tool.target().rank != tool.action().rank)
        card.rows.emplace_back(tr("Rank"), QString::number(tool.target().rank.value));
    if (tool.isShown() && shown->brokenBecause.empty()) {
        const Metrics& now = shown->metrics;
        const Metrics& before = base.metrics;
        card.rows.emplace_back(
            tr("Makespan"), withChange(timeText(now.makespan, shown->timeline->unit),
                                       signedChange(now.makespan - before.makespan, shown->timeline->unit)));
        card.rows.emplace_back(tr("Idle"),
                               withChange(percentText(now.idleFraction),
                                          changeText(100 * (now.idleFraction - before.idleFraction), 1)));
    }
    if (tool.isLegal() != false)
        return card;
    static const LegalPlaces kNone;
    const LegalPlaces& legal = tool.legalPlaces() ? *tool.legalPlaces() : kNone;
    card.rows.emplace_back(tr("Breaks"), refusal(order, tool.action(), tool.target(), legal));
    return card;
}

} // namespace bubblescope::ui
