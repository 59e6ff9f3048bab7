// SPDX-License-Identifier: Apache-2.0
// What holds for the times of every schedule that can be generated, lowered or not, under any costs. All
// times are the larger of sums in a structure that the order alone gives, so what holds for the makespan
// holds for each action, and exactly: rounding keeps <=.
#include <QTest>

#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/time/action_table.h"
#include "core/time/simulate.h"
#include "tests/support/random_costs.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <functional>
#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr int kOrdersOfEach = 4;
constexpr int kCostsOfEach = 3;

struct Lowered
{
    std::string passes; ///< empty for the order as generated
    SchedulePtr order;
};

const std::vector<std::vector<std::string>>& chains()
{
    static const std::vector<std::vector<std::string>> kChains{
        {}, {"send-recv"}, {"fsdp:max_active_stages=2"}, {"fsdp", "send-recv"}, {"torch"},
    };
    return kChains;
}

/// Some small orders of a schedule, each as generated and lowered in every way.
std::vector<Lowered> ordersOf(const ScheduleInfo& info, const std::string& variant, Dice& dice)
{
    std::vector<Lowered> orders;
    int found = 0;
    for (int round = 0; round < 200 && found < kOrdersOfEach; ++round) {
        ScheduleRequest request;
        request.schedule = info.name;
        request.ranks = 1 + dice.below(5);
        request.microbatches = 1 + dice.below(10);
        if (!variant.empty())
            request.options["variant"] = variant;
        if (dice.below(2) == 0)
            request.stagesPerRank = 1 + dice.below(3);
        const Result<Schedule> generated = generate(request);
        if (!generated)
            continue;
        ++found;
        for (const std::vector<std::string>& chain : chains()) {
            Result<Schedule> lowered = generated;
            std::string text;
            for (const std::string& pass : chain) {
                lowered = lowered ? applyPass(pass, *lowered) : lowered;
                text += pass + " ";
            }
            if (lowered)
                orders.push_back({text, std::make_shared<const Schedule>(std::move(*lowered))});
        }
    }
    return orders;
}

/// The first action of the earlier timing that starts or ends later than in the later one; empty if none.
std::string firstLater(const Timeline& early, const Timeline& late)
{
    for (std::uint32_t r = 0; r < early.lanes.size(); ++r)
        for (std::size_t i = 0; i < early.lanes[r].start.size(); ++i)
            if (early.lanes[r].start[i] > late.lanes[r].start[i] ||
                early.lanes[r].end[i] > late.lanes[r].end[i])
                return fmt::format("rank {} {}: {}-{}, not {}-{}", r,
                                   actionText(early.schedule->rows[r][i].id()), early.lanes[r].start[i],
                                   early.lanes[r].end[i], late.lanes[r].start[i], late.lanes[r].end[i]);
    return early.makespan > late.makespan ? "the makespan" : "";
}

void scale(StageValues& values, double factor)
{
    for (double& value : values.values)
        value *= factor;
}

/// Every time of the costs; of transfers, bytes stand for what they take.
void scaleTimes(CostModel& costs, double factor)
{
    for (auto* values : {&costs.forward, &costs.backwardInput, &costs.backwardWeight, &costs.backward})
        scale(values->value(), factor);
    for (auto* values : {&costs.unshard, &costs.reshard, &costs.reduceGrad})
        scale(*values, factor);
    for (auto& [pair, rule] : costs.overlap.times)
        if (!rule.isShareOfSum)
            scale(rule.time, factor);
    costs.transfer.latency *= factor;
    costs.transfer.bytes *= factor;
    for (LinkCost& link : costs.transfer.links) {
        if (link.latency)
            *link.latency *= factor;
        if (link.bytes)
            *link.bytes *= factor;
    }
}

/// One of many changes that make something take longer.
void slowDown(CostModel& costs, Dice& dice, std::uint32_t ranks)
{
    const double factor = 1 + 0.1 * dice.below(20);
    LinkCost* link =
        costs.transfer.links.empty()
            ? nullptr
            : &costs.transfer.links[dice.below(static_cast<std::uint32_t>(costs.transfer.links.size()))];
    switch (dice.below(8)) {
    case 0:
        costs.transfer.latency += 0.1 * dice.below(20);
        break;
    case 1:
        if (link != nullptr)
            link->latency = link->latency.value_or(costs.transfer.latency) + 0.1 * dice.below(20);
        break;
    case 2:
        costs.transfer.bytes *= factor;
        break;
    case 3:
        if (link != nullptr)
            link->bytes = link->bytes.value_or(costs.transfer.bytes) * factor;
        break;
    case 4: {
        const auto [entry, isNew] = costs.rankFactor.try_emplace(dice.below(ranks), 1.0);
        entry->second *= factor;
        break;
    }
    case 5: {
        auto* const kinds = std::array{&costs.forward, &costs.backwardInput, &costs.backwardWeight,
                                       &costs.backward}[dice.below(4)];
        std::vector<double>& values = kinds->value().values;
        values[dice.below(static_cast<std::uint32_t>(values.size()))] *= factor;
        break;
    }
    case 6:
        scale(*std::array{&costs.unshard, &costs.reshard, &costs.reduceGrad}[dice.below(3)], factor);
        break;
    default:
        scaleTimes(costs, factor);
    }
}

bool hasQueues(const TransferCost& transfer)
{
    return transfer.bandwidth > 0 ||
           std::any_of(transfer.links.begin(), transfer.links.end(),
                       [](const LinkCost& l) { return l.bandwidth.value_or(0) > 0; });
}

} // namespace

class TimeProperties : public QObject
{
    Q_OBJECT

private slots:
    void addingTimeNeverShortens_data() { schedules(); }

    void addingTimeNeverShortens()
    {
        forMany([](const Schedule& order, const CostModel& costs, const Timeline& timeline, Dice& dice) {
            CostModel slower = costs;
            slowDown(slower, dice, order.rankCount());
            return firstLater(timeline, simulate(timeline.schedule, slower).value());
        });
    }

    void rankNamesDoNotCount_data() { schedules(); }

    void rankNamesDoNotCount()
    {
        forMany([](const Schedule& order, const CostModel& costs, const Timeline& timeline, Dice& dice) {
            std::vector<std::uint32_t> name(order.rankCount());
            std::iota(name.begin(), name.end(), 0U);
            for (auto left = order.rankCount(); left > 1; --left)
                std::swap(name[left - 1], name[dice.below(left)]);
            Schedule renamed = order;
            CostModel renamedCosts = costs;
            renamedCosts.rankFactor.clear();
            for (std::uint32_t r = 0; r < order.rankCount(); ++r)
                renamed.rows[name[r]] = order.rows[r];
            for (const auto& [rank, factor] : costs.rankFactor)
                renamedCosts.rankFactor[name[rank]] = factor;
            for (LinkCost& link : renamedCosts.transfer.links) {
                link.from = name[link.from];
                link.to = name[link.to];
            }
            const auto again = simulate(std::make_shared<const Schedule>(renamed), renamedCosts);
            if (!again)
                return again.error().message.text();
            for (std::uint32_t r = 0; r < order.rankCount(); ++r)
                if (again->lanes[name[r]] != timeline.lanes[r])
                    return fmt::format("rank {} has other times as rank {}", r, name[r]);
            return std::string(again->makespan == timeline.makespan ? "" : "another makespan");
        });
    }

    void timesScale_data() { schedules(); }

    void timesScale()
    {
        forMany([](const Schedule& order, const CostModel& costs, const Timeline& timeline, Dice& dice) {
            // A power of two changes no digit.
            const double factor = dice.below(2) == 0 ? 0.25 : 8;
            CostModel scaled = costs;
            scaleTimes(scaled, factor);
            const Timeline again = simulate(timeline.schedule, scaled).value();
            for (std::uint32_t r = 0; r < order.rankCount(); ++r)
                for (std::size_t i = 0; i < order.rows[r].size(); ++i)
                    if (again.lanes[r].start[i] != factor * timeline.lanes[r].start[i] ||
                        again.lanes[r].end[i] != factor * timeline.lanes[r].end[i])
                        return fmt::format("rank {} {}", r, actionText(order.rows[r][i].id()));
            return std::string();
        });
    }

    void waitingForEachOtherNeverShortens_data() { schedules(); }

    void waitingForEachOtherNeverShortens()
    {
        forMany([](const Schedule&, const CostModel& costs, const Timeline& timeline, Dice&) {
            const bool posts = ActionTable(*timeline.schedule).has(ActionClass::WaitSendForward);
            // See aReceiverMayChooseItsMessages().
            if (costs.transfer.mode == TransferMode::Async || (posts && hasQueues(costs.transfer)))
                return std::string();
            CostModel async = costs;
            async.transfer.mode = TransferMode::Async;
            return firstLater(simulate(timeline.schedule, async).value(), timeline);
        });
    }

    void shardingBesideComputeNeverLengthens_data() { schedules(); }

    void shardingBesideComputeNeverLengthens()
    {
        forMany([](const Schedule&, const CostModel& costs, const Timeline& timeline, Dice&) {
            // There two forwards in a row are kept apart, unless something stands between them.
            if (costs.profile == TimingProfile::PpScheduleVisualizationSync)
                return std::string();
            CostModel other = costs;
            other.overlapsFsdp = !costs.overlapsFsdp;
            const Timeline again = simulate(timeline.schedule, other).value();
            return costs.overlapsFsdp ? firstLater(timeline, again) : firstLater(again, timeline);
        });
    }

    void shardingWithoutTimesChangesNothing_data() { schedules(); }

    void shardingWithoutTimesChangesNothing()
    {
        forMany([](const Schedule& order, const CostModel& given, const Timeline& timeline, Dice&) {
            if (given.profile == TimingProfile::PpScheduleVisualizationSync)
                return std::string();
            CostModel costs = given;
            for (auto* values : {&costs.unshard, &costs.reshard, &costs.reduceGrad})
                *values = StageValues(0.0);
            Schedule without = order;
            for (Row& row : without.rows)
                std::erase_if(row, [](const Action& action) { return isFsdp(action.kind()); });
            const Timeline with = simulate(timeline.schedule, costs).value();
            const auto bare = simulate(std::make_shared<const Schedule>(without), costs);
            if (!bare)
                return bare.error().message.text();
            for (std::uint32_t r = 0; r < order.rankCount(); ++r) {
                std::size_t next = 0;
                for (std::size_t i = 0; i < order.rows[r].size(); ++i) {
                    if (isFsdp(order.rows[r][i].kind()))
                        continue;
                    if (with.lanes[r].start[i] != bare->lanes[r].start[next] ||
                        with.lanes[r].end[i] != bare->lanes[r].end[next])
                        return fmt::format("rank {} {}", r, actionText(order.rows[r][i].id()));
                    ++next;
                }
            }
            return std::string(with.makespan == bare->makespan ? "" : "another makespan");
        });
    }

    void aReceiverMayChooseItsMessages()
    {
        // Why rendezvous can be faster: of two messages that were posted, the one that is received first
        // takes the link first; sent as they are made, it waits for the other.
        const auto order = std::make_shared<const Schedule>(
            parse("0F0 0SEND_F0 0F1 0SEND_F1 0WAIT_SEND_F0 0WAIT_SEND_F1\n1RECV_F1 1F1 1RECV_F0 1F0\n2F1"));
        CostModel costs;
        costs.forward = StageValues(std::vector<double>{1, 20, 100});
        costs.transfer.bytes = 10;
        costs.transfer.bandwidth = 1;
        QCOMPARE(simulate(order, costs)->makespan, 151.0);
        costs.transfer.mode = TransferMode::Rendezvous;
        QCOMPARE(simulate(order, costs)->makespan, 142.0);
    }

private:
    static void schedules()
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

    /// Calls `check(order, costs, its timing, dice)` for orders of the row's schedule and random costs that
    /// they can be timed with; it says what is wrong.
    using Check = std::function<std::string(const Schedule&, const CostModel&, const Timeline&, Dice&)>;

    static void forMany(const Check& check)
    {
        QFETCH(QString, schedule);
        QFETCH(QString, variant);
        Dice dice(23);
        int checked = 0;
        for (const auto& [passes, order] :
             ordersOf(*findSchedule(schedule.toStdString()), variant.toStdString(), dice))
            for (int draw = 0; draw < kCostsOfEach; ++draw) {
                const CostModel costs = randomCosts(dice, *order);
                const auto timeline = simulate(order, costs);
                // Not every order that runs with buffers runs without.
                if (!timeline && costs.transfer.mode == TransferMode::Rendezvous)
                    continue;
                QVERIFY2(timeline.has_value(), timeline ? "" : timeline.error().message.text().c_str());
                const std::string wrong = check(*order, costs, *timeline, dice);
                QVERIFY2(wrong.empty(), (wrong + "\n" + passes + std::string(profileName(costs.profile)) +
                                         "\n" + render(*order))
                                            .c_str());
                ++checked;
            }
        QVERIFY(checked >= 10);
    }
};

BUBBLESCOPE_TEST(TimeProperties)
#include "time_properties.moc"
