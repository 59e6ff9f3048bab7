// SPDX-License-Identifier: Apache-2.0
#include "core/trace/rank_pipeline.h"

#include "core/base/text_list.h"
#include "core/trace/assembly.h"
#include "core/trace/process_mesh.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

/// No pipeline is longer; a number of a damaged file must not become rows.
constexpr std::uint32_t kRankPipelineMostRanks = 65536;

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

constexpr std::size_t kRankPipelineMostNamed = 20;

class RankOrder
{
public:
    explicit RankOrder(Assembly& a)
        : m_a(a)
        , m_sources(a.sources)
        , m_size(pipelineSizeOf(a.files))
        , m_isMesh(!a.run.mesh.empty())
    {}

    Result<PipelineRows> order()
    {
        if (!byGroup()) {
            for (const RankSource& source : m_sources)
                m_stages.push_back(stagesOf(source, m_a.labelsOf(source)));
            const bool isStaged = std::all_of(m_stages.begin(), m_stages.end(),
                                              [](const Stages& stages) { return !stages.empty(); });
            isStaged ? byStages() : byGlobalRank();
            m_rows.rows.insert(m_rows.rows.begin(), std::move(m_out));
            addReplicas();
        }
        const auto asked = m_a.options.replica;
        if (asked && *asked >= m_rows.rows.size())
            return m_rows.rows.size() == 1
                       ? invalidInput(
                             {"trace.no-such-replica-of-one",
                              "replica {wanted} is not in the traces; they have one pipeline, replica 0"},
                             *asked)
                       : invalidInput(
                             {"trace.no-such-replica",
                              "replica {wanted} is not in the traces; they have replicas 0 to {last}"},
                             *asked, m_rows.rows.size() - 1);
        m_rows.shown = asked.value_or(fullest());
        tellReplicas();
        tellMissing();
        return std::move(m_rows);
    }

private:
    /// The first of the rows with most sources.
    [[nodiscard]] std::size_t fullest() const
    {
        const auto countOf = [](const PipelineRow& row) {
            return std::count_if(row.begin(), row.end(),
                                 [](const auto& source) { return source.has_value(); });
        };
        return static_cast<std::size_t>(
            std::max_element(m_rows.rows.begin(), m_rows.rows.end(),
                             [&](const auto& a, const auto& b) { return countOf(a) < countOf(b); }) -
            m_rows.rows.begin());
    }

    /// Ranks of pipelines that are not shown: of those that have a counterpart, and of the others.
    void tellReplicas()
    {
        const PipelineRow& shown = m_rows.rows[m_rows.shown];
        std::vector<std::uint32_t> same;
        std::vector<std::uint32_t> other;
        for (const PipelineRow& row : m_rows.rows)
            for (std::size_t i = 0; &row != &shown && i < row.size(); ++i)
                if (row[i])
                    (i < shown.size() && shown[i] ? same : other).push_back(m_sources[*row[i]].globalRank);
        std::sort(same.begin(), same.end());
        std::sort(other.begin(), other.end());
        if (same.size() == 1)
            m_a.warn("global rank {} runs the same actions as a rank that is shown: a replica, not shown",
                     same.front());
        else if (!same.empty())
            m_a.warn("global ranks {} run the same actions as ranks that are shown: replicas, not shown",
                     listText(same, kRankPipelineMostNamed));
        if (!other.empty())
            m_a.warn("global {} of another pipeline beside the one that is shown",
                     countedList("rank", other, kRankPipelineMostNamed) +
                         (other.size() == 1 ? " is" : " are"));
    }

    bool byGroup()
    {
        std::map<std::vector<std::uint32_t>, PipelineRow> groups;
        for (std::size_t i = 0; i < m_sources.size(); ++i) {
            const std::uint32_t rank = m_sources[i].globalRank;
            const ProcessGroup* group = pipelineGroupOf(m_a.files[m_sources[i].file], rank);
            if (group == nullptr || group->ranks.size() > kRankPipelineMostRanks)
                return false;
            PipelineRow& row = groups[group->ranks];
            row.resize(group->ranks.size());
            const auto at = std::find(group->ranks.begin(), group->ranks.end(), rank);
            row[static_cast<std::size_t>(at - group->ranks.begin())] = i;
        }
        for (auto& [ranks, row] : groups)
            m_rows.rows.push_back(std::move(row));
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
        for (const auto& [stages, members] : byStage) {
            std::vector<std::pair<std::vector<ActionKey>, std::size_t>> kept;
            for (const std::size_t i : members) {
                std::vector<ActionKey> keys;
                if (members.size() > 1)
                    keys = actionsOf(m_sources[i], m_a.labelsOf(m_sources[i]));
                const auto same = std::find_if(kept.begin(), kept.end(), [&](const auto& before) {
                    return shareAny(before.first, keys);
                });
                if (same != kept.end() || kept.size() >= 2) {
                    m_copies[same != kept.end() ? same->second : kept.front().second].push_back(i);
                    continue;
                }
                kept.emplace_back(std::move(keys), i);
                shown.push_back(i);
            }
            m_isMirrored = m_isMirrored || kept.size() > 1;
        }
        return shown;
    }

    /// The n-th copies of the sources of the first row are a pipeline.
    void addReplicas()
    {
        const PipelineRow first = m_rows.rows.front();
        for (std::size_t at = 0; at < first.size(); ++at) {
            const auto copies = first[at] ? m_copies.find(*first[at]) : m_copies.end();
            for (std::size_t n = 0; copies != m_copies.end() && n < copies->second.size(); ++n) {
                if (m_rows.rows.size() < n + 2)
                    m_rows.rows.emplace_back(first.size());
                m_rows.rows[n + 1][at] = copies->second[n];
            }
        }
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
        // A rank alone says nothing of the length of its pipeline; the number of processes does.
        const bool isShort = shown.size() == 1 && m_size && *m_size > 1;
        const bool isWhole = all.size() >= least && !isShort;
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
        const bool isSure = m_isMesh || shown.size() == 1;
        if (isSure && m_size && *m_size >= shown.size() && placeAny(shown, *m_size, v))
            return true;
        if (v == 1)
            candidates = {std::max(least, m_stages[shown.back()].front() + 1)};
        else
            candidates = {first[1] - first[0], v == 2 ? (first[0] + first[1] + 1) / 2 : 0};
        // Stages behind the last one that was recorded are known from the number of processes alone.
        const auto world = m_a.files[m_sources[shown.front()].file].worldSize;
        if (world && v == 1 && *world > candidates.front() && *world <= kRankPipelineMostRanks &&
            std::all_of(shown.begin(), shown.end(),
                        [&](std::size_t i) { return m_sources[i].globalRank == m_stages[i].front(); }))
            candidates.insert(candidates.begin(), *world);
        if (world)
            std::stable_partition(candidates.begin(), candidates.end(),
                                  [&](std::uint32_t p) { return p > 0 && *world % p == 0; });
        return std::any_of(candidates.begin(), candidates.end(),
                           [&](std::uint32_t p) { return placeAny(shown, p, v); });
    }

    bool placeAny(const std::vector<std::size_t>& shown, std::uint32_t p, std::uint32_t v)
    {
        for (const PlacementKind kind : {PlacementKind::Loop, PlacementKind::V})
            if (p > 0 && p <= kRankPipelineMostRanks && place(shown, {kind, p, v}))
                return true;
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
        if (last >= kRankPipelineMostRanks) {
            for (std::size_t i = 0; i < m_sources.size(); ++i)
                m_out.emplace_back(i);
            return;
        }
        if (divisor > 1)
            m_a.warn("no process group names the ranks of the pipeline: every {}. global rank is assumed to "
                     "be one",
                     divisor);
        // One rank alone is of a pipeline of all processes.
        const bool isAlone = m_sources.size() == 1 && m_size && last < *m_size;
        m_out.resize(isAlone && *m_size <= kRankPipelineMostRanks ? *m_size : std::size_t{last} + 1);
        for (std::size_t i = 0; i < m_sources.size(); ++i)
            m_out[m_sources[i].globalRank / divisor] = i;
    }

    void tellMissing()
    {
        const PipelineRow& row = m_rows.rows[m_rows.shown];
        std::vector<std::uint32_t> missing;
        for (std::uint32_t rank = 0; rank < row.size(); ++rank) {
            if (!row[rank])
                missing.push_back(rank);
        }
        if (!missing.empty())
            m_a.warn("no trace of pipeline {} of {}", countedList("rank", missing, kRankPipelineMostNamed),
                     row.size());
    }

    Assembly& m_a;
    const std::vector<RankSource>& m_sources;
    std::vector<Stages> m_stages;        ///< of each source
    std::optional<std::uint32_t> m_size; ///< of a pipeline, as the process groups say
    bool m_isMesh;                       ///< process groups tell the dimensions
    bool m_isMirrored = false;
    PipelineRow m_out;                                        ///< the first pipeline
    std::map<std::size_t, std::vector<std::size_t>> m_copies; ///< by source: others that run the same
    PipelineRows m_rows;
};

} // namespace

Result<PipelineRows> orderRanks(Assembly& a)
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
