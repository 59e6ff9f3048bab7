// SPDX-License-Identifier: Apache-2.0
// Covered time of pixel columns: what a frame spends most of its time on when it shows millions of actions.
#include "core/scene/lane_index.h"

namespace bubblescope {

namespace {

constexpr std::size_t kGroup = 16;

/// Looking ahead is not worth it for fewer.
constexpr std::size_t kManyColumns = 64;

/// Per edge, kept from lane to lane.
struct Scratch
{
    std::vector<std::uint32_t> groups;
    std::vector<std::int32_t> ticks;
};

} // namespace

/// Of one lane: kSlots fills that occur (0 = as many as it says), blocks as `Blocks` knows them.
template <std::size_t kSlots, typename Blocks>
class LaneIndex::ColumnWalk
{
public:
    ColumnWalk(const Lane& lane, const Blocks& blocks, Scratch& scratch)
        : m_lane(lane)
        , m_blocks(blocks)
        , m_slots(kSlots != 0 ? kSlots : lane.used.size())
        , m_groups(scratch.groups)
        , m_ticks(scratch.ticks)
    {
        for (std::size_t slot = 0; slot < m_slots; ++slot)
            m_slotOf[lane.used[slot]] = static_cast<std::uint8_t>(slot);
    }

    void add(const TimeColumns& columns, std::span<float> shares)
    {
        findGroups(columns);
        Times before = coveredBefore(m_groups[0], columns.edge(0));
        const auto perColumn = 1 / columns.unitsPerColumn;
        float* share = shares.data();
        for (std::size_t edge = 1; edge <= columns.count; ++edge) {
            const Times after = coveredBefore(m_groups[edge], columns.edge(edge));
            for (std::size_t slot = 0; slot < m_slots; ++slot, ++share) {
                // Sums of doubles may fall by rounding.
                const Time covered = std::max(0.0, after[slot] - before[slot]);
                *share += static_cast<float>(covered * perColumn);
                before[slot] += covered;
            }
        }
    }

    /// The same out of the packed lane, but for groups too coarse for these columns.
    void addPacked(const TimeColumns& columns, std::span<float> shares)
    {
        const PackedLane& packed = m_lane.packed;
        const int coarsest = packed.coarsestFor(columns.unitsPerColumn);
        const auto perColumn = static_cast<float>(1 / (columns.unitsPerColumn * packed.ticksPerUnit()));
        findTicks(columns);
        m_groups.resize(columns.count + 1 + kAhead);
        for (std::size_t edge = 0; edge < kAhead; ++edge)
            findGroup(edge);
        const auto coveredTo = [&](std::size_t edge) {
            // What later edges need is on its way from memory meanwhile.
            findGroup(edge + kAhead);
            const std::size_t group = m_groups[edge];
            return packed.isAtMost(group, coarsest) ? packedBefore(group, m_ticks[edge])
                                                    : plainBefore(group, columns.edge(edge));
        };
        Covered before = coveredTo(0);
        float* share = shares.data();
        for (std::size_t edge = 1; edge <= columns.count; ++edge, share += m_slots) {
            const Covered after = coveredTo(edge);
            for (std::size_t quad = 0; quad < quads(); ++quad)
                addQuad(share + quad * PackedLane::kQuad, quad, after[quad], before[quad], perColumn);
        }
    }

private:
    using Times = std::array<Time, kSlots != 0 ? kSlots : kStripFills>;
    using Covered = std::array<PackedLane::Ticks,
                               kSlots != 0 ? 1 : (kStripFills + PackedLane::kQuad - 1) / PackedLane::kQuad>;
    /// Edges whose groups are on their way from memory together.
    static constexpr std::size_t kAhead = 48;

    [[nodiscard]] std::size_t quads() const { return kSlots != 0 ? 1 : m_lane.packed.quads(); }

    /// Of the edges, and as many more as are looked at ahead.
    void findTicks(const TimeColumns& columns)
    {
        const PackedLane& packed = m_lane.packed;
        const double begin = (columns.grid - packed.origin()) * packed.ticksPerUnit();
        const double step = columns.unitsPerColumn * packed.ticksPerUnit();
        m_ticks.resize(columns.count + 1 + kAhead);
        const auto count = static_cast<std::int32_t>(m_ticks.size());
        for (std::int32_t edge = 0; edge < count; ++edge) {
            const double at = begin + edge * step;
            const double inLane = at > 0 ? at : 0;
            m_ticks[edge] = static_cast<std::int32_t>(
                (inLane < PackedLane::kLastTick ? inLane : PackedLane::kLastTick) + 0.5);
        }
        m_ticks[0] = packed.tickOf(columns.edge(0));
        m_ticks[columns.count] = packed.tickOf(columns.edge(columns.count));
    }

    void findGroup(std::size_t edge)
    {
        const std::size_t group = m_lane.packed.groupAt(m_ticks[edge]);
        m_lane.packed.prefetch(group);
        m_groups[edge] = static_cast<std::uint32_t>(group);
    }

    [[nodiscard]] Covered packedBefore(std::size_t group, std::int32_t tick) const
    {
        Covered covered{};
        if constexpr (kSlots == 1 || kSlots == 2)
            covered[0] = m_lane.packed.coveredByTwo(group, tick);
        else
            for (std::size_t quad = 0; quad < quads(); ++quad)
                covered[quad] = m_lane.packed.coveredByQuad(group, tick, quad);
        return covered;
    }

    [[nodiscard]] Covered plainBefore(std::size_t packedGroup, Time t) const
    {
        const Times times = coveredBefore(packedGroup / (kGroup / PackedLane::kGroup), t);
        Covered covered{};
        for (std::size_t slot = 0; slot < m_slots; ++slot)
            covered[slot / PackedLane::kQuad][slot % PackedLane::kQuad] =
                static_cast<std::int32_t>(times[slot] * m_lane.packed.ticksPerUnit() + 0.5);
        return covered;
    }

    /// Adds what four fills cover between two edges.
    void addQuad(float* share, std::size_t quad, const PackedLane::Ticks& after, PackedLane::Ticks& before,
                 float perColumn) const
    {
        using Floats = float __attribute__((vector_size(16)));
        const PackedLane::Ticks covered = after - before;
        // Rounded sums may fall.
        const PackedLane::Ticks more = covered > 0 ? covered : PackedLane::Ticks{};
        before += more;
        const Floats parts = __builtin_convertvector(more, Floats) * perColumn;
        const std::size_t slots =
            kSlots != 0 ? kSlots : std::min(m_slots - quad * PackedLane::kQuad, PackedLane::kQuad);
        for (std::size_t slot = 0; slot < slots; ++slot)
            share[slot] += parts[slot];
    }

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

    /// `group` is the one in which `t` lies.
    [[nodiscard]] Times coveredBefore(std::size_t group, Time t) const
    {
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
    std::vector<std::int32_t>& m_ticks;
};

template <typename Blocks>
void LaneIndex::addCoverage(const Lane& lane, const Blocks& blocks, const TimeColumns& columns,
                            std::span<float> shares)
{
    thread_local Scratch scratch;
    const bool isPacked = columns.count >= kManyColumns && !lane.packed.empty() &&
                          lane.packed.coarsestFor(columns.unitsPerColumn) >= 0;
    const auto add = [&](auto walk) {
        if (isPacked)
            walk.addPacked(columns, shares);
        else
            walk.add(columns, shares);
    };
    switch (lane.used.size()) {
    case 1:
        return add(ColumnWalk<1, Blocks>(lane, blocks, scratch));
    case 2:
        return add(ColumnWalk<2, Blocks>(lane, blocks, scratch));
    case 3:
        return add(ColumnWalk<3, Blocks>(lane, blocks, scratch));
    case 4:
        return add(ColumnWalk<4, Blocks>(lane, blocks, scratch));
    default:
        return add(ColumnWalk<0, Blocks>(lane, blocks, scratch));
    }
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
