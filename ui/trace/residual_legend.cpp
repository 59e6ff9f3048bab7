// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/residual_legend.h"

#include "ui/export/colors.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr int kResidualLegendSwatch = 12, kThin = 6, kGap = 6, kSpacing = 14, kRight = 16, kHeight = 24;

} // namespace

ResidualLegend::ResidualLegend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("residual-legend"));
    setFont(figuresFont(12, false));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

void ResidualLegend::setLane(const ResidualLanePtr& lane)
{
    m_entries.clear();
    QStringList counted;
    if (lane) {
        const DeltaScale& scale = lane->lanes.scale;
        const QString noise = microsecondsText(scale.rounding);
        // Where all that is not noise is much there is one tone either way.
        const bool hasPale = scale.much() > scale.rounding;
        const QString much = microsecondsText(std::max(scale.much(), scale.rounding));
        const bool hasAny = scale.most > scale.rounding;
        const auto add = [&](DeltaLevel level, const QString& text, const QString& brief) {
            const QString end = level == DeltaLevel::MuchEarlier ? tr("shorter")
                                : level == DeltaLevel::MuchLater ? tr("longer")
                                                                 : QString();
            m_entries.push_back({level, text, brief, end, {}});
            counted << tr("%1: %2", "meaning of a colour, count")
                           .arg(text, countText(lane->lanes.counts[static_cast<std::size_t>(level)]));
        };
        if (hasAny)
            add(DeltaLevel::MuchEarlier, tr("> %1 shorter", "time").arg(much), tr("> %1 shorter").arg(much));
        if (hasAny && hasPale)
            add(DeltaLevel::Earlier, tr("shorter"), {});
        add(DeltaLevel::Same, tr("within %1", "time").arg(noise), tr("± %1", "time").arg(noise));
        if (hasAny && hasPale)
            add(DeltaLevel::Later, tr("longer"), {});
        if (hasAny)
            add(DeltaLevel::MuchLater, tr("> %1 longer", "time").arg(much), tr("> %1 longer").arg(much));
        if (lane->lanes.counts[static_cast<std::size_t>(DeltaLevel::OnlyHere)] > 0)
            add(DeltaLevel::OnlyHere, tr("not compared with anything"), tr("alone"));
    }
    setAccessibleName(tr("Legend of the residual lanes: %1").arg(text()));
    setToolTip(tr("How much longer or shorter actions took than predicted:\n%1")
                   .arg(counted.join(QLatin1Char('\n'))));
    updateGeometry();
    update();
}

void ResidualLegend::setThemeName(ThemeName theme)
{
    m_theme = theme;
    update();
}

QString ResidualLegend::text() const
{
    QStringList parts;
    for (const Entry& entry : m_entries)
        parts << entry.text;
    return parts.join(QStringLiteral(" · "));
}

QString ResidualLegend::shownText() const
{
    const Words shown = words();
    QStringList parts;
    int room = width() - kRight;
    for (const Entry& entry : m_entries) {
        const QString& text = entry.*shown;
        room -= widthOf(text);
        if (room < 0)
            break;
        if (!text.isEmpty())
            parts << text;
    }
    return parts.join(QStringLiteral(" · "));
}

int ResidualLegend::widthOf(const QString& text) const
{
    return kResidualLegendSwatch + kGap +
           (text.isEmpty() ? 0 : fontMetrics().horizontalAdvance(text) + kSpacing);
}

int ResidualLegend::widthOf(Words words) const
{
    int width = kRight;
    for (const Entry& entry : m_entries)
        width += widthOf(entry.*words);
    return width;
}

ResidualLegend::Words ResidualLegend::words() const
{
    for (const Words words : {&Entry::text, &Entry::brief, &Entry::end})
        if (widthOf(words) <= width())
            return words;
    return &Entry::none;
}

QSize ResidualLegend::sizeHint() const
{
    return {widthOf(&Entry::text), kHeight};
}

QSize ResidualLegend::minimumSizeHint() const
{
    return {0, kHeight};
}

void ResidualLegend::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::difference(m_theme);
    QPainter painter(this);
    painter.fillRect(rect(), toColor(theme.color(Role::Window)));
    const Words shown = words();
    int x = std::max(0, width() - widthOf(shown));
    for (const Entry& entry : m_entries) {
        const QString& text = entry.*shown;
        const int next = x + widthOf(text);
        if (next > width() - kRight)
            break;
        painter.fillRect(QRect(x, (height() - kThin) / 2, kResidualLegendSwatch, kThin),
                         toColor(theme.color(stripFill(differenceFill(entry.level)))));
        painter.setPen(toColor(theme.color(Role::QuietText)));
        painter.drawText(QRect(x + kResidualLegendSwatch + kGap, 0, width(), height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x = next;
    }
}

} // namespace bubblescope::ui
