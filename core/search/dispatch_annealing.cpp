// SPDX-License-Identifier: Apache-2.0
#include "core/search/dispatch_annealing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace bubblescope::search {

namespace {

/// As in improve.cpp: less than any step of the objective that matters.
constexpr double kShareOfDispatchEnds = 0.02;
constexpr double kDispatchGain = 1 - 1e-9;

Time costOf(const Dispatcher& dispatcher)
{
    return dispatcher.objective() + kShareOfDispatchEnds * dispatcher.meanEnd();
}

/// What the busiest rank computes for one microbatch.
Time busiestShare(const OrderModel& model)
{
    std::vector<Time> busy(model.ranks(), 0);
    for (std::uint32_t unit = 0; unit < model.units(); ++unit)
        for (const ActionKind kind :
             {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight})
            busy[model.rankOf(unit)] += model.duration(kind, unit);
    return *std::max_element(busy.begin(), busy.end()) / model.microbatches();
}

} // namespace

DispatchAnnealing::DispatchAnnealing(ModelPtr model, double limit, SearchObjective objective,
                                     std::uint64_t seed)
    : m_model(std::move(model))
    , m_microbatches(m_model->microbatches())
    , m_way(2 * m_model->stages())
    , m_dispatcher(*m_model, limit, objective)
    , m_timer(*m_model, objective)
    , m_random(seed)
{
    m_rule.keys.resize(std::size_t{m_microbatches} * m_way);
    m_rule.gates.resize(m_microbatches);
    m_best.model = m_model;
    tryRegularRules();
}

void DispatchAnnealing::tryRegularRules()
{
    constexpr std::array kPeriods{0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6};
    constexpr std::array kStretches{0.5, 1.0, 1.5, 2.0};
    constexpr std::array kGates{0.0, 0.25, 0.5, 0.75, 1.0};
    constexpr std::array kPatiences{0.0, 0.5, 1.0}; // of an action
    const Time share = busiestShare(*m_model);
    Time least = std::numeric_limits<double>::infinity();
    DispatchRule best;
    for (const double period : kPeriods)
        for (const double stretch : kStretches)
            for (const double gate : kGates) {
                makeRegular(period * share, stretch, gate);
                for (const double patience : kPatiences) {
                    m_rule.patience = patience * m_model->meanDuration();
                    if (!m_dispatcher.run(m_rule, least))
                        continue;
                    least = m_dispatcher.objective() * kDispatchGain;
                    best = m_rule;
                }
            }
    m_rule = std::move(best);
    (void)m_dispatcher.run(m_rule, std::numeric_limits<double>::infinity());
    keepBest();
}

/// Keys are the times of the way of a microbatch by itself, stretched, after so many periods.
void DispatchAnnealing::makeRegular(Time period, double stretch, double waiting)
{
    const std::uint32_t stages = m_model->stages();
    Time now = 0;
    for (std::uint32_t place = 0; place < m_way; ++place) {
        const bool isForward = place < stages;
        const std::uint32_t stage = isForward ? place : m_way - 1 - place;
        if (place > 0 && place != stages)
            now += isForward ? m_model->forwardDelay(stage) : m_model->backwardDelay(stage);
        for (std::uint32_t m = 0; m < m_microbatches; ++m)
            m_rule.keys[std::size_t{m} * m_way + place] = m * period + stretch * now;
        now += m_model->duration(isForward ? ActionKind::Forward : ActionKind::BackwardInput, stage);
    }
    for (std::uint32_t m = 0; m < m_microbatches; ++m)
        m_rule.gates[m] = waiting * period * m;
}

bool DispatchAnnealing::run(std::uint64_t iterations, const std::function<bool()>& isOver,
                            const std::function<void(std::uint64_t)>& count)
{
    constexpr double kWarmest = 0.25;
    constexpr std::uint64_t kTriesPerLook = 32;
    const Time before = m_best.objective;
    beginRound();
    for (std::uint64_t i = 0; i < iterations; ++i) {
        if (i % kTriesPerLook == 0) {
            if (isOver())
                break;
            count(std::min(kTriesPerLook, iterations - i));
        }
        const double cool = 1 - static_cast<double>(i) / static_cast<double>(iterations);
        const double temperature = kWarmest * m_model->meanDuration() * cool * cool;
        const std::uint32_t kind = m_random.below(20);
        const bool isTaken = kind > 3   ? tryKeys(temperature)
                             : kind > 0 ? tryGates(temperature)
                                        : tryPatience(temperature);
        if (isTaken && m_dispatcher.objective() < m_bestByRule)
            keepBest();
    }
    return m_best.objective < before;
}

void DispatchAnnealing::beginRound()
{
    constexpr Time kAny = std::numeric_limits<double>::infinity();
    m_rule = m_bestRule;
    if (m_rounds++ % 3 == 2) {
        const double period = 0.9 + 0.7 * m_random.share();
        const double stretch = 0.5 + 1.5 * m_random.share();
        makeRegular(period * busiestShare(*m_model), stretch, m_random.share());
        m_rule.patience = m_random.share() * m_model->meanDuration();
    }
    (void)m_dispatcher.run(m_rule, kAny);
    m_dispatcher.keep();
    m_cost = costOf(m_dispatcher);
}

void DispatchAnnealing::keepBest()
{
    m_bestRule = m_rule;
    m_bestByRule = m_dispatcher.objective() * kDispatchGain;
    WorkingOrder order(m_dispatcher.schedule(m_rule), *m_model);
    const std::optional<OrderTime> time = m_timer.time(order);
    if (!time || time->objective >= m_best.objective)
        return;
    m_best.order = std::move(order);
    m_best.objective = time->objective;
}

bool DispatchAnnealing::accept(double temperature, const std::optional<RuleChange>& change)
{
    const double accepted = m_cost - temperature * std::log(m_random.share());
    const bool isWithin =
        change ? m_dispatcher.runAgain(m_rule, *change, accepted) : m_dispatcher.run(m_rule, accepted);
    if (!isWithin || costOf(m_dispatcher) > accepted)
        return false;
    m_cost = costOf(m_dispatcher);
    m_dispatcher.keep();
    return true;
}

bool DispatchAnnealing::tryKeys(double temperature)
{
    constexpr double kShortest = 0.2; // of an action
    constexpr double kLongest = 60;   // times the shortest
    std::uint32_t first = m_random.below(m_microbatches);
    std::uint32_t last = first;
    const std::uint32_t which = m_random.below(10);
    if (which < 3)
        last = m_microbatches - 1;
    else if (which < 5)
        last = std::min(m_microbatches - 1, first + m_random.below(4));
    if (which == 0)
        first = 0;
    const std::uint32_t at = m_random.below(m_way);
    const std::uint32_t part = m_random.below(4);
    // What is behind, what is before, or a piece of the way.
    const std::uint32_t begin = part == 1 ? 0 : at;
    const std::uint32_t end = part == 0   ? m_way - 1
                              : part == 1 ? at
                                          : at + m_random.below(1 + m_random.below(m_way - at));
    const Time shift = m_model->meanDuration() * kShortest * std::pow(kLongest, m_random.share()) *
                       (m_random.below(2) == 0 ? -1 : 1);
    m_before.clear();
    const auto forEachKey = [&](auto&& visit) {
        for (std::uint32_t m = first; m <= last; ++m)
            for (std::uint32_t place = begin; place <= end; ++place)
                visit(m_rule.keys[std::size_t{m} * m_way + place]);
    };
    forEachKey([&](Time& key) {
        m_before.push_back(key);
        key += shift;
    });
    if (accept(temperature, RuleChange{first, last, begin}))
        return true;
    // Taking the shift away again would not give the same keys.
    forEachKey([&, at = std::size_t{0}](Time& key) mutable { key = m_before[at++]; });
    return false;
}

bool DispatchAnnealing::tryGates(double temperature)
{
    constexpr double kShortest = 0.2;
    constexpr double kLongest = 15;
    const std::uint32_t first = m_random.below(m_microbatches);
    const std::uint32_t last =
        m_random.below(2) == 0 ? m_microbatches - 1 : std::min(m_microbatches - 1, first + m_random.below(3));
    const Time shift = m_model->meanDuration() * kShortest * std::pow(kLongest, m_random.share()) *
                       (m_random.below(2) == 0 ? -1 : 1);
    const auto begin = m_rule.gates.begin() + first;
    const std::vector<Time> before(begin, m_rule.gates.begin() + last + 1);
    std::for_each(begin, m_rule.gates.begin() + last + 1,
                  [shift](Time& gate) { gate = std::max(0.0, gate + shift); });
    if (accept(temperature, RuleChange{first, last, 0}))
        return true;
    std::copy(before.begin(), before.end(), begin);
    return false;
}

bool DispatchAnnealing::tryPatience(double temperature)
{
    constexpr double kLongest = 2; // actions
    const Time before = m_rule.patience;
    const bool isNone = m_random.below(3) == 0;
    m_rule.patience = isNone ? 0 : kLongest * m_model->meanDuration() * m_random.share();
    if (accept(temperature, std::nullopt))
        return true;
    m_rule.patience = before;
    return false;
}

} // namespace bubblescope::search
