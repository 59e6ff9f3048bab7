// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "core/analyze/layer_order.h"
#include "core/analyze/layout_json.h"
#include "core/base/text_list.h"
#include "core/base/try.h"
#include "core/generate/generate.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::cli {

namespace {

struct LayoutCommandOptions
{
    std::string text;
    std::uint32_t ranks = 0;
    LayoutExpectation expected;
    std::string order;
    bool hasWeightGradientsApart = false;
    bool json = false;
};

/// As layerOrder() and a layout have it: no backward in parts, and each stage on its rank.
bool hasWholeBackwardsInLoops(const Schedule& schedule)
{
    for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank)
        for (const Action& action : schedule.rows[rank])
            if (!action.isBubble() &&
                ((action.kind() != ActionKind::Forward && action.kind() != ActionKind::Backward) ||
                 action.stage().value % schedule.rankCount() != rank))
                return false;
    return true;
}

/// Of each rank what it does layer by layer, where a schedule is given.
Result<std::vector<std::string>> layerOrders(const LayoutCommandOptions& options, const Layout& layout,
                                             const CancelToken& cancel)
{
    std::vector<std::string> texts;
    if (options.order.empty())
        return texts;
    ScheduleRequest ofLayout;
    ofLayout.ranks = layout.ranks;
    ofLayout.stagesPerRank = layout.stagesPerRank();
    TRY(const ScheduleRequest request, requestFromText(options.order, ofLayout));
    TRY(const Schedule schedule, generate(request, {}, cancel));
    if (schedule.rankCount() != layout.ranks || schedule.stageCount != layout.stages.size() ||
        !hasWholeBackwardsInLoops(schedule))
        return invalidInput({"cli.layout-order-other", "--order takes a schedule of F and B on the layout's "
                                                       "{ranks} ranks and {stages} stages, with stage "
                                                       "s on rank s mod {ranks2}; {order} is none"},
                            layout.ranks, layout.stages.size(), layout.ranks, options.order);
    for (std::uint32_t rank = 0; rank < layout.ranks; ++rank) {
        std::vector<std::uint64_t> layers;
        for (std::uint32_t chunk = 0; chunk < layout.stagesPerRank(); ++chunk) {
            const std::string& letters = layout.stages[layout.stageOf(rank, chunk)];
            layers.push_back(
                static_cast<std::uint64_t>(std::count_if(letters.begin(), letters.end(), [](char layer) {
                    return layer == Layout::kDecoder || layer == Layout::kPrediction;
                })));
        }
        std::vector<std::string> steps;
        for (const LayerStep& step :
             layerOrder(schedule.rows[rank], layout.ranks, layers, options.hasWeightGradientsApart))
            steps.push_back(layerStepText(step));
        texts.push_back(fmt::format("{}", fmt::join(steps, " ")));
    }
    return texts;
}

/// "t 3 … 5" of the decoder layers that a stage holds, by their numbers from 0.
std::string decoderRange(std::size_t first, std::size_t count)
{
    if (count == 0)
        return "-";
    return count == 1 ? fmt::format("{}", first) : fmt::format("{}..{}", first, first + count - 1);
}

std::string layoutTable(const Layout& layout)
{
    std::string text =
        fmt::format("{}\n{} on {}, {} on each\n\n{:>5} {:>5} {:>5}  {:<12} {}\n", layoutText(layout),
                    counted(layout.stages.size(), "stage"), counted(layout.ranks, "rank"),
                    layout.stagesPerRank(), "stage", "rank", "chunk", "decoder", "layers");
    std::size_t first = 0;
    for (std::size_t stage = 0; stage < layout.stages.size(); ++stage) {
        const std::string& letters = layout.stages[stage];
        const std::size_t count = layersOf(letters, Layout::kDecoder);
        text +=
            fmt::format("{:>5} {:>5} {:>5}  {:<12} {}\n", stage, stage % layout.ranks, stage / layout.ranks,
                        decoderRange(first, count), letters.empty() ? "-" : letters);
        first += count;
    }
    if (layout.hasStandalonePrediction())
        text += "\nThe multi-token prediction is not on the last rank.\n";
    return text;
}

Result<int> runLayout(const LayoutCommandOptions& options, const Environment& environment)
{
    TRY(const Layout layout, parseLayout(options.text, options.ranks));
    TRY_VOID(checkLayout(layout, options.expected));
    TRY(const std::vector<std::string> orders, layerOrders(options, layout, cancelOf(environment)));
    std::string text = options.json ? layoutJson(layout, orders) : layoutTable(layout);
    for (std::size_t rank = 0; !options.json && rank < orders.size(); ++rank)
        text += fmt::format("{}rank {}: {}\n", rank == 0 ? "\n" : "", rank, orders[rank]);
    print(environment, text);
    return kExitDone;
}

} // namespace

void addLayoutCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand(
        "layout", "Show and check which layers each stage holds in a layout of Megatron-Core");
    auto options = std::make_shared<LayoutCommandOptions>();
    command
        ->add_option(
            "STRING", options->text,
            "The layout: E embedding, t decoder, m multi-token prediction, L loss; | parts stages, x*3 and "
            "(...)*3 repeat; Et*3|(tt|)*29,m|L")
        ->required();
    command->add_option("--ranks", options->ranks, "Pipeline ranks")
        ->required()
        ->type_name("N")
        ->transform(wholeNumberFrom0("--ranks 16"));
    command
        ->add_option("--stages-per-rank", options->expected.stagesPerRank,
                     "Fail unless each rank holds that many stages")
        ->type_name("N")
        ->transform(wholeNumberFrom0("--stages-per-rank 2"));
    command
        ->add_option("--layers", options->expected.decoderLayers,
                     "Fail unless there are that many decoder layers")
        ->type_name("N")
        ->transform(wholeNumberFrom0("--layers 61"));
    command
        ->add_option("--mtp-layers", options->expected.predictionLayers,
                     "Fail unless there are that many layers of multi-token prediction (default 0)")
        ->type_name("N")
        ->transform(wholeNumberFrom0("--mtp-layers 1"));
    CLI::Option* order =
        command
            ->add_option("--order", options->order,
                         "Tell what each rank does layer by layer in this schedule, on the "
                         "layout's ranks and stages: 3 forward of its third layer, -3 backward")
            ->type_name("NAME");
    command
        ->add_flag("--weight-gradients", options->hasWeightGradientsApart,
                   "Tell weight gradients apart from backwards: -3.5 that of the third layer")
        ->needs(order);
    command->add_flag("--json", options->json, "As JSON");
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runLayout(*options, environment); };
    });
}

} // namespace bubblescope::cli
