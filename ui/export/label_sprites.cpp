// SPDX-License-Identifier: Apache-2.0
#include "ui/export/label_sprites.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"

#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QStaticText>
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

namespace bubblescope::ui {

namespace {

constexpr char kFirstGlyph = ' ';
constexpr std::size_t kGlyphs = '~' - kFirstGlyph + 1;
/// Qt places glyphs on quarters of a pixel.
constexpr int kPhaseBits = 2;
constexpr int kPhases = 1 << kPhaseBits;
/// Of different sizes and scales; labels that are made to fit have many.
constexpr std::size_t kMostFaces = 24;
/// Qt's unit of places of glyphs.
constexpr int kFixedBits = 6;
constexpr int kFixed = 1 << kFixedBits;

std::optional<std::size_t> glyphOf(char c)
{
    if (c < kFirstGlyph || c > '~')
        return std::nullopt;
    return static_cast<std::size_t>(c - kFirstGlyph);
}

char charOf(std::size_t glyph)
{
    return static_cast<char>(kFirstGlyph + static_cast<int>(glyph));
}

/// As Qt makes them: cut, not rounded.
int toFixed(double px)
{
    return static_cast<int>(px * kFixed);
}

/// What of the channel shows through the glyph shows as much of what is there now.
int mixed(int there, int glyph, int color, int ground)
{
    if (ground == color)
        return color;
    return std::clamp(color + (there - color) * (glyph - color) / (ground - color), 0, 255);
}

} // namespace

/// One glyph at one quarter of a pixel: its pixels from (left, top) of the place where it stands.
struct LabelPainter::Sprite
{
    int left = 0, top = 0, width = 0, height = 0;
    std::size_t first = 0; ///< of its pixels
    bool isMade = false;
};

struct LabelPainter::Tint
{
    QRgb color = 0, ground = 0;
    std::array<Sprite, kGlyphs * kPhases> sprites;
    std::vector<QRgb> pixels;

    [[nodiscard]] QRgb over(QRgb there, QRgb glyph) const
    {
        return qRgb(mixed(qRed(there), qRed(glyph), qRed(color), qRed(ground)),
                    mixed(qGreen(there), qGreen(glyph), qGreen(color), qGreen(ground)),
                    mixed(qBlue(there), qBlue(glyph), qBlue(color), qBlue(ground)));
    }
};

struct LabelPainter::Face
{
    double size = 0;
    bool bold = false;
    double scaleX = 1, scaleY = 1;
    QFont font;
    double ascent = 0;
    std::array<double, kGlyphs> advances{}; ///< before scaling
    std::vector<std::unique_ptr<Tint>> tints;

    Face(const SceneText& text, const QTransform& toDevice);
    [[nodiscard]] Tint& tint(QRgb color, QRgb ground);
    [[nodiscard]] const Sprite& sprite(Tint& tint, std::size_t glyph, int phase) const;
    void make(Tint& tint, std::size_t glyph, int phase, Sprite& sprite) const;
};

LabelPainter::Face::Face(const SceneText& text, const QTransform& toDevice)
    : size(text.size)
    , bold(text.bold)
    , scaleX(toDevice.m11())
    , scaleY(toDevice.m22())
    , font(sceneFont(text.size, text.bold))
{
    const QFontMetricsF metrics(font);
    ascent = metrics.ascent();
    for (std::size_t glyph = 0; glyph < kGlyphs; ++glyph)
        advances[glyph] = metrics.horizontalAdvance(QString(QLatin1Char(charOf(glyph))));
}

LabelPainter::Tint& LabelPainter::Face::tint(QRgb color, QRgb ground)
{
    for (const std::unique_ptr<Tint>& known : tints)
        if (known->color == color && known->ground == ground)
            return *known;
    tints.push_back(std::make_unique<Tint>());
    tints.back()->color = color;
    tints.back()->ground = ground;
    return *tints.back();
}

const LabelPainter::Sprite& LabelPainter::Face::sprite(Tint& tint, std::size_t glyph, int phase) const
{
    Sprite& sprite = tint.sprites[glyph * kPhases + static_cast<std::size_t>(phase)];
    if (!sprite.isMade)
        make(tint, glyph, phase, sprite);
    return sprite;
}

/// Drawn by Qt in the middle of a quarter, then cut to what differs from the ground.
void LabelPainter::Face::make(Tint& tint, std::size_t glyph, int phase, Sprite& sprite) const
{
    const int margin = 4 + static_cast<int>(std::ceil(size * scaleX));
    const int above = 4 + static_cast<int>(std::ceil(ascent * scaleY));
    QImage image(2 * margin + static_cast<int>(std::ceil(advances[glyph] * scaleX)), above + margin,
                 QImage::Format_RGB32);
    image.fill(tint.ground);
    QPainter painter(&image);
    painter.setFont(font);
    painter.setPen(QColor(tint.color));
    painter.setRenderHint(QPainter::TextAntialiasing, true);
    painter.scale(scaleX, scaleY);
    QStaticText text{QString(QLatin1Char(charOf(glyph)))};
    text.setTextFormat(Qt::PlainText);
    const double x = margin + (phase + 0.5) / kPhases;
    painter.drawStaticText(QPointF(x / scaleX, above / scaleY - ascent), text);
    painter.end();

    QRect ink;
    for (int row = 0; row < image.height(); ++row)
        for (int column = 0; column < image.width(); ++column)
            if (image.pixel(column, row) != tint.ground)
                ink |= QRect(column, row, 1, 1);
    sprite = {ink.left() - margin, ink.top() - above, ink.width(), ink.height(), tint.pixels.size(), true};
    for (int row = 0; row < ink.height(); ++row)
        for (int column = 0; column < ink.width(); ++column)
            tint.pixels.push_back(image.pixel(ink.left() + column, ink.top() + row));
}

LabelPainter::LabelPainter(const QPainter& painter) : m_toDevice(painter.deviceTransform())
{
    const QPaintDevice* const device = painter.device();
    if (device != nullptr && device->devType() == QInternal::Image && m_toDevice.m11() > 0 &&
        m_toDevice.m22() > 0 && static_cast<const QImage*>(device)->format() == QImage::Format_RGB32)
        m_pixels = ImagePixels(painter);
}

/// The pictures that suit a text, from a cache of the calling thread.
void LabelPainter::choose(const SceneText& text, QRgb color, QRgb ground)
{
    thread_local std::vector<std::unique_ptr<Face>> faces;
    const auto suits = [&](const Face& face) {
        return face.size == text.size && face.bold == text.bold && face.scaleX == m_toDevice.m11() &&
               face.scaleY == m_toDevice.m22();
    };
    if (m_face == nullptr || !suits(*m_face)) {
        const auto known =
            std::find_if(faces.begin(), faces.end(), [&](const auto& face) { return suits(*face); });
        if (known != faces.end()) {
            m_face = known->get();
        } else {
            if (faces.size() >= kMostFaces)
                faces.clear();
            m_face = faces.emplace_back(std::make_unique<Face>(text, m_toDevice)).get();
        }
        m_tint = nullptr;
    }
    if (m_tint == nullptr || m_tint->color != color || m_tint->ground != ground)
        m_tint = &m_face->tint(color, ground);
}

bool LabelPainter::paint(const SceneText& text, Rgb color, Rgb ground)
{
    constexpr std::size_t kLongest = 24;
    if (!m_pixels || text.text.size() > kLongest)
        return false;
    std::array<std::size_t, kLongest> glyphs{};
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        const auto glyph = glyphOf(text.text[i]);
        if (!glyph)
            return false;
        glyphs[i] = *glyph;
    }
    choose(text, toQRgb(color), toQRgb(ground));
    double width = 0;
    for (std::size_t i = 0; i < text.text.size(); ++i)
        width += m_face->advances[glyphs[i]];
    const double alignment = text.align == TextAlign::Left ? 0 : text.align == TextAlign::Center ? 0.5 : 1;
    const QPointF origin = m_toDevice.map(QPointF(text.x - alignment * width, text.y - m_face->ascent));
    const int x = toFixed(origin.x());
    const int baseline =
        (toFixed(origin.y()) + toFixed(m_face->ascent * m_face->scaleY) + kFixed / 2) >> kFixedBits;
    double advanced = 0;
    for (std::size_t i = 0; i < text.text.size(); ++i) {
        // A place on the edge of two quarters counts as in the next one.
        const int quarter = (x + toFixed(advanced * m_face->scaleX) + 1) >> (kFixedBits - kPhaseBits);
        blend(m_face->sprite(*m_tint, glyphs[i], quarter & (kPhases - 1)), quarter >> kPhaseBits, baseline);
        advanced += m_face->advances[glyphs[i]];
    }
    return true;
}

void LabelPainter::blend(const Sprite& sprite, int x, int baseline) const
{
    const QRect& clip = m_pixels.clip();
    const int left = x + sprite.left;
    const int top = baseline + sprite.top;
    const int begin = std::max(0, clip.left() - left);
    const int end = std::min(sprite.width, clip.left() + clip.width() - left);
    const QRgb ground = m_tint->ground;
    for (int row = std::max(0, m_pixels.top() - top); row < std::min(sprite.height, m_pixels.bottom() - top);
         ++row) {
        const QRgb* const glyph =
            m_tint->pixels.data() + sprite.first + static_cast<std::size_t>(row * sprite.width);
        QRgb* const target = m_pixels.row(top + row) + left;
        for (int column = begin; column < end; ++column)
            if (glyph[column] != ground)
                target[column] =
                    target[column] == ground ? glyph[column] : m_tint->over(target[column], glyph[column]);
    }
}

} // namespace bubblescope::ui
