// SPDX-License-Identifier: Apache-2.0
#include "core/trace/rank_pipeline.h"

#include "core/base/text_list.h"
#include "core/trace/assembly.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

/// No pipeline is longer; a number of a damaged file must not become rows.
constexpr std::uint32_t rankPipelineKMostRanks = 65536;

using Stages = std::vector<std::uint32_t>;
using ActionKey = std::tuple<std::uint32_t, ActionKind, std::uint32_t>;

/// Names of a source's labels, each once: those of ways of naming that were not accepted are not among them.
std::set<std::uint32_t> namesOf(const RankSource& source)
{
    std::set<std::uint32_t> names;
    for (const TraceLabel& label : source.labels)
        names.insert(label.name);
    return names;
}

/// Stages that must exist because something is sent to, or received from, the one behind.
std::uint32_t leastStages(const Assembly& a)
{
    std::uint32_t least = a.run.inferred ? a.run.inferred->stages : 0;
    for (const RankSource& source : a.sources) {
        for (const std::uint32_t name : namesOf(source)) {
            for (const NamedAction& action : a.labelsOf(source).names[name].actions) {
                const bool hasNext =
                    action.kind == ActionKind::SendForward || action.kind == ActionKind::ReceiveBackward;
                if (action.stage)
                    least = std::max(least, *action.stage + (hasNext ? 2 : 1));
            }
        }
    }
    return least;
}

Stages stagesOf(const RankSource& source, const FileLabels& labels)
{
    std::set<std::uint32_t> stages;
    for (const std::uint32_t name : namesOf(source)) {
        for (const NamedAction& action : labels.names[name].actions) {
            if (action.stage && isCompute(action.kind))
                stages.insert(*action.stage);
        }
    }
    return {stages.begin(), stages.end()};
}

std::vector<ActionKey> actionsOf(const RankSource& source, const FileLabels& labels)
{
    std::vector<ActionKey> keys;
    for (const TraceLabel& label : source.labels) {
        for (const NamedAction& action : labels.nameOf(label).actions) {
            if (action.stage && isCompute(action.kind))
                keys.emplace_back(*action.stage, action.kind, action.microbatch.value_or(0));
        }
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    return keys;
}

bool shareAny(const std::vector<ActionKey>& a, const std::vector<ActionKey>& b)
{
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
        if (*x == *y)
            return true;
        *x < *y ? ++x : ++y;
    }
    return false;
}

constexpr std::size_t rankPipelineKMostNamed = 20;

class RankOrder
{
public:
    explicit RankOrder(Assembly& a) : m_a(a), m_sources(a.sources) {}

    std::vector<std::optional<std::size_t>> order()
    {
        if (!byGroup()) {
            for (const RankSource& source : m_sources)
                m_stages.push_back(stagesOf(source, m_a.labelsOf(source)));
            const bool isStaged = std::all_of(m_stages.begin(), m_stages.end(),
                                              [](const Stages& stages) { return !stages.empty(); });
            isStaged ? byStages() : byGlobalRank();
        }
        tellMissing();
        return std::move(m_out);
    }

private:
    [[nodiscard]] const ProcessGroup* pipelineGroup(const RankSource& source) const
    {
        for (const ProcessGroup& group : m_a.files[source.file].groups) {
            const std::string& text = group.description;
            const bool isPipeline = text == "mesh_pp" || text == "pp" || text == "pipeline";
            const bool isIn =
                std::find(group.ranks.begin(), group.ranks.end(), source.globalRank) != group.ranks.end();
            if (isPipeline && isIn && group.ranks.size() <= rankPipelineKMostRanks)
                return &group;
        }
        return nullptr;
    }

    void tellReplicas(const std::vector<std::uint32_t>& others)
    {
        if (others.empty())
            return;
        if (others.size() == 1)
            m_a.warn("global rank {} runs the same actions as a rank that is shown: a replica, not shown",
                     others.front());
        else
            m_a.warn("global ranks {} run the same actions as ranks that are shown: replicas, not shown",
                     listText(others, rankPipelineKMostNamed));
    }

    bool byGroup()
    {
        std::map<std::vector<std::uint32_t>, std::vector<std::size_t>> groups;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            const ProcessGroup* group = pipelineGroup(m_sources[i]);
            if (group == nullptr)
                return false;
            groups[group->ranks].push_back(i);
        }
        auto best = groups.begin();
        for (auto it = groups.begin(); it != groups.end(); ++it) {
            if (it->second.size() > best->second.size())
                best = it;
        }
        std::vector<std::uint32_t> others;
        for (const auto& [ranks, members] : groups) {
            for (const std::size_t i : members) {
                if (ranks != best->first)
                    others.push_back(m_sources[i].globalRank);
            }
        }
        m_out.resize(best->first.size());
        for (const std::size_t i : best->second) {
            const auto at = std::find(best->first.begin(), best->first.end(), m_sources[i].globalRank);
            m_out[static_cast<std::size_t>(at - best->first.begin())] = i;
        }
        std::sort(others.begin(), others.end());
        tellReplicas(others);
        return true;
    }

    /// Sources that are no replica of one before. Ranks of a mirrored placement have the same stages and
    /// other microbatches.
    [[nodiscard]] std::vector<std::size_t> firstReplicas()
    {
        std::map<Stages, std::vector<std::size_t>> byStage;
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            byStage[m_stages[i]].push_back(i);
        std::vector<std::size_t> shown;
        std::vector<std::uint32_t> others;
        for (const auto& [stages, members] : byStage) {
            std::vector<std::vector<ActionKey>> kept;
            for (const std::size_t i : members) {
                std::vector<ActionKey> keys;
                if (members.size() > 1)
                    keys = actionsOf(m_sources[i], m_a.labelsOf(m_sources[i]));
                const bool isReplica =
                    kept.size() >= 2 || std::any_of(kept.begin(), kept.end(), [&](const auto& before) {
                        return shareAny(before, keys);
                    });
                if (isReplica) {
                    others.push_back(m_sources[i].globalRank);
                    continue;
                }
                kept.push_back(std::move(keys));
                shown.push_back(i);
            }
            m_isMirrored = m_isMirrored || kept.size() > 1;
        }
        std::sort(others.begin(), others.end());
        tellReplicas(others);
        return shown;
    }

    void byStages()
    {
        std::vector<std::size_t> shown = firstReplicas();
        std::sort(shown.begin(), shown.end(), [&](std::size_t a, std::size_t b) {
            if (m_isMirrored || m_stages[a].front() == m_stages[b].front())
                return a < b;
            return m_stages[a].front() < m_stages[b].front();
        });
        std::set<std::uint32_t> all;
        for (const std::size_t i : shown)
            all.insert(m_stages[i].begin(), m_stages[i].end());
        const std::uint32_t least = leastStages(m_a);
        const bool isWhole = all.size() >= least;
        const std::size_t v = m_stages[shown.front()].size();
        const bool isEven =
            std::all_of(shown.begin(), shown.end(), [&](std::size_t i) { return m_stages[i].size() == v; });
        if (isWhole || !isEven || m_isMirrored || !withGaps(shown, static_cast<std::uint32_t>(v), least))
            m_out.assign(shown.begin(), shown.end());
    }

    /// Ranks are missing: the number of ranks follows from the distance of a rank's stages.
    bool withGaps(const std::vector<std::size_t>& shown, std::uint32_t v, std::uint32_t least)
    {
        const Stages& first = m_stages[shown.front()];
        std::vector<std::uint32_t> candidates;
        if (v == 1)
            candidates = {std::max(least, m_stages[shown.back()].front() + 1)};
        else
            candidates = {first[1] - first[0], v == 2 ? (first[0] + first[1] + 1) / 2 : 0};
        // Stages behind the last one that was recorded are known from the number of processes alone.
        const auto world = m_a.files[m_sources[shown.front()].file].worldSize;
        if (world && v == 1 && *world > candidates.front() && *world <= rankPipelineKMostRanks &&
            std::all_of(shown.begin(), shown.end(),
                        [&](std::size_t i) { return m_sources[i].globalRank == m_stages[i].front(); }))
            candidates.insert(candidates.begin(), *world);
        for (const std::uint32_t p : candidates) {
            for (const PlacementKind kind : {PlacementKind::Loop, PlacementKind::V}) {
                if (p > 0 && p <= rankPipelineKMostRanks && place(shown, {kind, p, v}))
                    return true;
            }
        }
        return false;
    }

    bool place(const std::vector<std::size_t>& shown, const Placement& placement)
    {
        std::vector<std::optional<std::size_t>> rows(placement.ranks);
        for (const std::size_t i : shown) {
            if (m_stages[i].back() >= placement.stageCount())
                return false;
            const RankId rank = placement.rankOf(StageId{m_stages[i].front()});
            for (const std::uint32_t stage : m_stages[i]) {
                if (placement.rankOf(StageId{stage}) != rank)
                    return false;
            }
            if (rows[rank.value])
                return false;
            rows[rank.value] = i;
        }
        m_out = std::move(rows);
        return true;
    }

    void byGlobalRank()
    {
        std::uint32_t divisor = 0;
        for (const RankSource& source : m_sources)
            divisor = std::gcd(divisor, source.globalRank);
        if (m_sources.size() < 2 || divisor == 0)
            divisor = 1;
        const std::uint32_t last = m_sources.back().globalRank / divisor;
        if (last >= rankPipelineKMostRanks) {
            for (std::size_t i = 0; i < m_sources.size(); ++i)
                m_out.emplace_back(i);
            return;
        }
        if (divisor > 1)
            m_a.warn("no process group names the ranks of the pipeline: every {}. global rank is assumed to "
                     "be one",
                     divisor);
        m_out.resize(std::size_t{last} + 1);
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            m_out[m_sources[i].globalRank / divisor] = i;
    }

    void tellMissing()
    {
        std::vector<std::uint32_t> missing;
        for (std::uint32_t rank = 0; rank < m_out.size(); ++rank) {
            if (!m_out[rank])
                missing.push_back(rank);
        }
        if (!missing.empty())
            m_a.warn("no trace of pipeline {} of {}", countedList("rank", missing, rankPipelineKMostNamed),
                     m_out.size());
    }

    Assembly& m_a;
    const std::vector<RankSource>& m_sources;
    std::vector<Stages> m_stages; ///< of each source
    bool m_isMirrored = false;
    std::vector<std::optional<std::size_t>> m_out;
};

} // namespace

std::vector<std::optional<std::size_t>> orderRanks(Assembly& a)
{
    return RankOrder(a).order();
}

std::optional<Placement> placementOf(const std::vector<Stages>& stagesOfRank, std::uint32_t stageCount)
{
    const auto ranks = static_cast<std::uint32_t>(stagesOfRank.size());
    std::size_t v = 0;
    for (const Stages& stages : stagesOfRank)
        v = std::max(v, stages.size());
    if (ranks == 0 || v == 0 || std::uint64_t{ranks} * v > std::numeric_limits<std::uint32_t>::max())
        return std::nullopt;
    for (const PlacementKind kind :
         {PlacementKind::Loop, PlacementKind::V, PlacementKind::Block, PlacementKind::Mirror}) {
        const Placement placement{kind, ranks, static_cast<std::uint32_t>(v)};
        if (kind == PlacementKind::Mirror && (v != 2 || ranks % 2 != 0))
            continue;
        if (placement.stageCount() < stageCount)
            continue;
        bool fits = true;
        for (std::uint32_t rank = 0; rank < ranks && fits; ++rank) {
            const Stages& stages = stagesOfRank[rank];
            fits = stages.empty() ||
                   (stages.size() == v && std::all_of(stages.begin(), stages.end(), [&](std::uint32_t stage) {
                        return placement.holds(RankId{rank}, StageId{stage});
                    }));
        }
        if (fits)
            return placement;
    }
    return std::nullopt;
}

} // namespace bubblescope
