// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/scene/block_label.h"
#include "core/scene/build_scene.h"
#include "core/scene/chain_lines.h"
#include "core/scene/curve_outline.h"
#include "core/scene/difference_colors.h"
#include "core/scene/legend.h"
#include "core/scene/memory_parts_strip.h"
#include "core/scene/memory_strip.h"
#include "core/scene/picture_marks.h"
#include "core/scene/text_width.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr double kLargestSide = 32767;
constexpr double kLeastPlotWidth = 48;
constexpr double kRulerHeight = 24;
constexpr double kTitleSize = 15;
constexpr double kMetricsSize = 12;
constexpr double kPictureLineHeight = 1.3;
constexpr double kLeastTextSize = 5;

/// Heights of a picture's parts, top to bottom; 0 = not there.
struct BuildPictureLayout
{
    double margin = 0;
    double headerWidth = 0;
    std::vector<std::string> title, metrics; ///< lines
    double titleHeight = 0;
    double metricsHeight = 0;
    double headGap = 0;
    NoteBand notes;
    double plotTop = 0;
    TimelineGeometry rows; ///< how high lanes are, and what is under them
    std::vector<LegendEntry> legend;
    double legendHeight = 0;

    [[nodiscard]] double around() const { return plotTop + legendHeight + margin; }
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

/// Out of the compute lane's own height, as on the screen.
void makeRoomForEcho(TimelineGeometry& geometry)
{
    constexpr double kEchoShare = 0.34, kLeastEcho = 2, kGapFrom = 20;
    const double both = geometry.laneHeight;
    geometry.echoGap = both >= kGapFrom ? 2 : 0;
    geometry.echoHeight = std::max(kLeastEcho, std::floor((both - geometry.echoGap) * kEchoShare));
    geometry.laneHeight = both - geometry.echoGap - geometry.echoHeight;
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

/// Gives the memory strips their part, in the same way; a larger one where parts are to be told apart.
void shareWithMemory(BuildPictureLayout& layout, std::size_t lanes, bool heightAsked, double ratio,
                     bool byPart)
{
    constexpr double kLeast = 4;
    constexpr double kMostOfAll = 24;
    constexpr double kMostByPart = 56;
    const double larger = byPart ? 2 : 1;
    const double most = byPart ? kMostByPart : kMostOfAll;
    const auto whole = [ratio](double px) { return std::floor(px * ratio) / ratio; };
    const double gap = layout.rows.laneHeight >= 28 ? 5 : layout.rows.laneHeight >= 13 ? 2 : whole(1);
    const double wanted = heightAsked ? whole(layout.rows.laneHeight * (byPart ? 0.5 : 0.3))
                                      : larger * memoryHeightFor(lanes, layout.rows.laneHeight);
    const double height = std::min(wanted, most);
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

constexpr std::array<std::pair<DeltaLevel, const char*>, kDeltaLevelCount> kDifferenceWords{
    {{DeltaLevel::MuchEarlier, "Starts much earlier"},
     {DeltaLevel::Earlier, "Earlier"},
     {DeltaLevel::Same, "At the same time"},
     {DeltaLevel::Later, "Later"},
     {DeltaLevel::MuchLater, "Much later"},
     {DeltaLevel::OnlyHere, "Only here"}}};

/// Two reds would not be told apart.
Role limitLineOf(const PictureOptions& options)
{
    return options.criticalPath.empty() ? Role::CriticalPath : Role::Text;
}

LegendNotes legendNotes(const PictureOptions& options)
{
    LegendNotes notes;
    notes.limitLine = limitLineOf(options);
    notes.pathShown = !options.criticalPath.empty();
    if (options.memory && options.memory->limits())
        notes.memoryLimit = levelText(*options.memory->limits(), *options.memory);
    if (options.memory && options.stack)
        notes.parts = partMeanings(*options.stack);
    notes.source = options.source;
    if (options.overlay)
        notes.overlay = options.overlayName;
    if (options.showsDifference)
        for (const auto& [level, text] : kDifferenceWords)
            notes.meanings.emplace_back(stripFill(differenceFill(level)), text);
    return notes;
}

/// The title in lines of a font that the longest word fits.
void layOutHead(BuildPictureLayout& layout, const PictureOptions& options)
{
    const double room = options.width - 2 * layout.margin;
    if (options.showTitle && !options.title.empty())
        layout.title = wrapped(options.title, room, kTitleSize, true);
    if (options.showMetrics && !options.metrics.empty())
        layout.metrics = wrapped(options.metrics, room, kMetricsSize);
    const auto heightOf = [](const std::vector<std::string>& lines, double first, double other) {
        return lines.empty() ? 0 : first + static_cast<double>(lines.size() - 1) * other;
    };
    layout.titleHeight = heightOf(layout.title, 24, kTitleSize * kPictureLineHeight);
    layout.metricsHeight = heightOf(layout.metrics, 20, kMetricsSize * kPictureLineHeight);
    layout.headGap = layout.titleHeight + layout.metricsHeight > 0 ? 4 : 0;
    layout.plotTop =
        layout.margin - 4 + layout.titleHeight + layout.metricsHeight + layout.headGap + kRulerHeight + 8;
}

/// Between ruler and lanes.
void layOutNotesOf(BuildPictureLayout& layout, const PictureOptions& options, const LaneIndex& index,
                   double plotWidth)
{
    if (options.notes.empty())
        return;
    TimelineGeometry plot;
    plot.plot = {layout.margin + layout.headerWidth, 0, plotWidth, 0};
    const TimeRange range = options.range.value_or(fitted(index.timeline().makespan));
    plot.from = range.from;
    plot.to = range.to;
    layout.notes = layOutNotes(options.notes, plot);
    layout.plotTop += static_cast<double>(layout.notes.lineCount) * kNoteLineHeight;
}

Result<BuildPictureLayout> layOut(const LaneIndex& index, const PictureOptions& options,
                                  const std::vector<RankId>& lanes)
{
    BuildPictureLayout layout;
    layout.headerWidth = headerWidthFor(lanes, options.memory.get());
    layout.margin = options.margin;
    const double plotWidth = options.width - 2 * layout.margin - layout.headerWidth;
    if (plotWidth < kLeastPlotWidth)
        return invalidInput(
            {"scene.picture-px-wide-no",
             "a picture {width:.12g} px wide is too small for the lanes: it needs at least {least:.0f} px"},
            options.width, kLeastPlotWidth + 2 * layout.margin + layout.headerWidth);
    layOutHead(layout, options);
    layOutNotesOf(layout, options, index, plotWidth);
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
    layout.rows.subLanes = index.subTracksInUse();
    std::erase_if(layout.rows.subLanes,
                  [&](Track track) { return !isShown(options.shown, fillClassOf(track)); });
    if (options.memory)
        shareWithMemory(layout, lanes.size(), options.height != 0, options.devicePixelRatio,
                        options.stack != nullptr);
    if (options.showLegend && layout.rows.memoryHeight < kLeastForLines) // no limit to see, none to explain
        layout.legend = legendEntries(index, options.shown, plotWidth, [&] {
            LegendNotes notes = legendNotes(options);
            notes.memoryLimit.clear();
            if (!(layout.rows.memoryHeight > 0))
                notes.parts.clear();
            return notes;
        }());
    shareWithSubLanes(layout, options.height != 0, options.devicePixelRatio);
    if (options.height != 0 && !(size.height * options.devicePixelRatio >= 1))
        return invalidInput({"scene.picture-px-high-no", "a picture {height:.12g} px high is too small for "
                                                         "{lanes} lanes: it needs at least {least:.0f} px"},
                            options.height, lanes.size(),
                            std::ceil(layout.around() + count / options.devicePixelRatio));
    const double plotX = layout.margin + layout.headerWidth;
    const double plotHeight = count * (layout.rows.laneHeight + layout.rows.laneGap +
                                       layout.rows.memoryHeight + layout.rows.memoryGap +
                                       static_cast<double>(layout.rows.subLanes.size()) *
                                           (layout.rows.subLaneHeight + layout.rows.subLaneGap));
    layout.rows.plot = {plotX, layout.plotTop, options.width - layout.margin - plotX, plotHeight};
    if (layout.around() + layout.rows.plot.height > kLargestSide)
        return invalidInput({"scene.lanes-would-need-picture",
                             "{lanes} lanes would need a picture {height:.0f} px high, but "
                             "the limit is {most:.0f} px: give a height or fewer ranks"},
                            lanes.size(), layout.around() + layout.rows.plot.height, kLargestSide);
    return layout;
}

/// Lines of text from `top` on; a word that is wider than the room makes its line smaller.
void addTextLines(Scene& scene, const std::vector<std::string>& lines, double left, double top, double room,
                  const SceneText& look, double first)
{
    double y = top;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const double height = i == 0 ? first : look.size * kPictureLineHeight;
        SceneText text = look;
        text.x = left;
        text.text = lines[i];
        text.size = sizeToFit(lines[i], room, look.size, kLeastTextSize, look.bold);
        if (text.size < look.size)
            scene.fitting.shrunkTo(text.size);
        text.y = centredBaseline(y, y + height, look.size);
        y += height;
        scene.texts.push_back(std::move(text));
    }
    scene.fitting.wrapped |= lines.size() > 1;
}

void addHead(Scene& scene, const PictureOptions& options, const BuildPictureLayout& layout)
{
    const double room = options.width - 2 * layout.margin;
    const double top = layout.margin - 4;
    SceneText title;
    title.size = kTitleSize;
    title.bold = true;
    addTextLines(scene, layout.title, layout.margin, top, room, title, 24);
    SceneText metrics;
    metrics.size = kMetricsSize;
    metrics.color = Role::QuietText;
    addTextLines(scene, layout.metrics, layout.margin, top + layout.titleHeight, room, metrics, 20);
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
    plot.geometry.unitOfTime = index.timeline().unit;
    plot.geometry.lanes = std::move(lanes);
    plot.memory = options.memory;
    plot.stack = options.memory ? options.stack : nullptr;
    plot.devicePixelRatio = options.devicePixelRatio;
    plot.shown = options.shown;
    plot.labels = options.labels;
    plot.hatchIdle = options.hatchIdle;
    plot.blockTitles = options.blockTitles;
    plot.limitLine = limitLineOf(options);
    if (options.overlay)
        makeRoomForEcho(plot.geometry);
    Scene scene = buildPlotScene(index, plot);
    if (options.overlay)
        addOverlay(scene, *options.overlay, plot);
    scene.width = options.width;
    scene.height = options.height > 0 ? options.height : std::ceil(layout.around() + layout.rows.plot.height);
    scene.transparent = options.transparent;
    scene.whitePage = options.whitePage;
    scene.printScale = options.printScale;
    scene.fitting = layout.notes.fitting;
    addHead(scene, options, layout);
    const double notesHeight = static_cast<double>(layout.notes.lineCount) * kNoteLineHeight;
    addRuler(scene, layout.plotTop - 8 - kRulerHeight - notesHeight, kRulerHeight);
    addNotes(scene, layout.notes, options.notes, layout.plotTop - 6 - notesHeight);
    addCriticalPath(scene, index, options.criticalPath);
    if (options.selected)
        addSelection(scene, index, *options.selected);
    scene.texts.push_back({layout.margin, layout.plotTop - 16 - notesHeight, rulerUnitText(scene.geometry),
                           11, false, TextAlign::Left, Role::QuietText});
    addLaneHeaders(scene, index, layout.margin);
    if (options.memory)
        addMemoryHeaders(scene, *options.memory, layout.margin);
    addChainLines(scene, chainLines(index, scene.geometry, options.chain));
    if (options.showLegend)
        addLegend(scene, layout.legend, layout.rows.plot.x, layout.plotTop + layout.rows.plot.height + 4);
    return scene;
}

} // namespace bubblescope
