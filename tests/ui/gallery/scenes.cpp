// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/gallery/scenes.h"

#include "core/generate/generate.h"
#include "tests/ui/window_trace_support.h"
#include "ui/start/start_controller.h"
#include "ui/start/start_page.h"

namespace bubblescope::test {

std::vector<Exhibit> scenes()
{
    std::vector<Exhibit> all = windowScenes();
    for (const auto& more : {dockScenes(), dialogScenes()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}

void addScenes(const std::vector<Exhibit>& all)
{
    QTest::addColumn<Exhibit>("scene");
    for (const Exhibit& scene : all)
        QTest::newRow(scene.name) << scene;
}

Exhibit windowAfter(const char* name, const Prepare& prepare)
{
    const auto show = [prepare](ShownWindow& w, const LookAt& look) {
        settle(w);
        prepare(w);
        settle(w);
        look(w.window());
    };
    return {name, show, true};
}

void showStartPage(ShownWindow& window)
{
    window->start().show();
    QTRY_VERIFY_WITH_TIMEOUT(window->start().page()->isComplete(), 60'000);
}

void followCriticalPath(ShownWindow& window, std::size_t selected)
{
    window.trigger("timeline.criticalPath");
    window.view().chosen().select(ActionPosition{RankId{1}, selected});
}

void compareWithZbv(ShownWindow& window, const char* mode)
{
    window.trigger("compare.keep");
    begin(window, "zbv:ranks=4,microbatches=8");
    window.trigger(mode);
}

void openStraggler(ShownWindow& window)
{
    if (profilesOf(kStraggler).isEmpty())
        QSKIP("no recorded profiles here");
    openProfiles(window, profilesOf(kStraggler));
    settle(window);
}

void openBroken(ShownWindow& window)
{
    window.openFile(window.write("broken.csv", "0F0,0F1,0F1,0B0,0B1\n1F0,1F1,1B0\n"));
    settle(window);
}

void settle(ShownWindow& window)
{
    QTRY_VERIFY_WITH_TIMEOUT(window.document().evaluation() && !window.document().isBusy() &&
                                 !window.document().isExplaining() && !window->isLoading(),
                             60'000);
    // Layouts and pictures follow when events are processed.
    for (int i = 0; i < 5; ++i)
        QCoreApplication::processEvents();
}

void begin(ShownWindow& window, const char* request)
{
    const Result<ScheduleRequest> wanted = requestFromText(request);
    QVERIFY2(wanted.has_value(), request);
    window->files().startNew(*wanted);
    settle(window);
}

} // namespace bubblescope::test
