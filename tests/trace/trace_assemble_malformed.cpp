// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

MeasuredRun malformed(const std::string& name)
{
    return assembled(readAll(traceFiles("malformed/" + name)));
}

} // namespace

/// What EXPECT.json says of files that can be read.
class AssembleMalformedTest : public QObject
{
    Q_OBJECT

private slots:
    void labelsAreKept_data()
    {
        addRows<QString, int>({
            {"plain JSON named .gz", "03_gz_extension_but_plain.json.gz", 44},
            {"gzip named .json", "04_json_extension_but_gz.json", 44},
            {"array form", "07_array_form.json", 44},
            {"entries that are no objects", "13_events_not_objects.json", 44},
            {"negative durations", "15_negative_dur.json", 39},
            {"pid and tid are strings", "19_string_pid_tid.json", 44},
            {"huge name", "22_huge_string.json.gz", 44},
            {"UTF-8 BOM", "26_utf8_bom.json", 44},
            {"CRLF, pretty", "42_crlf_pretty.json", 44},
        });
    }

    void labelsAreKept()
    {
        const auto& [file, labels] = givenRow<QString, int>();
        const MeasuredRun run = malformed(file.toStdString());
        QCOMPARE(run.families.at(NameFamily::TorchPipelining), static_cast<std::size_t>(labels));
    }

    void duplicateLabelsAreDropped()
    {
        const MeasuredRun run = malformed("27_duplicate_labels.json");
        QCOMPARE(orderText(run.ranks.at(1), false), "1F0 1F1 1F2 1F3 1F4 1B0 1B1 1B2 1B3 1B4");
        QVERIFY2(
            warns(run,
                  "5 labels are left out: the action is there before in the same step, the first being 1F0"),
            warningText(run).c_str());
        QCOMPARE(run.steps, std::vector<std::uint64_t>{1});
    }

    void duplicateRanksAreKeptApart()
    {
        const MeasuredRun run = malformed("28_duplicate_ranks");
        QVERIFY2(warns(run, "both say global rank 1: their names tell them apart"), warningText(run).c_str());
        QVERIFY2(
            warns(run, "global rank 1 runs the same actions as a rank that is shown: a replica, not shown"),
            warningText(run).c_str());
        std::size_t filled = 0;
        for (const MeasuredRank& rank : run.ranks)
            filled += rank.actions.empty() ? 0 : 1;
        QCOMPARE(filled, std::size_t{1});
    }

    void rankNullIsAssigned()
    {
        const MeasuredRun run = malformed("31_rank_null.json");
        QVERIFY2(warns(run, "31_rank_null.json does not say its rank: it is taken as global rank 0"),
                 warningText(run).c_str());
    }

    void noEventsAreNoRun()
    {
        const MeasuredRun run = malformed("11_zero_events.json");
        QVERIFY(run.empty());
        QVERIFY2(warns(run, "no pipeline labels: looked for those of PyTorch"), warningText(run).c_str());
        QCOMPARE(measuredTimeline(run).makespan, 0.0);
    }

    void exportWithoutKernelsHasCpuTimes()
    {
        const MeasuredRun run = malformed("36_no_kernels.sqlite");
        QVERIFY2(warns(run, "CPU time (no kernels in the export)"), warningText(run).c_str());
        std::size_t labels = 0;
        for (const auto& [family, count] : run.families)
            labels += count;
        QCOMPARE(labels, std::size_t{2});
    }
};

BUBBLESCOPE_TEST(AssembleMalformedTest)
#include "trace_assemble_malformed.moc"
