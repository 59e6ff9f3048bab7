// SPDX-License-Identifier: Apache-2.0
// Arrangements as text: pinned lanes before the bar, folded ones in brackets.

#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "ui/timeline/lane_order.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

QString text(const LaneArrangement& arrangement, std::uint32_t ranks = 6)
{
    const ShownLanes shown = shownLanes(arrangement, ranks);
    QString line;
    for (std::size_t row = 0; row < shown.lanes.size(); ++row) {
        if (row == shown.pinned && row > 0)
            line += QStringLiteral("| ");
        line += QString::fromLatin1(shown.folded[row] != 0 ? "(%1) " : "%1 ").arg(shown.lanes[row].value);
    }
    return line.trimmed();
}

std::vector<RankId> ranks(std::initializer_list<std::uint32_t> values)
{
    std::vector<RankId> all;
    for (const std::uint32_t value : values)
        all.emplace_back(value);
    return all;
}

} // namespace

class LaneOrderTest : public QObject
{
    Q_OBJECT

private slots:
    void ranksAreArranged_data()
    {
        using Lanes = LaneArrangement;
        addRows<LaneArrangement, std::uint32_t, QString>({
            {"as they are", Lanes{}, 6, "0 1 2 3 4 5"},
            {"some of them", Lanes{ranks({3, 1}), {}, {}, {}}, 6, "3 1 0 2 4 5"},
            {"in all ways", Lanes{ranks({3, 1}), ranks({4, 3}), ranks({0}), ranks({3, 5})}, 6,
             "4 (3) | 1 2 (5)"},
            {"without those that are not there",
             Lanes{ranks({9, 2, 2}), ranks({7, 1, 1}), ranks({8}), ranks({6})}, 6, "1 | 2 0 3 4 5"},
            {"of fewer than arranged", Lanes{ranks({5, 4}), ranks({4}), ranks({0}), {}}, 3, "1 2"},
            {"of none", Lanes{}, 0, ""},
            {"all hidden is none hidden", Lanes{{}, {}, ranks({0, 1}), {}}, 2, "0 1"},
        });
    }

    void ranksAreArranged()
    {
        const auto& [lanes, count, expected] = givenRow<LaneArrangement, std::uint32_t, QString>();
        QCOMPARE(text(lanes, count), expected);
    }

    void hidingAllHidesNone()
    {
        QCOMPARE(shownLanes({{}, {}, ranks({0, 1}), {}}, 2).hidden, std::size_t(0));
        QCOMPARE(shownLanes({{}, {}, ranks({0, 1, 9}), {}}, 3).hidden, std::size_t(2));
    }

    void unpinningRestoresThePlace()
    {
        LaneArrangement lanes;
        lanes.order = ranks({5, 4, 3});
        const LaneArrangement before = lanes;
        lanes = withPinned(lanes, RankId{3}, true);
        lanes = withPinned(lanes, RankId{1}, true);
        QCOMPARE(text(lanes), "3 1 | 5 4 0 2");
        lanes = withPinned(withPinned(lanes, RankId{3}, false), RankId{1}, false);
        QCOMPARE(lanes, before);
    }

    void hiddenLanesComeBackWhereTheyWere()
    {
        LaneArrangement lanes = withPinned({}, RankId{4}, true);
        lanes = withHidden(withHidden(lanes, RankId{4}, true), RankId{2}, true);
        QCOMPARE(text(lanes), "0 1 3 5");
        lanes = withHidden(withHidden(lanes, RankId{2}, false), RankId{4}, false);
        QCOMPARE(text(lanes), "4 | 0 1 2 3 5");
    }

    void lanesAreMoved_data()
    {
        const LaneArrangement pinned{{}, ranks({4, 5}), {}, {}};
        const LaneArrangement hidden{{}, {}, ranks({1, 3}), {}};
        addRows<LaneArrangement, std::uint32_t, std::size_t, bool, QString>({
            {"down", LaneArrangement{}, 1, 4, false, "0 2 3 1 4 5"},
            {"up", LaneArrangement{}, 4, 1, false, "0 4 1 2 3 5"},
            {"to the end", LaneArrangement{}, 0, 6, false, "1 2 3 4 5 0"},
            {"where it is", LaneArrangement{}, 2, 2, false, "0 1 2 3 4 5"},
            {"below itself", LaneArrangement{}, 2, 3, false, "0 1 2 3 4 5"},
            {"the last to the end", LaneArrangement{}, 5, 6, false, "0 1 2 3 4 5"},
            {"among the pinned", pinned, 1, 1, true, "4 1 5 | 0 2 3"},
            {"below the pinned, as the last of them", pinned, 1, 2, true, "4 5 1 | 0 2 3"},
            {"above the others, not pinned", pinned, 3, 2, false, "4 5 | 3 0 1 2"},
            {"out of the pinned", pinned, 4, 4, false, "5 | 0 1 4 2 3"},
            {"the pinned one up", pinned, 5, 0, true, "5 4 | 0 1 2 3"},
            {"past a hidden one", hidden, 0, 2, false, "2 0 4 5"},
            {"behind the last shown", hidden, 0, 4, false, "2 4 5 0"},
            {"a hidden one stays", hidden, 1, 0, false, "0 2 4 5"},
            {"beyond the end", LaneArrangement{}, 0, 99, false, "1 2 3 4 5 0"},
        });
    }

    void lanesAreMoved()
    {
        const auto& [lanes, rank, row, pinned, expected] =
            givenRow<LaneArrangement, std::uint32_t, std::size_t, bool, QString>();
        const LaneArrangement moved = movedTo(lanes, 6, RankId{rank}, row, pinned);
        QCOMPARE(text(moved), expected);
        QCOMPARE(moved.hidden, lanes.hidden);
    }

    void stepsStayOnTheirSideOfTheBorder()
    {
        LaneArrangement lanes{{}, ranks({4, 5}), ranks({1}), {}};
        QCOMPARE(text(movedBy(lanes, 6, RankId{5}, 1)), "4 5 | 0 2 3");
        QCOMPARE(text(movedBy(lanes, 6, RankId{5}, -1)), "5 4 | 0 2 3");
        QCOMPARE(text(movedBy(lanes, 6, RankId{0}, -1)), "4 5 | 0 2 3");
        QCOMPARE(text(movedBy(lanes, 6, RankId{0}, 1)), "4 5 | 2 0 3");
        QCOMPARE(text(movedBy(lanes, 6, RankId{3}, 1)), "4 5 | 0 2 3");
        QCOMPARE(movedBy(lanes, 6, RankId{3}, 1), lanes);
    }

    void anOrderNamesNoMoreThanNeeded()
    {
        LaneArrangement lanes = movedTo({}, 6, RankId{3}, 0, false);
        QCOMPARE(lanes.order, ranks({3}));
        QCOMPARE(text(lanes, 8), "3 0 1 2 4 5 6 7");
        lanes = movedTo(lanes, 6, RankId{3}, 4, false);
        QCOMPARE(lanes, LaneArrangement{});
        // Ranks that are not there now keep their order for when they are again.
        lanes.order = ranks({7, 6, 0});
        lanes = movedTo(lanes, 4, RankId{2}, 0, false);
        QCOMPARE(text(lanes, 4), "2 0 1 3");
        QCOMPARE(text(lanes, 8), "2 0 1 3 7 6 4 5");
    }

    void allFoldedOrShownIsOfThoseThere()
    {
        const LaneArrangement lanes{{}, {}, ranks({1, 7}), ranks({2, 6})};
        QCOMPARE(withAllFolded(lanes, 4, true).folded, ranks({0, 1, 2, 3, 6}));
        QCOMPARE(withAllFolded(lanes, 4, false).folded, ranks({6}));
        QCOMPARE(withAllFolded(lanes, 8, false).folded, ranks({}));
        QCOMPARE(withAllShown(lanes, 4).hidden, ranks({7}));
        QCOMPARE(withAllShown(lanes, 8).hidden, ranks({}));
    }

    void arrangementsAreComparedByWhatTheyShow_data()
    {
        const LaneArrangement none;
        addRows<LaneArrangement, LaneArrangement, bool>({
            {"nothing", none, none, true},
            {"named as it stands anyway", LaneArrangement{ranks({0, 1}), {}, {}, {}}, none, true},
            {"moved", LaneArrangement{ranks({1}), {}, {}, {}}, none, false},
            {"pinned", LaneArrangement{{}, ranks({0}), {}, {}}, none, false},
            {"folded", LaneArrangement{{}, {}, {}, ranks({3})}, none, false},
            {"hidden in another order", LaneArrangement{{}, {}, ranks({2, 1}), {}},
             LaneArrangement{{}, {}, ranks({1, 2}), {}}, true},
            {"all hidden is none", LaneArrangement{{}, {}, ranks({0, 1, 2, 3}), {}}, none, true},
            {"ranks that there are not", LaneArrangement{{}, ranks({9}), ranks({8}), ranks({7})}, none, true},
            {"pinned the other way round", LaneArrangement{{}, ranks({0, 1}), {}, {}},
             LaneArrangement{{}, ranks({1, 0}), {}, {}}, false},
        });
    }

    void arrangementsAreComparedByWhatTheyShow()
    {
        const auto& [a, b, same] = givenRow<LaneArrangement, LaneArrangement, bool>();
        QCOMPARE(isSameArrangement(a, b, 4), same);
    }
};

BUBBLESCOPE_TEST(LaneOrderTest)
#include "lane_order_test.moc"
