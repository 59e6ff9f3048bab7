// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/legend_widget.h"

#include "ui/timeline/colors.h"
#include "ui/timeline/legend_item.h"
#include "ui/timeline/timeline_viewport.h"

#include <QPainter>

namespace bubblescope::ui {

namespace {

constexpr int kSpacing = 8;
constexpr int kHeight = 36;
constexpr int kItemPadding = 6; ///< the swatches, not the buttons around them, line up with the plot

FillMask bitOf(FillClass fill)
{
    return static_cast<FillMask>(1U << static_cast<unsigned>(fill));
}

} // namespace

LegendWidget::LegendWidget(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("Legend"));
    setAccessibleDescription(tr("Hides and shows kinds of actions"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    const struct
    {
        QString letter, name;
    } texts[kFillClassCount] = {
        {tr("F"), tr("Forward")},  {tr("I"), tr("Backward input")}, {tr("W"), tr("Backward weight")},
        {tr("B"), tr("Backward")}, {tr("F+B"), tr("Overlap")},      {tr("C"), tr("Communication, FSDP")},
    };
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        const auto fill = static_cast<FillClass>(i);
        auto* item = m_items[i] = new LegendItem(roleOf(fill), texts[i].letter, texts[i].name, this);
        connect(item, &QAbstractButton::clicked, this, [this, fill] { toggle(fill); });
        connect(item, &LegendItem::isolated, this, [this, fill] { isolate(fill); });
    }
    m_items.back() = new LegendItem(Role::Idle, {}, tr("Idle"), this);
    updateItems();
}

void LegendWidget::setIndex(const LaneIndexPtr& index)
{
    const FillMask offered = index ? index->fillsInUse() : kAllFills;
    const std::vector<Track> tracks = index ? index->subTracksInUse() : std::vector<Track>{};
    if (offered == m_offered && tracks == m_subTracks)
        return;
    m_offered = offered;
    m_subTracks = tracks;
    LegendItem* other = m_items[static_cast<std::size_t>(FillClass::Other)];
    if (tracks == std::vector{Track::Communication})
        other->setMeaning(tr("C"), tr("Communication"), {Role::Communication});
    else if (tracks == std::vector{Track::Fsdp})
        other->setMeaning(tr("S"), tr("FSDP"), {Role::Fsdp});
    else
        other->setMeaning(tr("C, S"), tr("Communication, FSDP"), {Role::Communication, Role::Fsdp});
    updateItems();
    updateGeometry();
}

void LegendWidget::setThemeName(ThemeName theme)
{
    m_theme = theme;
    for (LegendItem* item : m_items)
        item->setThemeName(theme);
    update();
}

void LegendWidget::setShownFills(FillMask shown)
{
    m_shown = shown;
    updateItems();
}

QWidget* LegendWidget::itemOf(FillClass fill) const
{
    return m_items[static_cast<std::size_t>(fill)];
}

QSize LegendWidget::sizeHint() const
{
    return {widthOf(false), kHeight};
}

QSize LegendWidget::minimumSizeHint() const
{
    return {widthOf(true), kHeight};
}

void LegendWidget::resizeEvent(QResizeEvent* /*event*/)
{
    arrange();
}

void LegendWidget::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), toColor(Theme::get(m_theme).color(Role::Window)));
}

void LegendWidget::toggle(FillClass fill)
{
    change(static_cast<FillMask>(m_shown ^ bitOf(fill)));
}

void LegendWidget::isolate(FillClass fill)
{
    const bool isAlone = (m_shown & m_offered) == bitOf(fill);
    change(isAlone ? kAllFills : bitOf(fill));
}

void LegendWidget::change(FillMask shown)
{
    if (shown == m_shown)
        return;
    setShownFills(shown);
    emit shownFillsChanged(shown);
}

void LegendWidget::updateItems()
{
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        m_items[i]->setVisible((m_offered >> i & 1U) != 0);
        m_items[i]->setChecked((m_shown >> i & 1U) != 0);
    }
    arrange();
}

int LegendWidget::widthOf(bool compact) const
{
    int width = static_cast<int>(TimelineMetrics::kHeaderWidth) - kItemPadding;
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (i == kFillClassCount || (m_offered >> i & 1U) != 0)
            width += m_items[i]->widthFor(compact) + kSpacing;
    return width;
}

void LegendWidget::arrange()
{
    const bool compact = widthOf(false) > width();
    const int spacing = widthOf(compact) > width() ? 0 : kSpacing;
    int x = static_cast<int>(TimelineMetrics::kHeaderWidth) - kItemPadding;
    if (widthOf(compact) > width())
        x = 4;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (i < kFillClassCount && (m_offered >> i & 1U) == 0)
            continue;
        LegendItem* item = m_items[i];
        item->setCompact(compact);
        const QSize size = item->sizeHint();
        item->setGeometry(x, (height() - size.height()) / 2, size.width(), size.height());
        x += size.width() + spacing;
    }
}

} // namespace bubblescope::ui
