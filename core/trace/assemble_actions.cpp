// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_list.h"
#include "core/trace/assemble_chunks.h"
#include "core/trace/assemble_numbers.h"
#include "core/trace/assembly.h"
#include "core/trace/infer_deepspeed.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

class ActionPlanner
{
public:
    ActionPlanner(Assembly& a, const MicrobatchNumbers& numbers) : m_a(a), m_numbers(numbers) {}

    void plan(const std::vector<std::optional<std::size_t>>& sourceOfRank)
    {
        for (const auto& source : sourceOfRank)
            m_ranks.push_back(draft(source));
        const MegatronOrder order = applyMegatronOrder(m_a, m_ranks);
        m_counted = order == MegatronOrder::Applied;
        for (DraftRank& rank : m_ranks) {
            countMicrobatches(rank);
            clearWeights(rank);
        }
        placeChunks(m_a, m_ranks, order == MegatronOrder::Unknown);
        for (DraftRank& rank : m_ranks)
            splitBackward(rank);
        addUnlabeledBackwards(m_a, m_ranks);
        for (DraftRank& rank : m_ranks)
            m_a.ranks.push_back(finish(rank));
        tell();
    }

private:
    [[nodiscard]] DraftRank draft(std::optional<std::size_t> source)
    {
        DraftRank rank;
        rank.out.source = source;
        if (!source)
            return rank;
        const RankSource& from = m_a.sources[*source];
        rank.labels = &m_a.labels[from.file];
        rank.counts = countsMicrobatches(from, *rank.labels);
        OuterLabels outer;
        for (const TraceLabel& label : from.labels) {
            if (label.step != m_a.run.step)
                continue;
            const RecordName& name = rank.labels->nameOf(label);
            m_splitSequences += name.isSequenceSplit ? 1 : 0;
            if (!outer.isOuter(label, name))
                continue;
            const auto index = static_cast<std::uint32_t>(rank.out.labels.size());
            rank.out.labels.push_back(label);
            for (const NamedAction& action : name.actions) {
                Draft next;
                next.kind = action.kind;
                next.stage = action.stage;
                next.chunk = action.chunk;
                if (!rank.counts && action.microbatch)
                    next.microbatch = m_numbers.numberOf(from, label.step, action.kind, *action.microbatch);
                next.label = index;
                next.isOverlap = name.isOverlap;
                rank.drafts.push_back(next);
            }
        }
        return rank;
    }

    void countMicrobatches(DraftRank& rank)
    {
        std::map<std::tuple<ActionKind, std::uint32_t, std::uint32_t>, std::uint32_t> next;
        for (Draft& draft : rank.drafts) {
            if (draft.microbatch || !hasMicrobatch(draft.kind) || isClear(rank, draft))
                continue;
            draft.microbatch = next[{draft.kind, draft.stage.value_or(0), draft.chunk.value_or(0)}]++;
            m_counted = true;
        }
    }

    /// "W_clear.1.0": all weight gradients of the chunk that are still to be done.
    [[nodiscard]] static bool isClear(const DraftRank& rank, const Draft& draft)
    {
        return !rank.counts && draft.kind == ActionKind::BackwardWeight && !draft.microbatch &&
               rank.familyOf(draft) == NameFamily::ZeroBubble;
    }

    void clearWeights(DraftRank& rank)
    {
        std::vector<Draft> out;
        std::map<std::uint32_t, std::vector<std::uint32_t>> pending;
        std::map<std::uint32_t, std::set<std::uint32_t>> withWeight;
        for (const Draft& draft : rank.drafts) {
            if (draft.kind == ActionKind::BackwardWeight && draft.microbatch)
                withWeight[draft.chunk.value_or(0)].insert(*draft.microbatch);
        }
        for (const Draft& draft : rank.drafts) {
            const std::uint32_t chunk = draft.chunk.value_or(0);
            if (!isClear(rank, draft)) {
                const bool waits = isInputGradient(draft.kind) && draft.microbatch &&
                                   !withWeight[chunk].contains(*draft.microbatch);
                if (waits)
                    pending[chunk].push_back(*draft.microbatch);
                out.push_back(draft);
                continue;
            }
            auto& open = pending[chunk];
            for (std::size_t i = 0; i < open.size(); ++i) {
                Draft part = draft;
                part.microbatch = open[i];
                part.share = static_cast<std::uint32_t>(i);
                part.shares = static_cast<std::uint32_t>(open.size());
                out.push_back(part);
            }
            m_cleared += open.size();
            open.clear();
        }
        rank.drafts = std::move(out);
    }

    /// B is the input's gradient alone where a W of the same stage and microbatch is beside it.
    static void splitBackward(DraftRank& rank)
    {
        std::set<std::pair<std::uint32_t, std::uint32_t>> weights;
        for (const Draft& draft : rank.drafts) {
            if (draft.kind == ActionKind::BackwardWeight)
                weights.emplace(*draft.stage, draft.microbatch.value_or(0));
        }
        if (weights.empty())
            return;
        for (Draft& draft : rank.drafts) {
            const NameFamily family = rank.familyOf(draft);
            const bool mayMean = family == NameFamily::ZeroBubble || family == NameFamily::UserPattern ||
                                 family == NameFamily::PythonFrame;
            if (mayMean && draft.kind == ActionKind::Backward &&
                weights.contains({*draft.stage, draft.microbatch.value_or(0)}))
                draft.kind = ActionKind::BackwardInput;
        }
    }

    [[nodiscard]] PlannedRank finish(DraftRank& rank)
    {
        std::set<ActionId> seen;
        forEachLabel(rank.drafts,
                     [&](std::size_t begin, std::size_t end) { addLabel(rank, begin, end, seen); });
        return std::move(rank.out);
    }

    void addLabel(DraftRank& rank, std::size_t begin, std::size_t end, std::set<ActionId>& seen)
    {
        std::vector<PlannedAction> parts;
        for (std::size_t i = begin; i < end; ++i) {
            const Draft& draft = rank.drafts[i];
            if (*draft.stage > Action::kMaxStage) {
                ++m_tooHigh;
                return;
            }
            CellRole role = CellRole::Single;
            if (draft.isOverlap && end - begin > 1)
                role = i > begin               ? CellRole::OverlapContinued
                       : isForward(draft.kind) ? CellRole::OverlapForwardBackward
                                               : CellRole::OverlapBackwardForward;
            const MicrobatchId microbatch{hasMicrobatch(draft.kind) ? draft.microbatch.value_or(0) : 0};
            parts.push_back({Action(StageId{*draft.stage}, draft.kind, microbatch, role), draft.label,
                             draft.share, draft.shares});
        }
        for (const PlannedAction& part : parts) {
            // The same parameters may be gathered again in a step.
            if (isFsdp(part.action.kind()) || !seen.contains(part.action.id()))
                continue;
            if (m_duplicates++ == 0)
                m_firstDuplicate =
                    fmt::format("{} of {}", actionText(part.action.id()), rank.labels->file->path);
            return;
        }
        for (const PlannedAction& part : parts) {
            seen.insert(part.action.id());
            rank.out.actions.push_back(part);
        }
    }

    void tell()
    {
        if (m_counted)
            m_a.warn("the labels name no microbatch: the n-th of a kind is assumed to be microbatch n");
        if (m_cleared > 0)
            m_a.warn("{} weight gradients are in \"W_clear\" labels, whose time is split evenly among them",
                     m_cleared);
        if (m_splitSequences > 0)
            m_a.warn("{} labels are from a split sequence: only the first part of each microbatch is shown",
                     m_splitSequences);
        if (m_duplicates > 0)
            m_a.warn("{} label{} left out: the action already appears earlier in the same step; the first "
                     "one is {}",
                     m_duplicates, m_duplicates == 1 ? " is" : "s are", m_firstDuplicate);
        if (m_tooHigh > 0)
            m_a.warn("{} labels are left out: their stage is above 4,194,303", m_tooHigh);
    }

    Assembly& m_a;
    const MicrobatchNumbers& m_numbers;
    std::vector<DraftRank> m_ranks;
    bool m_counted = false;
    std::size_t m_cleared = 0;
    std::size_t m_splitSequences = 0;
    std::size_t m_duplicates = 0;
    std::size_t m_tooHigh = 0;
    std::string m_firstDuplicate;
};

} // namespace

bool countsMicrobatches(const RankSource& source, const FileLabels& labels)
{
    std::set<std::uint32_t> used;
    for (const TraceLabel& label : source.labels)
        used.insert(label.name);
    std::set<std::pair<std::uint32_t, std::uint32_t>> numbered;
    bool isZeroBubble = false;
    bool hasNumber = false;
    for (const std::uint32_t name : used) {
        isZeroBubble = isZeroBubble || labels.names[name].family == NameFamily::ZeroBubble;
        for (const NamedAction& action : labels.names[name].actions) {
            if (!isCompute(action.kind) || !action.microbatch)
                continue;
            hasNumber = true;
            numbered.emplace(*action.microbatch, action.chunk.value_or(0));
        }
    }
    if (!hasNumber)
        return true;
    // The repository's other schedules write F0.0.0 and B0.0.0 for every microbatch.
    return isZeroBubble && numbered.size() == 1 && numbered.contains({0, 0}) && source.labels.size() > 2;
}

void planActions(Assembly& a, const std::vector<std::optional<std::size_t>>& sourceOfRank)
{
    std::vector<const RankSource*> sources;
    for (const auto& source : sourceOfRank)
        if (source)
            sources.push_back(&a.sources[*source]);
    const MicrobatchNumbers numbers(a, sources);
    for (const std::uint64_t step : a.run.steps)
        a.run.fullMicrobatchCount = std::max(a.run.fullMicrobatchCount, numbers.countOf(step));
    if (auto warning = numbers.warningOf(a.run.step))
        a.run.warnings.push_back(*std::move(warning));
    ActionPlanner(a, numbers).plan(sourceOfRank);
}

} // namespace bubblescope
