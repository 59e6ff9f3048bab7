// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/critical_path.h"
#include "core/analyze/pending_times.h"
#include "core/analyze/plain_waits.h"

#include "core/time/fsdp_streams.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>

namespace bubblescope {

namespace {

constexpr Time kUnbounded = std::numeric_limits<Time>::infinity();

/// The waits of one cell, again and again in the same memory, which is written as it is read: field by field.
/// What is copied as a whole right after it was made waits until it has reached the cache.
class CellWaits
{
public:
    void clear() { m_size = 0; }
    [[gnu::always_inline]] void add(const Wait& wait)
    {
        if (m_size == m_waits.size())
            m_waits.resize(2 * m_size);
        Wait& kept = m_waits[m_size++];
        kept.of = wait.of;
        kept.by.action.rank = wait.by.action.rank;
        kept.by.action.index = wait.by.action.index;
        kept.by.moment = wait.by.moment;
        kept.margin = wait.margin;
    }
    [[nodiscard]] std::span<const Wait> all() const { return {m_waits.data(), m_size}; }

private:
    std::vector<Wait> m_waits = std::vector<Wait>(8);
    std::size_t m_size = 0;
};

/// What one thread has in hand, and what it tells ranks that another looks after.
struct alignas(64) PassPart
{
    struct Told
    {
        Binding by;
        Time later = 0;
    };
    std::size_t cells = 0;
    CellWaits cell; ///< of the message in hand
    Place partner;  ///< whose slack is that of the cell in hand
    std::vector<Told> told;
};

/// Takes the cells in the reverse of the order in which they ran. When it comes to one, all that waited for
/// it has said how much later it may come: its own float, and the margin that it had there.
template <typename Waits>
class BackwardPass
{
public:
    BackwardPass(const Timeline& timeline, const Waits& waits, const CostModel& costs)
        : m_timeline(timeline)
        , m_schedule(*timeline.schedule)
        , m_waits(waits)
        , m_costs(costs)
        , m_slack(timeline.lanes.size())
        , m_cursor(timeline.lanes.size())
        , m_laneSeen(timeline.lanes.size(), 0)
        , m_latest(latestEnds(timeline))
        , m_starts(timeline.lanes.size())
        , m_arrivals(timeline.lanes.size())
    {
        for (std::size_t r = 0; r < m_slack.size(); ++r) {
            m_slack[r].resize(m_schedule.rows[r].size(), kUnbounded);
            m_cursor[r] = static_cast<std::uint32_t>(m_schedule.rows[r].size());
        }
    }

    /// Nothing if the waits are of other rules than the times; not complete if cancelled.
    /// The calling thread leads the team.
    std::optional<std::vector<std::vector<Time>>> run(RoundTeam& team, const CancelToken& cancel)
    {
        m_parts.resize(team.most());
        const bool isDone = passAll(team, cancel);
        if (!isDone && !cancel.isCancelled())
            return std::nullopt;
        for (std::uint32_t r = 0; r < m_slack.size(); ++r)
            skipBubbles(r);
        return std::move(m_slack);
    }

private:
    static constexpr bool kIsTold = std::is_same_v<Waits, PlainWaits>;

    bool passAll(RoundTeam& team, const CancelToken& cancel)
    {
        constexpr std::size_t kCellsPerLook = std::size_t{1} << 16U;
        const auto visit = [&](std::uint32_t rank, const RankPart& ranks) {
            PassPart& part = m_parts[ranks.number];
            return (++part.cells % kCellsPerLook != 0 || !cancel.isCancelled()) && pass(rank, ranks, part);
        };
        if constexpr (kIsTold) {
            const auto soon = [&](const Place& action) {
                __builtin_prefetch(m_slack[action.rank].data() + action.index, 1);
            };
            return m_waits.forEachCellBackwards(team, visit, soon, [this] { settle(); });
        } else {
            const RankPart all{0, 0, static_cast<std::uint32_t>(m_slack.size())};
            return m_waits.forEachCellBackwards([&](std::uint32_t rank) { return visit(rank, all); });
        }
    }

    /// Hands over what parts told each other's ranks.
    void settle()
    {
        for (PassPart& part : m_parts) {
            for (const PassPart::Told& told : part.told)
                lower(told.by, told.later);
            part.told.clear();
        }
    }

    void skipBubbles(std::uint32_t rank)
    {
        std::uint32_t& cursor = m_cursor[rank];
        while (cursor > 0 && !m_schedule.rows[rank][cursor - 1].hasTimeOfItsOwn())
            m_slack[rank][--cursor] = 0;
    }

    /// The cell before the cursor of a rank. False if what it waited for does not tell its time.
    bool pass(std::uint32_t rank, const RankPart& ranks, PassPart& part)
    {
        skipBubbles(rank);
        const Row& row = m_schedule.rows[rank];
        const std::uint32_t end = m_cursor[rank];
        std::uint32_t begin = end - 1;
        while (begin > 0 && !row[begin].startsCell())
            --begin;
        m_cursor[rank] = begin;
        const Place at{rank, begin};
        Time ownEnd = floatOfEnds(at, end);
        const auto tell = [&](const Binding& by, Time later) {
            if (by.action && !ranks.has(by.action.rank))
                part.told.push_back({by, later});
            else
                lower(by, later);
        };
        if (!(hasMoments(row[begin].kind()) ? communicate(at, ownEnd, part, tell)
                                            : passWhole(at, ownEnd, tell)))
            return false;
        std::fill(m_slack[rank].begin() + begin, m_slack[rank].begin() + end, ownEnd);
        if (part.partner)
            m_slack[part.partner.rank][part.partner.index] = ownEnd;
        part.partner = {};
        return true;
    }

    /// Its start, its end and its message may wait for different things. Where times tell all, a RECV takes
    /// none.
    static bool hasMoments(ActionKind kind) { return isCommunication(kind) && !(kIsTold && isReceive(kind)); }

    /// What is late by one time, and what it waited for.
    template <typename Tell>
    bool passWhole(const Place& at, Time ownEnd, Tell&& tell)
    {
        const LaneTimes& lane = m_timeline.lanes[at.rank];
        Time least = lane.start[at.index];
        m_waits.forEachWait(at, [&](const Wait& wait) {
            least = std::min(least, wait.margin);
            tell(wait.by, ownEnd + wait.margin);
        });
        return isTold(least) && (!kIsTold || !isCommunication(m_schedule.at(at.position()).kind()) ||
                                 lane.end[at.index] == lane.start[at.index]);
    }

    /// What is read off the times is checked: something must have decided a moment, and nothing came later.
    static bool isTold(Time leastMargin) { return !kIsTold || leastMargin == 0; }

    /// What came after the cell's ends, and the makespan, allow.
    Time floatOfEnds(const Place& at, std::uint32_t end)
    {
        const Row& row = m_schedule.rows[at.rank];
        Time least = kUnbounded;
        for (std::uint32_t i = at.index; i < end; ++i)
            least =
                std::min({least, m_slack[at.rank][i], m_latest[at.rank] - m_timeline.lanes[at.rank].end[i]});
        if (!runsBeside(row[at.index].kind(), m_costs.overlapsFsdp) && m_laneSeen[at.rank] == 0) {
            // Of a block whose parts end before it, only the rank's clock knows.
            m_laneSeen[at.rank] = 1;
            least = std::min(least, m_latest[at.rank] - m_timeline.head - m_waits.rankEnd(at.rank));
        }
        return std::max(0.0, least);
    }

    /// Its start, its end and its message may be late by different times. Leaves in `slack` the action's own.
    /// False if what it waited for does not tell its times.
    template <typename Tell>
    bool communicate(const Place& at, Time& slack, PassPart& part, Tell&& tell)
    {
        CellWaits& cell = part.cell;
        cell.clear();
        m_waits.forEachWait(at, [&](const Wait& wait) { cell.add(wait); });
        const LaneTimes& lane = m_timeline.lanes[at.rank];
        const bool sends = isSend(m_schedule.at(at.position()).kind());
        const Time ownEnd = slack;
        const Time lasts = lane.end[at.index] - lane.start[at.index];
        Time ownStart = std::min(ownEnd + lasts, m_starts[at.rank].take(at.index));
        Time leastAtStart = lane.start[at.index];
        Time leastAtEnd = lasts;
        Place owner = at;
        bool departs = false;
        bool meets = false;
        for (const Wait& wait : cell.all()) {
            if (wait.of == Wait::Of::Start)
                leastAtStart = std::min(leastAtStart, wait.margin);
            if (wait.of == Wait::Of::End) {
                leastAtEnd = std::min(leastAtEnd, wait.margin);
                tell(wait.by, ownEnd + wait.margin);
                if (wait.by.moment == Moment::Arrival)
                    owner = wait.by.action;
            }
            departs = departs || wait.of == Wait::Of::Departure;
            meets = meets || wait.of == Wait::Of::Partner;
        }
        const bool posts = sends && m_costs.transfer.mode == TransferMode::Async;
        const Time message = departs || posts ? m_arrivals[owner.rank].take(owner.index) : kUnbounded;
        if (posts && !departs)
            ownStart = std::min(ownStart, message);
        if (departs)
            ownStart = std::min(ownStart, depart(at, message, part, tell));
        for (const Wait& wait : cell.all())
            if (wait.of == Wait::Of::Start)
                tell(wait.by, ownStart + wait.margin);
        if (sends && !meets)
            slack = std::min(ownStart, message);
        else if (departs)
            slack = std::min(ownEnd, message);
        return isTold(leastAtStart) && isTold(leastAtEnd);
    }

    /// The transfer that was arranged in the cell. Gives how much later it lets the cell start.
    template <typename Tell>
    Time depart(const Place& at, Time message, PassPart& part, Tell&& tell)
    {
        Time ownStart = kUnbounded;
        for (const Wait& wait : part.cell.all()) {
            // The one of two that meet that ran first knows both ends, and its turn is last.
            if (wait.of == Wait::Of::Partner)
                part.partner = wait.by.action;
            if (wait.of != Wait::Of::Departure)
                continue;
            if (wait.by.moment == Moment::Start && wait.by.action == at)
                ownStart = message + wait.margin;
            else
                tell(wait.by, message + wait.margin);
        }
        return ownStart;
    }

    /// What `by` may be late by is at most that.
    void lower(const Binding& by, Time later)
    {
        if (!by.action)
            return;
        if (by.moment == Moment::Start)
            m_starts[by.action.rank].lower(by.action.index, later);
        else if (by.moment == Moment::Arrival && isCommunication(m_schedule.at(by.action.position()).kind()))
            m_arrivals[by.action.rank].lower(by.action.index, later);
        else {
            Time& least = m_slack[by.action.rank][by.action.index];
            least = std::min(least, later);
        }
    }

    const Timeline& m_timeline;
    const Schedule& m_schedule;
    const Waits& m_waits;
    const CostModel& m_costs;
    std::vector<std::vector<Time>> m_slack;
    std::vector<std::uint32_t> m_cursor; ///< by rank: one past what is still to do
    std::vector<char> m_laneSeen;        ///< by rank: 1 = its last cell that holds it up has been
    std::vector<Time> m_latest;          ///< by rank: until when its last action may end
    std::vector<PendingTimes> m_starts;  ///< by rank
    std::vector<PendingTimes> m_arrivals;
    std::vector<PassPart> m_parts; ///< of those who work at the same time
};

} // namespace

std::vector<std::vector<Time>> slackOf(const Timeline& timeline, const Bindings& bindings,
                                       const CostModel& costs, const CancelToken& cancel)
{
    RoundTeam alone(1);
    return BackwardPass(timeline, bindings, costs).run(alone, cancel).value();
}

std::optional<std::vector<std::vector<Time>>> slackOf(const Timeline& timeline, const PlainWaits& waits,
                                                      const CostModel& costs, const CancelToken& cancel)
{
    RoundTeam alone(1);
    return slackOf(timeline, waits, costs, alone, cancel);
}

std::optional<std::vector<std::vector<Time>>> slackOf(const Timeline& timeline, const PlainWaits& waits,
                                                      const CostModel& costs, RoundTeam& team,
                                                      const CancelToken& cancel)
{
    return BackwardPass(timeline, waits, costs).run(team, cancel);
}

} // namespace bubblescope
