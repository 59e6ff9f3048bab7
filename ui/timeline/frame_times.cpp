// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/frame_times.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QLoggingCategory>
#include <QPainter>
#include <algorithm>
#include <vector>

namespace bubblescope::ui {

namespace {

Q_LOGGING_CATEGORY(lcFrameTime, "bubblescope.ui.frametime", QtWarningMsg)

QString milliseconds(double ms)
{
    return QString::number(ms, 'f', 1);
}

} // namespace

void FrameTimes::add(double ms, bool rebuilt)
{
    m_rebuilt = rebuilt;
    if (!rebuilt) {
        m_overlay = ms;
        return;
    }
    m_last = ms;
    m_ms[m_count % kKept] = ms;
    ++m_count;
}

double FrameTimes::quantile(double share) const
{
    if (m_count == 0)
        return 0;
    std::vector<double> sorted(m_ms.begin(), m_ms.begin() + std::min(m_count, kKept));
    const auto at = static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1) + 0.5);
    std::nth_element(sorted.begin(), sorted.begin() + at, sorted.end());
    return sorted[at];
}

QString FrameTimes::text() const
{
    const QString what =
        m_rebuilt
            ? QCoreApplication::translate("FrameTimes", "content drawn")
            : QCoreApplication::translate("FrameTimes", "overlay only: %1 ms").arg(milliseconds(m_overlay));
    return QCoreApplication::translate("FrameTimes", "%1 ms · median %2 · 99 % %3 · %4")
        .arg(milliseconds(m_last), milliseconds(quantile(0.5)), milliseconds(quantile(0.99)), what);
}

bool FrameTimes::isShown()
{
    return lcFrameTime().isDebugEnabled();
}

void FrameTimes::paint(QPainter& painter, const QRect& area, const Theme& theme) const
{
    if (!isShown())
        return;
    constexpr int kTextPx = 11;
    constexpr int kPadding = 8;
    const QString line = text();
    const QFont font = sceneFont(kTextPx);
    const int width = QFontMetrics(font).horizontalAdvance(line) + 2 * kPadding;
    const int height = kTextPx + 2 * kPadding - 3;
    const QRect box(area.right() - width - kPadding, area.bottom() - height - kPadding, width, height);
    painter.save();
    painter.fillRect(box, toColor(theme.color(Role::Hairline)));
    painter.fillRect(box.adjusted(1, 1, -1, -1), toColor(theme.color(Role::Panel)));
    painter.setFont(font);
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(box, Qt::AlignCenter, line);
    painter.restore();
}

} // namespace bubblescope::ui
