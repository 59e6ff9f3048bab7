// SPDX-License-Identifier: Apache-2.0
#include "core/scene/picture_marks.h"

#include "core/scene/echo_lanes.h"
#include "core/scene/text_width.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bubblescope {

namespace {

constexpr double kNoteTextSize = 11;
constexpr double kNoteGap = 10;

Fill critical()
{
    return {Role::CriticalPath};
}

void addInner(Scene& scene, const RectF& rect, const Fill& fill)
{
    SceneRect part{rect, fill};
    part.inner = true;
    scene.rects.push_back(part);
}

/// A step of the path, in its row.
struct PathStep
{
    std::size_t row = 0;
    double left = 0, right = 0, y = 0;
};

double underlineHeight(const TimelineGeometry& geometry)
{
    constexpr double kLeast = 1.5, kMost = 3, kShare = 0.12;
    return std::clamp(geometry.laneHeight * kShare, kLeast, kMost);
}

/// Joins steps of a row that no pixel lies between.
void joinOrAdd(std::vector<PathStep>& steps, const PathStep& step)
{
    constexpr double kLeastGap = 1;
    if (!steps.empty() && steps.back().row == step.row && step.left - steps.back().right < kLeastGap)
        steps.back().right = std::max(steps.back().right, step.right);
    else
        steps.push_back(step);
}

} // namespace

NoteBand layOutNotes(const std::vector<PictureNote>& notes, const TimelineGeometry& geometry)
{
    NoteBand band;
    const RectF& plot = geometry.plot;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < notes.size(); ++i)
        if (notes[i].from <= geometry.to && notes[i].to.value_or(notes[i].from) >= geometry.from)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return notes[a].from < notes[b].from; });
    std::vector<double> ends; // of what stands on each line
    for (const std::size_t i : order) {
        NotePlacement place;
        place.note = i;
        place.lines = wrapped(notes[i].text, plot.width, kNoteTextSize);
        double width = 0;
        for (const std::string& line : place.lines)
            width = std::max(width, textWidth(line, kNoteTextSize));
        band.fitting.wrapped |= place.lines.size() > 1;
        place.x = std::clamp(geometry.xOf(notes[i].from), plot.x, std::max(plot.x, plot.right() - width));
        const auto isFree = [&](std::size_t first) {
            for (std::size_t line = first; line < first + place.lines.size() && line < ends.size(); ++line)
                if (ends[line] > place.x)
                    return false;
            return true;
        };
        while (!isFree(place.line))
            ++place.line;
        ends.resize(std::max(ends.size(), place.line + place.lines.size()), 0);
        for (std::size_t line = place.line; line < place.line + place.lines.size(); ++line)
            ends[line] = place.x + width + kNoteGap;
        band.notes.push_back(std::move(place));
    }
    band.lineCount = ends.size();
    return band;
}

void addNotes(Scene& scene, const NoteBand& band, const std::vector<PictureNote>& notes, double top)
{
    const TimelineGeometry& geometry = scene.geometry;
    const RectF& plot = geometry.plot;
    for (const NotePlacement& place : band.notes) {
        const PictureNote& note = notes[place.note];
        const double first = top + static_cast<double>(place.line) * kNoteLineHeight;
        for (std::size_t line = 0; line < place.lines.size(); ++line)
            scene.texts.push_back({place.x + 3, first + static_cast<double>(line) * kNoteLineHeight + 10,
                                   place.lines[line], kNoteTextSize});
        const auto row = note.rank ? geometry.rowOf(*note.rank) : std::nullopt;
        const double begin = row ? geometry.laneTop(*row) : plot.y;
        const double end = row ? begin + geometry.lanesHeight() : plot.bottom();
        const auto pole = [&](Time time) {
            const double x = geometry.xOf(time);
            if (x < plot.x || x > plot.right())
                return;
            scene.lines.push_back({x, first, x, std::min(begin, plot.y), {Role::QuietText}, 0.5});
            addInner(scene, {x - 0.5, begin, 1, end - begin}, {Role::QuietText});
        };
        pole(note.from);
        if (note.to)
            pole(*note.to);
    }
}

void addCriticalPath(Scene& scene, const LaneIndex& index, const std::vector<ActionPosition>& path)
{
    constexpr std::size_t kMostConnected = 400;
    const TimelineGeometry& geometry = scene.geometry;
    const Timeline& timeline = index.timeline();
    const RectF& plot = geometry.plot;
    std::vector<PathStep> steps;
    for (const ActionPosition& at : path) {
        const auto row = geometry.rowOf(at.rank);
        const Time start = timeline.startOf(at), end = timeline.endOf(at);
        if (!row || end < geometry.from || start > geometry.to)
            continue;
        const double bottom = geometry.laneTop(*row) + geometry.laneHeight;
        joinOrAdd(steps, {*row, std::max(geometry.xOf(start), plot.x),
                          std::min(geometry.xOf(end), plot.right()), bottom - underlineHeight(geometry)});
    }
    const double height = underlineHeight(geometry);
    for (const PathStep& step : steps)
        addInner(scene, {step.left, step.y, std::max(step.right - step.left, 1.0), height}, critical());
    for (std::size_t i = 1; i < steps.size() && steps.size() <= kMostConnected; ++i) {
        const PathStep &from = steps[i - 1], &to = steps[i];
        if (from.row == to.row)
            continue;
        scene.lines.push_back({from.right, from.y + height / 2, to.left, to.y + height / 2, critical(), 1});
    }
}

void addSelection(Scene& scene, const LaneIndex& index, const ActionPosition& selected)
{
    constexpr double kThick = 2;
    const TimelineGeometry& geometry = scene.geometry;
    const Timeline& timeline = index.timeline();
    const auto row = geometry.rowOf(selected.rank);
    if (!row)
        return;
    const Fill frame{Role::Accent};
    const double left = geometry.xOf(timeline.startOf(selected));
    const double right = std::max(geometry.xOf(timeline.endOf(selected)), left + kThick);
    const double top = geometry.laneTop(*row), height = geometry.laneHeight;
    addInner(scene, {left, top, right - left, kThick}, frame);
    addInner(scene, {left, top + height - kThick, right - left, kThick}, frame);
    addInner(scene, {left, top, kThick, height}, frame);
    addInner(scene, {right - kThick, top, kThick, height}, frame);
}

void addOverlay(Scene& scene, const LaneIndex& other, const SceneOptions& options)
{
    SceneOptions own = options;
    own.memory = nullptr;
    own.gridLines = false;
    for (const TimelineGeometry& lanes : echoLanes(scene.geometry, other.laneCount())) {
        own.geometry = lanes;
        Scene part = buildPlotScene(other, own);
        const auto firstBlock = static_cast<std::int32_t>(scene.blocks.size());
        for (SceneRect& rect : part.rects)
            if (rect.block >= 0)
                rect.block += firstBlock;
        const auto move = [](auto& to, auto& from) {
            to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
        };
        move(scene.rects, part.rects);
        move(scene.strips, part.strips);
        move(scene.texts, part.texts);
        move(scene.blocks, part.blocks);
    }
}

} // namespace bubblescope
