// SPDX-License-Identifier: GPL-3.0-or-later
// From a what-if slider to the painted frame, in a whole window of 1920 × 1080 on the offscreen platform, and
// where that time goes. The limit to compare with is 50 ms at 100,000 actions.
#include "core/time/simulate.h"
#include "ui/files/file_controller.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <benchmark/benchmark.h>
#include <memory>

namespace {

using namespace bubblescope;
using namespace bubblescope::ui;

constexpr double kLimitMs = 50;

ScheduleRequest requestOf(int which)
{
    ScheduleRequest request;
    request.ranks = 64;
    if (which == 0) {
        request.schedule = "1f1b";
        request.microbatches = 782;
    } else {
        request.schedule = "interleaved-1f1b";
        request.microbatches = 448;
        request.stagesPerRank = 2;
    }
    return request;
}

WhatIf factorOf(int step)
{
    WhatIf whatIf;
    whatIf.kinds[ActionKind::Backward] = 0.5 + 0.01 * (step % 40);
    return whatIf;
}

/// Handles events until the view has painted an evaluation of these factors; the number of frames till then.
void showFrame(MainWindow& window, const WhatIf& wanted)
{
    const TimelineView& view = *window.pane()->view();
    const int before = view.contentRebuilds();
    window.document().setWhatIf(wanted);
    while (view.contentRebuilds() == before || window.document().evaluation()->whatIf != wanted)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
}

std::unique_ptr<MainWindow> windowWith(const ScheduleRequest& request)
{
    auto window = std::make_unique<MainWindow>(ThemeChoice::Light);
    window->resize(1920, 1080);
    window->show();
    window->files().startNew(request);
    while (window->document().isBusy())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    // The pictures of the schedule list, the explanation and validation run once, aside.
    for (int i = 0; i < 10; ++i)
        showFrame(*window, factorOf(i));
    return window;
}

void sliderToFrame(benchmark::State& state)
{
    const auto window = windowWith(requestOf(static_cast<int>(state.range(0))));
    int step = 0;
    double total = 0;
    for (auto _ : state) {
        const auto begin = std::chrono::steady_clock::now();
        showFrame(*window, factorOf(++step));
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        state.SetIterationTime(took.count());
        total += took.count();
    }
    const double ms = total / static_cast<double>(state.iterations()) * 1e3;
    state.counters["actions"] = static_cast<double>(window->document().evaluation()->actionCount);
    state.counters["ms"] = ms;
    state.counters["of_limit"] = ms / kLimitMs;
}
BENCHMARK(sliderToFrame)->Arg(0)->Arg(1)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(60);

/// What the worker does of it.
void evaluateAgain(benchmark::State& state)
{
    const EvaluationInput input{requestOf(static_cast<int>(state.range(0))), {}, {}};
    EvaluationPtr before = *evaluate(input, {});
    int step = 0;
    for (auto _ : state)
        before = *evaluate(input, {}, {.whatIf = factorOf(++step), .before = before});
}
BENCHMARK(evaluateAgain)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void partsOfIt(benchmark::State& state)
{
    const EvaluationPtr whole = *evaluate({requestOf(1), {}, {}}, {});
    const Timeline& timeline = *whole->timeline;
    for (auto _ : state) {
        if (state.range(0) == 0)
            benchmark::DoNotOptimize(simulate(timeline.schedule, whole->costs));
        else if (state.range(0) == 1)
            benchmark::DoNotOptimize(LaneIndex::build(whole->timeline));
        else if (state.range(0) == 2)
            benchmark::DoNotOptimize(measure(timeline, whole->costs));
        else
            benchmark::DoNotOptimize(MemoryCurves::build(timeline, whole->costs));
    }
    constexpr const char* kNames[] = {"simulate", "index", "measure", "memory"};
    state.SetLabel(kNames[state.range(0)]);
}
BENCHMARK(partsOfIt)->DenseRange(0, 3)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QTemporaryDir settings;
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings.path());
    const QApplication app(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
