// SPDX-License-Identifier: Apache-2.0
#include "core/scene/text_width.h"
#include "core/scene/theme.h"
#include "tests/support/test_program.h"

#include <QtTest>

using namespace bubblescope;

namespace {

constexpr std::array<Role, 16> kFilled{Role::Forward,
                                       Role::BackwardInput,
                                       Role::BackwardWeight,
                                       Role::Backward,
                                       Role::Overlap,
                                       Role::Communication,
                                       Role::Fsdp,
                                       Role::Ghost,
                                       Role::Recompute,
                                       Role::VocabularyForward,
                                       Role::VocabularyBackward,
                                       Role::Dispatch,
                                       Role::Combine,
                                       Role::Offload,
                                       Role::Reload,
                                       Role::StepPhase};

QString hex(Rgb c)
{
    return QString::asprintf("#%02x%02x%02x", c.r, c.g, c.b);
}

void addThemes()
{
    QTest::addColumn<ThemeName>("name");
    QTest::newRow("light") << ThemeName::Light;
    QTest::newRow("dark") << ThemeName::Dark;
    QTest::newRow("colorblind") << ThemeName::ColorBlind;
    QTest::newRow("print") << ThemeName::Print;
    QTest::newRow("colorblind-dark") << ThemeName::ColorBlindDark;
    QTest::newRow("contrast") << ThemeName::Contrast;
    QTest::newRow("contrast-dark") << ThemeName::ContrastDark;
}

} // namespace

class SceneThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void namesAreRead()
    {
        QCOMPARE(themeFromName("colorblind").value(), ThemeName::ColorBlind);
        QCOMPARE(QString::fromStdString(themeFromName("neon").error().message.text()),
                 QStringLiteral("unknown theme 'neon'; the themes are light, dark, colorblind, print, "
                                "colorblind-dark, contrast and contrast-dark"));
    }

    void coloursAreTheSpecifiedOnes()
    {
        const Theme& light = Theme::get(ThemeName::Light);
        QCOMPARE(hex(light.color(Role::Forward)), QStringLiteral("#3b78d8"));
        QCOMPARE(hex(light.color(Role::Backward)), QStringLiteral("#e8893a"));
        QCOMPARE(hex(light.color(Role::IdleHatch)), QStringLiteral("#dde2e8"));
        const Theme& dark = Theme::get(ThemeName::Dark);
        QCOMPARE(hex(dark.color(Role::Overlap)), QStringLiteral("#a67fe0"));
        QCOMPARE(hex(dark.color(Role::Idle)), QStringLiteral("#20252c"));
        QCOMPARE(hex(dark.color(Role::CriticalPath)), QStringLiteral("#ef6a6a"));
    }

    void contrastIsWcags()
    {
        QCOMPARE(contrastRatio({255, 255, 255}, {0, 0, 0}), 21.0);
        QCOMPARE(contrastRatio({1, 2, 3}, {1, 2, 3}), 1.0);
        QVERIFY(std::abs(contrastRatio({0x76, 0x76, 0x76}, {255, 255, 255}) - 4.54) < 0.01);
    }

    void textReadsOnEveryFill_data() { addThemes(); }
    void textReadsOnEveryFill()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        for (const Role role : kFilled)
            for (const int chunk : {0, 1, 2, 3, 9}) {
                const Fill fill{role, static_cast<std::uint8_t>(chunk)};
                const double ratio = contrastRatio(theme.textOn(fill), theme.color(fill));
                QVERIFY2(ratio >= 4.5, qPrintable(QStringLiteral("role %1 chunk %2: %3")
                                                      .arg(static_cast<int>(role))
                                                      .arg(chunk)
                                                      .arg(ratio)));
            }
        for (const Role background : {Role::Window, Role::Panel}) {
            QVERIFY(contrastRatio(theme.color(Role::Text), theme.color(background)) >= 7);
            QVERIFY(contrastRatio(theme.color(Role::QuietText), theme.color(background)) >= 4.5);
        }
    }

    void tonesAndEdgesDiffer_data() { addThemes(); }
    void tonesAndEdgesDiffer()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        for (const Role role : kFilled) {
            const Rgb base = theme.color(Fill{role});
            const Rgb later = theme.color(Fill{role, 1});
            const Rgb edge = theme.color(Fill{role, 0, true});
            QVERIFY(later.r >= base.r && later.g >= base.g && later.b >= base.b && !(later == base));
            QVERIFY(edge.r <= base.r && edge.g <= base.g && edge.b <= base.b && !(edge == base));
            QVERIFY(!(edge == theme.color(Role::Idle)) && !(base == theme.color(Role::Idle)));
        }
    }

    void classesDifferWithoutHue_data()
    {
        QTest::addColumn<ThemeName>("name");
        QTest::newRow("colorblind") << ThemeName::ColorBlind;
        QTest::newRow("print") << ThemeName::Print;
        QTest::newRow("colorblind-dark") << ThemeName::ColorBlindDark;
    }
    void classesDifferWithoutHue()
    {
        QFETCH(ThemeName, name);
        const Theme& theme = Theme::get(name);
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t k = i + 1; k < 5; ++k)
                QVERIFY2(contrastRatio(theme.color(kFilled[i]), theme.color(kFilled[k])) >= 1.3,
                         qPrintable(QStringLiteral("classes %1 and %2").arg(i).arg(k)));
    }

    void widthsAreInters()
    {
        QCOMPARE(textWidth("", 11), 0.0);
        QCOMPARE(textWidth("0F12", 10), (0.642 * 3 + 0.587) * 10);
        QCOMPARE(textWidth("111", 10), textWidth("888", 10)); // tabular
        QCOMPARE(textWidth("·…×", 10), (0.276 + 0.821 + 0.659) * 10);
        QCOMPARE(textWidth("中", 10), 6.42);
        QCOMPARE(textWidth("\xff\xfe", 10), 2 * 6.42); // no UTF-8: two unknown characters
        QVERIFY(textWidth("Rank", 11, true) > textWidth("Rank", 11));
    }

    void textIsShortenedToFit()
    {
        QCOMPARE(shortened("Rank 12", 100, 10), std::string("Rank 12"));
        const std::string cut = shortened("Rank 12", 31, 10);
        QCOMPARE(cut, std::string("Ran…"));
        QVERIFY(textWidth(cut, 10) <= 31);
        QCOMPARE(shortened("Rank 12", 38, 10), std::string("Rank…")); // no blank before the dots
        QCOMPARE(shortened("Rank 12", 5, 10), std::string());
        QCOMPARE(shortened("××××", 22, 10), std::string("××…"));
    }
};

BUBBLESCOPE_TEST(SceneThemeTest)
#include "scene_theme_test.moc"
