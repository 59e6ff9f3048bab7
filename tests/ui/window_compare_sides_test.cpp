// SPDX-License-Identifier: Apache-2.0
// Up to four schedules compared: adding, choosing, moving, dropping, and what stands of each.
#include "tests/support/test_program.h"
#include "tests/ui/compare_support.h"
#include "tests/ui/timeline_support.h"
#include "ui/compare/compare_header.h"
#include "ui/compare/compare_text.h"
#include "ui/panels/search_bar.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/note_marks.h"
#include "ui/widgets/choice_box.h"

#include <set>

using namespace bubblescope;
using namespace bubblescope::test;
using ui::CompareMode;

namespace {

constexpr const char* kWindowCompareSidesTwo = "0F0,0F1,,,0B0,0B1\n,1F0,1F1,1B0,1B1,\n";
constexpr const char* kThree = "0F0,,,,,0B0\n,1F0,,,1B0,\n,,2F0,2B0,,\n";

/// Keeps the present one for each count and shows the last: with three counts four sides.
void keepEach(ShownWindow& w, const std::vector<std::uint32_t>& counts)
{
    w.trigger("compare.split");
    for (const std::uint32_t count : counts) {
        w.setMicrobatches(count);
        if (count != counts.back())
            w.trigger("compare.keep");
    }
}

/// As a click on the button of a side's line does.
void inSideMenu(ShownWindow& w, std::size_t reference, const QString& text)
{
    for (QToolButton* button : w->compare().view()->referenceHeader(reference)->findChildren<QToolButton*>())
        if (button->accessibleName() == "What you can do with this side") {
            chooseInMenu("side-menu", text);
            QTest::mouseClick(button, Qt::LeftButton);
        }
}

QStringList titles(ShownWindow& w)
{
    QStringList all;
    for (const ui::CompareSide& side : w->comparison().references())
        all << side.title;
    return all;
}

QString title(std::uint32_t microbatches)
{
    return QString("Interleaved 1F1B · 4 ranks × %1 microbatches").arg(microbatches);
}

} // namespace

class WindowCompareSidesTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void fourSidesShareAxisAndHeight()
    {
        keepEach(w, {12, 4, 16});
        const std::vector<ui::TimelineView*> views = w->compare().view()->referenceViews();
        QCOMPARE(views.size(), std::size_t{3});
        QApplication::processEvents();
        const auto underRuler = [](const ui::TimelineView& view) {
            return view.height() - static_cast<int>(view.geometry().plot.y);
        };
        const auto heights = [&] {
            std::set<int> all{underRuler(w.view())};
            for (ui::TimelineView* view : views)
                all.insert(underRuler(*view));
            return all;
        };
        for (ui::TimelineView* view : views) {
            QVERIFY(view->isVisible());
            QCOMPARE(view->axisEnd(), w.view().axisEnd());
            QCOMPARE(view->navigation().range(), w.range());
            QCOMPARE(view->navigation().lanePitch(), w.view().navigation().lanePitch());
        }
        QTRY_VERIFY(*heights().rbegin() - *heights().begin() <= 1);
        QCOMPARE(titles(w), QStringList({title(8), title(12), title(4)}));
        QCOMPARE(w->compare().view()->header()->text(),
                 "Current: Interleaved 1F1B · 4 ranks × 16 microbatches "
                 "· 105 steps · idle 8.6 % · peak 5.5 act.");
        QCOMPARE(w->compare().view()->referenceHeader(1)->text(),
                 "Reference 2: Interleaved 1F1B · 4 ranks × 12 microbatches · 81 steps · idle 11.1 % · "
                 "peak 5.5 act. · 24 steps shorter (−22.9 %)");
        QCOMPARE(views[2]->accessibleName(), "Timeline of reference 3");
        // Whoever is acted on, all go along.
        for (ui::TimelineView* view : views)
            view->navigation().setReducedMotion(true);
        w.stayStill();
        views[2]->setFocus();
        QTest::keyClick(views[2], Qt::Key_W);
        QVERIFY(widthOf(w.range()) < 105);
        for (ui::TimelineView* view : views)
            QCOMPARE(view->navigation().range(), w.range());
        views[1]->chosen().select(ActionPosition{RankId{3}, 0});
        QCOMPARE(textAt(*views[0]), textAt(*views[1]));
        QCOMPARE(textAt(w.view()), textAt(*views[1]));
        w.trigger("view.theme.dark");
        for (ui::TimelineView* view : views)
            QCOMPARE(view->themeName(), ThemeName::Dark);
    }

    /// What moves over one timeline draws no other one anew.
    void eachPaneRepaintsItself()
    {
        keepEach(w, {12, 4, 16});
        const std::vector<ui::TimelineView*> views = w->compare().view()->referenceViews();
        QApplication::processEvents();
        for (ui::TimelineView* view : views)
            view->viewport()->grab();
        w.view().viewport()->grab();
        std::vector<int> before;
        for (ui::TimelineView* view : views)
            before.push_back(view->contentRebuilds());
        const int own = w.view().contentRebuilds();
        for (int i = 0; i < 10; ++i)
            sendMove(w.view().viewport(), w.at(0, 3.0 * i));
        w.view().viewport()->grab();
        for (ui::TimelineView* view : views)
            view->viewport()->grab();
        QCOMPARE(w.view().contentRebuilds(), own);
        for (std::size_t i = 0; i < views.size(); ++i)
            QCOMPARE(views[i]->contentRebuilds(), before[i]);
    }

    void moreThanFourAreRefused()
    {
        keepEach(w, {12, 4, 16});
        w.trigger("compare.keep");
        QCOMPARE(w.said(), "4 schedules are already being compared: remove one of them first.");
        QCOMPARE(w->comparison().references().size(), std::size_t{3});
        w->compare().compareWith({w.write("small.csv", kWindowCompareSidesTwo)});
        QTRY_VERIFY(!w->compare().maker().isBusy());
        QCOMPARE(w->messages()->headline(),
                 "small.csv was left out: 4 schedules are already being compared. Remove one of them first.");
        QCOMPARE(w->comparison().references().size(), std::size_t{3});
    }

    void theSameIsKeptOnce()
    {
        w.trigger("compare.keep");
        w.trigger("compare.keep");
        QCOMPARE(w.said(), "The current one is already a reference: change a parameter first.");
        QCOMPARE(w->comparison().references().size(), std::size_t{1});
        const QString path = w.write("small.csv", kWindowCompareSidesTwo);
        for (int i = 0; i < 2; ++i) {
            w->compare().compareWith({path});
            QTRY_VERIFY(!w->compare().maker().isBusy());
        }
        QCOMPARE(titles(w), QStringList({title(8), "small.csv"}));
    }

    void anOrderOfAFileDoesTheSameWork()
    {
        w.start("1f1b:ranks=2,microbatches=4");
        w->compare().compareWith({w.write("v.csv", "0F0,3F0,3B0,0B0\n1F0,2F0,2B0,1B0\n")});
        QTRY_COMPARE(w->comparison().references().size(), std::size_t{1});
        // Two stages on each rank, where the document has one: each takes half as long.
        QTRY_COMPARE(w->comparison().reference()->evaluation->timeline->makespan, 6.0);
        QCOMPARE(titles(w), QStringList({"v.csv"}));
        QVERIFY(ui::areOneWork(w->comparison().current(), w->comparison().references()));
        w.document().setKeepsWork(false);
        QTRY_COMPARE(w->comparison().reference()->evaluation->timeline->makespan, 12.0);
    }

    void overlayAndDifferenceTakeTheChosen()
    {
        keepEach(w, {12, 4});
        w.trigger("compare.overlay");
        // The one that was kept last.
        QCOMPARE(w->comparison().chosen(), std::size_t{1});
        QCOMPARE(w.view().comparison().echo(), w->comparison().references()[1].evaluation->index);
        ui::ChoiceBox* choice = w->compare().view()->referenceHeader()->choice();
        QVERIFY(choice->isVisible());
        QCOMPARE(choice->accessibleName(), "Compared with");
        QCOMPARE(choice->currentText(), title(12));
        choice->setFocus();
        QTest::keyClick(choice, Qt::Key_Up);
        QCOMPARE(w->comparison().chosen(), std::size_t{0});
        QCOMPARE(w.view().comparison().echo(), w->comparison().references()[0].evaluation->index);
        w.trigger("compare.difference");
        QCOMPARE(&w->comparison().difference()->difference.reference(),
                 w->comparison().references()[0].evaluation->timeline.get());
        w.trigger("compare.choose");
        QCOMPARE(w.said(), "Compared with " + title(12) + ".");
        QCOMPARE(&w->comparison().difference()->difference.reference(),
                 w->comparison().references()[1].evaluation->timeline.get());
        w.trigger("compare.drop");
        QCOMPARE(titles(w), QStringList({title(8)}));
        QVERIFY(!choice->isVisible());
    }

    void overlaySaysWhichRanksThereAre()
    {
        w.trigger("compare.keep");
        w.setRanks(2);
        w.trigger("compare.overlay");
        QVERIFY(w->compare().view()->referenceHeader()->text().endsWith(
            "4 ranks, of which the first 2 are shown"));
        w.setRanks(8);
        QVERIFY(w->compare().view()->referenceHeader()->text().endsWith("the first 4 of 8 ranks"));
    }

    void sidesAreMovedAndDroppedByTheirMenu()
    {
        keepEach(w, {12, 4, 16});
        ui::TimelineView* third = w->compare().view()->referenceView(2);
        chooseInMenu("side-menu", "Move up");
        third->setFocus();
        QTest::keyClick(third, Qt::Key_Menu);
        QCOMPARE(titles(w), QStringList({title(8), title(4), title(12)}));
        QCOMPARE(w->compare().view()->referenceView(1)->evaluation(),
                 w->comparison().references()[1].evaluation);
        third->setFocus();
        inSideMenu(w, 2, "Remove");
        QCOMPARE(titles(w), QStringList({title(8), title(4)}));
        QVERIFY(!third->isVisible() && !third->evaluation());
        QCOMPARE(w->focusWidget(), &w.view());
        // By command, the one with the focus.
        w->compare().view()->referenceView(0)->setFocus();
        w.trigger("compare.drop");
        QCOMPARE(titles(w), QStringList({title(4)}));
        w.trigger("compare.dropAll");
        QVERIFY(titles(w).isEmpty());
        QCOMPARE(checkedMode(w), "compare.off");
    }

    void aScheduleOfTheListIsASide()
    {
        ui::ScheduleList* list = w.gallery().list();
        const QListWidgetItem* item = w.card("1f1b");
        chooseInMenu("schedule-menu", "Compare with this schedule");
        const QPoint place = list->visualItemRect(item).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, place, list->viewport()->mapToGlobal(place));
        QApplication::sendEvent(list->viewport(), &event);
        QTRY_VERIFY(w->comparison().reference());
        QCOMPARE(titles(w), QStringList({"1F1B · 4 ranks × 8 microbatches"}));
        QCOMPARE(checkedMode(w), "compare.split");
        QCOMPARE(other(w).evaluation()->timeline->schedule->microbatchCount, 8U);
        // The document stays what it is.
        QCOMPARE(w.document().displayName(), title(8));
        QVERIFY(!w.document().isModified());
    }

    void aCardUnderThePointerIsASide()
    {
        ui::ScheduleList* list = w.gallery().list();
        const QListWidgetItem* item = w.card("1f1b");
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->compareRect(item).center());
        QVERIFY(!list->isVisible());
        QTRY_VERIFY(w->comparison().reference());
        QCOMPARE(titles(w), QStringList({"1F1B · 4 ranks × 8 microbatches"}));
        // By keys, another one.
        w.gallery().list()->setCurrentItem(w.card("gpipe"));
        QTest::keyClick(w.gallery().list(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(titles(w).size(), 2);
        QCOMPARE(w.document().displayName(), title(8));
        QVERIFY(!w.document().isModified());
    }

    void theLegendNamesTheKindsOfAllSides()
    {
        const auto offersWeight = [this] {
            return w->pane()->legend()->offeredFills() >> static_cast<unsigned>(FillClass::BackwardWeight) &
                   1U;
        };
        QVERIFY(!offersWeight());
        const ScheduleInfo* zbv = findSchedule("zbv");
        w->compare().compareWithSchedule(static_cast<int>(zbv - scheduleCatalog().data()));
        QTRY_VERIFY(w->comparison().reference());
        QVERIFY(offersWeight());
        w.trigger("compare.off");
        QVERIFY(!offersWeight());
    }

    void severalFilesAreOpenedIntoACompare()
    {
        const QString first = w.write("first.csv", kWindowCompareSidesTwo);
        const QString second = w.write("second.csv", kThree);
        const QString third = w.write("third.csv", "0F0,0B0\n");
        w->files().openFiles({first, second, third});
        QTRY_VERIFY(!w->isLoading() && !w->compare().maker().isBusy());
        QCOMPARE(w.document().filePath(), first);
        QCOMPARE(titles(w), QStringList({"second.csv", "third.csv"}));
        QCOMPARE(checkedMode(w), "compare.split");
        // What is opened alone leaves them beside it.
        w.openFile(second);
        QCOMPARE(titles(w), QStringList({"second.csv", "third.csv"}));
    }

    void aBadOneAmongSeveralIsTold()
    {
        w->files().openFiles({w.write("first.csv", kWindowCompareSidesTwo),
                              w.write("bad.bubble", "{\"format\": 7"), w.write("third.csv", kThree)});
        QTRY_VERIFY(!w->isLoading() && !w->compare().maker().isBusy());
        QCOMPARE(titles(w), QStringList({"third.csv"}));
        QVERIFY(w->messages()->headline().startsWith("Nothing to compare with:\nbad.bubble"));
    }

    /// A schedule that is chosen to compare with shares the same model among its stages.
    void otherNumbersOfStagesDoTheSameWork()
    {
        const auto catalog = scheduleCatalog();
        const auto plain = std::find_if(catalog.begin(), catalog.end(),
                                        [](const auto& schedule) { return schedule.name == "1f1b"; });
        w->compare().compareWithSchedule(static_cast<int>(plain - catalog.begin()));
        QTRY_VERIFY(w->comparison().reference());
        const Evaluation& reference = *w->comparison().reference()->evaluation;
        QCOMPARE(reference.metrics.idealTime, w.document().evaluation()->metrics.idealTime);
        QCOMPARE(reference.timeline->makespan, 66.0);
        QVERIFY(w->compare().panel()->model()->isOneWork());
    }

    /// A stage that costs the same makes more work where there are more stages: no time is the best.
    void differentWorkIsTold()
    {
        w.trigger("compare.split");
        w.type(w.number("stages-per-rank"), "4");
        w.settle();
        const ui::CompareModel& model = *w->compare().panel()->model();
        QVERIFY(!model.isOneWork());
        for (const int column : {1, 2})
            QVERIFY(!model.index(0, column).data(ui::CompareModel::kBestRole).toBool());
        const auto* summary = w->compare().panel()->findChild<QLabel*>("compare-summary");
        QVERIFY(summary->text().startsWith("Not the same work"));
    }

    void aColumnForEachSide()
    {
        keepEach(w, {12, 4});
        const ui::CompareModel& model = *w->compare().panel()->model();
        QCOMPARE(model.columnCount(), 4);
        // Where the title has no room; else it would be cut to what all have in common.
        w.unfoldInspector();
        QTRY_COMPARE(model.headerData(3, Qt::Horizontal, Qt::DisplayRole).toString(), "Reference 2");
        QCOMPARE(model.headerData(3, Qt::Horizontal, Qt::ToolTipRole).toString(), title(12));
        const auto told = [&model](int column, int role) { return model.index(0, column).data(role); };
        QCOMPARE(told(0, Qt::DisplayRole).toString(), "Makespan (steps)");
        QCOMPARE(told(1, Qt::DisplayRole).toString(), "33");
        QCOMPARE(told(2, Qt::DisplayRole).toString(), "57");
        QCOMPARE(told(3, Qt::DisplayRole).toString(), "81");
        QCOMPARE(told(1, ui::CompareModel::kDifferenceRole).toString(), "");
        QCOMPARE(told(3, ui::CompareModel::kDifferenceRole).toString(), "+48 (+145.5 %)");
        QVERIFY(told(1, ui::CompareModel::kBestRole).toBool());
        QVERIFY(!told(3, ui::CompareModel::kBestRole).toBool());
        QCOMPARE(told(1, Qt::AccessibleTextRole).toString(), "33, best");
        QTreeView* list = w->compare().panel()->list();
        list->setFocus();
        list->setCurrentIndex(model.index(0, 0));
        QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
        const QString head = QString("%1,%2,%3").arg(title(4), title(8), title(12));
        QCOMPARE(copiedText(),
                 QString("Measure,%1,%2: difference,%2: relative,%3: difference,%3: relative\n"
                         "Makespan (steps),33,57,81,24,0.7272727272727273,48,1.4545454545454546\n")
                     .arg(head, title(8), title(12)));
    }

    void searchingActsInAll()
    {
        keepEach(w, {12, 4});
        other(w).setFocus();
        QTest::keyClick(&other(w), Qt::Key_Slash);
        QVERIFY(w->search()->field()->hasFocus());
        QTest::keyClicks(w->search()->field(), "1F0");
        for (ui::TimelineView* view : w->compare().view()->referenceViews())
            QCOMPARE(view->matches().count(), std::optional<std::size_t>(1));
        other(w).setFocus();
        QTest::keyClick(&other(w), Qt::Key_Escape);
        QVERIFY(!w.view().matches().query() && !other(w).matches().query());
        QVERIFY(w->search()->field()->text().isEmpty());
    }

    void whatAReferenceCannotIsSaid()
    {
        w.trigger("compare.split");
        other(w).setFocus();
        QTest::keyClick(&other(w), Qt::Key_M);
        QCOMPARE(w.said(), "Add note: only in the current timeline. F6 goes there; Edit this side makes this "
                           "one the current one.");
        QVERIFY(w.document().notes().empty());
        w.select(2, 0);
        QTest::keyClick(&other(w), Qt::Key_H);
        QCOMPARE(w.view().geometry().lanes.size(), std::size_t{3});
        QCOMPARE(other(w).geometry().lanes.size(), std::size_t{3});
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowCompareSidesTest)
#include "window_compare_sides_test.moc"
