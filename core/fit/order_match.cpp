// SPDX-License-Identifier: Apache-2.0
#include "core/fit/order_match.h"

#include "core/fit/measured_cells.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace bubblescope {

std::string OrderDifference::text() const
{
    return fmt::format("rank {}, action {}: expected {}, trace {}", rank.value, index,
                       expected ? actionText(*expected) : "nothing more",
                       found ? "has " + actionText(*found) : "ends");
}

namespace fit {

namespace {

/// Where each action of `row` is, by its key; of one that occurs often, one place after the other.
std::unordered_map<std::uint64_t, std::vector<std::size_t>> placesOf(const std::vector<ActionId>& row)
{
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> places;
    places.reserve(row.size());
    for (std::size_t i = 0; i < row.size(); ++i)
        places[keyOf(row[i])].push_back(i);
    return places;
}

} // namespace

std::vector<ComputeRow> computeRowsOf(const MeasuredRun& run)
{
    std::vector<ComputeRow> rows;
    rows.reserve(run.ranks.size());
    for (const MeasuredRank& rank : run.ranks) {
        if (rank.actions.empty())
            continue;
        ComputeRow row{RankId{rank.rank}, {}, 0};
        for (const MeasuredAction& measured : rank.actions)
            if (isCompute(measured.action.kind())) {
                row.actions.push_back(measured.action.id());
                row.overlapped += measured.action.isOverlapped() ? 1 : 0;
            }
        rows.push_back(std::move(row));
    }
    return rows;
}

ComputeRow computeRowOf(const Schedule& schedule, RankId rank)
{
    ComputeRow row{rank, {}, 0};
    if (rank.value >= schedule.rows.size())
        return row;
    for (const Action& action : schedule.rows[rank.value])
        if (isCompute(action.kind())) {
            row.actions.push_back(action.id());
            row.overlapped += action.isOverlapped() ? 1 : 0;
        }
    return row;
}

ComputeRow merged(const ComputeRow& row)
{
    ComputeRow result{row.rank, {}, row.overlapped};
    for (const ActionId& id : row.actions) {
        const ActionId input{id.stage, ActionKind::BackwardInput, id.microbatch};
        if (id.kind == ActionKind::BackwardWeight && !result.actions.empty() &&
            result.actions.back() == input)
            result.actions.back().kind = ActionKind::Backward;
        else
            result.actions.push_back(id);
    }
    return result;
}

std::size_t commonLength(const std::vector<ActionId>& a, const std::vector<ActionId>& b)
{
    const auto places = placesOf(b);
    std::unordered_map<std::uint64_t, std::size_t> seen;
    // Places in `b` in the order of `a`: their longest rising subsequence is common to both.
    std::vector<std::size_t> ends;
    for (const ActionId& id : a) {
        const auto found = places.find(keyOf(id));
        if (found == places.end())
            continue;
        const std::size_t occurrence = seen[keyOf(id)]++;
        if (occurrence >= found->second.size())
            continue;
        const std::size_t place = found->second[occurrence];
        const auto end = std::lower_bound(ends.begin(), ends.end(), place);
        if (end == ends.end())
            ends.push_back(place);
        else
            *end = place;
    }
    return ends.size();
}

std::optional<OrderDifference> firstDifference(const ComputeRow& expected, const ComputeRow& found)
{
    const auto [e, f] = std::mismatch(expected.actions.begin(), expected.actions.end(), found.actions.begin(),
                                      found.actions.end());
    if (e == expected.actions.end() && f == found.actions.end())
        return std::nullopt;
    OrderDifference difference;
    difference.rank = found.rank;
    difference.index = static_cast<std::size_t>(e - expected.actions.begin());
    if (e != expected.actions.end())
        difference.expected = *e;
    if (f != found.actions.end())
        difference.found = *f;
    return difference;
}

} // namespace fit

} // namespace bubblescope
