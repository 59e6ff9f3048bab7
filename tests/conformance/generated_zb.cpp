// SPDX-License-Identifier: Apache-2.0
// Every recorded order and figure of the zero-bubble project's searches and hand-made rules that ours must
// give. First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/conformance/zero_bubble_records.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>

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

std::string decision(char digit)
{
    return digit == '1' ? "true" : "false";
}

} // namespace

class GeneratedZb : public QObject
{
    Q_OBJECT

private slots:
    void ordersAndFigures_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("strategy");
        QTest::addColumn<QString>("schedule");
        QTest::newRow("ZB auto, orders") << "zb_zb_auto.json"
                                         << "zb_auto"
                                         << "zb-auto";
        QTest::newRow("ZB auto, figures") << "zb_summary_all.json"
                                          << "zb_auto"
                                          << "zb-auto";
        QTest::newRow("ZBV auto, orders") << "zb_zbv_auto.json"
                                          << "zbv_auto"
                                          << "zbv-auto";
        QTest::newRow("ZBV auto, figures") << "zb_summary_all.json"
                                           << "zbv_auto"
                                           << "zbv-auto";
        QTest::newRow("ZB-H1") << "extra_zb_h1_quick_start.json"
                               << "zb_h1_quick_start"
                               << "zb-h1";
        QTest::newRow("ZBV by hand") << "extra_zbv_handcrafted.json"
                                     << "zbv_handcrafted"
                                     << "zbv-handcrafted";
    }

    void ordersAndFigures()
    {
        QFETCH(QString, file);
        QFETCH(QString, strategy);
        QFETCH(QString, schedule);
        const auto records =
            zeroBubbleRecords(file.toStdString(), strategy.toStdString(), schedule.toStdString());
        for (const ZeroBubbleRecord& record : records) {
            const std::string wrong = deviation(record);
            QVERIFY2(wrong.empty(), (wrong + " in " + record.text()).c_str());
        }
        qInfo("%zu records compared", records.size());
        QVERIFY(!records.empty());
    }

    void eachCombinationOfZbAuto()
    {
        int compared = 0;
        for (ZeroBubbleRecord& record : zeroBubbleRecords("zb_zb_auto.json", "zb_auto", "zb-auto")) {
            const double objective = record.expected.at("objective");
            QVERIFY2(std::abs(generatedFor(record).metrics.longestRankSpan - objective) < 2e-6,
                     record.text().c_str());
            const char* key = "variants(allow_bubble_before_first_b,prioritize_b,no_bubble_greedy)";
            const nlohmann::json variants = record.expected.value(key, nlohmann::json::object());
            for (const auto& [flags, value] : variants.items()) {
                record.request.options["allow_bubble_before_first_b"] = decision(flags[0]);
                record.request.options["prioritize_b"] = decision(flags[1]);
                record.request.options["no_bubble_greedy"] = decision(flags[2]);
                const double span = generatedFor(record).metrics.longestRankSpan;
                QVERIFY2(std::abs(span - value.get<double>()) < 2e-6,
                         (flags + " gives " + std::to_string(span) + " in " + record.text()).c_str());
                ++compared;
            }
        }
        qInfo("%d combinations compared", compared);
        QVERIFY(compared > 0);
    }

    void eachCombinationOfZbvAuto()
    {
        int compared = 0;
        for (ZeroBubbleRecord& record : zeroBubbleRecords("zb_zbv_auto.json", "zbv_auto", "zbv-auto")) {
            const double objective = record.expected.at("objective_max_stage_bubble");
            QVERIFY2(std::abs(longestIdle(generatedFor(record).metrics) - objective) < 2e-6,
                     record.text().c_str());
            const char* key = "variants(fill_b,fill_f)";
            const nlohmann::json variants = record.expected.value(key, nlohmann::json::object());
            for (const auto& [flags, value] : variants.items()) {
                record.request.options["fill_b"] = decision(flags[0]);
                record.request.options["fill_f"] = decision(flags[1]);
                const double idle = longestIdle(generatedFor(record).metrics);
                QVERIFY2(std::abs(idle - value.get<double>()) < 2e-6,
                         (flags + " gives " + std::to_string(idle) + " in " + record.text()).c_str());
                ++compared;
            }
        }
        qInfo("%d combinations compared", compared);
        QVERIFY(compared > 0);
    }
};

BUBBLESCOPE_TEST(GeneratedZb)
#include "generated_zb.moc"
