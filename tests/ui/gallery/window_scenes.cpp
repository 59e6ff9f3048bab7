// SPDX-License-Identifier: Apache-2.0
// The main window in its states.
#include "tests/ui/gallery/scenes.h"
#include "tests/ui/timeline_support.h"
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
        windowAfter("window-4-ranks", [](ShownWindow& w) { followCriticalPath(w, 20); }),
        windowAfter("window-256-ranks", [](ShownWindow& w) { begin(w, "1f1b:ranks=256,microbatches=512"); }),
        windowAfter("window-zbv", showNothingSelected),
        windowAfter("window-broken", openBroken),
        windowAfter("window-unreadable", showUnreadable),
        windowAfter("window-what-if", showWhatIf),
        windowAfter("window-search", showSearch),
        windowAfter("window-notes", showNotes),
        windowAfter("compare-split", comparedIn("compare.split")),
        windowAfter("compare-overlay", comparedIn("compare.overlay")),
        windowAfter("compare-difference", comparedIn("compare.difference")),
        windowAfter("window-profile", openStraggler),
    };
}

} // namespace bubblescope::test
