// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/time/simulate.h"
#include "tests/conformance/timed_records.h"
#include "tests/support/conformance_data.h"
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

ScheduleRequest requestOf(const std::string& strategy, const json& config)
{
    ScheduleRequest request;
    request.schedule = kNames.at(strategy);
    request.ranks = config.at("p").get<std::int64_t>();
    request.microbatches = config.at("m").get<std::int64_t>();
    if (config.contains("reorder"))
        request.options["reorder"] = config["reorder"].get<bool>() ? "true" : "false";
    if (config.contains("limit_in_F"))
        request.options["memory_limit"] = config["limit_in_F"].dump();
    return request;
}

CostModel costsOf(const json& config)
{
    CostModel costs;
    costs.forward = StageValues(config.at("cost_f").get<double>());
    costs.backwardInput = StageValues(config.at("cost_b").get<double>());
    costs.backwardWeight = StageValues(config.at("cost_w").get<double>());
    costs.transfer.latency = config.at("cost_comm").get<double>();
    return costs;
}

/// How one generated order stands to a record.
struct Comparison
{
    std::string problem; ///< empty if it is no worse
    bool isShorter = false;
    SchedulePtr schedule;
};

Comparison compare(const json& record)
{
    const json& config = record.at("config");
    const auto strategy = record.at("strategy").get<std::string>();
    GenerateOptions options;
    options.costs = costsOf(config);
    Result<Schedule> schedule = generate(requestOf(strategy, config), options);
    if (!schedule)
        return {schedule.error().text(), false, nullptr};
    const auto shared = std::make_shared<const Schedule>(std::move(*schedule));
    const auto timeline = simulate(shared, options.costs);
    if (!timeline)
        return {timeline.error().message.text(), false, shared};
    const Metrics metrics = measure(*timeline, options.costs);
    const auto makespan = record.at("makespan").get<double>();
    if (metrics.makespan > makespan + kRounding)
        return {fmt::format("makespan {}, the original's is {}", metrics.makespan, makespan), false, shared};
    for (std::size_t r = 0; r < metrics.perRank.size(); ++r)
        if (metrics.perRank[r].peakActivations * options.costs.activation.at(StageId{0}) >
            record.at("peak_mem")[r].get<double>())
            return {fmt::format("rank {} holds {}, the original {}", r, metrics.perRank[r].peakActivations,
                                record["peak_mem"].dump()),
                    false, shared};
    return {{}, metrics.makespan < makespan - kRounding, shared};
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
        int compared = 0;
        int equal = 0;
        int shorter = 0;
        std::string problems;
        for (const json& record : sharedJson("conformance/timed/zb_" + strategy.toStdString() + ".json")) {
            const Comparison found = compare(record);
            if (!found.problem.empty())
                problems += found.problem + " in " + record.at("config").dump() + "\n";
            const bool isEqual =
                found.schedule != nullptr && found.schedule->rows == timedRecord(record).schedule->rows;
            ++compared;
            equal += isEqual ? 1 : 0;
            shorter += found.isShorter ? 1 : 0;
        }
        qInfo("%d records compared: %d orders equal, %d shorter than the original", compared, equal, shorter);
        QVERIFY2(problems.empty(), problems.c_str());
        QVERIFY(compared > 0);
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
        int compared = 0;
        for (const json& record : sharedJson("conformance/timed/zb_" + strategy.toStdString() + ".json")) {
            const json& config = record.at("config");
            const Result<Schedule> schedule = generate(requestOf(strategy.toStdString(), config));
            QVERIFY2(schedule && schedule->rows == timedRecord(record).schedule->rows, config.dump().c_str());
            ++compared;
        }
        qInfo("%d orders are equal", compared);
        QVERIFY(compared > 0);
    }

    void summaries()
    {
        std::map<std::string, int> compared;
        std::string problems;
        for (const json& record : sharedJson("conformance/timed/zb_summary_all.json")) {
            const auto strategy = record.at("strategy").get<std::string>();
            if (!kNames.contains(strategy))
                continue;
            if (const Comparison found = compare(record); !found.problem.empty())
                problems += strategy + ": " + found.problem + " in " + record.at("config").dump() + "\n";
            ++compared[strategy];
        }
        for (const auto& [strategy, name] : kNames)
            qInfo("%s: %d compared", name.c_str(), compared[strategy]);
        QVERIFY2(problems.empty(), problems.c_str());
        QCOMPARE(compared.size(), kNames.size());
    }

    void refusals()
    {
        int refused = 0;
        for (const json& record : sharedJson("conformance/timed/zb_rejected.json")) {
            const json& config = record.at("config");
            const ScheduleRequest request = requestOf(record.at("strategy").get<std::string>(), config);
            const Result<Schedule> schedule = generate(request);
            QVERIFY2(!schedule, config.dump().c_str());
            QCOMPARE(schedule.error().text(),
                     fmt::format("memory_limit is {}, but v-adaptive needs at least 4 with {} ranks and {} "
                                 "microbatches; nearest that work: 4",
                                 config["limit_in_F"].dump(), config["p"].dump(), config["m"].dump()));
            ++refused;
        }
        qInfo("%d refused", refused);
        QVERIFY(refused > 0);
    }
};

BUBBLESCOPE_TEST(GeneratedVShape)
#include "generated_vshape.moc"
