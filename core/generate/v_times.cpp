// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_times.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr double kNotYet = -1;

/// Runs each rank as far as its inputs are there, in turn, until all are at their end.
class Replay
{
public:
    Replay(const VGrid& grid, const VTimes& times, std::uint32_t microbatches)
        : m_grid(grid)
        , m_times(times)
        , m_microbatches(microbatches)
        , m_next(grid.size())
        , m_clock(grid.size())
        , m_begin(grid.size(), kNotYet)
        , m_done(grid.size())
    {
        for (auto& ends : m_ends)
            ends.assign(grid.size() * microbatches, kNotYet);
    }

    std::optional<VSpan> run()
    {
        const auto ranks = static_cast<std::uint32_t>(m_grid.size());
        std::uint32_t finished = 0;
        bool isStuck = false;
        while (finished < ranks && !isStuck) {
            finished = 0;
            isStuck = true;
            for (std::uint32_t rank = 0; rank < ranks; ++rank) {
                isStuck = !advance(rank) && isStuck;
                finished += m_next[rank] == m_grid[rank].size() ? 1 : 0;
            }
        }
        if (finished < ranks)
            return std::nullopt;
        VSpan span;
        for (std::uint32_t rank = 0; rank < ranks; ++rank) {
            span.makespan = std::max(span.makespan, m_clock[rank]);
            span.longestRank = std::max(span.longestRank, m_clock[rank] - m_begin[rank]);
        }
        return span;
    }

private:
    /// Whether the rank got on.
    bool advance(std::uint32_t rank)
    {
        const VRow& row = m_grid[rank];
        const std::size_t from = m_next[rank];
        for (; m_next[rank] < row.size(); ++m_next[rank]) {
            const VPass pass = row[m_next[rank]];
            if (pass == VPass::Idle)
                continue;
            const std::uint32_t microbatch = m_done[rank][indexOf(pass)];
            const double ready = isWeight(pass) ? 0 : inputsReady(pass, rank, microbatch);
            if (ready == kNotYet)
                break;
            ++m_done[rank][indexOf(pass)];
            const double start = std::max(m_clock[rank], ready);
            if (m_begin[rank] == kNotYet)
                m_begin[rank] = start;
            m_clock[rank] = start + m_times.durations[rank][indexOf(pass)];
            if (!isWeight(pass))
                m_ends[indexOf(pass)][place(rank, microbatch)] = m_clock[rank];
        }
        return m_next[rank] > from;
    }

    [[nodiscard]] double inputsReady(VPass pass, std::uint32_t rank, std::uint32_t microbatch) const
    {
        const bool fromBefore = comesFromRankBefore(pass);
        const bool turns = fromBefore ? rank == 0 : rank + 1 == m_grid.size();
        if (turns)
            return pass == VPass::ForwardDown ? 0 : m_ends[indexOf(pass) - 1][place(rank, microbatch)];
        const double end = m_ends[indexOf(pass)][place(fromBefore ? rank - 1 : rank + 1, microbatch)];
        return end == kNotYet ? kNotYet : end + m_times.transfer;
    }

    [[nodiscard]] std::size_t place(std::uint32_t rank, std::uint32_t microbatch) const
    {
        return std::size_t{rank} * m_microbatches + microbatch;
    }

    const VGrid& m_grid;
    const VTimes& m_times;
    std::uint32_t m_microbatches;
    std::vector<std::size_t> m_next;
    std::vector<double> m_clock;
    std::vector<double> m_begin;
    std::vector<std::array<std::uint32_t, kVPassKinds>> m_done;
    std::array<std::vector<double>, kVPathPasses> m_ends;
};

} // namespace

VTimes::VTimes(const Shape& shape, const CostModel& costs)
    : durations(shape.ranks)
    , transfer(costs.transfer.time())
{
    for (std::uint32_t rank = 0; rank < shape.ranks; ++rank) {
        const StageId down{rank};
        const StageId up{2 * shape.ranks - 1 - rank};
        const auto factor = costs.rankFactor.find(rank);
        const auto time = [&](ActionKind kind, StageId stage) {
            return costs.durationOf(kind, stage) * (factor == costs.rankFactor.end() ? 1 : factor->second);
        };
        durations[rank] = {time(ActionKind::Forward, down),      time(ActionKind::Forward, up),
                           time(ActionKind::BackwardInput, up),  time(ActionKind::BackwardInput, down),
                           time(ActionKind::BackwardWeight, up), time(ActionKind::BackwardWeight, down)};
    }
}

std::optional<VSpan> spanOf(const VGrid& grid, const VTimes& times, std::uint32_t microbatches)
{
    return Replay(grid, times, microbatches).run();
}

} // namespace bubblescope
