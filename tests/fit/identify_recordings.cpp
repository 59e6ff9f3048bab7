// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/identify.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

using namespace bubblescope;
using namespace bubblescope::test;

/// Every recording is named by its order alone.
class IdentifyRecordings : public QObject
{
    Q_OBJECT

private slots:
    void namesTheSchedule_data()
    {
        addRows<std::string>({
            {"torch_cpu/1f1b_runtime_p4_m8", "1f1b"},
            {"torch_cpu/1f1b_runtime_straggler2_p4_m8", "1f1b"},
            {"torch_cpu/1f1b_single_p4_m8", "1f1b"},
            {"torch_cpu/csv_zbh1_p4_m8", "zb-h1"},
            {"torch_cpu/dualpipev_p2_m6", "dualpipev"},
            {"torch_cpu/gpipe_p4_m8", "gpipe"},
            {"torch_cpu/gpipe_runtime_p3_m5_uneven", "gpipe"},
            {"torch_cpu/interleaved1f1b_p4_v2_m8", "interleaved-1f1b"},
            {"torch_cpu/izb_p4_v2_m8", "interleaved-zero-bubble"},
            {"torch_cpu/loopedbfs_p4_v2_m4", "looped-bfs"},
            {"torch_cpu/zbv_p2_m4_straggler0", "zbv"},
            {"derived/begin_end_array_zbh1_p4_m8", "zb-h1"},
            {"derived/d9d_names_dualpipev_p2_m6", "dualpipev"},
            {"derived/merged_one_file_zbv_p2_m4", "zbv"},
            {"derived/skewed_interleaved1f1b_p4_v2_m8", "interleaved-1f1b"},
            {"gpu_synth/gpu_1f1b_p4_m8_gua", "1f1b"},
            {"gpu_synth/gpu_1f1b_p4_m8_nogua", "1f1b"},
            {"gpu_synth/gpu_1f1b_p8_m16_skew", "1f1b"},
            {"gpu_synth/gpu_graph_1f1b_p4_m8", "1f1b"},
            {"nsys_synth/megatron_1f1b_p4_m8_perrank", "1f1b"},
            {"nsys_synth/zb_h1_p4_m8_onefile.sqlite", "zb-h1"},
        });
    }

    void namesTheSchedule()
    {
        const auto& [name] = givenRow<std::string>();
        const auto found = valueOf(identify(truthRun()));
        QVERIFY2(!found.matches.empty(), "no match at all");
        const ScheduleMatch& best = found.matches.front();
        const std::string difference = best.differences.empty() ? "" : best.differences.front().text();
        QVERIFY2(found.exact() != nullptr, (best.name + ": " + difference).c_str());
        QCOMPARE(best.name, name);
        QVERIFY(!best.mergesBackward);
        QVERIFY(best.differences.empty());
        QVERIFY(best.request.has_value());
        // The first zero-bubble code and the paper differ in which backwards ZB-H1 splits.
        QCOMPARE(best.request->options.count("variant"), name == "zb-h1" ? 1U : 0U);
    }

    void namesItFromOneRank_data() { namesTheSchedule_data(); }

    void namesItFromOneRank()
    {
        const std::string name = std::get<0>(givenRow<std::string>());
        const MeasuredRun whole = truthRun();
        for (const MeasuredRank& rank : whole.ranks) {
            MeasuredRun one;
            one.ranks = {rank};
            one.stageCount = whole.stageCount;
            one.microbatchCount = whole.microbatchCount;
            const auto found = valueOf(identify(one));
            QVERIFY(found.exact() != nullptr);
            // The last rank of one stage runs the same in many schedules; the one named is among them.
            const bool isNamed =
                std::any_of(found.matches.begin(), found.matches.end(),
                            [&](const ScheduleMatch& match) { return match.isExact && match.name == name; });
            QVERIFY2(isNamed, qPrintable(QString("rank %1 is %2")
                                             .arg(rank.rank)
                                             .arg(QString::fromStdString(found.matches.front().name))));
        }
    }
};

BUBBLESCOPE_TEST(IdentifyRecordings)
#include "identify_recordings.moc"
