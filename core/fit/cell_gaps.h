// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/fit/residuals.h"
#include "core/model/timeline.h"

#include <array>
#include <unordered_map>
#include <vector>

/// What is before each action of a timeline, by cause; private to core/fit.
namespace bubblescope::fit {

using ByCause = std::array<Time, 5>; ///< as DeviationCause

/// One cell of compute: its time and the gap before it, divided by what it is spent on.
struct GapCell
{
    ActionPosition at; ///< its first action
    std::size_t parts = 1;
    Time start = 0;
    Time end = 0;
    Time gap = 0;
    /// The gap's parts, and the cell's own time under Compute. A message that comes after the rank is free
    /// makes it Wait until its producer's end and Transfer from there; another gap is Host; what is before
    /// the first action of a rank that waits for nobody is Unmodelled.
    ByCause byCause{};
};

/// The cells of every rank, in their order, and where each action is.
class GapTable
{
public:
    /// `hostOverhead` is the part of every action's time that is the host's (CostModel::hostOverhead): here
    /// it is a gap behind the action, as in a measured run.
    explicit GapTable(const Timeline& timeline, Time hostOverhead = 0);

    [[nodiscard]] const std::vector<std::vector<GapCell>>& ranks() const { return m_ranks; }
    /// Of a gap that was Host what its label spent receiving becomes Transfer: the message came late although
    /// its producer had been done. `timeline` was made of `run`.
    void tellWaits(const MeasuredRun& run);
    /// The cell of the action; null where the timeline has none. Of one that occurs twice the first.
    [[nodiscard]] const GapCell* find(const ActionId& id) const;

private:
    void addRank(const Timeline& timeline, RankId rank, Time hostOverhead);
    [[nodiscard]] std::optional<Time> producerEnd(const Timeline& timeline, const GapCell& cell) const;
    void divide(const Timeline& timeline, std::vector<GapCell>& row) const;

    std::vector<std::vector<GapCell>> m_ranks;
    /// Rank and index of the cell, and the action's own end.
    struct Place
    {
        std::uint32_t rank = 0;
        std::size_t cell = 0;
        Time end = 0;
    };
    std::unordered_map<std::uint64_t, Place> m_places;
};

} // namespace bubblescope::fit
