// SPDX-License-Identifier: Apache-2.0
#include "core/trace/step_split.h"

#include "core/base/text_list.h"
#include "core/trace/assembly.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

namespace bubblescope {

namespace {

std::vector<const StepMark*> stepSpans(const RankSource& source, const FileLabels& labels)
{
    std::vector<const StepMark*> spans;
    forEachMark(source, labels, [&](const StepMark& mark) {
        if (mark.context.kind == ContextName::Kind::Step)
            spans.push_back(&mark);
    });
    return spans;
}

/// When the kernels of a label were launched: the launch with their correlation.
std::unordered_map<std::uint64_t, Nanoseconds> launchTimes(const RankSource& source, const FileLabels& labels)
{
    std::unordered_map<std::uint64_t, Nanoseconds> times;
    for (const TraceLabel& label : source.labels) {
        if (label.isKernels)
            times.try_emplace(label.correlation, label.start);
    }
    if (times.empty())
        return times;
    forEachRecord(source, *labels.file, [&](std::uint32_t, const TraceRecord& record) {
        if (record.kind != RecordKind::Launch || record.correlation == 0)
            return;
        const auto found = times.find(record.correlation);
        if (found != times.end())
            found->second = std::min(found->second, record.start);
    });
    return times;
}

/// Sweeps labels and spans by start; the innermost span is the latest begun that has not ended.
std::size_t splitBySpans(RankSource& source, const FileLabels& labels,
                         const std::vector<const StepMark*>& spans)
{
    const auto launches = launchTimes(source, labels);
    std::vector<std::pair<Nanoseconds, TraceLabel*>> order;
    order.reserve(source.labels.size());
    for (TraceLabel& label : source.labels) {
        const auto launch = label.isKernels ? launches.find(label.correlation) : launches.end();
        order.emplace_back(launch != launches.end() ? launch->second : label.start, &label);
    }
    std::stable_sort(order.begin(), order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<const StepMark*> open;
    std::size_t next = 0;
    std::size_t outside = 0;
    for (auto& [at, label] : order) {
        while (next < spans.size() && spans[next]->start <= at)
            open.push_back(spans[next++]);
        while (!open.empty() && open.back()->end < at)
            open.pop_back();
        // Graphs may be launched ahead or late: their kernels belong to the step that began last.
        const StepMark* span = !open.empty()                  ? open.back()
                               : label->isKernels && next > 0 ? spans[next - 1]
                                                              : nullptr;
        if (span == nullptr) {
            ++outside;
            continue;
        }
        label->step = *span->context.number;
    }
    return outside;
}

/// What tells two labels of one source apart within a step.
auto keyOf(const NamedAction& action)
{
    constexpr std::uint32_t kNothing = 0xFFFFFFFFU;
    return std::make_tuple(action.kind, action.stage.value_or(kNothing), action.chunk.value_or(kNothing),
                           action.microbatch.value_or(kNothing));
}

/// An action that repeats begins the next step. One that repeats at the same time is a record written twice.
void splitByRepeats(RankSource& source, const FileLabels& labels)
{
    using Key = decltype(keyOf(NamedAction{}));
    std::map<Key, Nanoseconds> seen;
    std::uint64_t step = 0;
    for (TraceLabel& label : source.labels) {
        const auto& actions = labels.nameOf(label).actions;
        const bool repeats = std::any_of(actions.begin(), actions.end(), [&](const NamedAction& action) {
            const auto found = seen.find(keyOf(action));
            return isCompute(action.kind) && action.microbatch && found != seen.end() &&
                   found->second != label.start;
        });
        if (repeats) {
            seen.clear();
            ++step;
        }
        for (const NamedAction& action : actions)
            seen.try_emplace(keyOf(action), label.start);
        label.step = step;
    }
}

/// False where the source has no record of an optimizer.
bool splitByOptimizer(RankSource& source, const FileLabels& labels)
{
    std::vector<Nanoseconds> ends;
    forEachMark(source, labels, [&](const StepMark& mark) {
        if (mark.context.kind == ContextName::Kind::Optimizer)
            ends.push_back(mark.start);
    });
    if (ends.empty())
        return false;
    std::uint64_t step = 0;
    std::size_t next = 0;
    bool isEmpty = true;
    for (TraceLabel& label : source.labels) {
        // Records nested in one optimizer's step must not open empty steps.
        while (next < ends.size() && ends[next] <= label.start) {
            step += isEmpty ? 0 : 1;
            isEmpty = true;
            ++next;
        }
        label.step = step;
        isEmpty = false;
    }
    return true;
}

/// False where only all sources together may tell the steps.
bool splitSource(Assembly& a, RankSource& source)
{
    const FileLabels& labels = a.labelsOf(source);
    const auto spans = stepSpans(source, labels);
    if (!spans.empty()) {
        const std::size_t outside = splitBySpans(source, labels, spans);
        if (outside < source.labels.size()) {
            if (outside > 0)
                a.warn("{}: {} labels are outside all steps and are left out", labels.file->path, outside);
            return true;
        }
    }
    if (countsMicrobatches(source, labels))
        return splitByOptimizer(source, labels);
    splitByRepeats(source, labels);
    // Numbers that grow over the steps never repeat.
    const bool isOne = std::all_of(source.labels.begin(), source.labels.end(),
                                   [](const TraceLabel& label) { return label.step == 0; });
    if (isOne)
        splitByOptimizer(source, labels);
    return true;
}

} // namespace

void splitSteps(Assembly& a, const std::vector<RankSource*>& sources)
{
    std::vector<RankSource*> open;
    for (RankSource* source : sources) {
        if (!splitSource(a, *source))
            open.push_back(source);
    }
    splitByFlushes(a, open);
}

namespace {

using StepSplitCounts = std::map<std::uint64_t, std::size_t>;

/// Compute labels of each step; one that is written twice counts once where names tell microbatches.
StepSplitCounts computeCounts(const RankSource& source, const FileLabels& labels)
{
    const bool isCounted = countsMicrobatches(source, labels);
    std::vector<std::pair<std::uint64_t, std::uint32_t>> found;
    StepSplitCounts counts;
    for (std::uint32_t i = 0; i < source.labels.size(); ++i) {
        const TraceLabel& label = source.labels[i];
        if (label.step == kNoStep)
            continue;
        counts.try_emplace(label.step, 0);
        if (hasCompute(labels.nameOf(label)))
            found.emplace_back(label.step, isCounted ? i : label.name);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    for (const auto& [step, what] : found)
        ++counts[step];
    return counts;
}

std::size_t most(const StepSplitCounts& counts)
{
    std::size_t found = 0;
    for (const auto& [step, count] : counts)
        found = std::max(found, count);
    return found;
}

/// Steps of all sources with the labels of each, over all sources.
struct StepTable
{
    StepSplitCounts total;
    std::map<std::uint64_t, std::size_t> full; ///< sources that are complete in it
};

StepTable tableOf(const Assembly& a, const std::vector<RankSource*>& sources)
{
    StepTable table;
    for (const RankSource* source : sources) {
        const StepSplitCounts counts = computeCounts(*source, a.labelsOf(*source));
        const std::size_t whole = most(counts);
        for (const auto& [step, count] : counts) {
            table.total[step] += count;
            table.full[step] += count == whole ? 1 : 0;
        }
    }
    return table;
}

std::string stepList(const StepSplitCounts& steps)
{
    std::vector<std::uint64_t> numbers;
    for (const auto& [step, count] : steps)
        numbers.push_back(step);
    return listText(numbers, 20);
}

} // namespace

Result<void> chooseStep(Assembly& a, const std::vector<RankSource*>& sources)
{
    MeasuredRun& run = a.run;
    const std::optional<std::uint64_t> wanted = a.options.step;
    const StepTable table = tableOf(a, sources);
    for (const auto& [step, count] : table.full) {
        (count == sources.size() ? run.steps : run.incompleteSteps).push_back(step);
    }
    if (wanted) {
        if (!table.total.contains(*wanted))
            return table.total.size() == 1
                       ? invalidInput({"trace.no-such-step-of-one",
                                       "step {wanted} is not in the traces; they have step {step}"},
                                      *wanted, stepList(table.total))
                       : invalidInput({"trace.no-such-step",
                                       "step {wanted} is not in the traces; they have steps {steps}"},
                                      *wanted, stepList(table.total));
        run.step = *wanted;
        if (!std::binary_search(run.steps.begin(), run.steps.end(), *wanted))
            a.warn("step {} is not complete on every rank", *wanted);
        return {};
    }
    if (!run.steps.empty()) {
        run.step = run.steps.back();
        return {};
    }
    std::size_t fullest = 0;
    for (const auto& [step, count] : table.total) {
        if (count >= fullest) {
            fullest = count;
            run.step = step;
        }
    }
    if (!table.total.empty())
        a.warn("no step is complete on every rank; step {} has the most labels", run.step);
    return {};
}

} // namespace bubblescope
