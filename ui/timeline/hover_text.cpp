// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/hover_text.h"

#include "core/analyze/metrics.h"

#include <cmath>

namespace bubblescope::ui {

QString timeText(Time time, Time resolution)
{
    if (resolution > 0) {
        const double digit = std::pow(10.0, std::floor(std::log10(resolution)));
        time = std::round(time / digit) * digit;
    }
    return QString::fromStdString(numberText(time == 0 ? 0.0 : time));
}

QString unitSuffix(const std::string& unit)
{
    if (unit == "us")
        return QStringLiteral(" µs");
    if (unit == "step")
        return {};
    return QLatin1Char(' ') + QString::fromStdString(unit);
}

QString HoverText::line(const LaneIndex& index, const Hit& hit)
{
    const Timeline& timeline = index.timeline();
    const QString unit = unitSuffix(timeline.unit);
    if (hit.gap)
        return tr("idle · rank %1 · %2 to %3%5 · length %4%5")
            .arg(QString::number(hit.gap->rank.value), timeText(hit.gap->from), timeText(hit.gap->to),
                 timeText(hit.gap->to - hit.gap->from), unit);
    if (!hit.action)
        return {};
    return tr("%1 · rank %2 · %3 to %4%5")
        .arg(QString::fromStdString(actionText(timeline.schedule->at(*hit.action).id())),
             QString::number(hit.action->rank.value), timeText(timeline.startOf(*hit.action)),
             timeText(timeline.endOf(*hit.action)), unit);
}

HoverCard HoverText::card(const LaneIndex& index, const Hit& hit)
{
    const Timeline& timeline = index.timeline();
    const QString unit = unitSuffix(timeline.unit);
    if (hit.gap)
        return {tr("Idle"),
                Fill{Role::Idle},
                {{tr("Rank"), QString::number(hit.gap->rank.value)},
                 {tr("From"), timeText(hit.gap->from) + unit},
                 {tr("To"), timeText(hit.gap->to) + unit},
                 {tr("Length"), timeText(hit.gap->to - hit.gap->from) + unit}}};
    if (!hit.action)
        return {};
    const Action action = timeline.schedule->at(*hit.action);
    const Time start = timeline.startOf(*hit.action);
    const Time end = timeline.endOf(*hit.action);
    const std::string_view name = kindName(action.kind());
    HoverCard card;
    card.title = QString::fromStdString(actionText(action.id())) + QStringLiteral("  ") +
                 QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    card.fill = {roleOf(action.kind()), index.chunkOf(hit.action->rank, action.stage())};
    card.rows = {{tr("Rank"), QString::number(hit.action->rank.value)},
                 {tr("Stage"), QString::number(action.stage().value)}};
    if (hasMicrobatch(action.kind()))
        card.rows.emplace_back(tr("Microbatch"), QString::number(action.microbatch().value));
    card.rows.emplace_back(tr("Start"), timeText(start) + unit);
    card.rows.emplace_back(tr("End"), timeText(end) + unit);
    card.rows.emplace_back(tr("Duration"), timeText(end - start) + unit);
    if (action.isOverlapped())
        card.rows.emplace_back(tr("Overlapped"), tr("runs with another action"));
    return card;
}

} // namespace bubblescope::ui
