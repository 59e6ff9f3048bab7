// SPDX-License-Identifier: Apache-2.0
// What the zero-bubble project's searches found, every record: ours finds nothing slower within the same
// memory. First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/search/search.h"
#include "tests/conformance/zero_bubble_records.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The record's limit in the unit of its sizes; what it held itself where it names none.
double limitOf(const nlohmann::json& record, const CostModel& costs)
{
    const nlohmann::json& config = record.at("config");
    if (config.contains("limit_in_F") && !config["limit_in_F"].is_null())
        return config["limit_in_F"].get<double>() * costs.activation.at(StageId{0});
    const auto peaks = record.at("peak_mem").get<std::vector<double>>();
    return *std::max_element(peaks.begin(), peaks.end());
}

SearchProblem problemOf(const ZeroBubbleRecord& record, SearchObjective objective)
{
    SearchProblem problem;
    problem.ranks = static_cast<std::uint32_t>(record.request.ranks);
    problem.microbatches = static_cast<std::uint32_t>(record.request.microbatches);
    problem.costs = record.costs;
    problem.costsPerStage = true;
    problem.memoryLimit = limitOf(record.expected, record.costs);
    problem.objective = objective;
    problem.stagesPerRank = static_cast<std::uint32_t>(record.request.stagesPerRank.value_or(1));
    problem.placement =
        record.expected.at("config").value("placement", "") == "V" ? PlacementKind::V : PlacementKind::Loop;
    return problem;
}

} // namespace

class SearchRecords : public QObject
{
    Q_OBJECT

private slots:
    void neverSlower_data()
    {
        addRows<QString, bool, int>({
            {"ZB auto", "zb_auto", true, 600},
            {"ZBV auto", "zbv_auto", false, 134},
            {"V-Min", "v_min", false, 84},
            {"V-Half", "v_half", false, 76},
            {"adaptive V", "v_adaptive", false, 29},
        });
    }

    void neverSlower()
    {
        const auto& [strategy, bySpan, count] = givenRow<QString, bool, int>();
        const SearchObjective objective = bySpan ? SearchObjective::RankSpan : SearchObjective::Makespan;
        SearchBudget budget;
        budget.seconds.reset();
        budget.iterations = 16;
        int compared = 0;
        int faster = 0;
        int proven = 0;
        for (const ZeroBubbleRecord& record :
             zeroBubbleRecords("zb_summary_all.json", strategy.toStdString(), "-")) {
            const SearchProblem problem = problemOf(record, objective);
            const Result<SearchResult> result = searchSchedule(problem, budget);
            QVERIFY2(result && result->best, record.text().c_str());
            const double theirs = record.expected.at(bySpan ? "longest_device_span" : "makespan");
            const double ours = result->best->objective;
            // The records are rounded to 6 decimals.
            QVERIFY2(ours <= theirs + 2e-6,
                     fmt::format("{} is slower than {} in {}", ours, theirs, record.text()).c_str());
            QVERIFY2(result->best->peakMemory <= *problem.memoryLimit * (1 + 1e-9), record.text().c_str());
            QVERIFY2(result->bound <= ours, record.text().c_str());
            QVERIFY2(result->bound <= theirs + 2e-6, record.text().c_str());
            faster += ours < theirs - 2e-6 ? 1 : 0;
            proven += result->gap() < 1e-9 ? 1 : 0;
            ++compared;
        }
        qInfo("%d of %d faster, %d proven to be the fastest", faster, compared, proven);
        QCOMPARE(compared, count);
    }
};

BUBBLESCOPE_TEST(SearchRecords)
#include "search_records.moc"
