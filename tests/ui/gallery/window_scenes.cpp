// SPDX-License-Identifier: Apache-2.0
// The main window in its states.
#include "tests/ui/gallery/scenes.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_trace_support.h"
#include "ui/start/start_controller.h"
#include "ui/start/start_page.h"
#include "ui/timeline/note_marks.h"

namespace bubblescope::test {

namespace {

void showStart(ShownWindow& w, const LookAt& look)
{
    w->start().show();
    QTRY_VERIFY_WITH_TIMEOUT(w->start().page()->isComplete(), 60'000);
    look(w.window());
}

void showStartWithFiles(ShownWindow& w, const LookAt& look)
{
    for (const char* name :
         {"zbv-memory-limit.csv", "interleaved.csv", "measured-against-predicted.csv", "gone.csv"})
        w.openFile(w.write(QLatin1String(name), "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"));
    QFile::remove(w.path(QStringLiteral("gone.csv")));
    showStart(w, look);
}

void showFourRanks(ShownWindow& w, const LookAt& look)
{
    settle(w);
    w.trigger("timeline.criticalPath");
    w.view().chosen().select(ActionPosition{RankId{1}, 20});
    settle(w);
    look(w.window());
}

void showManyRanks(ShownWindow& w, const LookAt& look)
{
    begin(w, "1f1b:ranks=256,microbatches=512");
    look(w.window());
}

void showNothingSelected(ShownWindow& w, const LookAt& look)
{
    begin(w, "zbv:ranks=4,microbatches=12");
    w.trigger("view.memory");
    settle(w);
    look(w.window());
}

void showBroken(ShownWindow& w, const LookAt& look)
{
    w.openFile(w.write(QStringLiteral("broken.csv"), "0F0,0F1,0F1,0B0,0B1\n1F0,1F1,1B0\n"));
    settle(w);
    look(w.window());
}

void showUnreadable(ShownWindow& w, const LookAt& look)
{
    w.openFile(w.write(QStringLiteral("plan.csv"), "0F0,0F1,what is this\n1F0,1B0\n"));
    w.openFile(w.write(QStringLiteral("plan.bubble"), "{ \"version\": "));
    settle(w);
    look(w.window());
}

void showWhatIf(ShownWindow& w, const LookAt& look)
{
    settle(w);
    WhatIf whatIf = w.document().whatIf();
    whatIf.kinds[ActionKind::Backward] = 1.25;
    whatIf.ranks[2] = 1.5;
    w.document().setWhatIf(whatIf);
    settle(w);
    look(w.window());
}

void showSearch(ShownWindow& w, const LookAt& look)
{
    settle(w);
    w.trigger("search.find");
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("mb 3"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    settle(w);
    look(w.window());
}

void showNotes(ShownWindow& w, const LookAt& look)
{
    settle(w);
    w.document().setNotes({{5, {}, {}, "warm-up ends"}, {12, 16, RankId{0}, "waits for the last rank"}},
                          QStringLiteral("notes"));
    w.key(Qt::Key_Right);
    for (int i = 0; i < 6; ++i)
        w.key(Qt::Key_Right, Qt::ShiftModifier);
    settle(w);
    look(w.window());
}

void compare(ShownWindow& w, const char* mode, const LookAt& look)
{
    settle(w);
    w.trigger("compare.keep");
    begin(w, "zbv:ranks=4,microbatches=8");
    w.trigger(mode);
    settle(w);
    look(w.window());
}

void showProfile(ShownWindow& w, const LookAt& look)
{
    if (profilesOf(kStraggler).isEmpty())
        QSKIP("no recorded profiles here");
    openProfiles(w, profilesOf(kStraggler));
    settle(w);
    look(w.window());
}

} // namespace

std::vector<Exhibit> windowScenes()
{
    const auto in = [](const char* mode) {
        return [mode](ShownWindow& w, const LookAt& look) { compare(w, mode, look); };
    };
    return {
        {"start", showStart, true},
        {"start-recent", showStartWithFiles, true},
        {"window-4-ranks", showFourRanks, true},
        {"window-256-ranks", showManyRanks, true},
        {"window-zbv", showNothingSelected, true},
        {"window-broken", showBroken, true},
        {"window-unreadable", showUnreadable, true},
        {"window-what-if", showWhatIf, true},
        {"window-search", showSearch, true},
        {"window-notes", showNotes, true},
        {"compare-split", in("compare.split"), true},
        {"compare-overlay", in("compare.overlay"), true},
        {"compare-difference", in("compare.difference"), true},
        {"window-profile", showProfile, true},
    };
}

} // namespace bubblescope::test
