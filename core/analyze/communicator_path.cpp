// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/communicator_explanation.h"
#include "core/time/step_phases.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace bubblescope {

namespace {

class MomentWalk
{
public:
    MomentWalk(const Timeline& timeline, const IssueGraph& graph) : m_timeline(timeline), m_graph(graph) {}

    CriticalPath run()
    {
        CriticalPath path;
        path.length = m_timeline.makespan;
        const std::optional<std::uint32_t> rank = addTail(path);
        std::uint32_t moment = rank ? lastMomentOf(*rank) : lastMoment();
        while (moment != IssueGraph::kNone && timeOf(moment) > m_timeline.head) {
            const std::uint32_t before = m_graph.decidedBy(moment);
            add(path, moment, before);
            moment = before;
        }
        addHead(path);
        std::reverse(path.actions.begin(), path.actions.end());
        std::reverse(path.parts.begin(), path.parts.end());
        return path;
    }

private:
    /// From the timeline's begin; what is before that is not on the path.
    [[nodiscard]] Time timeOf(std::uint32_t moment) const
    {
        return m_timeline.head + std::max(0.0, m_graph.at(moment).time - m_graph.first());
    }

    /// Of the end that leaves least until the makespan; of several that on the lowest rank, there of the last
    /// action.
    [[nodiscard]] std::uint32_t lastMoment() const
    {
        const std::vector<Time> until = latestEnds(m_timeline);
        std::uint32_t best = IssueGraph::kNone;
        Time least = std::numeric_limits<Time>::infinity();
        for (std::uint32_t r = 0; r < m_timeline.lanes.size(); ++r)
            for (auto i = static_cast<std::uint32_t>(m_timeline.lanes[r].end.size()); i-- > 0;) {
                const std::uint32_t end = m_graph.endOf({r, i});
                const Time margin = until[r] - m_timeline.lanes[r].end[i];
                if (end == IssueGraph::kNone || margin >= least)
                    continue;
                least = margin;
                best = end;
            }
        return best;
    }

    /// Of the end that comes last on the rank.
    [[nodiscard]] std::uint32_t lastMomentOf(std::uint32_t rank) const
    {
        std::uint32_t best = IssueGraph::kNone;
        Time latest = -1;
        const std::vector<Time>& ends = m_timeline.lanes[rank].end;
        for (std::uint32_t i = 0; i < ends.size(); ++i)
            if (const std::uint32_t end = m_graph.endOf({rank, i});
                end != IssueGraph::kNone && ends[i] > latest) {
                latest = ends[i];
                best = end;
            }
        return best;
    }

    static void addPhase(CriticalPath& path, std::uint32_t rank, StepPhase phase, Time start, Time end)
    {
        if (end > start)
            path.parts.push_back({PathPart::Kind::Phase, {RankId{rank}, 0}, start, end, phase});
    }

    /// Back from the end of the step, to the rank whose last action it waits for; nothing where no tail is
    /// its end.
    std::optional<std::uint32_t> addTail(CriticalPath& path) const
    {
        std::uint32_t rank = 0;
        Time latest = 0;
        for (std::uint32_t r = 0; r < m_timeline.phases.size(); ++r)
            for (const PhaseSpan& span : m_timeline.phases[r])
                if (!isHead(span.phase) && span.end > latest) {
                    latest = span.end;
                    rank = r;
                }
        if (latest < m_timeline.makespan)
            return std::nullopt;
        auto left = m_timeline.phasesOf(rank);
        while (!left.empty() && !isHead(left.back().phase)) {
            const PhaseSpan span = left.back();
            left = left.first(left.size() - 1);
            Time start = span.start;
            if (span.lastReplica != 0)
                start = left.empty() || isHead(left.back().phase) ? lastEndOf(rank) : left.back().end;
            addPhase(path, rank, span.phase, start, span.end);
            if (span.lastRank == PhaseSpan::kNobody || span.lastReplica != 0 || span.lastRank == rank)
                continue;
            // What that one did before.
            rank = span.lastRank;
            left = m_timeline.phasesOf(rank);
            while (!left.empty() && left.back().phase >= span.phase)
                left = left.first(left.size() - 1);
        }
        return rank;
    }

    [[nodiscard]] Time lastEndOf(std::uint32_t rank) const
    {
        const std::vector<Time>& ends = m_timeline.lanes[rank].end;
        return ends.empty() ? m_timeline.head : *std::max_element(ends.begin(), ends.end());
    }

    /// Before the actions: the head that holds them up.
    void addHead(CriticalPath& path) const
    {
        std::uint32_t rank = 0;
        Time least = std::numeric_limits<Time>::infinity();
        for (std::uint32_t r = 0; r < m_timeline.phases.size(); ++r)
            for (const PhaseSpan& span : m_timeline.phases[r]) {
                const std::vector<Time>& starts = m_timeline.lanes[r].start;
                if (!isHead(span.phase) || starts.empty())
                    continue;
                const Time left = *std::min_element(starts.begin(), starts.end()) - span.end;
                if (left < least) {
                    least = left;
                    rank = r;
                }
            }
        const auto spans = m_timeline.phasesOf(rank);
        for (auto span = spans.rbegin(); span != spans.rend() && m_timeline.head > 0; ++span)
            if (isHead(span->phase))
                addPhase(path, rank, span->phase, span->start, std::min(span->end, m_timeline.head));
    }

    void add(CriticalPath& path, std::uint32_t moment, std::uint32_t before)
    {
        const IssueGraph::Moment& at = m_graph.at(moment);
        PathPart part;
        part.action = actionOf(moment);
        part.end = timeOf(moment);
        part.start = before == IssueGraph::kNone ? m_timeline.head : timeOf(before);
        part.kind = kindOf(at.what, before);
        // The host's way is that to the action it issues.
        if (at.what == IssueMoment::HostGoesOn && !path.actions.empty())
            part.action = path.actions.back();
        if (part.end > part.start)
            path.parts.push_back(part);
        const bool isAction =
            at.what == IssueMoment::CellEnd ||
            (at.what == IssueMoment::TransferEnd && m_graph.transfer(at.item).action != IssueGraph::kNone) ||
            (at.what == IssueMoment::TransferStart && isReachedFromOutside(path, at.item));
        if (isAction && (path.actions.empty() || path.actions.back() != part.action))
            path.actions.push_back(part.action);
    }

    /// A SEND whose start, not its end, is on the path.
    [[nodiscard]] bool isReachedFromOutside(const CriticalPath& path, std::uint32_t transfer) const
    {
        const IssueGraph::Transfer& one = m_graph.transfer(transfer);
        return one.action != IssueGraph::kNone &&
               (path.actions.empty() || path.actions.back() != actionOf(one.start));
    }

    [[nodiscard]] PathPart::Kind kindOf(IssueMoment what, std::uint32_t before) const
    {
        const IssueMoment from = before == IssueGraph::kNone ? IssueMoment::Begin : m_graph.at(before).what;
        if (what == IssueMoment::TransferEnd)
            return PathPart::Kind::Transfer;
        if (from == IssueMoment::Begin || from == IssueMoment::HostGoesOn || what == IssueMoment::HostGoesOn)
            return PathPart::Kind::Host;
        return what == IssueMoment::CellEnd ? PathPart::Kind::Compute : PathPart::Kind::Gap;
    }

    /// The action of a cell, or whose message a transfer carries: of several a receive's.
    [[nodiscard]] ActionPosition actionOf(std::uint32_t moment) const
    {
        const IssueGraph::Moment& at = m_graph.at(moment);
        std::uint32_t index =
            at.what == IssueMoment::CellStart || at.what == IssueMoment::CellEnd ? at.item : 0;
        if (at.what == IssueMoment::TransferStart || at.what == IssueMoment::TransferEnd) {
            const IssueGraph::Transfer& transfer = m_graph.transfer(at.item);
            const auto messages = m_graph.messagesOf(transfer);
            const auto receive = std::find_if(messages.begin(), messages.end(),
                                              [](const IssuedMessage& one) { return !one.isSend; });
            index = transfer.action != IssueGraph::kNone ? transfer.action
                    : receive != messages.end()          ? receive->action
                    : !messages.empty()                  ? messages.front().action
                                                         : 0;
        }
        return {RankId{at.rank}, index};
    }

    const Timeline& m_timeline;
    const IssueGraph& m_graph;
};

/// What ends at a moment: its cell's first action, or the action that its transfer is; empty for the rest.
std::optional<Place> endingAt(const IssueGraph& graph, std::uint32_t moment)
{
    const IssueGraph::Moment& at = graph.at(moment);
    if (at.what == IssueMoment::CellEnd)
        return Place{at.rank, at.item};
    if (at.what == IssueMoment::TransferEnd && graph.transfer(at.item).action != IssueGraph::kNone)
        return Place{at.rank, graph.transfer(at.item).action};
    return std::nullopt;
}

} // namespace

void pathBefore(const Timeline& timeline, const IssueGraph& graph, const Place& action, Time until,
                std::size_t most, std::vector<Place>& walked)
{
    const std::size_t begun = walked.size();
    const Time before = until - 1e-12 * timeline.makespan;
    walked.push_back(action);
    std::uint32_t moment = graph.endOf(action);
    if (moment == IssueGraph::kNone)
        return;
    if (graph.at(moment).what == IssueMoment::CellEnd)
        --moment; // its start
    moment = graph.decidedBy(moment);
    while (moment != IssueGraph::kNone && walked.size() - begun < most) {
        if (const std::optional<Place> place = endingAt(graph, moment)) {
            if (*place != walked.back())
                walked.push_back(*place);
            if (timeline.lanes[place->rank].start[place->index] < before)
                return;
        } else if (graph.at(moment).time - graph.first() < before)
            return;
        moment = graph.decidedBy(moment);
    }
}

std::string_view pathPartId(PathPart::Kind kind) noexcept
{
    constexpr std::array<std::string_view, 5> kIds{"compute", "transfer", "gap", "host", "phase"};
    return kIds[static_cast<std::size_t>(kind)];
}

CriticalPath criticalPath(const Timeline& timeline, const IssueGraph& graph)
{
    return MomentWalk(timeline, graph).run();
}

std::vector<std::vector<Time>> slackOf(const Timeline& timeline, const IssueGraph& graph)
{
    constexpr Time kUnbounded = std::numeric_limits<Time>::infinity();
    const Schedule& schedule = *timeline.schedule;
    std::vector<Time> later(graph.size(), kUnbounded);
    const std::vector<Time> latest = latestEnds(timeline);
    // What an order has no action for ends when it likes.
    for (std::uint32_t r = 0; r < timeline.lanes.size(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i)
            if (const std::uint32_t end = graph.endOf({r, i}); end != IssueGraph::kNone)
                later[end] = std::min(later[end], latest[r] - timeline.lanes[r].end[i]);
    for (auto moment = static_cast<std::uint32_t>(graph.size()); moment-- > 0;)
        for (const IssueGraph::Cause& cause : graph.causesOf(moment))
            later[cause.moment] = std::min(later[cause.moment], later[moment] + cause.margin);
    std::vector<std::vector<Time>> slack(timeline.lanes.size());
    for (std::uint32_t r = 0; r < slack.size(); ++r) {
        slack[r].assign(schedule.rows[r].size(), 0);
        for (std::uint32_t i = 0; i < slack[r].size(); ++i) {
            const std::uint32_t end = graph.endOf({r, i});
            if (end == IssueGraph::kNone)
                continue;
            const ActionKind kind = schedule.rows[r][i].kind();
            slack[r][i] = later[end];
            if (isSend(kind))
                slack[r][i] = std::min(slack[r][i], later[graph.transfer(graph.at(end).item).start]);
            slack[r][i] = std::max(0.0, slack[r][i]);
        }
    }
    return slack;
}

} // namespace bubblescope
