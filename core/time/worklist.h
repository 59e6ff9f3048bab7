// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/schedule.h"
#include "core/time/dependencies.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace bubblescope {

/// Why a rank does not go on: its action `index` needs `input`, whose producer is not done (or not reached,
/// or nowhere).
struct Blockage
{
    std::uint32_t index = 0;
    Input input;
};

/// Runs the rows of an order cell by cell, each rank as far as it can go. A rank that must wait is put aside
/// and registered with the rank that will let it go on, so the work is linear in actions and waits.
class Worklist
{
public:
    explicit Worklist(const Schedule& schedule);

    /// Calls `attempt(rank, index, cellEnd)` for each cell in an order that respects its answers: nothing if
    /// the cell is done, else what it waits for; asked again when that has come. False if cancelled.
    template <typename Attempt>
    bool run(Attempt&& attempt, const CancelToken& cancel);

    /// The first cell of a rank that is not done, as an index into its row.
    [[nodiscard]] std::uint32_t cursor(std::uint32_t rank) const { return m_cursor[rank]; }
    /// The input has been produced (or reached, where that is enough).
    [[nodiscard]] bool isReady(const Input& input) const
    {
        return input.producer && m_cursor[input.producer.rank] >= target(input);
    }
    /// Every rank ran all its cells.
    [[nodiscard]] bool allDone() const;
    [[nodiscard]] bool isDone(std::uint32_t rank) const
    {
        return m_cursor[rank] == m_schedule.rows[rank].size();
    }
    /// What a rank that is not done waits for.
    [[nodiscard]] const Blockage& blockage(std::uint32_t rank) const { return m_blockage[rank]; }
    /// Counts the next cell of a waiting rank as done and lets it go on with the next run(). Amortised O(1).
    void skipCell(std::uint32_t rank);
    /// Lets the next run() ask for the next cell of a waiting rank once more.
    void tryAgain(std::uint32_t rank);

private:
    struct Waiter
    {
        std::uint32_t rank;
        std::uint32_t at;    ///< where it is; elsewhere by now, it does not wait any more
        std::uint32_t until; ///< cursor of the other that lets it go on
    };
    static constexpr std::uint32_t kNobody = 0xFFFFFFFFU;

    static std::uint32_t target(const Input& input)
    {
        return input.producer.index + (input.reachedOnly ? 0 : 1);
    }
    void putAside(std::uint32_t rank, const Blockage& blockage);
    void wakeWaitersOf(std::uint32_t rank);

    const Schedule& m_schedule;
    std::vector<std::uint32_t> m_cursor;
    std::vector<Blockage> m_blockage;
    std::vector<std::vector<Waiter>> m_waiters; ///< by the rank that they wait for
    std::vector<std::uint32_t> m_wakeAt;        ///< smallest `until` of those
    std::vector<std::uint32_t> m_runnable;
};

template <typename Attempt>
bool Worklist::run(Attempt&& attempt, const CancelToken& cancel)
{
    constexpr std::uint32_t kCellsPerLook = 1U << 16U;
    std::uint32_t cells = 0;
    while (!m_runnable.empty()) {
        const std::uint32_t rank = m_runnable.back();
        m_runnable.pop_back();
        const Row& row = m_schedule.rows[rank];
        while (m_cursor[rank] < row.size()) {
            const std::uint32_t begin = m_cursor[rank];
            const auto end = row[begin].role() == CellRole::Single
                                 ? begin + 1
                                 : static_cast<std::uint32_t>(cellEnd(row, begin));
            if (const std::optional<Blockage> blocked = attempt(rank, begin, end)) {
                putAside(rank, *blocked);
                break;
            }
            m_cursor[rank] = end;
            if (m_wakeAt[rank] <= end)
                wakeWaitersOf(rank);
            if (++cells % kCellsPerLook == 0 && cancel.isCancelled())
                return false;
        }
    }
    return true;
}

} // namespace bubblescope
