// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/memory_key.h"

#include "core/analyze/memory_parts.h"
#include "ui/document/core_text.h"
#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/timeline_viewport.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kMemoryKeyLine = 22;
constexpr int kMemoryKeySwatch = 12;
constexpr int kMemoryKeyGap = 6;
constexpr int kMemoryKeyBetween = 14;
constexpr int kMemoryKeyBelow = 6;
constexpr double kMemoryKeyTextPx = 12;
constexpr int kMemoryKeyLeft = static_cast<int>(TimelineMetrics::kHeaderX);

} // namespace

MemoryKey::MemoryKey(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setVisible(false);
}

void MemoryKey::setContent(const MemoryStackPtr& stack, ThemeName theme)
{
    std::vector<MemoryPart> parts;
    if (stack) {
        parts.assign(stack->parts().rbegin(), stack->parts().rend());
        if (stack->hasHost())
            parts.push_back(MemoryPart::Offloaded);
    }
    if (parts != m_parts) {
        m_parts = std::move(parts);
        QStringList names;
        for (const MemoryPart part : m_parts)
            names << coreText(memoryPartName(part));
        setAccessibleName(
            tr("Memory by part, from the top: %1", "list").arg(names.join(QStringLiteral(", "))));
        fitHeight();
    }
    m_theme = theme;
    setVisible(!m_parts.empty());
    update();
}

QSize MemoryKey::sizeHint() const
{
    return {400, kMemoryKeyLine};
}

QSize MemoryKey::minimumSizeHint() const
{
    return {100, kMemoryKeyLine};
}

void MemoryKey::fitHeight()
{
    const std::vector<Place> all = places(width());
    const int height = (all.empty() ? kMemoryKeyLine : all.back().rect.bottom() + 1) + kMemoryKeyBelow;
    if (height != minimumHeight())
        setFixedHeight(height);
}

void MemoryKey::resizeEvent(QResizeEvent* /*event*/)
{
    fitHeight();
}

std::vector<MemoryKey::Place> MemoryKey::places(int width) const
{
    const QFontMetricsF metrics(sceneFont(kMemoryKeyTextPx));
    std::vector<Place> all;
    const int plot = static_cast<int>(TimelineMetrics::kHeaderWidth);
    int x = plot;
    int y = 0;
    for (const MemoryPart part : m_parts) {
        const QString text = coreText(memoryPartName(part));
        const int wide =
            kMemoryKeySwatch + kMemoryKeyGap + static_cast<int>(std::ceil(metrics.horizontalAdvance(text)));
        if (x > plot && x + wide > width - kMemoryKeyLeft) {
            x = plot;
            y += kMemoryKeyLine;
        }
        all.push_back({QRect(x, y, wide, kMemoryKeyLine), text, part});
        x += wide + kMemoryKeyBetween;
    }
    return all;
}

void MemoryKey::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::get(m_theme);
    QPainter painter(this);
    painter.fillRect(rect(), toColor(theme.color(Role::Window)));
    painter.setFont(sceneFont(kMemoryKeyTextPx));
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(QRect(kMemoryKeyLeft, 0,
                           static_cast<int>(TimelineMetrics::kHeaderWidth) - kMemoryKeyLeft, kMemoryKeyLine),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("Memory"));
    for (const Place& place : places(width())) {
        const QRectF swatch(place.rect.left(), place.rect.top() + (kMemoryKeyLine - kMemoryKeySwatch) / 2.0,
                            kMemoryKeySwatch, kMemoryKeySwatch);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(toColor(theme.color(roleOf(place.part))));
        painter.drawRoundedRect(swatch, 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setPen(toColor(theme.color(Role::Text)));
        painter.drawText(place.rect.adjusted(kMemoryKeySwatch + kMemoryKeyGap, 0, 2, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, place.text);
    }
}

bool MemoryKey::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    for (const Place& place : places(width()))
        if (place.rect.contains(help->pos())) {
            const bool isHost = place.part == MemoryPart::Offloaded;
            QToolTip::showText(help->globalPos(),
                               isHost
                                   ? tr("Under each strip, on the same scale: what is on the host")
                                   : tr("Solid where it is held throughout a pixel, paler where for a part "
                                        "of it"),
                               this, place.rect);
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace bubblescope::ui
