// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/quick_row_delegate.h"

#include "ui/actions/key_cap.h"
#include "ui/widgets/look.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPainterPath>

namespace bubblescope::ui {

namespace {

constexpr int kQuickRowDelegateMargin = 12;
constexpr int kCheckWidth = 20;
constexpr int kQuickRowDelegateGap = 10;

void drawCheck(QPainter& painter, const QPointF& middle, const QColor& color)
{
    painter.setPen(QPen(color, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    QPainterPath tick(middle + QPointF(-4, 0));
    tick.lineTo(middle + QPointF(-1, 3));
    tick.lineTo(middle + QPointF(4, -3.5));
    painter.drawPath(tick);
}

} // namespace

void QuickRowDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const LookColors& c = Look::instance().colors();
    const bool enabled = index.flags() & Qt::ItemIsEnabled;
    const QColor faded = mixed(c.quiet, c.panel, 0.35);
    const QRect rect = option.rect;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (option.state & QStyle::State_Selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(c.accentSoft);
        painter->drawRoundedRect(QRectF(rect).adjusted(4, 1, -4, -1), 4, 4);
    }
    const int middle = rect.center().y() + 1;
    int left = rect.left() + kQuickRowDelegateMargin;
    if (index.data(kCheckedRole).toBool())
        drawCheck(*painter, QPointF(left + 5, middle), enabled ? c.accent : faded);
    left += kCheckWidth;
    int right = rect.right() - kQuickRowDelegateMargin;
    QStringList keys = index.data(kKeysRole).toStringList();
    for (; !keys.isEmpty(); keys.removeLast())
        right = drawKeyCap(*painter, right, middle, keys.last(), enabled) - 4;
    painter->setFont(option.font);
    const QFontMetrics metrics(option.font);
    if (const QString note = index.data(kNoteRole).toString(); !note.isEmpty()) {
        painter->setPen(c.quiet);
        painter->drawText(QRect(left, rect.top(), right - left, rect.height()),
                          Qt::AlignRight | Qt::AlignVCenter, note);
        right -= metrics.horizontalAdvance(note) + kQuickRowDelegateGap;
    }
    const QString text = metrics.elidedText(index.data().toString(), Qt::ElideRight, right - left);
    painter->setPen(enabled ? c.text : faded);
    painter->drawText(QRect(left, rect.top(), right - left, rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      text);
    left += metrics.horizontalAdvance(text) + kQuickRowDelegateGap;
    painter->setPen(enabled ? c.quiet : faded);
    painter->drawText(
        QRect(left, rect.top(), std::max(0, right - left), rect.height()), Qt::AlignLeft | Qt::AlignVCenter,
        metrics.elidedText(index.data(kDetailRole).toString(), Qt::ElideRight, std::max(0, right - left)));
    painter->restore();
}

QSize QuickRowDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& /*index*/) const
{
    return {option.rect.width(), kRowHeight};
}

} // namespace bubblescope::ui
