// SPDX-License-Identifier: Apache-2.0
#include "core/generate/zero_bubble_search.h"

#include "core/generate/fifo.h"

#include <algorithm>
#include <cassert>

namespace bubblescope {

namespace {

/// A stage, which is a rank here, in the middle of the search.
struct Stage
{
    StageCost cost;
    double forwardLimit = 0; ///< in own activations, for what is in use after a forward
    double inputLimit = 0;   ///< the same after an input gradient
    StageCounts done;
    double clock = 0;
    double idle = 0; ///< since the first forward
    double firstStart = 0;
    double lastInputEnd = 0;
    Fifo<double> forwardEnds; ///< of the forwards that the next stage has not run yet
    std::uint32_t extraForwards = 0;
    bool wantsForward = false;
};

class ZeroBubbleOrderSearch
{
public:
    ZeroBubbleOrderSearch(const ZeroBubbleProblem& problem, ZeroBubbleFlags flags, const CancelToken& cancel,
                          std::vector<Row>* rows)
        : m_problem(problem)
        , m_flags(flags)
        , m_transfer(problem.costs.transfer)
        , m_watch(cancel)
        , m_rows(rows)
        , m_stages(problem.ranks)
    {
        m_watch.look();
        const double limit = withRounding(problem.memoryLimit);
        for (std::uint32_t s = 0; s < problem.ranks; ++s) {
            Stage& stage = m_stages[s];
            stage.cost = problem.costs.stages[s];
            const bool isFree = stage.cost.activation <= 0;
            stage.inputLimit =
                isFree ? kNoMemoryLimit : limit * problem.costs.largestActivation / stage.cost.activation;
            // Every forward leaves the room that its input gradient will take.
            stage.forwardLimit = stage.inputLimit - std::max(0.0, stage.cost.keptUntilWeight - 1);
        }
        if (m_rows != nullptr) {
            m_rows->assign(problem.ranks, {});
            for (Row& row : *m_rows)
                row.reserve(std::size_t{3} * problem.microbatches);
        }
    }

    double run()
    {
        warmUp();
        for (std::uint32_t turn = 1; turn < m_problem.microbatches; ++turn) {
            chooseForwards();
            putForwards();
            putInputs();
        }
        double longest = 0;
        for (std::uint32_t s = 0; s < m_problem.ranks; ++s) {
            flushWeights(s);
            longest = std::max(longest, m_stages[s].clock - m_stages[s].firstStart);
        }
        return longest;
    }

private:
    [[nodiscard]] std::uint32_t last() const { return m_problem.ranks - 1; }
    [[nodiscard]] std::uint32_t microbatches() const { return m_problem.microbatches; }

    void record(std::uint32_t s, ActionKind kind, std::uint32_t microbatch)
    {
        m_watch.step();
        if (m_rows != nullptr)
            (*m_rows)[s].emplace_back(StageId{s}, kind, MicrobatchId{microbatch});
    }

    [[nodiscard]] double forwardArrival(std::uint32_t s) const
    {
        return m_stages[s - 1].forwardEnds.front() + m_transfer;
    }
    [[nodiscard]] double inputArrival(std::uint32_t s) const
    {
        return m_stages[s + 1].lastInputEnd + m_transfer;
    }

    void advance(Stage& stage, double atOnce, double end)
    {
        stage.idle += end - atOnce;
        m_mostIdle = std::max(m_mostIdle, stage.idle);
        stage.clock = end;
    }

    void putForward(std::uint32_t s)
    {
        Stage& stage = m_stages[s];
        const double atOnce = stage.clock + stage.cost.forward;
        double end = atOnce;
        if (s > 0) {
            end = std::max(end, forwardArrival(s) + stage.cost.forward);
            m_stages[s - 1].forwardEnds.pop();
        }
        if (stage.done.forwards == 0) {
            stage.firstStart = end - stage.cost.forward;
            stage.clock = end;
        } else {
            advance(stage, atOnce, end);
        }
        if (s < last())
            stage.forwardEnds.push(end);
        record(s, ActionKind::Forward, stage.done.forwards++);
    }

    void putInput(std::uint32_t s)
    {
        Stage& stage = m_stages[s];
        const double atOnce = stage.clock + stage.cost.input;
        const double end = s < last() ? std::max(atOnce, inputArrival(s) + stage.cost.input) : atOnce;
        advance(stage, atOnce, end);
        stage.lastInputEnd = end;
        record(s, ActionKind::BackwardInput, stage.done.inputs++);
    }

    void putWeight(std::uint32_t s)
    {
        Stage& stage = m_stages[s];
        stage.clock += stage.cost.weight;
        record(s, ActionKind::BackwardWeight, stage.done.weights++);
    }

    void flushWeights(std::uint32_t s)
    {
        while (m_stages[s].done.weightIsOpen())
            putWeight(s);
    }

    [[nodiscard]] bool hasRoom(const Stage& stage, StageCounts after, double limit) const
    {
        return after.inUse(stage.cost.keptUntilWeight) <= limit || !stage.done.weightIsOpen();
    }
    void makeRoomForForward(std::uint32_t s)
    {
        Stage& stage = m_stages[s];
        const auto after = [&] {
            StageCounts counts = stage.done;
            ++counts.forwards;
            return counts;
        };
        while (!hasRoom(stage, after(), stage.forwardLimit))
            putWeight(s);
        assert(after().inUse(stage.cost.keptUntilWeight) <= stage.forwardLimit);
    }
    void makeRoomForInput(std::uint32_t s)
    {
        Stage& stage = m_stages[s];
        const auto after = [&] {
            StageCounts counts = stage.done;
            ++counts.inputs;
            return counts;
        };
        while (!hasRoom(stage, after(), stage.inputLimit))
            putWeight(s);
        assert(after().inUse(stage.cost.keptUntilWeight) <= stage.inputLimit);
    }

    /// Runs weight gradients while the stage would wait for `arrival`, and one that does not end in time
    /// where the wait is more than the stage may idle, or anyway if noBubbleGreedy.
    void fillUntil(std::uint32_t s, double arrival)
    {
        Stage& stage = m_stages[s];
        while (stage.done.weightIsOpen() && stage.clock + stage.cost.weight <= arrival)
            putWeight(s);
        if (!stage.done.weightIsOpen() || stage.clock >= arrival)
            return;
        const bool mayWait = arrival - stage.clock <= m_mostIdle - stage.idle;
        if (!mayWait || m_flags.noBubbleGreedy)
            putWeight(s);
    }

    void warmUp()
    {
        for (std::uint32_t s = 0; s < m_problem.ranks; ++s)
            putForward(s);
        countExtraForwards();
        for (std::uint32_t s = 0; s < m_problem.ranks; ++s)
            for (std::uint32_t k = 0; k < m_stages[s].extraForwards; ++k)
                putForward(s);
        for (std::uint32_t s = m_problem.ranks; s-- > 0;)
            putInput(s);
    }

    /// How many more forwards each stage has time and memory for until its first gradient arrives.
    void countExtraForwards()
    {
        double inputEnd = m_stages[last()].clock + m_stages[last()].cost.input;
        for (std::uint32_t s = last(); s-- > 0;) {
            Stage& stage = m_stages[s];
            const double arrival = inputEnd + m_transfer;
            double clock = stage.clock;
            StageCounts counts = stage.done;
            while (counts.forwards < microbatches()) {
                ++counts.forwards;
                const bool isInTime =
                    m_flags.allowBubbleBeforeFirstB ? clock + stage.cost.forward <= arrival : clock < arrival;
                if (counts.inUse(stage.cost.keptUntilWeight) > stage.forwardLimit || !isInTime)
                    break;
                clock += stage.cost.forward;
                ++stage.extraForwards;
                m_watch.step();
            }
            inputEnd = std::max(clock, arrival) + stage.cost.input;
        }
        // A stage with as many as the one before could not get its last one in time, unless these are all.
        for (std::uint32_t s = 1; s < m_problem.ranks; ++s) {
            const std::uint32_t before = m_stages[s - 1].extraForwards;
            std::uint32_t& extra = m_stages[s].extraForwards;
            if (extra > before || (extra == before && 1 + extra < microbatches()))
                extra = before > 0 ? before - 1 : 0;
        }
    }

    /// Decides which stages run a forward in this turn: a stage only if all later ones do.
    void chooseForwards()
    {
        bool laterWant = true;
        for (std::uint32_t s = m_problem.ranks; s-- > 0;) {
            Stage& stage = m_stages[s];
            laterWant = laterWant && stage.done.forwards < microbatches() && !isBetterPutOff(s);
            stage.wantsForward = laterWant;
        }
    }

    /// Whether a forward now would delay the gradient that the next stage sends after its next forward.
    [[nodiscard]] bool isBetterPutOff(std::uint32_t s) const
    {
        const Stage& stage = m_stages[s];
        if (!m_flags.prioritizeB || s == last() ||
            stage.done.forwards < m_stages[s + 1].done.forwards + std::uint64_t{2})
            return false;
        const Stage& next = m_stages[s + 1];
        const double arrival = next.clock + next.cost.forward + next.cost.input + m_transfer;
        if (stage.clock >= arrival)
            return true;
        StageCounts counts = stage.done;
        ++counts.forwards;
        double weights = 0;
        while (counts.inUse(stage.cost.keptUntilWeight) > stage.forwardLimit && counts.weightIsOpen()) {
            weights += stage.cost.weight;
            ++counts.weights;
        }
        return stage.clock + stage.cost.forward + weights > arrival &&
               arrival - stage.clock <= m_mostIdle - stage.idle;
    }

    void putForwards()
    {
        for (std::uint32_t s = 0; s < m_problem.ranks; ++s) {
            if (!m_stages[s].wantsForward)
                continue;
            makeRoomForForward(s);
            if (s > 0)
                fillUntil(s, forwardArrival(s));
            putForward(s);
        }
    }

    void putInputs()
    {
        for (std::uint32_t s = m_problem.ranks; s-- > 0;) {
            makeRoomForInput(s);
            if (s < last())
                fillUntil(s, inputArrival(s));
            if (s == 0 && m_stages[0].done.forwards == microbatches())
                flushWeights(0);
            putInput(s);
        }
    }

    const ZeroBubbleProblem& m_problem;
    ZeroBubbleFlags m_flags;
    double m_transfer;
    CancelWatch m_watch;
    std::vector<Row>* m_rows;
    std::vector<Stage> m_stages;
    double m_mostIdle = 0; ///< of all stages
};

} // namespace

double leastMemoryLimit(const ZeroBubbleProblem& problem)
{
    return 1 + problem.costs.growthAtInput();
}

double orderWithZeroBubbles(const ZeroBubbleProblem& problem, ZeroBubbleFlags flags,
                            const CancelToken& cancel, std::vector<Row>* rows)
{
    return ZeroBubbleOrderSearch(problem, flags, cancel, rows).run();
}

} // namespace bubblescope
