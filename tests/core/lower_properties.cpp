// SPDX-License-Identifier: Apache-2.0
// What holds for every pass on every schedule that can be generated: nothing is lost, and the result runs.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/validate/validate.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <map>
#include <random>

using namespace bubblescope;
using test::render;

namespace {

using LowerPropertiesRandom = std::mt19937;

std::int64_t between(LowerPropertiesRandom& random, std::int64_t least, std::int64_t most)
{
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
}

const char* eitherOf(LowerPropertiesRandom& random)
{
    return between(random, 0, 1) == 1 ? "true" : "false";
}

bool takes(const ParameterSpec& option, const std::string& variant)
{
    return option.isOption && (option.variants.empty() ||
                               std::count(option.variants.begin(), option.variants.end(), variant) > 0);
}

ScheduleRequest randomRequest(const ScheduleInfo& info, const std::string& variant,
                              LowerPropertiesRandom& random)
{
    ScheduleRequest request;
    request.schedule = info.name;
    request.ranks = between(random, 1, 6);
    request.microbatches = between(random, 1, 14);
    if (between(random, 0, 1) == 1)
        request.stagesPerRank = between(random, 1, 4);
    if (info.placements.size() > 1)
        request.placement = info.placements[static_cast<std::size_t>(
            between(random, 0, static_cast<std::int64_t>(info.placements.size()) - 1))];
    if (!variant.empty())
        request.options["variant"] = variant;
    for (const ParameterSpec& option : info.parameters)
        if (takes(option, variant) && option.type == ParameterType::Boolean && between(random, 0, 2) == 0)
            request.options[option.key] = eitherOf(random);
    return request;
}

std::string text(const ScheduleRequest& request)
{
    std::string words = request.schedule + " ranks " + std::to_string(request.ranks) + " microbatches " +
                        std::to_string(request.microbatches);
    if (request.stagesPerRank)
        words += " stages per rank " + std::to_string(*request.stagesPerRank);
    if (request.placement)
        words += " placement " + std::string(placementName(*request.placement));
    for (const auto& [key, value] : request.options)
        words += " " + key + "=" + value;
    return words;
}

bool has(const Schedule& schedule, ActionKind kind)
{
    return std::any_of(schedule.rows.begin(), schedule.rows.end(), [&](const Row& row) {
        return std::any_of(row.begin(), row.end(), [&](const Action& a) { return a.kind() == kind; });
    });
}

std::string firstLoweringProblem(const Schedule& schedule)
{
    const std::vector<Problem> problems = validate(schedule);
    return problems.empty() ? "" : problems.front().message.text();
}

/// What is wrong with a chain of passes on an order; empty if nothing is.
std::string deviation(const Schedule& order, const std::vector<std::string>& passes, bool runs)
{
    Result<Schedule> lowered = order;
    for (const std::string& pass : passes)
        lowered = applyPass(pass, *lowered);
    if (!lowered)
        return lowered.error().text();
    const Schedule stripped = applyPass("strip", *lowered).value();
    if (stripped.rows != applyPass("strip", order).value().rows)
        return "lost its order";
    return runs ? firstLoweringProblem(*lowered) : "";
}

std::string randomTorch(LowerPropertiesRandom& random)
{
    return "torch:max_active_stages=" + std::to_string(between(random, 2, 4)) +
           ",unshard_lookahead=" + (between(random, 0, 1) == 1 ? "auto" : "full") +
           ",defer_reduce_grad_wait=" + eitherOf(random) + ",defer_pp_recv=" + eitherOf(random);
}

} // namespace

class LowerProperties : public QObject
{
    Q_OBJECT

private slots:
    void everyPassKeepsTheOrderAndRuns_data()
    {
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<QString>("variant");
        for (const ScheduleInfo& info : scheduleCatalog()) {
            if (info.variants.empty())
                QTest::newRow(info.name.c_str()) << QString::fromStdString(info.name) << QString();
            for (const VariantInfo& variant : info.variants)
                QTest::newRow((info.name + " of " + variant.name).c_str())
                    << QString::fromStdString(info.name) << QString::fromStdString(variant.name);
        }
    }

    void everyPassKeepsTheOrderAndRuns()
    {
        QFETCH(QString, schedule);
        QFETCH(QString, variant);
        const ScheduleInfo* info = findSchedule(schedule.toStdString());
        QVERIFY(info != nullptr);
        LowerPropertiesRandom random(17);
        int lowered = 0;
        for (int round = 0; round < 400 && lowered < 20; ++round) {
            const ScheduleRequest request = randomRequest(*info, variant.toStdString(), random);
            const bool padded = between(random, 0, 1) == 1;
            const Result<Schedule> order = generate(request, {padded, {}});
            if (!order)
                continue;
            ++lowered;
            // hyper_parallel's scan sends nothing for I, and knows rows only as they are aligned.
            const bool isWhole = !has(*order, ActionKind::BackwardInput);
            const std::vector<std::pair<std::vector<std::string>, bool>> chains = {
                {{"send-recv"}, true},
                {{"fsdp:max_active_stages=2"}, true},
                {{"fsdp", "send-recv"}, true},
                {{"send-recv", "fsdp"}, true},
                {{randomTorch(random)}, true},
                {{"send-recv:style=hyper-parallel"}, false},
                {{"send-recv:style=hyper-parallel", "fsdp:style=hyper-parallel:max_active_stages=2"}, false},
                {{"send-recv:style=hyper-parallel-aligned"}, isWhole},
            };
            for (const auto& [passes, runs] : chains) {
                const std::string wrong = deviation(*order, passes, runs);
                QVERIFY2(
                    wrong.empty(),
                    (text(request) + (padded ? " padded, " : ", ") + passes.front() + ": " + wrong).c_str());
            }
        }
        QVERIFY2(lowered >= 5, "hardly any request could be generated");
    }
};

BUBBLESCOPE_TEST(LowerProperties)
#include "lower_properties.moc"
