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
constexpr std::size_t kSecondItem = kFillClassCount;
constexpr std::size_t kPartsItem = kSecondItem + 4;
constexpr std::size_t kTonesItem = kPartsItem + 1;
constexpr std::size_t kPhaseItem = kTonesItem + 1; ///< all of them, or
constexpr std::size_t kTailItem = kPhaseItem + 1;  ///< each
constexpr std::size_t kIdleItem = kTailItem + kStepPhaseCount;
constexpr std::size_t kBlendItem = kIdleItem + 1;
constexpr std::size_t kLimitItem = kBlendItem + 1;
constexpr std::size_t kPathItem = kLimitItem + 1;
constexpr std::size_t kSourceItem = kPathItem + 1;
/// In the order of their items.
constexpr std::array kOfTwoKinds{FillClass::Other, FillClass::Vocabulary, FillClass::Exchange,
                                 FillClass::Copy};
/// Where an entry is: the second kind of a class beside the first.
constexpr std::array<std::size_t, kPartsItem> kBesideEachOther{
    0, 1, 2, 3, 4, 5, kSecondItem, 6, 7, kSecondItem + 1, 8, kSecondItem + 2, 9, kSecondItem + 3};
constexpr std::size_t itemAt(std::size_t place)
{
    return place < kPartsItem ? kBesideEachOther[place] : place;
}
constexpr std::size_t placeOf(std::size_t item)
{
    std::size_t place = 0;
    while (itemAt(place) != item)
        ++place;
    return place;
}

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
    const QString letters[kFillClassCount] = {tr("F"), tr("I"), tr("W"), tr("B"), tr("F+B"),
                                              tr("C"), tr("R"), tr("S"), tr("D"), tr("O")};
    const auto nameOf = [](FillClass fill) {
        switch (fill) {
        case FillClass::Other:
            return tr("Communication");
        case FillClass::Vocabulary:
            return tr("Vocabulary forward");
        case FillClass::Exchange:
            return tr("Dispatch");
        case FillClass::Copy:
            return tr("Offload");
        default:
            return fillName(fill, {});
        }
    };
    const auto add = [this](std::size_t item, FillClass fill, const QString& letter, const QString& name) {
        const bool isSecond = item >= kSecondItem;
        m_items[item] = new LegendItem(
            stripFill(2 * static_cast<std::size_t>(fill) + (isSecond ? 1 : 0)).role, letter, name, this);
        connect(m_items[item], &QAbstractButton::clicked, this, [this, fill] { toggle(fill); });
        connect(m_items[item], &LegendItem::isolated, this, [this, fill] { isolate(fill); });
    };
    for (std::size_t i = 0; i < kFillClassCount; ++i)
        add(i, static_cast<FillClass>(i), letters[i], nameOf(static_cast<FillClass>(i)));
    // Two kinds are one class to hide, and two colors to tell apart.
    const QString secondLetters[kSecondCount] = {tr("S"), tr("T"), tr("C"), tr("L")};
    const QString secondNames[kSecondCount] = {tr("FSDP"), tr("Vocabulary backward"), tr("Combine"),
                                               tr("Reload")};
    for (std::size_t i = 0; i < kSecondCount; ++i)
        add(kSecondItem + i, kOfTwoKinds[i], secondLetters[i], secondNames[i]);
    const auto showMark = [this](std::size_t item, ActionKind kind) { m_items[item]->setLook(markOf(kind)); };
    showMark(static_cast<std::size_t>(FillClass::Recompute), ActionKind::Recompute);
    showMark(static_cast<std::size_t>(FillClass::Vocabulary), ActionKind::VocabularyForward);
    showMark(kSecondItem + 1, ActionKind::VocabularyBackward);
    m_items[kPartsItem] =
        new LegendItem(Role::Forward, tr("E"), tr("Experts of a block"), this, LegendMark::Parts);
    showMark(kPartsItem, ActionKind::ForwardExperts);
    m_items[kTonesItem] =
        new LegendItem(Role::Forward, tr("Later stage"), tr("of the rank"), this, LegendMark::Tones);
    m_items[kPhaseItem] = new LegendItem(Role::StepPhase, {}, tr("Head and tail"), this);
    for (std::size_t i = 0; i < kStepPhaseCount; ++i) {
        const PhaseLook look = lookOf(static_cast<StepPhase>(i));
        m_items[kTailItem + i] = new LegendItem(
            Role::StepPhase,
            QString::fromUtf8(look.shortLabel.data(), static_cast<qsizetype>(look.shortLabel.size())),
            phaseName(static_cast<StepPhase>(i)), this);
        m_items[kTailItem + i]->setLook(look.mark, look.tone);
    }
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
    m_stripFills = index ? 0 : ~0U;
    m_hasTones = index && !index->isRecolored() && (index->stripFillsInUse() & LaneIndex::kLaterChunks) != 0;
    m_hasParts = m_hasTail = false;
    m_onlyReduces = index != nullptr;
    m_phases = 0;
    const auto add = [this](const LaneIndex& of) {
        m_stripFills |= of.stripFillsInUse();
        m_hasParts = m_hasParts || (!of.isRecolored() && of.hasParts());
        m_hasTail = m_hasTail || of.hasTailActions();
        m_onlyReduces = m_onlyReduces && of.onlyReducesGradients();
        for (const std::vector<PhaseSpan>& rank : of.timeline().phases)
            for (const PhaseSpan& span : rank)
                m_phases |= 1U << static_cast<unsigned>(span.phase);
    };
    if (index)
        add(*index);
    for (const LaneIndexPtr& other : m_also) {
        m_offered = static_cast<FillMask>(m_offered | other->fillsInUse());
        m_hasTones = m_hasTones || (other->stripFillsInUse() & LaneIndex::kLaterChunks) != 0;
        add(*other);
    }
    // One letter for one kind.
    m_items[kSecondItem]->setWords((m_offered & bitOf(FillClass::Vocabulary)) != 0 ? QString() : tr("S"),
                                   m_onlyReduces ? phaseName(StepPhase::ReduceGradients) : tr("FSDP"));
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
    std::size_t place = placeOf(item);
    for (std::size_t tried = 1; tried < kItemCount; ++tried) {
        place = (place + kItemCount + static_cast<std::size_t>(step)) % kItemCount;
        item = itemAt(place);
        if (isOffered(item) && m_items[item]->isCheckable())
            return m_items[item]->setFocus(Qt::TabFocusReason);
    }
}

bool LegendWidget::isOffered(std::size_t item) const
{
    if (item < kFillClassCount) {
        const bool isSecondAlone =
            isOfTwoKinds(static_cast<FillClass>(item)) && (m_stripFills >> 2 * item & 3U) == 2U;
        return (m_offered >> item & 1U) != 0 && !isSecondAlone;
    }
    if (item < kPartsItem) {
        const auto fill = static_cast<std::size_t>(kOfTwoKinds[item - kSecondItem]);
        return (m_offered >> fill & 1U) != 0 && (m_stripFills >> (2 * fill + 1) & 1U) != 0;
    }
    if (item == kPartsItem)
        return m_hasParts;
    if (item == kTonesItem)
        return m_hasTones;
    if (item == kPhaseItem)
        return m_phases != 0 && !m_hasTail;
    if (item >= kTailItem && item < kIdleItem)
        return m_hasTail && (m_phases >> (item - kTailItem) & 1U) != 0;
    if (item == kBlendItem)
        return m_content.hasBlends;
    if (item == kLimitItem)
        return !m_content.memoryLimit.isEmpty();
    if (item == kPathItem)
        return m_content.pathShown;
    if (item == kSourceItem)
        return !m_content.source.isEmpty();
    return item == kIdleItem;
}

void LegendWidget::updateItems()
{
    for (std::size_t i = 0; i < m_items.size(); ++i) {
        m_items[i]->setVisible(isOffered(i));
        const FillClass fill = i < kFillClassCount ? static_cast<FillClass>(i)
                               : i < kPartsItem    ? kOfTwoKinds[i - kSecondItem]
                                                   : FillClass::Other;
        if (i < kPartsItem)
            m_items[i]->setChecked(isShown(m_content.shown, fill));
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
    for (std::size_t place = 0; place < m_items.size(); ++place) {
        const std::size_t i = itemAt(place);
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
