// SPDX-License-Identifier: Apache-2.0
// Each dock by itself, with something in it.
#include "tests/ui/gallery/scenes.h"
#include "tests/ui/window_charts_support.h"
#include "tests/ui/window_trace_support.h"
#include "ui/trace/runs_page.h"
#include "ui/trace/second_run.h"

namespace bubblescope::test {

namespace {

QDockWidget& raised(ShownWindow& w, const char* name)
{
    auto* dock = w->findChild<QDockWidget*>(QLatin1String(name));
    dock->show();
    dock->raise();
    settle(w);
    return *dock;
}

/// A dock after something was done in the window.
Exhibit dockAfter(const char* name, const char* dock, const Prepare& prepare)
{
    const auto show = [dock, prepare](ShownWindow& w, const LookAt& look) {
        settle(w);
        prepare(w);
        look(raised(w, dock));
    };
    return {name, show};
}

void selectSomething(ShownWindow& w)
{
    w.view().chosen().select(ActionPosition{RankId{1}, 20});
}

Exhibit chart(const char* name, const char* command)
{
    return dockAfter(name, "charts-dock", [command](ShownWindow& w) {
        ShownCharts charts(w);
        charts.show(command);
    });
}

void showCompared(ShownWindow& w)
{
    w.trigger("compare.keep");
    begin(w, "zbv:ranks=4,microbatches=8");
}

void showTrace(ShownWindow& w, const LookAt& look)
{
    openStraggler(w);
    QDockWidget& shown = raised(w, "trace-dock");
    look(shown);
    lostTime(w).setCause(DeviationCause::Compute);
    settle(w);
    look(shown);
    look(raised(w, "run-dock"));
    w.trigger("trace.details");
    for (int page = ui::TracePanel::Files; page <= ui::TracePanel::Streams; ++page) {
        tracePanel(w).setPage(static_cast<ui::TracePanel::Page>(page));
        settle(w);
        look(*w->traces().sheet());
    }
}

void openTwoRuns(ShownWindow& w)
{
    openProfiles(w, profilesOf("torch_cpu/1f1b_runtime_p4_m8"));
    w->traces().openSecond(profilesOf(kStraggler));
    [&] { QTRY_VERIFY_WITH_TIMEOUT(w->traces().second().change(), 60000); }();
    settle(w);
}

/// Two runs against each other, in the window.
void showTwoRuns(ShownWindow& w, const LookAt& look)
{
    openTwoRuns(w);
    look(w.window());
}

/// In the other views of comparing, and the dock's lists.
void showRunsPage(ShownWindow& w, const LookAt& look)
{
    openTwoRuns(w);
    for (const ui::CompareMode mode : {ui::CompareMode::Overlay, ui::CompareMode::Difference}) {
        w->compare().setMode(mode);
        settle(w);
        look(w.window());
    }
    QDockWidget& shown = raised(w, "runs-dock");
    for (const ui::RunsPage::List list : {ui::RunsPage::Ranks, ui::RunsPage::Kinds, ui::RunsPage::Actions}) {
        w->traces().runs().setList(list);
        settle(w);
        look(shown);
    }
}

void showMoreCosts(ShownWindow& w)
{
    w->schedulePanel()->setCostsOpen(true);
    for (QPushButton* button : w->schedulePanel()->findChildren<QPushButton*>())
        if (button->isVisible() && button->text().startsWith("More"))
            button->click();
    w->resize(1280, 1400);
}

void showFittedCosts(ShownWindow& w, const LookAt& look)
{
    openProfiles(w, profilesOf(kInterleaved));
    CostModel costs = w.document().state().costs;
    costs.communicators.policy = CommunicatorPolicy::Torch;
    w.document().setCosts(costs, "policy");
    settle(w);
    showMoreCosts(w);
    settle(w);
    look(raised(w, "schedule-dock"));
}

} // namespace

std::vector<Exhibit> dockScenes()
{
    return {
        dockAfter("dock-schedule", "schedule-dock", selectSomething),
        dockAfter("dock-schedule-options", "schedule-dock",
                  [](ShownWindow& w) { w->schedulePanel()->options()->click(); }),
        dockAfter("dock-schedule-loaded", "schedule-dock", openBroken),
        dockAfter("dock-costs", "schedule-dock",
                  [](ShownWindow& w) { w->schedulePanel()->setCostsOpen(true); }),
        dockAfter("dock-costs-more", "schedule-dock", showMoreCosts),
        dockAfter("dock-costs-wrong", "schedule-dock",
                  [](ShownWindow& w) {
                      w->schedulePanel()->setCostsOpen(true);
                      w.typeOpen(*w->findChild<ui::NumberField*>("cost-forward"), "fast");
                  }),
        dockAfter("dock-schedule-wrong", "schedule-dock",
                  [](ShownWindow& w) { w.type(w.number("ranks"), "0"); }),
        dockAfter("dock-inspector", "inspector-dock", selectSomething),
        dockAfter("dock-inspector-gap", "inspector-dock", [](ShownWindow& w) { w.key(Qt::Key_B); }),
        dockAfter("dock-bubbles", "bubbles-dock", selectSomething),
        dockAfter("dock-problems", "problems-dock", openBroken),
        dockAfter("dock-compare", "compare-dock", showCompared),
        chart("dock-chart-memory", "chart.memory"),
        chart("dock-chart-in-flight", "chart.inFlight"),
        chart("dock-chart-kinds", "chart.kinds"),
        chart("dock-chart-sweep", "chart.sweep"),
        {"dock-trace", showTrace},
        {"two-runs", showTwoRuns, true},
        {"dock-two-runs", showRunsPage},
        {"dock-costs-fitted", showFittedCosts},
    };
}

} // namespace bubblescope::test
