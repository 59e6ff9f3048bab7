// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assembly.h"
#include "core/trace/step_split.h"

#include <algorithm>
#include <iterator>

namespace bubblescope {

namespace {

/// What the compute labels of one source say in their order.
struct Flow
{
    std::vector<std::size_t> flushes; ///< forwards that were begun when each had had its backward, rising
    std::size_t forwards = 0;
    std::size_t most = 0;  ///< under way at once
    bool isBroken = false; ///< a backward without a forward before it
    bool hasCompute = false;
};

Flow flowOf(const RankSource& source, const FileLabels& labels)
{
    Flow flow;
    OuterLabels outer;
    std::size_t open = 0;
    for (const TraceLabel& label : source.labels) {
        const RecordName& name = labels.nameOf(label);
        if (!outer.isOuter(label, name))
            continue;
        for (const NamedAction& action : name.actions) {
            flow.hasCompute = flow.hasCompute || isCompute(action.kind);
            if (isForward(action.kind) && isCompute(action.kind)) {
                ++flow.forwards;
                flow.most = std::max(flow.most, ++open);
            } else if (isInputGradient(action.kind)) {
                flow.isBroken = flow.isBroken || open == 0;
                open -= open > 0 ? 1 : 0;
                if (open == 0)
                    flow.flushes.push_back(flow.forwards);
            }
        }
    }
    return flow;
}

bool hasKind(const RecordName& name, ActionKind kind)
{
    return std::any_of(name.actions.begin(), name.actions.end(),
                       [&](const NamedAction& action) { return action.kind == kind; });
}

/// What a step's first forward needs is before it: it is of the same step.
void takeReceives(RankSource& source, const FileLabels& labels, std::size_t forward, std::uint64_t step)
{
    for (std::size_t i = forward; i-- > 0;) {
        const RecordName& name = labels.nameOf(source.labels[i]);
        if (hasCompute(name))
            return;
        if (hasKind(name, ActionKind::ReceiveForward) || hasKind(name, ActionKind::Unshard))
            source.labels[i].step = step;
    }
}

void writeSteps(RankSource& source, const FileLabels& labels, const std::vector<std::size_t>& ends)
{
    OuterLabels outer;
    std::size_t forwards = 0;
    std::uint64_t step = 0;
    for (std::size_t i = 0; i < source.labels.size(); ++i) {
        TraceLabel& label = source.labels[i];
        const RecordName& name = labels.nameOf(label);
        const bool isForwardLabel = outer.isOuter(label, name) && hasKind(name, ActionKind::Forward);
        if (isForwardLabel && step < ends.size() && forwards == ends[step])
            takeReceives(source, labels, i, ++step);
        forwards += isForwardLabel ? 1 : 0;
        label.step = step;
    }
}

} // namespace

void splitByFlushes(Assembly& a, const std::vector<RankSource*>& sources)
{
    std::vector<std::size_t> ends;
    std::size_t most = 0;
    std::size_t forwards = 0;
    bool isFirst = true;
    bool isTold = true;
    for (const RankSource* source : sources) {
        const Flow flow = flowOf(*source, a.labelsOf(*source));
        if (!flow.hasCompute)
            continue;
        std::vector<std::size_t> common;
        std::set_intersection(ends.begin(), ends.end(), flow.flushes.begin(), flow.flushes.end(),
                              std::back_inserter(common));
        ends = isFirst ? flow.flushes : std::move(common);
        isFirst = false;
        isTold = isTold && !flow.isBroken;
        most = std::max(most, flow.most);
        forwards = std::max(forwards, flow.forwards);
    }
    if (isFirst)
        return;
    const bool isOne = forwards <= 1 || (ends.size() == 1 && ends.front() == forwards);
    isTold = isTold && (isOne || (most > 1 && !ends.empty()));
    for (RankSource* source : sources)
        writeSteps(*source, a.labelsOf(*source), isTold ? ends : std::vector<std::size_t>());
    if (!isTold)
        a.warn("the labels name no microbatch and nothing marks steps, so all labels are shown as one step: "
               "profile with torch's profiler.step() or with ranges \"iter_<rank>_<step>\", or give a "
               "pattern with a group microbatch");
    else if (!isOne)
        a.warn("nothing marks steps: a new step is assumed wherever every forward has had its backward on "
               "all ranks");
}

} // namespace bubblescope
