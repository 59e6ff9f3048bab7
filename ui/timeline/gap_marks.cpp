// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/gap_marks.h"

#include "ui/export/colors.h"
#include "ui/timeline/timeline_view.h"

#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// So many bubbles are looked through within a part of a frame.
constexpr std::size_t kGapsAtOnce = 100'000;

using LaneGapSpans = std::vector<TimeSpan>;

/// The last gap from `first` on that starts no later than `until`, one past it: found in steps that double,
/// since what follows is mostly near.
LaneGapSpans::const_iterator pastStart(LaneGapSpans::const_iterator first, LaneGapSpans::const_iterator last,
                                       Time until)
{
    std::ptrdiff_t step = 1;
    auto low = first;
    while (last - low > step && low[step].start <= until) {
        low += step;
        step *= 2;
    }
    return std::upper_bound(low, low + std::min(step, last - low), until,
                            [](Time time, const TimeSpan& gap) { return time < gap.start; });
}

/// As MatchIndex::stretches() has them.
void stretchesIn(const LaneGapSpans& gaps, Time from, Time to, Time least, std::vector<TimeSpan>& found)
{
    auto at = std::partition_point(gaps.begin(), gaps.end(),
                                   [from](const TimeSpan& gap) { return gap.end <= from; });
    while (at != gaps.end() && at->start < to) {
        TimeSpan run = *at++;
        for (auto past = pastStart(at, gaps.end(), run.end + least); past != at;
             past = pastStart(at, gaps.end(), run.end + least)) {
            at = past;
            run.end = (past - 1)->end;
        }
        found.push_back(run);
    }
}

} // namespace

QColor whyColor(BubbleWhy why, const Theme& theme)
{
    const auto over = [&theme](Role role, double share) {
        const Rgb ground = theme.color(Role::Panel);
        const Rgb color = theme.color(role);
        const auto mix = [share](std::uint8_t a, std::uint8_t b) {
            return static_cast<int>(a + (b - a) * share + 0.5);
        };
        return QColor(mix(ground.r, color.r), mix(ground.g, color.g), mix(ground.b, color.b));
    };
    constexpr double kLighter = 0.62;
    switch (why) {
    case BubbleWhy::WaitsForB:
        return over(Role::Backward, kLighter);
    case BubbleWhy::WaitsForI:
        return over(Role::BackwardInput, kLighter);
    case BubbleWhy::WaitsForW:
        return over(Role::BackwardWeight, kLighter);
    case BubbleWhy::WaitsForF:
        return over(Role::Forward, kLighter);
    case BubbleWhy::Transfer:
        return over(Role::Overlap, 0.9);
    case BubbleWhy::Communication:
        return over(Role::Communication, 1);
    case BubbleWhy::Fsdp:
        return over(Role::Fsdp, 0.9);
    case BubbleWhy::Host:
        return over(Role::CriticalPath, 0.55);
    case BubbleWhy::Waits:
        return over(Role::Text, 0.55);
    case BubbleWhy::NothingLeft:
        break;
    }
    return over(Role::QuietText, 0.42);
}

GapMarks::GapMarks(TimelineView& view) : TimelineTool(view), m_job(*this) {}

GapMarks::~GapMarks() = default;

void GapMarks::setShown(std::optional<BubbleWhy> why)
{
    if (why == m_why)
        return;
    m_why = why;
    renew();
}

void GapMarks::renew()
{
    if (!m_why && !m_gaps)
        return;
    m_job.drop();
    m_gaps.reset();
    m_view.viewport()->update();
    const ExplanationPtr explanation = m_view.explanation();
    if (!m_why || !explanation || !m_view.evaluation())
        return;
    const auto collect = [explanation, timeline = m_view.evaluation()->timeline,
                          why = *m_why](const CancelToken& cancel) {
        auto gaps = std::make_shared<Gaps>(timeline->lanes.size());
        for (const Bubble& bubble : explanation->ledger.bubbles)
            if (cancel.isCancelled())
                break;
            else if (whyOf(*timeline, bubble) == why)
                (*gaps)[bubble.rank.value].push_back({bubble.start, bubble.end()});
        return std::shared_ptr<const Gaps>(std::move(gaps));
    };
    if (explanation->ledger.bubbles.size() <= kGapsAtOnce) {
        m_gaps = collect(CancelToken());
        return;
    }
    m_job.start(collect, [this](std::shared_ptr<const Gaps> gaps) {
        m_gaps = std::move(gaps);
        m_view.viewport()->update();
    });
}

const MatchPicture& GapMarks::picture() const
{
    m_picture.update(
        m_gaps,
        [this](LaneId lane, Time from, Time to, Time least, std::vector<TimeSpan>& found) {
            if (lane.track == Track::Compute && lane.rank.value < m_gaps->size())
                stretchesIn((*m_gaps)[lane.rank.value], from, to, least, found);
        },
        m_view.geometry(), m_view.devicePixelRatioF());
    return m_picture;
}

void GapMarks::paint(QPainter& painter) const
{
    if (!m_gaps)
        return;
    const Theme& theme = Theme::get(m_view.themeName());
    picture().paintVisible(painter, m_view.viewport()->rect(), theme, whyColor(*m_why, theme));
}

bool GapMarks::clear()
{
    if (!m_why)
        return false;
    setShown(std::nullopt);
    emit cleared();
    return true;
}

} // namespace bubblescope::ui
