// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

/// A measured run as its cells of compute, who made what, and what lies between them; private to core/fit.
namespace bubblescope::fit {

/// The compute actions of one rank, in their order, grouped as cells: an overlapped block is one.
class RankCells
{
public:
    explicit RankCells(const MeasuredRank& rank);

    [[nodiscard]] std::size_t size() const { return m_begins.size(); }
    /// The parts of a cell; one, but for an overlapped block.
    [[nodiscard]] std::span<const MeasuredAction* const> at(std::size_t cell) const;
    [[nodiscard]] Time startOf(std::size_t cell) const { return at(cell).front()->start; }
    [[nodiscard]] Time endOf(std::size_t cell) const;
    [[nodiscard]] std::span<const MeasuredAction* const> actions() const { return m_actions; }

private:
    std::vector<const MeasuredAction*> m_actions;
    std::vector<std::size_t> m_begins;
};
[[nodiscard]] std::vector<RankCells> cellsOf(const MeasuredRun& run);

/// Where an action ran; `rank` is an index into MeasuredRun::ranks.
struct Made
{
    std::size_t rank = 0;
    const MeasuredAction* action = nullptr;
};

/// Finds actions by what they are. Of one that occurs twice the first counts.
class MakerTable
{
public:
    explicit MakerTable(const std::vector<RankCells>& ranks);

    /// The action on another rank than `rank` whose message `action` needs, and null where it needs none or
    /// the run does not have it: F of the stage before, B or I of the stage behind.
    [[nodiscard]] const Made* producerOf(const ActionId& action, std::size_t rank) const;

private:
    std::unordered_map<std::uint64_t, Made> m_made;
};

/// One number for what is done, unique among actions.
[[nodiscard]] constexpr std::uint64_t keyOf(const ActionId& id)
{
    return std::uint64_t{id.stage.value} << 36U | static_cast<std::uint64_t>(id.kind) << 32U |
           id.microbatch.value;
}

/// What may send an action its input: F of the stage before, I or B of the stage behind. An id beyond the
/// last stage is found nowhere.
[[nodiscard]] std::vector<ActionId> inputsOf(const ActionId& action);

/// An action is taken to have waited for a message beyond this, µs.
inline constexpr Time kWaits = 500;

/// Times between actions of a run.
struct Between
{
    std::vector<Time> hops;  ///< end of the producer to start of a consumer that waited for it
    std::vector<Time> gaps;  ///< end of a cell to start of the next on its rank, which did not wait
    bool knowsWaits = false; ///< the records show waits; else a rank that idles until a message comes waits
};
/// Overlapped blocks are left out of hops.
[[nodiscard]] Between betweenOf(const std::vector<RankCells>& ranks, const MakerTable& makers);

} // namespace bubblescope::fit
