// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// A line for each lane: "sends: 0SEND_F0 10-12, 0SEND_F1 20-22".
std::string lanesText(const MeasuredRun& run, const MeasuredRank& rank)
{
    std::string text;
    for (std::uint32_t lane = 0; lane < rank.plainLanes.size(); ++lane) {
        text += rank.plainLanes[lane] + ":";
        bool isFirst = true;
        for (const PlainSpan& span : rank.plain) {
            if (span.lane != lane)
                continue;
            text += fmt::format("{} {} {:g}-{:g}", isFirst ? "" : ",", run.plainNames[span.name], span.start,
                                span.end);
            isFirst = false;
        }
        text += "\n";
    }
    return text;
}

} // namespace

/// What stands beside the compute actions of a rank.
class PlainLanesTest : public QObject
{
    Q_OBJECT

private slots:
    void labelledCommunicationHasLanes()
    {
        const MeasuredRun run =
            withPlain(made("PP:0UNSHARD -5-0, PP:0F0 0-10, PP:0SEND_F0 10-12, PP:0WAIT_SEND_F0 11-15, "
                           "PP:0RECV_B0 16-20, PP:0B0 20-40, PP:0REDUCE_GRAD 40-44"));
        QCOMPARE(lanesText(run, run.ranks[0]),
                 "sends: 0SEND_F0 10-12\n"
                 "sends: 0WAIT_SEND_F0 11-15\n"
                 "receives: 0RECV_B0 16-20\n"
                 "parameters and gradients: 0UNSHARD -5-0, 0REDUCE_GRAD 40-44\n");
    }

    void glooSpansHaveLanes()
    {
        const MeasuredRun run =
            withPlain(made("PP:0F0 0-10, gloo:recv 2-4, gloo:recv 3-6, PP:0B0 20-30, gloo:recv 50-60"));
        QCOMPARE(lanesText(run, run.ranks[0]), "thread 100, communication: gloo:recv -4--2\n"
                                               "thread 100, communication: gloo:recv -3-0\n");
    }

    void glooAloneStartsAtZero()
    {
        const MeasuredRun run = withPlain(made("train 0-100, gloo:recv 20-40, gloo:recv 50-60"));
        QVERIFY(run.empty());
        QCOMPARE(run.ranks.size(), std::size_t{1});
        QCOMPARE(lanesText(run, run.ranks[0]),
                 "thread 100, communication: gloo:recv 0-20, gloo:recv 30-40\n");
    }

    void spansKnowTheirActions()
    {
        const MeasuredRun run = withPlain(made("PP:0F0 0-10, PP:0SEND_F0 10-12, gloo:recv 3-6"));
        const MeasuredRank& rank = run.ranks[0];
        for (const PlainSpan& span : rank.plain) {
            if (span.kind == PlainKind::Transfer)
                QCOMPARE(actionText(rank.actions.at(span.action).action.id()), "0SEND_F0");
            else
                QCOMPARE(span.action, PlainSpan::kNoAction);
        }
        QCOMPARE(rank.plain.size(), std::size_t{2});
    }

    void unmatchedStandBesideLabels()
    {
        const MeasuredRun run =
            withPlain(made("PP:0F0 0-5, gemm @1 100-150, PP:0B0 6-9, gemm @7 150-190, optimizer @20 "
                           "120-140/23, Memcpy HtoD 160-170, after the step @30 200-240"));
        QCOMPARE(lanesText(run, run.ranks[0]), "stream 7, copies: Memcpy HtoD 60-70\n"
                                               "stream 23, compute: optimizer 20-40\n");
    }

    void recordingHasItsCommunication()
    {
        std::vector<std::string> paths;
        for (int rank = 0; rank < 4; ++rank)
            paths.push_back(
                tracePath(fmt::format("torch_cpu/1f1b_runtime_p4_m8/rank{}_trace.json.gz", rank)).string());
        const MeasuredRun run = withPlain(readAll(paths));
        for (const MeasuredRank& rank : run.ranks) {
            std::size_t recorded = 0;
            std::size_t shown = 0;
            for (const MeasuredAction& action : rank.actions)
                recorded += isCompute(action.action.kind()) ? 0 : 1;
            for (const PlainSpan& span : rank.plain)
                shown += span.action != PlainSpan::kNoAction ? 1 : 0;
            QVERIFY(recorded > 0);
            QCOMPARE(shown, recorded);
            std::vector<Time> until(rank.plainLanes.size(), -1e18);
            for (const PlainSpan& span : rank.plain) {
                QVERIFY(until[span.lane] <= span.start);
                until[span.lane] = span.end;
            }
        }
    }
};

BUBBLESCOPE_TEST(PlainLanesTest)
#include "trace_plain_lanes.moc"
