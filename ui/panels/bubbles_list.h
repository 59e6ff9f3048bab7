// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/bubble_ledger.h"
#include "core/base/cancel.h"
#include "core/scene/geometry.h"

#include <QCoreApplication>
#include <QString>
#include <functional>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// What is said about bubbles, translated.
struct BubbleWords
{
    Q_DECLARE_TR_FUNCTIONS(BubbleWords)

public:
    [[nodiscard]] static QString why(BubbleWhy why); ///< "Waits for B", "Transfer", …
    [[nodiscard]] static QString phase(RankPhase phase);
};

/// Which bubbles are listed: those that every part lets through.
struct BubbleFilter
{
    std::optional<BubbleWhy> why;
    std::optional<std::uint32_t> rank;
    /// In when and why the row's rank idles, in letters of any case; numbers are meant whole.
    QString text;
    /// Those of which a part lies in that time, on these ranks; no ranks = on all.
    std::optional<TimeRange> range = {};
    std::vector<RankId> ranks = {}; ///< rising
    bool operator==(const BubbleFilter&) const = default;
    [[nodiscard]] bool isOpen() const { return !why && !rank && text.isEmpty() && !range; }
};

/// Whether the filter lets the bubble through.
[[nodiscard]] bool letsThrough(const BubbleFilter& filter, const Timeline& timeline, const Bubble& bubble);

/// By what the list is sorted: negative if the first one comes before the second.
struct BubbleOrder
{
    std::function<int(const Bubble&, const Bubble&)> compare; ///< none = by length
    bool descending = true;
};

/// The ledger as the table shows it.
struct BubbleList
{
    std::vector<std::uint32_t> rows; ///< numbers of bubbles in the ledger, in order
    std::size_t matched = 0;         ///< let through by the filter
    Time matchedTime = 0;
    Time leftOutTime = 0; ///< of those that matched and are not among the rows
};
/// More rows than that nobody reads; the longest stay.
inline constexpr std::size_t kMostBubbleRows = 100'000;

/// Filters, keeps the longest `most`, sorts. Equal ones stay as the ledger has them: by rank, then by start.
/// O(n log n), and a filter by text makes every bubble's text: for a worker from some ten thousand on. Empty
/// when cancelled.
[[nodiscard]] BubbleList listBubbles(const Timeline& timeline, const BubbleLedger& ledger,
                                     const BubbleFilter& filter, const BubbleOrder& order,
                                     const CancelToken& cancel = {}, std::size_t most = kMostBubbleRows);

} // namespace bubblescope::ui
