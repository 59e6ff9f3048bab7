// SPDX-License-Identifier: Apache-2.0
// A sweep is what each value gives by itself.
#include <QTest>

#include "core/chart/chart_csv.h"
#include "core/generate/generate.h"
#include "core/lower/pass.h"
#include "tests/core/rows_support.h"
#include "tests/support/generated.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <fmt/format.h>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

SweepInput inputOf(const std::string& text)
{
    SweepInput input;
    input.request = *requestFromText(text);
    return input;
}

std::string outcomeText(const SweepOutcome& outcome)
{
    if (const auto* point = std::get_if<SweepPoint>(&outcome))
        return fmt::format("{}: {:.4f} {:.4f} {:g}", point->value, point->bubbleRate, point->idleFraction,
                           point->makespan);
    return fmt::format("{}: {}", std::get<SweepRefusal>(outcome).value,
                       std::get<SweepRefusal>(outcome).reason.text());
}

std::vector<std::string> swept(const SweepInput& input, SweepAxis axis,
                               const std::vector<std::int64_t>& values)
{
    std::vector<std::string> texts;
    sweepBubbleRate(input, axis, values,
                    [&](const SweepOutcome& outcome) { texts.push_back(outcomeText(outcome)); });
    return texts;
}

} // namespace

class ChartSweepTest : public QObject
{
    Q_OBJECT

private slots:
    void valuesHoldTheRequestsOwn_data()
    {
        addRows<int, int>({
            {"small", 4, 8},
            {"odd", 7, 13},
            {"one", 1, 1},
            {"large", 256, 1024},
            {"largest", 65536, (1 << 30)},
            {"nonsense", -5, 0},
        });
    }

    void valuesHoldTheRequestsOwn()
    {
        const auto [ranks, microbatches] = fetchRow<int, int>();
        ScheduleRequest request;
        request.ranks = ranks;
        request.microbatches = microbatches;
        for (const SweepAxis axis : {SweepAxis::Microbatches, SweepAxis::Ranks}) {
            const std::vector<std::int64_t> values = sweepValues(request, axis);
            QVERIFY(std::is_sorted(values.begin(), values.end()));
            QVERIFY(std::adjacent_find(values.begin(), values.end()) == values.end());
            QVERIFY(values.front() >= 1);
            QVERIFY(values.size() < 200);
            if (valueOf(request, axis) > 0)
                QVERIFY(std::binary_search(values.begin(), values.end(), valueOf(request, axis)));
        }
    }

    void theBubbleShrinksWithMicrobatches()
    {
        // (p - 1) / m, the textbook's.
        QCOMPARE(swept(inputOf("1f1b:ranks=4,microbatches=8"), SweepAxis::Microbatches, {4, 8, 16, 48}),
                 (std::vector<std::string>{"4: 0.7500 0.4286 21", "8: 0.3750 0.2727 33",
                                           "16: 0.1875 0.1579 57", "48: 0.0625 0.0588 153"}));
        QCOMPARE(
            swept(inputOf("gpipe:ranks=4,microbatches=8"), SweepAxis::Ranks, {1, 2, 8}),
            (std::vector<std::string>{"1: 0.0000 0.0000 24", "2: 0.1250 0.1111 27", "8: 0.8750 0.4667 45"}));
    }

    void eachValueIsWhatItGivesByItself()
    {
        for (const char* text : {"interleaved-1f1b:ranks=4,microbatches=8,stages-per-rank=2",
                                 "zb1p:ranks=4,microbatches=8", "zbv:ranks=4,microbatches=12"})
            for (const SweepAxis axis : {SweepAxis::Microbatches, SweepAxis::Ranks}) {
                const SweepInput input = inputOf(text);
                for (const std::int64_t value : sweepValues(input.request, axis)) {
                    if (value > 40)
                        break;
                    const ScheduleRequest request = withValue(input.request, axis, value);
                    std::vector<SweepOutcome> outcomes;
                    QVERIFY(sweepBubbleRate(input, axis, {value}, [&](const SweepOutcome& outcome) {
                        outcomes.push_back(outcome);
                    }));
                    QCOMPARE(outcomes.size(), std::size_t{1});
                    const Result<Schedule> schedule = generate(request);
                    const auto* point = std::get_if<SweepPoint>(&outcomes.front());
                    QCOMPARE(point != nullptr, schedule.has_value());
                    if (!point)
                        continue;
                    const Metrics metrics = measured(std::make_shared<const Schedule>(*schedule));
                    QCOMPARE(point->value, value);
                    QCOMPARE(point->bubbleRate, metrics.bubbleRate);
                    QCOMPARE(point->idleFraction, metrics.idleFraction);
                    QCOMPARE(point->makespan, metrics.makespan);
                }
            }
    }

    void whatIsNotAdmissibleIsToldInWords()
    {
        const SweepInput input = inputOf("1f1b:ranks=4,microbatches=8");
        for (const std::int64_t value : {-1, 0})
            QCOMPARE(swept(input, SweepAxis::Microbatches, {value}).front(),
                     fmt::format("{}: {}", value,
                                 checkRequest(withValue(input.request, SweepAxis::Microbatches, value))
                                     .front()
                                     .message.text()));
    }

    void costsAreFittedToTheStages()
    {
        SweepInput input = inputOf("1f1b:ranks=4,microbatches=8");
        input.costs.forward = StageValues(std::vector<double>{2, 2, 2, 2});
        input.costs.backward = StageValues(std::vector<double>{4, 4, 4, 4});
        const std::vector<std::string> texts = swept(input, SweepAxis::Ranks, {2, 3, 4, 8});
        QCOMPARE(texts[0], "2: 0.1250 0.1111 108");
        QVERIFY2(texts[1].find("stages") != std::string::npos, texts[1].c_str());
        QCOMPARE(texts[2], "4: 0.3750 0.2727 66");
        QCOMPARE(texts[3], "8: 0.8750 0.4667 45");
    }

    void passesAndWhatIfsCount()
    {
        SweepInput input = inputOf("zb1p:ranks=4,microbatches=8");
        input.costs.backwardInput = StageValues(1.0);
        input.costs.backwardWeight = StageValues(1.0);
        input.costs.backward = StageValues(3.0);
        const auto text = [](const Metrics& metrics) {
            return fmt::format("8: {:.4f} {:.4f} {:g}", metrics.bubbleRate, metrics.idleFraction,
                               metrics.makespan);
        };
        const SchedulePtr split = generated("zb1p:ranks=4,microbatches=8");
        const auto merged = succeeded(applyPass("merge-backward", *split));
        const std::string asMerged = text(measured(std::make_shared<const Schedule>(*merged), input.costs));
        QCOMPARE(swept(input, SweepAxis::Microbatches, {8}).front(), text(measured(split, input.costs)));
        input.passes = {"merge-backward"};
        QCOMPARE(swept(input, SweepAxis::Microbatches, {8}).front(), asMerged);
        QVERIFY(asMerged != text(measured(split, input.costs)));
        input.passes.clear();
        input.whatIf.kinds[ActionKind::Forward] = 3;
        QCOMPARE(swept(input, SweepAxis::Microbatches, {8}).front(),
                 text(measured(split, scaled(input.costs, input.whatIf, 8))));
        input.passes = {"no-such-pass"};
        QVERIFY(swept(input, SweepAxis::Microbatches, {8}).front().find("no-such-pass") != std::string::npos);
    }

    void tooMuchIsLeftOut()
    {
        QCOMPARE(swept(inputOf("1f1b:ranks=4,microbatches=8"), SweepAxis::Microbatches, {1'000'000}).front(),
                 "1000000: an order of so many actions (up to 12,000,000) takes too long for a sweep");
        // Parts of microbatches are counted: 1,024 of each.
        SweepInput parts = inputOf("seq1f1b:ranks=4,microbatches=8");
        parts.request.options["seq_splits"] = "1024";
        QCOMPARE(swept(parts, SweepAxis::Microbatches, {1024}).front(),
                 "1024: an order of so many actions (up to 12,582,912) takes too long for a sweep");
    }

    void cancelling()
    {
        const SweepInput input = inputOf("1f1b:ranks=4,microbatches=8");
        const CancelToken cancel;
        int taken = 0;
        QVERIFY(!sweepBubbleRate(
            input, SweepAxis::Microbatches, {4, 8, 16, 32},
            [&](const SweepOutcome&) {
                if (++taken == 2)
                    cancel.cancel();
            },
            cancel));
        QCOMPARE(taken, 2);
    }

    void csv()
    {
        QCOMPARE(sweepCsv({SweepPoint{8, 0.375, 0.25, 33.5},
                           SweepRefusal{3, Sentence::verbatim("3 is few, 4 \"is\" not")}},
                          SweepAxis::Microbatches, "us"),
                 "microbatches,bubble rate,idle fraction,makespan (us),left out because\n"
                 "3,,,,\"3 is few, 4 \"\"is\"\" not\"\n8,0.375,0.25,33.5,\n");
        QCOMPARE(sweepCsv({}, SweepAxis::Ranks, "step"),
                 "ranks,bubble rate,idle fraction,makespan (step),left out because\n");
    }
};

BUBBLESCOPE_TEST(ChartSweepTest)
#include "chart_sweep.moc"
