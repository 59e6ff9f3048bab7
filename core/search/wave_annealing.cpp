// SPDX-License-Identifier: Apache-2.0
#include "core/search/wave_annealing.h"

#include "core/search/peak_memory.h"
#include "core/search/stage_costs.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::search {

namespace {

/// As in improve.cpp: less than any step of the objective that matters.
constexpr double kShareOfMeanEnd = 0.02;

} // namespace

WaveAnnealing::WaveAnnealing(const OrderModel& model, SearchObjective objective, const ImproveLimits& limits)
    : m_model(model)
    , m_canTime(WaveTimer::canTime(model))
    , m_timer(model, limits.memory, objective)
    , m_other(model, limits.memory, objective)
    , m_random(limits.seed ^ 0x5DEECE66DU)
    , m_kept(model.ranks())
    , m_keys(2 * std::size_t{model.units()})
{}

bool WaveAnnealing::canRun(const TimedOrder& order) const
{
    return m_canTime && waveOrderOf(order.order, m_model).has_value();
}

double WaveAnnealing::costOf(const WaveTimer& timer) const
{
    return timer.objective() + kShareOfMeanEnd * timer.meanEnd();
}

bool WaveAnnealing::run(TimedOrder& order, std::uint64_t iterations, const std::function<bool()>& isOver,
                        const std::function<void(std::uint64_t)>& count)
{
    constexpr double kWarmest = 0.3;
    constexpr double kRounding = 1e-9;
    constexpr std::uint64_t kTriesPerLook = 32;
    std::optional<WaveOrder> waves = iterations > 0 ? waveOrderOf(order.order, m_model) : std::nullopt;
    if (!waves)
        return false;
    m_order = *std::move(waves);
    constexpr Time kAny = std::numeric_limits<double>::infinity();
    if (!m_timer.time(m_order, kAny))
        return false;
    m_cost = costOf(m_timer);
    Time best = order.objective * (1 - kRounding);
    std::optional<WaveOrder> found;
    for (std::uint64_t i = 0; i < iterations; ++i) {
        if (i % kTriesPerLook == 0) {
            if (isOver())
                break;
            count(std::min(kTriesPerLook, iterations - i));
        }
        const double cool = 1 - static_cast<double>(i) / static_cast<double>(iterations);
        const double temperature = kWarmest * m_model.meanDuration() * cool * cool;
        const std::uint32_t kind = m_random.below(10);
        const bool isTaken = kind < 6   ? tryWave(temperature)
                             : kind < 9 ? tryMove(temperature)
                                        : tryWeight(temperature);
        if (isTaken && m_timer.objective() < best) {
            best = m_timer.objective() * (1 - kRounding);
            found = m_order;
        }
    }
    if (!found)
        return false;
    Schedule schedule = m_other.schedule(*found);
    order.order = WorkingOrder(schedule, m_model);
    order.objective = m_other.objective();
    return true;
}

bool WaveAnnealing::accept(double temperature)
{
    const double accepted = m_cost - temperature * std::log(m_random.share());
    if (!m_other.time(m_order, accepted) || costOf(m_other) > accepted)
        return false;
    m_cost = costOf(m_other);
    std::swap(m_timer, m_other);
    return true;
}

void WaveAnnealing::chooseWave()
{
    const std::uint32_t microbatches = m_model.microbatches();
    const std::uint32_t way = 2 * m_model.stages();
    m_wave.firstMicrobatch = m_wave.lastMicrobatch = m_random.below(microbatches);
    const std::uint32_t which = m_random.below(10);
    if (which < 3)
        m_wave.lastMicrobatch = microbatches - 1;
    else if (which < 5)
        m_wave.lastMicrobatch = std::min(microbatches - 1, m_wave.firstMicrobatch + m_random.below(4));
    if (which == 0)
        m_wave.firstMicrobatch = 0;
    const std::uint32_t at = m_random.below(way);
    const std::uint32_t part = m_random.below(4);
    // What is behind may be put off, what is before brought forward, or a piece of the way either.
    m_wave.begin = part == 1 ? 0 : at;
    m_wave.end = part == 0   ? way - 1
                 : part == 1 ? at
                             : at + m_random.below(std::min(way - at, 1 + m_random.below(way)));
    constexpr double kShortest = 0.2;
    const double longest = part < 2 ? 60 : 20;
    const Time shift = m_model.meanDuration() * kShortest * std::pow(longest, m_random.share());
    const bool isLater = part == 0   ? m_random.below(3) > 0
                         : part == 1 ? m_random.below(3) == 0
                                     : m_random.below(2) == 0;
    m_wave.later = isLater ? shift : -shift;
}

/// Sorts a row by its times, some of them shifted. Rows are nearly sorted.
void WaveAnnealing::shiftRow(std::uint32_t rank)
{
    std::vector<std::uint32_t>& row = m_order.rows[rank];
    for (const std::uint32_t number : row) {
        const std::uint32_t stage = m_model.stageOf(number / 2);
        const std::uint32_t microbatch = number / 2 / m_model.stages();
        const std::uint32_t place = number % 2 == 0 ? stage : 2 * m_model.stages() - 1 - stage;
        const bool isShifted = microbatch >= m_wave.firstMicrobatch && microbatch <= m_wave.lastMicrobatch &&
                               place >= m_wave.begin && place <= m_wave.end;
        m_keys[number] = m_timer.startOf(number) + (isShifted ? m_wave.later : 0);
    }
    for (std::size_t i = 1; i < row.size(); ++i) {
        const std::uint32_t number = row[i];
        std::size_t to = i;
        for (; to > 0 && m_keys[row[to - 1]] > m_keys[number]; --to)
            row[to] = row[to - 1];
        row[to] = number;
    }
}

bool WaveAnnealing::tryWave(double temperature)
{
    chooseWave();
    m_touched.clear();
    const std::uint32_t stages = m_model.stages();
    for (std::uint32_t place = m_wave.begin; place <= m_wave.end; ++place) {
        const std::uint32_t stage = place < stages ? place : 2 * stages - 1 - place;
        for (std::uint32_t m = m_wave.firstMicrobatch; m <= m_wave.lastMicrobatch; ++m) {
            const std::uint32_t rank = m_model.rankOf(m * stages + stage);
            if (std::find(m_touched.begin(), m_touched.end(), rank) == m_touched.end())
                m_touched.push_back(rank);
        }
    }
    bool isChanged = false;
    for (const std::uint32_t rank : m_touched) {
        m_kept[rank] = m_order.rows[rank];
        shiftRow(rank);
        isChanged = isChanged || m_kept[rank] != m_order.rows[rank];
    }
    if (isChanged && accept(temperature))
        return true;
    for (const std::uint32_t rank : m_touched)
        m_order.rows[rank].swap(m_kept[rank]);
    return false;
}

bool WaveAnnealing::tryMove(double temperature)
{
    constexpr std::uint32_t kFarthest = 8;
    std::vector<std::uint32_t>& row = m_order.rows[m_random.below(m_model.ranks())];
    const auto size = static_cast<std::uint32_t>(row.size());
    const std::uint32_t from = m_random.below(size);
    std::uint32_t steps = 1;
    while (steps < kFarthest && m_random.below(2) == 0)
        ++steps;
    const std::uint32_t to =
        m_random.below(2) == 0 ? std::min(size - 1, from + steps) : from - std::min(from, steps);
    const auto move = [&row](std::uint32_t a, std::uint32_t b) {
        const auto begin = row.begin();
        if (a < b)
            std::rotate(begin + a, begin + a + 1, begin + b + 1);
        else
            std::rotate(begin + b, begin + a, begin + a + 1);
    };
    if (to == from)
        return false;
    move(from, to);
    if (accept(temperature))
        return true;
    move(to, from);
    return false;
}

bool WaveAnnealing::tryWeight(double temperature)
{
    std::uint8_t& weights = m_order.weightsBefore[m_random.below(2 * m_model.units())];
    const std::uint8_t before = weights;
    weights = static_cast<std::uint8_t>(before > 0 ? 0 : 1 + m_random.below(2));
    if (accept(temperature))
        return true;
    weights = before;
    return false;
}

} // namespace bubblescope::search
