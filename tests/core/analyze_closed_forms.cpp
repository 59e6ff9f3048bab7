// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/analyze/metrics.h"
#include "tests/core/change_support.h"
#include "tests/core/results_support.h"
#include "tests/support/generated.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <map>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

struct Times
{
    double forward;
    double input;
    double weight;
    double block;
};

CostModel costsOf(const Times& times)
{
    CostModel costs;
    costs.forward = StageValues(times.forward);
    costs.backwardInput = StageValues(times.input);
    costs.backwardWeight = StageValues(times.weight);
    costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}] = OverlapTime(StageValues(times.block));
    return costs;
}

/// What is asked with every shape; a limit in ranks may stand in it.
const std::vector<std::string>& requests()
{
    static const std::vector<std::string> kRequests{
        "gpipe:stages-per-rank=1",
        "gpipe:stages-per-rank=2,placement=v,variant=hyper-parallel",
        "1f1b:stages-per-rank=1",
        "1f1b:stages-per-rank=1,variant=hyper-parallel",
        "eager-1f1b:stages-per-rank=1",
        "1f1b-overlap:stages-per-rank=1",
        "interleaved-1f1b:stages-per-rank=1",
        "interleaved-1f1b:stages-per-rank=2",
        "interleaved-1f1b:stages-per-rank=3,variant=hyper-parallel",
        "interleaved-1f1b:stages-per-rank=2,variant=hyper-parallel,overlap_b_f=true",
        "interleaved-1f1b:stages-per-rank=2,variant=pp-schedule-visualization",
        "interleaved-1f1b:stages-per-rank=2,variant=pp-schedule-visualization,group_size=8",
        "interleaved-1f1b-overlap:stages-per-rank=1",
        "interleaved-1f1b-overlap:stages-per-rank=2",
        "interleaved-1f1b-overlap:stages-per-rank=3,group_size=8",
        "looped-bfs:stages-per-rank=1",
        "looped-bfs:stages-per-rank=3",
        "interleaved-zero-bubble:stages-per-rank=1",
        "interleaved-zero-bubble:stages-per-rank=2",
        "interleaved-zero-bubble:stages-per-rank=2,variant=pp-schedule-visualization",
        "zb-h1:stages-per-rank=1",
        "zb-h2:stages-per-rank=1",
        "zb-auto:stages-per-rank=1",
        "zb-auto:stages-per-rank=1,memory_limit=RANKS",
        "zb-auto:stages-per-rank=1,memory_limit=1.5RANKS",
        "zb-auto:stages-per-rank=1,memory_limit=2RANKS",
        "zbv:stages-per-rank=2",
        "zbv-handcrafted:stages-per-rank=2",
        "zbv-auto:stages-per-rank=2",
        "zbv-auto:stages-per-rank=2,memory_limit=3RANKS",
        "v-half:stages-per-rank=2",
        "v-half:stages-per-rank=2,reorder=false",
        "v-min:stages-per-rank=2",
        "v-min:stages-per-rank=2,reorder=false",
        "dualpipe:stages-per-rank=2",
        "dualpipe:stages-per-rank=2,variant=pp-schedule-visualization",
        "dualpipev:stages-per-rank=2",
        "dualpipev:stages-per-rank=2,variant=deepseek",
        "dualpipev:stages-per-rank=2,variant=pp-schedule-visualization,fuse_first=true",
        "chimera:stages-per-rank=2",
        "hanayo:stages-per-rank=2",
    };
    return kRequests;
}

std::string requestText(std::string text, int ranks, int microbatches)
{
    for (const auto& [word, factor] :
         {std::pair{"1.5RANKS", 1.5}, {"2RANKS", 2.0}, {"3RANKS", 3.0}, {"RANKS", 1.0}})
        if (const std::size_t at = text.find(word); at != std::string::npos)
            text.replace(at, std::string(word).size(), fmt::format("{:g}", factor * ranks));
    return fmt::format("{},ranks={},microbatches={}", text, ranks, microbatches);
}

} // namespace

/// Every formula beside what it is a formula for, wherever its conditions hold.
class AnalyzeClosedForms : public QObject
{
    Q_OBJECT

private slots:
    void everyFormulaGivesWhatIsMeasured()
    {
        std::map<std::string, int> compared;
        for (const std::string& asked : requests())
            for (const int p : {1, 2, 3, 4, 6})
                for (const int m : {1, 2, p, 2 * p - 1, 2 * p, 3 * p, 4 * p + 1, 5 * p})
                    for (const Times& times :
                         {Times{1, 1, 1, 2.5}, {2, 2, 2, 6}, {3, 2, 1, 3}, {5, 4, 3, 8}, {1, 2, 3, 5}}) {
                        const std::string text = requestText(asked, p, m);
                        const CostModel costs = costsOf(times);
                        const Result<ScheduleRequest> request = requestFromText(text);
                        QVERIFY2(request.has_value(), text.c_str());
                        const Result<Schedule> schedule = generate(*request, {.costs = costs});
                        if (!schedule)
                            continue;
                        const auto timeline = simulate(std::make_shared<const Schedule>(*schedule), costs);
                        QVERIFY2(timeline.has_value(), text.c_str());
                        for (const ClosedForm& form :
                             closedForms(*timeline, costs, measure(*timeline, costs))) {
                            QVERIFY2(std::abs(form.value - form.measured) <= 1e-9 * (1 + form.measured),
                                     fmt::format("{} F {} I {} W {} X {}: {} = {} is {}, measured {}", text,
                                                 times.forward, times.input, times.weight, times.block,
                                                 form.id, form.formula, form.value, form.measured)
                                         .c_str());
                            ++compared[schedule->name + " " + form.id + " " + form.formula];
                        }
                    }
        for (const auto& [formula, count] : compared)
            qInfo("%4d × %s", count, formula.c_str());
        const std::set<std::string> expected{
            "1f1b bubble (p - 1)(F + B)",
            "1f1b makespan (m + p - 1)(F + B)",
            "1f1b peak_activations min(p, m)",
            "1f1b-overlap makespan p (F + B) + (m - 1) X",
            "1f1b-overlap peak_activations min(2 p, m)",
            "dualpipe largest_idle (p / 2 - 1)(X + B - 3 W)",
            "dualpipe makespan (m - p - 1) X + (p + 1)(F + B) + (p / 2 - 1)(X + B - 3 W)",
            "dualpipe peak_activations p + 1",
            "dualpipev largest_idle (p - 1)(X + B - 3 W)",
            "dualpipev makespan (2 m - 2 p - 1) X + (2 p + 1)(F + B) + (p - 1)(X + B - 3 W)",
            "dualpipev peak_activations 2 p + 1",
            "eager-1f1b bubble (p - 1)(F + B)",
            "eager-1f1b makespan (m + p - 1)(F + B)",
            "eager-1f1b peak_activations min(2 p - 1, m)",
            "gpipe bubble (p - 1)(F + B)",
            "gpipe makespan (m + p - 1)(F + B)",
            "gpipe peak_activations m",
            "gpipe peak_activations m v",
            "interleaved-1f1b bubble (p - 1)(F + B)",
            "interleaved-1f1b makespan (m v + p - 1)(F + B)",
            "interleaved-1f1b peak_activations min((v + 1) p - 1, m v)",
            "interleaved-1f1b-overlap makespan (p - 1 + n)(F + B) + (m v - n) X, n = p (v - 1) + 1",
            "interleaved-1f1b-overlap peak_activations min((v + 1) p, m v)",
            "interleaved-zero-bubble bubble (p - 1)(F + I - W)",
            "interleaved-zero-bubble makespan m v (F + I + W) + (p - 1)(F + I - W)",
            "looped-bfs bubble (p - 1)(F + B)",
            "looped-bfs makespan (m v + p - 1)(F + B)",
            "looped-bfs peak_activations m",
            "looped-bfs peak_activations m v",
            "v-half peak_activations min(2 floor(p / 2) + 2, 2 m)",
            "v-min peak_activations min(2 floor((p + 1) / 3) + 2, 2 m)",
            "zb-auto bubble (p - 1) F",
            "zb-auto bubble (p - 1)(F + I - W)",
            "zb-auto makespan m v (F + I + W) + (p - 1) F",
            "zb-auto makespan m v (F + I + W) + (p - 1)(F + I - W)",
            "zb-h1 peak_activations min(p, m)",
            "zb-h2 peak_activations min(2 p - 1, m)",
            "zbv bubble (p - 1) F",
            "zbv makespan (6 m + p - 1) F",
            "zbv peak_activations 2 min(p, m)",
            "zbv-auto bubble (p - 1) F",
            "zbv-auto makespan (6 m + p - 1) F",
            "zbv-auto peak_activations 2 min(p, m)",
            "zbv-handcrafted bubble (p - 1) F",
            "zbv-handcrafted makespan (6 m + p - 1) F",
            "zbv-handcrafted peak_activations 2 min(p, m)",
        };
        std::set<std::string> exercised;
        for (const auto& [formula, count] : compared)
            exercised.insert(formula);
        for (const std::string& formula : expected)
            QVERIFY2(exercised.count(formula) == 1, ("never there: " + formula).c_str());
        for (const std::string& formula : exercised)
            QVERIFY2(expected.count(formula) == 1, ("not expected: " + formula).c_str());
    }

    void noneWhereConditionsDoNotHold_data()
    {
        const std::string plain = "1f1b:ranks=4,microbatches=8";
        const std::vector<double> byStage{1, 2, 1, 1};
        addRows<std::string, Change, std::string>({
            {"a latency", plain, [](CostModel& c) { c.transfer.latency = 0.5; }, "peak_activations"},
            {"a link's latency", plain,
             [](CostModel& c) {
                 c.transfer.links.push_back({0, 1, 0.5, std::nullopt, std::nullopt});
             },
             "peak_activations"},
            {"a straggler", plain, [](CostModel& c) { c.rankFactor[2] = 1.5; }, "peak_activations"},
            {"jitter", plain, [](CostModel& c) { c.jitter.sigma = 0.1; }, "peak_activations"},
            {"times by stage", plain, given(&CostModel::forward, byStage), "peak_activations"},
            {"activations by stage", plain, given(&CostModel::activation, byStage),
             "makespan bubble peak_activations"},
            {"activations that I frees", "zbv:ranks=4,microbatches=8",
             given(&CostModel::activationKeptUntilWeight, 0.5), "makespan bubble"},
            {"blocks shorter than a part", "1f1b-overlap:ranks=4,microbatches=8",
             [](CostModel& c) {
                 c.overlap.times[{ActionKind::Forward, ActionKind::Backward}] = OverlapTime(StageValues(1.0));
             },
             "peak_activations"},
            {"uneven rounds", "interleaved-1f1b:ranks=4,microbatches=6,stages-per-rank=2", {}, ""},
            {"fewer microbatches than zbv fills with", "zbv:ranks=4,microbatches=6", {}, "peak_activations"},
            {"no formula is known", "hanayo:ranks=4,microbatches=8", {}, ""},
        });
    }

    void noneWhereConditionsDoNotHold()
    {
        const auto [request, change, left] = givenRow<std::string, Change, std::string>();
        const CostModel costs = changed(change);
        const Timeline timeline = timelineOf(generated(request), costs);
        std::string ids;
        for (const ClosedForm& form : closedForms(timeline, costs, measure(timeline, costs)))
            ids += (ids.empty() ? "" : " ") + form.id;
        QCOMPARE(ids, left);
    }

    void activationsOfAnySize()
    {
        CostModel costs;
        costs.activation = StageValues(34.5);
        const auto timeline = simulate(generated("1f1b:ranks=4,microbatches=8"), costs);
        const std::vector<ClosedForm> forms = closedForms(*timeline, costs, measure(*timeline, costs));
        QCOMPARE(forms.back().formula, "min(p, m)");
        QCOMPARE(forms.back().value, 4.0);
        QCOMPARE(forms.back().measured, 4.0);
    }

    /// A share of 1 given stage by stage is the share of 1.
    void sharesOfOneByStage()
    {
        const Schedule schedule = *generate(*requestFromText("v-half:ranks=4,microbatches=16"));
        const auto idsWith = [&](const StageValues& kept) {
            CostModel costs = costsOf({1, 1, 1, 2.5});
            costs.activationKeptUntilWeight = kept;
            const auto timeline = simulate(std::make_shared<const Schedule>(schedule), costs);
            std::set<std::string> ids;
            for (const ClosedForm& form : closedForms(*timeline, costs, measure(*timeline, costs)))
                ids.insert(form.id);
            return ids;
        };
        const std::set<std::string> expected = idsWith(StageValues(1.0));
        QVERIFY(!expected.empty());
        QVERIFY(idsWith(StageValues(std::vector<double>(8, 1.0))) == expected);
        QVERIFY(idsWith(StageValues(std::vector<double>(8, 0.5))) != expected);
    }
};

BUBBLESCOPE_TEST(AnalyzeClosedForms)
#include "analyze_closed_forms.moc"
