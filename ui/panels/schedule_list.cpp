// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_list.h"

#include "core/generate/catalog.h"
#include "ui/document/core_text.h"
#include "ui/document/schedule_groups.h"
#include "ui/widgets/look.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kFiguresRole = Qt::UserRole;
constexpr int kImageRole = Qt::UserRole + 1;
constexpr int kCatalogRole = Qt::UserRole + 2; ///< index into the catalog; -1 for a heading
constexpr int kShownRole = Qt::UserRole + 3;   ///< it is what the window shows
constexpr int kCardPadding = 8;

QString compareWords()
{
    return ScheduleList::tr("Compare", "link on a card");
}

QFont linkFont()
{
    return figuresFont(12, true);
}

QRect cardOf(const QRect& item)
{
    return item.adjusted(0, 0, -ScheduleList::kCardGap, -ScheduleList::kCardGap);
}

/// In the upper right corner of the picture.
QRect linkOf(const QRect& card)
{
    const QFontMetrics metrics(linkFont());
    const int width = metrics.horizontalAdvance(compareWords()) + 16;
    return {card.right() - kCardPadding - width - 3, card.top() + kCardPadding + 4, width, 22};
}

/// Draws a card: picture, title, figures, in a frame that is tinted when chosen.
class CardDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        // A heading has its line for itself.
        if (index.data(kCatalogRole).toInt() < 0)
            return {static_cast<const QListWidget*>(option.widget)->viewport()->width() - 1,
                    ScheduleList::kHeadingHeight};
        return {ScheduleList::kCardWidth + ScheduleList::kCardGap,
                ScheduleList::kCardHeight + ScheduleList::kCardGap};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const LookColors& c = Look::instance().colors();
        painter->save();
        if (index.data(kCatalogRole).toInt() < 0) {
            painter->setFont(figuresFont(12, true));
            painter->setPen(c.quiet);
            painter->drawText(option.rect.adjusted(0, 0, 0, -7), Qt::AlignLeft | Qt::AlignBottom,
                              index.data(Qt::DisplayRole).toString());
        } else {
            paintCard(*painter, option, index);
        }
        painter->restore();
    }

private:
    static void paintCard(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
    {
        const LookColors& c = Look::instance().colors();
        const bool isShown = index.data(kShownRole).toBool();
        const bool isCurrent = option.state & QStyle::State_Selected;
        const bool hasFocus = isCurrent && (option.state & QStyle::State_HasFocus);
        const bool isUnder = option.state & QStyle::State_MouseOver;
        const QRect card = cardOf(option.rect);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(hasFocus               ? c.accent
                            : isShown || isCurrent ? mixed(c.hairline, c.accent, 0.6)
                                                   : c.hairline,
                            hasFocus ? 2 : 1));
        painter.setBrush(isShown ? c.accentSoft : isUnder || isCurrent ? c.hover : c.panel);
        painter.drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), 7, 7);
        const QSize size = ThumbnailMaker::kSize;
        const QPoint corner(card.left() + kCardPadding, card.top() + kCardPadding);
        if (const QImage image = index.data(kImageRole).value<QImage>(); !image.isNull())
            painter.drawImage(QRect(corner, size), image);
        QFont title = option.font;
        title.setWeight(QFont::DemiBold);
        const auto line = [&](const QFont& font, const QColor& color, int top, const QString& text) {
            painter.setFont(font);
            painter.setPen(color);
            painter.drawText(QRect(corner.x(), card.top() + top, size.width(), 20),
                             Qt::AlignVCenter | Qt::AlignLeft,
                             QFontMetrics(font).elidedText(text, Qt::ElideRight, size.width()));
        };
        line(title, c.text, kCardPadding + size.height() + 6, index.data(Qt::DisplayRole).toString());
        line(figuresFont(12, false), c.quiet, kCardPadding + size.height() + 26,
             index.data(kFiguresRole).toString());
        if (!isUnder)
            return;
        const QRectF link = linkOf(card);
        painter.setPen(QPen(c.hairline, 1));
        painter.setBrush(c.panel);
        painter.drawRoundedRect(link.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        painter.setFont(linkFont());
        painter.setPen(c.accent);
        painter.drawText(link, Qt::AlignCenter, compareWords());
    }
};

} // namespace

ScheduleList::ScheduleList(QWidget* parent) : QListWidget(parent)
{
    setObjectName(QStringLiteral("schedule-list"));
    setAccessibleName(tr("Schedules"));
    setItemDelegate(new CardDelegate(this));
    setFlow(QListView::LeftToRight);
    setWrapping(true);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalScrollBar()->setSingleStep((kCardHeight + kCardGap) / 2);
    setMouseTracking(true);
    for (std::size_t group = 0; group < kScheduleGroupCount; ++group) {
        bool headed = false;
        for (std::size_t i = 0; i < scheduleCatalog().size(); ++i) {
            if (groupOf(scheduleCatalog()[i]) != static_cast<ScheduleGroup>(group))
                continue;
            if (!std::exchange(headed, true))
                addHeading(groupTitle(static_cast<ScheduleGroup>(group)));
            addCard(static_cast<int>(i));
        }
    }
    connect(this, &QListWidget::itemClicked, this, [this](const QListWidgetItem* item) {
        if (catalogIndexOf(item) >= 0)
            emit picked(catalogIndexOf(item));
    });
}

void ScheduleList::addHeading(const QString& title)
{
    auto* item = new QListWidgetItem(title, this);
    item->setFlags(Qt::NoItemFlags);
    item->setData(kCatalogRole, -1);
}

void ScheduleList::addCard(int catalogIndex)
{
    const ScheduleInfo& schedule = scheduleCatalog()[static_cast<std::size_t>(catalogIndex)];
    auto* item = new QListWidgetItem(QString::fromStdString(schedule.title), this);
    item->setData(kCatalogRole, catalogIndex);
    item->setData(Qt::AccessibleDescriptionRole, coreText(schedule.help));
    // As rich text, so that a long paragraph breaks into lines.
    item->setToolTip(QStringLiteral("<b>%1</b><p>%2</p><p>%3</p>")
                         .arg(QString::fromStdString(schedule.title).toHtmlEscaped(),
                              coreText(schedule.help).toHtmlEscaped(),
                              QString::fromStdString(schedule.origin).toHtmlEscaped()));
    showFigures(*item, QStringLiteral("…"));
}

int ScheduleList::catalogIndexOf(const QListWidgetItem* item)
{
    return item == nullptr ? -1 : item->data(kCatalogRole).toInt();
}

QListWidgetItem* ScheduleList::card(int catalogIndex) const
{
    for (int row = 0; row < count(); ++row)
        if (catalogIndexOf(item(row)) == catalogIndex)
            return item(row);
    return nullptr;
}

QRect ScheduleList::compareRect(const QListWidgetItem* item) const
{
    return linkOf(cardOf(visualItemRect(item)));
}

void ScheduleList::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QListWidgetItem* at = byKey ? currentItem() : itemAt(event->pos());
    const int index = catalogIndexOf(at);
    if (index < 0)
        return;
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("schedule-menu"));
    connect(menu.addAction(tr("C&hoose this schedule")), &QAction::triggered, this,
            [this, index] { emit picked(index); });
    connect(menu.addAction(tr("&Compare with this schedule")), &QAction::triggered, this,
            [this, index] { emit compareAsked(index); });
    menu.exec(byKey ? viewport()->mapToGlobal(visualItemRect(at).center()) : event->globalPos());
}

void ScheduleList::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const int index = catalogIndexOf(currentItem());
    if ((!isEnter && event->key() != Qt::Key_Space) || index < 0) {
        QListWidget::keyPressEvent(event);
        return;
    }
    if (event->modifiers() & Qt::ControlModifier)
        emit compareAsked(index);
    else
        emit picked(index);
}

void ScheduleList::mousePressEvent(QMouseEvent* event)
{
    m_pressed = nullptr;
    if (event->button() != Qt::LeftButton) {
        event->accept(); // what is current stays
        return;
    }
    const QListWidgetItem* at = itemAt(event->pos());
    if (catalogIndexOf(at) >= 0 && compareRect(at).contains(event->pos()))
        m_pressed = at;
    else
        QListWidget::mousePressEvent(event);
}

void ScheduleList::mouseReleaseEvent(QMouseEvent* event)
{
    const QListWidgetItem* pressed = std::exchange(m_pressed, nullptr);
    if (pressed == nullptr || event->button() != Qt::LeftButton)
        QListWidget::mouseReleaseEvent(event);
    else if (itemAt(event->pos()) == pressed && compareRect(pressed).contains(event->pos()))
        emit compareAsked(catalogIndexOf(pressed));
}

void ScheduleList::mouseMoveEvent(QMouseEvent* event)
{
    const QListWidgetItem* at = itemAt(event->pos());
    viewport()->setCursor(catalogIndexOf(at) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (m_pressed == nullptr)
        QListWidget::mouseMoveEvent(event);
}

void ScheduleList::setThumbnail(int catalogIndex, const Thumbnail& thumbnail)
{
    QListWidgetItem* item = card(catalogIndex);
    item->setData(kImageRole, thumbnail.image);
    showFigures(*item, thumbnail.figures);
}

void ScheduleList::awaitThumbnails()
{
    for (int row = 0; row < count(); ++row)
        if (catalogIndexOf(item(row)) >= 0)
            showFigures(*item(row), QStringLiteral("…"));
}

void ScheduleList::showFigures(QListWidgetItem& item, const QString& figures)
{
    item.setData(kFiguresRole, figures);
    const QString shown = item.data(kShownRole).toBool() ? tr("shown now") + QStringLiteral(", ") : QString();
    item.setData(Qt::AccessibleTextRole, item.text() + QStringLiteral(", ") + shown + figures);
}

void ScheduleList::setCurrentSchedule(const std::string& name)
{
    const ScheduleInfo* schedule = findSchedule(name);
    QListWidgetItem* wanted =
        schedule ? card(static_cast<int>(schedule - scheduleCatalog().data())) : nullptr;
    for (int row = 0; row < count(); ++row) {
        item(row)->setData(kShownRole, item(row) == wanted);
        if (catalogIndexOf(item(row)) >= 0)
            showFigures(*item(row), item(row)->data(kFiguresRole).toString());
    }
    setCurrentItem(wanted);
    if (wanted)
        showCurrent();
    else
        clearSelection();
}

/// Cards in a line take what the window has; headings are as wide as that.
void ScheduleList::resizeEvent(QResizeEvent* event)
{
    QListWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        scheduleDelayedItemsLayout();
}

void ScheduleList::setFilter(const QString& filter)
{
    QListWidgetItem* heading = nullptr;
    QListWidgetItem* first = nullptr;
    QListWidgetItem* named = nullptr; // whose whole name is typed
    for (int row = 0; row < count(); ++row) {
        const int index = catalogIndexOf(item(row));
        if (index < 0) {
            heading = item(row);
            heading->setHidden(true);
            continue;
        }
        const ScheduleInfo& info = scheduleCatalog()[static_cast<std::size_t>(index)];
        const bool shown = matchesFilter(info, filter);
        item(row)->setHidden(!shown);
        for (const std::string& name : {info.name, info.title})
            if (QString::fromStdString(name).compare(filter.trimmed(), Qt::CaseInsensitive) == 0)
                named = item(row);
        if (shown && heading)
            heading->setHidden(false);
        if (shown && first == nullptr)
            first = item(row);
    }
    if (named)
        setCurrentItem(named);
    else if (!currentItem() || currentItem()->isHidden())
        setCurrentItem(first);
    if (currentItem() && !filter.isEmpty())
        showCurrent();
    else
        scrollToTop();
}

/// With its heading, if it stands right under one.
void ScheduleList::showCurrent()
{
    if (currentRow() > 0 && catalogIndexOf(item(currentRow() - 1)) < 0)
        scrollToItem(item(currentRow() - 1));
    scrollToItem(currentItem());
}

int ScheduleList::shownCards() const
{
    int cards = 0;
    for (int row = 0; row < count(); ++row)
        cards += !item(row)->isHidden() && catalogIndexOf(item(row)) >= 0 ? 1 : 0;
    return cards;
}

} // namespace bubblescope::ui
