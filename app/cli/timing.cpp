// SPDX-License-Identifier: Apache-2.0
#include "app/cli/timing.h"

#include "app/cli/activity.h"
#include "app/cli/passes.h"
#include "app/cli/problem_warning.h"
#include "core/base/try.h"
#include "core/generate/title.h"
#include "core/layout/layout.h"
#include "core/lower/pass_costs.h"
#include "core/lower/planned_order.h"
#include "core/time/planned_times.h"

#include <algorithm>

namespace bubblescope::cli {

namespace {

void warnOfUnusedOptions(const Environment& environment, const CostOptions& options, const Schedule& order)
{
    const auto overlaps = [](const Row& row) {
        return std::any_of(row.begin(), row.end(),
                           [](const Action& action) { return action.isOverlapped(); });
    };
    if (!options.of("overlap").empty() && std::none_of(order.rows.begin(), order.rows.end(), overlaps))
        printWarning(environment,
                     Error{ErrorKind::InvalidInput,
                           Sentence({"cli.overlap-changes-nothing-schedule",
                                     "--overlap has no effect: the schedule has no overlapped blocks"}),
                           std::nullopt});
    const PlannedTimes plan(order);
    const auto waits = [&plan](const Row& row) {
        return std::any_of(row.begin(), row.end(), [&plan](const Action& action) {
            return action.kind() == ActionKind::Offload && !plan.durationOf(action);
        });
    };
    if (!options.of("offloads_in_flight").empty() &&
        std::none_of(order.rows.begin(), order.rows.end(), waits))
        printWarning(
            environment,
            Error{ErrorKind::InvalidInput,
                  Sentence({"cli.in-flight-changes-nothing",
                            "--offloads-in-flight has no effect: the schedule has no O whose time is "
                            "not planned; give it some with --with offload"}),
                  std::nullopt});
}

void warnOfRefusedLayout(const Environment& environment, const Input& input)
{
    if (input.costs.layout.empty())
        return;
    const Result<Layout> layout = parseLayout(input.costs.layout, input.schedule->rankCount());
    if (!layout) // told with the costs
        return;
    LayoutExpectation asItIs;
    for (const std::string& stage : layout->stages)
        asItIs.predictionLayers += layersOf(stage, Layout::kPrediction);
    if (const Result<void> ok = checkLayout(*layout, asItIs); !ok)
        printWarning(environment,
                     Error{ErrorKind::InvalidInput,
                           Sentence({"cli.layout-megatron-refuses", "Megatron refuses this layout: {why}"},
                                    ok.error().message),
                           std::nullopt});
}

} // namespace

Result<Timed> timedInput(const Input& input, const CostOptions& options, const Environment& environment,
                         const CancelToken& cancel, EvaluationOptions wanted)
{
    const auto inItsFile = [&](Error&& error) { return inFile(std::move(error), input.file); };
    warnOfUnusedOptions(environment, options, *input.schedule);
    warnOfRefusedLayout(environment, input);
    if (!input.layout.empty() && !input.costs.blocks)
        printWarning(environment,
                     Error{ErrorKind::InvalidInput,
                           Sentence({"cli.layout-times-nothing",
                                     "the layers of the layout change no time: these costs are of "
                                     "stages; give costs by block"}),
                           std::nullopt});
    const std::uint32_t stageCount = input.schedule->stageCount;
    TRY_VOID(checkPlaced(input.costs, stageCount, input.costsLists, input.schedule->rankCount(),
                         input.schedule->microbatchCount)
                 .map_error(inItsFile));
    wanted.evenIfBroken = false;
    CostModel costs =
        scaled(withPassCosts(input.costs, input.allPasses, stageCount), input.whatIf, stageCount);
    for (const Sentence& said : doubtfulPasses(costs, input.allPasses, stageCount))
        printWarning(environment, Error{ErrorKind::InvalidInput, said, std::nullopt});
    if (const Sentence unfilled = unfilledSlots(*input.schedule, costs); !unfilled.empty())
        printWarning(environment, Error{ErrorKind::InvalidInput, unfilled, std::nullopt});
    TRY(EvaluationPtr evaluation, evaluate({input.schedule, costs, {}}, cancel, wanted).map_error(inItsFile));
    if (!input.allPasses.empty()) {
        // What it says of memory tries other passes in the place of these.
        auto withOrigin = std::make_shared<Evaluation>(*evaluation);
        withOrigin->input = {input.unlowered, input.costs, input.allPasses};
        withOrigin->whatIf = input.whatIf;
        evaluation = std::move(withOrigin);
    }
    warnOfInput(environment, input);
    return Timed{std::move(evaluation), input.title.empty() ? scheduleTitle(*input.schedule) : input.title};
}

Result<Timed> loadTimed(const InputOptions& options, const Environment& environment,
                        const CancelToken& cancel, const EvaluationOptions& wanted)
{
    const Activity activity(environment, "timing");
    TRY(const Input input, loadInputToTime(options, environment, cancel));
    return timedInput(input, options.costs, environment, cancel, wanted);
}

} // namespace bubblescope::cli
