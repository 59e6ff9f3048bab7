// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/replicas.h"
#include "tests/fit/truth_run.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Two ranks of two actions each, of 10 µs times the rank's factor; a factor of 0 is a rank without a trace.
MeasuredRun replicaWith(std::size_t replica, const std::vector<double>& factors)
{
    MeasuredRun run = runOf("0F0 0B0\n1F0 1B0");
    run.replica = replica;
    for (std::size_t rank = 0; rank < factors.size(); ++rank) {
        run.ranks[rank].globalRank = static_cast<std::uint32_t>(replica * factors.size() + rank);
        for (MeasuredAction& one : run.ranks[rank].actions) {
            one.start *= factors[rank];
            one.end *= factors[rank];
        }
        if (factors[rank] == 0)
            run.ranks[rank].actions.clear();
    }
    return run;
}

std::string shareText(const std::optional<double>& share)
{
    return share ? fmt::format("{:+.3f}", *share) : "-";
}

/// "0 [0, 1]: 20 +0.000, 20 +0.000, rank 0 +0.000" a line.
std::string comparedText(MeasuredRun run, std::vector<MeasuredRun> others)
{
    run.replicas = std::move(others);
    std::string text;
    for (const ReplicaFigures& one : compareReplicas(run))
        text += fmt::format(
            "{} [{}]: {:g} {}, {:g} {}, {}\n", one.replica, fmt::join(one.globalRanks, ", "), one.makespan,
            shareText(one.makespanShare), one.compute, shareText(one.computeShare),
            one.slowest ? fmt::format("rank {} {:+.3f}", one.slowest->value, one.slowestShare) : "-");
    return text;
}

} // namespace

/// Pipelines that run the same beside each other.
class ReplicasTest : public QObject
{
    Q_OBJECT

private slots:
    void eachIsHeldAgainstTheOthers()
    {
        // Whichever is shown, they come by number; the median leaves the slow one out.
        QCOMPARE(comparedText(replicaWith(1, {1, 1.5}), {replicaWith(0, {1, 1}), replicaWith(2, {1, 1})}),
                 "0 [0, 1]: 20 -0.200, 20 -0.111, rank 0 +0.000\n"
                 "1 [2, 3]: 30 +0.500, 25 +0.250, rank 1 +0.500\n"
                 "2 [4, 5]: 20 -0.200, 20 -0.111, rank 0 +0.000\n");
    }

    void aRankWithoutATraceIsNoFasterOne()
    {
        QCOMPARE(comparedText(replicaWith(0, {1, 1}), {replicaWith(1, {2, 0})}),
                 "0 [0, 1]: 20 -, 20 -0.500, rank 0 -0.500\n"
                 "1 [2, 3]: 40 -, 40 +1.000, rank 0 +1.000\n");
    }

    void oneAloneHasNothingToCompare()
    {
        QCOMPARE(comparedText(replicaWith(0, {1, 1}), {}), "0 [0, 1]: 20 -, 20 -, -\n");
    }
};

BUBBLESCOPE_TEST(ReplicasTest)
#include "replicas.moc"
