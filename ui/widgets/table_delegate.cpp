// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_delegate.h"

#include "ui/widgets/look.h"
#include "ui/widgets/table_model.h"

#include <QApplication>
#include <QPainter>
#include <QTreeView>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kTableDelegateMargin = 8;
constexpr int kTableDelegateGap = 8;
constexpr int kShareWidth = 48; ///< of a number behind its bar
constexpr int kTableDelegateBarHeight = 8;
constexpr int kDot = 6;
constexpr int kBeside = 128, kShortBeside = 76; ///< room for "−1 234.5 (−12.3 %)", for "−12.3 points"
constexpr int kLeastValue = 48;

/// The number, bold with a mark where it is the best, and what it differs in behind it.
void paintDifference(QPainter& painter, const QRect& inner, const QModelIndex& index, const QString& value)
{
    const LookColors& c = Look::instance().colors();
    const bool isBest = index.data(kBestRole).toBool();
    QRect number = inner;
    const bool isWide = inner.width() >= kLeastValue + kTableDelegateGap + kBeside;
    const QVariant beside = index.data(isWide ? kBesideRole : kShortBesideRole);
    if (beside.isValid() && inner.width() >= kLeastValue + kTableDelegateGap + kShortBeside)
        number.setRight(inner.right() - kTableDelegateGap - (isWide ? kBeside : kShortBeside));
    const QFont figures = figuresFont(12, isBest);
    painter.setFont(figures);
    painter.setPen(c.text);
    painter.drawText(number, Qt::AlignRight | Qt::AlignVCenter, value);
    if (isBest) {
        const int left =
            number.right() - QFontMetrics(figures).horizontalAdvance(value) - kTableDelegateGap - kDot;
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(c.accent);
        if (left >= inner.left())
            painter.drawEllipse(QRectF(left, number.center().y() - kDot / 2.0 + 0.5, kDot, kDot));
    }
    if (number.right() < inner.right()) {
        painter.setFont(figuresFont(12, false));
        painter.setPen(c.quiet);
        QRect room = inner;
        room.setLeft(number.right() + kTableDelegateGap);
        painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(beside.toString(), Qt::ElideRight, room.width()));
    }
}

} // namespace

int TableDelegate::setFigureWidth(int width)
{
    m_figureWidth = std::max(kShortFigure, width);
    return m_figureWidth - kShortFigure;
}

QSize TableDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QSize line = QStyledItemDelegate::sizeHint(option, index);
    const auto* table = qobject_cast<const QTreeView*>(option.widget);
    if (index.column() != m_wrapped || table == nullptr)
        return line;
    const int margin = table->style()->pixelMetric(QStyle::PM_FocusFrameHMargin, &option, table) + 1;
    const int room = table->columnWidth(m_wrapped) - 2 * (margin + kTableDelegateMargin);
    const QRect text = option.fontMetrics.boundingRect(0, 0, std::max(1, room), 0, Qt::TextWordWrap,
                                                       index.data().toString());
    return {room, std::max(line.height(), line.height() - option.fontMetrics.height() + text.height())};
}

void TableDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const bool hasBar = index.data(kBarRole).isValid();
    if (!hasBar && !index.data(kBestRole).isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString text = std::exchange(ground.text, QString());
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    painter->save();
    if (hasBar)
        paintBar(*painter, option, index, text);
    else
        paintDifference(*painter, option.rect.adjusted(kTableDelegateMargin, 0, -kTableDelegateMargin, 0),
                        index, text);
    painter->restore();
}

/// A number aligned to the right stands before a quiet bar, another one behind a bar in the accent.
void TableDelegate::paintBar(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index,
                             const QString& text) const
{
    const LookColors& c = Look::instance().colors();
    const bool isBefore = index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight;
    const QRect inner = option.rect.adjusted(kTableDelegateMargin, 0, -kTableDelegateMargin, 0);
    QRect number = inner;
    QRect track = inner;
    if (isBefore) {
        number.setWidth(m_figureWidth);
        track.setLeft(number.right() + kTableDelegateGap);
    } else {
        track.setRight(inner.right() - kShareWidth - kTableDelegateGap);
    }
    const int width = std::max(1, static_cast<int>(index.data(kBarRole).toDouble() * track.width() + 0.5));
    const QRectF bar(track.left(), track.center().y() - kTableDelegateBarHeight / 2 + 1, width,
                     kTableDelegateBarHeight);
    if (!isBefore)
        number.setLeft(static_cast<int>(bar.right()) + kTableDelegateGap);
    painter.setFont(option.font);
    const QVariant faded = index.data(Qt::ForegroundRole);
    painter.setPen(faded.isValid() ? faded.value<QColor>() : isBefore ? c.text : c.quiet);
    painter.drawText(number, (isBefore ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
    if (track.width() <= kTableDelegateBarHeight)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isBefore || faded.isValid() ? mixed(c.panel, c.quiet, faded.isValid() ? 0.16 : 0.32)
                                                 : mixed(c.panel, c.accent, 0.6));
    painter.drawRoundedRect(bar, 2, 2);
}

} // namespace bubblescope::ui
