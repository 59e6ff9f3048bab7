// SPDX-License-Identifier: Apache-2.0
// What the memory strips of 64 ranks add to building a frame of 3840 columns, with 10 million actions, at
// several zooms and where in the timeline it shows most; and what building the curves costs. The aim: a
// quarter of a frame of 16 ms, so a share of 0.25.
#include "benchmark_support.h"
#include "core/scene/curve_outline.h"
#include "core/scene/memory_strip.h"
#include "core/time/simulate.h"

#include <map>

namespace {

using namespace bubblescope;
using bench::Samples;

constexpr double kFrameSeconds = 0.016;
constexpr double kWidth = 3840;
constexpr std::int64_t kActions = 10'000'000;

struct Subject
{
    TimelinePtr timeline;
    MemoryCurvesPtr curves;
};

/// Without idle time between them a B and the next F leave no step.
CostModel unevenCosts()
{
    CostModel costs;
    costs.jitter = {0.1, 1};
    return costs;
}

const Subject& subjectOf(const std::string& name)
{
    static std::map<std::string, Subject> made;
    Subject& subject = made[name];
    if (!subject.timeline) {
        const std::int64_t perMicrobatch = name == "zbv" ? 64 * 2 * 3 : 64 * 2;
        const CostModel costs = unevenCosts();
        const SchedulePtr schedule =
            bench::generated(name + ":ranks=64,microbatches=" + std::to_string(kActions / perMicrobatch));
        subject.timeline = std::make_shared<const Timeline>(*simulate(schedule, costs));
        subject.curves = MemoryCurves::build(*subject.timeline, costs);
    }
    return subject;
}

SceneOptions optionsOf(const Subject& subject, double share)
{
    SceneOptions options;
    options.memory = subject.curves;
    TimelineGeometry& geometry = options.geometry;
    geometry.plot = {0, 0, kWidth, 2160};
    geometry.laneHeight = 16;
    geometry.laneGap = 4;
    geometry.memoryHeight = 10;
    geometry.memoryGap = 2;
    const Time makespan = subject.timeline->makespan;
    geometry.from = makespan * (0.5 - share / 2);
    geometry.to = geometry.from + makespan * share;
    for (std::uint32_t r = 0; r < subject.curves->rankCount(); ++r)
        geometry.lanes.push_back(RankId{r});
    return options;
}

/// `range(0)`: the timeline is so many times as long as what is shown.
void strips(benchmark::State& state, const char* name)
{
    const Subject& subject = subjectOf(name);
    SceneOptions options = optionsOf(subject, 1 / static_cast<double>(state.range(0)));
    Samples samples;
    std::size_t pieces = 0;
    for (auto _ : state) {
        Scene scene;
        scene.geometry = options.geometry;
        samples.add([&] { addMemoryStrips(scene, options, subject.timeline->makespan); });
        pieces = 0;
        for (const SceneCurve& curve : scene.curves)
            pieces += curve.steps.size();
    }
    std::size_t steps = 0;
    for (std::uint32_t r = 0; r < subject.curves->rankCount(); ++r)
        steps += subject.curves->steps(RankId{r}).size();
    state.counters["steps"] = static_cast<double>(steps);
    state.counters["pieces"] = static_cast<double>(pieces);
    state.counters["frame_share_best"] = samples.best() / kFrameSeconds;
    state.counters["frame_share_median"] = samples.median() / kFrameSeconds;
}

void outlines(benchmark::State& state, const char* name)
{
    const Subject& subject = subjectOf(name);
    SceneOptions options = optionsOf(subject, 1 / static_cast<double>(state.range(0)));
    Scene scene;
    scene.geometry = options.geometry;
    addMemoryStrips(scene, options, subject.timeline->makespan);
    Samples samples;
    for (auto _ : state)
        samples.add([&] {
            for (const SceneCurve& curve : scene.curves)
                benchmark::DoNotOptimize(curveOutline(curve, 1));
        });
    state.counters["frame_share_best"] = samples.best() / kFrameSeconds;
    state.counters["frame_share_median"] = samples.median() / kFrameSeconds;
}

void build(benchmark::State& state, const char* name)
{
    const Subject& subject = subjectOf(name);
    Samples samples;
    for (auto _ : state)
        samples.add([&] { benchmark::DoNotOptimize(MemoryCurves::build(*subject.timeline, unevenCosts())); });
    const auto actions = static_cast<double>(subject.timeline->schedule->actionCount());
    state.counters["ns_per_action_best"] = samples.best() / actions * 1e9;
    bench::report(state, *subject.timeline->schedule);
}

void zooms(benchmark::internal::Benchmark* benchmark)
{
    for (const std::int64_t zoom : {1, 4, 10, 100, 1000})
        benchmark->Arg(zoom);
    benchmark->Unit(benchmark::kMillisecond);
}

BENCHMARK_CAPTURE(strips, 1f1b, "1f1b")->Apply(zooms);
BENCHMARK_CAPTURE(strips, zbv, "zbv")->Apply(zooms);
BENCHMARK_CAPTURE(strips, gpipe, "gpipe")->Apply(zooms);
BENCHMARK_CAPTURE(outlines, 1f1b, "1f1b")->Arg(1)->Arg(4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, 1f1b, "1f1b")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build, zbv, "zbv")->Unit(benchmark::kMillisecond);

} // namespace
