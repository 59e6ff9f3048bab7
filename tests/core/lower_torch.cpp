// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "core/validate/validate.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <set>

using namespace bubblescope;
using test::parse;
using test::render;

/// 1F1B with one stage a rank.
static Schedule pipeline(std::uint32_t ranks, std::uint32_t microbatches)
{
    ScheduleRequest request;
    request.ranks = ranks;
    request.microbatches = microbatches;
    request.options["variant"] = "hyper-parallel"; // takes any number of microbatches
    return generate(request).value();
}

/// PyTorch's complete lowering and its options.
class LowerTorch : public QObject
{
    Q_OBJECT

private slots:
    void lowers_data()
    {
        const QString pipeline = "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1";
        const QString reduced = " 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0RESHARD";
        const QString reducedNext = " 1REDUCE_GRAD 1WAIT_REDUCE_GRAD 1RESHARD";
        test::addRows<std::string, QString, QString>({
            {"a send is waited for behind the backward, or at the end", "", pipeline,
             "0UNSHARD 0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0WAIT_SEND_F0 0RECV_B1 0B1 0WAIT_SEND_F1" +
                 reduced + "\n1UNSHARD 1RECV_F0 1F0 1RECV_F1 1B0 1SEND_B0 1F1 1B1 1SEND_B1" + reducedNext +
                 " 1WAIT_SEND_B0 1WAIT_SEND_B1"},
            {"RECV as late as its use", ":defer_pp_recv=true", pipeline,
             "0UNSHARD 0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0WAIT_SEND_F0 0RECV_B1 0B1 0WAIT_SEND_F1" +
                 reduced + "\n1UNSHARD 1RECV_F0 1F0 1B0 1SEND_B0 1RECV_F1 1F1 1B1 1SEND_B1" + reducedNext +
                 " 1WAIT_SEND_B0 1WAIT_SEND_B1"},
            {"words of 2.14: no waits", ":release=2.14", pipeline,
             "0UNSHARD 0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1 0REDUCE_GRAD 0RESHARD\n"
             "1UNSHARD 1RECV_F0 1F0 1RECV_F1 1B0 1SEND_B0 1F1 1B1 1SEND_B1 1REDUCE_GRAD 1RESHARD"},
            {"words of 2.9: no reduction", ":release=2.9", pipeline,
             "0UNSHARD 0F0 0SEND_F0 0F1 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1 0RESHARD\n"
             "1UNSHARD 1RECV_F0 1F0 1RECV_F1 1B0 1SEND_B0 1F1 1B1 1SEND_B1 1RESHARD"},
            {"one send at a time", ":max_outstanding_sends=1", pipeline,
             "0UNSHARD 0F0 0SEND_F0 0F1 0WAIT_SEND_F0 0SEND_F1 0RECV_B0 0B0 0RECV_B1 0B1 0WAIT_SEND_F1" +
                 reduced + "\n1UNSHARD 1RECV_F0 1F0 1RECV_F1 1B0 1SEND_B0 1F1 1B1 1WAIT_SEND_B0 1SEND_B1" +
                 reducedNext + " 1WAIT_SEND_B1"},
            {"split backwards: I frees the send, W reduces", "", "0F0 0I0 0W0\n1F0 1I0 1W0",
             "0UNSHARD 0F0 0SEND_F0 0RECV_B0 0I0 0WAIT_SEND_F0 0W0" + reduced +
                 "\n1UNSHARD 1RECV_F0 1F0 1I0 1SEND_B0 1W0" + reducedNext + " 1WAIT_SEND_B0"},
            {"forward only: all waits at the end", "", "0F0 0F1\n1F0 1F1",
             "0UNSHARD 0F0 0SEND_F0 0F1 0SEND_F1 0RESHARD 0WAIT_SEND_F0 0WAIT_SEND_F1\n"
             "1UNSHARD 1RECV_F0 1F0 1RECV_F1 1F1 1RESHARD"},
            {"an overlapped cell: the wait stands behind it, before its own messages", "",
             "0F0 3F0 (0F1;3B0)OVERLAP_F_B (3F1;0B0)OVERLAP_F_B 3B1 0B1\n"
             "1F0 2F0 (1F1;2B0)OVERLAP_F_B (2F1;1B0)OVERLAP_F_B 2B1 1B1",
             "0UNSHARD 3UNSHARD 0F0 0SEND_F0 3RECV_F0 3F0 (0F1;3B0)OVERLAP_F_B 0SEND_F1 3SEND_B0 3RECV_F1 "
             "0RECV_B0 (3F1;0B0)OVERLAP_F_B 0WAIT_SEND_F0 3B1 3SEND_B1 3REDUCE_GRAD 3WAIT_REDUCE_GRAD "
             "3RESHARD 0RECV_B1 0B1 0WAIT_SEND_F1" +
                 reduced +
                 " 3WAIT_SEND_B0 3WAIT_SEND_B1\n"
                 "1UNSHARD 2UNSHARD 1RECV_F0 1F0 2F0 2SEND_F0 1RECV_F1 2RECV_B0 (1F1;2B0)OVERLAP_F_B "
                 "2WAIT_SEND_F0 (2F1;1B0)OVERLAP_F_B 2SEND_F1 1SEND_B0 2RECV_B1 2B1 2WAIT_SEND_F1 "
                 "2REDUCE_GRAD 2WAIT_REDUCE_GRAD 2RESHARD 1B1 1SEND_B1" +
                 reducedNext + " 1WAIT_SEND_B0 1WAIT_SEND_B1"},
        });
    }

    void lowers()
    {
        const auto [settings, order, lowered] = test::givenRow<std::string, QString, QString>();
        const Schedule given = parse(order.toStdString());
        const auto found = test::succeeded(applyPass("torch" + settings, given));
        QCOMPARE(render(*found), lowered.toStdString());
        QCOMPARE(render(applyPass("strip", *found).value()), render(given));
        QVERIFY(validate(*found).empty());
    }

    void overlappedCellsByRelease()
    {
        const Schedule given = parse("0F0 1F0 (0F1;1B0)OVERLAP_F_B 1F1 0B0 1B1 0B1");
        const auto newer = test::succeeded(applyPass("torch:release=2.10", given));
        QVERIFY(render(*newer).find("(0F1;1B0)OVERLAP_F_B") != std::string::npos);
        for (const char* same : {"torch:release=2.10.0", "torch:release=2.10.1+cu128"})
            QCOMPARE(render(*test::succeeded(applyPass(same, given))), render(*newer));
        const auto older = test::succeeded(applyPass("torch:release=2.9", given));
        QCOMPARE(render(*older),
                 std::string("0UNSHARD 1UNSHARD 0F0 1F0 0F1 1B0 1F1 0B0 1B1 1RESHARD 0B1 0RESHARD"));
    }

    void refusals_data()
    {
        test::addRows<std::string, std::string, std::string>({
            {"a release before the first", ":release=2.5", "0F0",
             "release is '2.5'; torch takes a release of PyTorch from 2.6 to 2.15"},
            {"a release that is no number", ":release=2.11.x", "0F0",
             "release is '2.11.x'; torch takes a release of PyTorch from 2.6 to 2.15"},
            {"communication", "", "0F0 0SEND_F0\n1F0",
             "rank 0 cell 1: the order has 0SEND_F0, but torch needs only compute actions (the pass strip "
             "produces that)"},
            {"nothing to lower", "", ". .\n.", "the order has no compute action"},
            {"backward without forward", "", "0F0 0B0 0B1",
             "rank 0 cell 2: 0B1 needs an earlier 0F1 on its rank"},
            {"backward before forward, bubbles counted", "", ". 0B0 0F0",
             "rank 0 cell 1: 0B0 needs an earlier 0F0 on its rank"},
            {"W without I", "", "0F0 0W0", "rank 0 cell 1: 0W0 needs an earlier 0I0 on its rank"},
            {"W behind B", "", "0F0 0B0 0W0", "rank 0 cell 2: 0W0 needs an earlier 0I0 on its rank"},
            {"F is missing", "", "0F0 0F1 0B0 0B1\n1F1 1B1", "the order has no 1F0"},
            {"B is missing", "", "0F0 0F1 0B1", "the order has no 0B0"},
            {"W is missing", "", "0F0 0F1 0I0 0I1 0W0", "the order has no 0W1"},
            {"a stage on two ranks", "", "0F0 0B0 1F1 1B1\n1F0 1B0 0F1 0B1\n2F0 2F1 2B0 2B1",
             "rank 1 cell 2: the order has 0F1, but rank 0 also runs 0F0 of that stage"},
            {"twice", "", "0F0 0F0 0B0", "0F0 is on rank 0 (cell 0) and again on rank 0 (cell 1)"},
            {"deadlock, in the cells of the order as it is given", "",
             "0F0 . 2F1 0F1 2F0 2B0 2B1 0B0 0B1\n1F0 1F1 3F0 3F1 3B0 3B1 1B0 1B1",
             "deadlock: rank 0 2F1 (cell 2) waits for 1F1 on rank 1; rank 1 1F1 (cell 1) waits for 0F1 on "
             "rank 0, which comes after 2F1"},
            {"too many stages in one cell", ":max_active_stages=1",
             "0F0 1F0 (0F1;1B0)OVERLAP_F_B 1F1 1B1 0B0 0B1",
             "rank 0 cell 2: (0F1;1B0)OVERLAP_F_B uses 2 stages at once, but max_active_stages is 1"},
            {"no send allowed", ":max_outstanding_sends=0", "0F0 0B0\n1F0 1B0",
             "rank 0 sends 0SEND_F0, but max_outstanding_sends is 0"},
            {"a send that the next one must not wait for", ":max_outstanding_sends=1:defer_pp_recv=true",
             "0F0 0F1 0B1 0B0\n1F1 1F0 1B1 1B0",
             "rank 0 must start 0SEND_F1 while 0SEND_F0 is in progress, but max_outstanding_sends is 1"},
            {"two such sends", ":max_outstanding_sends=2:defer_pp_recv=true",
             "0F0 0F1 0F2 0B2 0B1 0B0\n1F2 1F0 1F1 1B2 1B1 1B0",
             "rank 0 must start 0SEND_F2 while 0SEND_F0, 0SEND_F1 are in progress, but max_outstanding_sends "
             "is 2"},
        });
    }

    void refusals()
    {
        const auto [settings, order, said] = test::givenRow<std::string, std::string, std::string>();
        const auto lowered = applyPass("torch" + settings, parse(order));
        QVERIFY2(!lowered, lowered ? render(*lowered).c_str() : "");
        QCOMPARE(lowered.error().text(), said);
    }

    void everySendIsWaitedForOnce()
    {
        for (const char* settings :
             {"", ":defer_pp_recv=true", ":max_outstanding_sends=1,defer_pp_recv=true"}) {
            const Schedule lowered = applyPass(std::string("torch") + settings, pipeline(5, 9)).value();
            std::size_t sends = 0;
            for (const Row& row : lowered.rows) {
                std::set<ActionId> open;
                for (const Action& action : row) {
                    ActionId id = action.id();
                    if (isSend(id.kind)) {
                        QVERIFY(open.insert(id).second);
                        ++sends;
                    }
                    const bool forward = id.kind == ActionKind::WaitSendForward;
                    id.kind = forward ? ActionKind::SendForward : ActionKind::SendBackward;
                    if (forward || action.kind() == ActionKind::WaitSendBackward)
                        QCOMPARE(open.erase(id), std::size_t{1});
                }
                QVERIFY(open.empty());
            }
            QCOMPARE(sends, std::size_t{4 * 9 * 2});
        }
    }

    void sendsUnderWayStayWithinTheLimit()
    {
        for (const int limit : {1, 2, 3, 100}) {
            const Schedule order = pipeline(6, 12);
            const auto lowered =
                test::succeeded(applyPass("torch:max_outstanding_sends=" + std::to_string(limit), order));
            int most = 0;
            for (const Row& row : lowered->rows) {
                int open = 0;
                for (const Action& action : row) {
                    const ActionKind kind = action.kind();
                    open += isSend(kind) ? 1 : 0;
                    open -= isWaitSend(kind) ? 1 : 0;
                    most = std::max(most, open);
                }
                QCOMPARE(open, 0);
            }
            QVERIFY(limit == 100 || most == limit);
            if (limit == 100)
                QCOMPARE(render(*lowered), render(applyPass("torch", order).value()));
            QVERIFY(validate(*lowered).empty());
        }
    }
};

BUBBLESCOPE_TEST(LowerTorch)
#include "lower_torch.moc"
