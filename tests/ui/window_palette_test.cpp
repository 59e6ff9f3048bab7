// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/actions/fuzzy_match.h"
#include "ui/actions/lane_source.h"
#include "ui/actions/quick_list.h"
#include "ui/actions/quick_row_delegate.h"
#include "ui/timeline/lane_headers.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QuickList* quickList(ShownWindow& w, const char* name)
{
    return w->findChild<QuickList*>(QLatin1String(name));
}

QString firstRow(const QuickList* list)
{
    return list->list()->model()->index(0, 0).data().toString();
}

} // namespace

/// The command palette and the lane finder.
class WindowPaletteTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

    QuickList* openPalette()
    {
        w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        return quickList(w, "command-palette");
    }
    QuickList* openFinder()
    {
        w.key(Qt::Key_P, Qt::ControlModifier);
        return quickList(w, "lane-finder");
    }

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void fuzzyMatches_data()
    {
        addRows<QString, QString, bool>({
            {"nothing typed", "", "Zoom in", true},
            {"begin", "zo", "Zoom in", true},
            {"a later word", "in", "Zoom in", true},
            {"words in any order", "in zoom", "Zoom in", true},
            {"initials", "ep", "Export picture", true},
            {"inside a word", "oom", "Zoom in", true},
            {"letters in turn", "exprt", "Export picture", true},
            {"letters too far apart", "zmn", "Zoom to the very last minute", false},
            {"wrong turn", "nioz", "Zoom in", false},
            {"one word missing", "zoom out", "Zoom in", false},
        });
    }

    void fuzzyMatches()
    {
        const auto& [query, text, found] = givenRow<QString, QString, bool>();
        QCOMPARE(fuzzyScore(query, text).has_value(), found);
    }

    void betterMatchesComeFirst()
    {
        // Begin, begin of a word, initials, inside, scattered.
        const QStringList texts{"Co pilot", "The co-op", "Copy", "Cut on", "Bacon", "crop ocelot"};
        QVERIFY(fuzzyScore("co", "Copy") > fuzzyScore("co", "The co-op"));
        QVERIFY(fuzzyScore("co", "The co-op") > fuzzyScore("co", "Cut on"));
        QVERIFY(fuzzyScore("co", "Cut on") > fuzzyScore("co", "Bacon"));
        QVERIFY(fuzzyScore("bac", "Bacon") > fuzzyScore("bac", "b-ax-c"));
    }

    void paletteRunsWhatIsTyped()
    {
        w.stayStill();
        QuickList* palette = quickList(w, "command-palette");
        QVERIFY(!palette->isVisible());
        const TimeRange whole = w.range();
        w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(palette->isVisible());
        QVERIFY(palette->field()->hasFocus());
        QCOMPARE(palette->list()->model()->rowCount(), static_cast<int>(w->commands().commands().size()));
        QTest::keyClicks(palette->field(), "zoom in");
        QCOMPARE(firstRow(palette), "Zoom in");
        QCOMPARE(palette->list()->model()->index(0, 0).data(kKeysRole).toStringList(),
                 (QStringList{"W", "+", "="}));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(!palette->isVisible());
        QVERIFY(w.view().hasFocus());
        QVERIFY(widthOf(w.range()) < widthOf(whole));
        // Nothing is found, and nothing happens.
        w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QTest::keyClicks(palette->field(), "qqqq");
        QCOMPARE(palette->list()->model()->rowCount(), 0);
        QTest::keyClick(palette->field(), Qt::Key_Down);
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(palette->isVisible());
    }

    void paletteRemembers()
    {
        const auto run = [this](const char* words) {
            QuickList* palette = openPalette();
            QTest::keyClicks(palette->field(), QLatin1String(words));
            QTest::keyClick(palette->field(), Qt::Key_Enter);
        };
        run("critical path");
        run("fit all");
        QuickList* palette = openPalette();
        QVERIFY(palette->field()->text().isEmpty());
        QCOMPARE(firstRow(palette), "Fit all, then all ranks");
        const QModelIndex second = palette->list()->model()->index(1, 0);
        QCOMPARE(second.data().toString(), "Critical path");
        QVERIFY(second.data(kCheckedRole).toBool());
        w.reopen();
        w.key(Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(firstRow(quickList(w, "command-palette")), "Fit all, then all ranks");
    }

    void disabledOnesDoNotRun()
    {
        QuickList* palette = openPalette();
        QTest::keyClicks(palette->field(), "redo");
        QCOMPARE(firstRow(palette), "Redo");
        QVERIFY(!(palette->list()->model()->index(0, 0).flags() & Qt::ItemIsEnabled));
        QTest::keyClick(palette->field(), Qt::Key_Return);
        QVERIFY(palette->isVisible());
        QCOMPARE(palette->list()->currentIndex().row(), 0);
        // Down goes over them to the next.
        palette->field()->setText("e");
        for (int i = 0; i < 5; ++i)
            QTest::keyClick(palette->field(), Qt::Key_Down);
        QCOMPARE(palette->list()->currentIndex().row(), 5);
        QTest::keyClick(palette->field(), Qt::Key_PageDown);
        QVERIFY(palette->list()->currentIndex().row() > 8);
        QTest::keyClick(palette->field(), Qt::Key_PageUp);
        QTest::keyClick(palette->field(), Qt::Key_Up);
        QVERIFY(palette->list()->currentIndex().row() < 8);
    }

    void escGivesTheFocusBack()
    {
        QWidget& field = w.number("ranks");
        field.setFocus();
        QTest::keyClick(&field, Qt::Key_P, Qt::ControlModifier);
        QuickList* finder = quickList(w, "lane-finder");
        QVERIFY(finder->field()->hasFocus());
        QTest::keyClick(finder->field(), Qt::Key_Escape);
        QVERIFY(!finder->isVisible());
        QVERIFY(field.hasFocus());
        // A click elsewhere closes it and keeps the focus there.
        w.key(Qt::Key_P, Qt::ControlModifier);
        QVERIFY(finder->isVisible());
        field.setFocus(Qt::MouseFocusReason);
        QVERIFY(!finder->isVisible());
        QVERIFY(field.hasFocus());
    }

    void rowsAreSpoken()
    {
        QuickList* palette = openPalette();
        QCOMPARE(palette->field()->accessibleName(), "Command palette");
        palette->field()->setText("critical path");
        QCOMPARE(palette->list()->model()->index(0, 0).data(Qt::AccessibleTextRole).toString(),
                 "Critical path, View, C, off");
        palette->field()->setText("redo");
        QCOMPARE(palette->list()->model()->index(0, 0).data(Qt::AccessibleTextRole).toString(),
                 "Redo, Edit, Ctrl+Shift+Z, Ctrl+Y, not available");
    }

    void laneFinder_data()
    {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QStringList>("rows");
        // 4 ranks with 2 stages each: rank r runs r and r + 4.
        QTest::newRow("all") << "" << QStringList{"Rank 0", "Rank 1", "Rank 2", "Rank 3"};
        QTest::newRow("a rank") << "rank 2" << QStringList{"Rank 2"};
        QTest::newRow("without a space, as typed") << "R2" << QStringList{"Rank 2"};
        QTest::newRow("a stage") << "stage 6" << QStringList{"Rank 2"};
        QTest::newRow("a number: the rank, then the stage") << "3" << QStringList{"Rank 3"};
        QTest::newRow("a number that is a stage only") << "7" << QStringList{"Rank 3"};
        QTest::newRow("none") << "rank 7" << QStringList();
        QTest::newRow("something else") << "what is this" << QStringList();
    }

    void laneFinder()
    {
        QFETCH(QString, query);
        QuickList* finder = openFinder();
        QTest::keyClicks(finder->field(), query);
        QStringList found;
        const auto* model = finder->list()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            found << model->index(row, 0).data().toString();
        QTEST(found, "rows");
        if (query == "rank 2")
            QCOMPARE(model->index(0, 0).data(kDetailRole).toString(), "stages 2, 6");
    }

    void laneFinderGoesThere()
    {
        w.setRanks(64);
        QuickList* finder = openFinder();
        QTest::keyClicks(finder->field(), "61");
        QTest::keyClick(finder->field(), Qt::Key_Return);
        const TimelineGeometry& geometry = w.view().geometry();
        const std::size_t row = geometry.rowOf(RankId{61}).value();
        QVERIFY(geometry.laneTop(row) >= geometry.plot.y);
        QVERIFY(geometry.laneTop(row) + geometry.laneHeight <= geometry.plot.bottom() + 1);
        QCOMPARE(w.view().laneHeaders().marked(), std::optional(RankId{61}));
        QVERIFY(w.view().hasFocus());
        QTRY_VERIFY(!w.view().laneHeaders().marked());
    }

    void laneFinderShowsHidden()
    {
        LaneArrangement lanes;
        lanes.hidden = {RankId{1}, RankId{2}};
        w.view().laneHeaders().setArrangement(lanes);
        QuickList* finder = openFinder();
        QTest::keyClicks(finder->field(), "2");
        QCOMPARE(finder->list()->model()->index(0, 0).data(kNoteRole).toString(), "hidden");
        QTest::keyClick(finder->field(), Qt::Key_Return);
        QCOMPARE(w.view().laneHeaders().arrangement().hidden, std::vector<RankId>{RankId{1}});
    }

    void manyRanks()
    {
        ShownView shown(manyForwards(65'536, 1));
        const LaneSource source(shown.view);
        QCOMPARE(source.find({}).size(), 65'536U);
        const std::vector<std::uint32_t> found = source.find("6553");
        QCOMPARE(found.front(), 6553U);
        QCOMPARE(found.size(), 7U); // 65530 to 65535
        QCOMPARE(source.row(65'535).text, "Rank 65535");
        QCOMPARE(source.row(65'535).detail, "stage 65535");
        QVERIFY(!source.row(65'536).enabled);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowPaletteTest)
#include "window_palette_test.moc"
