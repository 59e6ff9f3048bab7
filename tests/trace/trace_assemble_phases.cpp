// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/test_program.h"
#include "tests/trace/assemble_made.h"
#include "tests/trace/assemble_support.h"

#include <cmath>

using namespace bubblescope;
using namespace bubblescope::test;

/// Profiles that name phases instead of pipeline actions.
class AssemblePhasesTest : public QObject
{
    Q_OBJECT

private slots:
    void phasesBecomeBars()
    {
        const MeasuredRun run = withPlain(
            made("attn(F) 0-5, gemm @1 100-110, gemm @2 120-130, mlp(W) 6-9, gemm @7/autograd 115-125/23"));
        QVERIFY(run.empty());
        const MeasuredRank& rank = run.ranks[0];
        QCOMPARE(rank.plainLanes,
                 (std::vector<std::string>{"phases, stream 7", "phases, stream 23, weight gradients",
                                           "stream 7, compute", "stream 23, compute"}));
        QCOMPARE(run.plainNames[rank.plain[0].name], "attn(F)");
        QCOMPARE(rank.plain[0].kind, PlainKind::Phase);
        QCOMPARE(rank.plain[0].end, 30.0);
        QCOMPARE(rank.phases->forward, 20.0);
        QCOMPARE(rank.phases->weight, 10.0);
        QCOMPARE(rank.phases->busy, 25.0);
    }

    void publishedProfile()
    {
        // Read where it was published; it is not copied into the sources.
        const std::filesystem::path path = tracePath("deepseek_train.json");
        if (!std::filesystem::exists(path))
            QSKIP("the published profile is not there");
        const MeasuredRun run = withPlain(readAll({path.string()}));
        QVERIFY(run.empty());
        QCOMPARE(run.families.at(NameFamily::DualPipePhase), std::size_t{40});
        const MeasuredRank& rank = run.ranks.at(0);
        QCOMPARE(rank.plainLanes, (std::vector<std::string>{
                                      "phases, stream 7", "phases, stream 23, weight gradients",
                                      "phases, stream 27, communication", "stream 7, compute",
                                      "stream 7, copies", "stream 23, compute", "stream 27, communication"}));
        const auto milliseconds = [](Time time) { return std::round(time / 100) / 10; };
        QCOMPARE(milliseconds(rank.phases->busy), 128.5);
        QCOMPARE(milliseconds(rank.phases->compute), 124.3);
        QCOMPARE(milliseconds(rank.phases->communication), 114.5);
        QCOMPARE(milliseconds(rank.phases->hidden), 110.3);
        std::size_t kernels = 0;
        for (const PlainSpan& span : rank.plain)
            kernels += span.kind == PlainKind::Compute || span.kind == PlainKind::Nccl ? 1 : 0;
        QCOMPARE(kernels, std::size_t{963});
    }

    void nothingKnownShowsKernels()
    {
        const MeasuredRun run = withPlain(made("train 0-5, gemm @1 100-110, Memcpy HtoD 90-95"));
        QVERIFY(run.empty());
        QCOMPARE(run.ranks[0].plain.size(), std::size_t{2});
        QCOMPARE(run.ranks[0].plain[0].start, 0.0);
        QVERIFY(warningText(run).starts_with("no pipeline labels: looked for those of PyTorch"));
    }
};

BUBBLESCOPE_TEST(AssemblePhasesTest)
#include "trace_assemble_phases.moc"
