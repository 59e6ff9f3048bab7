// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"
#include "tests/support/schedule_text.h"

#include <algorithm>
#include <random>
#include <sstream>
#include <string>

namespace bubblescope::test {

/// "0F0@0-1 (0F1;0B0)OVERLAP_F_B@2-4\n1F0@1-2": a line a rank, cells with their times; "0SEND_F0@1" takes no
/// time.
inline TimelinePtr timed(const std::string& text)
{
    std::string cells;
    auto timeline = std::make_shared<Timeline>();
    std::istringstream lines(text);
    std::vector<std::vector<std::pair<Time, Time>>> times;
    for (std::string line; std::getline(lines, line);) {
        times.emplace_back();
        std::istringstream words(line);
        for (std::string word; words >> word;) {
            const std::size_t at = word.rfind('@');
            const std::size_t dash = word.find('-', at);
            const Time start = std::stod(word.substr(at + 1));
            times.back().emplace_back(start,
                                      dash == std::string::npos ? start : std::stod(word.substr(dash + 1)));
            cells += word.substr(0, at) + ' ';
        }
        cells += '\n';
    }
    auto schedule = std::make_shared<Schedule>(parse(cells));
    for (std::size_t rank = 0; rank < schedule->rows.size(); ++rank) {
        LaneTimes& lane = timeline->lanes.emplace_back();
        std::size_t cell = 0;
        for (std::size_t i = 0; i < schedule->rows[rank].size(); ++i) {
            if (i > 0 && schedule->rows[rank][i].startsCell())
                ++cell;
            lane.start.push_back(times[rank][cell].first);
            lane.end.push_back(times[rank][cell].second);
            timeline->makespan = std::max(timeline->makespan, lane.end.back());
        }
    }
    timeline->schedule = std::move(schedule);
    return timeline;
}

/// Lanes of F and B with odd lengths and gaps of every size, always the same.
inline TimelinePtr denseTimeline(std::uint32_t ranks, std::size_t actionsPerRank)
{
    std::mt19937 random(20240607);
    const auto upTo = [&random](double most) { return most * static_cast<double>(random()) / 4294967296.0; };
    auto schedule = std::make_shared<Schedule>();
    auto timeline = std::make_shared<Timeline>();
    schedule->rows.resize(ranks);
    timeline->lanes.resize(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        Time now = upTo(30);
        for (std::size_t i = 0; i < actionsPerRank; ++i) {
            const bool forward = i % 2 == 0;
            schedule->rows[rank].emplace_back(StageId{rank},
                                              forward ? ActionKind::Forward : ActionKind::Backward,
                                              MicrobatchId{static_cast<std::uint32_t>(i / 2)});
            if (random() % 4 == 0)
                now += upTo(1.5);
            timeline->lanes[rank].start.push_back(now);
            now += (forward ? 0.75 : 1.5) + upTo(0.5);
            timeline->lanes[rank].end.push_back(now);
        }
        timeline->makespan = std::max(timeline->makespan, now);
    }
    countStagesAndMicrobatches(*schedule);
    timeline->schedule = std::move(schedule);
    return timeline;
}

inline std::vector<RankId> allRanks(const LaneIndex& index)
{
    std::vector<RankId> ranks;
    for (std::uint32_t rank = 0; rank < index.laneCount(); ++rank)
        ranks.emplace_back(rank);
    return ranks;
}

/// A plot without hatch, grid and labels.
inline SceneOptions plainOptions(const LaneIndex& index, const RectF& plot, const TimeRange& range,
                                 double ratio)
{
    SceneOptions options;
    options.geometry.plot = plot;
    options.geometry.from = range.from;
    options.geometry.to = range.to;
    options.geometry.lanes = allRanks(index);
    options.geometry.laneHeight = 16;
    options.geometry.laneGap = 4;
    options.devicePixelRatio = ratio;
    options.labels = LabelMode::None;
    options.hatchIdle = false;
    options.gridLines = false;
    return options;
}

/// Idle share of the plot as the scene's rects and strips have it.
inline double drawnIdleShare(const Scene& scene)
{
    const RectF& plot = scene.geometry.plot;
    double covered = 0;
    for (const SceneRect& rect : scene.rects)
        if (rect.block >= 0)
            covered +=
                std::max(0.0, std::min(rect.rect.right(), plot.right()) - std::max(rect.rect.x, plot.x));
    for (const SceneStrip& strip : scene.strips)
        for (const auto& column : strip.coverage.columns())
            for (const float share : column)
                covered += static_cast<double>(share) * strip.columnWidth;
    return 1 - covered / (plot.width * static_cast<double>(scene.geometry.lanes.size()));
}

} // namespace bubblescope::test
