// SPDX-License-Identifier: Apache-2.0
// Design, Profile, Compare: what each shows, and what stays across the switch.
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/compare_strip.h"
#include "ui/compare/comparison.h"
#include "ui/compare/side_tab.h"
#include "ui/document/settings.h"
#include "ui/export/colors.h"
#include "ui/modes/no_run_page.h"
#include "ui/timeline/timeline_input.h"
#include "ui/widgets/segmented_choice.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::WindowMode;

namespace {

void clickMode(ShownWindow& w, WindowMode mode)
{
    QTest::mouseClick(w->modes().choice()->findChildren<QAbstractButton*>().at(static_cast<int>(mode)),
                      Qt::LeftButton);
}

bool isShown(ShownWindow& w, const char* dock)
{
    return !w->findChild<QDockWidget*>(dock)->isHidden();
}

QPoint blockAt(ShownWindow& w, std::uint32_t rank, std::size_t index)
{
    const auto rect = actionRect(*w.view().index(), w.view().geometry(), {RankId{rank}, index});
    return ui::toRect(rect.value_or(RectF{})).center().toPoint();
}

void compareWith(ShownWindow& w, const char* schedule)
{
    const std::size_t before = w->comparison().references().size();
    w->compare().compareWithSchedule(static_cast<int>(findSchedule(schedule) - scheduleCatalog().data()));
    QTRY_COMPARE_WITH_TIMEOUT(w->comparison().references().size(), before + 1, 60000);
}

} // namespace

class WindowModesTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

    [[nodiscard]] WindowMode mode() { return w->modes().mode(); }
    [[nodiscard]] ui::CompareStrip& strip() { return *w->compare().strip(); }

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void eachModeHasItsPanels()
    {
        QVERIFY(mode() == WindowMode::Design);
        QVERIFY(isShown(w, "schedule-dock") && isShown(w, "bubbles-dock") && isShown(w, "problems-dock"));
        QVERIFY(!isShown(w, "compare-dock") && !isShown(w, "trace-dock") && !isShown(w, "run-dock"));
        QVERIFY(w->metrics()->isVisible() && !strip().isVisible());
        clickMode(w, WindowMode::Compare);
        QVERIFY(mode() == WindowMode::Compare);
        QVERIFY(isShown(w, "schedule-dock") && isShown(w, "compare-dock") && !isShown(w, "bubbles-dock"));
        QVERIFY(!w->metrics()->isVisible() && strip().isVisible());
        openProfiles(w, profilesOf(kStraggler));
        QVERIFY(mode() == WindowMode::Profile);
        QVERIFY(isShown(w, "run-dock") && isShown(w, "trace-dock") && !isShown(w, "schedule-dock"));
        QVERIFY(w->traces().measuredShown());
        clickMode(w, WindowMode::Design);
        QVERIFY(isShown(w, "schedule-dock") && !isShown(w, "run-dock"));
        QVERIFY(!w->traces().measuredShown());
        clickMode(w, WindowMode::Profile);
        QVERIFY(w->traces().measuredShown());
    }

    void keysSwitchAndTheTimelineKeepsThem()
    {
        w.view().setFocus();
        for (const auto& [key, wanted] : {std::pair{Qt::Key_2, WindowMode::Profile},
                                          {Qt::Key_3, WindowMode::Compare},
                                          {Qt::Key_1, WindowMode::Design}}) {
            QTest::keyClick(&w.window(), key, Qt::ControlModifier);
            QVERIFY(mode() == wanted);
            QVERIFY(w.action(QStringLiteral("mode.") + ui::modeName(wanted))->isChecked());
        }
        w.view().setFocus();
        clickMode(w, WindowMode::Compare);
        QVERIFY(w.view().hasFocus());
    }

    void aProfileWithoutARunSaysSo()
    {
        clickMode(w, WindowMode::Profile);
        QVERIFY(w->modes().noRunPage()->isVisible() && !w->pane()->isVisible());
        QVERIFY(!isShown(w, "trace-dock") && !isShown(w, "run-dock"));
        clickMode(w, WindowMode::Design);
        QVERIFY(w->pane()->isVisible() && isShown(w, "bubbles-dock"));
    }

    void whatIsHiddenInAModeStaysHiddenThere()
    {
        w->findChild<QDockWidget*>("bubbles-dock")->hide();
        clickMode(w, WindowMode::Compare);
        clickMode(w, WindowMode::Design);
        QVERIFY(!isShown(w, "bubbles-dock") && isShown(w, "problems-dock"));
        w.reopen();
        QVERIFY(!isShown(w, "bubbles-dock") && isShown(w, "problems-dock"));
    }

    void theInspectorOpensForWhatIsSelected()
    {
        w->resize(1280, 800);
        QVERIFY(!w->inspector()->isVisible());
        w.select(1, 2);
        QTRY_VERIFY(w->inspector()->isVisible());
        clickMode(w, WindowMode::Compare);
        QVERIFY(!w->inspector()->isVisible());
        clickMode(w, WindowMode::Design);
        QVERIFY(w->inspector()->isVisible());
        w.reopen();
        w->resize(1280, 800);
        QVERIFY(!w->inspector()->isVisible());
        w->resize(1800, 1000);
        QTRY_VERIFY(w->inspector()->isVisible());
    }

    void cardsAreShortBesideTheInspector()
    {
        w->resize(1280, 800);
        const auto* input = w.view().findChild<ui::TimelineInput*>();
        QVERIFY(input);
        sendMove(w.view().viewport(), blockAt(w, 1, 2));
        QCOMPARE(input->card().rows.size(), std::size_t{1});
        w.select(1, 2);
        QTRY_VERIFY(w->inspector()->isVisible());
        sendMove(w.view().viewport(), blockAt(w, 1, 3));
        QVERIFY(!input->card().isEmpty() && input->card().rows.empty());
        // What is not said of memory any more stands in the inspector.
        verifyContains(w->inspector()->plainText(), {"Memory of rank 1\nHolds: ", "\nPeak: "});
    }

    void undoGoesAcrossTheSwitch()
    {
        const std::uint32_t before = w.microbatches();
        w.setMicrobatches(before + 4);
        clickMode(w, WindowMode::Compare);
        w.undo();
        QTRY_COMPARE(w.microbatches(), before);
        clickMode(w, WindowMode::Design);
        w.document().undoStack().redo();
        QTRY_COMPARE(w.microbatches(), before + 4);
    }

    void sidesStandInTabs()
    {
        clickMode(w, WindowMode::Compare);
        QCOMPARE(strip().tabCount(), std::size_t{1});
        QVERIFY(strip().badge().isEmpty());
        verifyBegins(strip().verdict(), "Nothing to compare with yet");
        compareWith(w, "zbv");
        QCOMPARE(strip().tabCount(), std::size_t{2});
        QCOMPARE(strip().tab(0)->text(), "Interleaved 1F1B");
        QCOMPARE(strip().tab(1)->text(), "ZBV");
        QCOMPARE(strip().badge(), "✓ same work");
        QCOMPARE(strip().verdict(), "ZBV is faster: 51 steps, 10.5 % less than Interleaved 1F1B, "
                                    "with a peak of 4 activations, 1.5 less");
        compareWith(w, "gpipe");
        verifyBegins(strip().verdict(), "ZBV is fastest: ");
        // A click chooses the one that others are held against.
        QTest::mouseClick(strip().tab(1), Qt::LeftButton, {}, {20, 18});
        QCOMPARE(w->comparison().chosen(), std::size_t{0});
        QTest::mouseClick(strip().tab(1)->findChild<QToolButton*>(), Qt::LeftButton);
        QCOMPARE(strip().tabCount(), std::size_t{2});
        QCOMPARE(strip().tab(1)->text(), "GPipe");
    }

    void withItselfThereIsNoDifference()
    {
        w.trigger("compare.split");
        verifyContains(strip().verdict(), {" take the same time: 57 steps"});
        QCOMPARE(strip().badge(), "✓ same work");
    }

    /// Two sides of one name have no other part that tells them apart: it is not for the tabs either.
    void sidesOfOneNameAreAsShort()
    {
        w.trigger("compare.split");
        compareWith(w, "zbv");
        QCOMPARE(strip().tabCount(), std::size_t{3});
        QCOMPARE(strip().tab(0)->text(), "Interleaved 1F1B");
        QCOMPARE(strip().tab(1)->text(), "Interleaved 1F1B");
        QCOMPARE(strip().tab(2)->text(), "ZBV");
    }

    void stagesThatCostTheSameAreNotTheSameWork()
    {
        w.trigger("compare.split");
        w.type(w.number("stages-per-rank"), "4");
        w.settle();
        QCOMPARE(strip().badge(), "not the same work");
        verifyBegins(strip().verdict(), "Not the same work");
    }

    void frozenSidesAreSaidAndOthersFollow()
    {
        w.trigger("compare.split");
        compareWith(w, "zbv");
        CostModel costs = w.document().state().costs;
        costs.backward = StageValues(4);
        w.document().setCosts(costs, "costs");
        w.settle();
        const Time before = w->comparison().references()[0].evaluation->timeline->makespan;
        QTRY_VERIFY(strip().tab(1)->accessibleName().contains("frozen") ||
                    strip().tab(2)->accessibleName().contains("frozen"));
        const bool isFirst = strip().tab(1)->text() == "ZBV";
        const std::size_t follower = isFirst ? 0 : 1;
        QTRY_VERIFY(w->comparison().references()[follower].evaluation->timeline->makespan > before);
        QVERIFY(!strip().tab(follower + 1)->accessibleName().contains("frozen"));
        QVERIFY(strip().tab(2 - follower)->accessibleName().contains("frozen"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowModesTest)
#include "window_modes_test.moc"
