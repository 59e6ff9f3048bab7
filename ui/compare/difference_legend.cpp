// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/difference_legend.h"

#include "ui/export/colors.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QPainter>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kLeft = 88, kSwatch = 12, kThin = 4, kGap = 6, kSpacing = 16, kRight = 16, kLine = 20;

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
    m_summary = hasFailed ? tr("These schedules are too large to compare here.")
                : picture ? QString()
                          : tr("comparing…");
    if (picture)
        addEntries(*picture);
    setAccessibleName(tr("Legend of the difference: %1").arg(text()));
    setToolTip(text());
    arrange();
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
        m_entries.push_back(
            {DeltaLevel::OnlyHere, tr("only in the reference"), tr("only in the other"), true});
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

int DifferenceLegend::widthOf(const Entry& entry) const
{
    return kSwatch + kGap + fontMetrics().horizontalAdvance(shown(entry));
}

/// In one line if that has room for all, with short words if need be; else in as many as it takes.
void DifferenceLegend::arrange()
{
    for (const bool brief : {false, true}) {
        m_brief = brief;
        placeEntries();
        if (m_lines == 1)
            break;
    }
    setFixedHeight(kHeight + (m_lines - 1) * kLine);
    update();
}

void DifferenceLegend::placeEntries()
{
    m_places.clear();
    m_lines = 1;
    const int end = width() - kRight;
    int x = kLeft;
    for (const Entry& entry : m_entries) {
        const int wide = widthOf(entry);
        if (x > kLeft && x + wide > end) {
            x = kLeft;
            ++m_lines;
        }
        m_places.push_back({x, m_lines - 1});
        x += wide + kSpacing;
    }
    if (x > kLeft && x + fontMetrics().horizontalAdvance(m_summary) > end)
        ++m_lines;
}

QString DifferenceLegend::shownText() const
{
    QString text;
    int line = 0;
    const auto separator = [&](int next) {
        return text.isEmpty() ? QString()
                              : QString::fromUtf8(std::exchange(line, next) == next ? " · " : "\n");
    };
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        text += separator(m_places[i].line);
        text += shown(m_entries[i]);
    }
    text += separator(m_lines - 1);
    return text + m_summary;
}

void DifferenceLegend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void DifferenceLegend::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::difference(m_theme);
    QPainter painter(this);
    painter.fillRect(rect(), toColor(theme.color(Role::Window)));
    painter.fillRect(QRect(0, height() - 1, width(), 1), toColor(theme.color(Role::Hairline)));
    const int top = (height() - m_lines * kLine) / 2;
    for (std::size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QRect line(m_places[i].x, top + m_places[i].line * kLine, width(), kLine);
        const int swatch = entry.thin ? kThin : kSwatch;
        painter.fillRect(QRect(line.x(), line.center().y() + 1 - swatch / 2, kSwatch, swatch),
                         toColor(theme.color(stripFill(differenceFill(entry.level)))));
        painter.setPen(toColor(theme.color(Role::Text)));
        painter.drawText(line.adjusted(kSwatch + kGap, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         shown(entry));
    }
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(QRect(kLeft, top + (m_lines - 1) * kLine, width() - kLeft - kRight, kLine),
                     Qt::AlignRight | Qt::AlignVCenter, m_summary);
}

} // namespace bubblescope::ui
