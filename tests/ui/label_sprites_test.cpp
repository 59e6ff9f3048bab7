// SPDX-License-Identifier: Apache-2.0
// Labels put together from glyphs against the same labels as Qt draws them: on an image of a format that the
// glyphs are not for, so that both go the whole way of a scene.
#include <QTest>

#include "tests/support/test_program.h"
#include "ui/export/scene_painter.h"

#include <QPainter>
#include <random>

using namespace bubblescope;
using namespace bubblescope::ui;

namespace {

constexpr double kWidth = 640;
constexpr double kHeight = 300;

/// Labels in blocks as on the timeline: their ground is the block's fill.
Scene labelled(double size, TextAlign align, unsigned seed)
{
    std::mt19937 random(seed);
    const auto share = [&random] { return static_cast<double>(random() % 10000) / 10000; };
    const char* const kSuffix[] = {"", "F", "B", "I", "W", "SEND", "UNSHARD"};
    const Role kRoles[] = {Role::Forward, Role::Backward, Role::BackwardInput, Role::BackwardWeight};
    Scene scene;
    scene.width = kWidth;
    scene.height = kHeight;
    scene.geometry.plot = {0, 0, kWidth, kHeight};
    for (double y = 2; y + size + 8 < kHeight; y += size + 9 + share())
        for (double x = 3; x + 100 < kWidth; x += 104 + share()) {
            const Fill fill{kRoles[random() % 4], static_cast<std::uint8_t>(random() % 2)};
            scene.rects.push_back({{std::floor(x) - 1, std::floor(y), 102, std::ceil(size) + 7}, fill});
            SceneText text;
            text.x = x + 8 + share() + (align == TextAlign::Center ? 40 : align == TextAlign::Right ? 80 : 0);
            text.y = y + size + 1 + share();
            text.text = std::to_string(random() % 78125) + kSuffix[random() % 7];
            text.size = size;
            text.bold = true;
            text.align = align;
            text.onFill = true;
            text.fill = fill;
            scene.texts.push_back(text);
        }
    return scene;
}

QImage drawn(const Scene& scene, ThemeName theme, double ratio, QImage::Format format)
{
    QImage image((QSizeF(kWidth, kHeight) * ratio).toSize(), format);
    image.fill(Qt::white);
    image.setDevicePixelRatio(ratio);
    QPainter painter(&image);
    painter.translate(0.25, 0.6);
    paintScene(painter, scene, Theme::get(theme));
    painter.end();
    return image.convertToFormat(QImage::Format_RGB32);
}

/// Pixels whose channels are more than `most` apart.
int differing(const QImage& a, const QImage& b, int most)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) {
            const QRgb p = a.pixel(x, y);
            const QRgb q = b.pixel(x, y);
            count += std::abs(qRed(p) - qRed(q)) > most || std::abs(qGreen(p) - qGreen(q)) > most ||
                     std::abs(qBlue(p) - qBlue(q)) > most;
        }
    return count;
}

} // namespace

class LabelSpritesTest : public QObject
{
    Q_OBJECT

private slots:
    void labelsLookAsQtDrawsThem_data()
    {
        QTest::addColumn<double>("size");
        QTest::addColumn<double>("ratio");
        QTest::addColumn<int>("theme");
        QTest::addColumn<int>("align");
        for (const double size : {11.0, 9.0, 6.25})
            for (const double ratio : {1.0, 1.25, 1.5, 2.0, 3.0})
                for (const ThemeName theme : {ThemeName::Light, ThemeName::Dark})
                    for (const TextAlign align : {TextAlign::Left, TextAlign::Center, TextAlign::Right})
                        QTest::addRow("size %g, ratio %g, theme %d, alignment %d", size, ratio,
                                      static_cast<int>(theme), static_cast<int>(align))
                            << size << ratio << static_cast<int>(theme) << static_cast<int>(align);
    }

    void labelsLookAsQtDrawsThem()
    {
        QFETCH(double, size);
        QFETCH(double, ratio);
        QFETCH(int, theme);
        QFETCH(int, align);
        int pixels = 0;
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const Scene scene = labelled(size, static_cast<TextAlign>(align), seed);
            const auto name = static_cast<ThemeName>(theme);
            const QImage glyphs = drawn(scene, name, ratio, QImage::Format_RGB32);
            const QImage whole = drawn(scene, name, ratio, QImage::Format_ARGB32_Premultiplied);
            Scene bare = scene;
            bare.texts.clear();
            QVERIFY(differing(whole, drawn(bare, name, ratio, QImage::Format_RGB32), 8) > 1000);
            pixels = glyphs.width() * glyphs.height();
            const int apart = differing(glyphs, whole, 8);
            const int unequal = differing(glyphs, whole, 0);
            if (apart > 0 || unequal * 250 > pixels)
                qWarning("%d of %d pixels differ, %d by more than 8", unequal, pixels, apart);
            QVERIFY(apart * 10000 <= pixels);
            QVERIFY(unequal * 250 <= pixels);
        }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, LabelSpritesTest)
#include "label_sprites_test.moc"
