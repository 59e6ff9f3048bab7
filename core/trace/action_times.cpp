// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assembly.h"
#include "core/trace/busy_span.h"
#include "core/trace/issued_work.h"
#include "core/trace/step_edges.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <span>

namespace bubblescope {

namespace {

using KernelList = std::vector<const LabelKernel*>; ///< by start

template <typename Wanted>
KernelList kernelsThat(std::span<const LabelKernel> kernels, Wanted wanted)
{
    KernelList list;
    for (const LabelKernel& kernel : kernels)
        if (wanted(kernel))
            list.push_back(&kernel);
    return list;
}

/// Requires a kernel.
ActionTime timeOf(const KernelList& kernels)
{
    BusySpan span(kernels.front()->start);
    for (const LabelKernel* kernel : kernels)
        span.add(kernel->start, kernel->end);
    ActionTime time{span.start, span.end, 0, span.busy, TimeSource::Launches};
    findWitness(kernels, time);
    return time;
}

class RankTimer
{
public:
    RankTimer(const Assembly& a, const PlannedRank& rank)
        : m_a(a)
        , m_rank(rank)
        , m_source(a.sourceOf(rank))
        , m_file(a.fileOf(rank))
    {}

    RankTimes time()
    {
        m_out.times.resize(m_rank.actions.size());
        m_kernels = kernelsOfLabels(m_rank, m_source, m_file, m_a.options.cancel);
        readCommunication();
        forEachLabel(m_rank.actions, [&](std::size_t begin, std::size_t end) { timeLabel(begin, end); });
        if (m_out.hasKernels)
            placeWithoutKernels();
        waitsOfReceives();
        tell();
        std::sort(m_out.usedRecords.begin(), m_out.usedRecords.end());
        readIssuedWork(m_a, m_rank, m_kernels, m_out);
        readStepEdges(m_a, m_rank, m_out);
        return std::move(m_out);
    }

private:
    void readCommunication()
    {
        std::set<std::uint32_t> processes;
        for (const TraceLabel& label : m_rank.labels)
            processes.insert(label.process);
        forEachRecord(m_source, m_file, [&](std::uint32_t, const TraceRecord& record) {
            if (record.kind != RecordKind::Communication || !processes.contains(processOf(m_file, record)))
                return;
            const std::string& name = m_file.strings[record.name];
            if (name == "gloo:recv")
                m_receives.emplace_back(record.end, record.start);
            else if (name == "gloo:send")
                m_sends.push_back(record.start);
        });
        std::sort(m_receives.begin(), m_receives.end());
        std::sort(m_sends.begin(), m_sends.end());
        m_out.knowsWaits = !m_receives.empty();
    }

    void timeLabel(std::size_t begin, std::size_t end)
    {
        if (timeByLaunches(begin, end))
            return;
        const TraceLabel& label = m_rank.labels[m_rank.actions[begin].label];
        ActionTime time{label.start, label.end, 0, label.end - label.start, TimeSource::Cpu};
        if (label.isAssumed) {
            time.source = TimeSource::Estimated;
            time.isWitness = false;
        } else if (label.isKernels) {
            time.busy = label.busy;
            time.source = TimeSource::KernelNames;
            m_out.hasKernels = true;
        } else {
            timeOnCpu(begin, end, time);
        }
        write(begin, end, time);
    }

    void write(std::size_t begin, std::size_t end, const ActionTime& time)
    {
        for (std::size_t i = begin; i < end; ++i)
            m_out.times[i] = shareOf(time, m_rank.actions[i]);
        if (m_rank.actions[begin].action.isOverlapped())
            m_out.times[begin].blockBusy = time.busy;
    }

    /// Several actions of one label share its time evenly.
    [[nodiscard]] static ActionTime shareOf(ActionTime time, const PlannedAction& action)
    {
        if (action.shares == 1)
            return time;
        const Nanoseconds length = time.end - time.start;
        const Nanoseconds start = time.start;
        const auto shares = static_cast<Nanoseconds>(action.shares);
        const auto share = static_cast<Nanoseconds>(action.share);
        time.start = start + length / shares * share;
        time.end = share + 1 == shares ? time.end : start + length / shares * (share + 1);
        time.wait = share == 0 ? time.wait : 0;
        time.busy = time.busy / shares;
        time.source = TimeSource::Estimated;
        return time;
    }

    [[nodiscard]] std::span<const LabelKernel> kernelsOf(std::uint32_t label) const
    {
        const auto [from, to] =
            std::equal_range(m_kernels.begin(), m_kernels.end(), LabelKernel{label, 0, 0, 0, 0, false, false},
                             [](const LabelKernel& a, const LabelKernel& b) { return a.label < b.label; });
        return {from, to};
    }

    bool timeByLaunches(std::size_t begin, std::size_t end)
    {
        const std::uint32_t label = m_rank.actions[begin].label;
        if (m_rank.labels[label].isKernels || m_rank.labels[label].isAssumed)
            return false;
        const auto kernels = kernelsOf(label);
        const bool isNetwork = isCommunication(m_rank.actions[begin].action.kind());
        const bool isSharding = isFsdp(m_rank.actions[begin].action.kind());
        const KernelList counted =
            kernelsThat(kernels, [&](const LabelKernel& k) { return isSharding || k.isNccl == isNetwork; });
        if (counted.empty())
            return false;
        for (const LabelKernel* kernel : counted)
            m_out.usedRecords.push_back(kernel->record);
        const ActionTime time = timeOf(counted);
        m_out.hasKernels = m_out.hasKernels || isCompute(m_rank.actions[begin].action.kind());
        write(begin, end, time);
        if (m_rank.actions[begin].action.isOverlapped())
            divideByThreads(begin, end, kernels);
        return true;
    }

    /// Forward is launched by the label's thread and backward by the autograd engine's.
    void divideByThreads(std::size_t begin, std::size_t end, std::span<const LabelKernel> kernels)
    {
        const KernelList own =
            kernelsThat(kernels, [](const LabelKernel& k) { return !k.isNccl && k.isOwnThread; });
        const KernelList other =
            kernelsThat(kernels, [](const LabelKernel& k) { return !k.isNccl && !k.isOwnThread; });
        std::size_t forwards = 0;
        for (std::size_t i = begin; i < end; ++i)
            forwards += isForward(m_rank.actions[i].action.kind()) ? 1 : 0;
        const bool isDivided = !own.empty() && !other.empty() && end - begin == 2 && forwards == 1;
        for (std::size_t i = begin; i < end; ++i) {
            if (!isDivided) {
                m_out.times[i].source = TimeSource::Estimated;
                continue;
            }
            const Nanoseconds block = m_out.times[i].blockBusy;
            m_out.times[i] = timeOf(isForward(m_rank.actions[i].action.kind()) ? own : other);
            m_out.times[i].blockBusy = block;
        }
    }

    void timeOnCpu(std::size_t begin, std::size_t end, ActionTime& time)
    {
        const ActionKind kind = m_rank.actions[begin].action.kind();
        if (!isCompute(kind))
            return;
        if (end - begin > 1 && m_rank.actions[begin].action.isOverlapped())
            time.source = TimeSource::Estimated;
        const Nanoseconds labelStart = time.start;
        auto received = std::upper_bound(m_receives.begin(), m_receives.end(),
                                         std::make_pair(time.end, std::numeric_limits<Nanoseconds>::max()));
        if (received != m_receives.begin() && std::prev(received)->first > labelStart) {
            --received;
            // Both parts of a block wait inside it; what the first has waited for is the wait of the block.
            if (time.source == TimeSource::Estimated) {
                received =
                    std::upper_bound(m_receives.begin(), received,
                                     std::make_pair(labelStart, std::numeric_limits<Nanoseconds>::max()));
                if (!isReceiveOfFirst(begin, received->second))
                    received = m_receives.end();
            }
            if (received != m_receives.end())
                time.start = received->first;
        }
        // Ranges that hold their send too end before it.
        const auto sent = std::upper_bound(m_sends.begin(), m_sends.end(), time.start);
        if (sent != m_sends.end() && *sent < time.end)
            time.end = *sent;
        time.wait = time.start - labelStart;
        time.busy = time.end - time.start;
    }

    /// Whether the RECV label around the start of a receive is that of a block's first part.
    [[nodiscard]] bool isReceiveOfFirst(std::size_t begin, Nanoseconds receiveStart) const
    {
        const Action& first = m_rank.actions[begin].action;
        const auto after =
            std::upper_bound(m_rank.labels.begin(), m_rank.labels.end(), receiveStart,
                             [](Nanoseconds at, const TraceLabel& label) { return at < label.start; });
        if (after == m_rank.labels.begin())
            return true;
        const auto index = static_cast<std::uint32_t>(after - m_rank.labels.begin() - 1);
        const auto action =
            std::lower_bound(m_rank.actions.begin(), m_rank.actions.end(), index,
                             [](const PlannedAction& a, std::uint32_t label) { return a.label < label; });
        if (action == m_rank.actions.end() || action->label != index ||
            !isCommunication(action->action.kind()))
            return true;
        const bool isForwards = action->action.kind() == ActionKind::ReceiveForward;
        return action->action.stage() == first.stage() && isForwards == isForward(first.kind());
    }

    /// A compute label without kernels (input gradients of the first stage) is placed where the one before it
    /// ended.
    void placeWithoutKernels()
    {
        std::optional<Nanoseconds> before;
        std::size_t count = 0;
        for (std::size_t i = 0; i < m_rank.actions.size(); ++i) {
            ActionTime& time = m_out.times[i];
            if (!isCompute(m_rank.actions[i].action.kind()))
                continue;
            const bool isCpu = time.source == TimeSource::Cpu;
            if (isCpu && before) {
                time = {std::max(*before, time.start), std::max(*before, time.start), 0, 0,
                        TimeSource::Launches};
                time.isWitness = false;
                ++count;
            } else if (isCpu) {
                time.isWitness = false;
            } else {
                before = std::max(before.value_or(time.end), time.end);
            }
        }
        if (count > 0)
            m_out.warnings.push_back(
                fmt::format("{}: {} compute labels launched no kernels and are shown with zero length",
                            m_file.path, count));
    }

    /// On the GPU an action waited from the end of the one before to the end of its receive.
    void waitsOfReceives()
    {
        if (!m_out.hasKernels)
            return;
        std::map<ActionId, std::size_t> receives;
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_rank.actions.size(); ++i) {
            const ActionId id = m_rank.actions[i].action.id();
            if (isReceive(id.kind) && m_out.times[i].source != TimeSource::Cpu)
                receives.emplace(id, i);
            else if (isCompute(id.kind))
                order.push_back(i);
        }
        m_out.knowsWaits = !receives.empty();
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return m_out.times[a].start < m_out.times[b].start;
        });
        std::optional<Nanoseconds> free;
        for (const std::size_t i : order) {
            ActionId id = m_rank.actions[i].action.id();
            ActionTime& time = m_out.times[i];
            id.kind = isForward(id.kind) ? ActionKind::ReceiveForward : ActionKind::ReceiveBackward;
            const auto receive = receives.find(id);
            if (receive != receives.end() && m_rank.actions[i].action.kind() != ActionKind::BackwardWeight) {
                const ActionTime& got = m_out.times[receive->second];
                const Nanoseconds from = free ? std::max(*free, got.start) : got.start;
                if (got.end <= time.start && got.end > from)
                    time.wait = time.start - from;
            }
            free = std::max(free.value_or(time.end), time.end);
        }
    }

    void tell()
    {
        if (m_out.hasKernels || m_file.container != TraceContainer::NsightSqlite)
            return;
        m_out.warnings.push_back(fmt::format("{}: CPU time (no kernels in the export)", m_file.path));
    }

    const Assembly& m_a;
    const PlannedRank& m_rank;
    const RankSource& m_source;
    const TraceFile& m_file;
    std::vector<LabelKernel> m_kernels;
    std::vector<std::pair<Nanoseconds, Nanoseconds>> m_receives; ///< end, start
    std::vector<Nanoseconds> m_sends;
    RankTimes m_out;
};

} // namespace

RankTimes timeActions(const Assembly& a, const PlannedRank& rank)
{
    return RankTimer(a, rank).time();
}

} // namespace bubblescope
