// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/conformance/compared.h"
#include "tests/conformance/timed_records.h"
#include "tests/conformance/zero_bubble_records.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using nlohmann::json;

constexpr double kRounding = 2e-6;

const std::map<std::string, std::string> kNames{
    {"v_min", "v-min"}, {"v_half", "v-half"}, {"v_adaptive", "v-adaptive"}, {"v1f1b", "v1f1b"}};

std::vector<ZeroBubbleRecord> recordsOf(const std::string& file, const std::string& strategy)
{
    return zeroBubbleRecords(file, strategy, kNames.at(strategy));
}

/// In what ours is worse than the original; empty if in nothing.
std::string worseness(const ZeroBubbleRecord& record, const Metrics& metrics)
{
    const auto makespan = record.expected.at("makespan").get<double>();
    if (metrics.makespan > makespan + kRounding)
        return fmt::format("makespan {}, the original's is {}", metrics.makespan, makespan);
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r)
        if (metrics.perRank[r].peakActivations * record.costs.activation.at(StageId{0}) >
            record.expected.at("peak_mem")[r].get<double>())
            return fmt::format("rank {} holds {}, the original {}", r, metrics.perRank[r].peakActivations,
                               record.expected["peak_mem"].dump());
    return {};
}

} // namespace

/// The V-shaped schedules of sail-sg's zero-bubble scheduler: ours against each record, order by order where
/// it is recorded, and always no longer and with no more activations on any rank.
class GeneratedVShape : public QObject
{
    Q_OBJECT

private slots:
    void noWorseThanTheOriginal_data()
    {
        QTest::addColumn<QString>("strategy");
        for (const auto& [strategy, name] : kNames)
            QTest::newRow(name.c_str()) << QString::fromStdString(strategy);
    }

    void noWorseThanTheOriginal()
    {
        QFETCH(QString, strategy);
        Compared compared;
        for (const ZeroBubbleRecord& record :
             recordsOf("zb_" + strategy.toStdString() + ".json", strategy.toStdString())) {
            const Generated ours = generatedFor(record);
            compared.add("records", worseness(record, ours.metrics), record.text());
            if (ours.schedule->rows == timedRecord(record.expected).schedule->rows)
                compared.add("orders equal");
            if (ours.metrics.makespan < record.expected.at("makespan").get<double>() - kRounding)
                compared.add("orders shorter than the original's");
        }
        QVERIFY(compared.of("records") > 0);
    }

    void orderForEqualTimesIsTheOriginals_data()
    {
        QTest::addColumn<QString>("strategy");
        for (const char* strategy : {"v_min", "v_half", "v1f1b"})
            QTest::newRow(strategy) << QString(strategy);
    }

    /// These strategies look at no times; ours may for unequal ones.
    void orderForEqualTimesIsTheOriginals()
    {
        QFETCH(QString, strategy);
        Compared compared;
        for (const ZeroBubbleRecord& record :
             recordsOf("zb_" + strategy.toStdString() + ".json", strategy.toStdString())) {
            const Result<Schedule> schedule = generate(record.request);
            const bool isEqual = schedule && schedule->rows == timedRecord(record.expected).schedule->rows;
            compared.add("orders", isEqual ? "" : "another order", record.text());
        }
        QVERIFY(compared.of("orders") > 0);
    }

    void summaries()
    {
        Compared compared;
        for (const auto& [strategy, name] : kNames)
            for (const ZeroBubbleRecord& record : recordsOf("zb_summary_all.json", strategy))
                compared.add(strategy, worseness(record, generatedFor(record).metrics), record.text());
        QCOMPARE(compared.kinds(), kNames.size());
    }

    void refusals()
    {
        Compared compared;
        for (const ZeroBubbleRecord& record : recordsOf("zb_rejected.json", "v_adaptive")) {
            const json& config = record.expected.at("config");
            const Result<Schedule> schedule = generate(record.request);
            QVERIFY2(!schedule, record.text().c_str());
            QCOMPARE(schedule.error().text(),
                     fmt::format("memory_limit is {}, but v-adaptive needs at least 4 with {} ranks and {} "
                                 "microbatches; nearest that work: 4",
                                 config["limit_in_F"].dump(), config["p"].dump(), config["m"].dump()));
            compared.add("refusals");
        }
        QVERIFY(compared.of("refusals") > 0);
    }
};

BUBBLESCOPE_TEST(GeneratedVShape)
#include "generated_vshape.moc"
