// SPDX-License-Identifier: Apache-2.0
#include "core/base/round_team.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <array>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace bubblescope;

namespace {

/// However busy the machine is.
constexpr std::chrono::minutes kAnyWait{10};

std::vector<std::jthread> helpersOf(RoundTeam& team, unsigned count)
{
    std::vector<std::jthread> helpers;
    for (unsigned i = 0; i < count; ++i)
        helpers.emplace_back([&team] { team.help(); });
    return helpers;
}

void waitForAll(const RoundTeam& team)
{
    while (team.size() < team.most())
        std::this_thread::yield();
}

} // namespace

class BaseRoundTeam : public QObject
{
    Q_OBJECT

private slots:
    void aloneTheLeaderWorks()
    {
        RoundTeam team(4);
        QCOMPARE(team.size(), 1U);
        unsigned sum = 0;
        for (unsigned round = 0; round < 3; ++round)
            team.run(1, [&](unsigned part) { sum += part + 1; });
        QCOMPARE(sum, 3U);
        team.end();
        team.help(); // returns, as all is over
    }

    /// What a round has written, the next one reads, whoever wrote it.
    void eachPartIsDoneOnceARound()
    {
        constexpr unsigned kMost = 3;
        constexpr int kRounds = 500;
        RoundTeam team(kMost, kAnyWait);
        const std::vector<std::jthread> helpers = helpersOf(team, kMost - 1);
        const RoundTeamEnd end(team);
        waitForAll(team);
        std::array<std::array<int, kMost>, 2> counts{};
        for (int round = 0; round < kRounds; ++round) {
            const auto& before = counts.at(round % 2);
            auto& after = counts.at(1 - round % 2);
            team.run(kMost, [&](unsigned part) { after.at(part) = before.at((part + 1) % kMost) + 1; });
        }
        for (const int count : counts.at(kRounds % 2))
            QCOMPARE(count, kRounds);
    }

    void whoJoinsLaterIsInTheRoundsToCome()
    {
        RoundTeam team(2, kAnyWait);
        std::vector<std::jthread> helpers;
        const RoundTeamEnd end(team);
        std::array<int, 2> rounds{};
        while (rounds[1] < 100) {
            if (rounds[0] == 100)
                helpers = helpersOf(team, 1);
            team.run(team.size(), [&](unsigned part) { ++rounds.at(part); });
        }
        QVERIFY(rounds[0] >= 200);
    }

    void moreHelpersThanWantedAreSentHome()
    {
        RoundTeam team(2, kAnyWait);
        std::vector<std::jthread> helpers = helpersOf(team, 1);
        waitForAll(team);
        team.help(); // returns at once
        const RoundTeamEnd end(team);
        int done = 0;
        team.run(2, [&](unsigned part) {
            if (part == 0)
                ++done;
        });
        QCOMPARE(done, 1);
    }

    void helpersWhoComeLateAreSentHome()
    {
        RoundTeam team(2);
        const std::vector<std::jthread> helpers = helpersOf(team, 1);
        const RoundTeamEnd end(team);
        waitForAll(team);
        std::array<int, 2> done{};
        team.run(2, [&](unsigned part) {
            if (part == 1)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            done.at(part) = 1;
        });
        QCOMPARE(done, (std::array{1, 1}));
        QCOMPARE(team.size(), 1U);
        team.run(1, [&](unsigned part) { ++done.at(part); });
        QCOMPARE(done, (std::array{2, 1}));
    }

    void aFailureOfAHelperReachesTheLeader_data()
    {
        QTest::addColumn<unsigned>("failing");
        QTest::newRow("leader") << 0U;
        QTest::newRow("helper") << 1U;
    }

    void aFailureOfAHelperReachesTheLeader()
    {
        QFETCH(const unsigned, failing);
        RoundTeam team(2, kAnyWait);
        const std::vector<std::jthread> helpers = helpersOf(team, 1);
        const RoundTeamEnd end(team);
        waitForAll(team);
        std::string failed;
        try {
            team.run(2, [&](unsigned part) {
                if (part == failing)
                    throw std::runtime_error(std::to_string(part));
            });
        } catch (const std::runtime_error& error) {
            failed = error.what();
        }
        QCOMPARE(failed, std::to_string(failing));
    }
};

BUBBLESCOPE_TEST(BaseRoundTeam)
#include "base_round_team.moc"
