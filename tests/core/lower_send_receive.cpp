// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/validate/validate.h"
#include "tests/core/rows_support.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <map>
#include <set>

using namespace bubblescope;
using test::parse;
using test::render;

/// A second implementation: every rank is asked in every round, with sets of what has come, as PyTorch does.
static std::string askedInEveryRound(const Schedule& order)
{
    struct Rank
    {
        std::size_t next = 0;
        std::set<ActionId> have;
        Row row;
    };
    std::map<std::uint32_t, std::uint32_t> home;
    std::vector<Rank> ranks(order.rows.size());
    for (std::uint32_t r = 0; r < ranks.size(); ++r)
        for (const Action& action : order.rows[r])
            home[action.stage().value] = r;
    const auto message = [&](Rank& rank, std::uint32_t stage, ActionKind kind, MicrobatchId microbatch) {
        rank.row.emplace_back(StageId{stage}, kind, microbatch);
        rank.have.insert({StageId{stage}, kind, microbatch});
    };
    for (bool goesOn = true; goesOn;) {
        goesOn = false;
        for (std::uint32_t r = 0; r < ranks.size(); ++r) {
            Rank& rank = ranks[r];
            if (rank.next == order.rows[r].size())
                continue;
            const Action action = order.rows[r][rank.next];
            const std::uint32_t s = action.stage().value;
            const MicrobatchId k = action.microbatch();
            const bool forward = isForward(action.kind());
            const bool backward = action.kind() == ActionKind::Backward;
            if (forward && s > 0 && !rank.have.contains({StageId{s}, ActionKind::ReceiveForward, k}) &&
                !rank.have.contains({StageId{s - 1}, ActionKind::Forward, k}))
                continue;
            if (backward && s + 1 < order.stageCount &&
                !rank.have.contains({StageId{s}, ActionKind::ReceiveBackward, k}) &&
                !rank.have.contains({StageId{s + 1}, ActionKind::Backward, k}))
                continue;
            goesOn = true;
            ++rank.next;
            rank.row.push_back(action);
            rank.have.insert(action.id());
            if (forward && s + 1 < order.stageCount && home[s + 1] != r) {
                message(rank, s, ActionKind::SendForward, k);
                message(ranks[home[s + 1]], s + 1, ActionKind::ReceiveForward, k);
            }
            if (backward && s > 0 && home[s - 1] != r) {
                message(rank, s, ActionKind::SendBackward, k);
                message(ranks[home[s - 1]], s - 1, ActionKind::ReceiveBackward, k);
            }
        }
    }
    Schedule lowered = order;
    for (std::uint32_t r = 0; r < ranks.size(); ++r)
        lowered.rows[r] = ranks[r].row;
    return render(lowered);
}

/// Where SEND and RECV come to stand in each style.
class LowerSendReceive : public QObject
{
    Q_OBJECT

private slots:
    void placesMessages_data()
    {
        test::addRows<std::string, std::string, std::string>({
            {"a rank a round, so the second message comes before the first gradient", "torch",
             "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1",
             "0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1\n"
             "1RECV_F0 1F0 1RECV_F1 1B0 1SEND_B0 1F1 1B1 1SEND_B1"},
            {"bubbles go", "torch", "0F0 . . 0B0\n. 1F0 1B0",
             "0F0 0SEND_F0 0RECV_B0 0B0\n1RECV_F0 1F0 1B0 1SEND_B0"},
            {"neighbours on one rank need no message", "torch", "0F0 3F0 3B0 0B0\n1F0 2F0 2B0 1B0",
             "0F0 0SEND_F0 3RECV_F0 3F0 3B0 3SEND_B0 0RECV_B0 0B0\n"
             "1RECV_F0 1F0 2F0 2SEND_F0 2RECV_B0 2B0 1B0 1SEND_B0"},
            {"I sends, W does not", "torch", "0F0 0I0 0W0\n1F0 1I0 1W0",
             "0F0 0SEND_F0 0RECV_B0 0I0 0W0\n1RECV_F0 1F0 1I0 1SEND_B0 1W0"},
            {"an overlapped cell sends behind its end", "torch",
             "0F0 0F1 0B0 0B1\n1F0 (1F1;1B0)OVERLAP_F_B 1B1",
             "0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1\n"
             "1RECV_F0 1F0 1RECV_F1 (1F1;1B0)OVERLAP_F_B 1SEND_B0 1B1 1SEND_B1"},
            {"FSDP actions take their turns", "torch", "0UNSHARD 0F0 0B0\n1F0 1UNSHARD 1B0",
             "0UNSHARD 0F0 0SEND_F0 0RECV_B0 0B0\n1RECV_F0 1F0 1UNSHARD 1B0 1SEND_B0"},
            {"mirrored stages send in the direction of the microbatch", "torch",
             "0F0 1F1 0B0 1B1\n1F0 0F1 1B0 0B1",
             "0F0 0SEND_F0 1RECV_F1 1F1 0RECV_B0 0B0 1B1 1SEND_B1\n"
             "1RECV_F0 1F0 0F1 0SEND_F1 1B0 1SEND_B0 0RECV_B1 0B1"},
            {"forward only", "torch", "0F0 0F1\n1F0 1F1",
             "0F0 0SEND_F0 0F1 0SEND_F1\n1RECV_F0 1F0 1RECV_F1 1F1"},
            {"one rank", "torch", "0F0 1F0 1B0 0B0", "0F0 1F0 1B0 0B0"},
            {"a rank without actions", "torch", "0F0 0B0\n\n1F0 1B0",
             "0F0 0SEND_F0 0RECV_B0 0B0\n\n1RECV_F0 1F0 1B0 1SEND_B0"},
            {"column scan: aligned rows keep their bubbles", "hyper-parallel", "0F0 . . 0B0\n. 1F0 1B0",
             "0F0 0SEND_F0 . . 0RECV_B0 0B0\n. 1RECV_F0 1F0 1B0 1SEND_B0"},
            {"column scan: a RECV behind its use in rows that are not aligned", "hyper-parallel",
             "0F0 0B0\n1F0 1B0", "0F0 0SEND_F0 0B0 0RECV_B0\n1F0 1RECV_F0 1B0 1SEND_B0"},
            {"column scan: even ranks first", "hyper-parallel", "0F0 0F1\n. 1F0 1F1\n. . 2F0 2F1",
             "0F0 0SEND_F0 0F1 0SEND_F1\n. 1RECV_F0 1F0 1RECV_F1 1SEND_F0 1F1 1SEND_F1\n"
             ". . 2RECV_F0 2F0 2RECV_F1 2F1"},
            {"column scan: a part of an overlapped cell is a column", "hyper-parallel",
             "0F0 0F1 . . 0B0 . 0B1\n. 1F0 (1B0;1F1)OVERLAP_B_F 1B1",
             "0F0 0SEND_F0 0F1 0SEND_F1 . 0RECV_B0 . 0B0 0RECV_B1 . 0B1\n"
             ". 1RECV_F0 1F0 1RECV_F1 (1B0;1F1)OVERLAP_B_F 1SEND_B0 1B1 1SEND_B1"},
            {"column scan: I sends nothing", "hyper-parallel", "0F0 . 0I0 0W0\n. 1F0 1I0 1W0",
             "0F0 0SEND_F0 . 0I0 0W0\n. 1RECV_F0 1F0 1I0 1W0"},
            {"aligned: a bubble a later rank before the turn", "hyper-parallel-aligned",
             "0F0 0B0\n1F0 1B0\n2F0 2B0",
             ". . 0F0 0SEND_F0 . . . . 0RECV_B0 0B0\n. . . 1RECV_F0 1F0 1SEND_F0 . . 1RECV_B0 1B0 1SEND_B0\n"
             ". . . . 2RECV_F0 2F0 2B0 2SEND_B0"},
            {"aligned: a bubble between the backwards of the cool-down", "hyper-parallel-aligned",
             "0F0 0F1 0B0 0B1", "0F0 0F1 0B0 . 0B1"},
        });
    }

    void placesMessages()
    {
        const auto [style, order, lowered] = test::fetchRow<std::string, std::string, std::string>();
        const Schedule given = parse(order);
        const auto found = test::succeeded(applyPass("send-recv:style=" + style, given));
        QCOMPARE(render(*found), lowered);
        QCOMPARE(render(applyPass("strip", *found).value()), render(applyPass("strip", given).value()));
    }

    void sleepingRanksWakeInTheRoundThatTheyWouldHave()
    {
        // More ranks than one word of a set of ranks has bits; messages up and down.
        const Schedule order =
            generate(requestFromText("1f1b:variant=hyper-parallel,ranks=150,microbatches=4").value()).value();
        QCOMPARE(render(applyPass("send-recv", order).value()), askedInEveryRound(order));
    }

    void refusals_data()
    {
        test::addRows<std::string, std::string, bool, std::string>({
            {"communication is there already", "0F0 . 0SEND_F0\n1F0", "torch", true,
             "rank 0 cell 2: 0SEND_F0 stands here, but send-recv needs an order without communication (the "
             "pass strip makes one)"},
            {"FSDP actions before aligning", "0UNSHARD 0F0\n1F0", "hyper-parallel-aligned", true,
             "rank 0 cell 0: 0UNSHARD stands here, but send-recv needs compute actions alone (the pass strip "
             "makes one)"},
            {"deadlock within a rank", "0B0 0F0\n1F0 1B0", "torch", false,
             "deadlock: rank 0 0B0 (cell 0) waits for 0F0, which stands behind it"},
            {"deadlock of two ranks", "2F0 0F0\n1F0 3F0", "torch", false,
             "deadlock: rank 0 2F0 (cell 0) waits for 1F0 on rank 1; rank 1 1F0 (cell 0) waits for 0F0 on "
             "rank 0, which stands behind 2F0"},
            {"deadlock while aligning", ". 2F0 0F0\n1F0 3F0", "hyper-parallel-aligned", false,
             "deadlock: rank 0 2F0 (cell 1) waits for 1F0 on rank 1; rank 1 1F0 (cell 0) waits for 0F0 on "
             "rank 0, which stands behind 2F0"},
            {"nobody to send to", "0F0 0F1\n1F0", "torch", false,
             "rank 0 cell 1: 0F1 makes what 1F1 needs, which no rank runs"},
            {"nobody to send to, by columns", "0F0 0B0\n1F0 1B0 1B1", "hyper-parallel", false,
             "rank 1 cell 2: 1B1 makes what 0B1 needs, which no rank runs"},
            {"nobody to receive from", "0F0\n1F0 1F1", "torch", false,
             "rank 1 1F1 needs 0F1, which no rank runs"},
            {"twice", "0F0 0F0\n1F0", "torch", false,
             "0F0 stands on rank 0 (cell 0) and again on rank 0 (cell 1)"},
            {"B and I of one microbatch", "0F0 0B0 0I0", "hyper-parallel", false,
             "0B0 on rank 0 (cell 1) and 0I0 on rank 0 (cell 2) do the same work"},
            {"communication in an overlapped cell", "(0F0;0UNSHARD)OVERLAP_F_B", "torch", true,
             "rank 0 cell 0: 0UNSHARD cannot stand in an overlapped cell; only F, I, W and B can"},
        });
    }

    void refusals()
    {
        const auto [order, style, isWrongInput, said] =
            test::fetchRow<std::string, std::string, bool, std::string>();
        const auto lowered = applyPass("send-recv:style=" + style, parse(order));
        QCOMPARE(test::errorOf(lowered), said);
        QVERIFY(lowered.error().kind == (isWrongInput ? ErrorKind::InvalidInput : ErrorKind::DoesNotHold));
    }

    void hyperParallelsOwnOrders()
    {
        Schedule order = parse("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1");
        order.name = "1f1b";
        order.variant = "hyper-parallel";
        order.placement = Placement{PlacementKind::Loop, 2, 1};
        QCOMPARE(render(applyPass("send-recv:style=hyper-parallel", order).value()),
                 "0F0 0SEND_F0 0F1 0RECV_B0 0SEND_F1 0B0 0RECV_B1 0B1\n"
                 "1RECV_F0 1F0 1B0 1SEND_B0 1RECV_F1 1F1 1B1 1SEND_B1");
        // Bubbles among the cells, or another order under that name, go through the scan.
        Schedule spaced = order;
        spaced.rows[1].insert(spaced.rows[1].begin(), Action());
        QCOMPARE(render(applyPass("send-recv:style=hyper-parallel", spaced).value()),
                 "0F0 0SEND_F0 0F1 0SEND_F1 0B0 0RECV_B0 0B1 0RECV_B1\n"
                 ". 1RECV_F0 1F0 1RECV_F1 1B0 1SEND_B0 1F1 1B1 1SEND_B1");
        std::swap(order.rows[0][0], order.rows[0][1]);
        QCOMPARE(render(applyPass("send-recv:style=hyper-parallel", order).value()),
                 "0F1 0SEND_F1 0F0 0SEND_F0 0RECV_B0 0B0 0B1 0RECV_B1\n"
                 "1F0 1RECV_F1 1B0 1RECV_F0 1SEND_B0 1F1 1B1 1SEND_B1");
    }

    void alignmentLosesNothing()
    {
        // hyper_parallel forgets what overlapped cells make, and with them all that follows.
        const Schedule order =
            parse("0F0 0F1 0F2 (0B0;0F3)OVERLAP_B_F 0B1 0B2 0B3\n"
                  "1F0 (1B0;1F1)OVERLAP_B_F (1B1;1F2)OVERLAP_B_F (1B2;1F3)OVERLAP_B_F 1B3");
        const Schedule lowered = applyPass("send-recv:style=hyper-parallel-aligned", order).value();
        QCOMPARE(render(applyPass("strip", lowered).value()), render(order));
        QVERIFY(validate(lowered).empty());
    }

    void tooManyBubblesAreRefusedAtOnce()
    {
        Schedule order;
        const std::uint32_t ranks = 60'000;
        for (std::uint32_t r = 0; r < ranks; ++r)
            order.rows.push_back({Action(StageId{r}, ActionKind::Forward, MicrobatchId{0}),
                                  Action(StageId{r}, ActionKind::Backward, MicrobatchId{0})});
        countStagesAndMicrobatches(order);
        QCOMPARE(applyPass("send-recv:style=hyper-parallel-aligned", order).error().text(),
                 "the lowered order would have more than 1073741824 cells");
        QCOMPARE(applyPass("send-recv", order).value().actionCount(),
                 std::size_t{2 * ranks + 4 * (ranks - 1)});
    }
};

BUBBLESCOPE_TEST(LowerSendReceive)
#include "lower_send_receive.moc"
