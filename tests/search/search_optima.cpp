// SPDX-License-Identifier: Apache-2.0
// Small orders of several stages per rank whose optimum an exact solver has proven (exact_orders.csv, made by
// tests/tools/exact_orders.py): the search finds each, and its bound is never above.
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "tests/search/search_support.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <array>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

constexpr double kOptimumRounding = 1e-6;

/// As in the script.
const std::array<CostModel, 5> kCosts{costsOf(1, 1, 1), costsOf(9, 14, 7, 0.5, 0.5), costsOf(2, 1, 3),
                                      costsOf(1, 2, 1, 1), costsOf(3, 2, 2, 0.25, 0.25)};

} // namespace

class SearchOptima : public QObject
{
    Q_OBJECT

private slots:
    void everyOptimumIsFound()
    {
        QFile file(QStringLiteral(BUBBLESCOPE_EXACT_ORDERS));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readLine(),
                 QByteArray("costs,placement,stages_per_rank,ranks,microbatches,limit,makespan\n"));
        int solved = 0;
        int equal = 0;
        int byBound = 0;
        while (!file.atEnd()) {
            const QList<QByteArray> row = file.readLine().trimmed().split(',');
            QCOMPARE(row.size(), 7);
            SearchProblem problem;
            problem.costs = kCosts.at(row[0].toUInt());
            problem.costsPerStage = true;
            problem.placement = row[1] == "v" ? PlacementKind::V : PlacementKind::Loop;
            problem.stagesPerRank = row[2].toUInt();
            problem.ranks = row[3].toUInt();
            problem.microbatches = row[4].toUInt();
            problem.memoryLimit = row[5].toDouble();
            const double least = row[6].toDouble();
            const SearchResult result = searched(problem, iterationsAlone(12'000));
            const double found = result.best->objective;
            const std::string text = fmt::format("{} stages per rank in a {}, {}", row[2].toStdString(),
                                                 row[1].toStdString(), textOf(problem));
            QVERIFY2(found >= least - kOptimumRounding,
                     fmt::format("{} below {}: {}", found, least, text).c_str());
            QVERIFY2(result.bound <= least + kOptimumRounding,
                     fmt::format("bound {} above {}: {}", result.bound, least, text).c_str());
            ++solved;
            if (found <= least + kOptimumRounding)
                ++equal;
            else
                qInfo("%g found, %g possible: %s", found, least, text.c_str());
            byBound += result.bound >= least - kOptimumRounding ? 1 : 0;
        }
        qInfo("%d solved exactly; found in %d, proven by the bound alone in %d", solved, equal, byBound);
        QVERIFY(solved >= 300);
        QVERIFY(equal >= 300);
    }
};

BUBBLESCOPE_TEST(SearchOptima)
#include "search_optima.moc"
