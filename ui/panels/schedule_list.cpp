// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_list.h"

#include "core/generate/catalog.h"
#include "ui/document/core_text.h"
#include "ui/document/schedule_groups.h"
#include "ui/widgets/look.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStyledItemDelegate>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kFiguresRole = Qt::UserRole;
constexpr int kImageRole = Qt::UserRole + 1;
constexpr int kCatalogRole = Qt::UserRole + 2; ///< index into the catalog; -1 for a heading
constexpr int kLeastCards = 3;
constexpr int kWantedCards = 5;

/// Draws a card: picture, title, figures, in a frame that is tinted when chosen.
class CardDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                                 const QModelIndex& index) const override
    {
        const bool heading = index.data(kCatalogRole).toInt() < 0;
        return {120,
                heading ? ScheduleList::kHeadingHeight : ScheduleList::kCardHeight + ScheduleList::kCardGap};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const LookColors& c = Look::instance().colors();
        if (index.data(kCatalogRole).toInt() < 0) {
            painter->save();
            painter->setFont(figuresFont(12, false));
            painter->setPen(c.quiet);
            painter->drawText(option.rect.adjusted(0, 0, 0, -4), Qt::AlignLeft | Qt::AlignBottom,
                              index.data(Qt::DisplayRole).toString());
            painter->restore();
            return;
        }
        const bool chosen = option.state & QStyle::State_Selected;
        const bool focus = chosen && (option.state & QStyle::State_HasFocus);
        const QRectF card = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -ScheduleList::kCardGap - 0.5);
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(QPen(chosen ? (focus ? c.accent : mixed(c.hairline, c.accent, 0.7)) : c.hairline, 1));
        painter->setBrush(chosen                                     ? c.accentSoft
                          : (option.state & QStyle::State_MouseOver) ? c.hover
                                                                     : c.panel);
        painter->drawRoundedRect(card, 6, 6);
        const QSize picture = ThumbnailMaker::kSize;
        const QPointF corner(card.left() + 8, card.center().y() - picture.height() / 2.0);
        const QImage image = index.data(kImageRole).value<QImage>();
        if (!image.isNull())
            painter->drawImage(QRectF(corner, QSizeF(picture)), image);
        paintTexts(*painter,
                   QRectF(corner.x() + picture.width() + 10, card.top(),
                          card.right() - corner.x() - picture.width() - 16, card.height()),
                   option, index);
        painter->restore();
    }

private:
    static void paintTexts(QPainter& painter, const QRectF& room, const QStyleOptionViewItem& option,
                           const QModelIndex& index)
    {
        const LookColors& c = Look::instance().colors();
        QFont title = option.font;
        title.setWeight(option.state & QStyle::State_Selected ? QFont::DemiBold : QFont::Medium);
        const auto line = [&](const QFont& font, const QColor& color, double top, const QString& text) {
            painter.setFont(font);
            painter.setPen(color);
            const QFontMetrics metrics(font);
            painter.drawText(QRectF(room.left(), top, room.width(), 20), Qt::AlignVCenter | Qt::AlignLeft,
                             metrics.elidedText(text, Qt::ElideRight, static_cast<int>(room.width())));
        };
        line(title, c.text, room.top() + 6, index.data(Qt::DisplayRole).toString());
        line(figuresFont(12, false), c.quiet, room.top() + 25, index.data(kFiguresRole).toString());
    }
};

} // namespace

ScheduleList::ScheduleList(QWidget* parent) : QListWidget(parent)
{
    setObjectName(QStringLiteral("schedule-list"));
    setAccessibleName(tr("Schedule"));
    setItemDelegate(new CardDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalScrollBar()->setSingleStep(kCardHeight + kCardGap);
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
    connect(this, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* item) {
        if (!m_following && item && catalogIndexOf(item) >= 0)
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
    // As rich text, so that a long paragraph breaks into lines.
    item->setToolTip(QStringLiteral("<b>%1</b><p>%2</p><p>%3</p>")
                         .arg(QString::fromStdString(schedule.title).toHtmlEscaped(),
                              coreText(schedule.help).toHtmlEscaped(),
                              QString::fromStdString(schedule.origin).toHtmlEscaped()));
}

int ScheduleList::catalogIndexOf(const QListWidgetItem* item)
{
    return item->data(kCatalogRole).toInt();
}

QListWidgetItem* ScheduleList::card(int catalogIndex) const
{
    for (int row = 0; row < count(); ++row)
        if (catalogIndexOf(item(row)) == catalogIndex)
            return item(row);
    return nullptr;
}

void ScheduleList::contextMenuEvent(QContextMenuEvent* event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QListWidgetItem* at = byKey ? currentItem() : itemAt(event->pos());
    const int index = at ? catalogIndexOf(at) : -1;
    if (index < 0)
        return;
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("schedule-menu"));
    connect(menu.addAction(tr("&Compare with this schedule")), &QAction::triggered, this,
            [this, index] { emit compareAsked(index); });
    menu.exec(byKey ? viewport()->mapToGlobal(visualItemRect(at).center()) : event->globalPos());
}

void ScheduleList::setThumbnails(const std::vector<Thumbnail>& thumbnails)
{
    for (int row = 0; row < count(); ++row) {
        const auto at = static_cast<std::size_t>(catalogIndexOf(item(row)));
        if (catalogIndexOf(item(row)) < 0 || at >= thumbnails.size())
            continue;
        const Thumbnail& thumbnail = thumbnails[at];
        item(row)->setData(kImageRole, thumbnail.image);
        item(row)->setData(kFiguresRole, thumbnail.figures);
        item(row)->setData(Qt::AccessibleTextRole,
                           item(row)->text() + QStringLiteral(", ") + thumbnail.figures);
    }
}

void ScheduleList::setCurrentSchedule(const std::string& name)
{
    const ScheduleInfo* schedule = findSchedule(name);
    QListWidgetItem* wanted =
        schedule ? card(static_cast<int>(schedule - scheduleCatalog().data())) : nullptr;
    m_following = true;
    if (!wanted) {
        setCurrentItem(nullptr);
        clearSelection();
    } else if (wanted != currentItem()) {
        setCurrentItem(wanted);
        showCurrent();
    }
    m_following = false;
}

/// The form below takes room from the list: the chosen card stays in view, unless the user has left it.
void ScheduleList::resizeEvent(QResizeEvent* event)
{
    const QListWidgetItem* current = currentItem();
    const bool wasSeen = current && (!event->oldSize().isValid() ||
                                     QRect(QPoint(), event->oldSize()).contains(visualItemRect(current)));
    QListWidget::resizeEvent(event);
    if (wasSeen)
        showCurrent();
}

void ScheduleList::setFilter(const QString& filter)
{
    QListWidgetItem* heading = nullptr;
    for (int row = 0; row < count(); ++row) {
        const int index = catalogIndexOf(item(row));
        if (index < 0) {
            heading = item(row);
            heading->setHidden(true);
            continue;
        }
        const bool shown = matchesFilter(scheduleCatalog()[static_cast<std::size_t>(index)], filter);
        item(row)->setHidden(!shown);
        if (shown && heading)
            heading->setHidden(false);
    }
    if (currentItem() && !currentItem()->isHidden())
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

bool ScheduleList::pickFirst()
{
    for (int row = 0; row < count(); ++row)
        if (!item(row)->isHidden() && catalogIndexOf(item(row)) >= 0) {
            setCurrentItem(item(row));
            return true;
        }
    return false;
}

int ScheduleList::shownCards() const
{
    int cards = 0;
    for (int row = 0; row < count(); ++row)
        cards += !item(row)->isHidden() && catalogIndexOf(item(row)) >= 0 ? 1 : 0;
    return cards;
}

int ScheduleList::heightOfShown() const
{
    int height = 0;
    for (int row = 0; row < count(); ++row)
        if (!item(row)->isHidden())
            height += catalogIndexOf(item(row)) < 0 ? kHeadingHeight : kCardHeight + kCardGap;
    return height;
}

QSize ScheduleList::sizeHint() const
{
    // Asks for little and takes what is left over, up to all cards (the panel sets the limit).
    return {160, std::min(maximumHeight(), kWantedCards * (kCardHeight + kCardGap))};
}

QSize ScheduleList::minimumSizeHint() const
{
    return {160, std::min(maximumHeight(), kLeastCards * (kCardHeight + kCardGap))};
}

} // namespace bubblescope::ui
