// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bubbles_list.h"

#include "ui/document/core_text.h"

#include <algorithm>
#include <numeric>

namespace bubblescope::ui {

namespace {

/// How many bubbles pass between two looks at the cancel token.
constexpr std::size_t kStride = 4096;

/// Whether the text contains the words, whatever their case. A number is meant whole: "rank 2" is not in
/// "rank 20", but "wait" is in "waits".
bool saysIt(const QString& text, const QString& words)
{
    if (words.isEmpty())
        return true;
    const auto isDigit = [&](qsizetype at) { return at >= 0 && at < text.size() && text[at].isDigit(); };
    for (qsizetype at = 0; (at = text.indexOf(words, at, Qt::CaseInsensitive)) >= 0; ++at) {
        const bool cutsBefore = words.front().isDigit() && isDigit(at - 1);
        const bool cutsAfter = words.back().isDigit() && isDigit(at + words.size());
        if (!cutsBefore && !cutsAfter)
            return true;
    }
    return false;
}

} // namespace

bool letsThrough(const BubbleFilter& filter, const Timeline& timeline, const Bubble& bubble)
{
    if (filter.why && whyOf(timeline, bubble) != *filter.why)
        return false;
    if (filter.rank && bubble.rank.value != *filter.rank)
        return false;
    if (filter.range && (bubble.start >= filter.range->to || bubble.end() <= filter.range->from))
        return false;
    if (filter.range && !filter.ranks.empty() &&
        !std::binary_search(filter.ranks.begin(), filter.ranks.end(), bubble.rank))
        return false;
    if (filter.text.isEmpty())
        return true;
    // What the row shows: its rank, its phase, and why.
    const QString row = QStringLiteral("rank %1 · ").arg(bubble.rank.value) +
                        BubbleWords::phase(bubble.phase) + QStringLiteral(" · ") +
                        coreSentence(bubbleReason(timeline, bubble));
    return saysIt(row, filter.text.trimmed());
}

QString BubbleWords::why(BubbleWhy why)
{
    switch (why) {
    case BubbleWhy::WaitsForB:
        return tr("Waits for %1", "kind of action").arg(QLatin1Char('B'));
    case BubbleWhy::WaitsForI:
        return tr("Waits for %1", "kind of action").arg(QLatin1Char('I'));
    case BubbleWhy::WaitsForW:
        return tr("Waits for %1", "kind of action").arg(QLatin1Char('W'));
    case BubbleWhy::WaitsForF:
        return tr("Waits for %1", "kind of action").arg(QLatin1Char('F'));
    case BubbleWhy::Waits:
        return tr("Waits for another rank");
    case BubbleWhy::Transfer:
        return tr("Transfer");
    case BubbleWhy::Communication:
        return tr("Communication");
    case BubbleWhy::Fsdp:
        return tr("FSDP");
    case BubbleWhy::Host:
        return tr("Host");
    case BubbleWhy::NothingLeft:
        break;
    }
    return tr("Nothing left");
}

QString BubbleWords::phase(RankPhase phase)
{
    switch (phase) {
    case RankPhase::WarmUp:
        return tr("warm-up", "phase of a rank");
    case RankPhase::Steady:
        return tr("steady", "phase of a rank");
    case RankPhase::CoolDown:
        break;
    }
    return tr("cool-down", "phase of a rank");
}

BubbleList listBubbles(const Timeline& timeline, const BubbleLedger& ledger, const BubbleFilter& filter,
                       const BubbleOrder& order, const CancelToken& cancel, std::size_t most)
{
    const std::vector<Bubble>& bubbles = ledger.bubbles;
    BubbleList list;
    for (std::size_t i = 0; i < bubbles.size(); ++i) {
        if (i % kStride == 0 && cancel.isCancelled())
            return {};
        if (!letsThrough(filter, timeline, bubbles[i]))
            continue;
        list.rows.push_back(static_cast<std::uint32_t>(i));
        list.matchedTime += bubbles[i].length;
    }
    list.matched = list.rows.size();
    const auto isLonger = [&](std::uint32_t a, std::uint32_t b) {
        return bubbles[a].length == bubbles[b].length ? a < b : bubbles[a].length > bubbles[b].length;
    };
    if (list.rows.size() > most) {
        const auto cut = list.rows.begin() + static_cast<std::ptrdiff_t>(most);
        std::nth_element(list.rows.begin(), cut, list.rows.end(), isLonger);
        for (auto row = cut; row != list.rows.end(); ++row)
            list.leftOutTime += bubbles[*row].length;
        list.rows.erase(cut, list.rows.end());
    }
    std::sort(list.rows.begin(), list.rows.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (!order.compare)
            return isLonger(a, b);
        const int by = order.compare(bubbles[a], bubbles[b]);
        return by == 0 ? a < b : order.descending ? by > 0 : by < 0;
    });
    return list;
}

} // namespace bubblescope::ui
