// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/spoken_text.h"

#include "core/time/step_phases.h"
#include "ui/document/core_text.h"
#include "ui/timeline/dependency_links.h"
#include "ui/widgets/figures.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostStages = 6;
constexpr std::size_t kMostSpokenSteps = 12;

QString latin(std::string_view text)
{
    return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
}

/// "1", "1 and 5", "1, 5 and 9"; of many the first and the last.
QString listText(const std::vector<StageId>& stages)
{
    QStringList texts;
    for (const StageId stage : stages)
        texts << QString::number(stage.value);
    if (stages.size() > kMostStages)
        return SpokenText::tr("%1 to %2, %3 of them", "stages, how many")
            .arg(texts.front(), texts.back())
            .arg(stages.size());
    const QString last = texts.takeLast();
    return texts.isEmpty() ? last : SpokenText::tr("%1 and %2").arg(texts.join(QStringLiteral(", ")), last);
}

/// On a rank, from what runs at `t` backwards, then onwards: what is needed has mostly just ended.
std::optional<ActionPosition> findNear(const LaneIndex& index, RankId rank, const Needed& needed,
                                       MicrobatchId microbatch, Time t)
{
    const Row& row = index.timeline().schedule->rows[rank.value];
    const auto fits = [&](const Action& action) {
        return action.microbatch() == microbatch && action.stage().value == needed.stage &&
               (action.kind() == needed.kinds[0] || action.kind() == needed.kinds[1]);
    };
    std::size_t begin = row.size();
    if (const std::size_t block = index.firstBlockEndingAfter(rank, t); block < index.blockCount(rank))
        begin = std::min(row.size(), std::size_t{index.block(rank, block).firstAction} + 1);
    for (std::size_t i = begin; i-- > 0;)
        if (fits(row[i]))
            return ActionPosition{rank, i};
    for (std::size_t i = begin; i < row.size(); ++i)
        if (fits(row[i]))
            return ActionPosition{rank, i};
    return std::nullopt;
}

} // namespace

std::optional<ActionPosition> lastNeededBy(const LaneIndex& index, const ActionPosition& action)
{
    const Timeline& timeline = index.timeline();
    const Action own = timeline.schedule->at(action);
    const Time start = timeline.startOf(action);
    std::optional<ActionPosition> last;
    // Of what ends at once the message from elsewhere tells more than the rank's own order.
    const auto rankOf = [&](const ActionPosition& p) {
        return std::pair(timeline.endOf(p), p.rank != action.rank);
    };
    for (const Needed& needed : needsOf(own))
        for (std::uint32_t rank = 0; rank < index.laneCount(); ++rank) {
            const std::vector<StageId>& stages = index.stagesOf(RankId{rank});
            if (!std::binary_search(stages.begin(), stages.end(), StageId{needed.stage}))
                continue;
            const auto found = findNear(index, RankId{rank}, needed, own.microbatch(), start);
            if (found && (!last || rankOf(*last) < rankOf(*found)))
                last = found;
        }
    return last;
}

QString SpokenText::lane(const LaneIndex& index, RankId rank)
{
    const std::vector<StageId>& stages = index.stagesOf(rank);
    QString text = tr("Rank %1").arg(rank.value);
    if (!stages.empty())
        text = tr("%1, %2", "rank, stages")
                   .arg(text, (stages.size() == 1 ? tr("stage %1") : tr("stages %1")).arg(listText(stages)));
    if (index.isAbsent(rank))
        return tr("%1, no trace", "rank").arg(text);
    const Time makespan = index.timeline().makespan;
    if (!(makespan > 0))
        return text;
    return tr("%1, idle %2").arg(text, percentText(index.idleShare({rank}, 0, makespan)));
}

QString SpokenText::stretch(const Timeline& timeline, Time from, Time to)
{
    const auto [begin, end] = stretchTexts(from, to, timeline.unit);
    return tr("%1 to %2", "times").arg(begin, timeline.unit == "step" ? timeText(to, timeline.unit) : end);
}

QString SpokenText::action(const LaneIndex& index, const ActionPosition& position,
                           const Explanation* explanation)
{
    const Timeline& timeline = index.timeline();
    const Schedule& schedule = *timeline.schedule;
    const Action action = schedule.at(position);
    const ActionExtent extent = extentOf(timeline, position);
    QStringList parts;
    parts << (hasMicrobatch(action.kind()) ? latin(kindText(action.kind())) + QLatin1Char(' ') +
                                                 QString::number(action.microbatch().value)
                                           : latin(kindText(action.kind())));
    if (!isTail(action.kind()))
        parts << tr("stage %1").arg(action.stage().value);
    parts << tr("rank %1").arg(position.rank.value) << stretch(timeline, extent.begin, extent.end);
    if (action.isOverlapped())
        parts << tr("overlapped");
    if (const auto needed = lastNeededBy(index, position))
        parts << tr("waits for %1 of rank %2")
                     .arg(QString::fromStdString(actionText(schedule.at(*needed).id())))
                     .arg(needed->rank.value);
    if (explanation != nullptr && position.rank.value < explanation->slack.size() &&
        position.index < explanation->slack[position.rank.value].size())
        parts << tr("slack %1")
                     .arg(timeCell(explanation->slack[position.rank.value][position.index], timeline.unit));
    return parts.join(QStringLiteral(", "));
}

QString SpokenText::chain(const Timeline& timeline, const BubbleLedger& ledger, std::size_t bubble)
{
    const std::span<const Place> chain = ledger.chains.of(bubble);
    const QString sentence = coreSentence(chainSentence(timeline, ledger.bubbles[bubble], chain));
    if (chain.size() < 2)
        return sentence;
    QStringList steps;
    for (const Place& step : chain.first(std::min(chain.size(), kMostSpokenSteps)))
        steps << tr("%1 of rank %2", "action")
                     .arg(QString::fromStdString(actionText(timeline.schedule->at(step.position()).id())))
                     .arg(step.rank);
    if (chain.size() > kMostSpokenSteps)
        steps << tr("%1 more").arg(chain.size() - kMostSpokenSteps);
    return tr("%1. Step by step: %2", "the reason, its actions")
        .arg(sentence, steps.join(tr(", after ", "between actions of which each waits for the next")));
}

QString SpokenText::gap(const LaneIndex& index, const Gap& gap)
{
    return tr("Idle, rank %1, %2")
        .arg(QString::number(gap.rank.value), stretch(index.timeline(), gap.from, gap.to));
}

} // namespace bubblescope::ui
