// SPDX-License-Identifier: Apache-2.0
#include "core/fit/measured_cells.h"

#include <algorithm>

namespace bubblescope::fit {

namespace {

/// Of a label on the CPU the wait for its receive is known; of work on the GPU the label's start says when it
/// was launched, not since when it waits.
bool tellsWait(const MeasuredAction& measured)
{
    return measured.source == TimeSource::Cpu;
}

bool tellsWaits(const std::vector<RankCells>& ranks)
{
    return std::any_of(ranks.begin(), ranks.end(), [](const RankCells& rank) {
        return std::any_of(rank.actions().begin(), rank.actions().end(), [](const MeasuredAction* measured) {
            return tellsWait(*measured) && measured->wait > 0;
        });
    });
}

/// The latest producer of a cell on another rank; null where none of its parts has one.
const Made* latestProducer(std::span<const MeasuredAction* const> parts, std::size_t rank,
                           const MakerTable& makers)
{
    const Made* latest = nullptr;
    for (const MeasuredAction* part : parts) {
        const Made* made = makers.producerOf(part->action.id(), rank);
        if (made != nullptr && (latest == nullptr || made->action->end > latest->action->end))
            latest = made;
    }
    return latest;
}

/// One cell and what is before it.
struct Approach
{
    const MeasuredAction* first = nullptr;
    const Made* producer = nullptr; ///< null = needs no other rank
    std::optional<Time> previousEnd;
    Time start = 0;
    bool isOverlapped = false;
    bool isProducerOverlapped = false;
};

bool waited(const Approach& cell, bool knowsWaits)
{
    if (knowsWaits)
        return cell.first->wait > kWaits;
    // On a fast model a tenth of a millisecond is a long wait, so idling counts from half an action on.
    const Time least = std::min(kWaits, (cell.first->end - cell.first->start) / 2);
    return cell.producer != nullptr && cell.producer->action->end > cell.previousEnd.value_or(0) &&
           cell.start - cell.previousEnd.value_or(0) > least;
}

/// Whether the rank alone says how long the gap is: nothing that comes from elsewhere was late.
bool wasFree(const Approach& cell, bool knowsWaits)
{
    if (knowsWaits)
        return cell.first->wait <= kWaits;
    return cell.producer == nullptr || cell.producer->action->end <= cell.previousEnd.value_or(0);
}

void add(const Approach& cell, Between& between)
{
    if (waited(cell, between.knowsWaits)) {
        if (cell.producer != nullptr && !cell.isOverlapped && !cell.isProducerOverlapped)
            between.hops.push_back(cell.start - cell.producer->action->end);
    } else if (cell.previousEnd && wasFree(cell, between.knowsWaits)) {
        between.gaps.push_back(cell.start - *cell.previousEnd);
    }
}

} // namespace

Between betweenOf(const std::vector<RankCells>& ranks, const MakerTable& makers)
{
    Between between;
    between.knowsWaits = tellsWaits(ranks);
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        std::optional<Time> previousEnd;
        for (std::size_t c = 0; c < ranks[r].size(); ++c) {
            Approach cell;
            cell.first = ranks[r].at(c).front();
            cell.producer = latestProducer(ranks[r].at(c), r, makers);
            cell.previousEnd = previousEnd;
            cell.start = ranks[r].startOf(c);
            cell.isOverlapped = ranks[r].at(c).size() > 1;
            cell.isProducerOverlapped =
                cell.producer != nullptr && cell.producer->action->action.isOverlapped();
            add(cell, between);
            previousEnd = std::max(previousEnd.value_or(0), ranks[r].endOf(c));
        }
    }
    return between;
}

} // namespace bubblescope::fit
