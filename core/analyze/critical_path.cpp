// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/critical_path.h"

#include "core/analyze/communicator_explanation.h"
#include "core/analyze/plain_path.h"
#include "core/analyze/plain_waits.h"

#include <algorithm>
#include <new>

namespace bubblescope {

namespace {

/// Walks to the beginning, always to what decided.
template <typename Waits>
class PathWalk
{
public:
    /// What the walk goes through is appended to `path`.
    PathWalk(const Timeline& timeline, const Waits& waits, std::vector<Place>& path)
        : m_timeline(timeline)
        , m_schedule(*timeline.schedule)
        , m_waits(waits)
        , m_path(path)
    {}

    /// Down to the first action that starts before `until`, in at most so many steps.
    void run(Binding at, Time until, std::size_t bound)
    {
        const std::size_t begun = m_path.size();
        for (std::size_t steps = 0; at.action && steps < bound; ++steps) {
            if (m_path.size() > begun && startOf(m_path.back()) < until)
                return;
            at = before(at);
        }
    }

private:
    Binding before(const Binding& at)
    {
        switch (at.moment) {
        case Moment::Start:
            return beforeStart(at.action);
        case Moment::Arrival:
            return beforeArrival(at.action);
        case Moment::End:
            break;
        }
        const Binding by = waited(at.action) ? m_waits.decided(at.action, Wait::Of::End) : Binding{};
        if (!by.action)
            return through(at.action);
        if (by.moment != Moment::Arrival)
            return by;
        return beforeMeeting(at.action, by.action == at.action ? partnerOf(at.action) : by.action);
    }

    Binding beforeStart(const Place& action)
    {
        if (m_timeline.startOf(action.position()) <= m_timeline.head)
            return {};
        return m_waits.decided(cellOf(action), Wait::Of::Start);
    }

    /// A message that began its transfer when its link was free, or when it was sent.
    Binding beforeArrival(const Place& send)
    {
        Binding by = m_waits.decided(cellOf(send), Wait::Of::Departure);
        if (!by.action)
            if (const Place partner = partnerOf(send))
                by = m_waits.decided(partner, Wait::Of::Departure);
        if (by.moment != Moment::Arrival)
            return through(send);
        m_path.push_back(send);
        return by;
    }

    /// Of two that met, the one that came later goes on the path; the one in hand if they came together.
    Binding beforeMeeting(const Place& here, const Place& other)
    {
        const Time later = std::max(startOf(here), startOf(other));
        const Place arranged = m_waits.decided(here, Wait::Of::Departure).action ? here : other;
        const Binding by = m_waits.decided(arranged, Wait::Of::Departure);
        if (by.moment == Moment::Arrival) {
            m_path.push_back(here);
            return by;
        }
        return through(startOf(here) == later ? here : other);
    }

    Binding through(const Place& action)
    {
        m_path.push_back(action);
        return {action, Moment::Start};
    }

    /// Its end is not a duration after its start.
    [[nodiscard]] bool waited(const Place& action) const
    {
        return isCommunication(m_schedule.at(action.position()).kind()) &&
               m_timeline.endOf(action.position()) > startOf(action);
    }

    [[nodiscard]] Time startOf(const Place& action) const { return m_timeline.startOf(action.position()); }

    [[nodiscard]] Place cellOf(Place action) const
    {
        while (action.index > 0 && !m_schedule.at(action.position()).startsCell())
            --action.index;
        return action;
    }

    [[nodiscard]] Place partnerOf(const Place& action) const
    {
        return m_waits.decided(cellOf(action), Wait::Of::Partner).action;
    }

    const Timeline& m_timeline;
    const Schedule& m_schedule;
    const Waits& m_waits;
    std::vector<Place>& m_path;
};

template <typename Waits>
CriticalPath pathFrom(const Timeline& timeline, const Waits& waits)
{
    // A binding never leads to a later action, so the walk ends; the bound keeps a timeline of other rules
    // safe.
    const std::size_t bound = 2 * timeline.schedule->actionCount() + 1;
    std::vector<Place> walked;
    PathWalk(timeline, waits, walked).run({lastOnPath(timeline)}, -1, bound);
    CriticalPath path{timeline.makespan, {}};
    path.actions.reserve(walked.size());
    for (auto place = walked.rbegin(); place != walked.rend(); ++place)
        path.actions.push_back(place->position());
    return path;
}

template <typename Waits>
void walkBefore(const Timeline& timeline, const Waits& waits, const Place& action, Time until,
                std::size_t most, std::vector<Place>& walked)
{
    const std::size_t begun = walked.size();
    walked.push_back(action);
    // What adding up in two ways leaves is no time before.
    constexpr double kRounding = 1e-12;
    // Between two actions there may be steps that add none.
    PathWalk(timeline, waits, walked)
        .run({action, Moment::Start}, until - kRounding * timeline.makespan, 3 * most);
    if (walked.size() > begun + most)
        walked.resize(begun + most);
}

} // namespace

CriticalPath criticalPath(const Timeline& timeline, const Bindings& bindings)
{
    return pathFrom(timeline, bindings);
}

CriticalPath criticalPath(const Timeline& timeline, const PlainWaits& waits)
{
    return pathFrom(timeline, waits);
}

void pathBefore(const Timeline& timeline, const Bindings& bindings, const Place& action, Time until,
                std::size_t most, std::vector<Place>& walked)
{
    walkBefore(timeline, bindings, action, until, most, walked);
}

void pathBefore(const Timeline& timeline, const PlainWaits& waits, const Place& action, Time until,
                std::size_t most, std::vector<Place>& walked)
{
    walkBefore(timeline, waits, action, until, most, walked);
}

CriticalPath criticalPath(const Timeline& timeline, const CostModel& costs)
try {
    if (auto path = plainCriticalPath(timeline, costs, ActionTable(*timeline.schedule)))
        return *std::move(path);
    if (costs.communicators.policy != CommunicatorPolicy::None) {
        const Result<IssueGraph, TimingFailure> graph = issueGraphOf(*timeline.schedule, costs);
        return graph ? criticalPath(timeline, *graph) : CriticalPath{};
    }
    const Result<Bindings, TimingFailure> bindings = bindingsOf(*timeline.schedule, costs);
    return bindings ? criticalPath(timeline, *bindings) : CriticalPath{};
} catch (const std::bad_alloc&) {
    return {};
}

double pathShare(const Timeline& timeline, const CriticalPath& path, const Bubble& bubble)
{
    if (!bubble.next || path.length <= 0)
        return 0;
    const ActionPosition next = bubble.next.position();
    const Time start = timeline.startOf(next);
    // None of the path starts before the one that leads to it.
    auto at = std::lower_bound(path.actions.begin(), path.actions.end(), start,
                               [&](const ActionPosition& a, Time t) { return timeline.startOf(a) < t; });
    while (at != path.actions.end() && timeline.startOf(*at) == start && *at != next)
        ++at;
    return at != path.actions.end() && *at == next ? bubble.length / path.length : 0;
}

} // namespace bubblescope
