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
    if (!image.save(kFolder + QLatin1Char('/') + name + ".png", "PNG", 90))
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
        const QStringList sameTexts{"window-256-ranks",   "window-zbv",       "window-4-ranks",
                                    "window-reason",      "compare-overlay",  "window-notes",
                                    "compare-difference", "dialog-sweep-many"};
        // only what other scenes do not have
        for (const Exhibit& scene : scenes())
            if (!checksAlone() || !sameTexts.contains(QLatin1String(scene.name)))
                QTest::addRow("%s", scene.name) << scene;
        QVERIFY(QDir().mkpath(kFolder));
    }

    /// What is shown follows the theme, so each scene is brought about once.
    void everythingIsShown()
    {
        QFETCH(Exhibit, shown);
        ShownWindow w;
        QStringList wrong;
        int looks = 0;
        shown.show(w, [&](QWidget& widget) {
            const QString name =
                QLatin1String(shown.name) + (looks++ ? QString("-%1").arg(looks) : QString());
            // A theme has colors of its own, and no sizes: one tells where texts have too little room.
            if (checksAlone()) {
                wrong << badTexts(widget, name + "-light");
                return;
            }
            wrong << photograph(widget, name + "-light");
            const QSize size = w->size();
            if (shown.isWindow) {
                w->resize(2560, 1440);
                settle(w);
                wrong << photograph(widget, name + "-light-2560");
                w->resize(size);
            }
            take(w, "view.theme.dark");
            wrong << photograph(widget, name + "-dark");
            take(w, "view.theme.light");
        });
        QVERIFY(looks > 0);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
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
