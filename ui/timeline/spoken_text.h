// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/scene/lane_index.h"
#include "ui/timeline/hit_test.h"

#include <QCoreApplication>
#include <QString>
#include <optional>

namespace bubblescope::ui {

/// What a screen reader says of the places of a timeline, translated. Cheap enough to be made when asked.
class SpokenText
{
    Q_DECLARE_TR_FUNCTIONS(SpokenText)

public:
    /// "Rank 2, stages 2 and 6, idle 21 %".
    [[nodiscard]] static QString lane(const LaneIndex& index, RankId rank);
    /// "F 12, stage 3, rank 2, 40.2 to 51 ms, waits for 2F12 of rank 1, slack 0.3". The slack comes from
    /// `explanation`, if there is one. O(actions of the ranks that run what it waits for) at worst.
    [[nodiscard]] static QString action(const LaneIndex& index, const ActionPosition& action,
                                        const Explanation* explanation);
    /// "Idle, rank 1, 5 to 7 steps".
    [[nodiscard]] static QString gap(const LaneIndex& index, const Gap& gap);
    /// "rank 1 waits 2 steps: the gradient … Step by step: 1B0 of rank 1, after 2B0 of rank 2, after …": why
    /// a bubble is, by its number in the ledger.
    [[nodiscard]] static QString chain(const Timeline& timeline, const BubbleLedger& ledger,
                                       std::size_t bubble);
    /// "5 to 7 steps".
    [[nodiscard]] static QString stretch(const Timeline& timeline, Time from, Time to);
};

/// What the action needs and gets last; nothing if it needs nothing that the order has. Looks near its start
/// first.
[[nodiscard]] std::optional<ActionPosition> lastNeededBy(const LaneIndex& index,
                                                         const ActionPosition& action);

} // namespace bubblescope::ui
