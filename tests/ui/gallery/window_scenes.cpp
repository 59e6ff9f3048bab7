// SPDX-License-Identifier: Apache-2.0
// The main window in its states.
#include "tests/ui/gallery/scenes.h"
#include "tests/ui/timeline_support.h"
#include "ui/panels/idle_bar.h"
#include "ui/timeline/note_marks.h"

namespace bubblescope::test {

namespace {

void showStartWithFiles(ShownWindow& w)
{
    for (const char* name :
         {"zbv-memory-limit.csv", "interleaved.csv", "measured-against-predicted.csv", "gone.csv"})
        w.openFile(w.write(name, "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"));
    QFile::remove(w.path("gone.csv"));
    showStartPage(w);
}

void showNothingSelected(ShownWindow& w)
{
    begin(w, "zbv:ranks=4,microbatches=12");
    w.trigger("view.memory");
}

void showUnreadable(ShownWindow& w)
{
    w.openFile(w.write("plan.csv", "0F0,0F1,what is this\n1F0,1B0\n"));
    w.openFile(w.write("plan.bubble", "{ \"version\": "));
}

void showWhatIf(ShownWindow& w)
{
    WhatIf whatIf = w.document().whatIf();
    whatIf.kinds[ActionKind::Backward] = 1.25;
    whatIf.ranks[2] = 1.5;
    w.document().setWhatIf(whatIf);
}

/// Of 141 GB, as a GPU has, and two ranks above it.
void showSizes(ShownWindow& w)
{
    begin(w, "zbv:ranks=4,microbatches=8");
    CostModel costs = w.document().state().costs;
    costs.unit = "ms";
    costs.forward = StageValues(23.4);
    costs.backwardInput = StageValues(25.1);
    costs.backwardWeight = StageValues(22.6);
    costs.transfer.latency = 0.32;
    costs.activation = StageValues(6.4e9);
    costs.parameters = StageValues(16e9);
    costs.memoryUnit = MemoryUnit::Bytes;
    costs.memoryLimit = RankValues(141e9);
    costs.source = "estimated · llama-3-8b on NVIDIA H200";
    w.document().setCosts(costs, "costs");
    w.explained();
    w->metrics()->idle()->choose(BubbleWhy::NothingLeft);
}

/// All that takes room beside the timeline, open at once.
void showEverythingOpen(ShownWindow& w)
{
    w.unfoldInspector();
    showWhatIf(w);
    QTest::mouseClick(w->metrics()->whatIf(), Qt::LeftButton);
    w.trigger("schedule.costs");
    w->findChild<QPushButton*>("cost-more")->click();
    settle(w);
}

void showWhatIfBar(ShownWindow& w)
{
    showWhatIf(w);
    w->metrics()->whatIf()->click();
}

void showReason(ShownWindow& w)
{
    begin(w, "1f1b:ranks=4,microbatches=8");
    w.explained();
    w->metrics()->idle()->choose(BubbleWhy::WaitsForB);
}

/// A side that keeps its costs beside one that follows them.
void showFrozen(ShownWindow& w)
{
    w.trigger("compare.keep");
    CostModel costs = w.document().state().costs;
    costs.backward = StageValues(3);
    w.document().setCosts(costs, "costs");
    settle(w);
    w->compare().compareWithSchedule(static_cast<int>(findSchedule("zbv") - scheduleCatalog().data()));
    QTRY_VERIFY_WITH_TIMEOUT(w->comparison().references().size() == 2, 60'000);
    w.trigger("compare.split");
}

void showSearch(ShownWindow& w)
{
    w.trigger("search.find");
    QTest::keyClicks(QApplication::focusWidget(), "mb 3");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
}

void showNotes(ShownWindow& w)
{
    w.document().setNotes({{5, {}, {}, "warm-up ends"}, {12, 16, RankId{0}, "waits for the last rank"}},
                          "notes");
    w.key(Qt::Key_Right);
    for (int i = 0; i < 6; ++i)
        w.key(Qt::Key_Right, Qt::ShiftModifier);
}

} // namespace

std::vector<Exhibit> windowScenes()
{
    const auto comparedIn = [](const char* mode) {
        return [mode](ShownWindow& w) { compareWithZbv(w, mode); };
    };
    return {
        windowAfter("start", showStartPage),
        windowAfter("start-recent", showStartWithFiles),
        windowAfter("window-4-ranks",
                    [](ShownWindow& w) {
                        followCriticalPath(w, 20);
                        QTRY_VERIFY(w->inspector()->isVisible());
                    }),
        windowAfter("window-256-ranks", [](ShownWindow& w) { begin(w, "1f1b:ranks=256,microbatches=512"); }),
        windowAfter("window-zbv", showNothingSelected),
        windowAfter("window-broken", openBroken),
        windowAfter("window-unreadable", showUnreadable),
        windowAfter("window-what-if", showWhatIf),
        windowAfter("window-what-if-bar", showWhatIfBar),
        windowAfter("window-everything-open", showEverythingOpen),
        windowAfter("window-reason", showReason),
        windowAfter("window-sizes", showSizes),
        windowAfter("window-search", showSearch),
        windowAfter("window-notes", showNotes),
        windowAfter("compare-split", comparedIn("compare.split")),
        windowAfter("compare-overlay", comparedIn("compare.overlay")),
        windowAfter("compare-difference", comparedIn("compare.difference")),
        windowAfter("compare-empty", [](ShownWindow& w) { w.trigger("mode.compare"); }),
        windowAfter("compare-frozen", showFrozen),
        windowAfter("window-profile", openStraggler),
        windowAfter("window-profile-empty", [](ShownWindow& w) { w.trigger("mode.profile"); }),
    };
}

} // namespace bubblescope::test
