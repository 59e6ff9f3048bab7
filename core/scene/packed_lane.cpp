// SPDX-License-Identifier: Apache-2.0
#include "core/scene/packed_lane.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>

namespace bubblescope {

namespace {

/// Where a lane ends: rounding up in a group goes beyond what is covered, and must fit.
constexpr double kLaneTicks = PackedLane::kLastTick - (1 << 24);
/// Of a column: what a unit of a group may be at most.
constexpr double kFinestShare = 1.0 / 2048;

} // namespace

PackedLane::PackedLane(Time begin, Time end, std::size_t blocks, std::size_t fills)
    : m_origin(begin)
    , m_ticksPerUnit(kLaneTicks / (end - begin))
    , m_quads((fills + kQuad - 1) / kQuad)
    , m_covered(m_quads * kQuad)
    , m_before(m_quads)
{
    // A lane so short, or so long, is not worth a way round rounding.
    if (!std::isnormal(m_ticksPerUnit) || !std::isfinite(end - begin) || fills == 0)
        m_ticksPerUnit = 0;
    if (m_ticksPerUnit == 0)
        return;
    const std::size_t groups = (blocks + kGroup - 1) / kGroup;
    m_own.reserve(groups);
    m_begins.reserve(groups + kLooks);
    m_moreBefore.reserve(groups * (m_quads - 1));
}

std::int32_t PackedLane::tickOf(Time t) const
{
    return static_cast<std::int32_t>(std::clamp((t - m_origin) * m_ticksPerUnit, 0.0, kLastTick) + 0.5);
}

int PackedLane::coarsestFor(Time unitsPerColumn) const
{
    const double units = unitsPerColumn * m_ticksPerUnit * kFinestShare;
    return units >= 1 ? std::min(30, std::ilogb(units)) : -1;
}

void PackedLane::add(Time begin, Time end, std::uint8_t fill)
{
    if (m_ticksPerUnit == 0)
        return;
    if (m_pendingCount == 0)
        for (std::size_t at = 0; at < m_covered.size(); ++at)
            m_before[at / kQuad][at % kQuad] =
                static_cast<std::int32_t>(m_covered[at] * m_ticksPerUnit + 0.5);
    m_pending[m_pendingCount++] = {tickOf(begin), tickOf(end), fill};
    m_covered[fill] += end - begin;
    if (m_pendingCount == kGroup)
        packPending();
}

void PackedLane::packPending()
{
    Group group{};
    group.begin = m_pending[0].begin;
    const auto span = static_cast<std::uint32_t>(m_pending[m_pendingCount - 1].end - group.begin);
    // So that the last end, rounded, still is a unit below the most.
    const auto fits = [&](int shift) { return (span >> shift) + 1 < INT16_MAX; };
    group.shift = std::max(0, static_cast<int>(std::bit_width(span)) - 16);
    while (!fits(group.shift))
        ++group.shift;
    const std::uint32_t half = (1U << group.shift) >> 1;
    const auto unitsTo = [&](std::int32_t tick) {
        return static_cast<std::int16_t>((static_cast<std::uint32_t>(tick - group.begin) + half) >>
                                         group.shift);
    };
    for (std::size_t at = 0; at < m_pendingCount; ++at) {
        const Pending& block = m_pending[at];
        const std::int16_t begin = unitsTo(block.begin);
        group.start[at] = begin;
        group.length[at] = static_cast<std::int16_t>(unitsTo(block.end) - begin);
        group.fill[at] = block.fill;
    }
    group.before = m_before[0];
    m_moreBefore.insert(m_moreBefore.end(), m_before.begin() + 1, m_before.end());
    m_begins.push_back(group.begin);
    m_own.push_back(group);
    m_pendingCount = 0;
}

void PackedLane::finish()
{
    if (m_pendingCount > 0)
        packPending();
    m_covered = {};
    m_before = {};
    m_groups = m_own;
    if (m_groups.empty())
        return;
    m_begins.front() = 0;
    m_begins.insert(m_begins.end(), kLooks, std::numeric_limits<std::int32_t>::max());
    m_hintShift = 31 - static_cast<int>(std::bit_width(m_groups.size() / (kLooks / 2)));
    const std::size_t bins = std::size_t{1} << (31 - m_hintShift);
    m_hints.reserve(bins + 1);
    std::size_t group = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) {
        const std::size_t begin = bin << m_hintShift;
        while (static_cast<std::size_t>(m_begins[group + 1]) <= begin)
            ++group;
        m_hints.push_back(static_cast<std::uint32_t>(group));
    }
    m_hints.push_back(static_cast<std::uint32_t>(m_groups.size() - 1));
}

void PackedLane::moveGroups(std::byte* there)
{
    auto* const groups = reinterpret_cast<Group*>(there);
    std::uninitialized_copy(m_groups.begin(), m_groups.end(), groups);
    m_groups = {groups, m_groups.size()};
    m_own = {};
}

} // namespace bubblescope
