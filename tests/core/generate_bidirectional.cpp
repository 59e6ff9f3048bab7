// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/core/rows_support.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// "missing-action of 3B1 on rank 2, cell 5 (1 problem)"
std::string firstProblem(const Schedule& schedule)
{
    const std::vector<Problem> found = validate(schedule);
    if (found.empty() || found.front().actions.empty())
        return "none";
    const ProblemAction& at = found.front().actions.back();
    return fmt::format("{} of {} on rank {}{}", problemKindName(found.front().kind), actionText(at.action),
                       at.rank.value, at.index ? fmt::format(", cell {}", *at.index) : "");
}

std::size_t cellCount(const Row& row)
{
    return static_cast<std::size_t>(
        std::count_if(row.begin(), row.end(), [](const Action& action) { return action.startsCell(); }));
}

} // namespace

/// DualPipe, DualPipeV and Chimera: small orders written from their rules, their properties, and that the
/// checks of orders understand stages that stand on two ranks.
class GenerateBidirectional : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        addRows<std::string, std::string>({
            {"DualPipe on two ranks", "dualpipe:ranks=2,microbatches=4",
             "0F0 1F2 0F1 1B2 (1F3;0B0)OVERLAP_F_B 1B3 0I1 0W1\n"
             "0F2 1F0 0F3 1B0 (1F1;0B2)OVERLAP_F_B 1B1 0I3 0W3"},
            {"DualPipe with as few microbatches as can be",
             "dualpipe:ranks=2,microbatches=2,variant=pp-schedule-visualization",
             "0F0 1F1 1B1 0I0 0W0\n"
             "0F1 1F0 1B0 0I1 0W1"},
            {"DualPipe, the first pair of the middle ranks overlapped",
             "dualpipe:ranks=4,microbatches=6,variant=pp-schedule-visualization,fuse_first=true",
             "0F0 0F1 0F2 3F3 3I3 3W3 3F4 3B4 (3F5;0B0)OVERLAP_F_B 3B5 0I1 0W1 0I2 0W2\n"
             "1F0 2F3 1F1 2F4 (1F2;2B3)OVERLAP_F_B (2F5;1B0)OVERLAP_F_B 2B4 1B1 2I5 1I2 2W5 1W2\n"
             "1F3 2F0 1F4 2F1 (1F5;2B0)OVERLAP_F_B (2F2;1B3)OVERLAP_F_B 2B1 1B4 2I2 1I5 2W2 1W5\n"
             "0F3 0F4 0F5 3F0 3I0 3W0 3F1 3B1 (3F2;0B3)OVERLAP_F_B 3B2 0I4 0W4 0I5 0W5"},
            {"DualPipeV of DeepSeek on one rank", "dualpipev:ranks=1,microbatches=2,variant=deepseek",
             "0F0 1F0 0F1 1B0 (1F1;0B0)OVERLAP_F_B 1B1 0I1 0W1"},
            {"DualPipeV, the first pair of the last rank overlapped",
             "dualpipev:ranks=1,microbatches=2,variant=pp-schedule-visualization,fuse_first=true",
             "0F0 1F0 (0F1;1B0)OVERLAP_F_B (1F1;0B0)OVERLAP_F_B 1B1 0I1 0W1"},
            {"DualPipeV with one microbatch on one rank",
             "dualpipev:ranks=1,microbatches=1,variant=pp-schedule-visualization", "0F0 1F0 1B0 0I0 0W0"},
            {"Chimera, one unit", "chimera:ranks=4,microbatches=4",
             "0F0 0F1 3F2 3B2 3F3 3B3 0B0 0B1\n"
             "1F0 2F2 1F1 2F3 2B2 1B0 2B3 1B1\n"
             "1F2 2F0 1F3 2F1 2B0 1B2 2B1 1B3\n"
             "0F2 0F3 3F0 3B0 3F1 3B1 0B2 0B3"},
            {"Chimera, units of one microbatch, the last one down only", "chimera:ranks=2,microbatches=3",
             "0F0 1F2 1B2 0B0 0F1 0B1\n"
             "0F2 1F0 1B0 0B2 1F1 1B1"},
            {"Chimera with one microbatch", "chimera:ranks=2,microbatches=1",
             "0F0 0B0\n"
             "1F0 1B0"},
        });
    }

    void orders()
    {
        const auto [text, order] = fetchRow<std::string, std::string>();
        QCOMPARE(rendered(text), order);
    }

    void gridOfSlots_data()
    {
        addRows<std::string, std::string>({
            {"a rank waits where no direction is", "chimera:ranks=4,microbatches=4",
             "0F0 . 0F1 3F2 3B2 3F3 3B3 0B0 . 0B1\n"
             ". 1F0 2F2 1F1 2F3 2B2 1B0 2B3 1B1\n"
             ". 1F2 2F0 1F3 2F1 2B0 1B2 2B1 1B3\n"
             "0F2 . 0F3 3F0 3B0 3F1 3B1 0B2 . 0B3"},
            {"the next unit comes in as the first one leaves", "chimera:ranks=2,microbatches=4",
             "0F0 1F2 1B2 0B0 0F1 1F3 1B3 0B1\n"
             "0F2 1F0 1B0 0B2 0F3 1F1 1B1 0B3"},
            {"the half of a unit that is not there stays empty", "chimera:ranks=2,microbatches=3",
             "0F0 1F2 1B2 0B0 0F1 . . 0B1\n"
             "0F2 1F0 1B0 0B2 . 1F1 1B1"},
        });
    }

    void gridOfSlots()
    {
        const auto [text, order] = fetchRow<std::string, std::string>();
        QCOMPARE(rendered(text, true), order);
    }

    void refused_data()
    {
        addRows<std::string, std::string>({
            {"two directions on three ranks", "dualpipe:ranks=3,microbatches=8",
             "ranks is 3, but dualpipe needs an even number; nearest that work: 2, 4"},
            {"two directions on one rank", "chimera:ranks=1",
             "ranks is 1, but chimera needs at least 2; nearest that work: 2"},
            {"Chimera on five ranks", "chimera:ranks=5",
             "ranks is 5, but chimera needs an even number; nearest that work: 4, 6"},
            {"an odd number of microbatches", "dualpipe:ranks=2,microbatches=5",
             "microbatches is 5, but dualpipe needs an even number; nearest that work: 4, 6"},
            {"too few microbatches", "dualpipe:ranks=4,microbatches=6",
             "microbatches is 6, but dualpipe needs at least twice the ranks (8); nearest that work: 8"},
            {"too few microbatches for the other project",
             "dualpipe:ranks=4,microbatches=4,variant=pp-schedule-visualization",
             "microbatches is 4, but dualpipe needs at least twice the ranks less two (6); nearest that "
             "work: 6"},
            {"DeepSeek's V", "dualpipev:ranks=4,microbatches=7,variant=deepseek",
             "microbatches is 7, but dualpipev needs at least twice the ranks (8); nearest that work: 8"},
            {"the other project's V", "dualpipev:ranks=4,microbatches=6,variant=pp-schedule-visualization",
             "microbatches is 6, but dualpipev needs at least twice the ranks less one (7); nearest that "
             "work: 7"},
            {"another number of stages", "chimera:stages-per-rank=1",
             "stages-per-rank is 1, but chimera needs exactly 2; nearest that work: 2"},
            {"another placement", "dualpipe:placement=v",
             "placement is v, but dualpipe needs mirror; nearest that work: mirror"},
        });
    }

    void refused()
    {
        const auto [text, expected] = fetchRow<std::string, std::string>();
        QCOMPARE(refusals(text), expected);
    }

    void dualPipesAreValidInTheirMemory()
    {
        Dice dice(41);
        for (int k = 0; k < 300; ++k) {
            const bool mirrored = dice.below(2) == 0;
            const bool deepseek = dice.below(2) == 0;
            const std::uint32_t ranks = mirrored ? 2 * (1 + dice.below(8)) : 1 + dice.below(12);
            const std::uint32_t least = 2 * ranks - (deepseek ? 0 : mirrored ? 2 : 1);
            const std::uint32_t microbatches = least + (mirrored ? 2 : 1) * dice.below(20);
            const std::string text =
                fmt::format("{}:ranks={},microbatches={},variant={}", mirrored ? "dualpipe" : "dualpipev",
                            ranks, microbatches,
                            deepseek             ? "deepseek"
                            : dice.below(2) == 0 ? "pp-schedule-visualization"
                                                 : "pp-schedule-visualization,fuse_first=true");
            const SchedulePtr schedule = generated(text);
            QVERIFY2(problems(*schedule).empty(), (text + ": " + problems(*schedule)).c_str());
            QCOMPARE(schedule->stageCount, mirrored ? ranks : 2 * ranks);
            const double bound = mirrored ? ranks + 1 : 2 * ranks + 1;
            for (const RankMetrics& rank : measured(schedule).perRank)
                QVERIFY2(deepseek ? rank.peakActivations == bound : rank.peakActivations <= bound,
                         text.c_str());
        }
    }

    void chimeraIsValidInItsMemory()
    {
        Dice dice(42);
        for (int k = 0; k < 300; ++k) {
            const std::uint32_t ranks = 2 * (1 + dice.below(10));
            const std::string text =
                fmt::format("chimera:ranks={},microbatches={}", ranks, 1 + dice.below(90));
            const SchedulePtr schedule = generated(text);
            QVERIFY2(problems(*schedule).empty(), (text + ": " + problems(*schedule)).c_str());
            QVERIFY2(withoutBubbles(*generated(text, true)) == *schedule, text.c_str());
            for (const RankMetrics& rank : measured(schedule).perRank)
                QVERIFY2(rank.peakActivations <= ranks, text.c_str());
        }
    }

    void chimerasBubbles()
    {
        for (const std::uint32_t ranks : {2U, 4U, 6U, 10U})
            for (const std::uint32_t units : {1U, 2U, 3U, 7U}) {
                const Metrics metrics =
                    measured(generated(fmt::format("chimera:ranks={},microbatches={}", ranks, ranks * units)),
                             oneSlotEach());
                for (const RankMetrics& rank : metrics.perRank)
                    QCOMPARE(rank.idle, ranks - 2.0);
            }
    }

    void brokenOrders_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<bool>("knowsItsPlacement");
        QTest::addColumn<QString>("expected");
        const QString whole = "0F0 1F1 1B1 0B0\n0F1 1F0 1B0 0B1";
        const auto broken = [](const char* name, const QString& order, const QString& expected) {
            QTest::newRow(name) << order << true << expected;
            QTest::newRow((std::string(name) + ", a loaded order").c_str()) << order << false << expected;
        };
        broken("nothing broken", whole, "");
        broken("an action left out", "0F0 1F1 1B1\n0F1 1F0 1B0 0B1",
               "missing-action: rank 0 does not run 0B0");
        broken("an action on the other direction's rank", "0F0 1F1 1B1 0B0 0B1\n0F1 1F0 1B0",
               "wrong-rank: rank 0 runs 0B1 (cell 4), but stage 0 of microbatch 1 lives on rank 1");
        broken("an action twice", "0F0 1F1 1B1 0B0 0B0\n0F1 1F0 1B0 0B1",
               "duplicate-action: rank 0 runs 0B0 twice, in cells 3 and 4");
        broken("a backward before its forward", "0F0 1B1 1F1 0B0\n0F1 1F0 1B0 0B1",
               "dependency-order: rank 0 runs 1B1 (cell 1) before 1F1 (cell 2)");
        broken("both ranks wait", "1F1 0F0 1B1 0B0\n1F0 0F1 1B0 0B1",
               "deadlock: rank 0 1F1 (cell 0) waits for 0F1 on rank 1, which stands behind 1F0; rank 1 1F0 "
               "(cell 0) waits for 0F0 on rank 0, which stands behind 1F1");
    }

    void brokenOrders()
    {
        QFETCH(QString, order);
        QFETCH(bool, knowsItsPlacement);
        QFETCH(QString, expected);
        Schedule schedule = parse(order.toStdString());
        if (knowsItsPlacement)
            schedule.placement = Placement{PlacementKind::Mirror, 2, 2};
        QCOMPARE(QString::fromStdString(problems(schedule)), expected);
    }

    void everyActionLeftOutOrMovedIsFound_data()
    {
        addRows<std::string>({
            {"DualPipe", "dualpipe:ranks=4,microbatches=10"},
            {"Chimera", "chimera:ranks=6,microbatches=14"},
        });
    }

    void everyActionLeftOutOrMovedIsFound()
    {
        const auto [text] = fetchRow<std::string>();
        const SchedulePtr whole = generated(text);
        for (std::uint32_t r = 0; r < whole->rankCount(); ++r)
            for (std::size_t i = 0; i < whole->rows[r].size(); ++i) {
                const Action action = whole->rows[r][i];
                // A missing I makes its W one that nothing precedes, which validate() has tests of its own
                // for.
                if (action.isOverlapped() || action.kind() == ActionKind::BackwardInput)
                    continue;
                Schedule broken = *whole;
                broken.rows[r].erase(broken.rows[r].begin() + static_cast<std::ptrdiff_t>(i));
                const std::string name = actionText(action.id());
                QCOMPARE(firstProblem(broken), fmt::format("missing-action of {} on rank {}", name, r));
                const std::uint32_t other = whole->rankCount() - 1 - r;
                broken.rows[other].push_back(action);
                QCOMPARE(firstProblem(broken), fmt::format("wrong-rank of {} on rank {}, cell {}", name,
                                                           other, cellCount(broken.rows[other]) - 1));
            }
    }
};

BUBBLESCOPE_TEST(GenerateBidirectional)
#include "generate_bidirectional.moc"
