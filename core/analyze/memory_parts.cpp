// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/memory_parts.h"

#include "core/base/quantity.h"
#include "core/time/composed_costs.h"
#include "core/time/memory_walk.h"
#include "core/time/rank_share.h"
#include "core/time/recomputed.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope {

namespace {

double& sizeIn(MemorySizes& sizes, MemoryPart part)
{
    return sizes[static_cast<std::size_t>(part)];
}

/// A level with what it is made of. The total is summed as MemoryCurves does it, so that both have one peak.
struct PartLevel
{
    double total = 0;
    MemorySizes parts{};

    PartLevel& operator+=(const PartLevel& other)
    {
        total += other.total;
        for (std::size_t i = 0; i < parts.size(); ++i)
            parts[i] += other.parts[i];
        return *this;
    }
    friend PartLevel operator+(PartLevel a, const PartLevel& b) { return a += b; }
    friend bool operator<(const PartLevel& a, const PartLevel& b) { return a.total < b.total; }
};

class PartChanges
{
public:
    using Level = PartLevel;

    PartChanges(const Schedule& schedule, const CostModel& costs, const StaticMemory& fixed)
        : m_costs(costs)
        , m_shares(schedule, costs)
        , m_static(fixed)
    {}

    [[nodiscard]] PartLevel of(const Action& action) const
    {
        PartLevel change;
        change.total = m_costs.activation.at(action.stage()) * m_shares.of(action);
        const double size = m_costs.activation.at(action.stage()) * m_shares.lengthOf(action);
        const double kept = size * m_costs.activationKeptUntilWeight.at(action.stage());
        switch (action.kind()) {
        case ActionKind::Forward:
        case ActionKind::ForwardAttention:
            sizeIn(change.parts, MemoryPart::Forward) = change.total;
            break;
        case ActionKind::Recompute:
            sizeIn(change.parts, MemoryPart::Recomputed) = change.total;
            break;
        case ActionKind::BackwardInput:
        case ActionKind::InputAttention:
            giveBack(change, action, size);
            sizeIn(change.parts, MemoryPart::KeptForWeight) = kept;
            break;
        case ActionKind::BackwardWeight:
        case ActionKind::WeightAttention:
            sizeIn(change.parts, MemoryPart::KeptForWeight) = -kept;
            break;
        case ActionKind::Backward:
        case ActionKind::BackwardAttention:
            giveBack(change, action, size);
            break;
        default:
            break;
        }
        return change;
    }
    [[nodiscard]] static PartLevel of(const StaticChange& change)
    {
        PartLevel level{change.delta, {}};
        sizeIn(level.parts, change.part) = change.delta;
        return level;
    }
    [[nodiscard]] PartLevel always() const { return {m_static.always(), m_static.alwaysByPart()}; }

private:
    void giveBack(PartLevel& change, const Action& action, double size) const
    {
        const double again =
            m_shares.isRecomputed(action) ? size * m_costs.recomputedShare(action.stage()) : 0;
        sizeIn(change.parts, MemoryPart::Recomputed) = -again;
        sizeIn(change.parts, MemoryPart::Forward) = again - size;
    }

    const CostModel& m_costs;
    ActivationShares m_shares;
    const StaticMemory& m_static;
};

/// Keeps the highest level alone.
struct PeakOfParts
{
    RankId rank;
    MemoryPeak peak;
    MemorySizes parts{};

    PeakOfParts(RankId theRank, const PartLevel& always)
        : rank(theRank)
        , peak{always.total, 0, std::nullopt}
        , parts(always.parts)
    {}
    void set(Time time, const PartLevel& level, std::size_t index)
    {
        if (level.total <= peak.level)
            return;
        peak = {level.total, time, ActionPosition{rank, index}};
        parts = level.parts;
    }
};

/// What a rank has on the host over time: a place there is taken when O starts and free when L has ended.
std::vector<StaticChange> hostChanges(const Row& row, const LaneTimes& times, const CostModel& costs)
{
    const MicrobatchFactors lengths(costs.microbatches);
    std::vector<StaticChange> changes;
    for (std::size_t i = 0; i < row.size(); ++i) {
        const double size = costs.activation.at(row[i].stage()) * lengths.sizeOf(row[i].microbatch());
        const auto index = static_cast<std::uint32_t>(i);
        if (row[i].kind() == ActionKind::Offload)
            changes.push_back({times.start[i], size, index, MemoryPart::Offloaded});
        else if (row[i].kind() == ActionKind::Reload)
            changes.push_back({times.end[i], -size, index, MemoryPart::Offloaded});
    }
    std::stable_sort(changes.begin(), changes.end(), [](const StaticChange& a, const StaticChange& b) {
        return a.time < b.time || (a.time == b.time && a.delta < b.delta);
    });
    return changes;
}

void addHost(RankMemory& memory, RankId rank, const std::vector<StaticChange>& changes)
{
    double level = 0;
    double& atPeak = sizeIn(memory.atPeak, MemoryPart::Offloaded);
    for (const StaticChange& change : changes) {
        level += change.delta;
        if (change.time <= memory.device.time)
            atPeak = level;
        if (level > memory.host.level)
            memory.host = {level, change.time, ActionPosition{rank, change.index}};
    }
}

/// Hands on every level.
struct VisitedParts
{
    RankId rank;
    const PartVisitor& visit;

    void set(Time time, const PartLevel& level, std::size_t /*index*/) const
    {
        visit(rank, time, level.parts);
    }
};

} // namespace

std::vector<RankMemory> memoryByPart(const Timeline& timeline, const CostModel& costs)
{
    const CostModel composed = composedFor(*timeline.schedule, costs);
    StaticMemory fixed(timeline, composed);
    const PartChanges changes(*timeline.schedule, composed, fixed);
    std::vector<RankMemory> ranks(timeline.lanes.size());
    for (std::uint32_t r = 0; r < ranks.size(); ++r) {
        const Row& row = timeline.schedule->rows[r];
        fixed.visit(r);
        PeakOfParts peak(RankId{r}, changes.always());
        MemoryWalk(row, timeline.lanes[r], changes, fixed.changes(),
                   composed.overlapsFsdp || fixed.hasCopies(), peak)
            .run();
        ranks[r].device = peak.peak;
        ranks[r].atPeak = peak.parts;
        if (fixed.hasCopies())
            addHost(ranks[r], RankId{r}, hostChanges(row, timeline.lanes[r], composed));
    }
    return ranks;
}

std::optional<RankId> fullestHost(std::span<const RankMemory> memory, const CostModel& costs)
{
    constexpr double kRoomForRounding = 1 + 1e-9; // as MemoryCurves
    std::optional<RankId> fullest;
    double most = 0;
    for (std::uint32_t r = 0; costs.hostMemory && r < memory.size(); ++r) {
        const double limit = costs.hostMemory->at(RankId{r});
        const double peak = memory[r].host.level;
        if (peak <= limit * kRoomForRounding || (fullest && peak - limit <= most))
            continue;
        fullest = RankId{r};
        most = peak - limit;
    }
    return fullest;
}

Sentence fullHostText(const Timeline& timeline, const CostModel& costs)
{
    if (!costs.hostMemory)
        return {};
    const std::vector<RankMemory> memory = memoryByPart(timeline, costs);
    const std::optional<RankId> rank = fullestHost(memory, costs);
    if (!rank)
        return {};
    return {{"memory.moves-beyond-host", "rank {rank} moves {peak} to the host, which has room for {limit}"},
            rank->value,
            memorySizeText(memory[rank->value].host.level, costs.memoryUnit),
            memorySizeText(costs.hostMemory->at(*rank), costs.memoryUnit)};
}

void visitMemoryParts(const Timeline& timeline, const CostModel& costs, const PartVisitor& visit)
{
    const CostModel composed = composedFor(*timeline.schedule, costs);
    StaticMemory fixed(timeline, composed);
    const PartChanges changes(*timeline.schedule, composed, fixed);
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r) {
        fixed.visit(r);
        VisitedParts visited{RankId{r}, visit};
        visited.set(0, changes.always(), 0);
        MemoryWalk(timeline.schedule->rows[r], timeline.lanes[r], changes, fixed.changes(),
                   composed.overlapsFsdp || fixed.hasCopies(), visited)
            .run();
    }
}

std::vector<std::vector<MemoryStep>> hostSteps(const Timeline& timeline, const CostModel& costs)
{
    const CostModel composed = composedFor(*timeline.schedule, costs);
    std::vector<std::vector<MemoryStep>> ranks;
    if (!StaticMemory(timeline, composed).hasCopies())
        return ranks;
    for (std::size_t r = 0; r < timeline.lanes.size(); ++r) {
        std::vector<MemoryStep>& steps = ranks.emplace_back(1);
        for (const StaticChange& change :
             hostChanges(timeline.schedule->rows[r], timeline.lanes[r], composed)) {
            const double level = steps.back().level + change.delta;
            if (change.time > steps.back().time)
                steps.push_back({change.time, level});
            else
                steps.back().level = level;
        }
    }
    return ranks;
}

bool hasMemoryParts(const Timeline& timeline, const CostModel& costs)
{
    const auto returns = [](const Action& action) { return isBeyondTorch(action.kind()); };
    return !countsActivations(costs) ||
           std::any_of(timeline.schedule->rows.begin(), timeline.schedule->rows.end(),
                       [&](const Row& row) { return std::any_of(row.begin(), row.end(), returns); });
}

} // namespace bubblescope
