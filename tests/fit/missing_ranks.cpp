// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/fit/prediction_order.h"
#include "core/fit/residuals.h"
#include "core/validate/validate.h"
#include "tests/fit/truth_run.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The run as it is assembled without the profiles of these ranks.
MeasuredRun without(MeasuredRun run, const QString& ranks)
{
    for (const QString& number : ranks.split(' ', Qt::SkipEmptyParts)) {
        MeasuredRank& rank = run.ranks[number.toUInt()];
        rank.actions.clear();
        rank.file.clear();
    }
    return run;
}

QString ranksOf(const Comparison& comparison)
{
    QString text;
    for (const RankDeviation& rank : comparison.perRank)
        text += QString(text.isEmpty() ? "%1" : " %1").arg(rank.rank.value);
    return text;
}

constexpr const char* kRun = "torch_cpu/1f1b_runtime_p4_m8";

} // namespace

/// Runs of which some ranks have no trace: these say nothing.
class MissingRanks : public QObject
{
    Q_OBJECT

private slots:
    void theOthersNameTheSchedule_data()
    {
        addRows<std::string, QString, std::string>({
            {"one rank of 1F1B", "torch_cpu/1f1b_runtime_p4_m8", "0 2 3", "1f1b"},
            {"all but one of 1F1B", "torch_cpu/1f1b_runtime_p4_m8", "2", "1f1b"},
            {"without the first of ZB-H1", "torch_cpu/csv_zbh1_p4_m8", "0", "zb-h1"},
            {"two of four interleaved ones", "torch_cpu/interleaved1f1b_p4_v2_m8", "1 3", "interleaved-1f1b"},
            {"one of two of a V", "torch_cpu/zbv_p2_m4_straggler0", "1", "zbv"},
        });
    }

    void theOthersNameTheSchedule()
    {
        const auto& [recording, missing, name] = givenRow<std::string, QString, std::string>();
        const MeasuredRun whole = truthRun(recording);
        const MeasuredRun run = without(whole, missing);
        const auto found = valueOf(identify(run));
        const std::string difference = !found.matches.empty() && !found.matches.front().differences.empty()
                                           ? found.matches.front().differences.front().text()
                                           : std::string("no match");
        QVERIFY2(found.exact() != nullptr, difference.c_str());
        QCOMPARE(found.exact()->name, name);
        const auto order = valueOf(predictionOrder(run, found, fitCosts(run).costs));
        QCOMPARE(QString::fromStdString(order.note), QString());
        QCOMPARE(order.schedule->rows.size(), whole.ranks.size());
        QVERIFY(matchOrder(whole, order.schedule).isExact);
    }

    void theyAreNeitherIdleNorLate_data()
    {
        addRows<QString, QString>({
            {"one in the middle", "2", "0 1 3"},
            {"the first", "0", "1 2 3"},
            {"all but the last", "0 1 2", "3"},
        });
    }

    void theyAreNeitherIdleNorLate()
    {
        const auto& [missing, told] = givenRow<QString, QString>();
        const MeasuredRun whole = truthRun(kRun);
        const Result<Identification> found = identify(whole);
        QVERIFY(found && found->exact() != nullptr);
        const CostModel costs = fitCosts(whole).costs;
        const Result<Comparison> all = compareRun(whole, costs, found->exact()->schedule);
        MeasuredRun part = without(whole, missing);
        Time first = 1e9; // as it is assembled: from the first start of those that are there
        for (const MeasuredRank& rank : part.ranks)
            for (const MeasuredAction& action : rank.actions)
                first = std::min(first, action.start);
        for (MeasuredRank& rank : part.ranks)
            for (MeasuredAction& action : rank.actions) {
                action.start -= first;
                action.end -= first;
            }
        const Result<Comparison> some = compareRun(part, costs, found->exact()->schedule);
        QVERIFY(all && some);
        QCOMPARE(ranksOf(*some), told);
        QVERIFY2(std::abs(some->makespanError) < 0.05, fmt::format("{}", some->makespanError).c_str());
        const double idle = measureRun(*some, costs).idleFraction;
        const double wholeIdle = measureRun(*all, costs).idleFraction;
        // Counted as idle, the missing ranks would add a quarter and more.
        QVERIFY2(idle < wholeIdle + 0.05, fmt::format("{} of {}", idle, wholeIdle).c_str());
        Time busy = 0;
        Time last = 0;
        for (const MeasuredRank& rank : part.ranks)
            for (const MeasuredAction& action : rank.actions) {
                busy += action.end - action.start;
                last = std::max(last, action.end);
            }
        const double expected = 1 - busy / (last * static_cast<double>(some->perRank.size()));
        QVERIFY2(std::abs(idle - expected) < 1e-6, fmt::format("{}, not {}", idle, expected).c_str());
        // What was measured, not shifted to where the prediction has it.
        QCOMPARE(some->measured.makespan, last);
        QVERIFY2(std::abs(some->measuredBegin - first) < 0.05 * whole.ranks[0].actions.back().end,
                 fmt::format("{}, not {}", some->measuredBegin, first).c_str());
        QCOMPARE(some->predicted.makespan, all->predicted.makespan);
        for (const std::string& warning : some->warnings)
            QVERIFY2(warning.find("alone") == std::string::npos, warning.c_str());
    }

    void waitsForThemAreNotTold()
    {
        const MeasuredRun whole = truthRun(kRun);
        const Result<Identification> found = identify(whole);
        QVERIFY(found && found->exact() != nullptr);
        const CostModel costs = fitCosts(whole).costs;
        const auto some = valueOf(compareRun(without(whole, "2"), costs, found->exact()->schedule));
        const std::vector<std::string> expected{"what a rank waited for on ranks without a trace is told "
                                                "under unmodelled, in the waterfall under tail"};
        QCOMPARE(some.warnings, expected);
        // Rank 3 has but rank 2 beside it.
        const RankDeviation& last = some.perRank.back();
        QCOMPARE(last.byCause[static_cast<std::size_t>(DeviationCause::Transfer)], 0.0);
        for (const RankDeviation& rank : some.perRank) {
            Time sum = 0;
            for (const Time part : rank.byCause)
                sum += part;
            QVERIFY(std::abs(sum - (rank.measuredEnd - rank.predictedEnd)) < 1e-3);
        }
    }

    void aMissingLabelFallsBackToTheNearest()
    {
        MeasuredRun run = truthRun(kRun);
        std::erase_if(run.ranks[1].actions,
                      [](const MeasuredAction& one) { return actionText(one.action.id()) == "1B3"; });
        const Result<Identification> found = identify(run);
        QVERIFY(found && found->exact() == nullptr);
        const Result<PredictionOrder> order = predictionOrder(run, *found, fitCosts(run).costs);
        QVERIFY2(order, order ? "" : order.error().message.text().c_str());
        QCOMPARE(order->schedule->name, "1f1b");
        const QString note = QString::fromStdString(order->note);
        QVERIFY2(note.startsWith("the order of the trace cannot be simulated: ") &&
                     note.endsWith("; the prediction is for the nearest schedule, 1f1b, and 98.4 % of it is "
                                   "in the order of the trace"),
                 qPrintable(note));
    }

    void tellsSchedulesThatRunTheSame()
    {
        const auto found = valueOf(identify(truthRun("torch_cpu/csv_zbh1_p4_m8")));
        const std::vector<std::string> also = found.alsoExact();
        QCOMPARE(std::count(also.begin(), also.end(), "interleaved-zero-bubble"), 1);
        QCOMPARE(std::count(also.begin(), also.end(), "zb-h1"), 0);
    }

    void theyAreNamed_data()
    {
        addRows<QString, int, QString>({
            {"none", "0F0\n1F0", 0, ""},
            {"one between others", "0F0\n\n2F0", 0, "rank 1 has no trace"},
            {"those behind the run", "0F0\n1F0", 4, "ranks 2, 3 have no trace"},
            {"more than are named", "0F0", 12, "ranks 1, 2, 3, 4, 5, 6, 7, 8, … have no trace"},
        });
    }

    void theyAreNamed()
    {
        const auto& [order, rankCount, text] = givenRow<QString, int, QString>();
        const MeasuredRun run = runOf(order.toStdString());
        QCOMPARE(QString::fromStdString(noTraceText(absentRanks(run, static_cast<std::size_t>(rankCount)))),
                 text);
    }

    void noActionOfThemIsMissing_data() { theOthersNameTheSchedule_data(); }

    void noActionOfThemIsMissing()
    {
        const auto& [recording, missing, name] = givenRow<std::string, QString, std::string>();
        const MeasuredRun run = without(truthRun(recording), missing);
        ValidateOptions options;
        QVERIFY(!validate(*measuredTimeline(run).schedule, options).empty());
        options.absentRanks = absentRanks(run);
        const std::vector<Problem> problems = validate(*measuredTimeline(run).schedule, options);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().message.text().c_str());
    }
};

BUBBLESCOPE_TEST(MissingRanks)
#include "missing_ranks.moc"
