// SPDX-License-Identifier: Apache-2.0
// Each dock by itself, with something in it.
#include "tests/ui/gallery/scenes.h"
#include "tests/ui/window_charts_support.h"
#include "tests/ui/window_trace_support.h"

#include <QDockWidget>
#include <QTabBar>
#include <QTabWidget>

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

std::function<void(ShownWindow&, const LookAt&)> dock(const char* name)
{
    return [name](ShownWindow& w, const LookAt& look) {
        settle(w);
        w.view().chosen().select(ActionPosition{RankId{1}, 20});
        look(raised(w, name));
    };
}

std::function<void(ShownWindow&, const LookAt&)> chart(const char* command)
{
    return [command](ShownWindow& w, const LookAt& look) {
        settle(w);
        ShownCharts charts(w);
        charts.show(command);
        look(raised(w, "charts-dock"));
    };
}

void showProblems(ShownWindow& w, const LookAt& look)
{
    w.openFile(w.write(QStringLiteral("broken.csv"), "0F0,0F1,0F1,0B0,0B1\n1F0,1F1,1B0\n"));
    settle(w);
    look(raised(w, "problems-dock"));
}

void showCompared(ShownWindow& w, const LookAt& look)
{
    settle(w);
    w.trigger("compare.keep");
    begin(w, "zbv:ranks=4,microbatches=8");
    look(raised(w, "compare-dock"));
}

void showTrace(ShownWindow& w, const LookAt& look)
{
    if (profilesOf(kStraggler).isEmpty())
        QSKIP("no recorded profiles here");
    openProfiles(w, profilesOf(kStraggler));
    settle(w);
    QDockWidget& shown = raised(w, "trace-dock");
    // Every page of it.
    auto* pages = shown.findChild<QTabBar*>();
    for (int i = 0; pages && i < pages->count(); ++i) {
        pages->setCurrentIndex(i);
        settle(w);
        look(shown);
    }
    if (!pages)
        look(shown);
}

void showGap(ShownWindow& w, const LookAt& look)
{
    settle(w);
    w.key(Qt::Key_B);
    look(raised(w, "inspector-dock"));
}

void showMoreCosts(ShownWindow& w, const LookAt& look)
{
    settle(w);
    for (QPushButton* button : w->schedulePanel()->findChildren<QPushButton*>())
        if (button->isVisible() && button->text().startsWith(QStringLiteral("More")))
            button->click();
    w->resize(1280, 1400);
    look(raised(w, "schedule-dock"));
}

} // namespace

std::vector<Exhibit> dockScenes()
{
    return {
        {"dock-schedule", dock("schedule-dock")},
        {"dock-schedule-more", showMoreCosts},
        {"dock-inspector", dock("inspector-dock")},
        {"dock-inspector-gap", showGap},
        {"dock-bubbles", dock("bubbles-dock")},
        {"dock-problems", showProblems},
        {"dock-compare", showCompared},
        {"dock-chart-memory", chart("chart.memory")},
        {"dock-chart-in-flight", chart("chart.inFlight")},
        {"dock-chart-kinds", chart("chart.kinds")},
        {"dock-chart-sweep", chart("chart.sweep")},
        {"dock-trace", showTrace},
    };
}

} // namespace bubblescope::test
