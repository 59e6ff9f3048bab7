// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_strip.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/overlay_painter.h"
#include "ui/timeline/overview_accessible.h"
#include "ui/timeline/overview_matches.h"
#include "ui/timeline/overview_picture.h"
#include "ui/timeline/timeline_viewport.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kHeight = 48;
constexpr double kBandTop = 8;
constexpr double kBandHeight = 32;
constexpr double kMinFramePx = 3;
constexpr double kMarkPx = 3;
constexpr double kTickPx = 4;
/// Of matches, under the frame.
constexpr double kTickTop = 43, kTickHeight = 3;

} // namespace

OverviewStrip::OverviewStrip(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Overview"));
    setAccessibleDescription(tr("The whole run, with a frame around the part that the timeline shows"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus); // a click leaves the timeline its keys
    makeAccessible(*this);
}

void OverviewStrip::setIndex(LaneIndexPtr index)
{
    m_index = std::move(index);
    m_grip = Grip::None;
    renewContent();
}

void OverviewStrip::setThemeName(ThemeName theme)
{
    m_theme = theme;
    renewContent();
}

void OverviewStrip::setShownFills(FillMask shown)
{
    m_shown = shown;
    renewContent();
}

void OverviewStrip::setShownRange(const TimeRange& range)
{
    if (range == m_range)
        return;
    m_range = range;
    update();
    if (hasFocus())
        tellValue(*this);
}

void OverviewStrip::setAxisEnd(Time end)
{
    if (end == std::exchange(m_axisEnd, end))
        return;
    renewContent();
}

void OverviewStrip::setMark(const std::optional<OverviewMark>& mark)
{
    if (mark == m_mark)
        return;
    m_mark = mark;
    update();
}

void OverviewStrip::setLanes(const std::vector<RankId>& lanes)
{
    if (lanes == m_lanes)
        return;
    m_lanes = lanes;
    renewContent();
}

void OverviewStrip::setMatches(MatchIndexPtr matches)
{
    if (matches == m_matches)
        return;
    m_matches = std::move(matches);
    m_ticks.reset();
    update();
}

const std::vector<QRectF>& OverviewStrip::matchTicks() const
{
    if (!m_ticks)
        m_ticks = m_matches ? overviewTicks(*m_matches, {m_left, kTickTop, m_width, kTickHeight})
                            : std::vector<QRectF>();
    return *m_ticks;
}

void OverviewStrip::setPlotColumns(double left, double width)
{
    if (left == m_left && width == m_width)
        return;
    m_left = left;
    m_width = width;
    renewContent();
}

void OverviewStrip::renewContent()
{
    m_content = {};
    m_ticks.reset();
    update();
}

QSize OverviewStrip::sizeHint() const
{
    return {480, kHeight};
}

QSize OverviewStrip::minimumSizeHint() const
{
    return {120, kHeight};
}

QRectF OverviewStrip::band() const
{
    return {m_left, kBandTop, std::max(1.0, m_width), kBandHeight};
}

Time OverviewStrip::makespan() const
{
    return m_index ? std::max(m_index->timeline().makespan, m_axisEnd) : 0;
}

double OverviewStrip::xOf(Time t) const
{
    const TimeRange whole = fitted(makespan());
    const double x = m_left + (t - whole.from) / (whole.to - whole.from) * m_width;
    return std::clamp(x, m_left, m_left + m_width);
}

Time OverviewStrip::timeAt(double x) const
{
    const TimeRange whole = fitted(makespan());
    return whole.from + (x - m_left) / std::max(1.0, m_width) * (whole.to - whole.from);
}

std::pair<double, double> OverviewStrip::frame() const
{
    double left = xOf(m_range.from);
    double right = xOf(m_range.to);
    if (right - left < kMinFramePx) {
        const double middle = (left + right) / 2;
        left = middle - kMinFramePx / 2;
        right = middle + kMinFramePx / 2;
    }
    return {left, right};
}

void OverviewStrip::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::get(m_theme);
    QPainter painter(this);
    painter.fillRect(rect(), toColor(theme.color(Role::Window)));
    painter.fillRect(QRectF(0, height() - 1, width(), 1), toColor(theme.color(Role::Hairline)));
    painter.setFont(sceneFont(11));
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(
        QRectF(TimelineMetrics::kHeaderX, kBandTop, m_left - TimelineMetrics::kHeaderX, kBandHeight),
        Qt::AlignLeft | Qt::AlignVCenter, tr("Overview"));
    if (m_focusFrame)
        paintFocusFrame(painter, size(), theme);
    if (!m_index || m_index->laneCount() == 0 || m_width < 1)
        return;
    if (m_content.isNull() || m_contentRatio != devicePixelRatioF()) {
        m_contentRatio = devicePixelRatioF();
        m_content =
            overviewPicture(*m_index, m_lanes, makespan(), band().size(), m_contentRatio, theme, m_shown);
        ++m_rebuilds;
    }
    painter.drawPixmap(band().topLeft(), m_content);
    paintFrame(painter);
    for (const QRectF& tick : matchTicks())
        painter.fillRect(tick, toColor(theme.color(Role::Accent)));
    if (m_mark && m_mark->rank.value < m_index->laneCount())
        paintMark(painter);
}

void OverviewStrip::paintMark(QPainter& painter) const
{
    const Theme& theme = Theme::get(m_theme);
    const double left = xOf(m_mark->from);
    const double width = std::max(kMarkPx, xOf(m_mark->to) - left);
    const std::size_t lanes = m_lanes.empty() ? m_index->laneCount() : m_lanes.size();
    const auto lane = m_lanes.empty()
                          ? m_mark->rank.value
                          : std::find(m_lanes.begin(), m_lanes.end(), m_mark->rank) - m_lanes.begin();
    if (static_cast<std::size_t>(lane) >= lanes)
        return; // hidden
    const double pitch = kBandHeight / static_cast<double>(lanes);
    const double height = std::max(kMarkPx, pitch);
    const double top = std::clamp(kBandTop + (static_cast<double>(lane) + 0.5) * pitch - height / 2, kBandTop,
                                  kBandTop + kBandHeight - height);
    const QRectF place(left, top, width, height);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(toColor(theme.color(Role::Panel)), 1));
    painter.drawRect(place.adjusted(-1.5, -1.5, 1.5, 1.5));
    painter.setPen(QPen(toColor(theme.color(Role::Text)), 1));
    painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(toColor(theme.color(Role::Text)));
    const double middle = place.center().x();
    painter.drawPolygon(
        QPolygonF{QPointF(middle - kTickPx, 0), QPointF(middle + kTickPx, 0), QPointF(middle, kTickPx + 1)});
}

void OverviewStrip::paintFrame(QPainter& painter) const
{
    const Theme& theme = Theme::get(m_theme);
    const auto [left, right] = frame();
    const QColor veil = toColor(theme.color(Role::Window), 0.62);
    painter.fillRect(QRectF(m_left, kBandTop, left - m_left, kBandHeight), veil);
    painter.fillRect(QRectF(right, kBandTop, m_left + m_width - right, kBandHeight), veil);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(toColor(theme.color(Role::Accent)), 1.5));
    painter.drawRoundedRect(QRectF(left, kBandTop - 2, right - left, kBandHeight + 4).adjusted(-1, 0, 1, 0),
                            3, 3);
}

} // namespace bubblescope::ui
