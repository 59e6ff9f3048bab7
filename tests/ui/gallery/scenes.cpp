// SPDX-License-Identifier: Apache-2.0
#include "tests/ui/gallery/scenes.h"

#include "core/generate/generate.h"

namespace bubblescope::test {

std::vector<Exhibit> scenes()
{
    std::vector<Exhibit> all = windowScenes();
    for (const auto& more : {dockScenes(), dialogScenes()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
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
