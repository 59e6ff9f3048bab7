// SPDX-License-Identifier: Apache-2.0
#include "core/fit/communicator_fit.h"

#include "core/fit/robust.h"
#include "core/fit/slowdown_fit.h"
#include "core/fit/transfer_lengths.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace bubblescope::fit {

namespace {

/// What issuing one action took.
struct IssueSample
{
    Time host = 0;
    Time lead = 0;
    Time tail = 0;
    Time work = 0;
    Time beside = 0; ///< a transfer
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

/// What is usual for one kind on one stage.
struct IssueMedians
{
    Time host = 0;
    Time kernels = 0;
};

class CommunicatorFit
{
public:
    explicit CommunicatorFit(const MeasuredRun& run) : m_run(run) {}

    std::optional<FittedCommunicators> fit()
    {
        for (const MeasuredRank& rank : m_run.ranks)
            if (isKnown(rank))
                readTransfers(rank);
        if (m_transfers == 0)
            return std::nullopt;
        m_out.launch = typical(m_launches);
        for (const MeasuredRank& rank : m_run.ranks)
            if (isKnown(rank))
                readIssues(rank);
        m_out.policy = policy();
        setTransfers();
        setActions();
        return FittedCommunicators{m_out, std::move(m_defaults)};
    }

private:
    /// Ranks without a trace, or whose trace names no peers, tell nothing: the others do.
    static bool isKnown(const MeasuredRank& rank) { return !rank.issued.transfers.empty(); }

    void setDefault(std::string key, std::string why)
    {
        m_defaults.push_back({"communicators." + std::move(key), std::move(why)});
    }

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
                m_knowsArrival = m_knowsArrival || transfer.isArrivalKnown;
                m_knowsReceive = m_knowsReceive || transfer.isReceiveKnown;
            } else {
                m_sends.push_back(transfer.sent);
            }
        }
        m_transfers += rank.issued.transfers.size();
        m_hasPairs = m_hasPairs || streams.size() > 1;
    }

    void readIssues(const MeasuredRank& rank)
    {
        Time pending = 0;    // of the host, since the action before
        Time unlabelled = 0; // on the device since the last part of an action
        std::optional<std::uint32_t> last;
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
                    unlabelled += issue.work;
                    break;
                }
                const auto [at, isNew] = ofAction.try_emplace(issue.target);
                IssueSample& sample = at->second;
                if (isNew)
                    sample.lead = pending + std::max(0.0, issue.lead - m_out.launch);
                sample.host += pending + issue.host;
                sample.tail = std::max(0.0, issue.bound - issue.host - m_out.launch);
                sample.kernels = rank.actions[issue.target].kernels;
                // Copies between an action's kernels bear no label: to the action they are gaps.
                sample.work += issue.work + (last == issue.target ? unlabelled : 0);
                unlabelled = 0;
                last = issue.target;
                sample.beside += issue.beside;
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
        m_besides[action.action.kind()][action.action.stage().value].push_back({action.busy, sample.beside});
        const Time gaps = sample.work - action.busy;
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
                if (isReceive(action.action.kind()))
                    return CommunicatorPolicy::Torch;
                stages.insert(action.action.stage().value);
            }
            hasChunks = hasChunks || stages.size() > 1;
        }
        return hasChunks ? CommunicatorPolicy::Torch : CommunicatorPolicy::TorchSingleStage;
    }

    void setTransfers()
    {
        m_out.sent = typical(m_sends);
        m_out.transferGap = typical(m_gaps);
        m_out.transferHost =
            toNanosecond(typical(m_transferHosts) + m_waitHost / static_cast<double>(m_transfers));
        m_out.synchronize = typical(m_returns);
        m_out.kernelGap = typical(m_kernelGaps);
        if (m_arrivals.empty())
            return;
        if (m_arrivals.size() < 2)
            setDefault("further", "0: no two kernels have different numbers of messages");
        m_out.further = toNanosecond(lengthOfFurther(m_arrivals));
        m_out.arrival = lengthOfOne(m_arrivals, m_out.further);
        m_out.receive = lengthOfOne(m_receives, m_out.further);
        if (!m_knowsReceive)
            setDefault("receive", "that of a send: no receive is known to have begun after its sender");
        if (!m_knowsArrival)
            setDefault("arrival", "that of receive: no receive is known to have waited for its sender");
    }

    void setActions()
    {
        for (const auto& [kind, ofStage] : m_samples) {
            std::vector<Time> leads;
            std::vector<Time> tails;
            for (const auto& [stage, samples] : ofStage) {
                leads.insert(leads.end(), samples.lead.begin(), samples.lead.end());
                tails.insert(tails.end(), samples.tail.begin(), samples.tail.end());
                m_medians[kind][stage] = {typical(samples.host), medianOf(samples.kernels)};
            }
            IssueCosts& costs = costsOf(kind);
            costs.lead = toNanosecond(medianOf(leads));
            costs.tail = toNanosecond(medianOf(tails));
            m_slowdowns[kind] = slowdownOf(m_besides[kind]);
        }
        fillKinds();
        setSlowdowns();
        for (const ActionKind kind : kKinds) {
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

    /// What a run of its own does not tell is as in the other kinds, else as seen elsewhere.
    void setSlowdowns()
    {
        std::vector<Time> known;
        for (const auto& [kind, slowdown] : m_slowdowns)
            if (slowdown)
                known.push_back(*slowdown);
        const double other = known.empty() ? kAssumedSlowdown : medianOf(known);
        for (const ActionKind kind : kKinds) {
            costsOf(kind).slowdown = toNanosecond(m_slowdowns[kind].value_or(other));
            if (!m_slowdowns[kind])
                setDefault(
                    std::string(keyOf(kind)) + "_slowdown",
                    known.empty()
                        ? fmt::format("{:g}, as seen elsewhere: nothing was computed beside a transfer",
                                      kAssumedSlowdown)
                        : fmt::format("{:g}, that of the other kinds", toNanosecond(other)));
        }
    }

    /// As keys begin.
    static std::string_view keyOf(ActionKind kind)
    {
        switch (kind) {
        case ActionKind::Forward:
            return "forward";
        case ActionKind::BackwardInput:
            return "backward_input";
        case ActionKind::BackwardWeight:
            return "backward_weight";
        default:
            return "backward";
        }
    }

    /// A split backward issues more than B: what PyTorch's I and W took on an H100, as shares of B's.
    static constexpr std::array<ActionKind, 4> kKinds{ActionKind::Forward, ActionKind::BackwardInput,
                                                      ActionKind::BackwardWeight, ActionKind::Backward};
    static constexpr double kHostOfInput = 0.8;
    static constexpr double kHostOfWeight = 1.5;
    static constexpr double kKernelsOfInput = 0.39;
    static constexpr double kKernelsOfWeight = 0.78;

    void fillKinds()
    {
        const bool hasHalves =
            m_medians.contains(ActionKind::BackwardInput) || m_medians.contains(ActionKind::BackwardWeight);
        const auto whole = m_medians.find(ActionKind::Backward);
        if (!hasHalves && whole != m_medians.end()) {
            for (const auto& [stage, of] : whole->second) {
                m_medians[ActionKind::BackwardInput][stage] = {stage == 0 ? 0 : of.host * kHostOfInput,
                                                               stage == 0 ? 0 : of.kernels * kKernelsOfInput};
                m_medians[ActionKind::BackwardWeight][stage] = {
                    stage == 0 ? of.host : of.host * kHostOfWeight,
                    stage == 0 ? of.kernels : of.kernels * kKernelsOfWeight};
            }
            for (const ActionKind half : {ActionKind::BackwardInput, ActionKind::BackwardWeight})
                setDefault(std::string(keyOf(half)) + "_host",
                           fmt::format("{:g} of backward_host, as seen elsewhere: no backward is split",
                                       half == ActionKind::BackwardInput ? kHostOfInput : kHostOfWeight));
            setDefault("backward_input_kernels, backward_weight_kernels",
                       fmt::format("{:g} and {:g} of backward_kernels, as seen elsewhere", kKernelsOfInput,
                                   kKernelsOfWeight));
            m_out.backwardInput.lead = m_out.backwardWeight.lead = m_out.backward.lead;
            m_out.backwardInput.tail = m_out.backwardWeight.tail = m_out.backward.tail;
        } else if (hasHalves && whole == m_medians.end()) {
            for (const auto& [stage, of] : m_medians[ActionKind::BackwardWeight]) {
                const IssueMedians input = mediansOf(ActionKind::BackwardInput, stage);
                m_medians[ActionKind::Backward][stage] = {
                    (input.host + of.host) / (kHostOfInput + kHostOfWeight), input.kernels + of.kernels};
            }
            setDefault("backward_host", "from its halves: every backward is split");
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
        return {typical(hosts), typical(kernels)};
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
    std::vector<FittedDefault> m_defaults;
    std::vector<Time> m_launches;
    std::vector<Time> m_gaps;
    std::vector<Time> m_sends;
    ByCount m_arrivals; ///< by number of operations
    ByCount m_receives;
    std::vector<Time> m_transferHosts;
    std::vector<Time> m_returns;
    std::vector<Time> m_kernelGaps;
    Time m_waitHost = 0;
    std::size_t m_transfers = 0;
    std::size_t m_synchronizations = 0;
    bool m_hasPairs = false;
    bool m_knowsArrival = false;
    bool m_knowsReceive = false;
    std::map<ActionKind, std::map<std::uint32_t, std::vector<BusyBeside>>> m_besides;
    std::map<ActionKind, std::map<std::uint32_t, IssueSamples>> m_samples;
    std::map<ActionKind, std::map<std::uint32_t, IssueMedians>> m_medians;
    std::map<ActionKind, std::optional<double>> m_slowdowns;
};

} // namespace

std::optional<FittedCommunicators> fitCommunicators(const MeasuredRun& run)
{
    return CommunicatorFit(run).fit();
}

WorkOf timeAlone(const MeasuredRun& run, const Communicators& communicators)
{
    std::unordered_map<const MeasuredAction*, Time> besides;
    for (const MeasuredRank& rank : run.ranks)
        for (const Issue& issue : rank.issued.issues)
            if (issue.kind == Issue::Kind::Compute && issue.target != Issue::kNone)
                besides[&rank.actions[issue.target]] += issue.beside;
    return [besides = std::move(besides), communicators](const MeasuredAction& action) {
        const auto found = besides.find(&action);
        // Of a block it is not known which part ran beside it.
        if (found == besides.end() || action.action.isOverlapped())
            return action.work();
        const double slowdown = communicators.of(action.action.kind()).slowdown;
        return std::max(0.0, action.work() - found->second * (1 - 1 / slowdown));
    };
}

} // namespace bubblescope::fit
