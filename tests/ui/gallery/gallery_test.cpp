// SPDX-License-Identifier: Apache-2.0
// Photographs everything that the program shows, in both themes, into the folder gallery beside it. Fails
// where something cannot be shown, where a picture is empty, where a text has too little room, or where
// something lies over a text. With BUBBLESCOPE_GALLERY_CHECKS nothing is painted. ctest runs that at 200 % in
// English, and at 100 % and 200 % in Chinese with BUBBLESCOPE_GALLERY_TEXTS, a translation.
#include "tests/support/test_program.h"
#include "tests/ui/gallery/cut_texts.h"
#include "tests/ui/gallery/scenes.h"
#include "ui/widgets/look.h"
#include "ui/widgets/problem_note.h"

#include <QtWidgets>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QString kFolder = QStringLiteral(BUBBLESCOPE_GALLERY);

QString translation()
{
    return qEnvironmentVariable("BUBBLESCOPE_GALLERY_TEXTS");
}

bool checksAlone()
{
    return qEnvironmentVariableIsSet("BUBBLESCOPE_GALLERY_CHECKS");
}

QString pathOf(const QString& picture)
{
    return kFolder + QLatin1Char('/') + picture + ".png";
}

/// Of a scene's looks, the first has no number.
QString pictureName(const Exhibit& scene, int look, ThemeChoice theme)
{
    return QLatin1String(scene.name) + (look > 1 ? QString("-%1").arg(look) : QString()) +
           (theme == ThemeChoice::Light ? "-light" : "-dark");
}

/// A picture of one colour, or of two, shows nothing.
bool isEmpty(const QImage& image)
{
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 2)
        for (int x = 0; x < image.width(); x += 2) {
            colors.insert(image.pixel(x, y));
            if (colors.size() > 8)
                return false;
        }
    return true;
}

/// Of what a picture shows, how much has a color that a theme's window, panels and fields are filled with.
double shareOfGrounds(const QImage& image, ThemeName theme)
{
    const LookColors colors = LookColors::of(theme);
    const QSet<QRgb> grounds{colors.window.rgb(), colors.panel.rgb(), colors.field.rgb()};
    qint64 found = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            found += grounds.contains(image.pixel(x, y)) ? 1 : 0;
    return static_cast<double>(found) / (static_cast<double>(image.width()) * image.height());
}

QStringList badTexts(QWidget& shown, const QString& name)
{
    // A search that goes on may have changed a text since the layouts were done.
    shown.ensurePolished();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
    QStringList wrong;
    if (!shown.isVisible())
        wrong << name + " is not shown";
    for (const QString& bad : cutTexts(shown) + overlaps(shown))
        wrong << name + QStringLiteral(": ") + bad;
    return wrong;
}

/// Keeps the picture; says what is wrong with it.
QStringList photograph(QWidget& shown, const QString& name)
{
    QStringList wrong = badTexts(shown, name);
    const QImage image = shown.grab().toImage();
    if (isEmpty(image))
        wrong << name + " is empty";
    // Packed quickly: the pictures are looked at and thrown away.
    if (!image.save(pathOf(name), "PNG", 90))
        wrong << name + ".png cannot be written";
    return wrong;
}

/// The theme goes to everything that is shown, as events are processed.
void take(ShownWindow& w, const char* theme)
{
    const ThemeName before = Look::instance().theme();
    w.trigger(theme);
    QVERIFY2(Look::instance().theme() != before, theme);
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
}

} // namespace

class GalleryTest : public QObject
{
    Q_OBJECT

    QTranslator m_texts;

private slots:
    void initTestCase()
    {
        if (translation().isEmpty())
            return;
        QLocale::setDefault(QLocale("zh_CN"));
        QVERIFY(m_texts.load(translation()));
        QCoreApplication::installTranslator(&m_texts);
    }

    void everythingIsShown_data()
    {
        QTest::addColumn<Exhibit>("shown");
        QTest::addColumn<ThemeChoice>("theme");
        const QStringList sameTexts{"window-256-ranks",   "window-zbv",       "window-4-ranks",
                                    "window-reason",      "compare-overlay",  "window-notes",
                                    "compare-difference", "dialog-sweep-many"};
        for (const Exhibit& scene : scenes()) {
            // only what other scenes do not have
            if (checksAlone() && sameTexts.contains(QLatin1String(scene.name)))
                continue;
            QTest::addRow("%s-light", scene.name) << scene << ThemeChoice::Light;
            // A theme has colors of its own, and no sizes: one tells where texts have too little room.
            if (!checksAlone())
                QTest::addRow("%s-dark", scene.name) << scene << ThemeChoice::Dark;
        }
        QVERIFY(QDir().mkpath(kFolder));
    }

    /// Each theme from the start: changing it in an open window takes twice as long as another window.
    void everythingIsShown()
    {
        QFETCH(Exhibit, shown);
        QFETCH(ThemeChoice, theme);
        ShownWindow w(theme);
        QStringList wrong;
        int looks = 0;
        shown.show(w, [&](QWidget& widget) {
            const QString name = pictureName(shown, ++looks, theme);
            if (checksAlone()) {
                wrong << badTexts(widget, name);
                return;
            }
            wrong << photograph(widget, name);
            if (shown.isWindow && theme == ThemeChoice::Light) {
                const QSize size = w->size();
                w->resize(2560, 1440);
                settle(w);
                wrong << photograph(widget, name + "-2560");
                w->resize(size);
            }
        });
        QVERIFY(looks > 0);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    void whatIsShownFollowsTheTheme_data()
    {
        QTest::addColumn<Exhibit>("shown");
        const QStringList ofEachKind{"window-4-ranks",    "compare-overlay", "dock-costs",
                                     "dock-chart-memory", "dialog-sweep",    "menu-file"};
        for (const Exhibit& scene : scenes())
            if (ofEachKind.contains(QLatin1String(scene.name)))
                QTest::addRow("%s", scene.name) << scene;
    }

    /// No ground is left of the theme before, in an open window.
    void whatIsShownFollowsTheTheme()
    {
        if (checksAlone())
            QSKIP("nothing is painted");
        QFETCH(Exhibit, shown);
        ShownWindow w;
        int looks = 0;
        shown.show(w, [&](QWidget& widget) {
            ++looks;
            for (const char* theme : {"view.theme.dark", "view.theme.light"}) {
                const ThemeName before = Look::instance().theme();
                take(w, theme);
                const QImage image = widget.grab().toImage();
                const double left = shareOfGrounds(image, before);
                const double taken = shareOfGrounds(image, Look::instance().theme());
                QVERIFY2(left < 0.01 && taken > 0.3,
                         qPrintable(QString("%1: %2 and %3").arg(QString(theme)).arg(left).arg(taken)));
            }
        });
        QVERIFY(looks > 0);
    }

    void anEmptyPictureIsSeen()
    {
        QWidget nothing;
        nothing.resize(100, 50);
        QVERIFY(isEmpty(nothing.grab().toImage()));
        ShownWindow w;
        QVERIFY(!isEmpty(w->grab().toImage()));
    }

    void aCutTextIsSeen()
    {
        QWidget box;
        box.resize(200, 100);
        QLabel label("twelve letters and more", &box);
        label.setGeometry(0, 0, 180, 20);
        QPushButton button("Save everything", &box);
        button.setGeometry(0, 30, 150, 26);
        box.show();
        QCOMPARE(cutTexts(box), QStringList());
        label.resize(40, 20);
        button.resize(30, 26);
        QCOMPARE(cutTexts(box).size(), 2);
        label.setGeometry(150, 0, 180, 20);
        button.resize(150, 26);
        QVERIFY2(cutTexts(box).value(0).contains("stands out of"), qPrintable(cutTexts(box).join(' ')));
        // One over the other.
        QCOMPARE(overlaps(box), QStringList());
        label.setGeometry(0, 40, 180, 20);
        QCOMPARE(overlaps(box).size(), 1);
        label.hide();
        QCOMPARE(overlaps(box), QStringList());
    }

    /// What is wrong with a field lies over others; it must not be cut.
    void cutWordsAreSeen()
    {
        QWidget box;
        box.resize(200, 100);
        QPushButton button("Save everything", &box);
        button.setGeometry(0, 30, 150, 26);
        ProblemWords words(&box);
        words.setText("this is not a number of at least 0");
        words.setGeometry(0, 20, 180, words.heightForWidth(180));
        words.show();
        box.show();
        QCOMPARE(overlaps(box) + cutTexts(box), QStringList());
        words.resize(180, words.height() / 2);
        QCOMPARE(cutTexts(box).size(), 1);
    }

    void aCutFormIsSeen()
    {
        QScrollArea area;
        area.setWidget(new QLabel("a form that is wider than its place"));
        area.setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        area.resize(400, 100);
        area.show();
        QCOMPARE(cutTexts(area), QStringList());
        area.resize(60, 100);
        QVERIFY(!cutTexts(area).isEmpty());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, GalleryTest)
#include "gallery_test.moc"
