// SPDX-License-Identifier: Apache-2.0
#include "core/validate/gathered_places.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace bubblescope {

namespace {

enum class Last : std::uint8_t { Compute, Unshard, Reshard };

/// Of one stage on one rank, between two of its actions.
struct State
{
    Parameters parameters = Parameters::NeverUnsharded;
    Last last = Last::Compute; ///< gathered or dropped with nothing since
    bool isOpen = false;       ///< gathered and not dropped

    static constexpr std::size_t kCount = 24;
    [[nodiscard]] std::size_t number() const
    {
        return (static_cast<std::size_t>(parameters) * 3 + static_cast<std::size_t>(last)) * 2 +
               (isOpen ? 1 : 0);
    }
    static State of(std::size_t number)
    {
        return {static_cast<Parameters>(number / 6), static_cast<Last>(number / 2 % 3), number % 2 != 0};
    }
};

bool isOfMachine(ActionKind kind)
{
    return isCompute(kind) || kind == ActionKind::Unshard || kind == ActionKind::Reshard;
}

/// Goes on by one action; returns its faults.
std::size_t step(State& state, ActionKind kind, const GatherRules& rules)
{
    const auto repeats = [&](Last now) { return std::exchange(state.last, now) == now ? 1U : 0U; };
    std::size_t faults = lacksUnshard(state.parameters, kind) ? 1 : 0;
    if (kind == ActionKind::Unshard) {
        faults += repeats(Last::Unshard) + (rules.reshards && state.isOpen ? 1 : 0);
        state.isOpen = true;
    } else if (kind == ActionKind::Reshard) {
        faults += repeats(Last::Reshard);
        state.isOpen = false;
    } else {
        state.last = Last::Compute;
    }
    return faults;
}

using FaultsByState = std::array<std::size_t, State::kCount>;

/// Faults of one stage's machine with the cell before each of its actions, and behind the last.
std::vector<std::size_t> faultsByGap(const std::vector<ActionKind>& run, const std::vector<ActionKind>& cell,
                                     const GatherRules& rules)
{
    std::vector<FaultsByState> behind(run.size() + 1);
    for (std::size_t number = 0; number < State::kCount; ++number)
        behind.back()[number] = rules.reshards && State::of(number).isOpen ? 1 : 0;
    for (std::size_t i = run.size(); i-- > 0;)
        for (std::size_t number = 0; number < State::kCount; ++number) {
            State state = State::of(number);
            const std::size_t faults = step(state, run[i], rules);
            behind[i][number] = faults + behind[i + 1][state.number()];
        }
    std::vector<std::size_t> faults(run.size() + 1);
    State before;
    std::size_t made = 0;
    for (std::size_t gap = 0; gap <= run.size(); ++gap) {
        State state = before;
        faults[gap] = made;
        for (const ActionKind kind : cell)
            faults[gap] += step(state, kind, rules);
        faults[gap] += behind[gap][state.number()];
        if (gap < run.size())
            made += step(before, run[gap], rules);
    }
    return faults;
}

void dropPlacesOf(StageId stage, const Row& row, std::span<const Action> cell, const GatherRules& rules,
                  std::vector<bool>& good)
{
    std::vector<ActionKind> run;
    std::vector<std::size_t> gapOf(row.size() + 1); // by place
    for (std::size_t i = 0; i < row.size(); ++i) {
        gapOf[i] = run.size();
        if (row[i].stage() == stage && isOfMachine(row[i].kind()))
            run.push_back(row[i].kind());
    }
    gapOf[row.size()] = run.size();
    std::vector<ActionKind> parts;
    for (const Action& action : cell)
        if (action.stage() == stage)
            parts.push_back(action.kind());
    const std::vector<std::size_t> faults = faultsByGap(run, parts, rules);
    const std::size_t least = *std::min_element(faults.begin(), faults.end());
    for (std::size_t place = 0; place <= row.size(); ++place)
        good[place] = good[place] && faults[gapOf[place]] == least;
}

} // namespace

bool lacksUnshard(Parameters& state, ActionKind kind)
{
    const bool isNew = state == Parameters::NeverUnsharded;
    if (kind == ActionKind::Unshard) {
        state = Parameters::Unsharded;
        return false;
    }
    if (kind == ActionKind::Reshard) {
        state = Parameters::Sharded;
        return isNew;
    }
    const bool lacks = isNew || state == Parameters::Sharded;
    state = lacks ? Parameters::Reported : state;
    return lacks;
}

std::vector<bool> placesGathered(const Row& row, std::span<const Action> cell, const GatherRules& rules)
{
    std::vector<bool> good(row.size() + 1, true);
    if (!rules.gathers)
        return good;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const auto isSame = [&](const Action& other) { return other.stage() == cell[i].stage(); };
        const bool isFirst =
            std::none_of(cell.begin(), cell.begin() + static_cast<std::ptrdiff_t>(i), isSame);
        if (isFirst && isOfMachine(cell[i].kind()))
            dropPlacesOf(cell[i].stage(), row, cell, rules, good);
    }
    return good;
}

} // namespace bubblescope
