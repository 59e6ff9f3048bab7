// SPDX-License-Identifier: Apache-2.0
// Forwards that are run again, and activations that are moved to the host: orders and peaks of sail-sg's
// zero-bubble and of Primus.
#include <QTest>

#include "core/analyze/metrics.h"
#include "core/generate/generate.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/time/simulate.h"
#include "core/validate/validate.h"
#include "tests/conformance/compared.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

using Json = nlohmann::json;

/// Rows of a record as one CSV. There an R is what brings an activation back, whatever that takes; here what
/// is copied is an L.
std::string csvOf(const Json& rows, bool isOffload)
{
    std::string csv;
    for (const Json& row : rows) {
        std::string text = row;
        std::replace(text.begin(), text.end(), ' ', ',');
        if (isOffload)
            std::replace(text.begin(), text.end(), 'R', 'L');
        csv += text + '\n';
    }
    return csv;
}

std::string orderDifference(const Schedule& schedule, const std::string& expected)
{
    const std::string ours = writeScheduleCsv(schedule);
    if (ours == expected)
        return {};
    const auto [a, b] = std::mismatch(ours.begin(), ours.end(), expected.begin(), expected.end());
    const auto at = static_cast<std::size_t>(a - ours.begin());
    return fmt::format("…{} instead of …{}", ours.substr(at, 30), expected.substr(at, 30));
}

std::string peakDifference(const Schedule& schedule, const Json& peaks)
{
    const CostModel costs;
    const Timeline timeline = simulate(std::make_shared<Schedule>(schedule), costs).value();
    const Metrics metrics = measure(timeline, costs);
    for (std::size_t r = 0; r < peaks.size(); ++r)
        if (metrics.perRank[r].peakActivations != peaks[r].get<double>())
            return fmt::format("peak of rank {} is {}; expected {}", r, metrics.perRank[r].peakActivations,
                               peaks[r].dump());
    return {};
}

ScheduleRequest groupInterleaved(const Json& config)
{
    ScheduleRequest request = requestFromText("group-interleaved-1f1b").value();
    request.ranks = config.at("ranks");
    request.microbatches = config.at("microbatches");
    request.stagesPerRank = config.at("stages_per_rank").get<std::int64_t>();
    request.options["group_size"] = config.at("group_size").dump();
    return request;
}

} // namespace

class TrainingSteps : public QObject
{
    Q_OBJECT

private slots:
    void everyRecomputedOrderAndItsPeaks()
    {
        Compared compared;
        for (const Json& record : sharedJson("conformance/more/recompute.json")) {
            const Json& config = record.at("config");
            const Schedule plain = generate(groupInterleaved(config)).value();
            const Result<Schedule> recomputed =
                applyPass(fmt::format("recompute:style=zero-bubble,chunks={}",
                                      config.at("recompute_chunks").get<int>()),
                          plain);
            QVERIFY2(recomputed, recomputed ? "" : recomputed.error().text().c_str());
            compared.add("orders", orderDifference(*recomputed, csvOf(record.at("order"), false)),
                         config.dump());
            compared.add("peaks before", peakDifference(plain, record.at("peak_before")), config.dump());
            compared.add("peaks after", peakDifference(*recomputed, record.at("peak_after")), config.dump());
            const std::vector<Problem> problems = validate(*recomputed);
            compared.add("validated", problems.empty() ? "" : problems.front().message.text(), config.dump());
        }
        QVERIFY(compared.of("orders") >= 200);
    }

    void everyOffloadedOrderOfPrimusAndItsPeaks()
    {
        Compared compared;
        for (const Json& record : sharedJson("conformance/more/offload.json")) {
            if (record.at("kind") != "order" || !record.value("complete", false))
                continue;
            const std::string where =
                fmt::format("{} of {} ranks and {} microbatches", record.at("schedule").get<std::string>(),
                            record.at("ranks").dump(), record.at("microbatches").dump());
            const Schedule plain =
                readScheduleCsv(csvOf(record.at("order"), false), "plain").value().schedule;
            const Result<Schedule> offloaded = applyPass("offload:style=primus,chunks=1", plain);
            QVERIFY2(offloaded, offloaded ? "" : offloaded.error().text().c_str());
            compared.add("orders", orderDifference(*offloaded, csvOf(record.at("with_offload"), true)),
                         where);
            compared.add("peaks before", peakDifference(plain, record.at("peak_before")), where);
            compared.add("peaks after", peakDifference(*offloaded, record.at("peak_after")), where);
        }
        QVERIFY(compared.of("orders") >= 20);
    }

    void bothTogetherAreRefused()
    {
        const Schedule plain = generate(requestFromText("1f1b").value()).value();
        for (const auto& [first, second] :
             {std::pair{"recompute", "offload"}, {"offload", "recompute"}, {"recompute", "recompute"}}) {
            const Result<Schedule> twice = applyPass(second, applyPass(first, plain).value());
            QVERIFY(!twice);
            QVERIFY(twice.error().text().find("recomputes or offloads activations already") !=
                    std::string::npos);
        }
        const Schedule forwards =
            generate(requestFromText("gpipe:variant=d9d,inference=true").value()).value();
        QVERIFY(!applyPass("recompute", forwards));
    }
};

BUBBLESCOPE_TEST(TrainingSteps)
#include "training_steps.moc"
