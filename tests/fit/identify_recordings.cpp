// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/identify.h"
#include "tests/fit/truth_run.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

/// Every recording is named by its order alone.
class IdentifyRecordings : public QObject
{
    Q_OBJECT

private slots:
    void namesTheSchedule_data()
    {
        QTest::addColumn<QString>("truth");
        QTest::addColumn<QString>("name");

        const auto row = [](const char* folder, const char* name) {
            QTest::newRow(folder) << QString("traces/%1/truth.json").arg(folder) << QString(name);
        };
        row("torch_cpu/1f1b_runtime_p4_m8", "1f1b");
        row("torch_cpu/1f1b_runtime_straggler2_p4_m8", "1f1b");
        row("torch_cpu/1f1b_single_p4_m8", "1f1b");
        row("torch_cpu/csv_zbh1_p4_m8", "zb-h1");
        row("torch_cpu/dualpipev_p2_m6", "dualpipev");
        row("torch_cpu/gpipe_p4_m8", "gpipe");
        row("torch_cpu/gpipe_runtime_p3_m5_uneven", "gpipe");
        row("torch_cpu/interleaved1f1b_p4_v2_m8", "interleaved-1f1b");
        row("torch_cpu/izb_p4_v2_m8", "interleaved-zero-bubble");
        row("torch_cpu/loopedbfs_p4_v2_m4", "looped-bfs");
        row("torch_cpu/zbv_p2_m4_straggler0", "zbv");
        row("derived/begin_end_array_zbh1_p4_m8", "zb-h1");
        row("derived/d9d_names_dualpipev_p2_m6", "dualpipev");
        row("derived/merged_one_file_zbv_p2_m4", "zbv");
        row("derived/skewed_interleaved1f1b_p4_v2_m8", "interleaved-1f1b");
        row("gpu_synth/gpu_1f1b_p4_m8_gua", "1f1b");
        row("gpu_synth/gpu_1f1b_p4_m8_nogua", "1f1b");
        row("gpu_synth/gpu_1f1b_p8_m16_skew", "1f1b");
        row("gpu_synth/gpu_graph_1f1b_p4_m8", "1f1b");
        row("nsys_synth/megatron_1f1b_p4_m8_perrank", "1f1b");
        QTest::newRow("nsys_synth/zb_h1_p4_m8_onefile") << "traces/nsys_synth/zb_h1_p4_m8_onefile.truth.json"
                                                        << "zb-h1";
    }

    void namesTheSchedule()
    {
        QFETCH(QString, truth);
        QFETCH(QString, name);
        const Result<Identification> found = identify(truthRun(truth.toStdString()));
        QVERIFY(found);
        QVERIFY2(!found->matches.empty(), "no match at all");
        const ScheduleMatch& best = found->matches.front();
        const std::string difference = best.differences.empty() ? "" : best.differences.front().text();
        QVERIFY2(found->exact() != nullptr, (best.name + ": " + difference).c_str());
        QCOMPARE(QString::fromStdString(best.name), name);
        QVERIFY(!best.mergesBackward);
        QVERIFY(best.differences.empty());
        QVERIFY(best.request.has_value());
        // The first zero-bubble code and the paper differ in which backwards ZB-H1 splits.
        QCOMPARE(best.request->options.count("variant"), name == "zb-h1" ? 1U : 0U);
    }

    void namesItFromOneRank_data() { namesTheSchedule_data(); }

    void namesItFromOneRank()
    {
        QFETCH(QString, truth);
        QFETCH(QString, name);
        const MeasuredRun whole = truthRun(truth.toStdString());
        for (const MeasuredRank& rank : whole.ranks) {
            MeasuredRun one;
            one.ranks = {rank};
            one.stageCount = whole.stageCount;
            one.microbatchCount = whole.microbatchCount;
            const Result<Identification> found = identify(one);
            QVERIFY(found);
            QVERIFY(found->exact() != nullptr);
            // The last rank of one stage runs the same in many schedules; the one named is among them.
            const bool isNamed =
                std::any_of(found->matches.begin(), found->matches.end(), [&](const ScheduleMatch& match) {
                    return match.isExact && QString::fromStdString(match.name) == name;
                });
            QVERIFY2(isNamed, qPrintable(QString("rank %1 is %2")
                                             .arg(rank.rank)
                                             .arg(QString::fromStdString(found->matches.front().name))));
        }
    }
};

BUBBLESCOPE_TEST(IdentifyRecordings)
#include "identify_recordings.moc"
