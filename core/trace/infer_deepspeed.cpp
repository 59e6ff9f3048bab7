// SPDX-License-Identifier: Apache-2.0
#include "core/trace/infer_deepspeed.h"

#include "core/base/text_list.h"
#include "core/trace/assembly.h"
#include "core/trace/infer_passes.h"
#include "core/trace/kernel_names.h"
#include "core/trace/step_finder.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace bubblescope {

namespace {

bool isDeepSpeed(const FileLabels& labels)
{
    return labels.families.size() == 1 && labels.families.begin()->first == NameFamily::DeepSpeed;
}

/// The labels of a file's forwards, without those nested in another; nothing where it labels backwards too.
std::vector<TraceLabel> forwardsAlone(const FileLabels& labels)
{
    std::vector<TraceLabel> forwards;
    OuterLabels outer;
    for (const TraceLabel& label : labels.labels) {
        const RecordName& name = labels.nameOf(label);
        if (!isForward(name.actions.front().kind))
            return {};
        if (outer.isOuter(label, name))
            forwards.push_back(label);
    }
    return forwards;
}

std::vector<InferredBackward> backwardsByEngine(const TraceFile& file, const CancelToken& cancel)
{
    std::vector<InferredBackward> backwards;
    for (const InferredForward& forward : inferForwards(file, cancel).forwards)
        backwards.insert(backwards.end(), forward.backwards.begin(), forward.backwards.end());
    std::stable_sort(backwards.begin(), backwards.end(),
                     [](const InferredBackward& a, const InferredBackward& b) { return a.start < b.start; });
    return backwards;
}

/// Launches of computing kernels by threads without labels, up to what the labeled threads do next.
std::vector<InferredBackward> backwardsByLaunches(const TraceFile& file,
                                                  const std::vector<TraceLabel>& forwards)
{
    std::set<std::uint32_t> own;
    std::set<std::uint32_t> processes;
    for (const TraceLabel& label : forwards) {
        own.insert(label.thread);
        processes.insert(label.process);
    }
    // Of several processes nothing tells whose thread it is.
    if (processes.size() != 1)
        return {};
    CommunicationKernels communication(file.strings);
    std::unordered_set<std::uint64_t> computing;
    for (const TraceRecord& record : file.records)
        if (record.kind == RecordKind::Kernel && !communication.contains(record.name))
            computing.insert(record.correlation);
    std::vector<InferredBackward> backwards;
    bool isOpen = false;
    auto next = forwards.begin();
    for (const TraceRecord& record : file.records) {
        if (record.kind != RecordKind::Launch)
            continue;
        for (; next != forwards.end() && next->start <= record.start; ++next)
            isOpen = false;
        if (own.contains(record.thread)) {
            isOpen = false;
        } else if (processOf(file, record) == *processes.begin() && computing.contains(record.correlation)) {
            if (!isOpen)
                backwards.push_back({record.start, record.end, record.thread, ActionKind::Backward});
            backwards.back().end = std::max(backwards.back().end, record.end);
            isOpen = true;
        }
    }
    return backwards;
}

/// Those of steps that have one behind each forward, in their order.
std::vector<InferredBackward> wholeSteps(const FileLabels& labels, const std::vector<TraceLabel>& forwards,
                                         const std::vector<InferredBackward>& backwards)
{
    const StepFinder steps(labels);
    std::map<std::uint64_t, std::vector<Nanoseconds>> forwardsOf;
    std::map<std::uint64_t, std::vector<InferredBackward>> backwardsOf;
    for (const TraceLabel& forward : forwards)
        forwardsOf[steps.at(forward.start)].push_back(forward.end);
    for (const InferredBackward& backward : backwards)
        backwardsOf[steps.at(backward.start)].push_back(backward);
    std::vector<InferredBackward> whole;
    for (const auto& [step, ends] : forwardsOf) {
        const std::vector<InferredBackward>& found = backwardsOf[step];
        const bool isWhole =
            step != kNoStep && std::equal(ends.begin(), ends.end(), found.begin(), found.end(),
                                          [](Nanoseconds end, const InferredBackward& backward) {
                                              return backward.kind == ActionKind::Backward &&
                                                     backward.start >= end;
                                          });
        if (isWhole)
            whole.insert(whole.end(), found.begin(), found.end());
    }
    return whole;
}

void addLabels(FileLabels& labels, const std::vector<InferredBackward>& backwards)
{
    const auto name = static_cast<std::uint32_t>(labels.names.size());
    labels.names.push_back(
        {NameFamily::DeepSpeed, {NamedAction{ActionKind::Backward, {}, {}, {}, {}}}, false, false});
    for (const InferredBackward& backward : backwards) {
        TraceLabel label;
        label.start = backward.start;
        label.end = backward.end;
        label.thread = backward.thread;
        label.process = labels.file->threads[backward.thread].process;
        label.name = name;
        labels.labels.push_back(label);
    }
    std::stable_sort(labels.labels.begin(), labels.labels.end(),
                     [](const TraceLabel& a, const TraceLabel& b) { return a.start < b.start; });
}

} // namespace

void inferDeepSpeedBackwards(Assembly& a)
{
    std::size_t byEngine = 0;
    std::size_t byLaunches = 0;
    for (FileLabels& labels : a.labels) {
        const std::vector<TraceLabel> forwards =
            isDeepSpeed(labels) ? forwardsAlone(labels) : std::vector<TraceLabel>();
        if (forwards.empty() || a.options.cancel.isCancelled())
            continue;
        const TraceFile& file = *labels.file;
        auto found = wholeSteps(labels, forwards, backwardsByEngine(file, a.options.cancel));
        byEngine += found.size();
        if (found.empty()) {
            found = wholeSteps(labels, forwards, backwardsByLaunches(file, forwards));
            byLaunches += found.size();
        }
        if (!found.empty())
            addLabels(labels, found);
    }
    constexpr const char* kTold =
        "DeepSpeed labels the backward of the last stage alone: {} of the others {} "
        "inferred from {}";
    for (const auto& [count, from] :
         {std::pair(byEngine, "autograd"), std::pair(byLaunches, "the kernels that other threads launch")})
        if (count > 0)
            a.warn(kTold, count, count == 1 ? "is" : "are", from);
}

namespace {

/// The backwards of one rank where nothing of them is recorded.
class AssumedBackwards
{
public:
    /// `warmUp`: forwards before the first backward. `length`: of each of them.
    AssumedBackwards(const DraftRank& rank, std::size_t warmUp, Nanoseconds length)
        : m_rank(rank)
        , m_warmUp(warmUp)
        , m_length(length)
    {}

    /// False where the forwards leave no room. `behind` are when those of the next rank end.
    bool place(const std::vector<Nanoseconds>& behind)
    {
        const std::vector<Draft>& forwards = m_rank.drafts;
        const std::size_t count = forwards.size();
        const auto labelOf = [&](std::size_t forward) -> const TraceLabel& {
            return m_rank.out.labels[forwards[forward].label];
        };
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t before = std::min(m_warmUp + i, count) - 1;
            Nanoseconds start = std::max(labelOf(before).end, behind[i]);
            if (i > 0)
                start = std::max(start, m_ends.back());
            Nanoseconds end = start + m_length;
            if (before + 1 < count) {
                end = std::min(end, labelOf(before + 1).start);
                if (start >= end)
                    return false;
            }
            m_starts.push_back(start);
            m_ends.push_back(end);
        }
        return true;
    }
    [[nodiscard]] const std::vector<Nanoseconds>& ends() const { return m_ends; }

    /// The rank with its backwards, by start.
    [[nodiscard]] DraftRank joined() const
    {
        std::vector<std::pair<TraceLabel, Draft>> all;
        for (const Draft& draft : m_rank.drafts)
            all.emplace_back(m_rank.out.labels[draft.label], draft);
        for (std::size_t i = 0; i < m_starts.size(); ++i) {
            auto& [label, draft] = all.emplace_back(all[i]);
            label.start = m_starts[i];
            label.end = m_ends[i];
            label.isAssumed = true;
            draft.kind = ActionKind::Backward;
        }
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.first.start < b.first.start; });
        DraftRank rank = m_rank;
        rank.out.labels.clear();
        rank.drafts.clear();
        for (auto& [label, draft] : all) {
            draft.label = static_cast<std::uint32_t>(rank.out.labels.size());
            rank.out.labels.push_back(label);
            rank.drafts.push_back(draft);
        }
        return rank;
    }

private:
    const DraftRank& m_rank;
    std::size_t m_warmUp;
    Nanoseconds m_length;
    std::vector<Nanoseconds> m_starts;
    std::vector<Nanoseconds> m_ends;
};

/// Nothing but labels says what ran when.
bool hasLabelsAlone(const TraceFile& file)
{
    return file.operators.empty() &&
           std::none_of(file.records.begin(), file.records.end(),
                        [](const TraceRecord& record) { return record.kind == RecordKind::Launch; });
}

Nanoseconds medianLength(const DraftRank& rank)
{
    std::vector<Nanoseconds> lengths;
    for (const Draft& draft : rank.drafts) {
        const TraceLabel& label = rank.out.labels[draft.label];
        if (!isForward(draft.kind))
            lengths.push_back(label.end - label.start);
    }
    const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
    std::nth_element(lengths.begin(), middle, lengths.end());
    return *middle;
}

/// All ranks but the last, whose backwards are those of `last`; nothing where they do not fit.
std::optional<std::vector<DraftRank>> assumedOf(const std::vector<DraftRank>& ranks)
{
    const DraftRank& last = ranks.back();
    const std::size_t count = last.drafts.size() / 2;
    std::vector<Nanoseconds> behind;
    for (const Draft& draft : last.drafts)
        if (!isForward(draft.kind))
            behind.push_back(last.out.labels[draft.label].end);
    if (behind.empty() || behind.size() != count || last.drafts.size() != 2 * count)
        return std::nullopt;
    const Nanoseconds length = medianLength(last);
    std::vector<DraftRank> joined(ranks.size() - 1);
    for (std::size_t rank = ranks.size() - 1; rank-- > 0;) {
        if (ranks[rank].drafts.size() != count || !hasLabelsAlone(*ranks[rank].labels->file))
            return std::nullopt;
        AssumedBackwards assumed(ranks[rank], ranks.size() - rank, length);
        if (!assumed.place(behind))
            return std::nullopt;
        behind = assumed.ends();
        joined[rank] = assumed.joined();
    }
    return joined;
}

} // namespace

void addUnlabeledBackwards(Assembly& a, std::vector<DraftRank>& ranks)
{
    std::vector<std::uint32_t> without;
    bool isSome = false;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
        const auto& drafts = ranks[rank].drafts;
        if (drafts.empty() || ranks[rank].familyOf(drafts.front()) != NameFamily::DeepSpeed)
            continue;
        const bool has = std::any_of(drafts.begin(), drafts.end(),
                                     [](const Draft& draft) { return !isForward(draft.kind); });
        isSome = isSome || has;
        if (!has)
            without.push_back(rank);
    }
    if (without.empty() || (ranks.size() > 1 && !isSome))
        return;
    constexpr std::size_t kMostNamed = 20;
    const std::string named = countedList("rank", without, kMostNamed);
    if (without.size() + 1 == ranks.size() && without.back() + 1 < ranks.size()) {
        if (auto joined = assumedOf(ranks)) {
            std::move(joined->begin(), joined->end(), ranks.begin());
            return a.warn(
                "DeepSpeed labels the backward of the last stage alone: those of {} are assumed, in "
                "the order of 1F1B and as long as on the last stage",
                named);
        }
    }
    a.warn("DeepSpeed labels the backward of the last stage alone: {} {} only forwards here; for the "
           "others put an NVTX range or record_function(\"bwd:mb3\") around "
           "PipelineEngine._exec_backward_pass",
           named, without.size() == 1 ? "shows" : "show");
}

} // namespace bubblescope
