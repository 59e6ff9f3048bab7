// SPDX-License-Identifier: GPL-3.0-or-later
// What the inspector says once the run has been explained: slack, critical path, bubbles.
#include "ui/document/core_text.h"
#include "ui/panels/bubbles_list.h"
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/timeline/bubble_search.h"
#include "ui/timeline/critical_path_marks.h"
#include "ui/widgets/table_csv.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace bubblescope::ui {

namespace {

/// A slack of so small a share of the makespan is none but for rounding.
constexpr double kNoSlack = 1e-9;
constexpr std::size_t kMostChainLines = 24;

} // namespace

void InspectorPanel::addNote(const QString& text)
{
    auto* note = new QLabel(text, m_factsHolder);
    note->setProperty("quiet", true);
    note->setWordWrap(true);
    m_holderLayout->addWidget(note);
    m_lines << text;
    m_pairs.append({m_heading, text});
}

void InspectorPanel::addSlack(const ActionPosition& position)
{
    if (!m_explanation) {
        if (m_evaluation->brokenBecause.empty())
            addFact(tr("Slack"), QStringLiteral("…"));
        return;
    }
    const Time time = m_explanation->slack[position.rank.value][position.index];
    const QString slack = timeText(time, m_explained->timeline->unit);
    QString said = slack;
    if (isOnPath(*m_explained->timeline, m_explanation->criticalPath, position))
        said = tr("%1 · on the critical path", "time").arg(slack);
    else if (time <= m_explained->timeline->makespan * kNoSlack)
        said = tr("%1 · on another critical path", "time").arg(slack);
    addFact(tr("Slack"), said, csvNumber(time));
}

const Bubble* InspectorPanel::bubbleBefore(const ActionPosition& position) const
{
    if (!m_explanation)
        return nullptr;
    const BubbleLedger& ledger = m_explanation->ledger;
    const Time start = m_explained->timeline->startOf(position);
    // The last one that begins before the action.
    const std::size_t after = bubbleFrom(ledger, position.rank, start).value_or(ledger.bubbles.size());
    if (after == 0)
        return nullptr;
    const Bubble& bubble = ledger.bubbles[after - 1];
    const bool endsIt = bubble.rank == position.rank && bubble.next &&
                        m_explained->timeline->startOf(bubble.next.position()) == start;
    return endsIt ? &bubble : nullptr;
}

void InspectorPanel::showPath()
{
    const Timeline& timeline = *m_explained->timeline;
    const CriticalPath& path = m_explanation->criticalPath;
    addHeading(tr("Critical path"));
    if (path.actions.empty()) {
        addNote(tr("none"));
        return;
    }
    std::array<std::size_t, kActionKindCount> counts{};
    std::array<Time, kActionKindCount> times{};
    for (const ActionPosition& position : path.actions) {
        const auto kind = static_cast<std::size_t>(timeline.schedule->at(position).kind());
        ++counts[kind];
        times[kind] += timeline.endOf(position) - timeline.startOf(position);
    }
    addTime(tr("Length"), path.length);
    addFact(tr("Actions"), countText(path.actions.size()));
    Time rest = path.length;
    for (std::size_t kind = 0; kind < kActionKindCount; ++kind) {
        if (counts[kind] == 0)
            continue;
        rest -= times[kind];
        addFact(coreText(kindName(static_cast<ActionKind>(kind))),
                tr("%1 · %2", "how many, time")
                    .arg(countText(counts[kind]), timeText(times[kind], timeline.unit)));
    }
    if (rest > path.length * 1e-9)
        addTime(tr("Between them"), rest);
}

void InspectorPanel::showIdle()
{
    const BubbleLedger& ledger = m_explanation->ledger;
    if (ledger.total <= 0)
        return;
    const std::string& unit = m_explained->timeline->unit;
    addHeading(tr("Why ranks are idle"));
    for (std::size_t why = 0; why < kBubbleWhyCount; ++why)
        if (const Time idle = ledger.byWhy[why]; idle > 0)
            addFact(
                BubbleWords::why(static_cast<BubbleWhy>(why)),
                tr("%1 · %2", "time, percent").arg(timeText(idle, unit), percentText(idle / ledger.total)));
    addTime(tr("All ranks"), ledger.total);
}

void InspectorPanel::showBubble(const Bubble& bubble)
{
    const Timeline& timeline = *m_explained->timeline;
    const BubbleLedger& ledger = m_explanation->ledger;
    const std::span<const Place> chain = ledger.chains.of(*m_bubble);
    addHeading(tr("Bubble"));
    addNote(coreSentence(chainSentence(timeline, bubble, chain)));
    addFact(tr("Rank"), QString::number(bubble.rank.value));
    addTime(tr("Start"), bubble.start);
    addTime(tr("End"), bubble.end());
    addTime(tr("Length"), bubble.length);
    if (bubble.transfer > 0)
        addTime(tr("Of which transfer"), bubble.transfer);
    addFact(tr("When"), BubbleWords::phase(bubble.phase));
    addFact(tr("Why"), BubbleWords::why(whyOf(timeline, bubble)));
    addFact(tr("Share of idle time"), percentText(ledger.total > 0 ? bubble.length / ledger.total : 0));
    if (chain.size() > 1)
        addChain(timeline, bubble, chain);
    else if (bubble.waitsFor) {
        addHeading(tr("Waits for"));
        const ActionPosition position = bubble.waitsFor.position();
        addLink(position, tr("rank %1, ended %2")
                              .arg(position.rank.value)
                              .arg(timeCell(timeline.endOf(position), timeline.unit)));
    }
    addRankMemory(bubble.rank, bubble.start, bubble.end());
}

/// From the action that ends the gap back to what ran before it began, a line for each.
void InspectorPanel::addChain(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain)
{
    addHeading(tr("Why, step by step"));
    const std::string& unit = timeline.unit;
    for (std::size_t i = 0; i < std::min(chain.size(), kMostChainLines); ++i) {
        const ActionPosition position = chain[i].position();
        const Time start = timeline.startOf(position);
        const Time end = timeline.endOf(position);
        const bool isBefore = end <= bubble.start + timeline.makespan * kNoSlack;
        addLink(
            position,
            i == 0 ? tr("rank %1, starts %2").arg(position.rank.value).arg(timeCell(start, unit))
            : isBefore
                ? tr("rank %1, ended %2").arg(position.rank.value).arg(timeCell(end, unit))
                : tr("rank %1, %2 long", "length").arg(position.rank.value).arg(timeCell(end - start, unit)));
    }
    if (chain.size() > kMostChainLines)
        addNote(tr("and %1 more before it").arg(countText(chain.size() - kMostChainLines)));
}

} // namespace bubblescope::ui
