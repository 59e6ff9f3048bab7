// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_delegate.h"

#include "ui/compare/compare_model.h"
#include "ui/widgets/look.h"

#include <QApplication>
#include <QPainter>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kMargin = 8;
constexpr int kGap = 8;
constexpr int kDot = 6;
constexpr int kDifference = 128, kShortDifference = 76; ///< room for "−1 234.5 (−12.3 %)", for "−12.3 points"
constexpr int kLeastValue = 48;

} // namespace

void CompareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    if (index.column() == CompareModel::Measure) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString value = std::exchange(ground.text, QString());
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    const LookColors& c = Look::instance().colors();
    const bool isBest = index.data(CompareModel::kBestRole).toBool();
    const bool isFirst = index.column() == CompareModel::Current;
    const QRect inner = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    QRect number = inner;
    const bool isWide = inner.width() >= kLeastValue + kGap + kDifference;
    if (!isFirst && inner.width() >= kLeastValue + kGap + kShortDifference)
        number.setRight(inner.right() - kGap - (isWide ? kDifference : kShortDifference));
    painter->save();
    const QFont figures = figuresFont(12, isBest);
    painter->setFont(figures);
    painter->setPen(c.text);
    painter->drawText(number, Qt::AlignRight | Qt::AlignVCenter, value);
    if (isBest) {
        const int left = number.right() - QFontMetrics(figures).horizontalAdvance(value) - kGap - kDot;
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(c.accent);
        if (left >= inner.left())
            painter->drawEllipse(QRectF(left, number.center().y() - kDot / 2.0 + 0.5, kDot, kDot));
    }
    if (number.right() < inner.right()) {
        painter->setFont(figuresFont(12, false));
        painter->setPen(c.quiet);
        QRect room = inner;
        room.setLeft(number.right() + kGap);
        const QString text =
            index.data(isWide ? CompareModel::kDifferenceRole : CompareModel::kShortDifferenceRole)
                .toString();
        painter->drawText(room, Qt::AlignRight | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
    }
    painter->restore();
}

} // namespace bubblescope::ui
