// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/fit_costs.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr auto kOrder = "0F0 0F1 0B0 0B1\n1F0 1F1 1B0 1B1\n2F0 2F1 2B0 2B1\n3F0 3F1 3B0 3B1";

/// On the GPU: spans of 100 µs, of which each kind is busy so long on each rank.
MeasuredRun runWith(const std::vector<double>& forward, const std::vector<double>& backward,
                    const std::vector<std::uint32_t>& kernels = {10, 10, 10, 10})
{
    MeasuredRun run = runOf(kOrder);
    for (std::size_t rank = 0; rank < run.ranks.size(); ++rank)
        for (MeasuredAction& one : run.ranks[rank].actions) {
            one.start *= 10;
            one.end *= 10;
            one.busy = isForward(one.action.kind()) ? forward[rank] : backward[rank];
            one.kernels = kernels[rank];
            one.source = TimeSource::Launches;
        }
    return run;
}

std::string stragglersText(const FittedCosts& fitted)
{
    std::string text;
    for (const Straggler& one : fitted.stragglers)
        text += (text.empty() ? "" : ", ") + stragglerText(one);
    return text;
}

} // namespace

/// What a stage costs, and who is slow, is told by the time that kernels run.
class StragglersTest : public QObject
{
    Q_OBJECT

private slots:
    void everyKindMustBeSlow_data()
    {
        addRows<QList<double>, QList<double>, QString>({
            {"nobody", {20, 20, 20, 20}, {40, 40, 40, 40}, ""},
            {"one kind", {20, 20, 30, 20}, {40, 40, 44, 40}, ""},
            {"both", {20, 20, 30, 20}, {40, 40, 56, 40}, "rank 2 takes 1.40 times as long as the others"},
            {"not quite", {20, 20, 25, 20}, {40, 40, 50, 40}, ""},
            {"the first stage",
             {30, 20, 20, 20},
             {60, 40, 40, 40},
             "rank 0 takes 1.50 times as long as the others"},
            {"of two halves the faster is the norm",
             {30, 20, 30, 20},
             {60, 40, 60, 40},
             "rank 0 takes 1.50 times as long as the others, rank 2 takes 1.50 times as long as the others"},
        });
    }

    void everyKindMustBeSlow()
    {
        const auto& [forward, backward, text] = givenRow<QList<double>, QList<double>, QString>();
        const FittedCosts fitted =
            fitCosts(runWith({forward.begin(), forward.end()}, {backward.begin(), backward.end()}));
        QCOMPARE(stragglersText(fitted), text.toStdString());
    }

    void aLargerStageIsTold()
    {
        const FittedCosts fitted = fitCosts(runWith({20, 20, 20, 30}, {40, 40, 40, 60}, {10, 10, 10, 15}));
        QCOMPARE(stragglersText(fitted),
                 "rank 3 takes 1.50 times as long as the others; its stage is larger: "
                 "it runs 1.50 times as many kernels");
    }

    void costsAreThoseOfKernels()
    {
        const FittedCosts fitted = fitCosts(runWith({20, 20, 20, 20}, {40, 40, 40, 40}));
        QCOMPARE(fitted.medians.durationOf(ActionKind::Forward, StageId{1}), 20.0);
        QCOMPARE(fitted.durations.front().median, 20.0);
        QCOMPARE(fitted.durations.front().span, 100.0);
        const auto told = [&](const std::string& part) {
            return std::any_of(fitted.warnings.begin(), fitted.warnings.end(),
                               [&](const std::string& one) { return one.find(part) != std::string::npos; });
        };
        QVERIFY(told("F of stages 0, 1, 2, 3 takes up to 5.0 times as long from its first kernel"));
        QVERIFY(told("B of stages 0, 1, 2, 3 takes up to 2.5 times as long from its first kernel"));
    }

    void spansNearTheirWorkAreNotTold()
    {
        const FittedCosts fitted = fitCosts(runWith({70, 70, 70, 70}, {90, 90, 90, 90}));
        for (const std::string& warning : fitted.warnings)
            QVERIFY2(warning.find("times as long from") == std::string::npos, warning.c_str());
    }
};

BUBBLESCOPE_TEST(StragglersTest)
#include "stragglers.moc"
