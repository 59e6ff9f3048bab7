// SPDX-License-Identifier: Apache-2.0
// What is wrong with a field: said under it, over what is below, so that nothing moves.
#include "tests/support/test_program.h"
#include "tests/ui/window_costs_support.h"
#include "ui/panels/block_form.h"
#include "ui/widgets/entry_rows.h"
#include "ui/widgets/look.h"
#include "ui/widgets/problem_note.h"

namespace bubblescope::test {

using namespace ui;

namespace {

/// Of everything in the panel but the words themselves.
std::vector<std::pair<QWidget*, QRect>> placesIn(const QWidget& panel)
{
    std::vector<std::pair<QWidget*, QRect>> places;
    for (auto* widget : panel.findChildren<QWidget*>())
        if (widget->isVisible() && !qobject_cast<ProblemWords*>(widget))
            places.emplace_back(widget, QRect(widget->mapTo(&panel, QPoint()), widget->size()));
    return places;
}

/// The words that are to be seen; null for none or for more than one.
ProblemWords* wordsIn(const QWidget& panel)
{
    ProblemWords* seen = nullptr;
    for (auto* words : panel.findChildren<ProblemWords*>())
        if (words->isVisible()) {
            if (seen)
                return nullptr;
            seen = words;
        }
    return seen;
}

QRect placeIn(const QWidget& panel, const QWidget& widget)
{
    return {widget.mapTo(&panel, QPoint()), widget.size()};
}

QScrollArea* areaOf(const QWidget& field)
{
    for (QWidget* parent = field.parentWidget(); parent; parent = parent->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(parent))
            return area;
    return nullptr;
}

/// Pixels of a color, as good as: edges are smooth.
int pixelsLike(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor at = image.pixelColor(x, y);
            count += std::abs(at.red() - color.red()) + std::abs(at.green() - color.green()) +
                         std::abs(at.blue() - color.blue()) <
                     24;
        }
    return count;
}

} // namespace

class WindowProblemNotesTest : public QObject
{
    Q_OBJECT

    CostWindow w;

    SchedulePanel& panel() { return *w->schedulePanel(); }

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void anErrorMovesNothing()
    {
        QTest::qWait(20);
        NumberField& field = w.field("cost-forward");
        field.setFocus();
        const auto before = placesIn(panel());
        field.selectAll();
        QTest::keyClicks(&field, "fast");
        QTest::qWait(20);
        const QString wrong = "Forward must be a number of at least 0, or one for every stage: 1, 1, 1.5";
        QCOMPARE(w.row("cost-forward").problemText(), wrong);
        for (const auto& [widget, place] : before)
            QVERIFY2(placeIn(panel(), *widget) == place, qPrintable(widget->objectName()));
        const ProblemWords* words = wordsIn(panel());
        QVERIFY(words);
        QCOMPARE(words->text(), wrong);
        QVERIFY(words->height() >= words->heightForWidth(words->width()));
        const QRect place = placeIn(panel(), *words);
        const QRect under = placeIn(panel(), field);
        QVERIFY(place.top() > under.bottom() && place.top() - under.bottom() < 8);
        QCOMPARE(place.width(), w.row("cost-forward").width());
        // Nothing is painted over them.
        QVERIFY(words->visibleRegion().boundingRect() == words->rect());
        QVERIFY(field.accessibleDescription().startsWith(wrong));
        // The right text takes it all away.
        field.selectAll();
        QTest::keyClicks(&field, "2");
        QTest::keyClick(&field, Qt::Key_Return);
        QVERIFY(!wordsIn(panel()));
        QCOMPARE(w.row("cost-forward").problemText(), QString());
        QVERIFY(!field.accessibleDescription().contains("must be"));
        QVERIFY(!field.accessibleDescription().isEmpty());
    }

    /// A form ends with its last field; what is said of that one goes on below.
    void theLastFieldHasThemBelow()
    {
        NumberField& field = w.field("cost-latency");
        w.typeOpen(field, "-1, from the first rank to the last");
        const ProblemWords* words = wordsIn(panel());
        QVERIFY(words);
        QVERIFY(placeIn(panel(), *words).top() > placeIn(panel(), field).bottom());
        QVERIFY(placeIn(panel(), *words).bottom() < panel().height());
    }

    void theNextFieldIsFree()
    {
        NumberField& field = w.field("cost-forward");
        w.type(field, "fast");
        QVERIFY(wordsIn(panel()));
        w.field("cost-latency").setFocus(Qt::TabFocusReason);
        QVERIFY(!wordsIn(panel()));
        QVERIFY(!w.row("cost-forward").problemText().isEmpty());
        // It still says that something is wrong.
        const QColor warning = Look::instance().colors().warning;
        QVERIFY(pixelsLike(field.grab().toImage(), warning) > field.width());
        w.field("cost-forward").setFocus(Qt::BacktabFocusReason);
        QVERIFY(wordsIn(panel()));
        // A click on the words is for who wants to see what they cover.
        QTest::mouseClick(wordsIn(panel()), Qt::LeftButton);
        QVERIFY(!wordsIn(panel()));
        QVERIFY(!w.row("cost-forward").problemText().isEmpty());
    }

    void thePointerShowsThem()
    {
        NumberField& field = w.field("cost-forward");
        w.type(field, "fast");
        w.field("cost-latency").setFocus();
        QVERIFY(!wordsIn(panel()));
        QTest::mouseMove(w->windowHandle(), placeIn(w.window(), field).center());
        QTRY_VERIFY(wordsIn(panel()));
        QTest::mouseMove(w->windowHandle(), placeIn(w.window(), *wordsIn(panel())).center());
        QTest::qWait(300);
        QVERIFY(wordsIn(panel()));
        QTest::mouseMove(w->windowHandle(), QPoint(w->width() / 2, w->height() / 2));
        QTRY_VERIFY(!wordsIn(panel()));
    }

    /// In a form that scrolls, the words of its last field stand over it.
    void theyStayInSight()
    {
        w->resize(1280, 560);
        w.button("cost-more").click();
        NumberField& field = w.field("cost-memory-limit");
        field.setFocus();
        QScrollArea* area = areaOf(field);
        QVERIFY(area);
        QTest::qWait(50);
        const int most = area->verticalScrollBar()->maximum();
        QVERIFY(most > 0);
        w.typeOpen(field, "much");
        QTRY_VERIFY(!w.row("cost-memory-limit").problemText().isEmpty());
        int seen = 0, above = 0;
        for (int at = 0; at <= most; at += 7) {
            area->verticalScrollBar()->setValue(at);
            const bool isInSight = !field.visibleRegion().isEmpty();
            const ProblemWords* words = wordsIn(panel());
            QCOMPARE(words != nullptr, isInSight);
            if (!words)
                continue;
            ++seen;
            const QRect place = placeIn(panel(), *words);
            QVERIFY(placeIn(panel(), *area->viewport()).contains(place));
            above += place.bottom() < placeIn(panel(), field).top();
        }
        QVERIFY2(seen > 0 && above > 0 && above < seen, qPrintable(QString("%1 of %2").arg(above).arg(seen)));
        // The form is as long as without them.
        QCOMPARE(area->verticalScrollBar()->maximum(), most);
    }

    void cellsAndListsHaveThem()
    {
        w.form().chooseMode(CostMode::ByBlock);
        QTest::qWait(20);
        auto* cell = w->findChild<QLineEdit*>("block-layer-I");
        cell->setFocus();
        const auto before = placesIn(*w.form().blocks());
        cell->selectAll();
        QTest::keyClicks(cell, "-");
        QTest::keyClick(cell, Qt::Key_Return);
        QTest::qWait(20);
        QVERIFY(wordsIn(panel()));
        QCOMPARE(wordsIn(panel())->text(), w.form().blocks()->problemText());
        for (const auto& [widget, place] : before)
            QVERIFY2(placeIn(*w.form().blocks(), *widget) == place, qPrintable(widget->objectName()));
        w.button("cost-more").click();
        auto* rows = w->findChild<EntryRows*>("cost-stragglers");
        rows->addButton()->click();
        QTest::qWait(20);
        areaOf(*rows)->ensureWidgetVisible(rows);
        const int height = rows->height();
        w.typeLine(*rows->field(0, 0), "4");
        QTest::qWait(20);
        QVERIFY(wordsIn(panel()));
        QCOMPARE(wordsIn(panel())->text(), "rank 4: the schedule has only ranks 0 to 3");
        QCOMPARE(rows->height(), height);
    }

    void whatWorksIsAClickAway()
    {
        panel().setCostsOpen(false);
        w.type(w.number("ranks"), "0");
        ProblemWords* words = wordsIn(panel());
        QVERIFY(words);
        // Seen in both themes, on a ground of its own.
        for (const char* theme : {"view.theme.dark", "view.theme.light"}) {
            w.trigger(theme);
            QCoreApplication::processEvents();
            const LookColors& colors = Look::instance().colors();
            const QImage image = words->grab().toImage();
            QVERIFY(pixelsLike(image, colors.warning) > 100);
            QVERIFY(pixelsLike(image, colors.panel) > image.width() * image.height() / 2);
        }
        // By keys: the link is the next stop behind the field.
        QTest::keyClick(&w.number("ranks"), Qt::Key_Tab);
        QVERIFY(words->hasFocus());
        QTest::keyClick(words, Qt::Key_Return);
        QTRY_COMPARE(w.ranks(), 1U);
        QVERIFY(!wordsIn(panel()));
        QVERIFY(w.number("ranks").hasFocus());
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowProblemNotesTest)
#include "window_problem_notes_test.moc"
