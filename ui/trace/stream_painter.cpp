// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scene/block_label.h"
#include "core/scene/geometry.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/stream_metrics.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <cmath>

namespace bubblescope::ui {

namespace {

using PainterMetrics = StreamMetrics;

/// Bars of at least so many pixels have an edge, those of more a name.
constexpr double kEdgedPx = 4;
constexpr double kNamedPx = 24;
constexpr double kTextPadding = 4;

QColor textOn(const QColor& fill)
{
    const auto linear = [](float part) {
        return part <= 0.04045F ? part / 12.92F : std::pow((part + 0.055F) / 1.055F, 2.4F);
    };
    const float luminance =
        0.2126F * linear(fill.redF()) + 0.7152F * linear(fill.greenF()) + 0.0722F * linear(fill.blueF());
    // Where black and white stand out alike.
    return luminance > 0.179F ? QColor(Qt::black) : QColor(Qt::white);
}

/// As the timeline names its blocks: "0F12", else "12", else nothing. Never a part of a number.
void paintActionLabel(QPainter& painter, const Action& action, std::uint32_t microbatches, const QRectF& bar)
{
    constexpr double kLabelHeight = 14;
    const BlockLabel label =
        blockLabel(action, bar.width(), std::min(kLabelHeight, bar.height()), LabelMode::Auto, microbatches);
    if (label.text.empty())
        return;
    const QFont before = painter.font();
    QFont font = before;
    font.setPixelSize(static_cast<int>(label.size));
    font.setWeight(QFont::DemiBold);
    painter.setFont(font);
    painter.drawText(bar, Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip,
                     QString::fromStdString(label.text));
    painter.setFont(before);
}

/// One row of pixels: each is as much of each colour as its column is covered by it.
QImage stripOf(const std::vector<StreamColumn>& columns)
{
    QImage strip(static_cast<int>(columns.size()), 1, QImage::Format_RGB32);
    const Look& look = Look::instance();
    const QColor idle = look.role(Role::Idle);
    std::array<QColor, kRoleCount> colors;
    for (std::size_t role = 0; role < kRoleCount; ++role)
        colors[role] = look.role(static_cast<Role>(role));
    auto* pixels = reinterpret_cast<QRgb*>(strip.scanLine(0));
    for (const StreamColumn& column : columns) {
        const double rest = 1 - column.share;
        double r = rest * idle.redF(), g = rest * idle.greenF(), b = rest * idle.blueF();
        for (std::size_t role = 0; role < kRoleCount; ++role) {
            const double share = column.roles[role];
            if (share <= 0)
                continue;
            r += share * colors[role].redF();
            g += share * colors[role].greenF();
            b += share * colors[role].blueF();
        }
        const auto byte = [](double part) {
            return static_cast<int>(std::lround(std::min(1.0, part) * 255));
        };
        *pixels++ = qRgb(byte(r), byte(g), byte(b));
    }
    return strip;
}

} // namespace

void StreamLanes::paintLane(QPainter& painter, int number) const
{
    const StreamLane& lane = m_index->lanes[static_cast<std::size_t>(number)];
    const QRectF rect = laneRect(number);
    const auto columns = static_cast<std::size_t>(std::ceil(rect.width() * devicePixelRatioF()));
    const Time to = m_from + m_length;
    painter.drawImage(rect, stripOf(streamColumns(lane, m_from, to, columns)));
    const Time pixel = m_length / rect.width();
    const QFontMetrics metrics = painter.fontMetrics();
    for (const std::size_t i : longSpans(lane, m_from, to, pixel * kEdgedPx)) {
        const StreamSpan& span = lane.spans()[i];
        const double left = std::max(rect.left(), xOf(span.start));
        const double right = std::min(rect.right(), xOf(span.end));
        const QColor fill = Look::instance().role(span.role);
        // The edge is drawn inside the bar, so that bars side by side are told apart and none grows.
        if (span.end < to)
            painter.fillRect(QRectF(std::floor(right) - 1, rect.top(), 1, rect.height()),
                             mixed(fill, Qt::black, kEdgeShade));
        painter.setPen(textOn(fill));
        if (const auto action = m_index->actionOfName.find(span.name);
            action != m_index->actionOfName.end()) {
            paintActionLabel(painter, action->second, m_index->microbatches,
                             QRectF(left, rect.top(), right - left, rect.height()));
            continue;
        }
        if (right - left < kNamedPx)
            continue;
        const double room = right - left - 2 * kTextPadding;
        const QString name = QString::fromStdString(shownName(functionName(m_index->names[span.name])));
        const QString shown = metrics.elidedText(name, Qt::ElideRight, static_cast<int>(room));
        // An ellipsis alone names nothing.
        if (shown.size() > 1)
            painter.drawText(QRectF(left + kTextPadding, rect.top(), room + 1, rect.height()),
                             Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
    }
    const LookColors& c = Look::instance().colors();
    painter.setPen(c.text);
    const double room = m_names - PainterMetrics::kLeft - PainterMetrics::kGap;
    painter.drawText(QRectF(PainterMetrics::kLeft, rect.top(), room + 1, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     metrics.elidedText(lane.name(), Qt::ElideRight, static_cast<int>(room)));
    painter.setPen(m_measured ? c.accent : c.quiet);
    painter.drawText(
        QRectF(rect.right(), rect.top(), PainterMetrics::kFigures - PainterMetrics::kLeft, rect.height()),
        Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, percentText(busyShare(number), 1));
}

void StreamLanes::paintRuler(QPainter& painter) const
{
    const LookColors& c = Look::instance().colors();
    painter.fillRect(QRectF(0, 0, viewport()->width(), PainterMetrics::kRuler), c.panel);
    const TimeScale scale = scaleFor(m_length);
    TimelineGeometry geometry;
    geometry.plot = {m_names, 0, plotWidth(), PainterMetrics::kRuler};
    geometry.from = m_from / scale.size;
    geometry.to = (m_from + m_length) / scale.size;
    painter.setPen(c.quiet);
    for (const RulerMark& mark : rulerMarks(geometry)) {
        if (!mark.major)
            continue;
        const double x = geometry.xOf(mark.time);
        painter.fillRect(QRectF(std::round(x), PainterMetrics::kRuler - 4, 1, 4), c.hairline);
        const QString label = QString::fromStdString(mark.label);
        const double half = painter.fontMetrics().horizontalAdvance(label) / 2.0;
        if (x - half >= m_names - PainterMetrics::kGap && x + half <= m_names + plotWidth())
            painter.drawText(QPointF(x - half, PainterMetrics::kRuler - 8), label);
    }
    painter.drawText(
        QRectF(PainterMetrics::kLeft, 0, m_names - PainterMetrics::kLeft, PainterMetrics::kRuler - 4),
        Qt::AlignLeft | Qt::AlignVCenter, scale.unit);
    painter.drawText(QRectF(m_names + plotWidth(), 0, PainterMetrics::kFigures - PainterMetrics::kLeft,
                            PainterMetrics::kRuler - 4),
                     Qt::AlignRight | Qt::AlignVCenter, tr("busy"));
}

void StreamLanes::paintDragged(QPainter& painter) const
{
    const QColor accent = Look::instance().colors().accent;
    std::optional<std::pair<double, double>> band;
    if (m_drag == Drag::Zoom)
        band = std::minmax({double(m_pressed.x()), double(m_dragged.x())});
    else if (m_measured)
        band = {xOf(m_measured->first), xOf(m_measured->second)};
    if (!band)
        return;
    const double left = std::clamp(band->first, m_names, m_names + plotWidth());
    const double right = std::clamp(band->second, m_names, m_names + plotWidth());
    QColor ground = accent;
    ground.setAlphaF(0.12F);
    painter.fillRect(QRectF(left, 0, right - left, viewport()->height()), ground);
    for (const double x : {band->first, band->second})
        if (x >= m_names && x <= m_names + plotWidth())
            painter.fillRect(QRectF(std::round(x), 0, 1, viewport()->height()), accent);
}

void StreamLanes::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), c.panel);
    if (!m_index || m_index->lanes.empty()) {
        painter.setPen(c.quiet);
        painter.drawText(viewport()->rect(), Qt::AlignCenter,
                         !m_run              ? tr("No profiles are open.")
                         : m_job.isRunning() ? tr("computing…")
                         : m_index           ? tr("These profiles contain no kernels, copies or transfers.")
                                             : tr("The streams cannot be shown: not enough memory."));
        return;
    }
    for (int lane = 0; lane < laneCount(); ++lane) {
        const QRectF rect = laneRect(lane);
        if (rect.bottom() >= PainterMetrics::kRuler && rect.top() <= viewport()->height())
            paintLane(painter, lane);
    }
    paintRuler(painter);
    paintDragged(painter);
}

} // namespace bubblescope::ui
