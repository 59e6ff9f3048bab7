// SPDX-License-Identifier: Apache-2.0
// Every recorded order and figure of the zero-bubble project and Alpa that ours must give: of searches, of
// rules made by hand, and of the 1F1B family.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/conformance/compared.h"
#include "tests/conformance/zero_bubble_records.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Longest idle time of a rank between its first start and its last end.
double longestIdle(const Metrics& metrics)
{
    double longest = 0;
    for (const RankMetrics& rank : metrics.perRank)
        longest = std::max(longest, rank.rankSpan - rank.busy);
    return longest;
}

std::string difference(double ours, double expected)
{
    return std::abs(ours - expected) < 2e-6 ? "" : fmt::format("{} instead of {}", ours, expected);
}

} // namespace

class GeneratedZb : public QObject
{
    Q_OBJECT

private slots:
    void ordersAndFigures_data()
    {
        addRows<QString, QString, QString>({
            {"ZB auto, orders", "zb_zb_auto.json", "zb_auto", "zb-auto"},
            {"ZB auto, figures", "zb_summary_all.json", "zb_auto", "zb-auto"},
            {"ZBV auto, orders", "zb_zbv_auto.json", "zbv_auto", "zbv-auto"},
            {"ZBV auto, figures", "zb_summary_all.json", "zbv_auto", "zbv-auto"},
            {"ZB-H1", "extra_zb_h1_quick_start.json", "zb_h1_quick_start", "zb-h1"},
            {"ZBV by hand", "extra_zbv_handcrafted.json", "zbv_handcrafted", "zbv-handcrafted"},
            {"group-interleaved 1F1B, orders", "zb_group_interleaved_1f1b.json", "group_interleaved_1f1b",
             "group-interleaved-1f1b"},
            {"group-interleaved 1F1B, figures", "zb_summary_all.json", "group_interleaved_1f1b",
             "group-interleaved-1f1b"},
            {"eager 1F1B of Alpa", "extra_eager_1f1b.json", "eager_1f1b", "eager-1f1b"},
            {"Seq1F1B, orders", "zb_seq1f1b.json", "seq1f1b", "seq1f1b"},
            {"Seq1F1B, figures", "zb_summary_all.json", "seq1f1b", "seq1f1b"},
            {"1F1B, orders", "zb_basic1f1b.json", "basic1f1b", "1f1b"},
            {"1F1B, figures", "zb_summary_all.json", "basic1f1b", "1f1b"},
            {"interleaved 1F1B, orders", "zb_vpp_interleaved.json", "vpp_interleaved", "interleaved-1f1b"},
            {"interleaved 1F1B, figures", "zb_summary_all.json", "vpp_interleaved", "interleaved-1f1b"},
        });
    }

    void ordersAndFigures()
    {
        const auto& [file, strategy, schedule] = givenRow<QString, QString, QString>();
        Compared compared;
        for (const ZeroBubbleRecord& record :
             zeroBubbleRecords(file.toStdString(), strategy.toStdString(), schedule.toStdString()))
            compared.add("records", deviation(record), record.text());
        QVERIFY(compared.of("records") > 0);
    }

    void eachCombination_data()
    {
        addRows<QString, QString, QString>({
            {"ZB auto", "zb_auto", "objective", "allow_bubble_before_first_b,prioritize_b,no_bubble_greedy"},
            {"ZBV auto", "zbv_auto", "objective_max_stage_bubble", "fill_b,fill_f"},
        });
    }

    void eachCombination()
    {
        const auto& [strategy, objective, options] = givenRow<QString, QString, QString>();
        const bool isV = strategy == "zbv_auto";
        const auto objectiveOf = [isV](const ZeroBubbleRecord& record) {
            const Metrics metrics = generatedFor(record).metrics;
            return isV ? longestIdle(metrics) : metrics.longestRankSpan;
        };
        Compared compared;
        for (ZeroBubbleRecord& record :
             zeroBubbleRecords("zb_" + strategy.toStdString() + ".json", strategy.toStdString(),
                               isV ? "zbv-auto" : "zb-auto")) {
            compared.add("objectives",
                         difference(objectiveOf(record), record.expected.at(objective.toStdString())),
                         record.text());
            const nlohmann::json variants =
                record.expected.value("variants(" + options.toStdString() + ")", nlohmann::json::object());
            for (const auto& [flags, value] : variants.items()) {
                const QStringList keys = options.split(',');
                for (std::size_t i = 0; i < flags.size(); ++i)
                    record.request.options[keys[static_cast<qsizetype>(i)].toStdString()] =
                        flags[i] == '1' ? "true" : "false";
                compared.add("combinations", difference(objectiveOf(record), value),
                             flags + " of " + record.text());
            }
        }
        QVERIFY(compared.of("combinations") > 0);
    }
};

BUBBLESCOPE_TEST(GeneratedZb)
#include "generated_zb.moc"
