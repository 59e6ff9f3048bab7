// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/legend_widget.h"

#include "ui/export/colors.h"
#include "ui/timeline/fill_names.h"
#include "ui/timeline/legend_item.h"
#include "ui/timeline/timeline_viewport.h"

#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kSpacing = 8;
constexpr int kLegendWidgetHeight = 36;
constexpr int kItemPadding = 6; ///< the swatches, not the buttons around them, line up with the plot

constexpr int kPlotX = static_cast<int>(TimelineMetrics::kHeaderWidth) - kItemPadding;
constexpr int kLeast = 4;
constexpr std::size_t kFsdpItem = kFillClassCount;
constexpr std::size_t kTonesItem = kFsdpItem + 1;
constexpr std::size_t kPhaseItem = kTonesItem + 1;
constexpr std::size_t kIdleItem = kPhaseItem + 1;
constexpr std::size_t kBlendItem = kIdleItem + 1;
constexpr std::size_t kLimitItem = kBlendItem + 1;
constexpr std::size_t kPathItem = kLimitItem + 1;
constexpr std::size_t kSourceItem = kPathItem + 1;
/// Of stripFillsInUse(): compute of later stages.
constexpr unsigned kLaterStages = 0b10000010101010;
/// The legend is no place for more.
constexpr int kMostOfSource = 80;

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
    const QString letters[kFillClassCount] = {tr("F"),   tr("I"), tr("W"), tr("B"),
                                              tr("F+B"), tr("C"), tr("R")};
    for (std::size_t i = 0; i < kFillClassCount; ++i) {
        const auto fill = static_cast<FillClass>(i);
        auto* item = m_items[i] =
            new LegendItem(fill == FillClass::Other ? Role::Communication : roleOf(fill), letters[i],
                           fillName(fill, tr("Communication")), this);
        connect(item, &QAbstractButton::clicked, this, [this, fill] { toggle(fill); });
        connect(item, &LegendItem::isolated, this, [this, fill] { isolate(fill); });
    }
    // The sub-lanes are one class to hide, and two colours to tell apart.
    m_items[kFsdpItem] = new LegendItem(Role::Fsdp, tr("S"), tr("FSDP"), this);
    connect(m_items[kFsdpItem], &QAbstractButton::clicked, this, [this] { toggle(FillClass::Other); });
    connect(m_items[kFsdpItem], &LegendItem::isolated, this, [this] { isolate(FillClass::Other); });
    m_items[kTonesItem] =
        new LegendItem(Role::Forward, tr("Later stage"), tr("of the rank"), this, LegendMark::Tones);
    m_items[kPhaseItem] = new LegendItem(Role::StepPhase, {}, tr("Head and tail"), this);
    m_items[kIdleItem] = new LegendItem(Role::Idle, {}, tr("Idle"), this);
    m_items[kBlendItem] = new LegendItem(Role::Forward, tr("Mixed", "color"),
                                         tr("where narrower than a pixel"), this, LegendMark::Blend);
    m_items[kLimitItem] = new LegendItem(Role::Text, {}, {}, this, LegendMark::Line);
    m_items[kPathItem] =
        new LegendItem(Role::CriticalPath, {}, tr("Critical path"), this, LegendMark::Underline);
    m_items[kSourceItem] = new LegendItem(Role::QuietText, {}, {}, this, LegendMark::None);
    m_items[kSourceItem]->setObjectName(QStringLiteral("legend-source"));
    for (std::size_t i = 0; i < kItemCount; ++i)
        connect(m_items[i], &LegendItem::moveAsked, this, [this, i](int step) { moveFocus(i, step); });
    updateItems();
}

void LegendWidget::setContent(const LegendContent& content)
{
    if (content == m_content)
        return;
    m_content = content;
    m_items[kLimitItem]->setName(tr("Memory limit %1").arg(content.memoryLimit));
    QString source = content.source.simplified();
    if (source.size() > kMostOfSource)
        source = source.left(kMostOfSource - 1) + QChar(0x2026);
    // Of "estimate · model on GPU" the first word is what must not be lost.
    const auto gap = source.indexOf(QLatin1Char(' '));
    m_items[kSourceItem]->setWords(source.left(gap), gap < 0 ? QString() : source.mid(gap + 1));
    for (LegendItem* item : m_items)
        item->setThemeName(content.theme);
    offer();
}

void LegendWidget::setAlso(const std::vector<LaneIndexPtr>& others)
{
    m_also = others;
    offer();
}

void LegendWidget::offer()
{
    const LaneIndexPtr& index = m_content.index;
    m_offered = index ? index->fillsInUse() : kAllFills;
    m_hasTones = index && !index->isRecolored() && (index->stripFillsInUse() & kLaterStages) != 0;
    m_hasPhases = index && !index->timeline().phases.empty();
    m_subTracks = index ? index->subTracksInUse() : std::vector<Track>(kSubTracks.begin(), kSubTracks.end());
    for (const LaneIndexPtr& other : m_also) {
        m_offered = static_cast<FillMask>(m_offered | other->fillsInUse());
        m_hasTones = m_hasTones || (other->stripFillsInUse() & kLaterStages) != 0;
        m_hasPhases = m_hasPhases || !other->timeline().phases.empty();
        for (const Track track : other->subTracksInUse())
            if (std::find(m_subTracks.begin(), m_subTracks.end(), track) == m_subTracks.end())
                m_subTracks.push_back(track);
    }
    updateItems();
    updateGeometry();
    update();
}

QWidget* LegendWidget::itemOf(FillClass fill) const
{
    return m_items[static_cast<std::size_t>(fill)];
}

QSize LegendWidget::sizeHint() const
{
    return {widthOf(false), kLegendWidgetHeight};
}

QSize LegendWidget::minimumSizeHint() const
{
    return {widthOf(true), kLegendWidgetHeight};
}

void LegendWidget::resizeEvent(QResizeEvent* /*event*/)
{
    arrange();
}

void LegendWidget::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), toColor(Theme::get(m_content.theme).color(Role::Window)));
}

void LegendWidget::toggle(FillClass fill)
{
    emit shownFillsChanged(static_cast<FillMask>(m_content.shown ^ bitOf(fill)));
}

void LegendWidget::isolate(FillClass fill)
{
    const bool isAlone = (m_content.shown & m_offered) == bitOf(fill);
    emit shownFillsChanged(isAlone ? kAllFills : bitOf(fill));
}

void LegendWidget::moveFocus(std::size_t item, int step)
{
    for (std::size_t tried = 1; tried < kItemCount; ++tried) {
        item = (item + kItemCount + static_cast<std::size_t>(step)) % kItemCount;
        if (isOffered(item) && m_items[item]->isCheckable())
            return m_items[item]->setFocus(Qt::TabFocusReason);
    }
}

bool LegendWidget::isOffered(std::size_t item) const
{
    const auto has = [&](Track track) {
        return std::find(m_subTracks.begin(), m_subTracks.end(), track) != m_subTracks.end();
    };
    const bool other = (m_offered & bitOf(FillClass::Other)) != 0;
    if (item == kFsdpItem)
        return other && has(Track::Fsdp);
    if (item == static_cast<std::size_t>(FillClass::Other))
        return other && (m_subTracks != std::vector{Track::Fsdp});
    if (item == kTonesItem)
        return m_hasTones;
    if (item == kPhaseItem)
        return m_hasPhases;
    if (item == kBlendItem)
        return m_content.hasBlends;
    if (item == kLimitItem)
        return !m_content.memoryLimit.isEmpty();
    if (item == kPathItem)
        return m_content.pathShown;
    if (item == kSourceItem)
        return !m_content.source.isEmpty();
    return item == kIdleItem || (m_offered >> item & 1U) != 0;
}

void LegendWidget::updateItems()
{
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        m_items[i]->setVisible(isOffered(i));
        const std::size_t fill = i == kFsdpItem ? static_cast<std::size_t>(FillClass::Other) : i;
        if (fill < kFillClassCount)
            m_items[i]->setChecked((m_content.shown >> fill & 1U) != 0);
    }
    arrange();
}

int LegendWidget::widthOf(bool compact) const
{
    return kPlotX + widthOfItems({compact}, kSpacing);
}

int LegendWidget::widthOfItems(const Compact& compact, int spacing) const
{
    int width = 0;
    for (std::size_t i = 0; i < m_items.size(); ++i)
        if (isOffered(i))
            width += m_items[i]->widthFor(compact.all || compact.items[i]) + spacing;
    return width;
}

void LegendWidget::arrange()
{
    // Room is taken beside the plot first, then between the entries, and only then from the names.
    Compact compact;
    const bool roomy = kPlotX + widthOfItems(compact, kSpacing) <= width();
    const int left = roomy ? kPlotX : kLeast;
    const int spacing = left + widthOfItems(compact, kSpacing) <= width() ? kSpacing : 0;
    while (left + widthOfItems(compact, spacing) > width()) {
        std::size_t longest = m_items.size();
        for (std::size_t i = 0; i < m_items.size(); ++i)
            if (isOffered(i) && !compact.items[i] &&
                m_items[i]->widthFor(false) > m_items[i]->widthFor(true) &&
                (longest == m_items.size() ||
                 m_items[i]->widthFor(false) > m_items[longest]->widthFor(false)))
                longest = i;
        if (longest == m_items.size())
            break;
        compact.items[longest] = true;
    }
    int x = left;
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        if (!isOffered(i))
            continue;
        LegendItem* item = m_items[i];
        item->setCompact(compact.items[i]);
        const QSize size = item->sizeHint();
        item->setGeometry(x, (height() - size.height()) / 2, size.width(), size.height());
        x += size.width() + spacing;
    }
}

} // namespace bubblescope::ui
