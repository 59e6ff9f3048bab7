// SPDX-License-Identifier: Apache-2.0
// What the README shows of the program.
#include "tests/ui/gallery/scenes.h"
#include "tests/ui/timeline_support.h"

namespace bubblescope::test {

namespace {

constexpr const char* kInterleavedRequest = "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2";

void showCriticalPath(ShownWindow& w)
{
    begin(w, kInterleavedRequest);
    followCriticalPath(w, 17);
}

void showMeasured(ShownWindow& w)
{
    begin(w, "zbv:ranks=4,microbatches=8");
    w.trigger("view.theme.dark");
    CostModel costs = w.document().state().costs;
    costs.memoryLimit = 5.0;
    w.document().setCosts(costs, "memory limit");
    w.document().setNotes({{48, {}, {}, "rank 0 has nothing left to do"}}, "note");
    settle(w);
    w.key(Qt::Key_Right);
    for (int i = 0; i < 8; ++i)
        w.key(Qt::Key_Period);
    for (int i = 0; i < 5; ++i)
        w.key(Qt::Key_Right, Qt::ShiftModifier);
    w.key(Qt::Key_Down, Qt::ShiftModifier);
}

void showBoth(ShownWindow& w)
{
    begin(w, kInterleavedRequest);
    compareWithZbv(w, "compare.split");
    if (auto* dock = w->findChild<QDockWidget*>("compare-dock")) {
        dock->show();
        dock->raise();
    }
}

} // namespace

std::vector<Exhibit> readmeScenes()
{
    return {
        windowAfter("window-light", showCriticalPath),
        windowAfter("window-dark", showMeasured),
        windowAfter("compare-light", showBoth),
        windowAfter("start-light", showStartPage),
    };
}

} // namespace bubblescope::test
