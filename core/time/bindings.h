// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/timeline.h"
#include "core/time/action_table.h"
#include "core/time/cost_model.h"
#include "core/time/timing_failure.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace bubblescope {

/// What others wait for in an action: that it ends, that its rank comes to it, or that its message arrives
/// (for the next message on its link: that it leaves the link free).
enum class Moment : std::uint8_t { End, Start, Arrival };

/// A moment of an action that made something wait.
struct Binding
{
    Place action; ///< nowhere if nothing was waited for
    Moment moment = Moment::End;
};

/// One of the things that a moment of a cell could not come before.
struct Wait
{
    /// Which moment of the cell: its start; its end, where that is not a duration after the start; or when
    /// the transfer that was arranged in it begins. Partner says nothing of time: it is the other of two
    /// that meet.
    enum class Of : std::uint8_t { Start, End, Departure, Partner };

    Of of = Of::Start;
    Binding by;
    Time margin = 0; ///< how much later it could have been; 0 for what decided
};

/// What each cell of a timing waited for, all of it, and in which order the cells were run. Filled by the
/// simulation itself, so its rules are the simulation's. What is in the order of one rank is waited for
/// as "the cell before"; an input that the same rank made before is not noted besides. About 16 bytes for
/// each wait and 8 for each action: 40 bytes an action of 1F1B.
class Bindings
{
public:
    explicit Bindings(const Schedule& schedule);

    // The simulation notes the waits of one cell, then either keeps them or begins another.
    void beginCell() { m_noted.clear(); }
    void consider(Wait::Of of, const Binding& by, Time time)
    {
        if (by.action)
            m_noted.push_back({of, by, time});
    }
    /// What was considered for this moment made it `time`.
    void settle(Wait::Of of, Time time);
    /// The same where the latest of what was considered made it.
    void settleDeparture();
    /// The cell that begins there has run; its rank is free from `free` on.
    void keep(const Place& cell, Time free);
    /// The same of a cell that runs beside its rank.
    void keepBeside(const Place& cell);

    /// Calls `visit(rank)` for each cell but bubbles, the last that ran first, until one says false.
    template <typename Visit>
    bool forEachCellBackwards(Visit&& visit) const
    {
        return std::all_of(m_order.rbegin(), m_order.rend(), visit);
    }
    /// When a rank was done with its last cell.
    [[nodiscard]] Time rankEnd(std::uint32_t rank) const { return m_rankEnd[rank]; }
    /// Calls `visit(wait)` for each wait of the cell that begins at `cell`, in the order of the rules: the
    /// rank's own cell before first.
    template <typename Visit>
    void forEachWait(const Place& cell, Visit&& visit) const
    {
        const std::uint32_t first = m_first[cell.rank][cell.index];
        if (first == kNone)
            return;
        for (std::size_t i = first; i < m_size && (i == first || !at(i).isFirst()); ++i)
            visit(at(i).unpacked());
    }
    /// What decided a moment of a cell: the first of its waits without margin; nowhere if there is none.
    [[nodiscard]] Binding decided(const Place& cell, Wait::Of of) const;

private:
    static constexpr std::uint32_t kRankShift = 5;
    static constexpr std::uint32_t kFirst = 1U << 4U;
    struct Packed
    {
        Time margin;
        std::uint32_t index;
        std::uint32_t
            rankAndMore; ///< from the top: rank (27 bits), first of its cell (1), of (2), moment (2)

        [[nodiscard]] bool isFirst() const { return (rankAndMore & kFirst) != 0; }
        [[nodiscard]] Wait unpacked() const
        {
            return {static_cast<Wait::Of>(rankAndMore >> 2U & 3U),
                    {{rankAndMore >> kRankShift, index}, static_cast<Moment>(rankAndMore & 3U)},
                    margin};
        }
    };
    static_assert(sizeof(Packed) == 16);
    static constexpr std::size_t kChunkBits = 15;
    static constexpr std::size_t kChunk = std::size_t{1} << kChunkBits;
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    [[nodiscard]] const Packed& at(std::size_t i) const
    {
        return m_chunks[i >> kChunkBits][i & (kChunk - 1)];
    }
    void push(const Packed& wait);

    // Chunks, as growing one array would hold it twice.
    std::vector<std::unique_ptr<Packed[]>> m_chunks;
    std::size_t m_size = 0;
    std::vector<std::vector<std::uint32_t>> m_first; ///< by the cell's first action: its first wait
    std::vector<std::uint32_t> m_order;              ///< the ranks of all cells but bubbles, as they ran
    std::vector<Time> m_rankEnd;
    std::vector<Wait> m_noted; ///< of the cell that is being run; margin = the time until settled
};

/// The bindings of an order under costs, by timing it again; fails as simulate() does.
[[nodiscard]] Result<Bindings, TimingFailure> bindingsOf(const Schedule& schedule, const CostModel& costs,
                                                         const CancelToken& cancel = {});

} // namespace bubblescope
