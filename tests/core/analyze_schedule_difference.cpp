// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/schedule_difference.h"
#include "tests/core/rows_support.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The cell in column i lasts from i to i + 1.
TimelinePtr timed(std::string_view text)
{
    auto timeline = std::make_shared<Timeline>();
    auto schedule = std::make_shared<Schedule>(parse(text));
    for (const Row& row : schedule->rows) {
        LaneTimes& lane = timeline->lanes.emplace_back();
        Time column = 0;
        for (std::size_t i = 0; i < row.size(); ++column)
            for (const std::size_t end = cellEnd(row, i); i < end; ++i) {
                lane.start.push_back(column);
                lane.end.push_back(column + (row[i].isBubble() ? 0 : 1));
                timeline->makespan = std::max(timeline->makespan, lane.end.back());
            }
    }
    timeline->schedule = schedule;
    return timeline;
}

ScheduleDifference compared(std::string_view reference, std::string_view current)
{
    auto difference = ScheduleDifference::compare(timed(reference), timed(current));
    if (!difference)
        throw std::invalid_argument(difference.error().message.text());
    return std::move(*difference);
}

/// "0F1 +2" for each action, "0F1 +2 from rank 3" if another rank ran it, "0F1 new"; then "gone 0F2" for what
/// has no partner any more.
std::string textOf(const ScheduleDifference& difference)
{
    std::vector<std::string> words;
    const std::vector<Row>& rows = difference.current().schedule->rows;
    for (std::uint32_t rank = 0; rank < rows.size(); ++rank)
        for (std::size_t i = 0; i < rows[rank].size(); ++i) {
            if (rows[rank][i].isBubble())
                continue;
            const ActionPosition own{RankId{rank}, i};
            const auto delta = difference.startDelta(own);
            const auto partner = difference.referenceOf(own);
            words.push_back(actionText(rows[rank][i].id()) + (delta ? fmt::format(" {:+}", *delta) : " new") +
                            (partner && partner->rank != own.rank
                                 ? fmt::format(" from rank {}", partner->rank.value)
                                 : ""));
        }
    const std::vector<Row>& before = difference.reference().schedule->rows;
    for (std::uint32_t rank = 0; rank < before.size(); ++rank)
        for (std::size_t i = 0; i < before[rank].size(); ++i)
            if (!before[rank][i].isBubble() && !difference.isMatched({RankId{rank}, i}))
                words.push_back("gone " + actionText(before[rank][i].id()));
    return fmt::format("{}", fmt::join(words, ", "));
}

std::string totalsText(const DifferenceTotals& totals)
{
    return fmt::format("{} matched, {} earlier, {} later, {} moved, {} gone, {} new, {:+} to {:+}",
                       totals.matched, totals.earlier, totals.later, totals.onOtherRank, totals.onlyReference,
                       totals.onlyCurrent, totals.mostEarlier, totals.mostLater);
}

} // namespace

class ScheduleDifferenceTest : public QObject
{
    Q_OBJECT

private slots:
    void actionsFindTheirPartner_data()
    {
        addRows<std::string, std::string, std::string, std::string>({
            {"the same order", "0F0 0F1 0B0", "0F0 0F1 0B0", "0F0 +0, 0F1 +0, 0B0 +0",
             "3 matched, 0 earlier, 0 later, 0 moved, 0 gone, 0 new, +0 to +0"},
            {"two in turn, one later", "0F0 0F1 0B0", "0F1 0F0 . 0B0", "0F1 -1, 0F0 +1, 0B0 +1",
             "3 matched, 1 earlier, 2 later, 0 moved, 0 gone, 0 new, -1 to +1"},
            {"a kind of its own", "0F0 0B0", "0F0 0I0 0W0", "0F0 +0, 0I0 new, 0W0 new, gone 0B0",
             "1 matched, 0 earlier, 0 later, 0 moved, 1 gone, 2 new, +0 to +0"},
            {"on another rank", "0F0 0B0\n1F0 1B0", "0F0 1F0\n0B0 1B0",
             "0F0 +0, 1F0 +1 from rank 1, 0B0 -1 from rank 0, 1B0 +0",
             "4 matched, 1 earlier, 1 later, 2 moved, 0 gone, 0 new, -1 to +1"},
            {"fewer ranks", "0F0\n1F0\n2F0", "2F0 1F0", "2F0 +0 from rank 2, 1F0 +1 from rank 1, gone 0F0",
             "2 matched, 0 earlier, 1 later, 2 moved, 1 gone, 0 new, +0 to +1"},
            {"more ranks", "0F0", "0F1\n0F0", "0F1 new, 0F0 +0 from rank 0",
             "1 matched, 0 earlier, 0 later, 1 moved, 0 gone, 1 new, +0 to +0"},
            {"the same several times", "0UNSHARD 0F0 0UNSHARD", "0UNSHARD 0F0 . 0UNSHARD 0UNSHARD",
             "0UNSHARD +0, 0F0 +0, 0UNSHARD +1, 0UNSHARD new",
             "3 matched, 0 earlier, 1 later, 0 moved, 0 gone, 1 new, +0 to +1"},
            {"the same on several ranks", "0F0\n0F0", ". 0F0\n0F0", "0F0 +1, 0F0 +0",
             "2 matched, 0 earlier, 1 later, 0 moved, 0 gone, 0 new, +0 to +1"},
            {"left over goes to what is left over", "0F0 0F0\n.", "0F0\n. 0F0", "0F0 +0, 0F0 +0 from rank 0",
             "2 matched, 0 earlier, 0 later, 1 moved, 0 gone, 0 new, +0 to +0"},
            {"parts of a cell", "0F1 3B0", "(0F1;3B0)OVERLAP_F_B", "0F1 +0, 3B0 -1",
             "2 matched, 1 earlier, 0 later, 0 moved, 0 gone, 0 new, -1 to +0"},
            {"nothing in the reference", ".", "0F0", "0F0 new",
             "0 matched, 0 earlier, 0 later, 0 moved, 0 gone, 1 new, +0 to +0"},
            {"nothing any more", "0F0", ".", "gone 0F0",
             "0 matched, 0 earlier, 0 later, 0 moved, 1 gone, 0 new, +0 to +0"},
        });
    }

    void actionsFindTheirPartner()
    {
        const auto [reference, current, deltas, totals] =
            fetchRow<std::string, std::string, std::string, std::string>();
        const ScheduleDifference found = compared(reference, current);
        QCOMPARE(textOf(found), deltas);
        QCOMPARE(totalsText(found.totals()), totals);
    }

    /// Against a map from what is done to when; every action of these is unique.
    void generatedOrdersAgreeWithAMap_data()
    {
        addRows<std::string, std::string>({
            {"1F1B and GPipe", "1f1b:ranks=4,microbatches=16", "gpipe:ranks=4,microbatches=16"},
            {"loops and a V", "interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2",
             "zbv:ranks=4,microbatches=8"},
            {"sizes that differ", "1f1b:ranks=3,microbatches=5", "1f1b:ranks=7,microbatches=40"},
        });
    }

    void generatedOrdersAgreeWithAMap()
    {
        const auto [reference, current] = fetchRow<std::string, std::string>();
        const auto before = std::make_shared<const Timeline>(timelineOf(generated(reference)));
        const auto now = std::make_shared<const Timeline>(timelineOf(generated(current)));
        std::map<ActionId, ActionPosition> places;
        for (std::uint32_t rank = 0; rank < before->schedule->rankCount(); ++rank)
            for (std::size_t i = 0; i < before->schedule->rows[rank].size(); ++i)
                places[before->schedule->rows[rank][i].id()] = {RankId{rank}, i};
        const auto difference = succeeded(ScheduleDifference::compare(before, now));
        std::size_t matched = 0;
        for (std::uint32_t rank = 0; rank < now->schedule->rankCount(); ++rank)
            for (std::size_t i = 0; i < now->schedule->rows[rank].size(); ++i) {
                const ActionPosition own{RankId{rank}, i};
                const auto place = places.find(now->schedule->at(own).id());
                const std::optional<ActionPosition> expected =
                    place == places.end() ? std::nullopt : std::optional(place->second);
                QCOMPARE(difference->referenceOf(own), expected);
                QCOMPARE(counterpartOf(*now->schedule, own, *before->schedule), expected);
                matched += expected ? 1 : 0;
            }
        QVERIFY(matched > 0);
        QCOMPARE(difference->totals().matched, matched);
        QCOMPARE(difference->totals().onlyReference, before->schedule->actionCount() - matched);
        QCOMPARE(difference->totals().onlyCurrent, now->schedule->actionCount() - matched);
    }

    void counterpartOfOneOfSeveral()
    {
        const Schedule own = parse("0UNSHARD 0F0 0UNSHARD 0UNSHARD\n1F0 .");
        const Schedule other = parse("0UNSHARD 0UNSHARD\n0F0 0UNSHARD");
        const auto counterpart = [&](std::uint32_t rank, std::size_t index) -> std::string {
            const auto found = counterpartOf(own, {RankId{rank}, index}, other);
            return found ? fmt::format("{}:{}", found->rank.value, found->index) : "none";
        };
        QCOMPARE(counterpart(0, 0), "0:0");
        QCOMPARE(counterpart(0, 1), "1:0");
        QCOMPARE(counterpart(0, 2), "0:1");
        QCOMPARE(counterpart(0, 3), "1:1");
        QCOMPARE(counterpart(1, 0), "none");
        QCOMPARE(counterpart(1, 1), "none");
    }

    void roundingIsNoDifference()
    {
        auto late = std::make_shared<Timeline>(*timed("0F0 0F1"));
        late->lanes[0].start[1] += 1e-12;
        const auto difference = succeeded(ScheduleDifference::compare(timed("0F0 0F1"), late));
        QCOMPARE(difference->totals().later, std::size_t{0});
    }

    void stopsWhenAsked()
    {
        const auto difference = ScheduleDifference::compare(timed("0F0"), timed("0F0"), cancelled());
        QVERIFY(!difference);
        QVERIFY(difference.error().kind == ErrorKind::Cancelled);
        QCOMPARE(difference.error().message.text(), "stopped");
    }

    void unitsMustBeTheSame()
    {
        Timeline steps;
        Timeline times;
        times.unit = "ms";
        QVERIFY(haveSameUnit(steps, steps));
        QVERIFY(!haveSameUnit(steps, times));
    }
};

BUBBLESCOPE_TEST(ScheduleDifferenceTest)
#include "analyze_schedule_difference.moc"
