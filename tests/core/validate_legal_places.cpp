// SPDX-License-Identifier: Apache-2.0
// The places where an action may stand: against trying every place and validating what comes of it.
#include <QTest>

#include "core/lower/pass.h"
#include "core/validate/legal_places.h"
#include "tests/core/every_schedule.h"
#include "tests/support/test_program.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string text(const std::vector<std::size_t>& places)
{
    std::string words;
    for (const std::size_t place : places)
        words += (words.empty() ? "" : " ") + std::to_string(place);
    return words;
}

/// The places at which validate() finds nothing.
std::vector<std::size_t> triedPlaces(const Schedule& schedule, const ActionPosition& action,
                                     const ValidateOptions& options = {})
{
    const Row& row = schedule.rows[action.rank.value];
    const CellSpan cell = cellSpan(row, action.index);
    std::vector<std::size_t> places;
    for (std::size_t place = 0; place <= row.size(); ++place) {
        if ((place < row.size() && !row[place].startsCell()) || (place > cell.begin && place <= cell.end))
            continue;
        if (validate(moveAction(schedule, action, action.rank, place).schedule, options).empty())
            places.push_back(place);
    }
    return places;
}

LegalPlaces placesOf(const Schedule& schedule, const ActionPosition& action)
{
    return legalPlaces(schedule, action).value();
}

std::string named(const Schedule& schedule, const ActionPosition& action)
{
    return fmt::format("{} at {} of rank {}", actionText(schedule.at(action).id()), action.index,
                       action.rank.value);
}

/// Empty if both ways find the same places.
std::string disagreement(const Schedule& schedule, const ActionPosition& action)
{
    const std::string found = text(placesOf(schedule, action).places);
    const std::string tried = text(triedPlaces(schedule, action));
    return found == tried ? ""
                          : fmt::format("{}: found {}, tried {}\n{}", named(schedule, action), found, tried,
                                        render(schedule));
}

ActionPosition anyAction(const Schedule& schedule, Dice& dice)
{
    while (true) {
        const RankId rank{dice.below(schedule.rankCount())};
        const Row& row = schedule.rows[rank.value];
        if (row.empty())
            continue;
        const ActionPosition action{rank, dice.below(static_cast<std::uint32_t>(row.size()))};
        if (!schedule.at(action).isBubble())
            return action;
    }
}

} // namespace

class ValidateLegalPlaces : public QObject
{
    Q_OBJECT

private slots:
    void told_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("places");
        QTest::newRow("a forward behind what feeds nothing")
            << "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1" << 0 << 1 << "0 1 3";
        QTest::newRow("the first backward") << "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1" << 0 << 2 << "1 2 4";
        QTest::newRow("an overlapped cell as a whole, by either part")
            << "0F0 0F1 (0F2;0B0)OVERLAP_F_B 0B1 0B2" << 0 << 3 << "1 2 5";
        QTest::newRow("a place in a row with empty cells is before each of its cells")
            << "0F0 . . 0F1 0B0 0B1" << 0 << 3 << "0 1 2 3 5";
        QTest::newRow("a weight gradient to the end") << "0F0 0I0 0W0 0F1 0I1 0W1" << 0 << 2 << "2 4 5 6";
        QTest::newRow("a send as late as another waits")
            << "0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1\n"
               "1RECV_F0 1F0 1B0 1SEND_B0 1RECV_F1 1F1 1B1 1SEND_B1"
            << 0 << 1 << "1 3 4";
        QTest::newRow("between its UNSHARD and RESHARD")
            << "0UNSHARD 0F0 0F1 0RESHARD 0UNSHARD 0B0 0B1 0RESHARD" << 0 << 2 << "1 2 5 6";
        QTest::newRow("a reduction behind the last weight gradient")
            << "0UNSHARD 0F0 0B0 0F1 0B1 0REDUCE_GRAD 0RESHARD" << 0 << 5 << "5 7";
        QTest::newRow("the only place there is") << "0F0 0B0" << 0 << 0 << "0";
    }

    void told()
    {
        QFETCH(QString, order);
        QFETCH(int, rank);
        QFETCH(int, index);
        QFETCH(QString, places);
        const Schedule schedule = parse(order.toStdString());
        const ActionPosition action{RankId{static_cast<std::uint32_t>(rank)},
                                    static_cast<std::size_t>(index)};
        QCOMPARE(QString::fromStdString(problems(schedule)), QString());
        QCOMPARE(QString::fromStdString(text(placesOf(schedule, action).places)), places);
        QCOMPARE(QString::fromStdString(text(triedPlaces(schedule, action))), places);
    }

    void saysWhatIsInTheWay()
    {
        const Schedule schedule = parse("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1");
        // 0F1 cannot go behind 0B1, which waits for it, also by way of rank 1.
        const LegalPlaces forward = placesOf(schedule, {RankId{0}, 1});
        QVERIFY(!forward.earlier);
        QVERIFY(forward.later);
        QCOMPARE(named(schedule, forward.later->neighbour), std::string("0B1 at 3 of rank 0"));
        QCOMPARE(named(schedule, forward.later->cause), std::string("0B1 at 3 of rank 0"));
        QCOMPARE(forward.last, std::size_t{3});
        // 0B0 cannot go before 0F0: 1B0 is of it.
        const LegalPlaces backward = placesOf(schedule, {RankId{0}, 2});
        QVERIFY(backward.earlier);
        QCOMPARE(named(schedule, backward.earlier->neighbour), std::string("0F0 at 0 of rank 0"));
        QVERIFY(!backward.later);
        QCOMPARE(backward.first, std::size_t{1});
        QCOMPARE(backward.last, std::size_t{4});
        QVERIFY(backward.contains(2) && backward.contains(3) && backward.contains(4));
        QVERIFY(!backward.contains(0));
        // 0F0 cannot go behind 0B1: that comes of 1F0, which stands before 1B1.
        const Schedule nested = parse("0F0 0F1 0B1 0B0\n1F0 1F1 1B1 1B0");
        const LegalPlaces first = placesOf(nested, {RankId{0}, 0});
        QVERIFY(first.later);
        QCOMPARE(named(nested, first.later->neighbour), std::string("0B1 at 2 of rank 0"));
        QCOMPARE(named(nested, first.later->cause), std::string("1F0 at 0 of rank 1"));
    }

    /// Each action of the small orders, some of the larger ones.
    void everyScheduleAsGenerated()
    {
        Dice dice(1);
        for (const NamedSchedule& each : everySchedule()) {
            const Schedule& schedule = *each.schedule;
            if (!validate(schedule).empty())
                continue;
            const std::uint32_t tries = schedule.actionCount() < 60 ? 12 : 4;
            for (std::uint32_t i = 0; i < tries; ++i) {
                const std::string wrong = disagreement(schedule, anyAction(schedule, dice));
                QVERIFY2(wrong.empty(), (each.request + ": " + wrong).c_str());
            }
        }
    }

    void loweredOrders_data()
    {
        QTest::addColumn<QString>("pass");
        for (const char* pass : {"send-recv", "fsdp", "torch", "torch:max_active_stages=2"})
            QTest::newRow(pass) << pass;
    }

    void loweredOrders()
    {
        QFETCH(QString, pass);
        Dice dice(2);
        std::size_t lowered = 0;
        for (const NamedSchedule& each : everySchedule()) {
            const Result<Schedule> schedule = applyPass(pass.toStdString(), *each.schedule);
            if (!schedule || schedule->actionCount() > 260 || !validate(*schedule).empty())
                continue;
            ++lowered;
            for (int i = 0; i < 3; ++i) {
                const std::string wrong = disagreement(*schedule, anyAction(*schedule, dice));
                QVERIFY2(wrong.empty(), (each.request + ": " + wrong).c_str());
            }
        }
        QVERIFY2(lowered > 20, std::to_string(lowered).c_str());
    }

    /// Where a SEND waits until its RECV is reached.
    void rendezvous()
    {
        const ValidateOptions options{.sends = SendSemantics::Rendezvous};
        Dice dice(5);
        std::size_t tried = 0, fewer = 0;
        for (const NamedSchedule& each : everySchedule()) {
            const Result<Schedule> schedule = applyPass("send-recv", *each.schedule);
            if (!schedule || schedule->actionCount() > 200 || !validate(*schedule, options).empty())
                continue;
            for (int i = 0; i < 4; ++i) {
                const ActionPosition action = anyAction(*schedule, dice);
                const std::string found =
                    text(legalPlaces(*schedule, action, {}, TransferMode::Rendezvous).value().places);
                const std::string expected = text(triedPlaces(*schedule, action, options));
                QVERIFY2(found == expected,
                         fmt::format("{}: {}: found {}, tried {}\n{}", each.request, named(*schedule, action),
                                     found, expected, render(*schedule))
                             .c_str());
                ++tried;
                fewer += found != text(placesOf(*schedule, action).places) ? 1 : 0;
            }
        }
        QVERIFY2(tried > 10 && fewer > 0, fmt::format("{} tried, {} fewer", tried, fewer).c_str());
    }

    void afterRandomMoves_data()
    {
        QTest::addColumn<QString>("request");
        QTest::addColumn<QString>("pass");
        QTest::newRow("1F1B") << "1f1b:ranks=4,microbatches=6"
                              << "";
        QTest::newRow("interleaved") << "interleaved-1f1b:ranks=2,microbatches=4"
                                     << "";
        QTest::newRow("zero bubble") << "zbv:ranks=3,microbatches=6"
                                     << "";
        QTest::newRow("overlapped") << "dualpipev:ranks=2,microbatches=6"
                                    << "";
        QTest::newRow("sent and received") << "1f1b:ranks=3,microbatches=4"
                                           << "send-recv";
        QTest::newRow("gathered") << "interleaved-1f1b:ranks=2,microbatches=4"
                                  << "torch";
    }

    /// Legal move after legal move, so that the orders are no family's any more.
    void afterRandomMoves()
    {
        QFETCH(QString, request);
        QFETCH(QString, pass);
        Schedule schedule = *generated(request.toStdString());
        if (!pass.isEmpty())
            schedule = *applyPass(pass.toStdString(), schedule);
        Dice dice(3);
        for (int i = 0; i < 60; ++i) {
            const ActionPosition action = anyAction(schedule, dice);
            const std::string wrong = disagreement(schedule, action);
            QVERIFY2(wrong.empty(), wrong.c_str());
            const std::vector<std::size_t> places = placesOf(schedule, action).places;
            QVERIFY(!places.empty());
            const std::size_t to = places[dice.below(static_cast<std::uint32_t>(places.size()))];
            schedule = moveAction(schedule, action, action.rank, to).schedule;
            QCOMPARE(QString::fromStdString(problems(schedule)), QString());
        }
    }

    /// Dropped where it breaks the order, an action finds back to where it may stand.
    void whereItStandsMakesNoDifference()
    {
        Dice dice(4);
        for (const char* request : {"1f1b:ranks=4,microbatches=6", "zbv:ranks=3,microbatches=6",
                                    "interleaved-1f1b:ranks=2,microbatches=4"}) {
            for (const bool isLowered : {false, true}) {
                Schedule schedule = *generated(request);
                if (isLowered)
                    schedule = *applyPass("send-recv", schedule);
                for (int i = 0; i < 30; ++i) {
                    const ActionPosition action = anyAction(schedule, dice);
                    const Row& row = schedule.rows[action.rank.value];
                    const std::size_t to = dice.below(static_cast<std::uint32_t>(row.size()) + 1);
                    const MovedOrder moved = moveAction(schedule, action, action.rank, to);
                    const std::string wrong = disagreement(moved.schedule, moved.cell);
                    QVERIFY2(wrong.empty(), wrong.c_str());
                    QCOMPARE(placesOf(moved.schedule, moved.cell).places.size(),
                             placesOf(schedule, action).places.size());
                }
            }
        }
    }

    /// In an order that is broken by another action no place that is told makes one problem more.
    void whatIsWrongElsewhereStaysAsItIs()
    {
        const Schedule schedule = *generated("1f1b:ranks=3,microbatches=5");
        Dice dice(5);
        int broken = 0;
        for (int i = 0; i < 60; ++i) {
            const ActionPosition culprit = anyAction(schedule, dice);
            const std::size_t to =
                dice.below(static_cast<std::uint32_t>(schedule.rows[culprit.rank.value].size()) + 1);
            const Schedule order = moveAction(schedule, culprit, culprit.rank, to).schedule;
            const std::size_t before = validate(order).size();
            if (before == 0)
                continue;
            ++broken;
            const ActionPosition action = anyAction(order, dice);
            for (const std::size_t place : placesOf(order, action).places) {
                const Schedule moved = moveAction(order, action, action.rank, place).schedule;
                QVERIFY2(validate(moved).size() <= before,
                         (named(order, action) + " to " + std::to_string(place) + "\n" + render(order) +
                          "\n" + problems(order) + "\n->\n" + problems(moved))
                             .c_str());
            }
        }
        QVERIFY(broken > 10);
    }

    void canBeCancelled()
    {
        const Schedule schedule = *generated("1f1b:ranks=8,microbatches=64");
        CancelToken cancel;
        cancel.cancel();
        QVERIFY(!legalPlaces(schedule, {RankId{3}, 40}, cancel));
    }
};

BUBBLESCOPE_TEST(ValidateLegalPlaces)
#include "validate_legal_places.moc"
