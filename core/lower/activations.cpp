// SPDX-License-Identifier: Apache-2.0
#include "core/lower/activations.h"

#include "core/lower/order_check.h"
#include "core/lower/returned.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace bubblescope {

namespace {

constexpr std::size_t kCellsBetweenLooks = std::size_t{1} << 16U;

/// Writes each row anew; `write(row, chosen, out)` one of them.
template <typename Write>
Result<Schedule> rewritten(const Schedule& schedule, std::optional<std::uint32_t> chunks,
                           const CancelToken& cancel, const Write& write)
{
    Schedule result = emptied(schedule);
    for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
        if (cancel.isCancelled())
            return tl::unexpected(cancelledLowering());
        const Row& row = schedule.rows[r];
        result.rows[r].reserve(row.size());
        write(row, ChosenStages(row, chunks), result.rows[r]);
    }
    return result;
}

/// The cells of a row, without its bubbles and what is no compute action.
std::vector<std::size_t> computeCells(const Row& row)
{
    std::vector<std::size_t> cells;
    for (std::size_t i = 0; i < row.size(); i = cellEnd(row, i))
        if (isCompute(row[i].kind()))
            cells.push_back(i);
    return cells;
}

/// What goes before and behind the cells of a row.
struct Copies
{
    std::vector<std::vector<Action>> before, behind; ///< by compute cell

    explicit Copies(std::size_t cells) : before(cells), behind(cells) {}
};

Copies copiesOf(const Row& row, const std::vector<std::size_t>& cells, const ChosenStages& chosen)
{
    const auto parts = [&](std::size_t cell) {
        return std::span(row).subspan(cells[cell], cellEnd(row, cells[cell]) - cells[cell]);
    };
    const auto isStored = [&](const Action& part) { return isForward(part.kind()) && chosen.has(part); };
    Copies copies(cells.size());
    std::unordered_map<std::uint64_t, std::size_t> stores; // behind which cell, by stage and microbatch
    for (std::size_t c = 0; c < cells.size(); ++c)
        for (const Action& part : parts(c)) {
            const std::uint64_t key = activationKey(part.stage(), part.microbatch());
            if (isStored(part))
                stores[key] = c + 1;
            const auto store = stores.find(key);
            if (!isInputGradient(part.kind()) || store == stores.end())
                continue;
            const bool isDirect = c == 0 || std::any_of(parts(c - 1).begin(), parts(c - 1).end(), isStored);
            const std::size_t load = isDirect ? c : c - 1;
            // What comes back at once stays.
            if (load <= store->second)
                continue;
            copies.behind[store->second].push_back(ofKind(part, ActionKind::Offload));
            copies.before[load].push_back(ofKind(part, ActionKind::Reload));
        }
    return copies;
}

} // namespace

Result<Schedule> addRecomputation(const Schedule& schedule, std::optional<std::uint32_t> chunks,
                                  const CancelToken& cancel)
{
    if (auto error = unfitForReturn(schedule, "recompute"))
        return tl::unexpected(*std::move(error));
    return rewritten(schedule, chunks, cancel, [](const Row& row, const ChosenStages& chosen, Row& out) {
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            for (std::size_t k = i; k < end; ++k)
                if (isInputGradient(row[k].kind()) && chosen.has(row[k]))
                    out.push_back(ofKind(row[k], ActionKind::Recompute));
            out.insert(out.end(), row.begin() + static_cast<std::ptrdiff_t>(i),
                       row.begin() + static_cast<std::ptrdiff_t>(end));
            i = end;
        }
    });
}

Result<Schedule> addOffload(const Schedule& schedule, std::optional<std::uint32_t> chunks,
                            const CancelToken& cancel)
{
    if (auto error = unfitForReturn(schedule, "offload"))
        return tl::unexpected(*std::move(error));
    return rewritten(schedule, chunks, cancel, [](const Row& row, const ChosenStages& chosen, Row& out) {
        const std::vector<std::size_t> cells = computeCells(row);
        const Copies copies = copiesOf(row, cells, chosen);
        std::size_t cell = 0;
        for (std::size_t i = 0; i < row.size();) {
            const std::size_t end = cellEnd(row, i);
            const bool isCell = cell < cells.size() && cells[cell] == i;
            if (isCell)
                out.insert(out.end(), copies.before[cell].begin(), copies.before[cell].end());
            out.insert(out.end(), row.begin() + static_cast<std::ptrdiff_t>(i),
                       row.begin() + static_cast<std::ptrdiff_t>(end));
            if (isCell)
                out.insert(out.end(), copies.behind[cell].begin(), copies.behind[cell].end());
            cell += isCell ? 1 : 0;
            i = end;
        }
    });
}

} // namespace bubblescope
