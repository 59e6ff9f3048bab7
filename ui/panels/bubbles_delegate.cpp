// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bubbles_delegate.h"

#include "ui/panels/bubbles_model.h"
#include "ui/widgets/look.h"

#include <QApplication>
#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kMargin = 8;
constexpr int kShareWidth = 48; ///< of the number behind its bar
constexpr int kGap = 8;
constexpr int kBarHeight = 8;

} // namespace

int BubblesDelegate::setLengthWidth(int width)
{
    m_lengthWidth = std::max(kShortLength, width);
    return m_lengthWidth - kShortLength;
}

void BubblesDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const QVariant share = index.data(BubblesModel::kBarRole);
    if (!share.isValid()) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    const QString text = std::exchange(ground.text, QString());
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    const LookColors& c = Look::instance().colors();
    const bool isLength = index.column() == static_cast<int>(BubbleColumn::Length);
    const QRect inner = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    QRect number = inner;
    QRect track = inner;
    if (isLength) {
        number.setWidth(m_lengthWidth);
        track.setLeft(number.right() + kGap);
    } else {
        track.setRight(inner.right() - kShareWidth - kGap);
    }
    const int width = std::max(1, static_cast<int>(share.toDouble() * track.width() + 0.5));
    const QRectF bar(track.left(), track.center().y() - kBarHeight / 2 + 1, width, kBarHeight);
    if (!isLength)
        number.setLeft(static_cast<int>(bar.right()) + kGap);
    painter->save();
    painter->setFont(option.font);
    const QVariant faded = index.data(Qt::ForegroundRole);
    painter->setPen(faded.isValid() ? faded.value<QColor>() : isLength ? c.text : c.quiet);
    painter->drawText(number, (isLength ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
    if (track.width() > kBarHeight) {
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(isLength || faded.isValid() ? mixed(c.panel, c.quiet, faded.isValid() ? 0.16 : 0.32)
                                                      : mixed(c.panel, c.accent, 0.6));
        painter->drawRoundedRect(bar, 2, 2);
    }
    painter->restore();
}

} // namespace bubblescope::ui
