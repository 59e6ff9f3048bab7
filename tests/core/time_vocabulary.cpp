// SPDX-License-Identifier: Apache-2.0
// S and T: the output layer split over all ranks.
#include <QTest>

#include "core/analyze/explanation.h"
#include "core/generate/generate.h"
#include "core/io/costs_json.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/time/simulate.h"
#include "core/validate/validate.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

namespace {

SchedulePtr vocabularyOrder(const std::string& csv)
{
    return std::make_shared<const Schedule>(readScheduleCsv(csv, "order").value().schedule);
}

CostModel vocabularyCosts()
{
    CostModel costs;
    costs.vocabularyForward = StageValues(0.5);
    costs.vocabularyBackward = StageValues(0.25);
    return costs;
}

} // namespace

class TimeVocabulary : public QObject
{
    Q_OBJECT

private slots:
    void theLastBackwardNeedsEveryShare()
    {
        const SchedulePtr order = vocabularyOrder("0F0,0S0,0T0,0B0\n1F0,1S0,1B0,1T0\n");
        CostModel costs = vocabularyCosts();
        costs.vocabularyForward = StageValues(std::vector<double>{2, 0.5});
        costs.transfer.latency = 0.125;
        const Timeline timeline = simulate(order, costs).value();
        QCOMPARE(timeline.lanes[0].start[1], 2.125 + 0.125); // 1F0 ends at 2.125 and is sent to all
        QCOMPARE(timeline.lanes[1].start[1], 2.125);
        QCOMPARE(timeline.lanes[1].start[2], 4.25 + 0.125); // waits for 0S0
        QCOMPARE(timeline.lanes[0].start[2], 4.25);         // T needs its own S alone
        QVERIFY(validate(*order).empty());
        QCOMPARE(writeScheduleCsv(*order), std::string("0F0,0S0,0T0,0B0\n1F0,1S0,1B0,1T0\n"));
        const Explanation why = explain(timeline, costs).value();
        QVERIFY(!why.ledger.bubbles.empty());
        QVERIFY(readCosts(writeCosts(costs), "costs.json").value() == costs);
    }

    void problemsAreTold()
    {
        QCOMPARE(validate(*vocabularyOrder("0F0,0S0,0B0\n1F0,1S0,1T0,1B0\n")).front().message.text(),
                 std::string("rank 0 does not run 0T0"));
        QCOMPARE(validate(*vocabularyOrder("0F0,0T0,0S0,0B0\n")).front().message.text(),
                 std::string("rank 0 runs 0T0 (cell 1) before 0S0 (cell 2)"));
        QCOMPARE(validate(*vocabularyOrder("0F0,0B0,0S0,0T0\n")).front().message.text(),
                 std::string("rank 0 runs 0B0 (cell 1) before 0S0 (cell 2)"));
        QVERIFY(!readScheduleCsv("(0F1;0S0)OVERLAP_F_B\n", "order.csv"));
    }

    void thePassGivesEveryRankBoth()
    {
        for (const char* request : {"1f1b", "gpipe", "zb-h1", "interleaved-1f1b", "v-half", "zbv", "dualpipe",
                                    "dualpipev", "eager-1f1b"}) {
            const Schedule order = generate(requestFromText(request).value()).value();
            const auto placed = std::make_shared<const Schedule>(
                applyPass("vocabulary", order, {}, vocabularyCosts()).value());
            for (std::size_t r = 0; r < order.rows.size(); ++r)
                QCOMPARE(placed->rows[r].size(),
                         withoutBubbles(order).rows[r].size() + 2 * std::size_t{order.microbatchCount});
            QVERIFY2(validate(*placed).empty(), request);
            QVERIFY2(simulate(placed, vocabularyCosts()).has_value(), request);
            Row kept = placed->rows[0];
            std::erase_if(kept, [](const Action& action) { return isVocabulary(action.kind()); });
            QVERIFY(kept == withoutBubbles(order).rows[0]);
        }
        QVERIFY(plansInTime("vocabulary"));
        QVERIFY(!applyPass("vocabulary", *vocabularyOrder("0F0,0S0,0T0,0B0\n")));
        QVERIFY(!applyPass("vocabulary", *vocabularyOrder("0B0,0F0\n")));
    }
};

BUBBLESCOPE_TEST(TimeVocabulary)
#include "time_vocabulary.moc"
