// SPDX-License-Identifier: Apache-2.0
// Covered time of pixel columns: what a frame spends most of its time on when it shows millions of actions.
#include "core/scene/lane_index.h"

namespace bubblescope {

namespace {

constexpr std::size_t kGroup = 16;

} // namespace

/// Of one lane: kSlots fills that occur (0 = as many as it says), blocks as `Blocks` knows them.
template <std::size_t kSlots, typename Blocks>
class LaneIndex::ColumnWalk
{
public:
    ColumnWalk(const Lane& lane, const Blocks& blocks, std::vector<std::uint32_t>& groups)
        : m_lane(lane)
        , m_blocks(blocks)
        , m_slots(kSlots != 0 ? kSlots : lane.used.size())
        , m_groups(groups)
    {
        for (std::size_t slot = 0; slot < m_slots; ++slot)
            m_slotOf[lane.used[slot]] = static_cast<std::uint8_t>(slot);
    }

    void add(const TimeColumns& columns, std::span<float> shares)
    {
        findGroups(columns);
        Times before = coveredBefore(0, columns.edge(0));
        const auto perColumn = 1 / columns.unitsPerColumn;
        float* share = shares.data();
        for (std::size_t edge = 1; edge <= columns.count; ++edge) {
            const Times after = coveredBefore(edge, columns.edge(edge));
            for (std::size_t slot = 0; slot < m_slots; ++slot, ++share) {
                // Sums of doubles may fall by rounding.
                const Time covered = std::max(0.0, after[slot] - before[slot]);
                *share += static_cast<float>(covered * perColumn);
                before[slot] += covered;
            }
        }
    }

private:
    using Times = std::array<Time, kSlots != 0 ? kSlots : kStripFills>;

    /// The group in which each edge lies.
    void findGroups(const TimeColumns& columns)
    {
        const std::vector<Time>& begins = m_lane.groupBegin;
        m_groups.resize(columns.count + 1);
        const auto first = std::upper_bound(begins.begin() + 1, begins.end(), columns.edge(0));
        auto group = static_cast<std::size_t>(first - begins.begin()) - 1;
        for (std::size_t edge = 0; edge <= columns.count; ++edge) {
            const Time t = columns.edge(edge);
            // Columns follow each other closely: a few steps on, then by halves.
            std::size_t step = 1;
            while (group + step < begins.size() && begins[group + step] <= t) {
                group += step;
                step *= 2;
            }
            for (step /= 2; step > 0; step /= 2)
                if (group + step < begins.size() && begins[group + step] <= t)
                    group += step;
            m_groups[edge] = static_cast<std::uint32_t>(group);
        }
    }

    [[nodiscard]] Times coveredBefore(std::size_t edge, Time t) const
    {
        const std::size_t group = m_groups[edge];
        const std::size_t first = group * kGroup;
        const std::size_t end = std::min(first + kGroup, m_lane.fill.size());
        const std::uint8_t* const fill = m_lane.fill.data();
        Times inGroup{};
        Time total = 0;
        const auto count = [&](std::size_t block, Time length) {
            if constexpr (kSlots == 1) {
                inGroup[0] += length;
            } else if constexpr (kSlots == 2) {
                total += length;
                inGroup[1] += fill[block] == m_lane.used[1] ? length : 0;
            } else {
                inGroup[m_slotOf[fill[block]]] += length;
            }
        };
        for (std::size_t block = first; block < end; ++block) {
            const TimeSpan cover = m_blocks.cover(block);
            if (cover.end > t) {
                count(block, std::max(0.0, t - cover.start));
                break;
            }
            count(block, cover.end - cover.start);
        }
        if constexpr (kSlots == 2)
            inGroup[0] = total - inGroup[1];
        const Time* const sums = m_lane.sums.data() + group * m_slots;
        for (std::size_t slot = 0; slot < m_slots; ++slot)
            inGroup[slot] += sums[slot];
        return inGroup;
    }

    const Lane& m_lane;
    Blocks m_blocks;
    std::size_t m_slots;
    std::array<std::uint8_t, kStripFills> m_slotOf{};
    std::vector<std::uint32_t>& m_groups;
};

template <typename Blocks>
void LaneIndex::addCoverage(const Lane& lane, const Blocks& blocks, const TimeColumns& columns,
                            std::span<float> shares)
{
    thread_local std::vector<std::uint32_t> groups;
    if (lane.used.size() == 1)
        ColumnWalk<1, Blocks>(lane, blocks, groups).add(columns, shares);
    else if (lane.used.size() == 2)
        ColumnWalk<2, Blocks>(lane, blocks, groups).add(columns, shares);
    else
        ColumnWalk<0, Blocks>(lane, blocks, groups).add(columns, shares);
}

void LaneIndex::addCoverage(LaneId id, const TimeColumns& columns, std::span<float> shares) const
{
    /// Blocks that are actions, in order.
    struct Plain
    {
        const Time* start;
        const Time* end;
        [[nodiscard]] TimeSpan cover(std::size_t block) const { return {start[block], end[block]}; }
    };
    struct Any
    {
        const Lane* lane;
        [[nodiscard]] TimeSpan cover(std::size_t block) const
        {
            return {lane->coverBeginOf(block), lane->coverEndOf(block)};
        }
    };
    const Lane& lane = laneOf(id);
    if (columns.count == 0 || lane.groupBegin.empty())
        return;
    if (lane.plain)
        addCoverage(lane, Plain{lane.start, lane.end}, columns, shares);
    else
        addCoverage(lane, Any{&lane}, columns, shares);
}

} // namespace bubblescope
