// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/symbols/symbol_image.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>
#include <algorithm>

namespace bubblescope::ui {

namespace {

QString pathOf(const QString& name)
{
    return QStringLiteral(":/symbols/%1.svg").arg(name);
}

} // namespace

bool hasSymbol(const QString& name)
{
    return QFile::exists(pathOf(name));
}

QImage symbolImage(const QString& name, const QColor& color, int size)
{
    QImage image(std::max(size, 1), std::max(size, 1), QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QFile file(pathOf(name));
    if (!file.open(QIODevice::ReadOnly))
        return image;
    QSvgRenderer renderer(file.readAll().replace("currentColor", color.name().toLatin1()));
    QPainter painter(&image);
    renderer.render(&painter);
    return image;
}

} // namespace bubblescope::ui
