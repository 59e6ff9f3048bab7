// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_strip.h"
#include "ui/timeline/match_marks.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/overlay_painter.h"
#include "ui/timeline/overview_picture.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kOverviewStripHeight = 48;
constexpr double kBandTop = 8;
constexpr double kBandHeight = 32;
constexpr double kMinFramePx = 3;
constexpr double kOverviewStripMarkPx = 3;
constexpr double kTickPx = 4;
/// Of matches, under the frame.
constexpr double kTickTop = 43, kTickHeight = 3;

} // namespace

OverviewStrip::OverviewStrip(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Overview"));
    setAccessibleDescription(tr("The whole run; a frame marks the part that the timeline shows"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus); // a click leaves the timeline its keys
    makeAccessible();
}

void OverviewStrip::follow(TimelineView& view)
{
    m_view = &view;
    const auto repaint = [this] { update(); };
    connect(&view.navigation(), &TimelineNavigation::rangeChanged, this, [this] {
        update();
        if (hasFocus())
            tellValue();
    });
    connect(&view.navigation(), &TimelineNavigation::geometryChanged, this, repaint);
    connect(&view, &TimelineView::evaluationChanged, this, [this] {
        m_grip = Grip::None;
        update();
    });
    connect(&view, &TimelineView::themeChanged, this, repaint);
    connect(&view, &TimelineView::shownFillsChanged, this, repaint);
    connect(&view.chosen(), &TimelineSelection::actionChanged, this, repaint);
    connect(&view.chosen(), &TimelineSelection::gapChanged, this, repaint);
    connect(&view.matches(), &MatchMarks::changed, this, repaint);
}

LaneIndexPtr OverviewStrip::index() const
{
    const EvaluationPtr evaluation = m_view->evaluation();
    return evaluation ? evaluation->index : nullptr;
}

TimeRange OverviewStrip::shownRange() const
{
    return m_view->navigation().viewport().range();
}

std::optional<OverviewMark> OverviewStrip::mark() const
{
    return m_view->chosen().stretch();
}

const std::vector<QRectF>& OverviewStrip::matchTicks() const
{
    const Ticked wanted{m_view->matches().found(), plot().x, plot().width};
    if (!(wanted == m_ticked)) {
        m_ticked = wanted;
        m_ticks = wanted.matches
                      ? overviewTicks(*wanted.matches, {wanted.left, kTickTop, wanted.width, kTickHeight})
                      : std::vector<QRectF>();
    }
    return m_ticks;
}

void OverviewStrip::renewPicture()
{
    Content content{index(),
                    lanes(),
                    makespan(),
                    plot().width,
                    devicePixelRatioF(),
                    m_view->themeName(),
                    m_view->shownFills()};
    if (content == m_content)
        return;
    m_content = std::move(content);
    m_picture = overviewPicture(*m_content.index, m_content.lanes, m_content.end, band().size(),
                                m_content.devicePixelRatio, Theme::get(m_content.theme), m_content.shown);
    ++m_rebuilds;
}

QSize OverviewStrip::sizeHint() const
{
    return {480, kOverviewStripHeight};
}

QSize OverviewStrip::minimumSizeHint() const
{
    return {120, kOverviewStripHeight};
}

QRectF OverviewStrip::band() const
{
    return {plot().x, kBandTop, std::max(1.0, plot().width), kBandHeight};
}

Time OverviewStrip::makespan() const
{
    return index() ? std::max(index()->timeline().makespan, m_view->axisEnd()) : 0;
}

double OverviewStrip::xOf(Time t) const
{
    const TimeRange whole = fitted(makespan());
    const double x = plot().x + (t - whole.from) / (whole.to - whole.from) * plot().width;
    return std::clamp(x, plot().x, plot().right());
}

Time OverviewStrip::timeAt(double x) const
{
    const TimeRange whole = fitted(makespan());
    return whole.from + (x - plot().x) / std::max(1.0, plot().width) * (whole.to - whole.from);
}

std::pair<double, double> OverviewStrip::frame() const
{
    double left = xOf(shownRange().from);
    double right = xOf(shownRange().to);
    if (right - left < kMinFramePx) {
        const double middle = (left + right) / 2;
        left = middle - kMinFramePx / 2;
        right = middle + kMinFramePx / 2;
    }
    return {left, right};
}

void OverviewStrip::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::get(m_view->themeName());
    QPainter painter(this);
    painter.fillRect(rect(), toColor(theme.color(Role::Window)));
    painter.fillRect(QRectF(0, height() - 1, width(), 1), toColor(theme.color(Role::Hairline)));
    painter.setFont(sceneFont(11));
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(
        QRectF(TimelineMetrics::kHeaderX, kBandTop, plot().x - TimelineMetrics::kHeaderX, kBandHeight),
        Qt::AlignLeft | Qt::AlignVCenter, tr("Overview"));
    if (m_focusFrame)
        paintFocusFrame(painter, size(), theme);
    if (m_view->index() == nullptr || plot().width < 1)
        return;
    renewPicture();
    painter.drawPixmap(band().topLeft(), m_picture);
    paintFrame(painter, theme);
    for (const QRectF& tick : matchTicks())
        painter.fillRect(tick, toColor(theme.color(Role::Accent)));
    if (const auto marked = mark())
        paintMark(painter, theme, *marked);
}

void OverviewStrip::paintMark(QPainter& painter, const Theme& theme, const OverviewMark& mark) const
{
    const double left = xOf(mark.from);
    const double width = std::max(kOverviewStripMarkPx, xOf(mark.to) - left);
    const auto lane = std::find(lanes().begin(), lanes().end(), mark.rank) - lanes().begin();
    const std::size_t count = lanes().size();
    if (static_cast<std::size_t>(lane) >= count)
        return; // hidden
    const double pitch = kBandHeight / static_cast<double>(count);
    const double height = std::max(kOverviewStripMarkPx, pitch);
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

void OverviewStrip::paintFrame(QPainter& painter, const Theme& theme) const
{
    const auto [left, right] = frame();
    const QColor veil = toColor(theme.color(Role::Window), 0.62);
    painter.fillRect(QRectF(plot().x, kBandTop, left - plot().x, kBandHeight), veil);
    painter.fillRect(QRectF(right, kBandTop, plot().right() - right, kBandHeight), veil);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(toColor(theme.color(Role::Accent)), 1.5));
    painter.drawRoundedRect(QRectF(left, kBandTop - 2, right - left, kBandHeight + 4).adjusted(-1, 0, 1, 0),
                            3, 3);
}

} // namespace bubblescope::ui
