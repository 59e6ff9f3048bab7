// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/comparison_picture.h"

#include "core/analyze/schedule_difference.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace bubblescope::ui {

namespace {

/// As buildPicture() has it of one picture.
constexpr double kLargestSide = 32767;
/// Ids in an SVG are made of ranks: those of other sides have to differ.
constexpr std::uint32_t kRanksApart = 1'000'000;

/// The last end of those that count in this side's unit.
Time sharedEnd(const PictureSettings& settings, const Timeline& own)
{
    Time end = own.makespan;
    for (const PictureSide& side : settings.sides)
        if (haveSameUnit(own, *side.evaluation->timeline))
            end = std::max(end, side.evaluation->timeline->makespan);
    return end;
}

/// What is shown of this side, when the first one's view is shown.
TimeRange rangeOf(const PictureSettings& settings, const Timeline& own)
{
    const TimeRange whole = fitted(sharedEnd(settings, own));
    if (settings.wholeRun)
        return whole;
    const Timeline& first = *settings.sides.front().evaluation->timeline;
    const double scale = haveSameUnit(own, first) ? 1 : whole.to / fitted(sharedEnd(settings, first)).to;
    return {settings.viewRange.from * scale, settings.viewRange.to * scale};
}

/// Lanes that are shown and that this side has; all, where it has none of them.
std::vector<RankId> lanesOf(const PictureSettings& settings, const Timeline& own)
{
    std::vector<RankId> lanes;
    for (const RankId rank : settings.wholeRun ? settings.ranks : settings.viewLanes)
        if (rank.value < own.schedule->rankCount())
            lanes.push_back(rank);
    return lanes;
}

/// The legend stands under the last side, and under each that runs what the last does not.
bool wantsLegend(const PictureSettings& settings, std::size_t number)
{
    const Evaluation& last = *settings.sides.back().evaluation;
    const Evaluation& own = *settings.sides[number].evaluation;
    return number + 1 == settings.sides.size() || (own.kinds & ~last.kinds) != 0 ||
           (own.overlaps && !last.overlaps);
}

Result<Scene> sideScene(const PictureSettings& settings, std::size_t number, double width)
{
    const PictureSide& side = settings.sides[number];
    const Timeline& own = *side.evaluation->timeline;
    PictureSettings alone = settings;
    alone.ofComparison = false;
    alone.title = side.title;
    alone.layoutWidth = width;
    alone.height = settings.height / static_cast<int>(settings.sides.size());
    alone.showLegend = settings.showLegend && wantsLegend(settings, number);
    alone.viewLanes = lanesOf(settings, own);
    alone.viewRange = rangeOf(settings, own);
    alone.wholeRun = false;
    if (number > 0) { // they are the document's
        alone.path = nullptr;
        alone.notes.clear();
        alone.selected.reset();
    }
    return pictureScene(*side.evaluation, alone);
}

/// Adds a picture under what is there, `shift` to the right.
void append(Scene& all, Scene side, double shift, std::uint32_t number)
{
    const double down = all.height;
    const auto firstBlock = static_cast<std::int32_t>(all.blocks.size());
    for (SceneRect& rect : side.rects) {
        rect.rect.x += shift;
        rect.rect.y += down;
        if (rect.block >= 0)
            rect.block += firstBlock;
    }
    for (SceneStrip& strip : side.strips) {
        strip.x += shift;
        strip.y += down;
    }
    for (SceneCurve& curve : side.curves) {
        curve.rank.value += number * kRanksApart;
        curve.rect.x += shift;
        curve.rect.y += down;
        curve.end += shift;
        for (CurveStep& step : curve.steps)
            step.x += shift;
    }
    for (SceneLine& line : side.lines) {
        line.x1 += shift;
        line.x2 += shift;
        line.y1 += down;
        line.y2 += down;
    }
    for (SceneText& text : side.texts) {
        text.x += shift;
        text.y += down;
    }
    for (SceneBlock& block : side.blocks)
        block.action.rank.value += number * kRanksApart;
    const auto move = [](auto& to, auto& from) {
        to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
    };
    move(all.rects, side.rects);
    move(all.strips, side.strips);
    move(all.curves, side.curves);
    move(all.lines, side.lines);
    move(all.texts, side.texts);
    move(all.blocks, side.blocks);
    all.height += side.height;
    all.geometry.plot.height = down + side.geometry.plot.bottom() - all.geometry.plot.y;
}

} // namespace

Result<Scene> comparisonScene(const PictureSettings& settings)
{
    // Names of ranks take more room the more ranks there are: plots begin where the widest have theirs.
    std::vector<Scene> scenes;
    double plotX = 0;
    PictureOptions whole;
    layOutPicture(whole, settings);
    for (std::size_t i = 0; i < settings.sides.size(); ++i) {
        Result<Scene> scene = sideScene(settings, i, whole.width);
        if (!scene)
            return scene;
        plotX = std::max(plotX, scene->geometry.plot.x);
        scenes.push_back(std::move(*scene));
    }
    Scene all;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
        const double shift = plotX - scenes[i].geometry.plot.x;
        if (shift > 0) {
            Result<Scene> narrower = sideScene(settings, i, whole.width - shift);
            if (!narrower)
                return narrower;
            scenes[i] = std::move(*narrower);
        }
        if (i == 0) {
            all.width = whole.width;
            all.transparent = whole.transparent;
            all.whitePage = whole.whitePage;
            all.printScale = whole.printScale;
            all.geometry = scenes[i].geometry;
            all.geometry.plot.x = plotX;
        }
        all.fitting.wrapped |= scenes[i].fitting.wrapped;
        if (scenes[i].fitting.smallest > 0)
            all.fitting.shrunkTo(scenes[i].fitting.smallest);
        append(all, std::move(scenes[i]), shift, static_cast<std::uint32_t>(i));
    }
    if (all.height > kLargestSide)
        return failure(ErrorKind::InvalidInput,
                       {"window.sides-under-each-other",
                        "{sides} stacked timelines would need a picture {height:.0f} px high, but the limit "
                        "is {most:.0f} px: give a height or show fewer"},
                       settings.sides.size(), all.height, kLargestSide);
    return all;
}

} // namespace bubblescope::ui
