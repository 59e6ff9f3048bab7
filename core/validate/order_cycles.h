// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/wait_cycles.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace bubblescope {

/// Appends everything that a cell of a rank, from `begin` to `end`, lacks.
using CellLacks = std::function<void(std::uint32_t rank, std::uint32_t begin, std::uint32_t end,
                                     std::vector<Blockage>& lacks)>;

/// The shortest cycles between the order of the ranks and what their cells wait for, those of cells that no
/// rank gets to included. A rank that must come to a cell must do all cells before it, so of what it waits
/// for in another rank's row only the farthest place counts: running maxima for each pair of ranks. From a
/// wait they are followed breadth first, by the farthest place that is needed in each row.
///
/// A look-up takes amortised O(1). After kLookUps of them (for all deadlocks of an order; reading a row
/// counts too) nothing more is found. 16 bytes for each wait that is a maximum.
class OrderCycles
{
public:
    static constexpr std::uint64_t kLookUps = 30'000'000;

    OrderCycles(const Schedule& schedule, const Worklist& worklist, CellLacks lacksOf);

    /// A cycle with the fewest waits, if these are fewer than `limit`; of those one with the lowest first
    /// rank. Requires that no rank below `from` is on a cycle with fewer waits than `limit`.
    [[nodiscard]] std::optional<WaitCycle> shortest(std::size_t limit, std::uint32_t from);
    /// Cells of the rank do not wait any more though they lack something: its row is read again.
    void readAgain(std::uint32_t rank) { m_rows[rank] = {}; }
    /// Counts work of others.
    void count(std::uint64_t lookUps) { m_lookUps += lookUps; }
    [[nodiscard]] bool isUsedUp() const { return m_lookUps > kLookUps; }

private:
    /// A rank that has come behind the cell at `begin` needs the other one to have come to `target`.
    struct Maximum
    {
        std::uint32_t begin;
        std::uint32_t target;
        std::uint32_t index; ///< of the action that waits
    };
    struct Needs
    {
        std::uint32_t of = 0;
        std::uint32_t last = 0; ///< where the last look-up ended
        std::vector<Maximum> maxima;
    };
    struct Needed
    {
        std::vector<Needs> others;
        bool isRead = false;
    };
    /// One wait of a way.
    struct Step
    {
        std::uint32_t from;
        std::uint32_t to;
        Maximum wait;
        std::uint32_t before; ///< number of the step before
    };

    std::vector<Needs>& needsOf(std::uint32_t rank);
    void read(std::uint32_t rank, std::vector<Needs>& others);
    void lookFrom(std::uint32_t rank, std::size_t& most);
    bool closes(std::uint32_t rank, const Needs& first, const Maximum& wait, std::size_t most);
    bool follow(std::uint32_t number, std::uint32_t rank, std::uint32_t begin);
    void keepWay(const Step& last);
    static const Maximum* farthest(Needs& needs, std::uint32_t target);
    [[nodiscard]] WaitCycle cycle();

    const Schedule& m_schedule;
    const Worklist& m_worklist;
    CellLacks m_lacksOf;
    std::vector<Needed> m_rows; ///< by rank
    std::vector<Blockage> m_lacks;
    std::uint64_t m_lookUps = 0;
    bool m_waitsForItself = false; ///< some rank, as far as rows have been read
    bool m_knowsItself = false;    ///< all have been read

    std::vector<Step> m_steps;
    std::vector<std::uint32_t> m_target; ///< by rank: the farthest that the present look needs
    std::vector<std::uint32_t> m_lookAt; ///< by rank: number of the look that came there
    std::uint32_t m_look = 0;
    std::vector<Step> m_best;
};

} // namespace bubblescope
