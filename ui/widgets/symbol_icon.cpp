// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/symbol_icon.h"

#include "ui/widgets/look.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>

namespace bubblescope::ui {

namespace {

QColor colorOf(SymbolInk ink, QIcon::Mode mode, QIcon::State state)
{
    const LookColors& c = Look::instance().colors();
    if (mode == QIcon::Disabled)
        return mixed(c.quiet, c.panel, 0.35);
    if (ink == SymbolInk::OnAccent)
        return c.panel;
    return state == QIcon::On ? c.accent : mixed(c.text, c.panel, 0.15);
}

class SymbolEngine : public QIconEngine
{
public:
    SymbolEngine(QString name, SymbolInk ink) : m_name(std::move(name)), m_ink(ink) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        const double ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1;
        painter->drawPixmap(rect, scaledPixmap(rect.size() * ratio, mode, state, ratio));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        return scaledPixmap(size, mode, state, 1);
    }
    /// `size` is in pixels of the device; QIcon sets the ratio.
    QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal /*scale*/) override
    {
        const QColor color = colorOf(m_ink, mode, state);
        const int side = std::min(size.width(), size.height());
        const QString key =
            QStringLiteral("symbol/%1/%2/%3/%4").arg(m_name, color.name()).arg(side).arg(size.width());
        QPixmap pixmap;
        if (!QPixmapCache::find(key, &pixmap)) {
            QImage image(std::max(size.width(), 1), std::max(size.height(), 1),
                         QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::transparent);
            // What is wider than high has its room before a text.
            QPainter(&image).drawImage(0, 0, symbolImage(m_name, color, side));
            pixmap = QPixmap::fromImage(image);
            QPixmapCache::insert(key, pixmap);
        }
        return pixmap;
    }
    QString iconName() override { return m_name; }
    [[nodiscard]] QIconEngine* clone() const override { return new SymbolEngine(*this); }

private:
    QString m_name;
    SymbolInk m_ink;
};

} // namespace

QIcon symbolIcon(const QString& name, SymbolInk ink)
{
    return hasSymbol(name) ? QIcon(new SymbolEngine(name, ink)) : QIcon();
}

} // namespace bubblescope::ui
