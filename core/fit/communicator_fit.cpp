// SPDX-License-Identifier: Apache-2.0
#include "core/fit/communicator_fit.h"

#include "core/fit/robust.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace bubblescope::fit {

namespace {

/// Zero where there is none.
Time medianOrZero(const std::vector<Time>& values)
{
    return values.empty() ? 0 : toNanosecond(medianOf(values));
}

/// What issuing one action took.
struct IssueSample
{
    Time host = 0;
    Time lead = 0;
    Time tail = 0;
    std::uint32_t kernels = 0;
};
struct IssueSamples
{
    std::vector<Time> host;
    std::vector<Time> lead;
    std::vector<Time> tail;
    std::vector<Time> kernels;

    void add(const IssueSample& one)
    {
        host.push_back(one.host);
        lead.push_back(one.lead);
        tail.push_back(one.tail);
        kernels.push_back(one.kernels);
    }
};

/// Medians of one kind on one stage.
struct IssueMedians
{
    Time host = 0;
    Time kernels = 0;
};

class CommunicatorFit
{
public:
    explicit CommunicatorFit(const MeasuredRun& run) : m_run(run) {}

    std::optional<Communicators> fit()
    {
        for (const MeasuredRank& rank : m_run.ranks) {
            if (rank.issued.transfers.empty())
                return std::nullopt;
            readTransfers(rank);
        }
        m_out.launch = medianOrZero(m_launches);
        for (const MeasuredRank& rank : m_run.ranks)
            readIssues(rank);
        m_out.policy = policy();
        setTransfers();
        setActions();
        return m_out;
    }

private:
    void readTransfers(const MeasuredRank& rank)
    {
        std::set<std::uint32_t> streams;
        for (const IssuedTransfer& transfer : rank.issued.transfers) {
            streams.insert(transfer.stream);
            m_launches.push_back(transfer.launch);
            m_gaps.push_back(transfer.gap);
            const auto begin = rank.issued.operations.begin() + transfer.first;
            const bool receives = std::any_of(begin, begin + transfer.count,
                                              [](const TransferOperation& one) { return !one.isSend; });
            if (receives) {
                m_arrivals[transfer.count].push_back(transfer.arrival);
                m_receives[transfer.count].push_back(transfer.receive);
            } else {
                m_sends.push_back(transfer.sent);
            }
        }
        m_transfers += rank.issued.transfers.size();
        m_hasPairs = m_hasPairs || streams.size() > 1;
    }

    void readIssues(const MeasuredRank& rank)
    {
        Time pending = 0; // of the host, since the action before
        std::map<std::uint32_t, IssueSample> ofAction;
        for (const Issue& issue : rank.issued.issues) {
            switch (issue.kind) {
            case Issue::Kind::Transfer:
                m_transferHosts.push_back(issue.host);
                break;
            case Issue::Kind::Wait:
                m_waitHost += issue.host;
                break;
            case Issue::Kind::Synchronize:
                pending += issue.host;
                ++m_synchronizations;
                m_returns.push_back(issue.gap);
                break;
            case Issue::Kind::Compute:
                if (issue.target == Issue::kNone) {
                    pending += issue.host;
                    break;
                }
                const auto [at, isNew] = ofAction.try_emplace(issue.target);
                IssueSample& sample = at->second;
                if (isNew)
                    sample.lead = pending + std::max(0.0, issue.lead - m_out.launch);
                sample.host += pending + issue.host;
                sample.tail = std::max(0.0, issue.bound - issue.host - m_out.launch);
                sample.kernels = rank.actions[issue.target].kernels;
                m_work[{&rank, issue.target}] += issue.work;
                pending = 0;
                break;
            }
        }
        for (const auto& [index, sample] : ofAction)
            addSample(rank, index, sample);
    }

    void addSample(const MeasuredRank& rank, std::uint32_t index, const IssueSample& sample)
    {
        const MeasuredAction& action = rank.actions[index];
        if (!isCompute(action.action.kind()) || action.action.isOverlapped())
            return;
        m_samples[action.action.kind()][action.action.stage().value].add(sample);
        const Time gaps = m_work[{&rank, index}] - action.busy;
        if (action.kernels > 0)
            m_kernelGaps.push_back(std::max(0.0, gaps) / action.kernels);
    }

    [[nodiscard]] CommunicatorPolicy policy() const
    {
        // A synchronization at the end of the step is no mark.
        if (m_synchronizations * 2 > m_transfers)
            return CommunicatorPolicy::Megatron;
        if (m_hasPairs)
            return CommunicatorPolicy::MegatronOverlapped;
        bool hasChunks = false;
        for (const MeasuredRank& rank : m_run.ranks) {
            std::set<std::uint32_t> stages;
            for (const MeasuredAction& action : rank.actions) {
                if (action.action.kind() == ActionKind::ReceiveForward ||
                    action.action.kind() == ActionKind::ReceiveBackward)
                    return CommunicatorPolicy::Torch;
                stages.insert(action.action.stage().value);
            }
            hasChunks = hasChunks || stages.size() > 1;
        }
        return hasChunks ? CommunicatorPolicy::Torch : CommunicatorPolicy::TorchSingleStage;
    }

    void setTransfers()
    {
        m_out.sent = medianOrZero(m_sends);
        m_out.transferGap = medianOrZero(m_gaps);
        m_out.transferHost =
            toNanosecond(medianOrZero(m_transferHosts) + m_waitHost / static_cast<double>(m_transfers));
        m_out.synchronize = medianOrZero(m_returns);
        m_out.kernelGap = medianOrZero(m_kernelGaps);
        if (m_arrivals.empty())
            return;
        const auto& [least, arrivals] = *m_arrivals.begin();
        m_out.arrival = medianOrZero(arrivals);
        m_out.receive = medianOrZero(m_receives[least]);
        if (m_arrivals.size() < 2)
            return;
        const auto& [more, longer] = *std::next(m_arrivals.begin());
        m_out.further = toNanosecond(std::max(0.0, medianOrZero(longer) - m_out.arrival) / (more - least));
        const Time extra = m_out.further * (least - 1);
        m_out.arrival = std::max(0.0, m_out.arrival - extra);
        m_out.receive = std::max(0.0, m_out.receive - extra);
    }

    void setActions()
    {
        for (const auto& [kind, ofStage] : m_samples) {
            std::vector<Time> leads;
            std::vector<Time> tails;
            for (const auto& [stage, samples] : ofStage) {
                leads.insert(leads.end(), samples.lead.begin(), samples.lead.end());
                tails.insert(tails.end(), samples.tail.begin(), samples.tail.end());
                m_medians[kind][stage] = {medianOrZero(samples.host), medianOrZero(samples.kernels)};
            }
            IssueCosts& costs = costsOf(kind);
            costs.lead = medianOrZero(leads);
            costs.tail = medianOrZero(tails);
        }
        fillKinds();
        for (const ActionKind kind : {ActionKind::Forward, ActionKind::BackwardInput,
                                      ActionKind::BackwardWeight, ActionKind::Backward}) {
            std::vector<double> hosts;
            std::vector<double> kernels;
            for (std::uint32_t stage = 0; stage < m_run.stageCount; ++stage) {
                const IssueMedians of = mediansOf(kind, stage);
                hosts.push_back(toNanosecond(of.host));
                kernels.push_back(of.kernels);
            }
            costsOf(kind).host = StageValues(std::move(hosts));
            costsOf(kind).kernels = StageValues(std::move(kernels));
        }
    }

    /// A split backward issues more than B: what PyTorch's I and W took on an H100, as shares of B's.
    static constexpr double kHostOfInput = 0.75;
    static constexpr double kHostOfWeight = 0.95;

    void fillKinds()
    {
        const bool hasHalves = m_medians.contains(ActionKind::BackwardInput) ||
                               m_medians.contains(ActionKind::BackwardWeight);
        const auto whole = m_medians.find(ActionKind::Backward);
        if (!hasHalves && whole != m_medians.end()) {
            for (const auto& [stage, of] : whole->second) {
                m_medians[ActionKind::BackwardInput][stage] = {stage == 0 ? 0 : of.host * kHostOfInput,
                                                               stage == 0 ? 0 : of.kernels / 2};
                m_medians[ActionKind::BackwardWeight][stage] = {
                    stage == 0 ? of.host : of.host * kHostOfWeight, stage == 0 ? of.kernels : of.kernels / 2};
            }
            m_out.backwardInput.lead = m_out.backwardWeight.lead = m_out.backward.lead;
            m_out.backwardInput.tail = m_out.backwardWeight.tail = m_out.backward.tail;
        } else if (hasHalves && whole == m_medians.end()) {
            for (const auto& [stage, of] : m_medians[ActionKind::BackwardWeight]) {
                const IssueMedians input = mediansOf(ActionKind::BackwardInput, stage);
                m_medians[ActionKind::Backward][stage] = {(input.host + of.host) /
                                                              (kHostOfInput + kHostOfWeight),
                                                          input.kernels + of.kernels};
            }
            m_out.backward.lead = m_out.backwardInput.lead;
            m_out.backward.tail = m_out.backwardWeight.tail;
        }
    }

    /// Of a stage that does not run the kind the median of those that do.
    [[nodiscard]] IssueMedians mediansOf(ActionKind kind, std::uint32_t stage)
    {
        const auto& ofStage = m_medians[kind];
        if (const auto found = ofStage.find(stage); found != ofStage.end())
            return found->second;
        std::vector<Time> hosts;
        std::vector<Time> kernels;
        for (const auto& [other, of] : ofStage) {
            hosts.push_back(of.host);
            kernels.push_back(of.kernels);
        }
        return {medianOrZero(hosts), medianOrZero(kernels)};
    }

    [[nodiscard]] IssueCosts& costsOf(ActionKind kind)
    {
        switch (kind) {
        case ActionKind::Forward:
            return m_out.forward;
        case ActionKind::BackwardInput:
            return m_out.backwardInput;
        case ActionKind::BackwardWeight:
            return m_out.backwardWeight;
        default:
            return m_out.backward;
        }
    }

    const MeasuredRun& m_run;
    Communicators m_out;
    std::vector<Time> m_launches;
    std::vector<Time> m_gaps;
    std::vector<Time> m_sends;
    std::map<std::uint32_t, std::vector<Time>> m_arrivals; ///< by number of operations
    std::map<std::uint32_t, std::vector<Time>> m_receives;
    std::vector<Time> m_transferHosts;
    std::vector<Time> m_returns;
    std::vector<Time> m_kernelGaps;
    Time m_waitHost = 0;
    std::size_t m_transfers = 0;
    std::size_t m_synchronizations = 0;
    bool m_hasPairs = false;
    std::map<std::pair<const MeasuredRank*, std::uint32_t>, Time> m_work;
    std::map<ActionKind, std::map<std::uint32_t, IssueSamples>> m_samples;
    std::map<ActionKind, std::map<std::uint32_t, IssueMedians>> m_medians;
};

} // namespace

std::optional<Communicators> fitCommunicators(const MeasuredRun& run)
{
    return CommunicatorFit(run).fit();
}

} // namespace bubblescope::fit
