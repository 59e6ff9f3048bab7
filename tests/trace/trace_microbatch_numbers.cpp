// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Steps of a rank that runs a F and a B of each microbatch; the first is number `first`.
std::vector<TraceFile> stepsFrom(const std::vector<std::uint32_t>& first, std::uint32_t microbatches)
{
    MadeTrace made;
    double at = 0;
    for (std::size_t step = 0; step < first.size(); ++step) {
        const double begin = at;
        for (const char* kind : {"F", "B"})
            for (std::uint32_t m = 0; m < microbatches; ++m) {
                made.range(fmt::format("PP:0{}{}", kind, first[step] + m), at + 1, at + 9);
                at += 10;
            }
        made.range(fmt::format("ProfilerStep#{}", step), begin, at);
    }
    return filesOf(made);
}

} // namespace

/// Microbatches are numbered from 0 in each step.
class MicrobatchNumbersTest : public QObject
{
    Q_OBJECT

private slots:
    void stepsBeginAtZero_data()
    {
        addRows<QList<int>>({
            {"from 0", {0, 0}},
            {"from 1", {1, 1}},
            {"growing", {0, 2}},
            {"growing from far", {4000, 4002}},
        });
    }

    void stepsBeginAtZero()
    {
        const auto& [first] = givenRow<QList<int>>();
        const std::vector<TraceFile> files = stepsFrom({first.begin(), first.end()}, 2);
        for (const std::uint64_t step : {0U, 1U}) {
            const MeasuredRun run = assembled(files, ofStep(step));
            QCOMPARE(ordersText(run), "0F0 0F1 0B0 0B1");
            QCOMPARE(run.microbatchCount, 2U);
            QCOMPARE(run.fullMicrobatchCount, 2U);
            const bool isShifted = first[static_cast<int>(step)] != 0;
            QCOMPARE(warns(run, "they are shown as 0 to 1"), isShifted);
        }
    }

    void aWildNumberIsOneMicrobatch()
    {
        const MeasuredRun run =
            assembled(made("PP:0F0 0-8, PP:0F1 10-18, PP:0F16777215 20-28, PP:0B0 30-38"));
        QCOMPARE(ordersText(run), "0F0 0F1 0F2 0B0");
        QCOMPARE(run.microbatchCount, 3U);
    }

    /// As torch 2.11's last rank counts them.
    void forwardsThatCountFromElsewhere()
    {
        const MeasuredRun run =
            assembled(madeRanks({"PP:0F0 0-8, PP:0F1 10-18, PP:0B0 50-58, PP:0B1 70-78",
                                 "PP:1F1 20-28, PP:1B0 30-38, PP:1F2 40-48, PP:1B1 60-68"}));
        QCOMPARE(ordersText(run), "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1");
        QCOMPARE(run.microbatchCount, 2U);
        QVERIFY(!warns(run, "they are shown as"));
    }

    void missingMicrobatchesStayMissing()
    {
        QCOMPARE(ordersText(assembled(made("PP:0F0 0-8, PP:0F1 10-18, PP:0F5 20-28, PP:0B0 30-38"))),
                 "0F0 0F1 0F5 0B0");
    }

    void aStepThatIsCutKeepsItsNumbers()
    {
        MadeTrace made;
        made.add("ProfilerStep#0 0-100, PP:0F1 0-8, PP:0F2 10-18, PP:0B1 20-28, PP:0B2 30-38, "
                 "ProfilerStep#1 100-200, PP:0F1 100-108, PP:0F2 110-118, PP:0B2 120-128, "
                 "ProfilerStep#2 200-300, PP:0F2 210-218, PP:0B2 220-228");
        QCOMPARE(ordersText(assembled(filesOf(MadeTrace(made)), ofStep(0))), "0F0 0F1 0B0 0B1");
        QCOMPARE(ordersText(assembled(filesOf(MadeTrace(made)), ofStep(2))), "0F1 0B1");
    }
};

BUBBLESCOPE_TEST(MicrobatchNumbersTest)
#include "trace_microbatch_numbers.moc"
