// SPDX-License-Identifier: GPL-3.0-or-later
// Frames of the real TimelineView at 3840 × 2160 with 64 lanes and about 10 million actions, on the offscreen
// platform: a changed range, then viewport()->repaint(), which is all that a frame on a screen goes through
// (geometry, paintEvent, the window's backing store, a plain raster image) but for the desktop's own copy.
// Times are by the clock, since several threads make a frame. Limits to compare with: 16 ms a frame, 2 ms
// from a pointer move to the repainted overlay. `fills` is the frame's median in units of filling one such
// image. On a machine that is busy elsewhere the slowest frames tell of that alone: each run is drawn several
// times, and `least_p99_ms` is of each frame's best, `p99_ms` of all frames.
#include "benchmark_support.h"
#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/memory_parts_layer.h"
#include "ui/timeline/timeline_view.h"

#include <QApplication>
#include <QImage>
#include <QMouseEvent>
#include <chrono>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace {

using namespace bubblescope;
using namespace bubblescope::ui;

constexpr double kFrameLimitMs = 16;
constexpr double kHoverLimitMs = 2;
constexpr QSize kSize(3840, 2160);
constexpr std::size_t kRuns = 4;

struct Subject
{
    const char* name;
    const char* request;
    std::vector<std::string> passes;
    bool hasSizes = false; ///< of all parts of memory
};
const Subject kSubjects[] = {
    {"1f1b", "1f1b:ranks=64,microbatches=78125", {}},
    {"interleaved", "interleaved-1f1b:ranks=64,microbatches=39040,stages-per-rank=2", {}},
    {"gpipe", "gpipe:ranks=64,microbatches=78125", {}},
    {"lowered", "1f1b:ranks=64,microbatches=26042", {"send-recv"}},
    {"sized", "zbv:ranks=64,microbatches=26040", {}, true},
    {"experts", "1f1b:ranks=64,microbatches=19530", {"parts:cells=all"}, true},
    {"offloaded", "zbv:ranks=64,microbatches=15624", {"offload:time=0.1"}, true},
};

const EvaluationPtr& evaluationOf(const Subject& subject)
{
    static std::map<std::string, EvaluationPtr> made;
    EvaluationPtr& evaluation = made[subject.name];
    if (!evaluation) {
        made.clear(); // one at a time: each takes a gigabyte
        EvaluationInput input{*requestFromText(subject.request), {}, subject.passes};
        input.costs.jitter = {0.1, 1}; // idle time of every length
        if (subject.hasSizes) {
            input.costs.parameters = StageValues(200.0);
            input.costs.gradients = StageValues(100.0);
            input.costs.optimizer = StageValues(300.0);
            input.costs.activation = StageValues(10.0);
            input.costs.activationKeptUntilWeight = StageValues(0.4);
        }
        made[subject.name] = *evaluate(input, {});
        return made[subject.name];
    }
    return evaluation;
}

double seconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double fillMs()
{
    static const double kMs = [] {
        QImage image(kSize, QImage::Format_RGB32);
        bench::Samples samples;
        for (int i = 0; i < 40; ++i)
            samples.add([&] { image.fill(QColor(i, i, i)); });
        return samples.median() * 1e3;
    }();
    return kMs;
}

/// What lies over the lanes, or under them, beside what is always there.
struct Extras
{
    bool memory = false, byPart = false, path = false, matches = false, problems = false;
};

/// Every 50th action of each rank.
ProblemReportPtr someProblems(const Evaluation& evaluation)
{
    const TimelinePtr& timeline = evaluation.timeline;
    auto report = std::make_shared<ProblemReport>();
    report->timeline = timeline;
    report->problems.resize(1);
    report->places.resize(1);
    report->lanes.resize(timeline->schedule->rankCount());
    for (std::uint32_t rank = 0; rank < report->lanes.size(); ++rank) {
        LaneMarks& lane = report->lanes[rank];
        for (std::size_t i = 0; i < timeline->schedule->rows[rank].size(); i += 50) {
            const ActionPosition at{RankId{rank}, i};
            lane.marks.push_back({timeline->startOf(at), timeline->endOf(at), i});
            lane.longest = std::max(lane.longest, lane.marks.back().end - lane.marks.back().start);
        }
    }
    return report;
}

class Frames
{
public:
    Frames(const Subject& subject, const Extras& extras)
    {
        m_view.navigation().setReducedMotion(true);
        m_view.setMemoryLanes(extras.memory);
        m_view.resize(kSize);
        m_view.setEvaluation(evaluationOf(subject));
        m_view.show();
        m_view.memoryParts().setWanted(extras.byPart);
        while (extras.byPart && !m_view.memoryStack())
            QApplication::processEvents();
        const Evaluation& evaluation = *m_view.evaluation();
        if (extras.path) {
            m_view.setExplanation(
                std::make_shared<const Explanation>(*explain(*evaluation.timeline, evaluation.costs)));
            m_view.criticalPath().setShown(true);
        }
        if (extras.problems)
            m_view.setProblems(someProblems(evaluation));
        if (extras.matches)
            m_view.matches().setQuery(*ActionQuery::parse("F"));
        do
            QApplication::processEvents();
        while (m_view.matches().isCounting());
    }
    [[nodiscard]] TimelineView& view() { return m_view; }
    [[nodiscard]] Time makespan() const { return m_view.evaluation()->timeline->makespan; }

    void draw(const TimeRange& range)
    {
        const double begin = seconds();
        m_view.navigation().setRange(range);
        m_view.viewport()->repaint();
        add(begin);
        if (m_ms.back() > m_worst) {
            m_worst = m_ms.back();
            m_worstUnits = range.to - range.from;
        }
    }
    void add(double begin) { m_ms.push_back((seconds() - begin) * 1e3); }

    /// Of frames that were drawn so many times, one run after the other.
    void report(benchmark::State& state, double limit, std::size_t runs)
    {
        const std::size_t frames = m_ms.size() / runs;
        std::vector<double> least(m_ms.begin(), m_ms.begin() + static_cast<std::ptrdiff_t>(frames));
        for (std::size_t i = frames; i < m_ms.size(); ++i)
            least[i % frames] = std::min(least[i % frames], m_ms[i]);
        state.SetIterationTime(std::accumulate(m_ms.begin(), m_ms.end(), 0.0) / 1e3);
        state.counters["frames"] = static_cast<double>(m_ms.size());
        state.counters["median_ms"] = atShare(m_ms, 0.5);
        state.counters["p99_ms"] = atShare(m_ms, 0.99);
        state.counters["least_p99_ms"] = atShare(least, 0.99);
        state.counters["fills"] = atShare(m_ms, 0.5) / fillMs();
        state.counters["limit_ms"] = limit;
        state.counters["worst_units"] = m_worstUnits;
        state.counters["actions"] = static_cast<double>(m_view.evaluation()->actionCount);
        m_ms.clear();
        m_worst = m_worstUnits = 0;
    }

private:
    static double atShare(std::vector<double> values, double share)
    {
        std::sort(values.begin(), values.end());
        return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
    }

    TimelineView m_view;
    std::vector<double> m_ms;
    double m_worst = 0, m_worstUnits = 0; ///< the slowest frame, and how much time it showed
};

const Subject& subjectOf(const benchmark::State& state)
{
    return kSubjects[state.range(0)];
}

/// From all of it to a few actions, in even steps towards a point off the middle.
void zoomIn(Frames& frames)
{
    constexpr int kSteps = 60;
    const Time whole = frames.makespan();
    const Time anchor = whole * 0.37;
    for (int step = 0; step < kSteps; ++step) {
        const double share = std::pow(12 / whole, static_cast<double>(step) / (kSteps - 1));
        frames.draw({anchor * (1 - share), anchor * (1 - share) + whole * share});
    }
}

/// Where actions become blocks of their own: from some 20 px down to one.
void between(Frames& frames)
{
    constexpr int kSteps = 60;
    const Time middle = frames.makespan() * 0.37;
    for (int step = 0; step < kSteps; ++step) {
        const Time width = 200 * std::pow(30.0, static_cast<double>(step) / (kSteps - 1));
        frames.draw({middle - width / 2, middle + width / 2});
    }
}

/// Steps of 1.3 % of the view, at several zooms.
void pan(Frames& frames)
{
    const Time whole = frames.makespan();
    for (const double width : {whole / 1.5, whole / 30, whole / 1000, 5000.0, 700.0, 60.0})
        for (int step = 0; step < 12; ++step) {
            const Time from = (whole - width) * 0.3 + width * 0.013 * step;
            frames.draw({from, from + width});
        }
}

void fit(Frames& frames)
{
    for (int i = 0; i < 20; ++i) {
        frames.view().navigation().setRange({0, frames.makespan() / 2});
        frames.view().viewport()->repaint();
        frames.draw(fitted(frames.makespan()));
    }
}

void framesOf(benchmark::State& state, void (*sequence)(Frames&), const Extras& extras)
{
    Frames frames(subjectOf(state), extras);
    frames.view().navigation().setRange({0, 100});
    QApplication::processEvents();
    for (auto _ : state) {
        for (std::size_t run = 0; run < kRuns; ++run)
            sequence(frames);
        frames.report(state, kFrameLimitMs, kRuns);
    }
    state.SetLabel(subjectOf(state).name);
}

/// A pointer that goes over the lanes: event, hit test, overlay, and the repaint of what it changed.
void hover(benchmark::State& state, double share)
{
    Frames frames(subjectOf(state), {});
    TimelineView& view = frames.view();
    view.navigation().setRange({frames.makespan() * 0.4, frames.makespan() * (0.4 + share)});
    view.viewport()->repaint();
    std::mt19937 random(1);
    QPointF at(1000, 1000);
    for (auto _ : state) {
        for (int i = 0; i < 300; ++i) {
            at += QPointF(static_cast<int>(random() % 41) - 18, static_cast<int>(random() % 41) - 20);
            at = {std::clamp(at.x(), 100.0, 3800.0), std::clamp(at.y(), 40.0, 2100.0)};
            const double begin = seconds();
            QMouseEvent move(QEvent::MouseMove, at, view.viewport()->mapToGlobal(at), Qt::NoButton,
                             Qt::NoButton, Qt::NoModifier);
            QApplication::sendEvent(view.viewport(), &move);
            QApplication::sendPostedEvents(nullptr, QEvent::UpdateRequest);
            frames.add(begin);
        }
        frames.report(state, kHoverLimitMs, 1);
    }
    state.SetLabel(subjectOf(state).name);
}

void settings(benchmark::internal::Benchmark* benchmark)
{
    benchmark->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(1);
}

} // namespace

int main(int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication app(argc, argv);
    for (std::int64_t i = 0; i < std::int64_t{std::size(kSubjects)}; ++i) {
        const std::string name = kSubjects[i].name;
        const auto add = [&](const std::string& what, auto function) {
            settings(benchmark::RegisterBenchmark((name + '/' + what).c_str(), function)->Arg(i));
        };
        const std::pair<const char*, Extras> kExtras[] = {{"", {}},
                                                          {"+memory", {.memory = true}},
                                                          {"+parts", {.memory = true, .byPart = true}},
                                                          {"+path", {.path = true}},
                                                          {"+matches", {.matches = true}},
                                                          {"+problems", {.problems = true}}};
        for (const auto& [with, extras] : kExtras) {
            add(std::string("zoom") + with,
                [=](benchmark::State& state) { framesOf(state, zoomIn, extras); });
            add(std::string("pan") + with, [=](benchmark::State& state) { framesOf(state, pan, extras); });
            add(std::string("between") + with,
                [=](benchmark::State& state) { framesOf(state, between, extras); });
            add(std::string("fit") + with, [=](benchmark::State& state) { framesOf(state, fit, extras); });
        }
        add("hover", [](benchmark::State& state) { hover(state, 1e-4); });
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
