// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/analyze/critical_path.h"
#include "core/analyze/explanation.h"
#include "core/analyze/plain_path.h"
#include "core/analyze/plain_waits.h"
#include "core/base/round_team.h"
#include "core/generate/catalog.h"
#include "core/lower/pass.h"
#include "tests/core/order_support.h"
#include "tests/core/results_support.h"
#include "tests/support/random_costs.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <thread>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::optional<CriticalPath> plainPathOf(const Timeline& timeline, const CostModel& costs)
{
    return plainCriticalPath(timeline, costs, ActionTable(*timeline.schedule));
}

/// Costs that only add up.
CostModel plainCosts(Dice& dice, const Schedule& order, bool areDefault, bool hasKindsOfNoTime)
{
    CostModel costs = areDefault ? CostModel() : randomCosts(dice, order);
    costs.profile = TimingProfile::Strict;
    costs.transfer.mode = TransferMode::Async;
    costs.overlapsFsdp = false;
    costs.jitter = {};
    for (auto& [kinds, rule] : costs.overlap.times)
        rule.firstDone = rule.secondDone = 1;
    if (!hasKindsOfNoTime)
        return costs;
    const StageValues none(0.0);
    const std::uint32_t which = dice.below(8);
    if (which == 0 || (which & 1U) != 0)
        costs.backwardWeight = none;
    if ((which & 2U) != 0)
        costs.forward = none;
    if ((which & 4U) != 0)
        costs.transfer = {};
    if (dice.below(3) == 0)
        costs.unshard = costs.reshard = costs.reduceGrad = none;
    if (dice.below(6) == 0)
        costs.backwardInput = costs.backward = none;
    return costs;
}

/// With two threads that have joined before it begins.
auto slackWithHelpers(const Timeline& timeline, const PlainWaits& waits, const CostModel& costs)
{
    RoundTeam team(3);
    std::vector<std::jthread> helpers;
    for (int i = 0; i < 2; ++i)
        helpers.emplace_back([&team] { team.help(); });
    while (team.size() < 3)
        std::this_thread::yield();
    const RoundTeamEnd end(team);
    return slackOf(timeline, waits, costs, team, {});
}

/// Each schedule that has 32 ranks: every thread gets some. Automatic orders take a second, so once for all.
const std::map<std::string, Schedule>& ofManyRanks()
{
    static const std::map<std::string, Schedule> orders = [] {
        std::map<std::string, Schedule> made;
        for (const ScheduleInfo& info : scheduleCatalog()) {
            ScheduleRequest request;
            request.schedule = info.name;
            request.ranks = 32;
            request.microbatches = 64;
            if (Result<Schedule> schedule = generate(request, {}))
                made.emplace(info.name, *std::move(schedule));
        }
        return made;
    }();
    return orders;
}

template <typename Waits>
BubbleChains chainsBy(const Waits& waits, const Timeline& timeline, const BubbleLedger& ledger)
{
    return chainsOf(ledger,
                    [&](const Place& action, Time until, std::size_t most, std::vector<Place>& walked) {
                        pathBefore(timeline, waits, action, until, most, walked);
                    });
}

} // namespace

/// The critical path that the times alone tell, against the one of a second timing that notes what waits.
class AnalyzePlainPath : public QObject
{
    Q_OBJECT

    static void passes()
    {
        addRows<std::string>(
            {{"computing alone", ""}, {"messages", "send-recv"}, {"PyTorch's lowering", "torch"}});
    }

    static void passesAndKindsOfNoTime()
    {
        addRows<std::string, bool>({
            {"computing alone", "", false},
            {"and a kind takes no time", "", true},
            {"messages", "send-recv", false},
            {"messages, and a kind takes no time", "send-recv", true},
            {"PyTorch's lowering", "torch", false},
            {"PyTorch's lowering, and a kind takes no time", "torch", true},
        });
    }

private slots:
    void isThatOfTheBindings()
    {
        int plain = 0;
        for (const ScheduleInfo& info : scheduleCatalog()) {
            ScheduleRequest request;
            request.schedule = info.name;
            const SchedulePtr order = std::make_shared<const Schedule>(*generate(request, {}));
            for (std::uint32_t seed = 0; seed < 40; ++seed) {
                Dice dice(seed);
                CostModel costs = seed == 0 ? CostModel() : randomCosts(dice, *order);
                if (seed % 4 != 0) {
                    costs.profile = TimingProfile::Strict;
                    costs.jitter = {};
                    for (auto& [kinds, rule] : costs.overlap.times)
                        rule.firstDone = rule.secondDone = 1;
                }
                const Timeline timeline = timelineOf(order, costs);
                const std::optional<CriticalPath> path = plainPathOf(timeline, costs);
                if (!path)
                    continue;
                ++plain;
                const Explanation explanation = explain(timeline, costs).value();
                QVERIFY2(path->actions == explanation.criticalPath.actions,
                         fmt::format("{}, seed {}", info.name, seed).c_str());
                QCOMPARE(path->length, explanation.criticalPath.length);
            }
        }
        QVERIFY2(plain > 30 * 20, fmt::format("{}", plain).c_str());
    }

    void explainsAsTheBindingsDo_data() { passesAndKindsOfNoTime(); }

    /// Slack, gaps and their chains, told by the times alone and by a second timing that notes what waits.
    void explainsAsTheBindingsDo()
    {
        const auto [pass, hasKindsOfNoTime] = givenRow<std::string, bool>();
        int plain = 0;
        int orders = 0;
        for (const ScheduleInfo& info : scheduleCatalog()) {
            ScheduleRequest request;
            request.schedule = info.name;
            Schedule schedule = *generate(request, {});
            if (!pass.empty()) {
                Result<Schedule> lowered = applyPass(pass, schedule);
                if (!lowered)
                    continue;
                schedule = *std::move(lowered);
            }
            ++orders;
            const auto order = std::make_shared<const Schedule>(std::move(schedule));
            const ActionTable table(*order);
            for (std::uint32_t seed = 0; seed < 12; ++seed) {
                Dice dice(seed);
                const CostModel costs = plainCosts(dice, *order, seed == 0, hasKindsOfNoTime);
                const Timeline timeline = timelineOf(order, costs);
                const std::optional<PlainWaits> waits = PlainWaits::of(timeline, costs, table);
                const auto slack = waits ? slackOf(timeline, *waits, costs) : std::nullopt;
                if (!slack)
                    continue;
                ++plain;
                const Bindings bindings = bindingsOf(*order, costs).value();
                const std::string place = fmt::format("{}, seed {}", info.name, seed);
                QVERIFY2(*slack == slackOf(timeline, bindings, costs), place.c_str());
                QVERIFY2(criticalPath(timeline, *waits).actions == criticalPath(timeline, bindings).actions,
                         place.c_str());
                BubbleLedger told = ledgerOf(timeline, *waits, costs);
                BubbleLedger noted = ledgerOf(timeline, bindings, costs);
                told.chains = chainsBy(*waits, timeline, told);
                noted.chains = chainsBy(bindings, timeline, noted);
                QCOMPARE(bubblesJson(timeline, told), bubblesJson(timeline, noted));
            }
        }
        QVERIFY2(orders > 20 && plain > orders * 9, fmt::format("{} of {} orders", plain, orders).c_str());
    }

    void isTheSameWithHelpers_data() { passesAndKindsOfNoTime(); }

    void isTheSameWithHelpers()
    {
        const auto [pass, hasKindsOfNoTime] = givenRow<std::string, bool>();
        int compared = 0;
        for (const auto& [name, made] : ofManyRanks()) {
            Result<Schedule> schedule = pass.empty() ? made : applyPass(pass, made);
            if (!schedule)
                continue;
            const auto order = std::make_shared<const Schedule>(*std::move(schedule));
            const ActionTable table(*order);
            for (std::uint32_t seed = 0; seed < 4; ++seed) {
                Dice dice(seed);
                const CostModel costs = plainCosts(dice, *order, seed == 0, hasKindsOfNoTime);
                const Timeline timeline = timelineOf(order, costs);
                const std::optional<PlainWaits> waits = PlainWaits::of(timeline, costs, table);
                if (!waits)
                    continue;
                ++compared;
                QVERIFY2(slackWithHelpers(timeline, *waits, costs) == slackOf(timeline, *waits, costs),
                         fmt::format("{}, seed {}", name, seed).c_str());
            }
        }
        QVERIFY2(compared > 40, fmt::format("{}", compared).c_str());
    }

    void ofManyRanksWithFewAtWork_data() { passes(); }

    /// Most ranks have nothing that could have its turn: the latest of all is taken from a heap.
    void ofManyRanksWithFewAtWork()
    {
        const auto [pass] = givenRow<std::string>();
        for (std::uint32_t seed = 0; seed < 12; ++seed) {
            const SchedulePtr computed = generated("gpipe:ranks=48,microbatches=2");
            const SchedulePtr order =
                pass.empty() ? computed
                             : std::make_shared<const Schedule>(applyPass(pass, *computed).value());
            const ActionTable table(*order);
            Dice dice(seed);
            const CostModel costs = plainCosts(dice, *order, seed == 0, seed % 2 != 0);
            const Timeline timeline = timelineOf(order, costs);
            const std::optional<PlainWaits> waits = PlainWaits::of(timeline, costs, table);
            QVERIFY(waits.has_value());
            const auto slack = slackOf(timeline, *waits, costs);
            QVERIFY(slack.has_value());
            QVERIFY(*slack == slackOf(timeline, bindingsOf(*order, costs).value(), costs));
        }
    }

    void aMessageThatAnotherRankWaitsForIsLeftToTheBindings_data()
    {
        addRows<std::string>({
            {"WAIT_SEND", "0F0 0SEND_F0\n1RECV_F0 1F0\n0F1 0F2 0WAIT_SEND_F0 0F3 0F4 0F5 0F6"},
            {"SEND", "0F0\n1RECV_F0 1F0\n0F1 0F2 0SEND_F0 0F3 0F4 0F5 0F6"},
        });
    }

    void aMessageThatAnotherRankWaitsForIsLeftToTheBindings()
    {
        const auto [text] = givenRow<std::string>();
        const SchedulePtr order = orderFrom(text);
        const ActionTable table(*order);
        for (const double latency : {0.0, 10.0}) {
            CostModel costs;
            costs.transfer.latency = latency;
            const Timeline timeline = timelineOf(order, costs);
            QVERIFY(!PlainWaits::of(timeline, costs, table));
            QCOMPARE(explain(timeline, costs).value().slack,
                     slackOf(timeline, bindingsOf(*order, costs).value(), costs));
        }
    }

    void timesOfOtherCostsAreNotTakenForPlain()
    {
        const SchedulePtr order = generated("zbv:ranks=4,microbatches=8");
        const ActionTable table(*order);
        Timeline late = timelineOf(order);
        late.lanes[2].start.back() += 1;
        late.lanes[2].end.back() += 1;
        QVERIFY(!slackOf(late, *PlainWaits::of(late, {}, table), {}));
        Timeline early = timelineOf(order);
        early.lanes[1].start.front() -= 0.5;
        QVERIFY(!slackOf(early, *PlainWaits::of(early, {}, table), {}));
        const auto sent = std::make_shared<const Schedule>(applyPass("torch", *order).value());
        const ActionTable messages(*sent);
        Timeline longer = timelineOf(sent);
        const Row& row = sent->rows[1];
        const auto receive = static_cast<std::size_t>(
            std::find_if(row.begin(), row.end(),
                         [](const Action& a) { return a.kind() == ActionKind::ReceiveForward; }) -
            row.begin());
        longer.lanes[1].end[receive] += 0.5;
        QVERIFY(!slackOf(longer, *PlainWaits::of(longer, {}, messages), {}));
    }

    void timesOfOtherCostsAreNotTakenForPlainByHelpers()
    {
        const SchedulePtr order = generated("zbv:ranks=32,microbatches=64");
        const ActionTable table(*order);
        for (const std::size_t rank : {0U, 15U, 31U}) {
            Timeline late = timelineOf(order);
            late.lanes[rank].start[100] += 0.5;
            QVERIFY(!slackWithHelpers(late, *PlainWaits::of(late, {}, table), {}));
        }
    }

    void anOrderThatWaitsForItselfIsRefusedWhateverItsTimes()
    {
        const SchedulePtr order = orderFrom("0I0 0F0 0W0");
        Timeline timeline;
        timeline.schedule = order;
        timeline.lanes = {{{0, 1, 2}, {1, 2, 3}}};
        timeline.makespan = 3;
        QVERIFY(!explain(timeline, {}));
        timeline.lanes = {{{0, 0, 0}, {0, 0, 0}}};
        QVERIFY(!explain(timeline, {}));
        timeline.schedule = orderFrom("0F0 0B0\n1B0 1F0");
        timeline.lanes = {{{0, 0}, {0, 0}}, {{0, 0}, {0, 0}}};
        QVERIFY(!explain(timeline, {}));
    }

    void whatElseHoldsUpIsLeftToTheBindings()
    {
        const SchedulePtr order = generated("1f1b:ranks=4,microbatches=8");
        CostModel jitter;
        jitter.jitter = {0.1, 1};
        QVERIFY(!plainPathOf(timelineOf(order, jitter), jitter));
        CostModel step;
        step.step.optimizer = StageValues(1.0);
        QVERIFY(!plainPathOf(timelineOf(order, step), step));
        CostModel communicators;
        communicators.communicators.policy = CommunicatorPolicy::Torch;
        QVERIFY(!plainPathOf(timelineOf(order, communicators), communicators));
        const auto lowered = std::make_shared<const Schedule>(applyPass("send-recv", *order).value());
        QVERIFY(plainPathOf(timelineOf(lowered), {}).has_value());
        CostModel rendezvous;
        rendezvous.transfer.mode = TransferMode::Rendezvous;
        QVERIFY(!plainPathOf(timelineOf(lowered, rendezvous), rendezvous));
    }
};

BUBBLESCOPE_TEST(AnalyzePlainPath)
#include "analyze_plain_path.moc"
