// SPDX-License-Identifier: Apache-2.0
#include "core/validate/legal_places.h"

#include "core/time/dependencies.h"
#include "core/time/worklist.h"
#include "core/validate/gathered_places.h"
#include "core/validate/order_facts.h"
#include "core/validate/reduction_places.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

namespace bubblescope {

namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFFU;

/// Follows what the cell waits for, and who waits for it, in the order without the cell in its row: there it
/// is a row of its own, `m_own`. Places "in the free order" are of that.
class PlaceFinder
{
public:
    PlaceFinder(const Schedule& schedule, RankId rank, const CellSpan& cell, TransferMode mode)
        : m_facts(schedule)
        , m_dependencies(schedule, m_facts.table(), DependencyRule::Strict, mode)
        , m_rank(rank.value)
        , m_cell(cell)
        , m_own(schedule.rankCount())
    {
        const Row& whole = schedule.rows[m_rank];
        const auto at = [](auto& row, std::size_t i) { return row.begin() + static_cast<std::ptrdiff_t>(i); };
        m_free.rows = schedule.rows;
        m_free.rows.emplace_back(at(whole, cell.begin), at(whole, cell.end));
        Row& row = m_free.rows[m_rank];
        row.erase(at(row, cell.begin), at(row, cell.end));
        m_comesFrom.assign(m_free.rows.size(), kNone);
        m_comesOver.resize(m_free.rows.size());
        m_needed.assign(m_free.rows.size(), 0);
    }

    std::optional<LegalPlaces> find(const CancelToken& cancel)
    {
        if (!followOn(cancel) || !followBack(cancel))
            return std::nullopt;
        const Row& row = freeRow();
        LegalPlaces result;
        result.rank = RankId{m_rank};
        result.cell = m_cell;
        if (const auto home = m_facts.rankFor(cell().front().id()))
            result.home = RankId{*home};
        const ReductionBounds reductions = reductionBounds(row, cell());
        takeEarlier(result, reductions);
        takeLater(result, reductions);
        const std::vector<bool> gathered =
            placesGathered(row, cell(), {m_facts.hasUnshard(), m_facts.has(ActionKind::Reshard)});
        for (std::size_t place = m_first; place <= m_last; ++place)
            if (gathered[place] && (place == row.size() || row[place].startsCell()))
                result.places.push_back(asItStands(place));
        result.first = asItStands(m_first);
        result.last = asItStands(m_last);
        return result;
    }

private:
    [[nodiscard]] const Row& freeRow() const { return m_free.rows[m_rank]; }
    [[nodiscard]] std::span<const Action> cell() const { return m_free.rows[m_own]; }
    [[nodiscard]] std::uint32_t length() const
    {
        return static_cast<std::uint32_t>(m_cell.end - m_cell.begin);
    }
    [[nodiscard]] std::size_t asItStands(std::size_t place) const
    {
        return place > m_cell.begin ? place + length() : place;
    }

    /// From the present order to the free one, and back.
    [[nodiscard]] Place freed(const Place& place) const
    {
        if (place.rank != m_rank || place.index < m_cell.begin)
            return place;
        if (place.index < m_cell.end)
            return {m_own, place.index - static_cast<std::uint32_t>(m_cell.begin)};
        return {m_rank, place.index - length()};
    }
    [[nodiscard]] Place standing(const Place& place) const
    {
        if (place.rank == m_own)
            return {m_rank, place.index + static_cast<std::uint32_t>(m_cell.begin)};
        if (place.rank == m_rank && place.index >= m_cell.begin)
            return {m_rank, place.index + length()};
        return place;
    }

    /// Calls `visit(producer, reachedOnly)`, free places, for all that validate() holds an action to wait
    /// for: on its own rank what is there, on others what is not brought by a message.
    template <typename Visit>
    void forEachNeed(const Place& consumer, Visit&& visit) const
    {
        const Place at = standing(consumer);
        const Action& action = m_facts.at(at);
        for (const Input& input : m_dependencies.inputsOf(action, at.rank)) {
            if (!input.producer)
                continue;
            if (input.reachedOnly || input.producer.rank == at.rank ||
                (isCompute(action.kind()) && !m_facts.isCarried(input.producer)))
                visit(freed(input.producer), input.reachedOnly);
        }
        // What is received for a compute action on its rank, and sent to a receive from anywhere.
        const auto bringer = m_facts.hasCommunication() ? bringerOf(action) : std::nullopt;
        const Place found = bringer ? m_facts.find(*bringer) : Place();
        if (found && (!isCompute(action.kind()) || found.rank == at.rank))
            visit(freed(found), false);
    }

    /// A need of a part of one cell for another of the same is wrong wherever the cell is.
    [[nodiscard]] bool isInCell(const Place& place, std::uint32_t rank, std::size_t begin,
                                std::size_t end) const
    {
        return place.rank == rank && place.index >= begin && place.index < end;
    }

    /// Marks in each row where what comes of the cell begins, by running the free order. False if cancelled.
    bool followOn(const CancelToken& cancel)
    {
        Worklist worklist(m_free);
        const auto attempt = [&](std::uint32_t rank, std::uint32_t begin,
                                 std::uint32_t end) -> std::optional<Blockage> {
            std::optional<Blockage> lack;
            forEachNeedOfCell(rank, begin, end, [&](std::uint32_t i, const Place& producer, bool reached) {
                if (!lack && !isReady(worklist, producer, reached))
                    lack = Blockage{i, inputOf(producer, reached)};
            });
            if (!lack)
                mark(worklist, rank, begin, end);
            return lack;
        };
        while (worklist.run(attempt, cancel)) {
            const std::optional<std::uint32_t> rank = inCycle(worklist);
            if (!rank)
                return true;
            letGo(worklist, *rank);
        }
        return false;
    }

    /// At a standstill: a rank of those that wait for each other; nothing if all are done. Who waits behind
    /// them has nothing to do with it.
    [[nodiscard]] std::optional<std::uint32_t> inCycle(const Worklist& worklist) const
    {
        std::uint32_t rank = 0;
        while (rank < m_free.rows.size() && worklist.isDone(rank))
            ++rank;
        if (rank == m_free.rows.size())
            return std::nullopt;
        std::vector<bool> isSeen(m_free.rows.size(), false);
        for (; !isSeen[rank]; rank = worklist.blockage(rank).input.producer.rank)
            isSeen[rank] = true;
        return rank;
    }

    template <typename Visit>
    void forEachNeedOfCell(std::uint32_t rank, std::size_t begin, std::size_t end, Visit&& visit) const
    {
        for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i)
            forEachNeed({rank, i}, [&](const Place& producer, bool reached) {
                if (!isInCell(producer, rank, begin, end))
                    visit(i, producer, reached);
            });
    }

    static Input inputOf(const Place& producer, bool reached)
    {
        Input input;
        input.producer = producer;
        input.reachedOnly = reached;
        return input;
    }
    static bool isReady(const Worklist& worklist, const Place& producer, bool reached)
    {
        return worklist.isReady(inputOf(producer, reached));
    }

    void mark(const Worklist& worklist, std::uint32_t rank, std::uint32_t begin, std::uint32_t end)
    {
        if (rank == m_own || m_comesFrom[rank] != kNone)
            return;
        bool isDirect = false; // what waits for the cell itself says more than a way around
        forEachNeedOfCell(rank, begin, end, [&](std::uint32_t i, const Place& producer, bool reached) {
            if (isDirect || !isReady(worklist, producer, reached) || !comesOfCell(producer, reached))
                return;
            isDirect = producer.rank == m_own;
            m_comesOver[rank] = isDirect ? Place{rank, i} : m_comesOver[producer.rank];
            m_comesFrom[rank] = begin;
        });
    }
    /// The cell has to be done, or come to, before the producer is done, or come to.
    [[nodiscard]] bool comesOfCell(const Place& producer, bool reached) const
    {
        if (producer.rank == m_own)
            return true;
        const std::uint32_t from = m_comesFrom[producer.rank];
        return from != kNone && (reached ? producer.index > from : producer.index >= from);
    }

    /// At a standstill: what the rank's next cell waits for has no say any more.
    void letGo(Worklist& worklist, std::uint32_t rank)
    {
        const std::uint32_t begin = worklist.cursor(rank);
        const auto end = static_cast<std::uint32_t>(cellEnd(m_free.rows[rank], begin));
        mark(worklist, rank, begin, end);
        forEachNeedOfCell(rank, begin, end, [&](std::uint32_t i, const Place& producer, bool reached) {
            if (!isReady(worklist, producer, reached))
                m_letGo.insert(key({rank, i}));
        });
        worklist.skipCell(rank);
    }
    static std::uint64_t key(const Place& place) { return std::uint64_t{place.rank} << 32U | place.index; }

    /// Finds the last of the row that leads to the cell: of each row all before what is needed of it is
    /// needed, too. False if cancelled.
    bool followBack(const CancelToken& cancel)
    {
        for (std::uint32_t i = 0; i < length(); ++i)
            needAllOf({m_own, i}, {});
        while (!m_stretches.empty()) {
            const Stretch next = m_stretches.back();
            m_stretches.pop_back();
            if (cancel.isCancelled())
                return false;
            for (std::uint32_t i = next.from; i < next.to; ++i)
                needAllOf({next.rank, i}, next.over);
        }
        return true;
    }
    void needAllOf(const Place& consumer, const Place& over)
    {
        if (!m_letGo.empty() && m_letGo.contains(key(consumer)))
            return;
        forEachNeed(consumer, [&](const Place& producer, bool reached) {
            if (producer.rank == m_own)
                return;
            const Place through = over ? over : producer;
            const CellSpan cell = cellSpan(m_free.rows[producer.rank], producer.index);
            if (producer.rank == m_rank) {
                if (cell.end > m_first) {
                    m_first = cell.end;
                    m_firstOver = through;
                }
                return;
            }
            const auto to = static_cast<std::uint32_t>(reached ? cell.begin : cell.end);
            std::uint32_t& needed = m_needed[producer.rank];
            if (to <= needed)
                return;
            m_stretches.push_back({producer.rank, needed, to, through});
            needed = to;
        });
    }

    void takeEarlier(LegalPlaces& result, const ReductionBounds& reductions)
    {
        Place over = m_firstOver;
        if (reductions.first > m_first) {
            m_first = reductions.first;
            over = {m_rank, static_cast<std::uint32_t>(m_first - 1)};
        }
        if (m_first > 0)
            result.earlier =
                PlaceLimit{standing({m_rank, static_cast<std::uint32_t>(m_first - 1)}).position(),
                           standing(over).position()};
    }
    void takeLater(LegalPlaces& result, const ReductionBounds& reductions)
    {
        m_last = freeRow().size();
        Place over;
        if (m_comesFrom[m_rank] != kNone) {
            m_last = m_comesFrom[m_rank];
            over = m_comesOver[m_rank];
        }
        if (reductions.last < m_last) {
            m_last = reductions.last;
            over = {m_rank, static_cast<std::uint32_t>(m_last)};
        }
        if (m_last < freeRow().size())
            result.later = PlaceLimit{standing({m_rank, static_cast<std::uint32_t>(m_last)}).position(),
                                      standing(over).position()};
    }

    /// Cells of a row that have to be done before the cell is, as far as not looked at.
    struct Stretch
    {
        std::uint32_t rank;
        std::uint32_t from;
        std::uint32_t to;
        Place over; ///< what of the cell's own needs led here
    };

    OrderFacts m_facts;
    Dependencies m_dependencies;
    std::uint32_t m_rank;
    CellSpan m_cell;
    std::uint32_t m_own; ///< the cell's row in the free order
    Schedule m_free;
    std::vector<std::uint32_t> m_comesFrom; ///< by row: where what comes of the cell begins
    std::vector<Place> m_comesOver;         ///< by row: who of those that wait for the cell led there
    std::vector<std::uint32_t> m_needed;    ///< by row: so many actions have to be done before the cell
    std::vector<Stretch> m_stretches;
    std::unordered_set<std::uint64_t> m_letGo; ///< actions whose waits have no say
    std::size_t m_first = 0, m_last = 0;       ///< places in the free row
    Place m_firstOver;
};

} // namespace

bool LegalPlaces::contains(std::size_t index) const
{
    return std::binary_search(places.begin(), places.end(), index == cell.end ? cell.begin : index);
}

std::optional<LegalPlaces> legalPlaces(const Schedule& schedule, const ActionPosition& action,
                                       const CancelToken& cancel, TransferMode mode)
{
    const CellSpan cell = cellSpan(schedule.rows[action.rank.value], action.index);
    return PlaceFinder(schedule, action.rank, cell, mode).find(cancel);
}

} // namespace bubblescope
