// SPDX-License-Identifier: Apache-2.0
// Every record of PP-Schedule-Visualization, from our own generators: order, times, sums and refusals.
#include <QTest>

#include "core/generate/generate.h"
#include "core/validate/validate.h"
#include "tests/conformance/compared.h"
#include "tests/conformance/generated_records.h"
#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Json = nlohmann::json;

const std::map<std::string, std::string> kSchedules = {
    {"1f1b", "1f1b"},
    {"interleave", "interleaved-1f1b"},
    {"zb1p", "zb1p"},
    {"1f1b_overlap", "1f1b-overlap"},
    {"1f1b_interleave_overlap", "interleaved-1f1b-overlap"},
    {"dualpipe", "dualpipe"},
    {"dualpipe_v", "dualpipev"}};

ScheduleRequest requestOf(const Json& record)
{
    const Json& config = record.at("config");
    ScheduleRequest request;
    request.schedule = kSchedules.at(record.at("strategy"));
    request.ranks = config.at("num_devices");
    request.microbatches = config.at("num_batches");
    request.options["variant"] = "pp-schedule-visualization";
    if (request.schedule.starts_with("dualpipe")) {
        if (record.at("source").get<std::string>().find("2025") != std::string::npos)
            request.options["fuse_first"] = "true";
        return request;
    }
    request.stagesPerRank = config.at("num_stages").get<std::int64_t>() / request.ranks;
    if (const Json& group = config.at("microbatch_group_size_per_vp_stage"); !group.is_null())
        request.options["group_size"] = group.dump();
    return request;
}

/// The times of each kind of costs, by its name and the number of stages, from the records that tell them.
/// Records of split and of whole backwards tell different ones of the same kind, so they are put together.
std::map<std::pair<std::string, int>, Json> recordedTimes()
{
    std::map<std::pair<std::string, int>, Json> times;
    for (const char* file : {"pp_schedule_visualization.json", "pp_schedule_visualization_sync.json"})
        for (const Json& record : sharedJson(std::string("conformance/timed/") + file)) {
            const Json& config = record.at("config");
            Json& known = times[{config.at("op_times_kind"), config.at("num_stages")}];
            if (config.contains("op_times") && !config["op_times"].is_null())
                known.update(config["op_times"]);
        }
    return times;
}

} // namespace

class GeneratedPp : public QObject
{
    Q_OBJECT

private slots:
    void ordersAndTimes_data()
    {
        addRows<QString, TimingProfile, std::size_t>({
            {"of 2025", "pp_schedule_visualization.json", TimingProfile::PpScheduleVisualization, 6},
            {"of 2026, transfers in step", "pp_schedule_visualization_sync.json",
             TimingProfile::PpScheduleVisualizationSync, 7},
        });
    }

    void ordersAndTimes()
    {
        const auto& [file, profile, strategies] = givenRow<QString, TimingProfile, std::size_t>();
        Compared compared;
        for (const Json& record : sharedJson("conformance/timed/" + file.toStdString()))
            compared.add(record.at("strategy"), generatedDifference(requestOf(record), record, profile),
                         record.at("config").dump());
        QCOMPARE(compared.kinds(), strategies);
    }

    void sums()
    {
        const auto times = recordedTimes();
        Compared compared;
        for (Json& record : sharedJson("conformance/timed/pp_schedule_visualization_summary_all.json")) {
            Json& config = record.at("config");
            const auto known = times.find({config.at("op_times_kind"), config.at("num_stages")});
            QVERIFY2(known != times.end(), ("no record tells the times of " + config.dump()).c_str());
            config["op_times"] = known->second;
            compared.add(
                record.at("strategy"),
                generatedDifference(requestOf(record), record, TimingProfile::PpScheduleVisualizationSync),
                config.dump());
        }
        QCOMPARE(compared.kinds(), kSchedules.size());
    }

    void whatCannotRunIsRefusedAndTheNearestWorks()
    {
        Compared refused;
        Compared accepted;
        for (const Json& record : sharedJson("conformance/timed/pp_schedule_visualization_rejected.json")) {
            const std::string strategy = record.at("strategy");
            const std::string what = record.at("config").dump();
            ScheduleRequest request = requestOf(record);
            // The original forgets to limit the warm-up to the microbatches that there are; we do not.
            if (strategy == "1f1b" || strategy == "zb1p") {
                const Result<Schedule> schedule = generate(request);
                QVERIFY2(schedule.has_value(), (what + (schedule ? "" : schedule.error().text())).c_str());
                QVERIFY2(validate(*schedule).empty(), what.c_str());
                accepted.add(strategy + " works here");
                continue;
            }
            QVERIFY2(!generate(request), what.c_str());
            for (const ParameterProblem& problem : checkRequest(request)) {
                QCOMPARE(problem.parameter, "microbatches");
                QVERIFY2(!problem.nearest.empty(), (what + problem.text()).c_str());
                request.microbatches = std::stoll(problem.nearest.front());
            }
            const Result<Schedule> mended = generate(request);
            QVERIFY2(mended.has_value(), what.c_str());
            QVERIFY2(validate(*mended).empty(), what.c_str());
            refused.add(strategy + " is refused");
        }
        QCOMPARE(refused.kinds(), std::size_t{5});
        QCOMPARE(accepted.kinds(), std::size_t{2});
    }
};

BUBBLESCOPE_TEST(GeneratedPp)
#include "generated_pp.moc"
