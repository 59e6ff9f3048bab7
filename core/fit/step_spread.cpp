// SPDX-License-Identifier: Apache-2.0
#include "core/fit/step_spread.h"

#include "core/fit/robust.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope::fit {

namespace {

struct ActionSample
{
    std::size_t step = 0;
    std::size_t rank = 0;
    ActionKind kind = ActionKind::Forward;
    std::uint32_t stage = 0;
    Time work = 0;
    Time host = 0;
};

std::vector<ActionSample> samplesOf(std::span<const MeasuredRun> steps)
{
    std::vector<ActionSample> samples;
    for (std::size_t s = 0; s < steps.size(); ++s)
        for (std::size_t r = 0; r < steps[s].ranks.size(); ++r) {
            const MeasuredRank& rank = steps[s].ranks[r];
            std::map<std::uint32_t, Time> hosts;
            for (const Issue& issue : rank.issued.issues)
                if (issue.kind == Issue::Kind::Compute && issue.target != Issue::kNone)
                    hosts[issue.target] += issue.host;
            for (std::uint32_t i = 0; i < rank.actions.size(); ++i) {
                const MeasuredAction& one = rank.actions[i];
                if (!isCompute(one.action.kind()) || one.action.isOverlapped())
                    continue;
                const auto host = hosts.find(i);
                samples.push_back({s, r, one.action.kind(), one.action.stage().value, one.work(),
                                   host == hosts.end() ? 0 : host->second});
            }
        }
    return samples;
}

/// Sums that become a ratio.
struct Ratio
{
    double measured = 0;
    double usual = 0;

    [[nodiscard]] double value() const { return measured > 0 && usual > 0 ? measured / usual : 1; }
};

/// What head and tail of each step take; empty where one of them does not tell.
std::vector<Time> edgeTimes(std::span<const MeasuredRun> steps)
{
    std::vector<Time> times;
    for (const MeasuredRun& step : steps) {
        if (!hasEdges(step) || !absentRanks(step).empty())
            return {};
        times.push_back(measuredStepTimeline(step).makespan - measuredTimeline(step).makespan);
    }
    return times;
}

/// How a few steps scatter seems less than it is: of n the next one is farther from their mean by this
/// factor.
double widening(std::size_t steps)
{
    const auto n = static_cast<double>(steps);
    return steps < 2 ? 1 : std::sqrt((n + 1) / (n - 1));
}

double widened(double factor, double by)
{
    return std::exp(std::log(factor) * by);
}

/// Makes what the steps have around their mean wider.
void widen(std::vector<SharedFactors>& shared)
{
    const double by = widening(shared.size());
    for (SharedFactors& step : shared) {
        for (auto* factors : {&step.work, &step.host})
            for (double& factor : *factors)
                factor = widened(factor, by);
        step.transfers = widened(step.transfers, by);
        step.edges = widened(step.edges, by);
    }
}

} // namespace

double SharedFactors::of(const std::vector<double>& factors, std::size_t rank)
{
    if (rank < factors.size())
        return factors[rank];
    return factors.empty()
               ? 1
               : std::accumulate(factors.begin(), factors.end(), 0.0) / static_cast<double>(factors.size());
}

StepSpread::StepSpread(std::span<const MeasuredRun> steps)
{
    const std::vector<ActionSample> samples = samplesOf(steps);
    using Group = std::pair<ActionKind, std::uint32_t>;
    std::map<Group, std::pair<Time, Time>> sums; // of work and host
    std::map<Group, double> counts;
    for (const ActionSample& one : samples) {
        auto& [work, host] = sums[{one.kind, one.stage}];
        work += one.work;
        host += one.host;
        ++counts[{one.kind, one.stage}];
    }
    const auto usual = [&](const ActionSample& one) {
        const auto& [work, host] = sums[{one.kind, one.stage}];
        const double count = counts[{one.kind, one.stage}];
        return std::pair(work / count, host / count);
    };
    std::size_t ranks = 0;
    for (const MeasuredRun& step : steps)
        ranks = std::max(ranks, step.ranks.size());
    std::vector<std::vector<std::pair<Ratio, Ratio>>> ratios(std::max<std::size_t>(1, steps.size()),
                                                             std::vector<std::pair<Ratio, Ratio>>(ranks));
    for (const ActionSample& one : samples) {
        auto& [work, host] = ratios[one.step][one.rank];
        work.measured += one.work;
        work.usual += usual(one).first;
        host.measured += one.host;
        host.usual += usual(one).second;
    }
    Ratio allTransfers;
    std::vector<Ratio> transfers(ratios.size());
    for (std::size_t s = 0; s < steps.size(); ++s)
        for (const MeasuredRank& rank : steps[s].ranks)
            for (const IssuedTransfer& transfer : rank.issued.transfers)
                if (transfer.arrival > 0) {
                    transfers[s].measured += transfer.arrival;
                    transfers[s].usual += 1;
                    allTransfers.measured += transfer.arrival;
                    allTransfers.usual += 1;
                }
    for (std::size_t s = 0; s < ratios.size(); ++s) {
        SharedFactors& shared = m_shared.emplace_back();
        for (const auto& [work, host] : ratios[s]) {
            // With one step there is nothing to tell a rank's own slowness from its stage's.
            shared.work.push_back(steps.size() > 1 ? work.value() : 1);
            shared.host.push_back(steps.size() > 1 ? host.value() : 1);
        }
        if (steps.size() > 1 && transfers[s].usual > 0)
            shared.transfers = transfers[s].value() / allTransfers.value();
    }
    const std::vector<Time> edges = edgeTimes(steps);
    for (std::size_t s = 0; s < edges.size(); ++s) {
        const Time mean =
            std::accumulate(edges.begin(), edges.end(), 0.0) / static_cast<double>(edges.size());
        m_shared[s].edges = edges[s] > 0 ? edges[s] / mean : 1;
    }
    const auto residual = [](Time value, Time expected) {
        return value > 0 && expected > 0 ? value / expected : 1;
    };
    for (const ActionSample& one : samples) {
        const auto [work, host] = usual(one);
        const Residuals own{residual(one.work, work * m_shared[one.step].workOf(one.rank)),
                            residual(one.host, host * m_shared[one.step].hostOf(one.rank))};
        m_residuals[one.kind][one.stage].push_back(own);
        m_ofKinds[one.kind].push_back(own);
    }
    for (std::size_t s = 0; s < steps.size(); ++s)
        for (const MeasuredRank& rank : steps[s].ranks)
            for (const IssuedTransfer& transfer : rank.issued.transfers)
                if (transfer.arrival > 0)
                    m_transferResiduals.push_back(
                        residual(transfer.arrival, allTransfers.value() * m_shared[s].transfers));
    widen(m_shared);
}

const std::vector<Residuals>& StepSpread::residualsOf(const Action& action) const
{
    static const std::vector<Residuals> none;
    const auto kind = m_residuals.find(action.kind());
    if (kind == m_residuals.end())
        return m_ofKinds.empty() ? none : m_ofKinds.begin()->second;
    const auto stage = kind->second.find(action.stage().value);
    return stage != kind->second.end() ? stage->second : m_ofKinds.at(action.kind());
}

double StepSpread::residualSpread() const
{
    std::vector<Time> logs;
    for (const auto& [kind, residuals] : m_ofKinds)
        for (const Residuals& one : residuals)
            logs.push_back(std::abs(std::log(one.work)));
    constexpr double kNormal = 1.4826; // of a median absolute deviation
    return logs.empty() ? 0 : kNormal * medianOf(std::move(logs));
}

} // namespace bubblescope::fit
