// SPDX-License-Identifier: Apache-2.0
#include "core/base/quantity.h"
#include "core/scene/block_label.h"
#include "core/scene/build_scene.h"
#include "core/scene/memory_strip.h"
#include "core/scene/text_width.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr double kTextSize = 12;
constexpr double kQuietSize = 11;
constexpr double kSmallSize = 10;
constexpr double kRulerTextSize = 11;
constexpr double kHeaderGap = 12;
constexpr double kMinorMarkPx = 9;
constexpr double kTwoLinePitch = 30;
constexpr double kEchoSize = 9;
constexpr double kStagesBelowMiddle = 8; ///< where the second line is
constexpr double kBelowMiddle = 15;      ///< how far two lines reach below their lane's middle

/// Whether a rank's name and stages have a line each; what is under its lanes has lines of its own.
bool hasTwoLines(const TimelineGeometry& geometry)
{
    const double strip = geometry.memoryHeight > 0 ? geometry.memoryHeight + geometry.memoryGap : 0;
    return geometry.pitch() - strip >= kTwoLinePitch;
}

/// "0, 4" or "0–7": three and more neighbors are a range; many at one distance "0–56 by 8".
std::string stageList(const std::vector<StageId>& stages)
{
    constexpr std::size_t kMany = 5;
    if (stages.size() >= kMany && stages[1].value - stages[0].value > 1) {
        const std::uint32_t every = stages[1].value - stages[0].value;
        std::size_t i = 1;
        while (i < stages.size() && stages[i].value - stages[i - 1].value == every)
            ++i;
        if (i == stages.size())
            return fmt::format("{}–{} by {}", stages.front().value, stages.back().value, every);
    }
    std::string text;
    for (std::size_t i = 0; i < stages.size();) {
        std::size_t last = i;
        while (last + 1 < stages.size() && stages[last + 1].value == stages[last].value + 1)
            ++last;
        if (last - i < 2)
            last = i;
        text += fmt::format("{}{}", text.empty() ? "" : ", ", stages[i].value);
        if (last > i)
            text += fmt::format("–{}", stages[last].value);
        i = last + 1;
    }
    return text;
}

struct HeaderColumn
{
    double left = 0;
    double width = 0;
};

/// Name above, stages below.
void addTwoLines(Scene& scene, const HeaderColumn& column, double middle, RankId rank,
                 const std::string& stages)
{
    scene.texts.push_back({column.left, middle - 3,
                           shortened(fmt::format("Rank {}", rank.value), column.width, kTextSize, true),
                           kTextSize, true});
    constexpr double kLeastSize = 6;
    const double size = sizeToFit(stages, column.width, kQuietSize, kLeastSize);
    if (size < kQuietSize)
        scene.fitting.shrunkTo(size);
    scene.texts.push_back({column.left, middle + 12, shortened(stages, column.width, size), size, false,
                           TextAlign::Left, Role::QuietText});
}

/// Name, and the stages beside it.
void addOneLine(Scene& scene, const HeaderColumn& column, double middle, RankId rank,
                const std::string& stages)
{
    const double baseline = centredBaseline(middle, middle, kSmallSize);
    scene.texts.push_back({column.left, baseline,
                           shortened(fmt::format("Rank {}", rank.value), column.width, kSmallSize, true),
                           kSmallSize, true});
    if (!stages.empty())
        scene.texts.push_back({column.left + column.width, baseline, stages, kSmallSize, false,
                               TextAlign::Right, Role::QuietText});
}

/// Whether the stages fit beside every name; some with and some without would look like a difference.
bool stagesFitBeside(const TimelineGeometry& geometry, const LaneIndex& index, double width)
{
    constexpr double kBetween = 8;
    return std::all_of(geometry.lanes.begin(), geometry.lanes.end(), [&](RankId rank) {
        return rank.value < index.laneCount() &&
               textWidth(fmt::format("Rank {}", rank.value), kSmallSize, true) + kBetween +
                       textWidth(stageList(index.stagesOf(rank)), kSmallSize) <=
                   width;
    });
}

/// Of rows too thin for a name each, every so manieth has one.
std::size_t namedRows(double leastPitch, double pitch)
{
    auto every = static_cast<std::size_t>(std::ceil(leastPitch / pitch));
    while (every > 1 && every != 2 && every % 4 != 0)
        ++every;
    return every;
}

/// Major marks so far apart that no label touches the next.
std::vector<RulerMark> spacedMarks(const TimelineGeometry& geometry)
{
    constexpr double kLeast = 64;
    constexpr double kBetween = 20;
    std::vector<RulerMark> marks = rulerMarks(geometry, kLeast);
    double widest = 0;
    for (const RulerMark& mark : marks)
        widest = std::max(widest, textWidth(mark.label, kRulerTextSize));
    return widest + kBetween > kLeast ? rulerMarks(geometry, widest + kBetween) : marks;
}

} // namespace

void addLaneHeaders(Scene& scene, const LaneIndex& index, double headerX)
{
    const TimelineGeometry& geometry = scene.geometry;
    const HeaderColumn column{headerX, geometry.plot.x - headerX - kHeaderGap};
    const double pitch = geometry.pitch();
    constexpr double kOneLinePitch = 13;
    constexpr double kFoldedLinePitch = 12;
    if (!(pitch > 0) || !(column.width > 0))
        return;
    const std::size_t every = namedRows(kOneLinePitch, pitch);
    const std::size_t everyFolded =
        geometry.folded.empty() ? 1
                                : namedRows(kFoldedLinePitch, geometry.foldedHeight + geometry.foldedGap());
    const bool twoLines = hasTwoLines(geometry);
    const bool beside =
        (!twoLines || !geometry.folded.empty()) && stagesFitBeside(geometry, index, column.width);
    for (auto [row, end] = geometry.scrolledRowsInView(); row < end; ++row) {
        const RankId rank = geometry.lanes[row];
        const bool isFolded = geometry.isFolded(row);
        const double lane = geometry.laneHeightOf(row) + (geometry.hasEcho(row) ? geometry.echoSpace() : 0);
        const double middle = geometry.laneTop(row) + lane / 2;
        if (middle < geometry.plot.y || middle > geometry.plot.bottom() || rank.value >= index.laneCount() ||
            row % (isFolded ? everyFolded : every) != 0)
            continue;
        const bool lines = twoLines && !isFolded;
        const std::string stages = lines || beside ? stageList(index.stagesOf(rank)) : std::string();
        if (lines && !stages.empty())
            addTwoLines(scene, column, middle, rank, stages);
        else
            addOneLine(scene, column, middle, rank, stages);
    }
}

void addEchoHeaders(Scene& scene, const LaneIndex& index, double headerX,
                    const std::vector<std::uint8_t>& shown, const std::string& name,
                    const std::string& detail)
{
    const TimelineGeometry& geometry = scene.geometry;
    constexpr double kLine = 10;
    constexpr double kLeastDistance = 11;
    constexpr double kBetween = 6;
    const HeaderColumn column{headerX, geometry.plot.x - headerX - kHeaderGap};
    if (!(column.width > 0) || !hasTwoLines(geometry))
        return;
    const bool twoLines = geometry.echoHeight >= 2 * kLine && textWidth(detail, kEchoSize) <= column.width;
    const double width = textWidth(name, kEchoSize);
    for (auto [row, end] = geometry.scrolledRowsInView(); row < end; ++row) {
        const RankId rank = geometry.lanes[row];
        if (!geometry.hasEcho(row) || rank.value >= std::min<std::size_t>(index.laneCount(), shown.size()) ||
            shown[rank.value] == 0)
            continue;
        const double middle = geometry.echoTop(row) + geometry.echoHeight / 2;
        const double first = twoLines ? middle - kLine / 2 : middle;
        const double stagesMiddle =
            geometry.laneTop(row) + (geometry.laneHeight + geometry.echoSpace()) / 2 + kStagesBelowMiddle;
        const double besideStages = column.width - textWidth(stageList(index.stagesOf(rank)), kQuietSize);
        if (first - stagesMiddle < kLeastDistance && width + kBetween > besideStages)
            continue;
        const auto add = [&](double center, const std::string& text) {
            if (center >= geometry.plot.y && center <= geometry.plot.bottom())
                scene.texts.push_back({column.left + column.width, centredBaseline(center, center, kEchoSize),
                                       text, kEchoSize, false, TextAlign::Right, Role::QuietText});
        };
        add(first, name);
        if (twoLines)
            add(middle + kLine / 2, detail);
    }
}

std::vector<std::string> peakTexts(const MemoryCurves& memory, RankId rank)
{
    constexpr int kFigures = 3;
    const double level = memory.peak(rank).level;
    if (memory.unit() == MemoryUnit::Bytes) {
        const std::string size = byteText(level, kFigures);
        return {"peak " + size, size};
    }
    const std::string peak = levelText(level, memory);
    return memory.countsActivations() ? std::vector{"peak " + peak + " act.", peak + " act."}
                                      : std::vector{"peak " + peak};
}

double peakTextWidth(const MemoryCurves& memory, RankId rank)
{
    return textWidth(peakTexts(memory, rank).front(), kSmallSize);
}

void addMemoryHeaders(Scene& scene, const MemoryCurves& memory, double headerX)
{
    const TimelineGeometry& geometry = scene.geometry;
    constexpr double kLineHeight = 12;
    constexpr double kTwoLineHeight = 18;
    constexpr double kLeastHeight = 8;
    const double width = geometry.plot.x - headerX - kHeaderGap;
    const double used = (geometry.laneHeight + geometry.echoSpace()) / 2 +
                        (hasTwoLines(geometry) ? kBelowMiddle : kSmallSize / 2);
    const double toMiddle = geometry.lanesHeight() + geometry.memoryGap + geometry.memoryHeight / 2;
    if (geometry.memoryHeight < kLeastHeight || !(width > 0) || toMiddle - kSmallSize / 2 < used)
        return;
    const bool twoLines = geometry.memoryHeight >= kTwoLineHeight && toMiddle - kLineHeight >= used;
    for (auto [row, end] = geometry.scrolledRowsInView(); row < end; ++row) {
        const RankId rank = geometry.lanes[row];
        const double middle = geometry.laneTop(row) + toMiddle;
        if (!geometry.hasMemory(row) || middle < geometry.plot.y || middle > geometry.plot.bottom() ||
            rank.value >= memory.rankCount())
            continue;
        // A rank that stores nothing because it does nothing has no peak to show.
        if (memory.steps(rank).size() <= 1 && !(memory.peak(rank).level > 0))
            continue;
        const auto add = [&](double center, const std::string& text) {
            scene.texts.push_back({headerX, centredBaseline(center, center, kSmallSize),
                                   shortened(text, width, kSmallSize), kSmallSize, false, TextAlign::Left,
                                   Role::QuietText});
        };
        if (twoLines)
            add(middle - kLineHeight / 2, "memory");
        const std::vector<std::string> peaks = peakTexts(memory, rank);
        const auto fits = [&](const std::string& text) { return textWidth(text, kSmallSize) <= width; };
        const auto peak = std::find_if(peaks.begin(), peaks.end(), fits);
        add(twoLines ? middle + kLineHeight / 2 : middle, peak != peaks.end() ? *peak : peaks.back());
    }
}

void addRuler(Scene& scene, double rulerY, double rulerHeight)
{
    const RectF& plot = scene.geometry.plot;
    const double bottom = rulerY + rulerHeight;
    const std::vector<RulerMark> marks = spacedMarks(scene.geometry);
    const bool showMinor =
        marks.size() > 1 && (marks[1].time - marks[0].time) * scene.geometry.pixelsPerUnit() >= kMinorMarkPx;
    for (const RulerMark& mark : marks) {
        const double x = scene.geometry.xOf(mark.time);
        if (x < plot.x - 0.5 || x > plot.right() + 0.5 || (!mark.major && !showMinor))
            continue;
        const double tick = std::floor(std::min(x, plot.right() - 1)) + 0.5;
        scene.lines.push_back({tick, bottom - (mark.major ? 5 : 2), tick, bottom, {Role::Hairline}});
        if (!mark.major)
            continue;
        const double half = textWidth(mark.label, kRulerTextSize) / 2;
        const double middle = std::min(x, std::max(plot.x + half, scene.width - half - 2));
        scene.texts.push_back(
            {middle, bottom - 8, mark.label, kRulerTextSize, false, TextAlign::Center, Role::QuietText});
    }
    scene.lines.push_back({plot.x, bottom - 0.5, plot.right(), bottom - 0.5, {Role::Hairline}});
}

void addGridLines(Scene& scene, double devicePixelRatio)
{
    const RectF& plot = scene.geometry.plot;
    for (const RulerMark& mark : spacedMarks(scene.geometry)) {
        if (!mark.major)
            continue;
        const double x = std::floor(scene.geometry.xOf(mark.time) * devicePixelRatio) / devicePixelRatio;
        if (x >= plot.x && x < plot.right())
            scene.rects.push_back({{x, plot.y, 1 / devicePixelRatio, plot.height}, {Role::Hairline}});
    }
}

} // namespace bubblescope
