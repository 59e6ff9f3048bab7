// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lane_beacon.h"

#include "core/scene/theme.h"
#include "ui/export/colors.h"
#include "ui/timeline/timeline_view.h"

#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr int kShownMs = 1600;

} // namespace

LaneBeacon::LaneBeacon(TimelineView& view) : TimelineTool(view)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(kShownMs);
    connect(&m_timer, &QTimer::timeout, this, &LaneBeacon::goOut);
}

void LaneBeacon::pointAt(RankId rank)
{
    m_rank = rank;
    m_timer.start();
    m_view.viewport()->update();
}

void LaneBeacon::evaluationChanged()
{
    goOut();
}

void LaneBeacon::goOut()
{
    m_timer.stop();
    m_rank.reset();
    m_view.viewport()->update();
}

void LaneBeacon::paint(QPainter& painter) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const auto row = m_rank ? geometry.rowOf(*m_rank) : std::nullopt;
    if (!row)
        return;
    const RectF band = geometry.bandOf(*row);
    const double top = geometry.laneTop(*row);
    const QColor accent = toColor(Theme::get(m_view.themeName()).color(Role::Accent));
    QColor ground = accent;
    ground.setAlphaF(0.16F);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(QRectF(0, band.y, band.right(), band.height));
    painter.setPen(QPen(accent, 1.5));
    painter.setBrush(ground);
    const double height = geometry.laneHeightOf(*row);
    painter.drawRoundedRect(QRectF(4, top - 1, geometry.plot.x - 8, height + 2), 4, 4);
    painter.restore();
}

} // namespace bubblescope::ui
