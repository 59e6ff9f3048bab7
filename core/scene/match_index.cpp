// SPDX-License-Identifier: Apache-2.0
#include "core/scene/match_index.h"

#include "core/base/parallel_for.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace bubblescope {

namespace {

/// How many blocks are looked at between two looks at the cancel token.
constexpr std::size_t kCancelEvery = 1U << 16U;
/// From here on a second processor is worth its start.
constexpr std::size_t kParallelFrom = 500'000;

Time startOfCell(const Timeline& timeline, RankId rank, std::size_t action)
{
    const Row& row = timeline.schedule->rows[rank.value];
    while (action > 0 && !row[action].startsCell())
        --action;
    return timeline.lanes[rank.value].start[action];
}

/// Of each two neighboring bits one: whether either is set. Requires an even number of words.
std::vector<std::uint64_t> halved(const std::vector<std::uint64_t>& bits)
{
    const auto pressed = [](std::uint64_t word) {
        // Either of each pair to the even places, then those moved together step by step.
        word = (word | word >> 1U) & 0x5555555555555555U;
        word = (word | word >> 1U) & 0x3333333333333333U;
        word = (word | word >> 2U) & 0x0F0F0F0F0F0F0F0FU;
        word = (word | word >> 4U) & 0x00FF00FF00FF00FFU;
        word = (word | word >> 8U) & 0x0000FFFF0000FFFFU;
        return (word | word >> 16U) & 0x00000000FFFFFFFFU;
    };
    std::vector<std::uint64_t> result(bits.size() / 2);
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = pressed(bits[2 * i]) | pressed(bits[2 * i + 1]) << 32U;
    return result;
}

/// The best match of one lane on one side of a key, unless one that is known is better. Looks at `most`
/// blocks of all lanes together.
class LaneSearch
{
public:
    LaneSearch(const LaneIndex& index, const ActionQuery& query, const MatchKey& from, bool forward,
               std::size_t most)
        : m_index(index)
        , m_query(query)
        , m_from(from)
        , m_isForward(forward)
        , m_left(most)
    {}
    void look(LaneId lane)
    {
        const Time edge =
            m_isForward ? m_from.start : std::nextafter(m_from.start, std::numeric_limits<Time>::infinity());
        const std::size_t first = m_index.firstBlockStartingAt(lane, edge);
        const std::size_t count = m_isForward ? m_index.blockCount(lane) - first : first;
        for (std::size_t step = 0; step < count; ++step) {
            const LaneBlock block = m_index.block(lane, m_isForward ? first + step : first - 1 - step);
            if ((m_found && isPast(block.start, m_best.start)) || !mayLook())
                return;
            for (std::size_t k = 0; k < block.actionCount; ++k) {
                const std::size_t part = m_isForward ? k : block.actionCount - 1 - k;
                if (const MatchKey key{block.start, lane.rank, block.firstAction + part};
                    isPast(key, m_from) && isMatch(key)) {
                    if (!m_found || isPast(m_best, key))
                        take(key);
                    return;
                }
            }
        }
    }
    [[nodiscard]] std::optional<ActionPosition> best() const
    {
        return m_found ? std::optional(ActionPosition{m_best.rank, m_best.index}) : std::nullopt;
    }
    /// Blocks that might be better were not looked at.
    [[nodiscard]] bool gaveUp() const { return m_gaveUp; }
    [[nodiscard]] std::size_t left() const { return m_left; }

private:
    /// Farther on the way.
    template <typename Value>
    [[nodiscard]] bool isPast(const Value& a, const Value& b) const
    {
        return m_isForward ? a > b : a < b;
    }
    bool mayLook()
    {
        m_gaveUp = m_left == 0;
        m_left -= m_gaveUp ? 0 : 1;
        return !m_gaveUp;
    }
    void take(const MatchKey& key)
    {
        m_best = key;
        m_found = true;
    }
    [[nodiscard]] bool isMatch(const MatchKey& key) const
    {
        return m_query.wants(m_index.timeline().schedule->rows[key.rank.value][key.index]);
    }

    const LaneIndex& m_index;
    const ActionQuery& m_query;
    MatchKey m_from;
    bool m_isForward;
    MatchKey m_best;
    std::size_t m_left;
    bool m_found = false;
    bool m_gaveUp = false;
};

} // namespace

MatchKey matchKeyOf(const Timeline& timeline, const ActionPosition& action)
{
    return {startOfCell(timeline, action.rank, action.index), action.rank, action.index};
}

BoundedMatch findMatchWithin(const LaneIndex& index, const ActionQuery& query, const MatchKey& from,
                             bool forward, std::size_t& looks)
{
    LaneSearch search(index, query, from, forward, looks);
    for (std::uint32_t rank = 0; rank < index.laneCount() && !search.gaveUp(); ++rank) {
        if (!query.wantsRank(RankId{rank}))
            continue;
        for (const Track track : kTracks) {
            search.look({RankId{rank}, track});
            if (search.gaveUp())
                break;
        }
    }
    looks = search.left();
    return {search.gaveUp() ? std::nullopt : search.best(), !search.gaveUp()};
}

std::optional<ActionPosition> findMatch(const LaneIndex& index, const ActionQuery& query,
                                        const MatchKey& from, bool forward)
{
    std::size_t looks = std::numeric_limits<std::size_t>::max();
    return findMatchWithin(index, query, from, forward, looks).action;
}

MatchKey MatchIndex::keyOf(RankId rank, std::uint32_t action) const
{
    return {startOfCell(m_index->timeline(), rank, action), rank, action};
}

std::shared_ptr<const MatchIndex> MatchIndex::build(LaneIndexPtr index, const ActionQuery& query,
                                                    const CancelToken& cancel)
{
    auto matches = std::make_shared<MatchIndex>();
    matches->m_index = std::move(index);
    matches->m_query = query;
    const std::uint32_t ranks = matches->m_index->laneCount();
    std::size_t actions = 0;
    for (const Row& row : matches->m_index->timeline().schedule->rows)
        actions += row.size();
    for (std::vector<Lane>& lanes : matches->m_lanes)
        lanes.resize(ranks);
    const bool isDone =
        parallelFor(ranks,
                    [&](std::uint32_t rank) {
                        if (query.wantsRank(RankId{rank}))
                            for (const Track track : kTracks)
                                matches->fill(matches->m_lanes[static_cast<std::size_t>(track)][rank],
                                              {RankId{rank}, track}, cancel);
                    },
                    {.threads = threadsIf(actions >= kParallelFrom), .cancel = &cancel});
    if (!isDone)
        return nullptr;
    for (const std::vector<Lane>& lanes : matches->m_lanes)
        for (const Lane& lane : lanes)
            matches->m_count += lane.actions.size();
    return matches;
}

void MatchIndex::fill(Lane& lane, LaneId id, const CancelToken& cancel) const
{
    const Row& row = m_index->timeline().schedule->rows[id.rank.value];
    const std::size_t count = m_index->blockCount(id);
    for (std::size_t i = 0; i < count; ++i) {
        if (i % kCancelEvery == 0 && cancel.isCancelled())
            return;
        const LaneBlock block = m_index->block(id, i);
        for (std::uint32_t k = block.firstAction; k < block.firstAction + block.actionCount; ++k)
            if (m_query.wants(row[k]))
                lane.actions.push_back(k);
    }
    lane.actions.shrink_to_fit();
    fillBuckets(lane, id.rank);
}

void MatchIndex::fillBuckets(Lane& lane, RankId rank) const
{
    const Time makespan = m_index->timeline().makespan;
    if (lane.actions.size() < 64 || !(makespan > 0))
        return;
    const std::size_t count = std::bit_ceil(lane.actions.size() * 4);
    lane.bucket = makespan / static_cast<Time>(count);
    // So short a run cannot be divided: each match is looked at.
    if (!std::isnormal(lane.bucket))
        return;
    std::vector<std::uint64_t>& finest = lane.buckets.emplace_back(count / 64);
    const LaneTimes& times = m_index->timeline().lanes[rank.value];
    const auto bucketOf = [&](Time t) {
        return static_cast<std::size_t>(std::clamp(t / lane.bucket, 0.0, static_cast<Time>(count - 1)));
    };
    for (const std::uint32_t action : lane.actions) {
        const std::size_t first = bucketOf(times.start[action]);
        // What ends where a bucket begins is not in it.
        const std::size_t last = std::max(
            first, bucketOf(std::nextafter(times.end[action], -std::numeric_limits<Time>::infinity())));
        for (std::size_t bit = first; bit <= last;) {
            const std::size_t end = std::min(last + 1, (bit / 64 + 1) * 64);
            const std::uint64_t upTo = end % 64 == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << end % 64) - 1;
            finest[bit / 64] |= upTo & ~std::uint64_t{0} << bit % 64;
            bit = end;
        }
    }
    while (lane.buckets.back().size() > 1)
        lane.buckets.push_back(halved(lane.buckets.back()));
}

std::size_t MatchIndex::lowerBound(const Lane& lane, RankId rank, const MatchKey& key) const
{
    const auto place = std::partition_point(lane.actions.begin(), lane.actions.end(),
                                            [&](std::uint32_t a) { return keyOf(rank, a) < key; });
    return static_cast<std::size_t>(place - lane.actions.begin());
}

std::optional<ActionPosition> MatchIndex::nearest(const MatchKey& from, bool forward) const
{
    std::optional<MatchKey> best;
    for (const std::vector<Lane>& lanes : m_lanes)
        for (std::uint32_t rank = 0; rank < lanes.size(); ++rank) {
            const std::vector<std::uint32_t>& actions = lanes[rank].actions;
            if (actions.empty())
                continue;
            const auto keyAt = [&](std::size_t i) { return keyOf(RankId{rank}, actions[i]); };
            std::size_t at = lowerBound(lanes[rank], RankId{rank}, from);
            if (forward && at < actions.size() && keyAt(at) == from)
                ++at;
            if (forward ? at == actions.size() : at == 0)
                continue;
            const MatchKey key = keyAt(forward ? at : at - 1);
            if (!best || (forward ? key < *best : key > *best))
                best = key;
        }
    return best ? std::optional(ActionPosition{best->rank, best->index}) : std::nullopt;
}

std::optional<std::size_t> MatchIndex::numberOf(const ActionPosition& action) const
{
    const Timeline& timeline = m_index->timeline();
    if (action.rank.value >= timeline.schedule->rankCount() ||
        action.index >= timeline.schedule->rows[action.rank.value].size() ||
        !m_query.matches(action.rank, timeline.schedule->at(action)))
        return std::nullopt;
    const MatchKey key = matchKeyOf(timeline, action);
    std::size_t before = 0;
    for (const std::vector<Lane>& lanes : m_lanes)
        for (std::uint32_t rank = 0; rank < lanes.size(); ++rank)
            if (!lanes[rank].actions.empty())
                before += lowerBound(lanes[rank], RankId{rank}, key);
    return before;
}

void MatchIndex::stretches(LaneId id, Time from, Time to, Time least, std::vector<TimeSpan>& found) const
{
    const Lane& lane = laneOf(id);
    if (lane.actions.empty())
        return;
    if (!lane.buckets.empty() && least >= 2 * lane.bucket)
        distantStretches(lane, from, to, least, found);
    else
        nearStretches(lane, id.rank, from, to, least, found);
}

/// By the buckets alone: two of them or more make a stretch of `least`.
void MatchIndex::distantStretches(const Lane& lane, Time from, Time to, Time least,
                                  std::vector<TimeSpan>& found) const
{
    std::size_t level = 0;
    Time bucket = lane.bucket;
    for (; level + 1 < lane.buckets.size() && least >= 4 * bucket; ++level)
        bucket *= 2;
    const std::vector<std::uint64_t>& words = lane.buckets[level];
    const std::size_t bits = words.size() * 64;
    const auto bitOf = [&](Time t) {
        return static_cast<std::size_t>(std::clamp(t / bucket, 0.0, static_cast<Time>(bits)));
    };
    // The first bit from `bit` on that is set, or that is not.
    const auto find = [&](std::size_t bit, bool set) {
        while (bit < bits) {
            const std::uint64_t word = (set ? words[bit / 64] : ~words[bit / 64]) >> bit % 64;
            if (word != 0)
                return bit + static_cast<std::size_t>(std::countr_zero(word));
            bit = (bit / 64 + 1) * 64;
        }
        return bits;
    };
    const std::size_t gap = bitOf(least);
    const std::size_t end = std::min(bits, bitOf(to) + 1);
    for (std::size_t bit = find(bitOf(from), true); bit < end;) {
        std::size_t last = find(bit, false);
        std::size_t next = find(last, true);
        while (next < end && next - last < gap) {
            last = find(next, false);
            next = find(last, true);
        }
        found.push_back({static_cast<Time>(bit) * bucket, static_cast<Time>(last) * bucket});
        bit = next;
    }
}

void MatchIndex::nearStretches(const Lane& lane, RankId rank, Time from, Time to, Time least,
                               std::vector<TimeSpan>& found) const
{
    const LaneTimes& times = m_index->timeline().lanes[rank.value];
    const std::vector<std::uint32_t>& actions = lane.actions;
    const std::size_t count = actions.size();
    std::size_t i = lowerBound(lane, rank, {from, RankId{0}, 0});
    // What began before may reach in; parts of one cell began together.
    for (int back = 0; back < 2 && i > 0; ++back)
        --i;
    while (i < count && times.end[actions[i]] <= from && times.start[actions[i]] < from)
        ++i;
    while (i < count && times.start[actions[i]] < to) {
        TimeSpan stretch{times.start[actions[i]], times.end[actions[i]]};
        for (;;) {
            // In steps that grow, since there may be thousands of them in one stretch.
            const Time until = stretch.end + least;
            std::size_t step = 1;
            std::size_t low = i + 1;
            while (low < count && times.start[actions[low]] < until) {
                i = low;
                low += step;
                step *= 2;
            }
            const auto begin = actions.begin() + static_cast<std::ptrdiff_t>(i) + 1;
            const auto next = std::partition_point(
                begin, actions.begin() + static_cast<std::ptrdiff_t>(std::min(low, count)),
                [&](std::uint32_t action) { return times.start[action] < until; });
            i = static_cast<std::size_t>(next - actions.begin()) - 1;
            const Time reached = std::max(stretch.end, times.end[actions[i]]);
            if (reached <= stretch.end)
                break;
            stretch.end = reached;
            if (stretch.end >= to)
                break;
        }
        ++i;
        found.push_back(stretch);
    }
}

} // namespace bubblescope
