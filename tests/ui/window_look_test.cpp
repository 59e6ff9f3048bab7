// SPDX-License-Identifier: Apache-2.0
// Colours for everyone and symbols that are sharp at every scale.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/commands/look_controller.h"
#include "ui/widgets/look.h"
#include "ui/widgets/symbol_icon.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QColor inkOf(const QImage& image)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y).alpha() == 255)
                return image.pixelColor(x, y);
    return {};
}

const QString kSymbols = QStringLiteral(BUBBLESCOPE_SOURCE "/resources/icons/toolbar");

} // namespace

class WindowLookTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void coloursForEveryoneAreOneClickAway()
    {
        auto* button = w->statusBar()->findChild<QToolButton*>("colour-blind-switch");
        QVERIFY(button && button->isVisible() && !button->icon().isNull());
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(Look::instance().theme(), ThemeName::ColorBlind);
        QVERIFY(button->isChecked());
        w.trigger("view.theme.dark");
        QCOMPARE(Look::instance().theme(), ThemeName::ColorBlindDark);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(Look::instance().theme(), ThemeName::Dark);
        w.trigger("view.theme.light");
        QCOMPARE(Look::instance().theme(), ThemeName::Light);
    }

    void highContrastGoesWithBoth()
    {
        w.trigger("view.theme.contrast");
        QCOMPARE(Look::instance().theme(), ThemeName::Contrast);
        w.trigger("view.theme.colorBlind"); // it has these colours already
        QCOMPARE(Look::instance().theme(), ThemeName::Contrast);
        w.trigger("view.theme.dark");
        QCOMPARE(Look::instance().theme(), ThemeName::ContrastDark);
        w.trigger("view.theme.contrast");
        QCOMPARE(Look::instance().theme(), ThemeName::ColorBlindDark);
    }

    void coloursAreKept()
    {
        w.trigger("view.theme.dark");
        w.trigger("view.theme.colorBlind");
        const MainWindow next;
        QCOMPARE(Look::instance().theme(), ThemeName::ColorBlindDark);
        QCOMPARE(next.look().themeChoice(), ThemeChoice::Dark);
    }

    void anEarlierChoiceIsKept()
    {
        Settings::setTheme(ThemeChoice::ColorBlind);
        MainWindow next;
        QCOMPARE(Look::instance().theme(), ThemeName::ColorBlind);
        QVERIFY(next.commands().action("view.theme.colorBlind")->isChecked());
        QVERIFY(next.commands().action("view.theme.system")->isChecked());
        next.commands().action("view.theme.colorBlind")->trigger();
        const MainWindow third;
        QVERIFY(Look::instance().theme() != ThemeName::ColorBlind);
    }

    void everyToolHasASymbol()
    {
        int seen = 0;
        for (const QAction* action : w->findChild<QToolBar*>("toolbar")->actions()) {
            if (action->isSeparator() || action->objectName().isEmpty())
                continue;
            ++seen;
            QVERIFY2(!action->icon().isNull(), qPrintable(action->objectName()));
        }
        QVERIFY(seen >= 7);
        QVERIFY(symbolIcon("no such symbol").isNull());
    }

    void symbolsAreSharpAtEveryScale_data()
    {
        QTest::addColumn<double>("scale");
        QTest::newRow("100 %") << 1.0;
        QTest::newRow("150 %") << 1.5;
        QTest::newRow("200 %") << 2.0;
        QTest::newRow("300 %") << 3.0;
    }

    void symbolsAreSharpAtEveryScale()
    {
        QFETCH(double, scale);
        const QPixmap pixmap = symbolIcon("open").pixmap(QSize(16, 16), scale);
        QCOMPARE(pixmap.size(), QSize(qRound(16 * scale), qRound(16 * scale)));
        QCOMPARE(pixmap.devicePixelRatio(), scale);
        // Drawn from its outline at that size, not stretched.
        QImage shown = pixmap.toImage().convertToFormat(QImage::Format_ARGB32_Premultiplied);
        shown.setDevicePixelRatio(1);
        QCOMPARE(shown, symbolImage("open", inkOf(shown), qRound(16 * scale)));
    }

    void symbolsWearTheTheme()
    {
        const QIcon icon = symbolIcon("critical-path");
        const auto ink = [&icon](QIcon::Mode mode, QIcon::State state) {
            return inkOf(icon.pixmap(QSize(48, 48), 1.0, mode, state).toImage());
        };
        for (const ThemeName theme : {ThemeName::Light, ThemeName::Dark, ThemeName::ContrastDark}) {
            Look::instance().apply(theme);
            const LookColors& c = Look::instance().colors();
            QCOMPARE(ink(QIcon::Normal, QIcon::On), c.accent);
            const QColor normal = ink(QIcon::Normal, QIcon::Off);
            const auto rgb = [](const QColor& color) {
                return Rgb{static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
                           static_cast<std::uint8_t>(color.blue())};
            };
            QVERIFY(contrastRatio(rgb(normal), rgb(c.panel)) >= 4.5);
            QVERIFY(contrastRatio(rgb(ink(QIcon::Disabled, QIcon::Off)), rgb(c.panel)) <
                    contrastRatio(rgb(normal), rgb(c.panel)));
        }
        Look::instance().apply(ThemeName::Light);
    }

    void sourcesAreSmallAndOfNoColour()
    {
        const QStringList files = QDir(kSymbols).entryList({"*.svg"}, QDir::Files);
        QVERIFY(files.size() >= 10);
        for (const QString& file : files) {
            const QByteArray svg = ShownWindow::read(kSymbols + '/' + file);
            QVERIFY2(svg.size() < 900, qPrintable(file));
            QVERIFY2(svg.contains("viewBox=\"0 0 16 16\"") && !svg.contains('#'), qPrintable(file));
            const QImage image = symbolImage(file.chopped(4), Qt::red, 64);
            QVERIFY2(inkOf(image) == QColor(Qt::red), qPrintable(file));
            // Nothing stands over the edge.
            for (int i = 0; i < 64; ++i)
                for (const QPoint at : {QPoint(i, 0), QPoint(i, 63), QPoint(0, i), QPoint(63, i)})
                    QVERIFY2(image.pixelColor(at).alpha() == 0, qPrintable(file));
        }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowLookTest)
#include "window_look_test.moc"
