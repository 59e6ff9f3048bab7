// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/identify.h"
#include "core/generate/generate.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string generatedOrder(const std::string& request)
{
    return render(*generate(*requestFromText(request)));
}

QString differencesOf(const ScheduleMatch& match)
{
    QStringList texts;
    for (const OrderDifference& difference : match.differences)
        texts << QString::fromStdString(difference.text());
    return texts.join("\n");
}

} // namespace

/// Naming made-up orders.
class IdentifyOrders : public QObject
{
    Q_OBJECT

private slots:
    void saysWhereTheNearestDiffers()
    {
        const auto found =
            valueOf(identify(runOf("0F0 0F1 0F2 0B0 0B1 0F3 0B2 0B3\n1F0 1B0 1F1 1B1 1F2 1B2 1F3")));
        QVERIFY(found.exact() == nullptr);
        QCOMPARE(found.matches.front().name, "1f1b");
        QCOMPARE(differencesOf(found.matches.front()), "rank 0, action 2: expected 0B0, trace has 0F2\n"
                                                       "rank 1, action 7: expected 1B3, trace ends");
        // 7 of rank 0's 8 actions stand in the same order, and 7 of rank 1's 8.
        QCOMPARE(found.matches.front().score, 7.0 / 8);
    }

    void readsHalvesAsOneBackward()
    {
        const Result<Identification> found =
            identify(runOf("0F0 0F1 0I0 0W0 0F2 0I1 0W1 0F3 0I2 0W2 0I3 0W3\n1F0 1I0 1W0 1F1 1I1 1W1 1F2 1I2 "
                           "1W2 1F3 1I3 1W3"));
        QVERIFY(found && found->exact() != nullptr);
        QCOMPARE(found->exact()->name, "1f1b");
        QVERIFY(found->exact()->mergesBackward);
    }

    void readsOneBackwardAsHalves()
    {
        // interleaved-zero-bubble on its first rank, of a tool that calls both halves B.
        MeasuredRun run = runOf("0F0 0F1 0B0 0F2 0B1 0F3 0B2 0B3");
        run.stageCount = 2;
        const Result<Identification> found = identify(run);
        QVERIFY(found && found->exact() != nullptr);
        QCOMPARE(found->exact()->name, "1f1b");
        QVERIFY(!found->exact()->mergesBackward);
        QVERIFY(std::any_of(found->matches.begin(), found->matches.end(), [](const ScheduleMatch& match) {
            return match.isExact && match.mergesBackward && match.name == "zb-h1";
        }));
    }

    void triesOptionsAndCosts_data()
    {
        addRows<std::string>({
            {"group-interleaved-1f1b:ranks=2,microbatches=8,group_size=4", "group-interleaved-1f1b"},
            {"gpipe:ranks=3,microbatches=4,variant=d9d,inference=true", "gpipe"},
            {"seq1f1b:ranks=2,microbatches=4,seq_splits=3", "seq1f1b"},
            {"hanayo:ranks=2,microbatches=4", "hanayo"},
            {"dualpipe:ranks=4,microbatches=8", "dualpipe"},
            {"zb-h2:ranks=4,microbatches=8", "zb-h2"},
            {"v-half:ranks=4,microbatches=8", "v-half"},
        });
    }

    void triesOptionsAndCosts()
    {
        const std::string name = std::get<0>(givenRow<std::string>());
        const auto found = valueOf(identify(runOf(generatedOrder(QTest::currentDataTag()))));
        QVERIFY2(found.exact() != nullptr, qPrintable(differencesOf(found.matches.front())));
        QVERIFY2(std::any_of(found.matches.begin(), found.matches.end(),
                             [&](const ScheduleMatch& match) { return match.isExact && match.name == name; }),
                 found.exact()->name.c_str());
        // What is said to make the order makes it.
        const auto again = valueOf(generate(*found.exact()->request));
        QCOMPARE(again.rows.size(), found.exact()->schedule->rows.size());
    }

    void takesTheUsersOrders()
    {
        const char* odd = "0F0 0F1 0F2 0B2 0B1 0B0\n1F0 1F1 1B1 1F2 1B2 1B0";
        Schedule mine = parse(odd);
        mine.name = "mine";
        const Result<Identification> found =
            identify(runOf(odd), {std::make_shared<const Schedule>(mine), nullptr});
        QVERIFY(found && found->exact() != nullptr);
        QCOMPARE(found->exact()->name, "mine");
        QVERIFY(!found->exact()->request);
        QVERIFY(found->matches.size() > 1);
    }

    void hasNoMatchForOtherPlacements()
    {
        const auto found = valueOf(identify(runOf("0F0 3F0 3B0 0B0\n1F0 1B0\n2F0 2B0")));
        QVERIFY(found.matches.empty());
    }

    void hasNoneWithoutStages()
    {
        const auto found = valueOf(identify(MeasuredRun{}));
        QVERIFY(found.matches.empty());
    }

    void namesAnIncompleteStepByWhatItIsAPartOf_data()
    {
        addRows<std::size_t, bool, QString>({
            {"its end is cut off", std::size_t{0}, true, "1f1b 36 of 64"},
            {"its begin is cut off", std::size_t{5}, true, "1f1b 36 of 64"},
            {"a whole step is no part", std::size_t{0}, false, "none"},
        });
    }

    void namesAnIncompleteStepByWhatItIsAPartOf()
    {
        const auto& [first, isIncomplete, expected] = givenRow<std::size_t, bool, QString>();
        MeasuredRun run = runOf(generatedOrder("1f1b:ranks=4,microbatches=8"));
        for (MeasuredRank& rank : run.ranks) {
            const auto begin = rank.actions.begin() + static_cast<std::ptrdiff_t>(first);
            rank.actions = {begin, begin + 9};
        }
        run.microbatchCount = 7;
        run.fullMicrobatchCount = 8;
        run.steps = {1, 2};
        (isIncomplete ? run.incompleteSteps : run.steps).push_back(3);
        run.step = 3;
        const Result<Identification> found = identify(run);
        QVERIFY(found && !found->matches.empty() && found->exact() == nullptr);
        const ScheduleMatch& best = found->matches.front();
        QCOMPARE(best.isPart ? QStringLiteral("%1 %2 of %3")
                                   .arg(QString::fromStdString(best.name))
                                   .arg(best.inTrace)
                                   .arg(best.inOrder)
                             : QStringLiteral("none"),
                 expected);
    }

    void stopsWhenCancelled()
    {
        CancelToken cancel;
        cancel.cancel();
        const Result<Identification> found = identify(runOf("0F0 0B0"), {}, cancel);
        QVERIFY(!found);
        QCOMPARE(found.error().kind, ErrorKind::Cancelled);
    }
};

BUBBLESCOPE_TEST(IdentifyOrders)
#include "identify_orders.moc"
