// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/metrics.h"

#include <algorithm>
#include <cmath>

namespace bubblescope {

namespace {

bool isUniform(const std::optional<StageValues>& values)
{
    return !values || std::adjacent_find(values->values.begin(), values->values.end(),
                                         std::not_equal_to<>()) == values->values.end();
}

bool hasUniformCosts(const CostModel& costs)
{
    return isUniform(costs.forward) && isUniform(costs.backwardInput) && isUniform(costs.backwardWeight) &&
           isUniform(costs.backward) && costs.rankFactor.empty() && costs.transfer.time() == 0;
}

/// How the rows are made up: single cells of compute only, and how many of each kind in all.
struct Composition
{
    bool plain = true;
    std::size_t forwards = 0;
    std::size_t full = 0;
    std::size_t inputs = 0;
    std::size_t weights = 0;
};

Composition compositionOf(const Schedule& schedule)
{
    Composition result;
    for (const Row& row : schedule.rows)
        for (const Action& action : row) {
            result.plain = result.plain && !action.isOverlapped() && !isCommunication(action.kind()) &&
                           !isFsdp(action.kind());
            result.forwards += action.kind() == ActionKind::Forward;
            result.full += action.kind() == ActionKind::Backward;
            result.inputs += action.kind() == ActionKind::BackwardInput;
            result.weights += action.kind() == ActionKind::BackwardWeight;
        }
    return result;
}

struct Shape
{
    double ranks;
    double microbatches;
    double chunks;
    double forward;
    double full;
    double input;
    double weight;
    bool evenRounds; ///< microbatches are a multiple of ranks
};

std::optional<ClosedForm> ofFullBackward(const std::string& name, const Shape& x)
{
    const double pair = x.forward + x.full;
    if ((name == "1f1b" || name == "gpipe") && x.chunks == 1)
        return ClosedForm{"(m + p - 1)(F + B)", (x.microbatches + x.ranks - 1) * pair};
    if (name == "interleaved-1f1b" && x.evenRounds)
        return ClosedForm{"(m v + p - 1)(F + B)", (x.microbatches * x.chunks + x.ranks - 1) * pair};
    return std::nullopt;
}

std::optional<ClosedForm> ofSplitBackward(const std::string& name, const Shape& x)
{
    if (name == "interleaved-zero-bubble" && x.evenRounds && x.weight <= std::min(x.forward, x.input))
        return ClosedForm{"m v (F + I + W) + (p - 1)(F + I - W)",
                          x.microbatches * x.chunks * (x.forward + x.input + x.weight) +
                              (x.ranks - 1) * (x.forward + x.input - x.weight)};
    const bool equal = x.forward == x.input && x.input == x.weight;
    if (name == "zbv" && equal && x.microbatches >= 2 * x.ranks - 1)
        return ClosedForm{"(6 m + p - 1) F", (6 * x.microbatches + x.ranks - 1) * x.forward};
    return std::nullopt;
}

} // namespace

std::optional<ClosedForm> closedFormMakespan(const Timeline& timeline, const CostModel& costs)
{
    const Schedule& schedule = *timeline.schedule;
    // A loaded order may bear any name; only a generated one has a placement.
    if (!schedule.placement || !hasUniformCosts(costs) || schedule.rows.empty())
        return std::nullopt;
    const Composition made = compositionOf(schedule);
    const std::size_t pairs = std::size_t{schedule.stageCount} * schedule.microbatchCount;
    if (!made.plain || made.forwards != pairs)
        return std::nullopt;
    const StageId any{0};
    const Shape shape{static_cast<double>(schedule.rankCount()),
                      static_cast<double>(schedule.microbatchCount),
                      static_cast<double>(schedule.placement->stagesPerRank),
                      costs.durationOf(ActionKind::Forward, any),
                      costs.durationOf(ActionKind::Backward, any),
                      costs.durationOf(ActionKind::BackwardInput, any),
                      costs.durationOf(ActionKind::BackwardWeight, any),
                      schedule.microbatchCount % schedule.rankCount() == 0};
    if (made.full == pairs && made.inputs == 0 && made.weights == 0)
        return ofFullBackward(schedule.name, shape);
    if (made.full == 0 && made.inputs == pairs && made.weights == pairs)
        return ofSplitBackward(schedule.name, shape);
    return std::nullopt;
}

} // namespace bubblescope
