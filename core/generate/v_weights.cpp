// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_weights.h"

#include <algorithm>
#include <array>
#include <queue>
#include <vector>

namespace bubblescope {

namespace {

constexpr double kNotYet = -1;

/// Lists every rank's passes anew, in the order of time: what is next on the grid's path if its input is
/// there, else a W.
class Listing
{
public:
    /// `share`: a W is put into a wait that lasts at least this share of it.
    Listing(const VGrid& grid, const VTimes& times, std::uint32_t microbatches, double share)
        : m_times(times)
        , m_share(share)
        , m_microbatches(microbatches)
        , m_listed(grid.size())
        , m_ranks(grid.size())
    {
        for (auto& ends : m_ends)
            ends.assign(grid.size() * microbatches, kNotYet);
        for (std::size_t rank = 0; rank < grid.size(); ++rank) {
            m_ranks[rank].limit = static_cast<int>(peakOf(grid[rank]));
            for (const VPass pass : grid[rank])
                if (pass != VPass::Idle && !isWeight(pass))
                    m_ranks[rank].path.push_back(pass);
            m_listed[rank].reserve(m_ranks[rank].path.size() * 3 / 2);
            m_queue.push({0, static_cast<std::uint32_t>(rank)});
        }
    }

    VGrid run(const CancelToken& cancel)
    {
        std::uint32_t turns = 0;
        while (!m_queue.empty()) {
            if (turns++ % 4096 == 0)
                throwIfCancelled(cancel);
            const auto [time, rank] = m_queue.top();
            m_queue.pop();
            m_ranks[rank].isQueued = false;
            turn(rank, std::max(time, m_ranks[rank].clock));
        }
        return std::move(m_listed);
    }

private:
    struct Rank
    {
        VRow path;
        std::size_t next = 0;
        double clock = 0;
        int held = 0;
        int limit = 0;
        bool isQueued = true;
        std::array<std::uint32_t, kVPassKinds> done{};
        VRow weights; ///< those that may run, in the order of their input gradients
        std::size_t nextWeight = 0;
    };
    using Turn = std::pair<double, std::uint32_t>;

    /// Decides what the rank does at `now`.
    void turn(std::uint32_t number, double now)
    {
        Rank& rank = m_ranks[number];
        const bool hasWeight = rank.nextWeight < rank.weights.size();
        if (rank.next == rank.path.size()) {
            if (hasWeight)
                runWeight(number, now);
            return;
        }
        const VPass pass = rank.path[rank.next];
        const double ready = inputsReady(pass, number, rank.done[indexOf(pass)]);
        const bool fits = !isForward(pass) || rank.held < rank.limit;
        const bool isReady = fits && ready != kNotYet && ready <= now;
        if (hasWeight && !isReady && (!fits || ready == kNotYet || isLongEnough(number, ready - now)))
            runWeight(number, now);
        else if (ready != kNotYet) // else its input wakes it
            runPath(number, std::max(now, ready));
    }

    /// Whether the rank's next W may be in a wait.
    [[nodiscard]] bool isLongEnough(std::uint32_t number, double wait) const
    {
        const Rank& rank = m_ranks[number];
        return wait >= m_share * m_times.durations[number][indexOf(rank.weights[rank.nextWeight])];
    }

    void runWeight(std::uint32_t number, double start)
    {
        Rank& rank = m_ranks[number];
        const VPass pass = rank.weights[rank.nextWeight++];
        m_listed[number].push_back(pass);
        --rank.held;
        rank.clock = start + m_times.durations[number][indexOf(pass)];
        queue(number, rank.clock);
    }

    void runPath(std::uint32_t number, double start)
    {
        Rank& rank = m_ranks[number];
        const VPass pass = rank.path[rank.next++];
        const std::uint32_t microbatch = rank.done[indexOf(pass)]++;
        m_listed[number].push_back(pass);
        rank.clock = start + m_times.durations[number][indexOf(pass)];
        m_ends[indexOf(pass)][std::size_t{number} * m_microbatches + microbatch] = rank.clock;
        rank.held += activationStep(pass);
        if (isInput(pass))
            rank.weights.push_back(weightOf(pass));
        queue(number, rank.clock);
        const bool toNext = comesFromRankBefore(pass);
        if (toNext ? number + 1 < m_ranks.size() : number > 0)
            wake(toNext ? number + 1 : number - 1, rank.clock + m_times.transfer);
    }

    void queue(std::uint32_t number, double time)
    {
        m_ranks[number].isQueued = true;
        m_queue.push({time, number});
    }

    /// A rank that waits for an unknown time looks again.
    void wake(std::uint32_t number, double time)
    {
        if (!m_ranks[number].isQueued)
            queue(number, std::max(time, m_ranks[number].clock));
    }

    [[nodiscard]] double inputsReady(VPass pass, std::uint32_t rank, std::uint32_t microbatch) const
    {
        const bool fromBefore = comesFromRankBefore(pass);
        const bool turns = fromBefore ? rank == 0 : rank + 1 == m_ranks.size();
        if (turns)
            return pass == VPass::ForwardDown
                       ? 0
                       : m_ends[indexOf(pass) - 1][std::size_t{rank} * m_microbatches + microbatch];
        const std::size_t source = fromBefore ? rank - 1 : rank + 1;
        const double end = m_ends[indexOf(pass)][source * m_microbatches + microbatch];
        return end == kNotYet ? kNotYet : end + m_times.transfer;
    }

    const VTimes& m_times;
    double m_share;
    std::uint32_t m_microbatches;
    VGrid m_listed;
    std::vector<Rank> m_ranks;
    std::array<std::vector<double>, kVPathPasses> m_ends;
    std::priority_queue<Turn, std::vector<Turn>, std::greater<>> m_queue;
};

bool areEqual(const VTimes& times)
{
    const double first = times.durations.front().front();
    return std::all_of(times.durations.begin(), times.durations.end(), [&](const auto& rank) {
        return std::all_of(rank.begin(), rank.end(), [&](double time) { return time == first; });
    });
}

} // namespace

VGrid withTimedWeights(VGrid grid, const VTimes& times, std::uint32_t microbatches, const CancelToken& cancel)
{
    if (areEqual(times))
        return grid;
    const std::optional<VSpan> span = spanOf(grid, times, microbatches);
    if (!span)
        return grid;
    double shortest = span->makespan;
    VGrid best;
    for (const double share : {1.0, 0.5, 0.0}) {
        VGrid listed = Listing(grid, times, microbatches, share).run(cancel);
        const std::optional<VSpan> other = spanOf(listed, times, microbatches);
        if (other && other->makespan < shortest) {
            shortest = other->makespan;
            best = std::move(listed);
        }
    }
    return best.empty() ? std::move(grid) : std::move(best);
}

} // namespace bubblescope
