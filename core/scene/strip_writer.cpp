// SPDX-License-Identifier: Apache-2.0
#include "core/scene/strip_writer.h"

#include <algorithm>
#include <utility>

namespace bubblescope {

StripWriter::StripWriter(SceneStrip strip, double ratio, double right)
    : m_strip(std::move(strip))
    , m_ratio(ratio)
    , m_right(right)
    , m_slots(fills().size())
{
    for (std::size_t slot = 0; slot < fills().size(); ++slot)
        m_slotOf[fills()[slot]] = static_cast<std::uint8_t>(slot);
}

void StripWriter::add(std::int64_t column, std::span<const float> shares)
{
    const auto isCovered = [](float share) { return share > 0; };
    const std::size_t slots = fills().size();
    const auto past =
        static_cast<std::size_t>(shares.rend() - std::find_if(shares.rbegin(), shares.rend(), isCovered));
    if (past == 0)
        return;
    const auto first =
        static_cast<std::size_t>(std::find_if(shares.begin(), shares.end(), isCovered) - shares.begin()) /
        slots;
    const std::size_t end = (past + slots - 1) / slots;
    for (std::size_t at = first; at < end; ++at) {
        float* const target = columnAt(column + static_cast<std::int64_t>(at));
        for (std::size_t slot = 0; slot < slots; ++slot)
            target[slot] += shares[at * slots + slot];
    }
}

void StripWriter::addCover(double left, double right, std::uint8_t fill)
{
    const double begin = left * m_ratio;
    const double end = right * m_ratio;
    // Casting rounds down: a plot lies right of the scene's border.
    for (auto column = static_cast<std::int64_t>(begin + kOnGrid);
         static_cast<double>(column) < end - kOnGrid; ++column) {
        const auto at = static_cast<double>(column);
        const double share = std::min(end, at + 1) - std::max(begin, at);
        columnAt(column)[m_slotOf[fill]] += static_cast<float>(std::max(0.0, share));
    }
}

std::span<float> StripWriter::column(std::int64_t column)
{
    return {columnAt(column), fills().size()};
}

float* StripWriter::columnAt(std::int64_t column)
{
    if (m_room == 0)
        begin(column);
    const auto at = static_cast<std::size_t>(column - m_firstColumn);
    if (at >= m_room)
        makeRoom(at + 1);
    m_end = std::max(m_end, at + 1);
    return m_first + at * m_slots;
}

void StripWriter::makeRoom(std::size_t columns)
{
    m_room = columns;
    m_strip.coverage.resize(columns);
    m_first = m_strip.coverage.column(0).data();
}

bool StripWriter::isBlank() const
{
    const std::span<const float> shares = m_strip.coverage.shares().first(m_end * fills().size());
    return m_end <= 1 && std::all_of(shares.begin(), shares.end(), [](float share) { return share == 0; });
}

SceneStrip StripWriter::take()
{
    m_strip.coverage.resize(m_end);
    return std::move(m_strip);
}

/// With room for all that may come: a column more must cost nothing.
void StripWriter::begin(std::int64_t column)
{
    m_firstColumn = column;
    m_strip.x = static_cast<double>(column) / m_ratio;
    const double columns = std::max(0.0, (m_right - m_strip.x) * m_ratio);
    makeRoom(static_cast<std::size_t>(columns) + 2);
}

} // namespace bubblescope
