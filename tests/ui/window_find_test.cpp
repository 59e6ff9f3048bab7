// SPDX-License-Identifier: Apache-2.0
// "Find a schedule…" as it is used: opened by its key, filled in with keys, followed and ended.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/find_support.h"
#include "ui/find/best_curve.h"
#include "ui/find/find_form.h"
#include "ui/find/found_picture.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/run_row.h"
#include "ui/widgets/segmented_choice.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class WindowFindTest : public QObject
{
    Q_OBJECT

private slots:
    void theKeyShowsItWithTheDocumentsValues()
    {
        const ShownFind d;
        QVERIFY(d.dialog->isVisible());
        QVERIFY(!d.dialog->isModal());
        QCOMPARE(d.shown("ranks"), "4");
        QCOMPARE(d.shown("microbatches"), "8");
        QCOMPARE(d.shown("limit"), "4"); // its peak
        QCOMPARE(d.shown("seconds"), "10");
        QCOMPARE(d.shown("iterations"), QString());
        QCOMPARE(d.find<ElidedLabel>("costs")->wholeText(), "F 1 · I 1 · W 1 · steps");
        QVERIFY(d.find<QWidget>("layers")->isHidden() || !d.find<QWidget>("layers")->isVisible());
    }

    void severalStagesBecomeARanksShare()
    {
        CostModel costs;
        costs.forward = StageValues(3.0);
        ShownFind d("interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2", costs);
        const double peak = d.w.document().evaluation()->memory->highestPeak();
        QCOMPARE(d.shown("limit").toDouble(), peak / 2);
        d.start();
        const SearchProblem problem = d.search.problem();
        QCOMPARE(problem.costs.durationOf(ActionKind::Forward, StageId{0}), 6.0);
        QCOMPARE(problem.costs.durationOf(ActionKind::Backward, StageId{0}), 4.0);
        QCOMPARE(problem.costs.activation, StageValues(1.0)); // of a whole rank
        QCOMPARE(problem.memoryLimit, std::optional(peak / 2));
        QVERIFY(!problem.costsPerStage);
    }

    void bytesAreAskedForInGigabytes()
    {
        CostModel costs;
        costs.memoryUnit = MemoryUnit::Bytes;
        costs.activation = StageValues(1.5e9);
        ShownFind d("interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2", costs);
        const double peak = d.w.document().evaluation()->memory->highestPeak();
        QCOMPARE(d.shown("limit").toDouble(), peak / 1e9);
        d.type("limit", "20.5");
        d.start();
        QCOMPARE(d.search.problem().memoryLimit, std::optional(20.5e9));
        QCOMPARE(d.search.problem().costs.activation, StageValues(3e9));
    }

    void blocksAskForLayers()
    {
        CostModel costs;
        costs.blocks.emplace();
        costs.blocks->layer.forward = 1;
        costs.blocks->layer.backward = 2;
        costs.blocks->head.forward = 3;
        costs.layersPerStage = StageValues(4.0);
        ShownFind d("interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2", costs);
        QVERIFY(d.find<QWidget>("layers")->isVisible());
        QCOMPARE(d.shown("layers"), "32");
        d.start();
        QCOMPARE(d.search.problem().layers, std::optional(32U));
        QCOMPARE(d.search.problem().costs.layersPerStage, StageValues(8.0)); // of a rank
    }

    void takesTheDocumentAgain()
    {
        ShownFind d;
        d.type("ranks", "6");
        d.w.document().startNew(*requestFromText("gpipe:ranks=3,microbatches=5"));
        d.w.settle();
        QCOMPARE(d.shown("ranks"), "6"); // what is typed is not taken away
        d.press("take");
        QCOMPARE(d.shown("ranks"), "3");
        QCOMPARE(d.shown("microbatches"), "5");
        QCOMPARE(d.shown("limit"), "5");
        // Shown again it has the values that stand there, unless the document is another one by now.
        d.type("ranks", "7");
        QTest::keyClick(d.dialog, Qt::Key_Escape);
        QTRY_VERIFY(!d.dialog->isVisible());
        d.w.trigger("tools.find");
        QCOMPARE(d.shown("ranks"), "7");
        d.dialog->close();
        d.w.document().startNew(*requestFromText("gpipe:ranks=2,microbatches=5"));
        d.w.settle();
        d.w.trigger("tools.find");
        QCOMPARE(d.shown("ranks"), "2");
    }

    void enterStarts()
    {
        ShownFind d;
        d.type("ranks", "5");
        d.type("microbatches", "15");
        d.type("limit", "7.5");
        d.type("seconds", "0.05 min");
        QTest::keyClick(d.find<QWidget>("seconds"), Qt::Key_Return);
        QTRY_COMPARE(d.search.starts(), 1);
        const SearchProblem problem = d.search.problem();
        QCOMPARE(problem.ranks, 5U);
        QCOMPARE(problem.microbatches, 15U);
        QCOMPARE(problem.memoryLimit, std::optional(7.5));
        QCOMPARE(problem.objective, SearchObjective::Makespan);
        QVERIFY(problem.schedules.empty());
        QVERIFY(!problem.stagesPerRank && !problem.placement && !problem.layers);
        QCOMPARE(d.search.budget().seconds, std::optional(3.0));
        QVERIFY(!d.search.budget().iterations);
        QVERIFY(d.button("stop")->isVisible());
        QVERIFY(!d.button("start")->isVisible());
        // While it runs Return neither starts another one nor ends it.
        QTest::keyClick(d.find<QWidget>("seconds"), Qt::Key_Return);
        QCoreApplication::processEvents();
        QVERIFY(d.dialog->runner()->isRunning() && !d.dialog->runner()->isStopping());
        QCOMPARE(d.search.starts(), 1);
    }

    void emptyMeansNoLimit()
    {
        CostModel costs;
        costs.memoryLimit = 3;
        ShownFind d("1f1b:ranks=4,microbatches=8", costs);
        QCOMPARE(d.shown("limit"), "3"); // the document's, not its peak
        d.type("limit", {});
        d.type("seconds", {});
        d.type("iterations", "500");
        d.start();
        QVERIFY(!d.search.problem().memoryLimit);
        QVERIFY(!d.search.problem().costs.memoryLimit);
        QVERIFY(!d.search.budget().seconds);
        QCOMPARE(d.search.budget().iterations, std::optional(std::uint64_t{500}));
    }

    void chosenFamiliesAlone()
    {
        ShownFind d;
        auto* list = d.find<QListWidget>("family-list");
        QVERIFY(!list->isVisible());
        const auto segments = d.find<SegmentedChoice>("families")->findChildren<QAbstractButton*>();
        QTest::mouseClick(segments[1], Qt::LeftButton);
        QVERIFY(list->isVisible());
        QVERIFY(!d.button("start")->isEnabled());
        QCOMPARE(d.button("start")->toolTip(), "Check at least one schedule to try.");
        list->setFocus();
        list->setCurrentRow(1);
        QTest::keyClick(list, Qt::Key_Space);
        QVERIFY(d.button("start")->isEnabled());
        d.start();
        QCOMPARE(d.search.problem().schedules,
                 std::vector<std::string>{list->item(1)->data(Qt::UserRole).toString().toStdString()});
        QTest::mouseClick(segments[0], Qt::LeftButton);
        QVERIFY(!list->isVisible());
        QVERIFY(d.dialog->form()->problem().schedules.empty());
    }

    void whatMayBeTriedIsAsked()
    {
        ShownFind d;
        const auto segments = d.find<SegmentedChoice>("objective")->findChildren<QAbstractButton*>();
        QTest::mouseClick(segments[1], Qt::LeftButton);
        d.type("stages", "2");
        auto* placement = d.find<ChoiceBox>("placement");
        placement->setFocus();
        QTest::keyClick(placement, Qt::Key_Down);
        QTest::keyClick(placement, Qt::Key_Down);
        d.start();
        QCOMPARE(d.search.problem().objective, SearchObjective::RankSpan);
        QCOMPARE(d.search.problem().stagesPerRank, std::optional(2U));
        QCOMPARE(d.search.problem().placement, std::optional(PlacementKind::V));
    }

    void wrongInputSaysWhy_data()
    {
        addRows<QByteArray, QString, QString>({
            {"no ranks", "ranks", "", "A number is missing."},
            {"no rank", "ranks", "0", "Expected 1 to 65,536."},
            {"half a rank", "ranks", "1.5", "Expected a whole number."},
            {"too many microbatches", "microbatches", "1000001", "Expected 1 to 1,000,000."},
            {"no number", "limit", "much", "Expected a number of at least 0."},
            {"negative", "limit", "-1", "Expected a number of at least 0."},
            {"many stages", "stages", "65", "Expected 1 to 64."},
            {"too long", "seconds", "100000", "Expected 0 to 86,400."},
        });
    }

    void wrongInputSaysWhy()
    {
        const auto& [field, typed, said] = givenRow<QByteArray, QString, QString>();
        ShownFind d;
        d.type(field.constData(), typed);
        QCOMPARE(d.problem(field.constData()), said);
        QVERIFY(!d.button("start")->isEnabled());
        verifyEnds(d.button("start")->toolTip(), said);
        QCOMPARE(d.dialog->runRow()->text(), d.button("start")->toolTip());
        QTest::keyClick(d.find<QWidget>(field.constData()), Qt::Key_Return);
        QVERIFY(!d.dialog->runner()->isRunning());
        QCOMPARE(d.search.starts(), 0);
        d.type(field.constData(), "4");
        QCOMPARE(d.problem(field.constData()), QString());
        QVERIFY(d.button("start")->isEnabled());
    }

    void theBestIsShownAsItComes()
    {
        ShownFind d;
        d.start();
        SearchProgress trying;
        trying.candidates = 30;
        trying.candidatesDone = 12;
        d.search.tell(trying);
        QTRY_VERIFY2(d.dialog->runRow()->text().startsWith("Timing candidates · 12 of 30 · "),
                     qPrintable(d.dialog->runRow()->text()));
        QCOMPARE(d.figure("origin"), "No schedule yet");
        const FoundSchedulePtr first = foundOf("1f1b:ranks=4,microbatches=8");
        d.search.tellBest(first, 24);
        QTRY_COMPARE(d.dialog->found(), first);
        QCOMPARE(d.figure("objective"), "33 steps");
        QCOMPARE(d.figure("bound"), "24 steps");
        QCOMPARE(d.figure("gap"), "37.5 %");
        QCOMPARE(d.figure("peak"), "4 of 4 act.");
        QCOMPARE(d.figure("origin"), "1F1B");
        QTRY_COMPARE(d.dialog->picture()->drawn(), first);
        const FoundSchedulePtr second = foundOf(kBetter, {}, 12);
        d.search.tellBest(second, second->objective);
        QTRY_COMPARE(d.dialog->picture()->drawn(), second);
        QCOMPARE(d.figure("gap"), "0, proven");
        verifyEnds(d.figure("origin"), ", improved by 12 change(s)");
        QVERIFY(d.dialog->runRow()->text().startsWith("Improving · changes tried: 1,234 · "));
        QVERIFY(d.dialog->runner()->isRunning());
    }

    void stoppingKeepsTheBest()
    {
        ShownFind d;
        d.start();
        const FoundSchedulePtr best = foundOf(kBetter);
        d.search.tellBest(best, 20);
        QTRY_COMPARE(d.dialog->found(), best);
        d.press("stop");
        QTRY_VERIFY(!d.dialog->runner()->isRunning());
        QCOMPARE(d.search.cancels(), 1);
        QCOMPARE(d.dialog->found(), best);
        verifyBegins(d.dialog->runRow()->text(), "Stopped after ");
        QCOMPARE(d.dialog->notice(), QString());
        QVERIFY(d.button("open")->isEnabled());
        QVERIFY(d.button("start")->isVisible() && d.button("start")->isEnabled());
    }

    void theWindowLivesWhileItRuns()
    {
        ShownFind d;
        d.start();
        d.w.setMicrobatches(12);
        QVERIFY(d.dialog->runner()->isRunning());
        // The values of a search that runs are its own.
        QCOMPARE(d.search.problem().microbatches, 8U);
        QCOMPARE(d.shown("microbatches"), "8");
    }

    void escClosesAndStops()
    {
        ShownFind d;
        d.start();
        const FoundSchedulePtr best = foundOf(kBetter);
        d.search.tellBest(best);
        QTRY_COMPARE(d.dialog->found(), best);
        QTest::keyClick(d.dialog, Qt::Key_Escape);
        QVERIFY(!d.dialog->isVisible());
        QTRY_COMPARE(d.search.cancels(), 1);
        QTRY_VERIFY(!d.dialog->runner()->isRunning());
        d.w.trigger("tools.find");
        QCOMPARE(d.dialog->found(), best); // shown again it still has it
    }

    void startsAgainFromNothing()
    {
        ShownFind d;
        d.start();
        d.search.tellBest(foundOf(kBetter), 20);
        QTRY_VERIFY(d.dialog->found());
        d.press("stop");
        QTRY_VERIFY(!d.dialog->runner()->isRunning());
        d.start();
        QVERIFY(!d.dialog->found());
        QVERIFY(!d.dialog->picture()->drawn());
        QCOMPARE(d.figure("objective"), "–");
        QVERIFY(d.dialog->curve()->state().points.empty());
        QVERIFY(!d.button("open")->isEnabled());
        QCOMPARE(d.button("open")->toolTip(), "Nothing found yet");
    }

    void theCurveFallsTowardsItsBound()
    {
        ShownFind d;
        d.start();
        const FoundSchedulePtr first = foundOf("gpipe:ranks=4,microbatches=8");
        const FoundSchedulePtr second = foundOf(kBetter);
        QVERIFY(second->objective < first->objective);
        d.search.tellBest(first, 24);
        QTRY_COMPARE(d.dialog->curve()->state().points.size(), std::size_t{1});
        d.search.tellBest(second, 24);
        d.search.tellBest(second, 24); // nothing new
        QTRY_COMPARE(d.dialog->curve()->state().points.size(), std::size_t{2});
        const BestCurve& curve = *d.dialog->curve();
        QVERIFY(curve.yOf(first->objective) < curve.yOf(second->objective));
        QVERIFY(curve.yOf(second->objective) < curve.yOf(24));
        QVERIFY(curve.yOf(24) < curve.height());
        QVERIFY(curve.xOf(curve.state().points[0].seconds) <= curve.xOf(curve.state().points[1].seconds));
        QVERIFY(curve.accessibleDescription().contains("33 steps"));
    }

    void thePictureFollowsTheTheme()
    {
        ShownFind d;
        d.finish(resultOf(foundOf(kBetter), 20));
        QTRY_VERIFY(d.dialog->picture()->drawn() && d.dialog->picture()->isUpToDate());
        const QImage light = d.dialog->picture()->grab().toImage();
        d.w.trigger("view.theme.dark");
        QTRY_VERIFY(d.dialog->picture()->isUpToDate());
        const QImage dark = d.dialog->picture()->grab().toImage();
        const QPoint corner(12, 4); // the ground
        QVERIFY(qGray(light.pixel(corner)) > 200);
        QVERIFY(qGray(dark.pixel(corner)) < 80);
        d.dialog->resize(d.dialog->size() + QSize(100, 60));
        QTRY_VERIFY(d.dialog->picture()->isUpToDate());
        QVERIFY(d.dialog->picture()->drawn());
    }

    void everyControlHasAName()
    {
        ShownFind d;
        d.finish(resultOf(foundOf(kBetter), 20, {{"1f1b:ranks=4,microbatches=8", ""}}));
        for (const QWidget* widget : d.dialog->findChildren<QWidget*>()) {
            const bool isControl = widget->focusPolicy() != Qt::NoFocus && widget->isVisible() &&
                                   !qobject_cast<const QLabel*>(widget) &&
                                   widget->objectName().startsWith("find-");
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            if (isControl)
                QVERIFY2(!widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                         qPrintable(widget->objectName()));
        }
        // Tab reaches all of them, fields first.
        QStringList reached;
        d.find<QWidget>("ranks")->setFocus();
        for (int i = 0; i < 40; ++i) {
            reached << d.dialog->focusWidget()->objectName();
            QTest::keyClick(d.dialog->focusWidget(), Qt::Key_Tab);
        }
        for (const char* name :
             {"microbatches", "take", "limit", "stages", "placement", "seconds", "iterations", "candidates",
              "start", "save", "export", "close", "compare", "open"})
            QVERIFY2(reached.contains(QString("find-") + QLatin1String(name)), name);
        QVERIFY(reached.indexOf("find-limit") < reached.indexOf("find-seconds"));
        QVERIFY(reached.indexOf("find-seconds") < reached.indexOf("find-start"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowFindTest)
#include "window_find_test.moc"
