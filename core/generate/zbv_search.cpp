// SPDX-License-Identifier: Apache-2.0
#include "core/generate/zbv_search.h"

#include "core/generate/fifo.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope {

namespace {

/// A microbatch goes over the ranks four times: down and up as a forward, down and up as an input gradient.
/// Each time begins on the rank where the one before ended.
enum class Leg : std::uint8_t { ForwardDown, ForwardUp, InputDown, InputUp };
constexpr std::size_t kLegs = 4;

constexpr bool goesDown(Leg leg)
{
    return leg == Leg::ForwardDown || leg == Leg::InputDown;
}
constexpr bool isForwardLeg(Leg leg)
{
    return leg == Leg::ForwardDown || leg == Leg::ForwardUp;
}

/// Which of a rank's two stages, in the order of the model.
enum Chunk : std::uint8_t { kFirstChunk, kSecondChunk };

constexpr Chunk chunkOf(Leg leg)
{
    return leg == Leg::ForwardDown || leg == Leg::InputUp ? kFirstChunk : kSecondChunk;
}

struct Rank
{
    std::array<std::uint32_t, 2> stage{};
    std::array<StageCost, 2> cost;
    std::array<StageCounts, 2> done;
    double clock = 0;
    double idle = 0;                      ///< since the first forward
    std::array<Fifo<double>, kLegs> ends; ///< of what the next rank of the leg has not run yet
    Fifo<Chunk> openWeights;

    [[nodiscard]] std::uint32_t doneOf(Leg leg) const
    {
        const StageCounts& counts = done[chunkOf(leg)];
        return isForwardLeg(leg) ? counts.forwards : counts.inputs;
    }
    [[nodiscard]] std::uint32_t forwards() const { return done[0].forwards + done[1].forwards; }
    [[nodiscard]] double inUse() const
    {
        return cost[0].activation * done[0].inUse(cost[0].keptUntilWeight) +
               cost[1].activation * done[1].inUse(cost[1].keptUntilWeight);
    }
};

/// Ends a run that found nothing it can go on with.
struct Stuck
{};

class ZbvOrderSearch
{
public:
    ZbvOrderSearch(const ZbvProblem& problem, ZbvFlags flags, std::vector<double> given,
                   const CancelToken& cancel, std::vector<Row>* rows)
        : m_problem(problem)
        , m_flags(flags)
        , m_given(std::move(given))
        , m_transfer(problem.costs.transfer)
        , m_inputLimit(withRounding(problem.memoryLimit) * problem.costs.largestActivation)
        , m_forwardLimit(m_inputLimit - problem.costs.growthAtInput() * problem.costs.largestActivation)
        , m_watch(cancel)
        , m_rows(rows)
        , m_ranks(problem.ranks)
    {
        m_watch.look();
        if (problem.costs.largestActivation <= 0)
            m_inputLimit = m_forwardLimit = kNoMemoryLimit;
        if (!m_given.empty())
            m_mostGiven = *std::max_element(m_given.begin(), m_given.end());
        for (std::uint32_t r = 0; r < problem.ranks; ++r) {
            m_ranks[r].stage = {r, 2 * problem.ranks - 1 - r};
            for (const Chunk chunk : {kFirstChunk, kSecondChunk})
                m_ranks[r].cost[chunk] = problem.costs.stages[m_ranks[r].stage[chunk]];
        }
        if (m_rows != nullptr) {
            m_rows->assign(problem.ranks, {});
            for (Row& row : *m_rows)
                row.reserve(std::size_t{6} * problem.microbatches);
        }
    }

    ZbvRun run()
    {
        firstMicrobatch();
        evenOutForwards();
        for (std::uint64_t round = 0; round < std::uint64_t{2} * microbatches(); ++round) {
            putInputs();
            putForwards();
        }
        ZbvRun result;
        for (std::uint32_t r = 0; r < m_problem.ranks; ++r) {
            while (!m_ranks[r].openWeights.empty())
                putWeight(r);
            result.idle.push_back(m_ranks[r].idle);
        }
        result.mostIdle = m_mostIdle;
        result.given = std::move(m_given);
        return result;
    }

private:
    [[nodiscard]] std::uint32_t last() const { return m_problem.ranks - 1; }
    [[nodiscard]] std::uint32_t microbatches() const { return m_problem.microbatches; }

    void record(std::uint32_t r, Chunk chunk, ActionKind kind, std::uint32_t microbatch)
    {
        m_watch.step();
        if (m_rows != nullptr)
            (*m_rows)[r].emplace_back(StageId{m_ranks[r].stage[chunk]}, kind, MicrobatchId{microbatch});
    }

    /// The ends that `leg` on rank r waits for; null where the leg begins.
    [[nodiscard]] Fifo<double>* inputOf(std::uint32_t r, Leg leg)
    {
        const auto index = static_cast<std::size_t>(leg);
        if (goesDown(leg))
            return r == 0 ? nullptr : &m_ranks[r - 1].ends[index];
        return r == last() ? nullptr : &m_ranks[r + 1].ends[index];
    }

    void put(std::uint32_t r, Leg leg)
    {
        Rank& rank = m_ranks[r];
        const Chunk chunk = chunkOf(leg);
        StageCounts& done = rank.done[chunk];
        const double duration = isForwardLeg(leg) ? rank.cost[chunk].forward : rank.cost[chunk].input;
        const double atOnce = rank.clock + duration;
        double end = atOnce;
        if (Fifo<double>* input = inputOf(r, leg)) {
            if (input->empty())
                throw Stuck{};
            end = std::max(end, input->front() + m_transfer + duration);
            input->pop();
        } else if (leg == Leg::ForwardUp && done.forwards >= rank.done[kFirstChunk].forwards) {
            throw Stuck{};
        }
        if (rank.forwards() > 0) {
            rank.idle += end - atOnce;
            m_mostIdle = std::max(m_mostIdle, rank.idle);
        }
        rank.clock = end;
        if (r != (goesDown(leg) ? last() : 0))
            rank.ends[static_cast<std::size_t>(leg)].push(end);
        if (isForwardLeg(leg)) {
            record(r, chunk, ActionKind::Forward, done.forwards++);
            return;
        }
        if (done.inputs >= done.forwards)
            throw Stuck{};
        record(r, chunk, ActionKind::BackwardInput, done.inputs++);
        rank.openWeights.push(chunk);
    }

    void putWeight(std::uint32_t r)
    {
        Rank& rank = m_ranks[r];
        const Chunk chunk = rank.openWeights.front();
        rank.openWeights.pop();
        rank.clock += rank.cost[chunk].weight;
        record(r, chunk, ActionKind::BackwardWeight, rank.done[chunk].weights++);
    }

    /// Runs weight gradients until `more` activations of `chunk` fit under `limit`.
    void makeRoom(std::uint32_t r, double more, double limit)
    {
        while (m_ranks[r].inUse() + more > limit) {
            if (m_ranks[r].openWeights.empty())
                throw Stuck{};
            putWeight(r);
        }
    }

    [[nodiscard]] double nextWeightTime(const Rank& rank) const
    {
        return rank.cost[rank.openWeights.front()].weight;
    }

    /// Runs weight gradients while the rank would wait for the leg's input, and with `mayDelay` one more
    /// where the wait that is left is longer than the rank may idle.
    void fillUntilInput(std::uint32_t r, Leg leg, bool mayDelay)
    {
        Rank& rank = m_ranks[r];
        const Fifo<double>* input = inputOf(r, leg);
        if (input == nullptr)
            return;
        if (input->empty())
            throw Stuck{};
        const double arrival = input->front() + m_transfer;
        while (!rank.openWeights.empty() && arrival >= rank.clock + nextWeightTime(rank))
            putWeight(r);
        if (mayDelay && !rank.openWeights.empty() && arrival - rank.clock > allowedIdle(r) - rank.idle)
            putWeight(r);
    }
    [[nodiscard]] double allowedIdle(std::uint32_t r) const
    {
        return m_given.empty() ? m_mostIdle : std::max(m_mostIdle, m_mostGiven - m_given[r]);
    }

    /// The first microbatch down and up; on its way up each rank takes in what time and memory allow before
    /// it arrives.
    void firstMicrobatch()
    {
        for (std::uint32_t r = 0; r < m_problem.ranks; ++r)
            put(r, Leg::ForwardDown);
        for (std::uint32_t r = m_problem.ranks; r-- > 0;) {
            while (r < last() && mayTakeOneMore(r))
                for (std::uint32_t earlier = 0; earlier <= r; ++earlier)
                    put(earlier, Leg::ForwardDown);
            put(r, Leg::ForwardUp);
        }
    }
    [[nodiscard]] bool mayTakeOneMore(std::uint32_t r)
    {
        const Rank& rank = m_ranks[r];
        if (rank.done[kFirstChunk].forwards >= microbatches())
            return false;
        // The first ranks, which hold as many, run two more for each rank that the microbatch has yet to
        // pass.
        const double forwards = rank.forwards() + 2.0 + 2.0 * r;
        // Later steps count on these; with equal times there is time for them.
        if (forwards <= 2.0 * m_problem.ranks)
            return true;
        return m_problem.extendsWarmUp && forwards * m_problem.costs.largestActivation <= m_forwardLimit &&
               rank.clock + rank.cost[kFirstChunk].forward <=
                   inputOf(r, Leg::ForwardUp)->front() + m_transfer;
    }

    /// Later ranks, and all behind them, run forwards in turns of both stages until they have as many as the
    /// rank before.
    void evenOutForwards()
    {
        Leg leg = Leg::ForwardDown;
        for (std::uint32_t r = 1; r < m_problem.ranks; ++r)
            while (hasFewerForwards(r)) {
                for (std::uint32_t later = m_problem.ranks; later-- > r;)
                    if (m_ranks[later].doneOf(leg) < microbatches())
                        put(later, leg);
                leg = leg == Leg::ForwardDown ? Leg::ForwardUp : Leg::ForwardDown;
            }
    }
    [[nodiscard]] bool hasFewerForwards(std::uint32_t r) const
    {
        const Rank& before = m_ranks[r - 1];
        const Rank& rank = m_ranks[r];
        const std::uint32_t upBefore = before.done[kSecondChunk].forwards;
        return rank.forwards() < before.forwards() ||
               (rank.done[kSecondChunk].forwards <= upBefore && upBefore < microbatches());
    }

    /// One input gradient on every rank: first those on the way up, from the last rank on, then those on the
    /// way down.
    void putInputs()
    {
        const SearchCosts& costs = m_problem.costs;
        m_legs.resize(m_problem.ranks);
        for (std::uint32_t r = 0; r < m_problem.ranks; ++r) {
            makeRoom(r, (costs.largestKept - 1) * costs.largestActivation, m_inputLimit);
            m_legs[r] = nextInput(r);
        }
        for (std::uint32_t r = m_problem.ranks; r-- > 0;)
            if (m_legs[r] == Leg::InputUp) {
                fillUntilInput(r, Leg::InputUp, true);
                put(r, Leg::InputUp);
            }
        for (std::uint32_t r = 0; r < m_problem.ranks; ++r)
            if (m_legs[r] == Leg::InputDown) {
                fillUntilInput(r, Leg::InputDown, m_flags.fillBeforeBackward);
                put(r, Leg::InputDown);
            }
    }
    [[nodiscard]] Leg nextInput(std::uint32_t r)
    {
        const Rank& rank = m_ranks[r];
        if (rank.doneOf(Leg::InputUp) >= rank.doneOf(Leg::InputDown))
            return Leg::InputDown;
        const Fifo<double>* input = inputOf(r, Leg::InputUp);
        const bool canGoUp =
            input == nullptr || !input->empty() || rank.doneOf(Leg::InputDown) >= microbatches();
        return canGoUp ? Leg::InputUp : Leg::InputDown;
    }

    void putForwards()
    {
        for (std::uint32_t r = 0; r < m_problem.ranks; ++r) {
            const std::optional<Leg> leg = nextForward(r);
            if (!leg)
                continue;
            makeRoom(r, m_ranks[r].cost[chunkOf(*leg)].activation, m_forwardLimit);
            fillUntilInput(r, *leg, m_flags.fillBeforeForward);
            put(r, *leg);
        }
    }
    [[nodiscard]] std::optional<Leg> nextForward(std::uint32_t r)
    {
        const Rank& rank = m_ranks[r];
        if (rank.doneOf(Leg::ForwardUp) >= microbatches())
            return std::nullopt;
        if (rank.doneOf(Leg::ForwardUp) >= rank.doneOf(Leg::ForwardDown))
            return Leg::ForwardDown;
        const Fifo<double>* input = inputOf(r, Leg::ForwardUp);
        if (input == nullptr || !input->empty())
            return Leg::ForwardUp;
        if (rank.doneOf(Leg::ForwardDown) < microbatches())
            return Leg::ForwardDown;
        return std::nullopt;
    }

    const ZbvProblem& m_problem;
    ZbvFlags m_flags;
    std::vector<double> m_given;
    double m_mostGiven = 0;
    double m_transfer;
    double m_inputLimit;   ///< for what is in use after an input gradient
    double m_forwardLimit; ///< after a forward, which leaves the room that input gradients take
    CancelWatch m_watch;
    std::vector<Row>* m_rows;
    std::vector<Rank> m_ranks;
    std::vector<Leg> m_legs; ///< of one round
    double m_mostIdle = 0;   ///< of all ranks
};

} // namespace

double warmUpMemory(const ZbvProblem& problem)
{
    return 2.0 * problem.ranks + problem.costs.growthAtInput();
}

double leastMemoryLimit(const ZbvProblem& problem)
{
    const double everything = 2.0 * problem.microbatches * (1 + problem.costs.growthAtInput());
    return std::min(warmUpMemory(problem), everything);
}

ZbvRun orderInV(const ZbvProblem& problem, ZbvFlags flags, std::vector<double> given,
                const CancelToken& cancel, std::vector<Row>* rows)
{
    try {
        return ZbvOrderSearch(problem, flags, std::move(given), cancel, rows).run();
    } catch (const Stuck&) {
        ZbvRun stuck;
        stuck.isFound = false;
        return stuck;
    }
}

} // namespace bubblescope
