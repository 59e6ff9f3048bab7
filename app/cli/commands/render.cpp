// SPDX-License-Identifier: Apache-2.0
#include "app/cli/activity.h"
#include "app/cli/full_program.h"
#include "app/cli/option_values.h"
#include "app/cli/output.h"
#include "app/cli/page_output.h"
#include "app/cli/passes.h"
#include "app/cli/raster_picture.h"
#include "app/cli/timing.h"
#include "core/analyze/metrics.h"
#include "core/analyze/stacked_memory.h"
#include "core/base/try.h"
#include "core/scene/build_scene.h"
#include "core/scene/figure_target.h"
#include "core/scene/svg_writer.h"
#include "core/scene/tikz_writer.h"

#include <charconv>
#include <fmt/format.h>

namespace bubblescope::cli {

namespace {

struct RenderCommandOptions
{
    InputOptions input;
    std::string output;
    std::string target = "screen";
    std::optional<double> fontSize;
    std::optional<double> width;
    double height = 0;
    std::optional<double> scale;
    bool transparent = false;
    std::string page = "fit";
    std::string theme = "light";
    std::string title;
    bool noTitle = false;
    bool noLegend = false;
    bool noMetrics = false;
    bool memory = false;
    bool memoryParts = false;
    std::string labels = "auto";
    std::optional<double> from;
    std::optional<double> to;
    std::string rankRange;
};

Result<std::vector<RankId>> lanesFrom(const std::string& range, std::uint32_t rankCount)
{
    std::vector<RankId> lanes;
    if (range.empty())
        return lanes;
    const std::size_t dash = range.find('-');
    const auto number = [](std::string_view text) -> std::optional<std::uint32_t> {
        std::uint32_t value = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (problem != std::errc{} || end != text.data() + text.size())
            return std::nullopt;
        return value;
    };
    const auto first = number(std::string_view(range).substr(0, dash));
    const auto last = dash == std::string::npos ? first : number(std::string_view(range).substr(dash + 1));
    if (!first || !last || *first > *last || *last >= rankCount)
        return invalidInput(
            {"cli.rank-range-write-b",
             "--rank-range {range}: expected A-B with 0 <= A <= B <= {rank_count}, e.g. 0-{rank_count2}"},
            range, rankCount - 1, rankCount - 1);
    for (std::uint32_t rank = *first; rank <= *last; ++rank)
        lanes.emplace_back(rank);
    return lanes;
}

Result<std::optional<TimeRange>> rangeFrom(const RenderCommandOptions& options, Time makespan)
{
    if (!options.from && !options.to)
        return std::optional<TimeRange>{};
    const TimeRange range{options.from.value_or(0), options.to.value_or(makespan)};
    if (!(range.from < range.to))
        return invalidInput({"cli.from-shown-range-begin",
                             "--from {from} --to {to}: the range must start before it ends; "
                             "the schedule runs from 0 to {makespan}"},
                            numberText(range.from), numberText(range.to), numberText(makespan));
    if (range.to <= 0 || range.from >= makespan)
        return invalidInput(
            {"cli.from-nothing-runs-schedule",
             "--from {from} --to {to}: nothing runs there; the schedule runs from 0 to {makespan}"},
            numberText(range.from), numberText(range.to), numberText(makespan));
    return std::optional<TimeRange>{range};
}

double scaleOf(const RenderCommandOptions& options, FigureTarget target)
{
    return options.scale.value_or(figureSizeOf(target).scale);
}

LabelMode labelModeOf(const std::string& name)
{
    return name == "all" ? LabelMode::All : name == "none" ? LabelMode::None : LabelMode::Auto;
}

/// Size, font and page: those of the target, and what is asked for besides.
Result<void> layOutFigure(PictureOptions& picture, const RenderCommandOptions& options)
{
    TRY(const FigureTarget target, figureTargetFromName(options.target));
    FigureSize size = figureSizeOf(target);
    size.fontPt = options.fontSize.value_or(size.fontPt);
    picture.width = options.width.value_or(picture.width);
    layOutFor(picture, size);
    if (options.width && size.widthCm > 0)
        picture.width = *options.width / picture.printScale;
    picture.height = options.height / picture.printScale;
    picture.devicePixelRatio = scaleOf(options, target) * picture.printScale;
    picture.transparent = options.transparent || options.page == "transparent";
    picture.whitePage = options.page == "white" || target != FigureTarget::Screen;
    return {};
}

Result<Scene> pictureOf(const Timed& timed, const RenderCommandOptions& options, bool withTitles)
{
    const Evaluation& evaluation = *timed.evaluation;
    const Timeline& timeline = *evaluation.timeline;
    PictureOptions picture;
    TRY(picture.lanes, lanesFrom(options.rankRange, timeline.schedule->rankCount()));
    TRY(picture.range, rangeFrom(options, timeline.makespan));
    TRY_VOID(layOutFigure(picture, options));
    picture.title = options.title.empty() ? timed.title : options.title;
    picture.metrics = metricsLine(evaluation.metrics, timeline.unit, evaluation.memory.get());
    picture.source = evaluation.costs.source;
    picture.showTitle = !options.noTitle;
    picture.showMetrics = !options.noMetrics;
    picture.showLegend = !options.noLegend;
    picture.labels = labelModeOf(options.labels);
    picture.blockTitles = withTitles;
    picture.memory = evaluation.memory;
    if (options.memoryParts && evaluation.memory)
        picture.stack = stackedMemory(timeline, evaluation.costs, evaluation.memory);
    return buildPicture(*evaluation.index, picture);
}

bool isTikz(const std::string& ending)
{
    return ending == ".tex" || ending == ".tikz";
}

/// So that nobody looks for what is not there.
void tellFitting(const Scene& scene, const Environment& environment)
{
    if (scene.fitting.wrapped)
        printWarning(environment, "a text is longer than the picture is wide and was broken into lines");
    if (scene.fitting.smallest > 0)
        printWarning(environment, fmt::format("some text was made smaller to fit, down to {} pt",
                                              shortNumber(scene.fitting.smallest * scene.printScale *
                                                              kPlainFontPt / kPlainFontPx,
                                                          2)));
}

Result<std::string> pictureBytes(const Scene& scene, const RenderCommandOptions& options,
                                 const std::string& ending)
{
    TRY(const ThemeName theme, themeFromName(options.theme));
    if (ending == ".png") {
        TRY(const FigureTarget target, figureTargetFromName(options.target));
        return drawPng(scene, Theme::get(theme), scaleOf(options, target));
    }
    if (ending == ".pdf") {
        const bool isColor = options.page == "white" || options.page == "transparent";
        return drawPdf(scene, Theme::get(theme), isColor ? "fit" : options.page);
    }
    if (isTikz(ending))
        return writeTikz(scene, Theme::get(theme));
    return writeSvg(scene, Theme::get(theme));
}

/// The page shows all ranks and goes to any time; of the options it has the title, the theme and where it
/// begins.
Result<int> renderPage(const RenderCommandOptions& options, const Environment& environment)
{
    TRY(Timed timed, loadTimed(options.input, environment, cancelOf(environment), pageWants()));
    if (!options.title.empty())
        timed.title = options.title;
    Page page;
    TRY(page.theme, themeFromName(options.theme));
    TRY(page.range, rangeFrom(options, timed.evaluation->timeline->makespan));
    TRY(page.sides.emplace_back(), pageSideOf(timed, environment));
    TRY(const std::string bytes, writePage(page));
    return writeOutput(environment, options.output, bytes).map([] { return kExitDone; });
}

Result<int> runRender(const RenderCommandOptions& options, const Environment& environment)
{
    const std::string ending = endingOf(options.output);
    if (ending == ".html")
        return renderPage(options, environment);
    const bool isText = ending == ".svg" || isTikz(ending);
    if (!isText && ending != ".png" && ending != ".pdf")
        return invalidInput({"cli.render-writes-pdf-svg",
                             "{output}: render writes .pdf, .svg, .png, .tex and .tikz for LaTeX, or .html"},
                            options.output);
    if (!isText && environment.caller == nullptr && !fullProgram().empty())
        return tl::unexpected(becomeFullProgram(environment.arguments));
    const bool withMemory = options.memory || options.memoryParts;
    if (!withMemory && !options.input.costs.of("memory_limit").empty())
        printWarning(environment,
                     Error{ErrorKind::InvalidInput,
                           Sentence({"cli.memory-limit-changes-nothing",
                                     "--memory-limit has no effect: a picture shows it only with --memory"}),
                           std::nullopt});
    TRY(const Timed timed,
        loadTimed(options.input, environment, cancelOf(environment), {.withMemory = withMemory}));
    TRY(const Scene scene, pictureOf(timed, options, ending == ".svg"));
    TRY(const std::string bytes, [&] {
        const Activity activity(environment, "drawing");
        return pictureBytes(scene, options, ending);
    }());
    tellFitting(scene, environment);
    return writeOutput(environment, options.output, bytes).map([] { return kExitDone; });
}

void addPictureOptions(CLI::App& command, RenderCommandOptions& options)
{
    const std::string group = "Picture";
    command
        .add_option("--target", options.target,
                    "Where it is shown: screen (default), one-column, two-columns, slide")
        ->check(oneOf({"one-column", "two-columns", "slide", "screen"}))
        ->type_name("NAME")
        ->group(group);
    command
        .add_option("--font-size", options.fontSize,
                    "Size of the labels in points, as printed (default: 7, 8, 14; on the screen 8.25)")
        ->type_name("PT")
        ->check(numberBetween(4, 48, "--font-size 8"))
        ->group(group);
    command.add_option("--width", options.width, "Width in pixels (default 1280, or that of the target)")
        ->type_name("PX")
        ->check(finiteNumber("--width 1280"))
        ->group(group);
    command.add_option("--height", options.height, "Height in pixels (default: what the lanes need)")
        ->type_name("PX")
        ->check(finiteNumber("--height 400"))
        ->group(group);
    command
        .add_option("--scale", options.scale,
                    "Image pixels per pixel of 1/96 inch, for PNG (default 1; for paper 3.125: 300 dpi)")
        ->type_name("X")
        ->check(numberBetween(0.1, 16, "--scale 2"))
        ->group(group);
    command.add_flag("--transparent", options.transparent, "No background")->group(group);
    command
        .add_option("--page", options.page,
                    "PDF page or its color: fit (default), A4, A3, letter, white, transparent")
        ->type_name("SIZE")
        ->group(group);
    command
        .add_option("--theme", options.theme,
                    "light (default), dark, colorblind, print, colorblind-dark, contrast, contrast-dark")
        ->type_name("NAME")
        ->group(group);
    command.add_option("--title", options.title, "Title instead of that of the schedule")
        ->type_name("TEXT")
        ->group(group);
    command.add_flag("--no-title", options.noTitle, "Omit the title")->group(group);
    command.add_flag("--no-legend", options.noLegend, "Omit the legend")->group(group);
    command.add_flag("--no-metrics", options.noMetrics, "Omit the metrics line")->group(group);
    command
        .add_flag("--memory", options.memory,
                  "Show under each rank what it holds over time, with the memory limit")
        ->group(group);
    command
        .add_flag("--memory-parts", options.memoryParts,
                  "As --memory, with its parts (parameters, gradients, activations) on each other")
        ->group(group);
    command.add_option("--labels", options.labels, "auto (default), all, none")
        ->check(oneOf({"auto", "all", "none"}))
        ->group(group);
    command.add_option("--from", options.from, "Start of the shown range")
        ->type_name("T")
        ->check(finiteNumber("--from 0"))
        ->group(group);
    command.add_option("--to", options.to, "End of the shown range")
        ->type_name("T")
        ->check(finiteNumber("--to 20"))
        ->group(group);
    command.add_option("--rank-range", options.rankRange, "Only these ranks, e.g. 0-3")
        ->type_name("A-B")
        ->group(group);
}

} // namespace

void addRenderCommand(CLI::App& app, const Chosen& chosen)
{
    CLI::App* command = app.add_subcommand(
        "render",
        "Draw a schedule's timeline as PDF, SVG, PNG or LaTeX (TikZ), or write it as a page (HTML)");
    auto options = std::make_shared<RenderCommandOptions>();
    addInputOptions(*command, options->input);
    addPassOption(*command, options->input.passes);
    command
        ->add_option("-o,--output", options->output,
                     "A .pdf, .svg, .png, .tex or .tikz file; .html is a page to zoom in, which needs no "
                     "network")
        ->type_name("FILE")
        ->required();
    addPictureOptions(*command, *options);
    command->callback([=] {
        *chosen = [options](const Environment& environment) { return runRender(*options, environment); };
    });
}

} // namespace bubblescope::cli
