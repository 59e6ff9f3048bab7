// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difference_legend.h"

#include "ui/panels/figures.h"
#include "ui/panels/look.h"
#include "ui/timeline/colors.h"

#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr int kLeft = 88, kSwatch = 12, kThin = 4, kGap = 6, kSpacing = 16, kRight = 16;

} // namespace

DifferenceLegend::DifferenceLegend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("difference-legend"));
    setFixedHeight(kHeight);
    setFont(figuresFont(12, false));
    setPicture(nullptr);
}

void DifferenceLegend::setPicture(const DifferencePicturePtr& picture, bool hasFailed)
{
    m_entries.clear();
    m_summary = hasFailed ? tr("These schedules are too large to be compared here.")
                : picture ? QString()
                          : tr("comparing…");
    if (picture)
        addEntries(*picture);
    setAccessibleName(tr("Legend of the difference: %1").arg(text()));
    setToolTip(text());
    update();
}

void DifferenceLegend::addEntries(const DifferencePicture& picture)
{
    const DifferenceTotals& totals = picture.difference.totals();
    const QString much = timeText(picture.scale.much(), picture.difference.current().unit);
    if (totals.earlier > 0) {
        m_entries.push_back({DeltaLevel::MuchEarlier, tr("more than %1 earlier", "time").arg(much),
                             tr("> %1 earlier", "time").arg(much)});
        m_entries.push_back({DeltaLevel::Earlier, tr("earlier"), tr("earlier")});
    }
    m_entries.push_back({DeltaLevel::Same, tr("same start"), tr("same")});
    if (totals.later > 0) {
        m_entries.push_back({DeltaLevel::Later, tr("later"), tr("later")});
        m_entries.push_back({DeltaLevel::MuchLater, tr("more than %1 later", "time").arg(much),
                             tr("> %1 later", "time").arg(much)});
    }
    if (totals.onlyCurrent > 0)
        m_entries.push_back({DeltaLevel::OnlyHere, tr("only here"), tr("only here")});
    if (totals.onlyReference > 0)
        m_entries.push_back({DeltaLevel::OnlyHere, tr("only in the reference"), tr("only there"), true});
    m_summary = tr("%1 earlier, %2 later, %3 the same")
                    .arg(countText(totals.earlier), countText(totals.later),
                         countText(totals.matched - totals.earlier - totals.later));
}

void DifferenceLegend::setThemeName(ThemeName theme)
{
    m_theme = theme;
    update();
}

QString DifferenceLegend::text() const
{
    QStringList parts;
    for (const Entry& entry : m_entries)
        parts << entry.text;
    parts << m_summary;
    return parts.join(QStringLiteral(" · "));
}

int DifferenceLegend::widthOf(bool brief) const
{
    const QFontMetrics metrics = fontMetrics();
    int width = kLeft + metrics.horizontalAdvance(m_summary) + kRight;
    for (const Entry& entry : m_entries)
        width += kSwatch + kGap + metrics.horizontalAdvance(brief ? entry.brief : entry.text) + kSpacing;
    return width;
}

QString DifferenceLegend::shownText() const
{
    const bool brief = widthOf(false) > width();
    int room = width() - kLeft - kRight - fontMetrics().horizontalAdvance(m_summary);
    QStringList parts;
    for (const Entry& entry : m_entries) {
        const QString& text = brief ? entry.brief : entry.text;
        room -= kSwatch + kGap + fontMetrics().horizontalAdvance(text) + kSpacing;
        if (room < 0)
            break; // the tool tip has all of it
        parts << text;
    }
    parts << m_summary;
    return parts.join(QStringLiteral(" · "));
}

void DifferenceLegend::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::difference(m_theme);
    QPainter painter(this);
    painter.fillRect(rect(), toColor(theme.color(Role::Window)));
    painter.fillRect(QRect(0, height() - 1, width(), 1), toColor(theme.color(Role::Hairline)));
    const QFontMetrics metrics = fontMetrics();
    const bool brief = widthOf(false) > width();
    const int end = width() - kRight - metrics.horizontalAdvance(m_summary);
    int x = kLeft;
    for (const Entry& entry : m_entries) {
        const QString& text = brief ? entry.brief : entry.text;
        const int next = x + kSwatch + kGap + metrics.horizontalAdvance(text) + kSpacing;
        if (next > end)
            break;
        const int swatch = entry.thin ? kThin : kSwatch;
        painter.fillRect(QRect(x, (height() - swatch) / 2, kSwatch, swatch),
                         toColor(theme.color(stripFill(differenceFill(entry.level)))));
        painter.setPen(toColor(theme.color(Role::Text)));
        painter.drawText(QRect(x + kSwatch + kGap, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter,
                         text);
        x = next;
    }
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(rect().adjusted(x, 0, -kRight, 0), Qt::AlignRight | Qt::AlignVCenter, m_summary);
}

} // namespace bubblescope::ui
