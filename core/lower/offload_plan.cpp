// SPDX-License-Identifier: Apache-2.0
#include "core/lower/offload_plan.h"

#include "core/base/try.h"
#include "core/lower/order_check.h"
#include "core/lower/planned_order.h"
#include "core/lower/returned.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <vector>

namespace bubblescope {

namespace {

/// Times that are no further apart are the same.
constexpr Time kSame = 1e-9;
/// A copy goes before the cell during which it begins; one that begins with its end goes behind it.
constexpr Time kWithEnd = 1e-6;
/// What a store takes of a transfer while no one else uses the link.
constexpr double kAlone = 0.7;
/// What is not away for longer than so many transfers stays.
constexpr double kLeastTransfers = 6;

/// An activation that goes to the host and comes back. Indices are those of the rank's row.
struct Trip
{
    std::size_t forward = 0;
    std::size_t backward = 0;
    Time stored = 0; ///< begin of the store
    Time storing = 0;
    Time loaded = 0; ///< begin of the reload
};

/// The times of an order's actions, and what is moved of each rank.
class OffloadPlan
{
public:
    OffloadPlan(const Schedule& schedule, PlannedOrder planned, Time hop, Time transfer)
        : m_schedule(schedule)
        , m_planned(std::move(planned))
        , m_hop(hop)
        , m_transfer(transfer)
        , m_trips(schedule.rows.size())
    {
        for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
            for (std::size_t i = 0; i < schedule.rows[r].size(); ++i)
                if (const Action& action = schedule.rows[r][i]; isForward(action.kind()))
                    m_forwards[activationKey(action.stage(), action.microbatch())] = {RankId{r}, i};
    }

    Result<Schedule> run(std::optional<std::uint32_t> chunks)
    {
        postpone();
        for (std::size_t r = 0; r < m_trips.size(); ++r)
            choose(r, ChosenStages(m_schedule.rows[r], chunks));
        if (std::all_of(m_trips.begin(), m_trips.end(), [](const auto& trips) { return trips.empty(); }))
            return invalidInput({"lower.nothing-to-offload",
                                 "no rank has an activation that is away for longer than six transfers: "
                                 "give a shorter time or more chunks"});
        for (std::size_t even = 0; even < m_trips.size(); even += 2)
            TRY_VOID(planPair(even));
        return written();
    }

private:
    /// Forwards before a rank's first backward begin as late as nothing waits for them, back to the one that
    /// opens the highest stage. Orders do not change.
    void postpone()
    {
        for (std::size_t r = m_trips.size(); r-- > 0;) {
            const Row& row = m_schedule.rows[r];
            const auto first = static_cast<std::size_t>(
                std::find_if(row.begin(), row.end(),
                             [](const Action& action) { return isInputGradient(action.kind()); }) -
                row.begin());
            if (first == row.size())
                continue;
            const std::uint32_t highest = std::max_element(row.begin(), row.end(), byStage)->stage().value;
            const std::size_t cell = cellBegin(row, first);
            Time limit = startOf(r, cell) - durationOf(r, cell);
            for (std::size_t i = cell; i-- > 0;) {
                const Action& action = row[i];
                if (isForward(action.kind()) && action.stage().value == highest &&
                    action.microbatch().value == 0)
                    break;
                if (isForward(action.kind()))
                    moveTo(r, i, std::min(limit, neededAt(r, action)) - durationOf(r, i));
                limit = startOf(r, i);
            }
        }
    }

    /// Of the cell in which an action is.
    static std::size_t cellBegin(const Row& row, std::size_t index)
    {
        while (index > 0 && !row[index].startsCell())
            --index;
        return index;
    }

    static bool byStage(const Action& a, const Action& b) { return a.stage() < b.stage(); }

    /// When the next stage's forward needs it, the way there taken off.
    [[nodiscard]] Time neededAt(std::size_t rank, const Action& action) const
    {
        const auto next =
            m_forwards.find(activationKey(StageId{action.stage().value + 1}, action.microbatch()));
        if (next == m_forwards.end())
            return std::numeric_limits<Time>::infinity();
        const auto& [other, index] = next->second;
        return startOf(other.value, index) - (other.value == rank ? 0 : m_hop);
    }

    void moveTo(std::size_t rank, std::size_t index, Time start)
    {
        LaneTimes& lane = m_planned.lanes[rank];
        if (start <= lane.start[index] + kSame)
            return;
        lane.end[index] += start - lane.start[index];
        lane.start[index] = start;
    }

    void choose(std::size_t rank, const ChosenStages& chosen)
    {
        const Row& row = m_schedule.rows[rank];
        std::unordered_map<std::uint64_t, std::size_t> backwards;
        for (std::size_t i = 0; i < row.size(); ++i)
            if (isInputGradient(row[i].kind()))
                backwards[activationKey(row[i].stage(), row[i].microbatch())] = i;
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (!isForward(row[i].kind()) || !chosen.has(row[i]))
                continue;
            const auto backward = backwards.find(activationKey(row[i].stage(), row[i].microbatch()));
            if (backward != backwards.end() &&
                dueOf(rank, backward->second) - endOf(rank, i) > kLeastTransfers * m_transfer + kSame)
                m_trips[rank].push_back({i, backward->second});
        }
    }

    /// Until when what a backward needs has to be back: as long before as that one lasts.
    [[nodiscard]] Time dueOf(std::size_t rank, std::size_t backward) const
    {
        return startOf(rank, backward) - durationOf(rank, backward);
    }

    Result<void> planPair(std::size_t even)
    {
        const std::size_t last = std::min(even + 1, m_trips.size() - 1);
        const Time begin = endOf(even, firstForward(even));
        for (std::size_t rank = even; rank <= last; ++rank) {
            if (m_trips[rank].empty()) // the last rank of 1F1B: what it makes it uses at once
                continue;
            const Time grid = begin + (rank == even ? 0 : m_transfer);
            placeStores(rank, grid);
            placeReloads(rank, grid);
            for (const Trip& trip : m_trips[rank])
                if (trip.loaded < trip.stored + trip.storing + kSame)
                    return invalidInput({"lower.no-room-to-reload",
                                         "rank {rank}: the reload for {action} would begin before its store "
                                         "has ended: give a shorter time or fewer chunks"},
                                        rank, actionText(m_schedule.rows[rank][trip.backward].id()));
        }
        if (last > even)
            hurryWarmUp(even);
        return {};
    }

    [[nodiscard]] std::size_t firstForward(std::size_t rank) const
    {
        const Row& row = m_schedule.rows[rank];
        return static_cast<std::size_t>(
            std::find_if(row.begin(), row.end(),
                         [](const Action& action) { return isForward(action.kind()); }) -
            row.begin());
    }

    /// In the order of the forwards, each in the first half of the earliest free period behind its own.
    void placeStores(std::size_t rank, Time grid)
    {
        double free = 0;
        for (Trip& trip : m_trips[rank]) {
            const double behind = std::ceil(periods(endOf(rank, trip.forward) - grid) - kSame);
            const double period = std::max(free, behind);
            trip.stored = grid + 2 * m_transfer * period;
            trip.storing = m_transfer;
            free = period + 1;
        }
    }

    /// From the last backward back, each so that it ends with the latest free period that is in time.
    void placeReloads(std::size_t rank, Time grid)
    {
        std::vector<Trip*> trips;
        for (Trip& trip : m_trips[rank])
            trips.push_back(&trip);
        std::stable_sort(trips.begin(), trips.end(), [&](const Trip* a, const Trip* b) {
            return startOf(rank, a->backward) > startOf(rank, b->backward);
        });
        const std::vector<Time>& ends = m_planned.lanes[rank].end;
        double free = std::ceil(periods(*std::max_element(ends.begin(), ends.end()) - grid) - kSame);
        for (Trip* trip : trips) {
            free = std::min(std::floor(periods(dueOf(rank, trip->backward) - grid) + kSame), free);
            trip->loaded = grid + 2 * m_transfer * free - m_transfer;
            --free;
        }
    }

    [[nodiscard]] double periods(Time length) const { return length / (2 * m_transfer); }

    /// Before the first reload of the pair, stores follow each other as they can, from the even rank's first
    /// on. Where the odd rank had one before that, all of its own stay.
    void hurryWarmUp(std::size_t even)
    {
        Time firstReload = std::numeric_limits<Time>::infinity();
        for (std::size_t rank : {even, even + 1})
            for (const Trip& trip : m_trips[rank])
                firstReload = std::min(firstReload, trip.loaded);
        struct Store
        {
            std::size_t rank;
            Trip* trip;
        };
        std::vector<Store> stores;
        for (std::size_t rank : {even, even + 1})
            for (Trip& trip : m_trips[rank])
                if (trip.stored < firstReload - kSame)
                    stores.push_back({rank, &trip});
        std::sort(stores.begin(), stores.end(),
                  [](const Store& a, const Store& b) { return a.trip->stored < b.trip->stored; });
        std::optional<Time> before;
        bool begun = false;
        bool oddStays = false;
        for (const auto& [rank, trip] : stores) {
            if (rank != even && (!begun || oddStays)) {
                if (!begun)
                    before = trip->stored + trip->storing;
                oddStays = true;
                continue;
            }
            begun = true;
            if (before)
                trip->stored = std::max(endOf(rank, trip->forward), *before);
            trip->storing = kAlone * m_transfer;
            before = trip->stored + trip->storing;
        }
    }

    [[nodiscard]] Schedule written() const
    {
        Schedule result = emptied(m_schedule);
        result.plan = planOf(m_schedule, m_planned);
        for (std::size_t r = 0; r < m_trips.size(); ++r)
            writeRow(r, result.rows[r], result.plan);
        sortPlan(result.plan);
        return result;
    }

    void writeRow(std::size_t rank, Row& out, std::vector<ActionPlan>& plan) const
    {
        const Row& row = m_schedule.rows[rank];
        std::vector<ActionPlan> copies;
        for (const Trip& trip : m_trips[rank]) {
            const Action& forward = row[trip.forward];
            copies.push_back({ofKind(forward, ActionKind::Offload).id(), trip.stored, trip.storing});
            copies.push_back({ofKind(forward, ActionKind::Reload).id(), trip.loaded, m_transfer});
        }
        std::stable_sort(copies.begin(), copies.end(), [](const ActionPlan& a, const ActionPlan& b) {
            return std::pair(a.start, a.action.kind) < std::pair(b.start, b.action.kind);
        });
        out.reserve(row.size() + copies.size());
        auto copy = copies.begin();
        for (std::size_t i = 0; i < row.size(); ++i) {
            for (; row[i].startsCell() && copy != copies.end() && copy->start < endOf(rank, i) - kWithEnd;
                 ++copy)
                out.emplace_back(copy->action.stage, copy->action.kind, copy->action.microbatch);
            out.push_back(row[i]);
        }
        for (; copy != copies.end(); ++copy)
            out.emplace_back(copy->action.stage, copy->action.kind, copy->action.microbatch);
        plan.insert(plan.end(), copies.begin(), copies.end());
    }

    [[nodiscard]] Time startOf(std::size_t rank, std::size_t index) const
    {
        return m_planned.lanes[rank].start[index];
    }
    [[nodiscard]] Time endOf(std::size_t rank, std::size_t index) const
    {
        return m_planned.lanes[rank].end[index];
    }
    [[nodiscard]] Time durationOf(std::size_t rank, std::size_t index) const
    {
        return endOf(rank, index) - startOf(rank, index);
    }

    const Schedule& m_schedule;
    PlannedOrder m_planned;
    Time m_hop;                             ///< of a message between two ranks
    Time m_transfer;                        ///< of a copy one way
    std::vector<std::vector<Trip>> m_trips; ///< by rank, in the order of their forwards
    std::unordered_map<std::uint64_t, ActionPosition> m_forwards;
};

/// As the project rounds it; a shorter one would lose too much.
Time rounded(Time transfer)
{
    return transfer >= 1 ? std::round(100 * transfer) / 100 : transfer;
}

} // namespace

Result<Schedule> addPlannedOffload(const SchedulePtr& given, std::optional<std::uint32_t> chunks,
                                   double transfer, const CostModel& costs, const CancelToken& cancel)
{
    if (auto error = unfitForReturn(*given, "offload"))
        return tl::unexpected(*std::move(error));
    if (auto error = unfitOrder(*given, "offload", BesideCompute::Nothing))
        return tl::unexpected(*std::move(error));
    if (!(transfer > 0))
        return invalidInput({"lower.offload-needs-time",
                             "offload with style=zero-bubble needs the time of a transfer: give time=X, a "
                             "share of F + I + W, or costs with offload"});
    TRY_VOID(costs.check(given->stageCount));
    const auto schedule = std::make_shared<const Schedule>(withoutBubbles(*given));
    TRY(PlannedOrder planned, plannedOrder(schedule, costs, cancel));
    return OffloadPlan(*schedule, std::move(planned), costs.transfer.time(), rounded(transfer)).run(chunks);
}

} // namespace bubblescope
