// SPDX-License-Identifier: Apache-2.0
#include "core/fit/prediction_range.h"

#include "core/fit/robust.h"
#include "core/time/issue_plan.h"
#include "core/time/simulate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <vector>

namespace bubblescope {

namespace {

/// An action's measured times as shares of what is usual for its kind and stage.
struct MeasuredShare
{
    double work = 1;
    double host = 1;
};

/// Shares of what was measured, by kind and stage, and of transfers.
class MeasuredShares
{
public:
    explicit MeasuredShares(const MeasuredRun& run)
    {
        for (const MeasuredRank& rank : run.ranks) {
            readActions(rank);
            for (const IssuedTransfer& transfer : rank.issued.transfers)
                if (transfer.arrival > 0)
                    m_transfers.push_back(transfer.arrival);
        }
        toShares(m_transfers);
        for (auto& [kind, stages] : m_actions)
            for (auto& [stage, shares] : stages) {
                toShares(shares, &MeasuredShare::work);
                toShares(shares, &MeasuredShare::host);
                auto& ofKind = m_kinds[kind];
                ofKind.insert(ofKind.end(), shares.begin(), shares.end());
            }
    }

    /// Of an action whose kind and stage were not measured that of any stage; empty if no stage has it.
    [[nodiscard]] const std::vector<MeasuredShare>& of(const Action& action) const
    {
        static const std::vector<MeasuredShare> none;
        const auto kind = m_actions.find(action.kind());
        if (kind == m_actions.end())
            return m_kinds.empty() ? none : m_kinds.begin()->second;
        const auto stage = kind->second.find(action.stage().value);
        return stage != kind->second.end() ? stage->second : m_kinds.at(action.kind());
    }
    [[nodiscard]] const std::vector<double>& transfers() const { return m_transfers; }
    /// The usual spread of the logarithm of an action's time.
    [[nodiscard]] double spread() const
    {
        std::vector<Time> logs;
        for (const auto& [kind, shares] : m_kinds)
            for (const MeasuredShare& share : shares)
                if (share.work > 0)
                    logs.push_back(std::abs(std::log(share.work)));
        constexpr double kNormal = 1.4826; // of a median absolute deviation
        return logs.empty() ? 0 : kNormal * fit::medianOf(std::move(logs));
    }

private:
    void readActions(const MeasuredRank& rank)
    {
        std::map<std::uint32_t, Time> hosts;
        for (const Issue& issue : rank.issued.issues)
            if (issue.kind == Issue::Kind::Compute && issue.target != Issue::kNone)
                hosts[issue.target] += issue.host;
        for (std::uint32_t i = 0; i < rank.actions.size(); ++i) {
            const MeasuredAction& one = rank.actions[i];
            if (!isCompute(one.action.kind()) || one.action.isOverlapped())
                continue;
            const auto host = hosts.find(i);
            m_actions[one.action.kind()][one.action.stage().value].push_back(
                {one.work(), host == hosts.end() ? 0 : host->second});
        }
    }

    static void toShares(std::vector<double>& values)
    {
        if (values.empty())
            return;
        // The mean, so that what is drawn is as long on the average as what is usual.
        const double usual =
            std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
        for (double& value : values)
            value = usual > 0 ? value / usual : 1;
    }
    static void toShares(std::vector<MeasuredShare>& shares, double MeasuredShare::*member)
    {
        std::vector<double> values;
        for (const MeasuredShare& share : shares)
            values.push_back(share.*member);
        toShares(values);
        for (std::size_t i = 0; i < shares.size(); ++i)
            shares[i].*member = values[i];
    }

    std::map<ActionKind, std::map<std::uint32_t, std::vector<MeasuredShare>>> m_actions;
    std::map<ActionKind, std::vector<MeasuredShare>> m_kinds;
    std::vector<double> m_transfers;
};

/// Draws makespans of an order with communicators.
class IssueTrials
{
public:
    IssueTrials(const Schedule& schedule, const CostModel& costs, const MeasuredShares& shares,
                std::uint64_t seed, const CancelToken& cancel)
        : m_schedule(schedule)
        , m_shares(shares)
        , m_random(seed)
        , m_cancel(cancel)
    {
        const ActionTable table(schedule);
        m_usual = planIssues(schedule, table, costs.forStages(table.stageCount()), cancel);
    }

    std::optional<Time> draw()
    {
        std::vector<IssueQueue> queues = m_usual;
        for (std::size_t r = 0; r < queues.size(); ++r)
            vary(queues[r], m_schedule.rows[r]);
        const std::optional<IssueTimes> times = runIssues(queues, m_cancel);
        if (!times)
            return std::nullopt;
        std::optional<Time> first;
        Time last = 0;
        for (std::size_t r = 0; r < queues.size(); ++r)
            for (std::size_t i = 0; i < queues[r].issues.size(); ++i)
                if (queues[r].issues[i].kind == Issue::Kind::Compute) {
                    first = std::min(first.value_or(times->ofRank[r].start[i]), times->ofRank[r].start[i]);
                    last = std::max(last, times->ofRank[r].end[i]);
                }
        return first ? std::optional(last - *first) : std::nullopt;
    }

private:
    void vary(IssueQueue& queue, const Row& row)
    {
        for (Issue& issue : queue.issues) {
            if (issue.kind != Issue::Kind::Compute)
                continue;
            const std::vector<MeasuredShare>& shares = m_shares.of(row[issue.target]);
            if (shares.empty())
                continue;
            const MeasuredShare& share = shares[m_random() % shares.size()];
            issue.bound += issue.host * (share.host - 1);
            issue.lead *= share.host;
            issue.host *= share.host;
            issue.work *= share.work;
            issue.gap = std::min(issue.gap, issue.work);
        }
        for (IssuedTransfer& transfer : queue.transfers) {
            if (m_shares.transfers().empty())
                return;
            const double share = m_shares.transfers()[m_random() % m_shares.transfers().size()];
            transfer.sent *= share;
            transfer.arrival *= share;
            transfer.receive *= share;
        }
    }

    const Schedule& m_schedule;
    const MeasuredShares& m_shares;
    std::mt19937_64 m_random;
    CancelToken m_cancel;
    std::vector<IssueQueue> m_usual;
};

/// The same of an order whose times are the actions' alone.
std::optional<Time> drawPlain(const SchedulePtr& schedule, CostModel costs, double spread, std::uint64_t seed,
                              const CancelToken& cancel)
{
    costs.jitter = {spread, seed};
    const Result<Timeline, TimingFailure> timeline = simulate(schedule, costs, cancel);
    return timeline ? std::optional(timeline->makespan) : std::nullopt;
}

} // namespace

std::optional<PredictionRange> predictionRange(const MeasuredRun& run, const SchedulePtr& schedule,
                                               const CostModel& costs, std::uint64_t seed, std::size_t trials,
                                               const CancelToken& cancel)
{
    const MeasuredShares shares(run);
    std::vector<Time> makespans;
    if (costs.communicators.policy != CommunicatorPolicy::None) {
        IssueTrials drawn(*schedule, costs, shares, seed, cancel);
        for (std::size_t i = 0; i < trials && !cancel.isCancelled(); ++i)
            if (const std::optional<Time> makespan = drawn.draw())
                makespans.push_back(*makespan);
    } else {
        for (std::size_t i = 0; i < trials && !cancel.isCancelled(); ++i)
            if (const auto makespan = drawPlain(schedule, costs, shares.spread(), seed + i, cancel))
                makespans.push_back(*makespan);
    }
    if (makespans.empty())
        return std::nullopt;
    std::sort(makespans.begin(), makespans.end());
    constexpr std::size_t kTwentieth = 20;
    const std::size_t cut = makespans.size() / kTwentieth;
    // Where ranks wait for the latest of several, any spread makes steps longer: only the spread is told.
    const Result<Timeline, TimingFailure> usual = simulate(schedule, costs, cancel);
    const Time middle = makespans[makespans.size() / 2];
    const double scale = usual && middle > 0 ? usual->makespan / middle : 1;
    return PredictionRange{scale * makespans[cut], scale * makespans[makespans.size() - 1 - cut]};
}

} // namespace bubblescope
