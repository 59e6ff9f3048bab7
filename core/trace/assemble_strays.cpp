// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assemble_strays.h"

#include "core/base/text_list.h"
#include "core/trace/assembly.h"

#include <algorithm>
#include <map>
#include <set>

namespace bubblescope {

namespace {

/// A stage above this many times the stages that there are is no stage of theirs.
constexpr std::size_t kWildStage = 2;
/// A source that has fewer labels says nothing of what is usual.
constexpr std::size_t kFewLabels = 2;
constexpr std::size_t kMostTold = 20;

std::set<std::uint32_t> wildStages(const Assembly& a)
{
    std::map<std::uint32_t, std::size_t> counts;
    for (const RankSource& source : a.sources)
        for (const TraceLabel& label : source.labels)
            for (const NamedAction& action : a.labelsOf(source).nameOf(label).actions)
                if (action.stage)
                    ++counts[*action.stage];
    std::set<std::uint32_t> wild;
    while (!counts.empty()) {
        const auto last = std::prev(counts.end());
        if (last->second > 1 || last->first < kWildStage * counts.size())
            break;
        wild.insert(last->first);
        counts.erase(last);
    }
    return wild;
}

} // namespace

void leaveOutWildStages(Assembly& a)
{
    const std::set<std::uint32_t> wild = wildStages(a);
    if (wild.empty())
        return;
    for (RankSource& source : a.sources) {
        const FileLabels& labels = a.labelsOf(source);
        std::set<std::uint32_t> found;
        const auto isWild = [&](const TraceLabel& label) {
            const auto& actions = labels.nameOf(label).actions;
            return std::any_of(actions.begin(), actions.end(), [&](const NamedAction& action) {
                return action.stage && wild.contains(*action.stage) && found.insert(*action.stage).second;
            });
        };
        const auto count =
            static_cast<std::size_t>(std::count_if(source.labels.begin(), source.labels.end(), isWild));
        if (count == 0 || source.labels.size() < kFewLabels + count)
            continue;
        a.warn("{}: {} {} left out: no other label names {}, which {} far above all others",
               labels.file->path, counted(count, "label"), count == 1 ? "is" : "are",
               countedList("stage", std::vector<std::uint32_t>(found.begin(), found.end()), kMostTold),
               found.size() == 1 ? "is" : "are");
        found.clear();
        std::erase_if(source.labels, isWild);
    }
}

} // namespace bubblescope
