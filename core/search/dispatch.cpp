// SPDX-License-Identifier: Apache-2.0
#include "core/search/dispatch.h"

#include "core/search/pattern_order.h"
#include "core/search/wave_order.h"

#include <algorithm>
#include <limits>

namespace bubblescope::search {

namespace {

constexpr double kDispatchRounding = 1e-9;
constexpr Time kNotYet = std::numeric_limits<double>::infinity();
constexpr std::uint32_t kNoRank = 0xFFFFFFFFU;

} // namespace

Dispatcher::Dispatcher(const OrderModel& model, double limit, SearchObjective objective)
    : m_model(&model)
    , m_isRankSpan(objective == SearchObjective::RankSpan)
    , m_way(2 * model.stages())
    , m_capacity(roomForActivations(model, limit))
    , m_share(std::size_t{model.ranks()} * model.microbatches(), 0)
    , m_largestShare(model.ranks(), 0)
    , m_arrived(2 * std::size_t{model.units()})
    , m_keptArrived(m_arrived.size())
{
    m_now.ranks.resize(model.ranks());
    m_now.weightsDone.resize(model.microbatches());
    const CostModel& costs = model.costs();
    const MicrobatchFactors lengths(costs.microbatches);
    for (std::uint32_t unit = 0; unit < model.units(); ++unit) {
        const StageId stage{model.stageOf(unit)};
        const std::uint32_t microbatch = unit / model.stages();
        m_size.push_back(costs.activation.at(stage) * lengths.sizeOf(MicrobatchId{microbatch}));
        m_kept.push_back(m_size.back() * costs.activationKeptUntilWeight.at(stage));
        const std::uint32_t rank = model.rankOf(unit);
        double& share = m_share[at(rank, microbatch)];
        share += m_size.back();
        m_largestShare[rank] = std::max(m_largestShare[rank], share);
    }
    fillSteps();
}

void Dispatcher::fillSteps()
{
    m_busy.assign(m_model->ranks(), 0);
    for (std::uint32_t number = 0; number < 2 * m_model->units(); ++number) {
        const std::uint32_t place = number % m_way;
        const std::uint32_t microbatch = number / m_way;
        const bool isForward = place < m_way / 2;
        const std::uint32_t unit = microbatch * m_model->stages() + (isForward ? place : m_way - 1 - place);
        const Time length =
            m_model->duration(isForward ? ActionKind::Forward : ActionKind::BackwardInput, unit);
        const Time delay = place == m_way / 2 ? 0
                           : isForward        ? m_model->forwardDelay(unit)
                                              : m_model->backwardDelay(unit);
        const std::uint32_t rank = m_model->rankOf(unit);
        m_steps.push_back({unit, rank, microbatch, isForward, length, delay, m_size[unit]});
        m_busy[rank] += length + (isForward ? m_model->duration(ActionKind::BackwardWeight, unit) : 0);
    }
}

bool Dispatcher::canRun(const OrderModel& model, double limit)
{
    if (!hasPattern(model, limit) || !WaveTimer::canTime(model))
        return false;
    const Dispatcher dispatcher(model, limit, SearchObjective::Makespan);
    for (std::uint32_t r = 0; r < model.ranks(); ++r)
        if (dispatcher.m_largestShare[r] > dispatcher.m_capacity[r])
            return false;
    return true;
}

bool Dispatcher::run(const DispatchRule& rule, Time cutoff)
{
    begin(rule);
    m_firstMark = 0;
    return runOn(rule, cutoff);
}

bool Dispatcher::runAgain(const DispatchRule& rule, RuleChange change, Time cutoff)
{
    std::uint32_t since = m_keptArrived[numberOf(change.first, change.begin)];
    for (std::uint32_t m = change.first; m <= change.last; ++m)
        since = std::min(since, m_keptArrived[numberOf(m, change.begin)]);
    std::size_t mark = m_keptMarks.size();
    while (mark > 0 && m_keptMarks[mark - 1].started >= since)
        --mark;
    if (mark == 0)
        return run(rule, cutoff);
    m_now = m_keptMarks[mark - 1];
    m_firstMark = mark;
    return runOn(rule, cutoff);
}

void Dispatcher::keep()
{
    const std::uint32_t since = m_firstMark > 0 ? m_keptMarks[m_firstMark - 1].started : 0;
    for (std::size_t number = 0; number < m_arrived.size(); ++number)
        if (m_firstMark == 0 || m_keptArrived[number] > since)
            m_keptArrived[number] = m_arrived[number];
    m_keptMarks.resize(kMarks);
    for (std::size_t mark = m_firstMark; mark < kMarks; ++mark)
        std::swap(m_keptMarks[mark], m_marks[mark]);
}

bool Dispatcher::runOn(const DispatchRule& rule, Time cutoff)
{
    const auto stepsOfMark = [&](std::size_t mark) { return (mark + 1) * m_steps.size() / (kMarks + 1); };
    m_marks.resize(kMarks);
    std::size_t mark = m_firstMark;
    for (std::uint32_t rank = nextRank(); rank != kNoRank; rank = nextRank()) {
        while (mark < kMarks && m_now.started >= stepsOfMark(mark))
            m_marks[mark++] = m_now;
        if (!advance(rule, rank, cutoff))
            return false;
    }
    m_objective = m_meanEnd = 0;
    for (const RankState& rank : m_now.ranks) {
        const Time end = rank.clock - (m_isRankSpan ? rank.begin : 0);
        m_objective = std::max(m_objective, end);
        m_meanEnd += end / m_model->ranks();
    }
    return m_objective <= cutoff && m_now.oldest == m_model->microbatches();
}

Schedule Dispatcher::schedule(const DispatchRule& rule)
{
    Schedule schedule;
    schedule.stageCount = m_model->stages();
    schedule.microbatchCount = m_model->microbatches();
    schedule.rows.resize(m_model->ranks());
    m_record = &schedule.rows;
    (void)run(rule, kNotYet);
    m_record = nullptr;
    return schedule;
}

void Dispatcher::begin(const DispatchRule& rule)
{
    for (std::uint32_t r = 0; r < m_model->ranks(); ++r) {
        RankState& rank = m_now.ranks[r];
        rank.clock = rank.begin = 0;
        rank.left = m_busy[r];
        rank.room = m_capacity[r];
        rank.hasBegun = false;
        rank.weightsDone = 0;
        rank.waiting.clear();
        rank.weights.clear();
    }
    m_now.started = 0;
    m_now.next.assign(m_now.ranks.size(), kNotYet);
    m_now.wanted = m_share;
    m_now.held.assign(m_share.size(), 0);
    std::fill(m_now.weightsDone.begin(), m_now.weightsDone.end(), 0);
    m_now.oldest = m_now.begun = 0;
    RankState& first = m_now.ranks[m_model->rankOf(0)];
    first.waiting.push_back({rule.gates[0], rule.keys[0], 0});
    m_arrived[0] = 0;
    m_now.next[m_model->rankOf(0)] = rule.gates[0];
}

std::uint32_t Dispatcher::nextRank() const
{
    std::uint32_t earliest = kNoRank;
    Time next = kNotYet;
    for (std::uint32_t r = 0; r < m_now.next.size(); ++r) {
        const bool isEarlier = m_now.next[r] < next; // without a branch, which could not be foreseen
        next = isEarlier ? m_now.next[r] : next;
        earliest = isEarlier ? r : earliest;
    }
    return earliest;
}

bool Dispatcher::hasRoom(std::uint32_t rank, std::uint32_t number) const
{
    const Step& step = m_steps[number];
    if (!step.isForward)
        return true;
    const std::uint32_t own = step.microbatch;
    const double size = step.size;
    double room = m_now.ranks[rank].room - size;
    for (std::uint32_t m = m_now.oldest; m < std::max(m_now.begun, own + 1); ++m) {
        if (room >= m_largestShare[rank])
            return true;
        const double taken = m == own ? size : 0;
        if (m_now.wanted[at(rank, m)] - taken > room + kDispatchRounding)
            return false;
        room += m_now.held[at(rank, m)] + taken;
    }
    return room >= -kDispatchRounding;
}

Dispatcher::Choice Dispatcher::choose(std::uint32_t r, Time patience) const
{
    const RankState& rank = m_now.ranks[r];
    Choice choice{std::nullopt, false, kNotYet};
    Time bestKey = kNotYet;
    Time blockedKey = kNotYet;
    for (std::size_t i = 0; i < rank.waiting.size(); ++i) {
        const Waiting& waiting = rank.waiting[i];
        if (waiting.arrival > m_now.next[r] + patience) {
            choice.nextArrival = std::min(choice.nextArrival, waiting.arrival);
        } else if (waiting.key < bestKey && hasRoom(r, waiting.number)) {
            bestKey = waiting.key;
            choice.best = i;
        } else if (waiting.key < bestKey) {
            blockedKey = std::min(blockedKey, waiting.key);
        }
    }
    choice.isBlocked = blockedKey < bestKey;
    return choice;
}

/// What ends before the best arrives.
std::optional<std::size_t> Dispatcher::filler(std::uint32_t r, std::size_t best) const
{
    const RankState& rank = m_now.ranks[r];
    const Time until = rank.waiting[best].arrival + kDispatchRounding;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < rank.waiting.size(); ++i) {
        const Waiting& waiting = rank.waiting[i];
        const bool isBetter = !found || waiting.key < rank.waiting[*found].key;
        if (i != best && isBetter && waiting.arrival <= m_now.next[r] + kDispatchRounding &&
            m_now.next[r] + m_steps[waiting.number].length <= until && hasRoom(r, waiting.number))
            found = i;
    }
    return found;
}

bool Dispatcher::advance(const DispatchRule& rule, std::uint32_t r, Time cutoff)
{
    RankState& rank = m_now.ranks[r];
    const Choice choice = choose(r, rule.patience);
    const bool hasWeight = rank.weightsDone < rank.weights.size();
    if (hasWeight && (choice.isBlocked || !choice.best))
        return runWeight(r, cutoff);
    if (!choice.best) {
        // Not before what comes next is near enough to be waited for; never at the same moment again.
        const Time near = choice.nextArrival - rule.patience;
        m_now.next[r] = near > m_now.next[r] ? near : choice.nextArrival;
        return true;
    }
    const Time arrival = rank.waiting[*choice.best].arrival;
    if (arrival <= m_now.next[r] + kDispatchRounding)
        return start(rule, r, *choice.best, cutoff);
    if (hasWeight) {
        const std::uint32_t unit = rank.weights[rank.weightsDone];
        if (m_now.next[r] + m_model->duration(ActionKind::BackwardWeight, unit) <=
            arrival + kDispatchRounding)
            return runWeight(r, cutoff);
    }
    if (const std::optional<std::size_t> other = filler(r, *choice.best))
        return start(rule, r, *other, cutoff);
    m_now.next[r] = arrival;
    return true;
}

bool Dispatcher::start(const DispatchRule& rule, std::uint32_t r, std::size_t which, Time cutoff)
{
    RankState& rank = m_now.ranks[r];
    const std::uint32_t number = rank.waiting[which].number;
    ++m_now.started;
    rank.waiting[which] = rank.waiting.back();
    rank.waiting.pop_back();
    const Step& step = m_steps[number];
    const std::uint32_t unit = step.unit;
    const std::uint32_t microbatch = step.microbatch;
    if (step.isForward) {
        rank.room -= step.size;
        m_now.wanted[at(r, microbatch)] -= step.size;
        m_now.held[at(r, microbatch)] += step.size;
        m_now.begun = std::max(m_now.begun, microbatch + 1);
    } else {
        const double returned = m_size[unit] - m_kept[unit];
        rank.room += returned;
        m_now.held[at(r, microbatch)] -= returned;
        rank.weights.push_back(unit);
    }
    record(r, step.isForward ? ActionKind::Forward : ActionKind::BackwardInput, unit);
    if (!end(r, step.length, cutoff))
        return false;
    if (number % m_way == 0 && microbatch + 1 < m_model->microbatches()) {
        const std::uint32_t other = number + m_way;
        rank.waiting.push_back({std::max(rank.clock, rule.gates[microbatch + 1]), rule.keys[other], other});
        m_arrived[other] = m_now.started;
    }
    if ((number + 1) % m_way != 0)
        arrive(rule, number + 1, rank.clock, r);
    return true;
}

void Dispatcher::arrive(const DispatchRule& rule, std::uint32_t number, Time end, std::uint32_t from)
{
    const Step& step = m_steps[number];
    const std::uint32_t to = step.rank;
    const Time arrival = end + step.delay;
    RankState& rank = m_now.ranks[to];
    rank.waiting.push_back({arrival, rule.keys[number], number});
    m_arrived[number] = m_now.started;
    if (to != from)
        m_now.next[to] = std::min(m_now.next[to],
                                  std::max({rank.clock, m_now.ranks[from].clock - m_steps[number - 1].length,
                                            arrival - rule.patience}));
}

bool Dispatcher::runWeight(std::uint32_t r, Time cutoff)
{
    RankState& rank = m_now.ranks[r];
    const std::uint32_t unit = rank.weights[rank.weightsDone++];
    const std::uint32_t microbatch = unit / m_model->stages();
    rank.room += m_kept[unit];
    m_now.held[at(r, microbatch)] -= m_kept[unit];
    ++m_now.weightsDone[microbatch];
    while (m_now.oldest < m_model->microbatches() && m_now.weightsDone[m_now.oldest] == m_model->stages())
        ++m_now.oldest;
    record(r, ActionKind::BackwardWeight, unit);
    return end(r, m_model->duration(ActionKind::BackwardWeight, unit), cutoff);
}

bool Dispatcher::end(std::uint32_t r, Time length, Time cutoff)
{
    RankState& rank = m_now.ranks[r];
    if (!rank.hasBegun)
        rank.begin = m_now.next[r];
    rank.hasBegun = true;
    rank.clock = m_now.next[r] + length;
    m_now.next[r] = rank.clock;
    rank.left -= length;
    return rank.clock + rank.left - (m_isRankSpan ? rank.begin : 0) <= cutoff + kDispatchRounding;
}

void Dispatcher::record(std::uint32_t rank, ActionKind kind, std::uint32_t unit)
{
    if (m_record != nullptr)
        (*m_record)[rank].emplace_back(StageId{m_model->stageOf(unit)}, kind,
                                       MicrobatchId{unit / m_model->stages()});
}

} // namespace bubblescope::search
