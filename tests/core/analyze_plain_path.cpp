// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/analyze/explanation.h"
#include "core/analyze/plain_path.h"
#include "core/generate/catalog.h"
#include "core/lower/pass.h"
#include "tests/support/random_costs.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::optional<CriticalPath> plainPathOf(const Timeline& timeline, const CostModel& costs)
{
    return plainCriticalPath(timeline, costs, ActionTable(*timeline.schedule));
}

} // namespace

/// The critical path that the times alone tell, against the one of a second timing that notes what waits.
class AnalyzePlainPath : public QObject
{
    Q_OBJECT

private slots:
    void isThatOfTheBindings()
    {
        int plain = 0;
        for (const ScheduleInfo& info : scheduleCatalog()) {
            ScheduleRequest request;
            request.schedule = info.name;
            const SchedulePtr order = std::make_shared<const Schedule>(*generate(request, {}));
            for (std::uint32_t seed = 0; seed < 40; ++seed) {
                Dice dice(seed);
                CostModel costs = seed == 0 ? CostModel() : randomCosts(dice, *order);
                if (seed % 4 != 0) {
                    costs.profile = TimingProfile::Strict;
                    costs.jitter = {};
                    for (auto& [kinds, rule] : costs.overlap.times)
                        rule.firstDone = rule.secondDone = 1;
                }
                const Timeline timeline = timelineOf(order, costs);
                const std::optional<CriticalPath> path = plainPathOf(timeline, costs);
                if (!path)
                    continue;
                ++plain;
                const Explanation explanation = explain(timeline, costs).value();
                QVERIFY2(path->actions == explanation.criticalPath.actions,
                         fmt::format("{}, seed {}", info.name, seed).c_str());
                QCOMPARE(path->length, explanation.criticalPath.length);
            }
        }
        QVERIFY2(plain > 30 * 20, fmt::format("{}", plain).c_str());
    }

    void whatElseHoldsUpIsLeftToTheBindings()
    {
        const SchedulePtr order = generated("1f1b:ranks=4,microbatches=8");
        CostModel jitter;
        jitter.jitter = {0.1, 1};
        QVERIFY(!plainPathOf(timelineOf(order, jitter), jitter));
        CostModel step;
        step.step.optimizer = StageValues(1.0);
        QVERIFY(!plainPathOf(timelineOf(order, step), step));
        CostModel communicators;
        communicators.communicators.policy = CommunicatorPolicy::Torch;
        QVERIFY(!plainPathOf(timelineOf(order, communicators), communicators));
        const auto lowered = std::make_shared<const Schedule>(applyPass("send-recv", *order).value());
        QVERIFY(!plainPathOf(timelineOf(lowered), {}));
    }
};

BUBBLESCOPE_TEST(AnalyzePlainPath)
#include "analyze_plain_path.moc"
