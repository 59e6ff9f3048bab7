// SPDX-License-Identifier: Apache-2.0
#include "core/fit/cell_gaps.h"

#include "core/fit/measured_cells.h"

#include <algorithm>

namespace bubblescope::fit {

namespace {

Time& partOf(GapCell& cell, DeviationCause cause)
{
    return cell.byCause[static_cast<std::size_t>(cause)];
}

} // namespace

GapTable::GapTable(const Timeline& timeline, Time hostOverhead)
{
    const auto ranks = static_cast<std::uint32_t>(timeline.schedule->rows.size());
    m_ranks.resize(ranks);
    for (std::uint32_t r = 0; r < ranks; ++r)
        addRank(timeline, RankId{r}, std::max(0.0, hostOverhead));
    for (std::vector<GapCell>& row : m_ranks)
        divide(timeline, row);
}

void GapTable::addRank(const Timeline& timeline, RankId rank, Time hostOverhead)
{
    const Row& row = timeline.schedule->rows[rank.value];
    const LaneTimes& lane = timeline.lanes[rank.value];
    for (std::size_t begin = 0; begin < row.size();) {
        const std::size_t end = cellEnd(row, begin);
        if (isCompute(row[begin].kind())) {
            const auto endOf = [&](std::size_t i) {
                return std::max(lane.start[i], lane.end[i] - hostOverhead);
            };
            GapCell cell{{rank, begin}, end - begin, lane.start[begin], endOf(begin), 0, {}};
            for (std::size_t i = begin; i < end; ++i) {
                cell.end = std::max(cell.end, endOf(i));
                m_places.emplace(keyOf(row[i].id()), Place{rank.value, m_ranks[rank.value].size(), endOf(i)});
            }
            m_ranks[rank.value].push_back(cell);
        }
        begin = end;
    }
}

std::optional<Time> GapTable::producerEnd(const Timeline& timeline, const GapCell& cell) const
{
    std::optional<Time> latest;
    for (std::size_t i = 0; i < cell.parts; ++i) {
        const ActionId id = timeline.schedule->at({cell.at.rank, cell.at.index + i}).id();
        for (const ActionId& input : inputsOf(id)) {
            const auto found = m_places.find(keyOf(input));
            if (found != m_places.end() && found->second.rank != cell.at.rank.value)
                latest = std::max(latest.value_or(found->second.end), found->second.end);
        }
    }
    return latest;
}

void GapTable::divide(const Timeline& timeline, std::vector<GapCell>& row) const
{
    std::optional<Time> previousEnd;
    for (GapCell& cell : row) {
        const Time free = previousEnd.value_or(0);
        cell.gap = cell.start - free;
        partOf(cell, DeviationCause::Compute) = cell.end - cell.start;
        const std::optional<Time> arrives = producerEnd(timeline, cell);
        if (arrives && *arrives > free) {
            partOf(cell, DeviationCause::Wait) = *arrives - free;
            partOf(cell, DeviationCause::Transfer) = cell.start - *arrives;
        } else {
            partOf(cell, previousEnd ? DeviationCause::Host : DeviationCause::Unmodelled) = cell.gap;
        }
        previousEnd = cell.end;
    }
}

void GapTable::tellWaits(const MeasuredRun& run)
{
    for (const MeasuredRank& rank : run.ranks) {
        if (rank.rank >= m_ranks.size())
            continue;
        const RankCells cells(rank);
        std::vector<GapCell>& row = m_ranks[rank.rank];
        for (std::size_t c = 0; c < std::min(cells.size(), row.size()); ++c) {
            const MeasuredAction& first = *cells.at(c).front();
            Time& host = partOf(row[c], DeviationCause::Host);
            if (first.source != TimeSource::Cpu || first.wait <= kWaits || host <= 0)
                continue;
            const Time received = std::min(host, first.wait);
            host -= received;
            partOf(row[c], DeviationCause::Transfer) += received;
        }
    }
}

const GapCell* GapTable::find(const ActionId& id) const
{
    const auto found = m_places.find(keyOf(id));
    return found != m_places.end() ? &m_ranks[found->second.rank][found->second.cell] : nullptr;
}

} // namespace bubblescope::fit
