// SPDX-License-Identifier: Apache-2.0
// Comparing by real keys, menus and files in the real window.
#include "tests/support/test_program.h"
#include "tests/ui/compare_support.h"
#include "tests/ui/timeline_support.h"
#include "ui/compare/compare_header.h"
#include "ui/compare/difference_legend.h"
#include "ui/timeline/lane_headers.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::CompareMode;

namespace {

constexpr const char* kSmallCsv = "0F0,0F1,,,0B0,0B1\n,1F0,1F1,1B0,1B1,\n";

/// What the reference differs in from the current side.
QString than(ShownWindow& w, const QString& measure)
{
    return cell(w, measure, ui::CompareModel::Reference, ui::CompareModel::kDifferenceRole);
}

} // namespace

class WindowCompareTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void theKeyGoesThroughAllStates()
    {
        QCOMPARE(checkedMode(w), "compare.off");
        pressBackslash(w);
        QCOMPARE(checkedMode(w), "compare.split");
        QCOMPARE(w.said(), "Split: the reference is below, on the same time axis. Kept as the reference: "
                           "Interleaved 1F1B · 4 ranks × 8 microbatches.");
        QVERIFY(other(w).isVisible());
        QCOMPARE(w->compare().view()->header()->text(),
                 "Current: Interleaved 1F1B · 4 ranks × 8 microbatches · "
                 "57 steps · idle 15.8 % · peak 5.5 act.");
        QCOMPARE(w->compare().view()->referenceHeader()->text(),
                 "Reference: Interleaved 1F1B · 4 ranks × 8 microbatches · 57 steps · idle 15.8 % · "
                 "peak 5.5 act. · no difference (0 %)");
        pressBackslash(w);
        QCOMPARE(checkedMode(w), "compare.overlay");
        QCOMPARE(w.said(), "Overlay: the thin lane under each lane is the reference's.");
        QVERIFY(!other(w).isVisible());
        QCOMPARE(w.view().comparison().echo(), w->comparison().reference()->evaluation->index);
        QVERIFY(w.view().geometry().echoHeight > 0);
        pressBackslash(w);
        QCOMPARE(checkedMode(w), "compare.difference");
        QCOMPARE(w.said(), "Difference: blue starts earlier than in the reference, orange starts later.");
        QVERIFY(w.view().comparison().showsDifference() && !w.view().comparison().echo());
        QVERIFY(w->compare().view()->legend()->isVisible() && !w->pane()->legend()->isVisible());
        pressBackslash(w);
        QCOMPARE(checkedMode(w), "compare.off");
        QCOMPARE(w.said(), "Comparing is off; the reference is kept.");
        QVERIFY(!w.view().comparison().showsDifference() && !w.view().comparison().echo());
        QVERIFY(!w->compare().view()->header()->isVisible() && w->pane()->legend()->isVisible());
        QCOMPARE(w.view().geometry().echoHeight, 0.0);
        QCOMPARE(w.view().axisEnd(), 57.0);
    }

    void everyStateHasACommand()
    {
        w.trigger("compare.difference");
        QVERIFY(w->comparison().mode() == CompareMode::Difference);
        w.trigger("compare.overlay");
        QVERIFY(w->comparison().mode() == CompareMode::Overlay);
        w.trigger("compare.split");
        QVERIFY(w->comparison().mode() == CompareMode::Split);
        w.trigger("compare.off");
        QVERIFY(w->comparison().mode() == CompareMode::Off);
        QCOMPARE(checkedMode(w), "compare.off");
        w.trigger("compare.drop");
        QVERIFY(!w->comparison().reference());
        QVERIFY(!w.action("compare.drop")->isEnabled());
        QCOMPARE(w.said(), "The reference was removed.");
    }

    void theReferenceStaysWhileParametersChange()
    {
        pressBackslash(w);
        w.setMicrobatches(12);
        QCOMPARE(w->comparison().reference()->title, "Interleaved 1F1B · 4 ranks × 8 microbatches");
        QCOMPARE(other(w).evaluation()->timeline->makespan, 57.0);
        QCOMPARE(w->compare().view()->referenceHeader()->text(),
                 "Reference: Interleaved 1F1B · 4 ranks × 8 microbatches · 57 steps · idle 15.8 % · "
                 "peak 5.5 act. · 24 steps shorter (−29.6 %)");
        QCOMPARE(w->compare().view()->header()->text(),
                 "Current: Interleaved 1F1B · 4 ranks × 12 microbatches "
                 "· 81 steps · idle 11.1 % · peak 5.5 act.");
        // Both axes reach to the later end.
        QCOMPARE(other(w).axisEnd(), 81.0);
        QCOMPARE(other(w).navigation().range(), w.range());
        QCOMPARE(w.range(), (TimeRange{0, 81}));
        w.setMicrobatches(4);
        QCOMPARE(w.view().axisEnd(), 57.0);
        w.key(Qt::Key_0);
        QTRY_COMPARE(w.view().geometry().to, 57.0);
        QCOMPARE(other(w).navigation().range(), (TimeRange{0, 57}));
    }

    void rangesAreInStep()
    {
        pressBackslash(w);
        w.stayStill();
        other(w).navigation().setReducedMotion(true);
        w.key(Qt::Key_W);
        QVERIFY(widthOf(w.range()) < 57);
        QCOMPARE(other(w).navigation().range(), w.range());
        w.key(Qt::Key_D);
        QCOMPARE(other(w).navigation().range(), w.range());
        other(w).setFocus();
        const TimeRange before = w.range();
        QTest::keyClick(&other(w), Qt::Key_A);
        QVERIFY(w.range() != before);
        QCOMPARE(other(w).navigation().range(), w.range());
        QTest::keyClick(&other(w), Qt::Key_0);
        QCOMPARE(w.range(), (TimeRange{0, 57}));
        // The key that turns to the next state acts there, too, and the timeline gets the focus back.
        QTest::keyClick(&other(w), Qt::Key_Backslash);
        QCOMPARE(checkedMode(w), "compare.overlay");
        QVERIFY(w.view().hasFocus());
    }

    void easedZoomIsInStepAllTheWay()
    {
        pressBackslash(w);
        int frames = 0;
        connect(&w.view().navigation(), &ui::TimelineNavigation::rangeChanged, this,
                [&](const TimeRange& range) {
                    ++frames;
                    QCOMPARE(other(w).geometry().from, range.from);
                    QCOMPARE(other(w).geometry().to, range.to);
                });
        w.view().navigation().setReducedMotion(false);
        w.key(Qt::Key_W);
        QTRY_VERIFY(isNear(widthOf(w.range()), w.view().geometry().to - w.view().geometry().from));
        QVERIFY(frames > 0);
    }

    void lanesHaveOneHeight()
    {
        pressBackslash(w);
        QApplication::processEvents();
        QCOMPARE(other(w).geometry().laneHeight, w.view().geometry().laneHeight);
        QCOMPARE(other(w).navigation().lanePitch(), w.view().navigation().lanePitch());
        w->pane()->middle()->setSizes({150, 300});
        QApplication::processEvents();
        QVERIFY(other(w).viewport()->height() != w.view().viewport()->height());
        QCOMPARE(other(w).navigation().lanePitch(), w.view().navigation().lanePitch());
    }

    void lanesScrollAndAreArrangedInStep()
    {
        w.setRanks(64);
        pressBackslash(w);
        w.key(Qt::Key_PageDown);
        QVERIFY(w.view().geometry().scrollY > 0);
        QCOMPARE(other(w).geometry().scrollY, w.view().geometry().scrollY);
        other(w).verticalScrollBar()->setValue(0);
        QCOMPARE(w.view().geometry().scrollY, 0.0);
        w.view().laneHeaders().hide(RankId{1});
        QCOMPARE(other(w).geometry().lanes, w.view().geometry().lanes);
        other(w).laneHeaders().togglePinned(RankId{5});
        QCOMPARE(w.view().geometry().lanes.front(), RankId{5});
    }

    void selectionIsInStep()
    {
        pressBackslash(w);
        w.setMicrobatches(12);
        w.select(2, 10);
        QCOMPARE(textAt(other(w)), textAt(w.view()));
        QCOMPARE(other(w).chosen().action()->rank, RankId{2});
        w.key(Qt::Key_Right);
        QCOMPARE(textAt(other(w)), textAt(w.view()));
        other(w).setFocus();
        QTest::keyClick(&other(w), Qt::Key_Down);
        QCOMPARE(textAt(other(w)), textAt(w.view()));
        QCOMPARE(w.chosen()->rank, RankId{3});
        // One that the reference does not run clears there what was selected.
        const Schedule& schedule = w.schedule();
        for (std::size_t i = 0; i < schedule.rows[0].size(); ++i)
            if (schedule.rows[0][i].microbatch().value == 11) {
                w.select(0, i);
                break;
            }
        QVERIFY(w.chosen() && !other(w).chosen().action());
    }

    void veryDifferentSizes()
    {
        pressBackslash(w);
        w.setRanks(256);
        QCOMPARE(other(w).geometry().lanes.size(), std::size_t{4});
        w.key(Qt::Key_PageDown);
        QVERIFY(w.view().geometry().scrollY > 0);
        w.select(200, 0);
        for (int i = 0; i < 3; ++i) {
            pressBackslash(w);
            w.view().viewport()->grab();
        }
        QCOMPARE(checkedMode(w), "compare.off");
        pressBackslash(w, 2);
        QCOMPARE(checkedMode(w), "compare.overlay");
        w.view().verticalScrollBar()->setValue(0);
        w.view().viewport()->grab();
        w.setRanks(2);
        w.view().viewport()->grab();
        QCOMPARE(w.view().geometry().lanes.size(), std::size_t{2});
    }

    void differenceFollowsTheParameters()
    {
        pressBackslash(w, 3);
        QCOMPARE(w->compare().view()->legend()->text(), "same start · 0 earlier, 0 later, 128 the same");
        w.setMicrobatches(12);
        QVERIFY(w.view().comparison().showsDifference());
        const DifferenceTotals& totals = w->comparison().difference()->difference.totals();
        QCOMPARE(totals.matched, std::size_t{128});
        QCOMPARE(totals.onlyCurrent, std::size_t{64});
        QVERIFY(w->compare().view()->legend()->text().contains("only here"));
        QVERIFY(!w.view().comparison().echo());
        w.setMicrobatches(4);
        QCOMPARE(w.view().axisEnd(), 57.0); // the reference's lanes are to be seen whole
        QVERIFY(w->compare().view()->legend()->text().contains("only in the reference"));
        QVERIFY(w.view().comparison().echo() && w.view().comparison().echo()->isRecolored());
    }

    void filesAreReferences()
    {
        w->compare().compareWith({w.write("small.csv", kSmallCsv)});
        QTRY_VERIFY(!w->compare().maker().isBusy());
        QCOMPARE(checkedMode(w), "compare.split");
        QCOMPARE(w->comparison().reference()->title, "small.csv");
        QVERIFY(w->compare().view()->referenceHeader()->text().startsWith("Reference: small.csv · 2 × 2 · "));
        QCOMPARE(other(w).geometry().lanes.size(), std::size_t{2});
        QVERIFY(!w.document().isModified());
    }

    void aBadFileChangesNothing()
    {
        pressBackslash(w, 2);
        const EvaluationPtr before = w->comparison().reference()->evaluation;
        w->questions.comparePath = [&] { return w.write("bad.bubble", "{\"format\": 7"); };
        w.trigger("compare.file");
        QTRY_VERIFY(!w->compare().maker().isBusy());
        QVERIFY(w->messages()->isVisible());
        QCOMPARE(w->messages()->headline(), "Nothing to compare with:\nbad.bubble is a cost file; expected a "
                                            "schedule CSV or a project document");
        QCOMPARE(w->comparison().reference()->evaluation, before);
        QCOMPARE(checkedMode(w), "compare.overlay");
        w->questions.comparePath = [] { return QString(); };
        w.trigger("compare.file");
        QVERIFY(!w->compare().maker().isBusy());
    }

    void figuresStandInTheDock()
    {
        auto* dock = w->findChild<QDockWidget*>("compare-dock");
        QVERIFY(dock->isHidden());
        QVERIFY(w->compare().panel()->emptyText().startsWith("No reference yet"));
        pressBackslash(w);
        QVERIFY(!dock->isHidden());
        w.setMicrobatches(12);
        QCOMPARE(cell(w, "Makespan (steps)", ui::CompareModel::Current), "81");
        QCOMPARE(cell(w, "Makespan (steps)", ui::CompareModel::Reference), "57");
        QCOMPARE(than(w, "Makespan (steps)"), "−24 (−29.6 %)");
        QCOMPARE(than(w, "Bubble rate"), "+0.063 ×");
        QCOMPARE(cell(w, "Only on this side", ui::CompareModel::Current), "64");
        QCOMPARE(than(w, "Rank 3: idle (steps)"), "0");
        w.select(0, 0);
        QCOMPARE(than(w, "Start of 0F0 (steps)"), "0");
        QTreeView* list = w->compare().panel()->list();
        list->setFocus();
        list->setCurrentIndex(w->compare().panel()->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedText(),
                 "Measure,Interleaved 1F1B · 4 ranks × 12 microbatches,Interleaved 1F1B · 4 ranks × 8 "
                 "microbatches,"
                 "Interleaved 1F1B · 4 ranks × 8 microbatches: difference,Interleaved 1F1B · 4 ranks × 8 "
                 "microbatches: relative\n"
                 "Makespan (steps),81,57,-24,-0.2962962962962963\n");
        QCOMPARE(w.said(), "1 row copied as CSV.");
    }

    void f6GoesThroughBothTimelines()
    {
        pressBackslash(w);
        w.unfoldInspector();
        w.view().setFocus();
        w.key(Qt::Key_F6);
        QVERIFY(other(w).hasFocus());
        QTest::keyClick(&other(w), Qt::Key_F6);
        QVERIFY(w->inspector()->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(other(w).hasFocus());
        QTest::keyClick(&other(w), Qt::Key_F6, Qt::ShiftModifier);
        QVERIFY(w.view().hasFocus());
    }

    void closingAndBeginningAnew()
    {
        pressBackslash(w);
        w->questions.saveChanges = [](const QString&) { return ui::SaveAnswer::Discard; };
        w.trigger("file.new");
        QTRY_COMPARE(w.document().displayName(), w->comparison().current().title);
        QCOMPARE(w->comparison().reference()->title, "Interleaved 1F1B · 4 ranks × 8 microbatches");
        emit w->compare().view()->header()->closeAsked();
        QCOMPARE(checkedMode(w), "compare.off");
        pressBackslash(w);
        w.reopen();
        QCOMPARE(checkedMode(w), "compare.off");
        QVERIFY(!w->comparison().reference());
    }

    void anEmptyScheduleIsASide()
    {
        w.open("empty.csv", ",\n,\n");
        QTRY_COMPARE(w.document().evaluation()->actionCount, std::size_t{0});
        lookAtEachState(w);
        QCOMPARE(checkedMode(w), "compare.off");
        w->compare().compareWith({w.write("small.csv", kSmallCsv)});
        QTRY_VERIFY(!w->compare().maker().isBusy());
        lookAtEachState(w);
    }

    void bothTimelinesHaveNames()
    {
        pressBackslash(w);
        QCOMPARE(other(w).accessibleName(), "Timeline of the reference");
        QVERIFY(w->compare().view()->header()->accessibleName().startsWith("Current: "));
        QVERIFY(w->compare().view()->referenceHeader()->accessibleName().startsWith("Reference: "));
        w.trigger("view.theme.dark");
        QCOMPARE(other(w).themeName(), ThemeName::Dark);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowCompareTest)
#include "window_compare_test.moc"
