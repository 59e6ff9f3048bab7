// SPDX-License-Identifier: Apache-2.0
// Labels put together from glyphs against the same labels as Qt draws them: on an image of a format that the
// glyphs are not for, so that both go the whole way of a scene.
#include "tests/support/golden_picture.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/picture_support.h"

#include <random>

using namespace bubblescope;
using namespace bubblescope::test;
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
    return paintedBy({kWidth, kHeight}, ratio, format, [&](QPainter& painter) {
        painter.translate(0.25, 0.6);
        paintScene(painter, scene, Theme::get(theme));
    });
}

} // namespace

class LabelSpritesTest : public QObject
{
    Q_OBJECT

private slots:
    void labelsLookAsQtDrawsThem_data()
    {
        QTest::addColumn<std::tuple<double, double, ThemeName, TextAlign>>("row");
        for (const double size : {11.0, 9.0, 6.25})
            for (const double ratio : {1.0, 1.25, 1.5, 2.0, 3.0})
                for (const ThemeName theme : {ThemeName::Light, ThemeName::Dark})
                    for (const TextAlign align : {TextAlign::Left, TextAlign::Center, TextAlign::Right})
                        QTest::addRow("size %g, ratio %g, theme %d, alignment %d", size, ratio,
                                      static_cast<int>(theme), static_cast<int>(align))
                            << std::tuple(size, ratio, theme, align);
    }

    void labelsLookAsQtDrawsThem()
    {
        const auto& [size, ratio, theme, align] = givenRow<double, double, ThemeName, TextAlign>();
        for (unsigned seed = 1; seed <= 3; ++seed) {
            const Scene scene = labelled(size, align, seed);
            const QImage glyphs = drawn(scene, theme, ratio, QImage::Format_RGB32);
            const QImage whole = drawn(scene, theme, ratio, QImage::Format_ARGB32_Premultiplied);
            Scene bare = scene;
            bare.texts.clear();
            QImage marked;
            QVERIFY(differingPixels(whole, drawn(bare, theme, ratio, QImage::Format_RGB32), marked) > 1000);
            const qsizetype pixels = qsizetype{glyphs.width()} * glyphs.height();
            const qsizetype apart = differingPixels(glyphs, whole, marked);
            const qsizetype unequal = differingPixels(glyphs, whole, marked, 0);
            if (apart > 0 || unequal * 250 > pixels)
                qWarning("%lld of %lld pixels differ, %lld by more than 8", unequal, pixels, apart);
            QVERIFY(apart * 10000 <= pixels);
            QVERIFY(unequal * 250 <= pixels);
        }
    }

    /// Labels that are made to fit have more sizes than are kept: the pictures of all of them are made again.
    void moreSizesThanAreKept()
    {
        for (int round = 0; round < 2; ++round)
            for (int tenth = 60; tenth < 120; ++tenth) {
                const Scene scene = labelled(tenth / 10.0, TextAlign::Left, 1);
                QImage marked;
                const qsizetype apart = differingPixels(
                    drawn(scene, ThemeName::Light, 1, QImage::Format_RGB32),
                    drawn(scene, ThemeName::Light, 1, QImage::Format_ARGB32_Premultiplied), marked);
                QVERIFY2(apart * 1000 <= qsizetype{640} * 300, qPrintable(QString::number(tenth / 10.0)));
            }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, LabelSpritesTest)
#include "label_sprites_test.moc"
