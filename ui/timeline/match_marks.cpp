// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/match_marks.h"

#include "ui/timeline/timeline_view.h"

#include <QPainter>
#include <cmath>
#include <limits>
#include <utility>

namespace bubblescope::ui {

namespace {

/// So many actions are searched within a part of a frame.
constexpr std::size_t kAtOnce = 100'000;
/// And so many are looked at for a step while the rest is counted: some milliseconds.
constexpr std::size_t kMostLooks = 400'000;
constexpr Time kEver = std::numeric_limits<Time>::infinity();
constexpr MatchKey kBeforeAll{-kEver, RankId{0}, 0};
constexpr MatchKey kAfterAll{kEver, RankId{0}, 0};

} // namespace

MatchMarks::MatchMarks(TimelineView& view) : TimelineTool(view), m_job(*this)
{
    // Who has gone on to something else is not thrown back.
    connect(&view.chosen(), &TimelineSelection::actionChanged, this, [this] { waitToStep(std::nullopt); });
    connect(&view.chosen(), &TimelineSelection::gapChanged, this, [this] { waitToStep(std::nullopt); });
}

MatchMarks::~MatchMarks() = default;

void MatchMarks::setQuery(std::optional<ActionQuery> query)
{
    if (query == m_query)
        return;
    m_query = std::move(query);
    evaluationChanged();
}

void MatchMarks::evaluationChanged()
{
    m_job.drop();
    m_matches.reset();
    m_waitingStep.reset();
    if (m_query && m_view.evaluation()) {
        std::size_t actions = 0;
        for (const Row& row : m_view.evaluation()->timeline->schedule->rows)
            actions += row.size();
        count(actions <= kAtOnce);
    }
    m_view.viewport()->update();
    emit changed();
}

void MatchMarks::count(bool atOnce)
{
    if (atOnce) {
        m_matches = MatchIndex::build(m_view.evaluation()->index, *m_query, {});
        return;
    }
    m_job.start([index = m_view.evaluation()->index, query = *m_query](
                    const CancelToken& cancel) { return MatchIndex::build(index, query, cancel); },
                // Uncounted where memory ran out: stepping goes on without.
                [this](MatchIndexPtr matches) { takeCounted(std::move(matches)); });
}

void MatchMarks::takeCounted(MatchIndexPtr matches)
{
    m_matches = std::move(matches);
    const std::optional<bool> step = std::exchange(m_waitingStep, std::nullopt);
    m_view.viewport()->update();
    emit changed();
    if (step)
        emit stepReady(*step);
}

void MatchMarks::waitToStep(std::optional<bool> forward)
{
    if (std::exchange(m_waitingStep, forward) != forward)
        emit changed();
}

std::optional<std::size_t> MatchMarks::count() const
{
    return m_matches ? std::optional(m_matches->count()) : std::nullopt;
}

std::optional<std::size_t> MatchMarks::current() const
{
    const std::optional<ActionPosition> selected = m_view.chosen().action();
    return m_matches && selected ? m_matches->numberOf(*selected) : std::nullopt;
}

MatchKey MatchMarks::origin(bool forward) const
{
    if (const auto selected = m_view.chosen().action())
        return matchKeyOf(*m_view.evaluation()->timeline, *selected);
    if (const auto gap = m_view.chosen().gap())
        return {gap->from, gap->rank, 0};
    const TimeRange range = m_view.navigation().range();
    // What begins with the view is in it.
    return forward ? MatchKey{std::nextafter(range.from, -kEver), RankId{0}, 0}
                   : MatchKey{range.to, RankId{0}, 0};
}

BoundedMatch MatchMarks::found(const MatchKey& from, bool forward, std::size_t& looks) const
{
    if (m_matches)
        return {m_matches->nearest(from, forward), true};
    return findMatchWithin(*m_view.evaluation()->index, *m_query, from, forward, looks);
}

std::optional<MatchMarks::Step> MatchMarks::step(bool forward)
{
    if (!m_query || !m_view.evaluation())
        return std::nullopt;
    // Where nothing counts them, there is nothing to wait for.
    std::size_t looks = m_job.isRunning() ? kMostLooks : std::numeric_limits<std::size_t>::max();
    BoundedMatch match = found(origin(forward), forward, looks);
    const bool wrapped = match.isKnown && !match.action;
    if (wrapped)
        match = found(forward ? kBeforeAll : kAfterAll, forward, looks);
    waitToStep(match.isKnown ? std::nullopt : std::optional(forward));
    return match.action ? std::optional(Step{*match.action, wrapped}) : std::nullopt;
}

const MatchPicture& MatchMarks::picture() const
{
    const bool isEmpty = !m_matches || m_matches->count() == 0;
    m_picture.update(
        isEmpty ? nullptr : m_matches,
        [this](LaneId lane, Time from, Time to, Time least, std::vector<TimeSpan>& found) {
            m_matches->stretches(lane, from, to, least, found);
        },
        m_view.geometry(), m_view.devicePixelRatioF());
    return m_picture;
}

void MatchMarks::paint(QPainter& painter) const
{
    if (!m_matches)
        return;
    picture().paintVisible(painter, m_view.viewport()->rect(), Theme::get(m_view.themeName()));
}

bool MatchMarks::clear()
{
    if (!m_query)
        return false;
    setQuery(std::nullopt);
    emit cleared();
    return true;
}

} // namespace bubblescope::ui
