// SPDX-License-Identifier: GPL-3.0-or-later
// Renders an SVG as square PNGs for the icon theme: render_icon ICON.svg SIZE OUT.png [SIZE OUT.png …]
#include <QGuiApplication>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <cstdio>

namespace {

bool render(QSvgRenderer& icon, int size, const QString& path)
{
    QImage image(size, size, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    icon.render(&painter);
    painter.end();
    return image.save(path, "PNG", 0); // 0: smallest
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen"); // building wants no display
    const QGuiApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 4 || arguments.size() % 2 != 0) {
        std::fputs("usage: render_icon ICON.svg SIZE OUT.png [SIZE OUT.png ...]\n", stderr);
        return 2;
    }
    QSvgRenderer icon(arguments[1]);
    if (!icon.isValid()) {
        std::fprintf(stderr, "render_icon: error: %s is not an SVG\n", qPrintable(arguments[1]));
        return 2;
    }
    for (qsizetype i = 2; i < arguments.size(); i += 2) {
        const int size = arguments[i].toInt();
        if (size < 1 || size > 4096 || !render(icon, size, arguments[i + 1])) {
            std::fprintf(stderr, "render_icon: error: could not write %s at %s pixels\n",
                         qPrintable(arguments[i + 1]), qPrintable(arguments[i]));
            return 3;
        }
    }
    return 0;
}
