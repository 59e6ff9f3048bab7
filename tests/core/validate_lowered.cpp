// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/core/rows_support.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

/// The rules on waits, parameters and reductions: text in, "kind: message" out.
class ValidateLowered : public QObject
{
    Q_OBJECT

private slots:
    void rules_data()
    {
        addRows<std::string, std::string>({
            {"valid: unsharded, reduced, resharded",
             "0UNSHARD 0F0 0RESHARD 0UNSHARD 0B0 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0RESHARD", ""},
            {"valid: reductions that nobody waits for", "0UNSHARD 0F0 0B0 0REDUCE_GRAD 0RESHARD", ""},
            {"valid: the wait deferred to the end",
             "0UNSHARD 0F0 0B0 0REDUCE_GRAD 0RESHARD 0WAIT_REDUCE_GRAD", ""},
            {"valid: sends without waits", "0F0 0SEND_F0\n1RECV_F0 1F0", ""},
            {"one send without its wait",
             "0F0 0SEND_F0 0F1 0SEND_F1 0WAIT_SEND_F0\n1RECV_F0 1F0 1RECV_F1 1F1",
             "missing-action: rank 0 0SEND_F1 (cell 3) has no 0WAIT_SEND_F1, as the other sends of the order "
             "have: no rank runs it"},
            {"a wait before its send", "0F0 0WAIT_SEND_F0 0SEND_F0\n1RECV_F0 1F0",
             "dependency-order: rank 0 runs 0WAIT_SEND_F0 (cell 1) before 0SEND_F0 (cell 2)"},
            {"unsharded twice", "0UNSHARD 0UNSHARD 0F0 0RESHARD",
             "duplicate-action: rank 0 runs 0UNSHARD twice, in cells 0 and 1, with nothing between them"},
            {"resharded twice", "0UNSHARD 0F0 0RESHARD 0RESHARD",
             "duplicate-action: rank 0 runs 0RESHARD twice, in cells 2 and 3, with nothing between them"},
            {"not resharded between", "0UNSHARD 0F0 0UNSHARD 0F1 0RESHARD",
             "missing-action: rank 0 does not run 0RESHARD between 0UNSHARD (cell 0) and 0UNSHARD (cell 2)"},
            {"not resharded at the end", "0UNSHARD 0F0 0RESHARD 0UNSHARD 0F1",
             "missing-action: rank 0 does not run 0RESHARD after 0UNSHARD (cell 3)"},
            {"resharded, but never unsharded", "0RESHARD 1UNSHARD 0F0 1F0 1RESHARD",
             "unshard-missing: rank 0 runs 0RESHARD (cell 0) while stage 0 is sharded: no 0UNSHARD stands "
             "before it\n"
             "unshard-missing: rank 0 runs 0F0 (cell 2) while stage 0 is sharded: no 0UNSHARD stands before "
             "it"},
            {"reduced twice", "0F0 0B0 0REDUCE_GRAD 0REDUCE_GRAD",
             "duplicate-action: rank 0 runs 0REDUCE_GRAD twice, in cells 2 and 3"},
            {"reduced before the last gradient", "0F0 0F1 0B0 0REDUCE_GRAD 0B1",
             "dependency-order: rank 0 runs 0REDUCE_GRAD (cell 3) before 0B1 (cell 4)"},
            {"waits before it reduces", "0F0 0B0 0WAIT_REDUCE_GRAD 0REDUCE_GRAD",
             "dependency-order: rank 0 runs 0WAIT_REDUCE_GRAD (cell 2) before 0REDUCE_GRAD (cell 3)"},
            {"waits for what is never reduced", "0F0 0B0 0WAIT_REDUCE_GRAD",
             "missing-action: rank 0 does not run 0REDUCE_GRAD, for which 0WAIT_REDUCE_GRAD (cell 2) waits"},
            {"one stage is not reduced", "0UNSHARD 1UNSHARD 0F0 1F0 1B0 1REDUCE_GRAD 1RESHARD 0B0 0RESHARD",
             "missing-action: rank 0 does not run 0REDUCE_GRAD after 0B0 (cell 7)"},
            {"one reduction is not waited for", "0F0 1F0 1B0 1REDUCE_GRAD 1WAIT_REDUCE_GRAD 0B0 0REDUCE_GRAD",
             "missing-action: rank 0 does not run 0WAIT_REDUCE_GRAD after 0REDUCE_GRAD (cell 6)"},
            {"two reductions at a time",
             "0F0 1F0 1B0 1REDUCE_GRAD 0B0 0REDUCE_GRAD 1WAIT_REDUCE_GRAD 0WAIT_REDUCE_GRAD",
             "dependency-order: rank 0 runs 0REDUCE_GRAD (cell 5) before 1WAIT_REDUCE_GRAD (cell 6), and one "
             "reduction may be pending at a time"},
            {"a reduction on the wrong rank",
             "0F0 0F1 0B0 0B1 0REDUCE_GRAD\n1F0 1B0 1F1 1B1 1REDUCE_GRAD\n2F0 2B0 2F1 2B1 2REDUCE_GRAD "
             "0REDUCE_GRAD",
             "wrong-rank: rank 2 runs 0REDUCE_GRAD (cell 5), but stage 0 lives on rank 0"},
            {"valid: gradients of I that nobody carries", "0F0 0SEND_F0 0I0 0W0\n1RECV_F0 1F0 1I0 1W0", ""},
            {"they still have to come in time",
             "0F0 0SEND_F0 0I0 0W0 0F1 0SEND_F1 0I1 0W1\n1RECV_F0 1F0 1RECV_F1 1F1 1I0 1W0 1I1 1W1",
             "deadlock: rank 0 0I0 (cell 2) waits for 1I0 on rank 1, which stands behind 1RECV_F1; rank 1 "
             "1RECV_F1 (cell 2) waits for 0SEND_F1 on rank 0, which stands behind 0I0"},
        });
    }

    void rules()
    {
        const auto [order, expected] = fetchRow<std::string, std::string>();
        QCOMPARE(problems(parse(order)), expected);
    }
};

BUBBLESCOPE_TEST(ValidateLowered)
#include "validate_lowered.moc"
