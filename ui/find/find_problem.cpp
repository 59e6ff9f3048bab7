// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/find_problem.h"

#include "core/time/cost_fit.h"
#include "core/time/rank_share.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <numeric>

namespace bubblescope::ui {

namespace {

struct FindProblem
{
    Q_DECLARE_TR_FUNCTIONS(FindProblem)
};

constexpr double kGigabyte = 1e9;

std::uint32_t layersOf(const CostModel& costs, std::uint32_t stages)
{
    const std::vector<double>& layers = costs.layersPerStage.values;
    const double sum = costs.layersPerStage.isUniform() ? layers[0] * stages
                                                        : std::accumulate(layers.begin(), layers.end(), 0.0);
    return static_cast<std::uint32_t>(std::lround(std::clamp(sum, 1.0, 1e8)));
}

} // namespace

FindStart findStartOf(const Evaluation& shown)
{
    const Schedule& schedule = *shown.timeline->schedule;
    FindStart start;
    start.ranks = std::max(1U, schedule.rankCount());
    start.microbatches = std::max(1U, schedule.microbatchCount);
    // Some schedules make several of one that was asked for.
    if (const auto* request = std::get_if<ScheduleRequest>(&shown.input.source))
        start.microbatches = static_cast<std::uint32_t>(std::max<std::int64_t>(1, request->microbatches));
    start.costs = shown.input.costs;
    const double stagesPerRank = std::max(1.0, static_cast<double>(schedule.stageCount) / start.ranks);
    const bool knowsStages = start.costs.blocks || misfitOf(start.costs, 0);
    if (start.costs.blocks) {
        start.layers = layersOf(start.costs, schedule.stageCount);
        if (start.costs.layersPerStage.isUniform())
            start.costs.layersPerStage.values[0] *= stagesPerRank;
    }
    if (!knowsStages)
        start.costs = timesOfWholeShare(std::move(start.costs), stagesPerRank);
    start.memoryLimit =
        start.costs.memoryLimit ? start.costs.memoryLimit->highest() : shown.memory->highestPeak();
    if (!knowsStages && countsActivations(start.costs)) {
        // Of a whole rank, by which schedules are compared, and not of a stage.
        start.memoryLimit /= stagesPerRank;
        if (start.costs.memoryLimit)
            for (double& limit : start.costs.memoryLimit->values)
                limit /= stagesPerRank;
    } else if (!knowsStages) {
        start.costs = sizesOfWholeShare(std::move(start.costs), stagesPerRank);
    }
    start.unit = start.costs.memoryUnit == MemoryUnit::Bytes      ? FindUnit::Bytes
                 : !knowsStages && countsActivations(start.costs) ? FindUnit::RankActivations
                                                                  : FindUnit::Own;
    return start;
}

QString costsLine(const FindStart& start)
{
    const CostModel& costs = start.costs;
    if (!costs.source.empty())
        return QString::fromStdString(costs.source);
    if (costs.blocks)
        return FindProblem::tr("by blocks: embedding, layers, head");
    if (misfitOf(costs, 0))
        return FindProblem::tr("one value for every stage");
    const auto timeOf = [&](ActionKind kind) {
        return timeCell(costs.durationOf(kind, StageId{0}), costs.unit);
    };
    QStringList parts{QStringLiteral("F %1").arg(timeOf(ActionKind::Forward)),
                      QStringLiteral("I %1").arg(timeOf(ActionKind::BackwardInput)),
                      QStringLiteral("W %1").arg(timeOf(ActionKind::BackwardWeight))};
    // What is the sum of the two before needs no saying.
    if (costs.durationOf(ActionKind::Backward, StageId{0}) !=
        costs.durationOf(ActionKind::BackwardInput, StageId{0}) +
            costs.durationOf(ActionKind::BackwardWeight, StageId{0}))
        parts << QStringLiteral("B %1").arg(timeOf(ActionKind::Backward));
    if (costs.unit == "step")
        parts << unitText(costs.unit);
    return parts.join(QStringLiteral(" · "));
}

QString unitWords(FindUnit unit)
{
    switch (unit) {
    case FindUnit::RankActivations:
        return FindProblem::tr("activations", "unit of memory");
    case FindUnit::Bytes:
        return FindProblem::tr("GB");
    case FindUnit::Own:
        break;
    }
    return FindProblem::tr("unit of the costs", "that of the sizes of the costs");
}

QString unitHelp(FindUnit unit)
{
    switch (unit) {
    case FindUnit::RankActivations:
        return FindProblem::tr("How much one rank may hold at once: the activations of this many "
                               "microbatches, for all its stages. Empty: no limit");
    case FindUnit::Bytes:
        return FindProblem::tr("How much one rank may hold at once, counting everything that has a size in "
                               "the costs. Empty: no limit");
    case FindUnit::Own:
        break;
    }
    return FindProblem::tr(
        "How much one rank may hold at once, in the unit of the sizes in the costs. Empty: no limit");
}

double unitSize(FindUnit unit)
{
    return unit == FindUnit::Bytes ? kGigabyte : 1;
}

} // namespace bubblescope::ui
