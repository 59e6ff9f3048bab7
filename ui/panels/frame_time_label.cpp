// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/frame_time_label.h"

#include "ui/timeline/timeline_view.h"

namespace bubblescope::ui {

namespace {

constexpr int kPauseMs = 250;

} // namespace

FrameTimeLabel::FrameTimeLabel(const TimelineView& view, QWidget* parent) : QLabel(parent), m_view(view)
{
    setObjectName(QStringLiteral("frameTime"));
    setToolTip(tr("How long the timeline took to draw"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPauseMs);
    connect(&m_pause, &QTimer::timeout, this, &FrameTimeLabel::tell);
    // Whatever draws the content anew; the frame itself comes after.
    const auto wait = [this] {
        if (!m_pause.isActive())
            m_pause.start();
    };
    connect(&view.navigation(), &TimelineNavigation::geometryChanged, this, wait);
    connect(&view.navigation(), &TimelineNavigation::rangeChanged, this, wait);
    connect(&view, &TimelineView::evaluationChanged, this, wait);
    connect(&view, &TimelineView::shownFillsChanged, this, wait);
    connect(&view, &TimelineView::themeChanged, this, wait);
    wait();
}

QString FrameTimeLabel::figure(double ms)
{
    constexpr double kWholeFrom = 9.95;
    return QString::number(ms, 'f', ms < kWholeFrom ? 1 : 0);
}

void FrameTimeLabel::tell()
{
    const double ms = m_view.lastFrameMs();
    const bool isDrawn = m_view.evaluation() != nullptr && ms > 0;
    const QString told = isDrawn ? tr("drawn in %1 ms").arg(figure(ms)) : QString();
    if (told != text())
        setText(told);
}

} // namespace bubblescope::ui
