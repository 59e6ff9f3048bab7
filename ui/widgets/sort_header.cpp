// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/sort_header.h"

#include "ui/widgets/look.h"
#include "ui/widgets/window_style.h"

#include <QPainter>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kMargin = 8; ///< as the list's items have it
constexpr int kArrow = 8;
constexpr int kSortHeaderGap = 4;

} // namespace

SortHeader::SortHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(true);
    setHighlightSections(false);
    connect(&Look::instance(), &Look::changed, viewport(), qOverload<>(&QWidget::update));
}

int SortHeader::titleWidth(int section) const
{
    const QString title = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    return fontMetrics().horizontalAdvance(title) + kSortHeaderGap + kArrow + 2 * kMargin + 1;
}

void SortHeader::paintSection(QPainter* painter, const QRect& rect, int section) const
{
    const LookColors& c = Look::instance().colors();
    const QString title = model()->headerData(section, orientation(), Qt::DisplayRole).toString();
    const QVariant given = model()->headerData(section, orientation(), Qt::TextAlignmentRole);
    const Qt::Alignment alignment = given.isValid() ? Qt::Alignment(given.toInt()) : Qt::AlignLeft;
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == section;
    QRect room = rect.adjusted(kMargin, 0, -kMargin, -1);
    painter->save();
    painter->fillRect(rect, c.panel);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), c.hairline);
    painter->setFont(font());
    painter->setPen(isSorted ? c.text : c.quiet);
    QRect arrow(room.left(), room.top(), kArrow, room.height());
    const QFontMetrics metrics(font());
    const int width = std::min(metrics.horizontalAdvance(title) + 1,
                               room.width() - (isSorted ? kSortHeaderGap + kArrow : 0));
    if (alignment & Qt::AlignRight) {
        // Before the title: what stands below it keeps its edge.
        room.setLeft(room.right() + 1 - width);
        arrow.moveLeft(room.left() - kSortHeaderGap - kArrow);
    } else {
        room.setWidth(width);
        arrow.moveLeft(room.right() + 1 + kSortHeaderGap);
    }
    painter->drawText(room, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(title, Qt::ElideRight, width));
    if (isSorted)
        drawChevron(*painter, QRectF(arrow), sortIndicatorOrder() == Qt::AscendingOrder, c.text);
    painter->restore();
}

} // namespace bubblescope::ui
