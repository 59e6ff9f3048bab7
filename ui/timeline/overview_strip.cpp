// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_strip.h"

#include "ui/export/scene_painter.h"
#include "ui/timeline/colors.h"
#include "ui/timeline/overview_picture.h"
#include "ui/timeline/timeline_viewport.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kHeight = 48;
constexpr double kBandTop = 8;
constexpr double kBandHeight = 32;
constexpr double kGripPx = 5;
constexpr double kMinFramePx = 3;

} // namespace

OverviewStrip::OverviewStrip(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Overview"));
    setAccessibleDescription(tr("The whole run, with a frame around the part that the timeline shows"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
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
    m_range = range;
    update();
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
    return m_index ? m_index->timeline().makespan : 0;
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

OverviewStrip::Grip OverviewStrip::gripAt(double x) const
{
    const auto [left, right] = frame();
    // Inside a narrow frame the middle third stays for dragging; outside, the edges reach their full way.
    const double inside = std::min(kGripPx, (right - left) / 3);
    if (x >= left - kGripPx && x < left + inside)
        return Grip::Left;
    if (x > right - inside && x <= right + kGripPx)
        return Grip::Right;
    return x >= left && x <= right ? Grip::Frame : Grip::None;
}

void OverviewStrip::ask(const TimeRange& range)
{
    if (range.from < range.to)
        emit rangeAsked(range);
}

void OverviewStrip::dragTo(double x)
{
    const Time by = timeAt(x) - timeAt(m_pressedX);
    const TimeRange& from = m_pressedRange;
    if (m_grip == Grip::Left)
        ask({std::clamp(from.from + by, 0.0, from.to), from.to});
    else if (m_grip == Grip::Right)
        ask({from.from, std::clamp(from.to + by, from.from, std::max(from.from, makespan()))});
    else if (m_grip == Grip::Frame)
        ask(panned(from, by, makespan()));
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_index || makespan() <= 0)
        return;
    const double x = event->position().x();
    m_grip = gripAt(x);
    m_pressedX = x;
    m_pressedRange = m_range;
    if (m_grip != Grip::None)
        return;
    const Time width = m_range.to - m_range.from;
    const Time middle = timeAt(x);
    m_pressedRange = panned({middle - width / 2, middle + width / 2}, 0, makespan());
    m_grip = Grip::Frame;
    ask(m_pressedRange);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    if (event->buttons() & Qt::LeftButton) {
        dragTo(x);
        return;
    }
    const Grip grip = makespan() > 0 ? gripAt(x) : Grip::None;
    const bool isEdge = grip == Grip::Left || grip == Grip::Right;
    setCursor(isEdge ? Qt::SizeHorCursor : grip == Grip::Frame ? Qt::OpenHandCursor : Qt::ArrowCursor);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_grip = Grip::None;
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
    if (!m_index || m_index->laneCount() == 0 || m_width < 1)
        return;
    if (m_content.isNull() || m_contentRatio != devicePixelRatioF()) {
        m_contentRatio = devicePixelRatioF();
        m_content = overviewPicture(*m_index, band().size(), m_contentRatio, theme, m_shown);
        ++m_rebuilds;
    }
    painter.drawPixmap(band().topLeft(), m_content);
    paintFrame(painter);
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
