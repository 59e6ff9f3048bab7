// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/app_icon.h"

#include <QPainter>
#include <QPixmap>

namespace bubblescope::ui {

namespace {

struct Block
{
    double x, y, width;
    bool forward;
};

constexpr Block kBlocks[] = {{22, 28, 18, true}, {42, 28, 18, true}, {84, 28, 22, false},
                             {32, 55, 18, true}, {52, 55, 18, true}, {72, 55, 26, false},
                             {42, 82, 18, true}, {62, 82, 26, false}};
constexpr double kSide = 128;

QPixmap iconAt(int size)
{
    QPixmap pixmap(size, size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(size / kSide, size / kSide);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0x1c, 0x20, 0x26));
    painter.drawRoundedRect(QRectF(6, 6, 116, 116), 26, 26);
    for (const Block& block : kBlocks) {
        painter.setBrush(block.forward ? QColor(0x5b, 0x93, 0xe8) : QColor(0xf0, 0xa0, 0x5a));
        painter.drawRoundedRect(QRectF(block.x, block.y, block.width, 18), 3, 3);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(QColor(0xdf, 0xe5, 0xec), 3));
    painter.drawEllipse(QPointF(72, 37), 9.5, 9.5);
    return pixmap;
}

} // namespace

QIcon applicationIcon()
{
    QIcon icon;
    for (const int size : {16, 24, 32, 48, 64, 128, 256})
        icon.addPixmap(iconAt(size));
    return icon;
}

} // namespace bubblescope::ui
