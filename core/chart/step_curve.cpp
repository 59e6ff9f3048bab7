// SPDX-License-Identifier: Apache-2.0
#include "core/chart/step_curve.h"

#include "core/base/parallel_for.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// From when until when a microbatch is on a rank.
struct Stay
{
    std::uint32_t microbatch = 0;
    bool isBack = false; ///< a backward was among its actions
    Time from = 0;
    Time to = 0;
};

std::vector<Stay> actionsOf(const Row& row, const LaneTimes& times)
{
    std::vector<Stay> stays;
    stays.reserve(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
        const Action& action = row[i];
        if (!isCompute(action.kind()))
            continue;
        const bool isBack =
            !isForward(wholeOf(action.kind())) && action.kind() != ActionKind::VocabularyForward;
        stays.push_back({action.microbatch().value, isBack, times.start[i], isBack ? times.end[i] : 0});
    }
    return stays;
}

/// One for each microbatch.
void join(std::vector<Stay>& stays, Time runEnd)
{
    std::sort(stays.begin(), stays.end(),
              [](const Stay& a, const Stay& b) { return a.microbatch < b.microbatch; });
    std::size_t count = 0;
    for (const Stay& stay : stays) {
        if (count == 0 || stays[count - 1].microbatch != stay.microbatch) {
            stays[count++] = stay;
            continue;
        }
        Stay& joined = stays[count - 1];
        joined.from = std::min(joined.from, stay.from);
        joined.to = std::max(joined.to, stay.to);
        joined.isBack |= stay.isBack;
    }
    stays.resize(count);
    for (Stay& stay : stays)
        if (!stay.isBack)
            stay.to = runEnd;
}

/// Walks over begins and ends in turn; at one moment all of them count before it is a step.
std::vector<MemoryStep> stepsOf(const std::vector<Time>& begins, const std::vector<Time>& ends)
{
    std::vector<MemoryStep> steps{{0, 0}};
    std::size_t begun = 0;
    std::size_t ended = 0;
    while (begun < begins.size() || ended < ends.size()) {
        const bool isBegin = begun < begins.size() && (ended == ends.size() || begins[begun] <= ends[ended]);
        const Time time = isBegin ? begins[begun] : ends[ended];
        while (begun < begins.size() && begins[begun] <= time)
            ++begun;
        while (ended < ends.size() && ends[ended] <= time)
            ++ended;
        const auto level = static_cast<double>(begun) - static_cast<double>(ended);
        if (time <= 0)
            steps.front().level = level;
        else if (level != steps.back().level)
            steps.push_back({time, level});
    }
    return steps;
}

} // namespace

std::size_t StepCurveView::stepAt(Time t) const
{
    const auto after = std::upper_bound(steps.begin(), steps.end(), t,
                                        [](Time time, const MemoryStep& step) { return time < step.time; });
    return after == steps.begin() ? 0 : static_cast<std::size_t>(after - steps.begin()) - 1;
}

std::size_t StepCurveView::firstFrom(Time t) const
{
    const auto first = std::ranges::lower_bound(steps, t, {}, &MemoryStep::time);
    return static_cast<std::size_t>(first - steps.begin());
}

double StepCurveView::levelAt(Time t) const
{
    return steps.empty() || t < steps.front().time ? 0 : steps[stepAt(t)].level;
}

LevelPyramid::Extent StepCurveView::extent(Time t0, Time t1) const
{
    if (steps.empty())
        return {};
    const std::size_t first = stepAt(t0);
    const std::size_t past = firstFrom(t1);
    return pyramid->extentOf(steps, first, std::max(first, past == 0 ? 0 : past - 1));
}

std::vector<MemoryStep> inFlight(const Timeline& timeline, RankId rank)
{
    std::vector<Stay> stays = actionsOf(timeline.schedule->rows[rank.value], timeline.lanes[rank.value]);
    join(stays, timeline.makespan);
    std::vector<Time> begins(stays.size());
    std::vector<Time> ends(stays.size());
    for (std::size_t i = 0; i < stays.size(); ++i) {
        begins[i] = stays[i].from;
        // A row that cannot run may have a backward before its forward.
        ends[i] = std::max(stays[i].from, stays[i].to);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    return stepsOf(begins, ends);
}

InFlightCurvesPtr InFlightCurves::build(const Timeline& timeline, const CancelToken& cancel)
{
    auto curves = std::make_shared<InFlightCurves>();
    curves->m_ranks.resize(timeline.schedule->rankCount());
    constexpr std::size_t kManyActions = 100'000;
    std::size_t actions = 0;
    for (const Row& row : timeline.schedule->rows)
        actions += row.size();
    const bool isDone = parallelFor(timeline.schedule->rankCount(),
                                    [&](std::uint32_t rank) {
                                        Curve& curve = curves->m_ranks[rank];
                                        curve.steps = inFlight(timeline, RankId{rank});
                                        curve.steps.shrink_to_fit();
                                        curve.pyramid = LevelPyramid(curve.steps);
                                    },
                                    {.threads = threadsIf(actions > kManyActions), .cancel = &cancel});
    if (!isDone)
        return nullptr;
    for (const Curve& curve : curves->m_ranks)
        for (const MemoryStep& step : curve.steps)
            curves->m_highest = std::max(curves->m_highest, step.level);
    return curves;
}

} // namespace bubblescope
