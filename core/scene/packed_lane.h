// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/timeline.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace bubblescope {

/// How much of a long lane is covered before a time, answered out of one cache line. The lane's time is
/// counted in 2^31 ticks; 8 blocks are a group that has its blocks in 15 bits, and what each fill covers
/// before it in ticks. Such answers are off by a few units of the group at most, and errors do not add up
/// over groups; groups too coarse for what is asked are left to the caller. Holds some 9 bytes a block.
class PackedLane
{
public:
    static constexpr std::size_t kGroup = 8;
    /// Ticks of four fills.
    using Ticks = std::int32_t __attribute__((vector_size(16)));
    static constexpr std::size_t kQuad = 4;
    static constexpr double kLastTick = std::numeric_limits<std::int32_t>::max() - 1;

    PackedLane() = default;
    PackedLane(PackedLane&&) = default;
    PackedLane& operator=(PackedLane&&) = default;
    /// For blocks in [begin, end), each of one of so many fills.
    PackedLane(Time begin, Time end, std::size_t blocks, std::size_t fills);
    /// The next block, which covers [begin, end) and is not before the last one's end.
    void add(Time begin, Time end, std::uint8_t fill);
    void finish();
    /// Of memory that groups take: what answers read, here and there.
    [[nodiscard]] std::size_t groupBytes() const { return m_groups.size_bytes(); }
    /// Keeps the groups there instead, aligned as Group is, for as long as the lane is asked.
    void moveGroups(std::byte* there);

    [[nodiscard]] bool empty() const { return m_groups.empty(); }
    [[nodiscard]] double ticksPerUnit() const { return m_ticksPerUnit; }
    [[nodiscard]] Time origin() const { return m_origin; }
    /// Quads of fills that answers have.
    [[nodiscard]] std::size_t quads() const { return m_quads; }
    /// Of groups that are fine enough for pixel columns of that many time units; negative where none is.
    [[nodiscard]] int coarsestFor(Time unitsPerColumn) const;
    [[nodiscard]] bool isAtMost(std::size_t group, int coarsest) const
    {
        return m_groups[group].shift <= coarsest;
    }
    /// Not before 0 nor after the lane's end.
    [[nodiscard]] std::int32_t tickOf(Time t) const;

    /// The last group that begins at or before a tick. O(1) where a lane is even.
    [[nodiscard]] std::size_t groupAt(std::int32_t tick) const
    {
        const std::size_t bin = static_cast<std::size_t>(tick) >> m_hintShift;
        const std::size_t hint = m_hints[bin];
        static_assert(kLooks * sizeof(std::int32_t) == 2 * sizeof(Ticks));
        Ticks next, later;
        std::memcpy(&next, m_begins.data() + hint + 1, sizeof next);
        std::memcpy(&later, m_begins.data() + hint + 1 + kLooks / 2, sizeof later);
        const Ticks begun = (next <= tick) + (later <= tick);
        const auto ahead = static_cast<std::size_t>(-(begun[0] + begun[1] + begun[2] + begun[3]));
        if (ahead < kLooks)
            return hint + ahead;
        const auto begin = m_begins.begin();
        const auto after =
            std::upper_bound(begin + static_cast<std::ptrdiff_t>(hint), begin + m_hints[bin + 1] + 1, tick);
        return static_cast<std::size_t>(after - begin) - 1;
    }
    void prefetch(std::size_t group) const { __builtin_prefetch(&m_groups[group]); }
    /// Covered before a tick in that group by fill 0 and 1 of a lane that has no other.
    [[nodiscard]] Ticks coveredByTwo(std::size_t group, std::int32_t tick) const;
    /// Covered by fills 4 · quad and the next three.
    [[nodiscard]] Ticks coveredByQuad(std::size_t group, std::int32_t tick, std::size_t quad) const;

private:
    using Shorts = std::int16_t __attribute__((vector_size(16)));
    using Halves = std::int16_t __attribute__((vector_size(8)));
    using Pairs = std::int32_t __attribute__((vector_size(16)));
    using Bytes = std::uint8_t __attribute__((vector_size(8)));
    /// Starts and lengths are multiples of 2^shift ticks after `begin`.
    struct alignas(64) Group
    {
        Shorts start;
        Shorts length;
        Ticks before; ///< of the first four fills
        Bytes fill;
        std::int32_t begin;
        std::int32_t shift;
    };
    static_assert(sizeof(Group) == 64);
    struct Pending
    {
        std::int32_t begin = 0, end = 0;
        std::uint8_t fill = 0;
    };

    /// Groups after a hint that are looked at together; a hint's stretch mostly has half as many.
    static constexpr std::size_t kLooks = 8;

    void packPending();
    [[nodiscard]] static Shorts covered(const Group& group, std::int32_t tick);
    [[nodiscard]] static Ticks inTicks(Shorts sums, const Group& group);

    Time m_origin = 0;
    double m_ticksPerUnit = 0;
    std::size_t m_quads = 1;
    std::span<const Group> m_groups;    ///< m_own, or where they were moved to
    std::vector<Ticks> m_moreBefore;    ///< per group: of the other quads of fills
    std::vector<std::int32_t> m_begins; ///< of the groups, and kLooks that are later than all
    std::vector<std::uint32_t> m_hints; ///< the last group that begins at or before each 2^shift ticks
    int m_hintShift = 0;

    std::vector<Group> m_own;

    // While blocks are added.
    std::vector<Time> m_covered;
    std::vector<Ticks> m_before; ///< of the pending blocks
    Pending m_pending[kGroup];
    std::size_t m_pendingCount = 0;
};

/// What each block of a group covers before a tick.
inline PackedLane::Shorts PackedLane::covered(const Group& group, std::int32_t tick)
{
    constexpr std::uint32_t kMost = INT16_MAX;
    const auto since = static_cast<std::uint32_t>(tick - group.begin);
    const std::uint32_t half = (1U << group.shift) >> 1;
    const std::uint32_t units = (since + half) >> group.shift;
    const auto at = static_cast<std::int16_t>(std::min(units, kMost));
    const Shorts all{at, at, at, at, at, at, at, at};
    const Shorts past = all - group.start;
    const Shorts begun = past > 0 ? past : Shorts{};
    return begun < group.length ? begun : group.length;
}

/// The first four.
inline PackedLane::Ticks PackedLane::inTicks(Shorts sums, const Group& group)
{
    const Halves low = __builtin_shufflevector(sums, sums, 0, 1, 2, 3);
    return __builtin_convertvector(low, Ticks) << group.shift;
}

inline PackedLane::Ticks PackedLane::coveredByTwo(std::size_t index, std::int32_t tick) const
{
    const Group& group = m_groups[index];
    const Shorts all = covered(group, tick);
    const Shorts second = all & (__builtin_convertvector(group.fill, Shorts) == 1);
    const Shorts first = all - second;
    // A group's sum fits: its span does.
    const Shorts four = __builtin_shufflevector(first, second, 0, 8, 1, 9, 2, 10, 3, 11) +
                        __builtin_shufflevector(first, second, 4, 12, 5, 13, 6, 14, 7, 15);
    const Shorts two = four + __builtin_shufflevector(four, Shorts{}, 4, 5, 6, 7, 8, 8, 8, 8);
    return group.before + inTicks(two + __builtin_shufflevector(two, two, 2, 3, 0, 1, 6, 7, 4, 5), group);
}

inline PackedLane::Ticks PackedLane::coveredByQuad(std::size_t index, std::int32_t tick,
                                                   std::size_t quad) const
{
    const Group& group = m_groups[index];
    const Shorts all = covered(group, tick);
    const Shorts fill = __builtin_convertvector(group.fill, Shorts) - static_cast<std::int16_t>(quad * kQuad);
    const Shorts fill0 = all & (fill == 0), fill1 = all & (fill == 1);
    const Shorts fill2 = all & (fill == 2), fill3 = all & (fill == 3);
    const Shorts low = __builtin_shufflevector(fill0, fill1, 0, 8, 1, 9, 2, 10, 3, 11) +
                       __builtin_shufflevector(fill0, fill1, 4, 12, 5, 13, 6, 14, 7, 15);
    const Shorts high = __builtin_shufflevector(fill2, fill3, 0, 8, 1, 9, 2, 10, 3, 11) +
                        __builtin_shufflevector(fill2, fill3, 4, 12, 5, 13, 6, 14, 7, 15);
    const Shorts two = __builtin_shufflevector(low, high, 0, 1, 8, 9, 2, 3, 10, 11) +
                       __builtin_shufflevector(low, high, 4, 5, 12, 13, 6, 7, 14, 15);
    const Shorts sums = two + __builtin_shufflevector(two, two, 4, 5, 6, 7, 0, 1, 2, 3);
    const Ticks& before = quad == 0 ? group.before : m_moreBefore[index * (m_quads - 1) + quad - 1];
    return before + inTicks(sums, group);
}

} // namespace bubblescope
