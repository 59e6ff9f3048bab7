// SPDX-License-Identifier: Apache-2.0
#include "core/search/improve.h"

#include "core/search/candidate_limits.h"
#include "core/search/peak_memory.h"
#include "core/search/stage_costs.h"
#include "core/search/wave_annealing.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope::search {

namespace {

/// How much the ranks' mean end counts beside the objective: less than any step of it that matters.
constexpr double kMeanWeight = 0.02;
constexpr std::uint64_t kLeastRound = 500;
constexpr std::uint64_t kLongestRound = 100'000;
constexpr std::uint64_t kTriesPerLook = 32;

class Annealing
{
public:
    Annealing(const TimedOrder& start, SearchObjective objective, const ImproveLimits& limits,
              std::atomic<std::uint64_t>& tried, const std::function<void(const TimedOrder&)>& tell,
              const CancelToken& cancel)
        : m_model(*start.model)
        , m_limits(limits)
        , m_memory(withRounding(limits.memory))
        , m_sum(start.model->costs(), start.model->stages())
        , m_timer(*start.model, objective)
        , m_other(*start.model, objective)
        , m_chooser(*start.model)
        , m_waves(*start.model, objective, limits)
        , m_random(limits.seed)
        , m_order(start.order)
        , m_best(start)
        , m_tried(tried)
        , m_tell(tell)
        , m_cancel(cancel)
    {
        constexpr double kOfAnActivation = 2;
        const double size = largestActivation(start.model->costs());
        m_penalty = !limits.mayExceed ? std::numeric_limits<double>::infinity()
                    : size > 0        ? kOfAnActivation * start.model->meanDuration() / size
                                      : 0;
    }

    TimedOrder run()
    {
        // The first round is short, so that few iterations are used well.
        std::uint64_t length = std::max<std::uint64_t>(kLeastRound, 4 * std::uint64_t{m_model.units()});
        for (std::uint64_t done = 0; done < m_limits.iterations && !isOver();) {
            const std::uint64_t round = std::min(length, m_limits.iterations - done);
            const std::uint64_t ofWaves = m_waves.canRun(m_best) ? round / 2 : 0;
            runRound(round - ofWaves);
            runWaves(ofWaves);
            done += round;
            length = std::min(2 * length, std::max(kLongestRound, 2 * std::uint64_t{m_model.units()}));
        }
        return std::move(m_best);
    }

private:
    [[nodiscard]] bool isOver() const
    {
        return m_cancel.isCancelled() || m_best.objective <= withRounding(m_limits.goal) ||
               (m_limits.deadline && Clock::now() >= *m_limits.deadline);
    }

    static double costOf(const OrderTime& time) { return time.objective + kMeanWeight * time.meanEnd; }

    void runWaves(std::uint64_t iterations)
    {
        const bool isBetter = m_waves.run(
            m_best, iterations, [&] { return isOver(); },
            [&](std::uint64_t tries) { m_tried.fetch_add(tries, std::memory_order_relaxed); });
        if (isBetter && m_tell)
            m_tell(m_best);
    }

    void runRound(std::uint64_t iterations)
    {
        constexpr double kWarmest = 0.25;
        m_order = m_best.order;
        const std::optional<OrderTime> time = m_timer.time(m_order);
        if (!time)
            return;
        m_cost = costOf(*time);
        m_excess.assign(m_model.ranks(), 0);
        m_allExcess = 0;
        m_chooser.look(m_order, m_timer);
        for (std::uint64_t i = 0; i < iterations; ++i) {
            if (i % kTriesPerLook == 0) {
                if (isOver())
                    return;
                m_tried.fetch_add(std::min(kTriesPerLook, iterations - i), std::memory_order_relaxed);
            }
            const double cool = 1 - static_cast<double>(i) / static_cast<double>(iterations);
            tryChange(kWarmest * m_model.meanDuration() * cool * cool);
        }
    }

    void tryChange(double temperature)
    {
        const std::optional<Change> change = m_chooser.choose(m_order, m_random);
        if (!change)
            return;
        m_order.apply(*change, m_model);
        const double accepted = m_cost - temperature * std::log(m_random.share());
        const double excess = excessOf(change->rank);
        const double allExcess = m_allExcess - m_excess[change->rank] + excess;
        const double penalty = allExcess > 0 ? m_penalty * allExcess : 0;
        const std::optional<OrderTime> time =
            penalty < accepted ? m_other.time(m_order, accepted - penalty) : std::nullopt;
        if (!time || costOf(*time) + penalty > accepted) {
            m_order.undo(*change, m_model);
            return;
        }
        m_cost = costOf(*time) + penalty;
        m_excess[change->rank] = excess;
        m_allExcess = std::accumulate(m_excess.begin(), m_excess.end(), 0.0);
        std::swap(m_timer, m_other);
        m_chooser.look(m_order, m_timer);
        if (m_allExcess == 0)
            keepIfBetter(time->objective);
    }

    void keepIfBetter(Time objective)
    {
        constexpr double kRounding = 1e-9;
        if (objective >= m_best.objective * (1 - kRounding))
            return;
        m_best.order = m_order;
        m_best.objective = objective;
        if (m_tell)
            m_tell(m_best);
    }

    /// How far the rank goes beyond what it may hold.
    double excessOf(std::uint32_t rank)
    {
        if (std::isinf(m_memory))
            return 0;
        m_sum.begin(RankId{rank}, m_model.stagesOf(rank));
        for (const WorkCell& cell : m_order.row(rank)) {
            add(cell.first);
            if (cell.isBlock())
                add(cell.second);
        }
        return std::max(0.0, m_sum.peak() + heldBack(m_model.costs(), rank) - m_memory);
    }

    void add(Part part)
    {
        m_sum.add(part.kind(), StageId{m_model.stageOf(part.unit())},
                  MicrobatchId{part.unit() / m_model.stages()});
    }

    const OrderModel& m_model;
    ImproveLimits m_limits;
    double m_memory;
    MemorySum m_sum;
    OrderTimer m_timer; ///< of the present order
    OrderTimer m_other; ///< of the one that is tried
    MoveChooser m_chooser;
    WaveAnnealing m_waves;
    Random m_random;
    WorkingOrder m_order;
    double m_cost = 0;
    std::vector<double> m_excess; ///< by rank, of the present order
    double m_allExcess = 0;
    double m_penalty = 0; ///< cost of a size beyond the limit
    TimedOrder m_best;
    std::atomic<std::uint64_t>& m_tried;
    const std::function<void(const TimedOrder&)>& m_tell;
    const CancelToken& m_cancel;
};

} // namespace

TimedOrder improved(const TimedOrder& start, SearchObjective objective, const ImproveLimits& limits,
                    std::atomic<std::uint64_t>& tried, const std::function<void(const TimedOrder&)>& tell,
                    const CancelToken& cancel)
{
    return Annealing(start, objective, limits, tried, tell, cancel).run();
}

} // namespace bubblescope::search
