// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/analyze/explanation.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/widgets/elided_label.h"

namespace bubblescope::test {

inline Bubble gap(std::uint32_t rank, Time start, Time length, BubbleCause cause, Place waitsFor = {},
                  Place next = {}, RankPhase phase = RankPhase::Steady)
{
    Bubble bubble;
    bubble.rank = RankId{rank};
    bubble.start = start;
    bubble.length = length;
    bubble.cause = cause;
    bubble.phase = phase;
    bubble.waitsFor = waitsFor;
    bubble.next = next;
    return bubble;
}

/// The gaps of kTwoRanks, by hand.
inline ExplanationPtr gapsByHand(const Timeline& timeline, std::vector<Bubble> bubbles)
{
    auto explanation = std::make_shared<Explanation>();
    explanation->ledger.bubbles = std::move(bubbles);
    explanation->ledger.idlePerRank.resize(timeline.lanes.size());
    for (const Bubble& bubble : explanation->ledger.bubbles) {
        explanation->ledger.idlePerRank[bubble.rank.value] += bubble.length;
        explanation->ledger.total += bubble.length;
        explanation->ledger.byCause[static_cast<std::size_t>(bubble.cause)] += bubble.length;
        explanation->ledger.byWhy[static_cast<std::size_t>(whyOf(timeline, bubble))] += bubble.length;
    }
    for (const LaneTimes& lane : timeline.lanes)
        explanation->slack.emplace_back(lane.start.size(), 0.0);
    return explanation;
}
inline ExplanationPtr twoRankGaps(const Timeline& timeline)
{
    return gapsByHand(timeline, {gap(0, 2, 3, BubbleCause::Dependency, {1, 3}, {0, 5}),
                                 gap(0, 6, 1, BubbleCause::CoolDown, {1, 4}, {0, 7}, RankPhase::CoolDown),
                                 gap(1, 0, 1, BubbleCause::WarmUp, {0, 0}, {1, 1}, RankPhase::WarmUp),
                                 gap(1, 5, 3, BubbleCause::NothingLeft, {}, {}, RankPhase::CoolDown)});
}
inline QString labelText(const QWidget& panel, const char* name)
{
    const auto* label = panel.findChild<QLabel*>(QLatin1String(name));
    const auto* elided = qobject_cast<const ui::ElidedLabel*>(label);
    return elided ? elided->wholeText() : label->text();
}

} // namespace bubblescope::test
