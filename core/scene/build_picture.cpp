// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/scene/block_label.h"
#include "core/scene/build_scene.h"
#include "core/scene/chain_lines.h"
#include "core/scene/curve_outline.h"
#include "core/scene/legend.h"
#include "core/scene/memory_strip.h"
#include "core/scene/text_width.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr double kMargin = 20;
constexpr double kLargestSide = 32767;
constexpr double kLeastPlotWidth = 48;
constexpr double kRulerHeight = 24;
constexpr double kTitleSize = 15;
constexpr double kMetricsSize = 12;

/// Heights of a picture's parts, top to bottom; 0 = not there.
struct BuildPictureLayout
{
    double headerWidth = 0;
    double titleHeight = 0;
    double metricsHeight = 0;
    double headGap = 0;
    double plotTop = 0;
    TimelineGeometry rows; ///< how high lanes are, and what is under them
    std::vector<LegendEntry> legend;
    double legendHeight = 0;

    [[nodiscard]] double around() const { return plotTop + legendHeight + kMargin; }
};

struct LaneSize
{
    double height, gap;
};

/// Height and gap of a lane when nobody asks for a height: fewer lanes are taller, many stay readable.
LaneSize laneSizeFor(std::size_t lanes)
{
    struct Row
    {
        std::size_t upTo;
        LaneSize size;
    };
    static constexpr std::array<Row, 6> kPictureSizes{
        {{8, {36, 12}}, {16, {28, 8}}, {32, {18, 6}}, {64, {13, 3}}, {128, {9, 2}}, {512, {6, 1}}}};
    for (const Row& row : kPictureSizes)
        if (lanes <= row.upTo)
            return row.size;
    return lanes <= 4096 ? LaneSize{3, 1} : LaneSize{2, 0};
}

/// Divides a given height among the lanes, in whole pixels where there are enough.
LaneSize laneSizeIn(double height, std::size_t lanes, double ratio)
{
    constexpr double kTallestPitch = 96;
    const double room = std::min(height / static_cast<double>(lanes), kTallestPitch);
    const double pitch = room * ratio >= 2 ? std::floor(room * ratio) / ratio : room;
    const double wanted = pitch >= 40 ? 12 : pitch >= 20 ? pitch / 4 : pitch >= 8 ? 2 : pitch >= 4 ? 1 : 0;
    const double gap = std::floor(wanted * ratio) / ratio;
    return {pitch - gap, gap};
}

/// Gives each sub-lane its part: of a height that is asked for, or beyond the compute lane's own. Where there
/// are no pixels for them there are none.
void shareWithSubLanes(BuildPictureLayout& layout, bool heightAsked, double ratio)
{
    if (layout.rows.subLanes.empty())
        return;
    const auto count = static_cast<double>(layout.rows.subLanes.size());
    const auto whole = [ratio](double px) { return std::floor(px * ratio) / ratio; };
    layout.rows.subLaneGap = layout.rows.laneHeight >= 24 ? 2 : whole(1);
    if (!heightAsked) {
        layout.rows.subLaneHeight = std::clamp(whole(layout.rows.laneHeight * 0.25), 2.0, 10.0);
        return;
    }
    layout.rows.subLaneHeight = std::min(whole(layout.rows.laneHeight * 0.16), 10.0);
    if (layout.rows.subLaneHeight * ratio < 2) {
        layout.rows.subLanes.clear();
        return;
    }
    layout.rows.laneHeight -= count * (layout.rows.subLaneHeight + layout.rows.subLaneGap);
}

/// Height of a memory strip when nobody asks for a height: half a lane's, but high enough to tell curve and
/// limit apart for as long as pictures stay handy.
double memoryHeightFor(std::size_t lanes, double laneHeight)
{
    constexpr double kReadable = 16;
    constexpr double kScarce = 12;
    return std::max(std::floor(laneHeight / 2), lanes <= 64 ? kReadable : lanes <= 128 ? kScarce : 0);
}

/// Gives the memory strips their part, in the same way.
void shareWithMemory(BuildPictureLayout& layout, std::size_t lanes, bool heightAsked, double ratio)
{
    constexpr double kLeast = 4;
    constexpr double kMost = 24;
    const auto whole = [ratio](double px) { return std::floor(px * ratio) / ratio; };
    const double gap = layout.rows.laneHeight >= 28 ? 5 : layout.rows.laneHeight >= 13 ? 2 : whole(1);
    const double wanted =
        heightAsked ? whole(layout.rows.laneHeight * 0.3) : memoryHeightFor(lanes, layout.rows.laneHeight);
    const double height = std::min(wanted, kMost);
    if (heightAsked && height * ratio < kLeast)
        return;
    layout.rows.memoryHeight = std::max(height, kLeast);
    layout.rows.memoryGap = gap;
    if (heightAsked)
        layout.rows.laneHeight -= layout.rows.memoryHeight + layout.rows.memoryGap;
}

/// Room for the longest rank name, and for peaks in bytes.
double headerWidthFor(const std::vector<RankId>& lanes, const MemoryCurves* memory)
{
    constexpr double kLeast = 52;
    constexpr double kGap = 12;
    const RankId highest = *std::max_element(lanes.begin(), lanes.end());
    double width = std::max(kLeast, std::ceil(textWidth(fmt::format("Rank {}", highest.value), 12, true)));
    if (memory != nullptr && memory->unit() == MemoryUnit::Bytes)
        for (const RankId rank : lanes)
            if (rank.value < memory->rankCount())
                width = std::max(width, std::ceil(peakTextWidth(*memory, rank)));
    return width + kGap;
}

Result<std::vector<RankId>> lanesOf(const LaneIndex& index, const PictureOptions& options)
{
    std::vector<RankId> lanes = options.lanes;
    if (index.laneCount() == 0)
        return invalidInput({"scene.nothing-draw-schedule-no", "nothing to draw: the schedule has no ranks"});
    for (const RankId rank : lanes)
        if (rank.value >= index.laneCount())
            return invalidInput({"scene.rank-not-schedule-ranks",
                                 "rank {rank} is not in the schedule, which has ranks 0 to {last}"},
                                rank.value, index.laneCount() - 1);
    for (std::uint32_t rank = 0; options.lanes.empty() && rank < index.laneCount(); ++rank)
        lanes.push_back(RankId{rank});
    return lanes;
}

Result<void> checkPictureSizes(const PictureOptions& options)
{
    const auto isSide = [](double px) { return px >= 1 && px <= kLargestSide; };
    if (!isSide(options.width))
        return invalidInput({"scene.picture-px-wide-cannot",
                             "cannot draw a picture {width:.12g} px wide: expected 1 to {most:.0f} px"},
                            options.width, kLargestSide);
    if (options.height != 0 && !isSide(options.height))
        return invalidInput({"scene.picture-px-high-cannot",
                             "cannot draw a picture {height:.12g} px high: expected 1 to {most:.0f} px"},
                            options.height, kLargestSide);
    if (!(options.devicePixelRatio > 0) || options.devicePixelRatio > 64)
        return invalidInput({"scene.scale-cannot-drawn-more",
                             "cannot draw at a scale of {scale:.12g}: expected more than 0, at most 64"},
                            options.devicePixelRatio);
    if (options.range && (!(options.range->from < options.range->to) || !std::isfinite(options.range->from) ||
                          !std::isfinite(options.range->to)))
        return invalidInput(
            {"scene.nothing-between-begin-come",
             "there is nothing between {from:.12g} and {to:.12g}: the start must be before the end"},
            options.range->from, options.range->to);
    return {};
}

LegendNotes legendNotes(const PictureOptions& options)
{
    LegendNotes notes;
    if (options.memory && options.memory->limits())
        notes.memoryLimit = levelText(*options.memory->limits(), options.memory->unit());
    notes.source = options.source;
    return notes;
}

Result<BuildPictureLayout> layOut(const LaneIndex& index, const PictureOptions& options,
                                  const std::vector<RankId>& lanes)
{
    BuildPictureLayout layout;
    layout.headerWidth = headerWidthFor(lanes, options.memory.get());
    const double plotWidth = options.width - 2 * kMargin - layout.headerWidth;
    if (plotWidth < kLeastPlotWidth)
        return invalidInput(
            {"scene.picture-px-wide-no",
             "a picture {width:.12g} px wide is too small for the lanes: it needs at least {least:.0f} px"},
            options.width, kLeastPlotWidth + 2 * kMargin + layout.headerWidth);
    layout.titleHeight = options.showTitle && !options.title.empty() ? 24 : 0;
    layout.metricsHeight = options.showMetrics && !options.metrics.empty() ? 20 : 0;
    layout.headGap = layout.titleHeight + layout.metricsHeight > 0 ? 4 : 0;
    layout.plotTop =
        kMargin - 4 + layout.titleHeight + layout.metricsHeight + layout.headGap + kRulerHeight + 8;
    if (options.showLegend) {
        layout.legend = legendEntries(index, options.shown, plotWidth, legendNotes(options));
        layout.legendHeight = 8 + static_cast<double>(layout.legend.back().line + 1) * kLegendLineHeight;
    }
    const auto count = static_cast<double>(lanes.size());
    const LaneSize size = options.height == 0 ? laneSizeFor(lanes.size())
                                              : laneSizeIn(options.height - layout.around(), lanes.size(),
                                                           options.devicePixelRatio);
    layout.rows.laneHeight = size.height;
    layout.rows.laneGap = size.gap;
    if ((options.shown >> static_cast<unsigned>(FillClass::Other) & 1U) != 0)
        layout.rows.subLanes = index.subTracksInUse();
    if (options.memory)
        shareWithMemory(layout, lanes.size(), options.height != 0, options.devicePixelRatio);
    if (options.showLegend && layout.rows.memoryHeight < kLeastForLines) // no limit to see, none to explain
        layout.legend = legendEntries(index, options.shown, plotWidth, {{}, options.source});
    shareWithSubLanes(layout, options.height != 0, options.devicePixelRatio);
    if (options.height != 0 && !(size.height * options.devicePixelRatio >= 1))
        return invalidInput({"scene.picture-px-high-no", "a picture {height:.12g} px high is too small for "
                                                         "{lanes} lanes: it needs at least {least:.0f} px"},
                            options.height, lanes.size(),
                            std::ceil(layout.around() + count / options.devicePixelRatio));
    const double plotX = kMargin + layout.headerWidth;
    const double plotHeight = count * (layout.rows.laneHeight + layout.rows.laneGap +
                                       layout.rows.memoryHeight + layout.rows.memoryGap +
                                       static_cast<double>(layout.rows.subLanes.size()) *
                                           (layout.rows.subLaneHeight + layout.rows.subLaneGap));
    layout.rows.plot = {plotX, layout.plotTop, options.width - kMargin - plotX, plotHeight};
    if (layout.around() + layout.rows.plot.height > kLargestSide)
        return invalidInput({"scene.lanes-would-need-picture",
                             "{lanes} lanes would need a picture {height:.0f} px high, but "
                             "the limit is {most:.0f} px: give a height or fewer ranks"},
                            lanes.size(), layout.around() + layout.rows.plot.height, kLargestSide);
    return layout;
}

void addHead(Scene& scene, const PictureOptions& options, const BuildPictureLayout& layout)
{
    const double room = options.width - 2 * kMargin;
    double top = kMargin - 4;
    if (layout.titleHeight > 0)
        scene.texts.push_back({kMargin, centredBaseline(top, top + layout.titleHeight, kTitleSize),
                               shortened(options.title, room, kTitleSize, true), kTitleSize, true});
    top += layout.titleHeight;
    if (layout.metricsHeight > 0)
        scene.texts.push_back({kMargin, centredBaseline(top, top + layout.metricsHeight, kMetricsSize),
                               shortened(options.metrics, room, kMetricsSize), kMetricsSize, false,
                               TextAlign::Left, Role::QuietText});
}

} // namespace

Result<Scene> buildPicture(const LaneIndex& index, const PictureOptions& options)
{
    TRY_VOID(checkPictureSizes(options));
    TRY(std::vector<RankId> lanes, lanesOf(index, options));
    TRY(const BuildPictureLayout layout, layOut(index, options, lanes));

    SceneOptions plot;
    const TimeRange range = options.range.value_or(fitted(index.timeline().makespan));
    plot.geometry = layout.rows;
    plot.geometry.from = range.from;
    plot.geometry.to = range.to;
    plot.geometry.lanes = std::move(lanes);
    plot.memory = options.memory;
    plot.devicePixelRatio = options.devicePixelRatio;
    plot.shown = options.shown;
    plot.labels = options.labels;
    plot.hatchIdle = options.hatchIdle;
    plot.blockTitles = options.blockTitles;
    Scene scene = buildPlotScene(index, plot);
    scene.width = options.width;
    scene.height = options.height > 0 ? options.height : std::ceil(layout.around() + layout.rows.plot.height);
    scene.transparent = options.transparent;
    addHead(scene, options, layout);
    addRuler(scene, layout.plotTop - 8 - kRulerHeight, kRulerHeight);
    const std::string unit = unitLabel(index.timeline().unit);
    scene.texts.push_back({kMargin, layout.plotTop - 16, unit, 11, false, TextAlign::Left, Role::QuietText});
    addLaneHeaders(scene, index, kMargin);
    if (options.memory)
        addMemoryHeaders(scene, *options.memory, kMargin);
    addChainLines(scene, chainLines(index, scene.geometry, options.chain));
    if (options.showLegend)
        addLegend(scene, layout.legend, layout.rows.plot.x, layout.plotTop + layout.rows.plot.height + 4);
    return scene;
}

} // namespace bubblescope
