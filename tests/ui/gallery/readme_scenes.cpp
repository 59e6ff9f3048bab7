// SPDX-License-Identifier: Apache-2.0
// What the README shows of the program.
#include "tests/ui/gallery/scenes.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_trace_support.h"
#include "ui/start/start_controller.h"
#include "ui/start/start_page.h"

#include <QDockWidget>

namespace bubblescope::test {

namespace {

void showCriticalPath(ShownWindow& w, const LookAt& look)
{
    begin(w, "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2");
    w.trigger("timeline.criticalPath");
    w.view().chosen().select(ActionPosition{RankId{1}, 17});
    settle(w);
    look(w.window());
}

void showMeasured(ShownWindow& w, const LookAt& look)
{
    begin(w, "zbv:ranks=4,microbatches=8");
    w.trigger("view.theme.dark");
    CostModel costs = w.document().state().costs;
    costs.memoryLimit = 5.0;
    w.document().setCosts(costs, QStringLiteral("memory limit"));
    w.document().setNotes({{48, {}, {}, "rank 0 has nothing left to do"}}, QStringLiteral("note"));
    settle(w);
    w.key(Qt::Key_Right);
    for (int i = 0; i < 8; ++i)
        w.key(Qt::Key_Period);
    for (int i = 0; i < 5; ++i)
        w.key(Qt::Key_Right, Qt::ShiftModifier);
    w.key(Qt::Key_Down, Qt::ShiftModifier);
    settle(w);
    look(w.window());
}

void showBoth(ShownWindow& w, const LookAt& look)
{
    begin(w, "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2");
    w.trigger("compare.keep");
    begin(w, "zbv:ranks=4,microbatches=8");
    w.trigger("compare.split");
    if (auto* dock = w->findChild<QDockWidget*>(QStringLiteral("compare-dock"))) {
        dock->show();
        dock->raise();
    }
    settle(w);
    look(w.window());
}

void greet(ShownWindow& w, const LookAt& look)
{
    w->start().show();
    QTRY_VERIFY_WITH_TIMEOUT(w->start().page()->isComplete(), 60'000);
    look(w.window());
}

} // namespace

std::vector<Exhibit> readmeScenes()
{
    return {
        {"window-light", showCriticalPath, true},
        {"window-dark", showMeasured, true},
        {"compare-light", showBoth, true},
        {"start-light", greet, true},
    };
}

} // namespace bubblescope::test
