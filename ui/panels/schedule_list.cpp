// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_list.h"

#include "core/generate/catalog.h"
#include "ui/panels/look.h"

#include <QPainter>
#include <QScrollBar>
#include <QStyledItemDelegate>

namespace bubblescope::ui {

namespace {

constexpr int kFiguresRole = Qt::UserRole;
constexpr int kImageRole = Qt::UserRole + 1;
constexpr int kShownCards = 3;

/// Draws a card: picture, title, figures, in a frame that is tinted when chosen.
class CardDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                                 const QModelIndex& /*index*/) const override
    {
        return {120, ScheduleList::kCardHeight + ScheduleList::kCardGap};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const LookColors& c = Look::instance().colors();
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
    setUniformItemSizes(true);
    for (const ScheduleInfo& schedule : scheduleCatalog()) {
        auto* item = new QListWidgetItem(QString::fromStdString(schedule.title), this);
        item->setToolTip(QString::fromStdString(schedule.help + "\n" + schedule.origin));
    }
    connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
        if (!m_following && row >= 0)
            emit picked(row);
    });
}

void ScheduleList::setThumbnails(const std::vector<Thumbnail>& thumbnails)
{
    for (int i = 0; i < count() && i < static_cast<int>(thumbnails.size()); ++i) {
        const Thumbnail& thumbnail = thumbnails[static_cast<std::size_t>(i)];
        item(i)->setData(kImageRole, thumbnail.image);
        item(i)->setData(kFiguresRole, thumbnail.figures);
        item(i)->setData(Qt::AccessibleTextRole, item(i)->text() + QStringLiteral(", ") + thumbnail.figures);
    }
}

void ScheduleList::setCurrentSchedule(const std::string& name)
{
    const ScheduleInfo* schedule = findSchedule(name);
    const int row = schedule ? static_cast<int>(schedule - scheduleCatalog().data()) : -1;
    m_following = true;
    if (row < 0) {
        setCurrentItem(nullptr);
        clearSelection();
    } else if (row != currentRow()) {
        setCurrentRow(row);
    }
    m_following = false;
}

QSize ScheduleList::sizeHint() const
{
    // Asks for little and takes what is left over, up to all cards (the panel sets the limit).
    return minimumSizeHint();
}

QSize ScheduleList::minimumSizeHint() const
{
    return {160, kShownCards * (kCardHeight + kCardGap)};
}

} // namespace bubblescope::ui
