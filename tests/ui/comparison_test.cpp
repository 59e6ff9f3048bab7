// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/timeline_support.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// With its actions counted, and times in `unit`.
EvaluationPtr counted(const EvaluationPtr& made, const char* unit = "step")
{
    auto evaluation = std::make_shared<Evaluation>(*inUnit(made, unit));
    evaluation->actionCount = evaluation->timeline->schedule->actionCount();
    evaluation->metrics.makespan = evaluation->timeline->makespan;
    return evaluation;
}

EvaluationPtr twoActions(const char* unit = "step")
{
    return counted(evaluationOf("0F0 0B0"), unit);
}

} // namespace

/// What is compared, without a window.
class ComparisonTest : public QObject
{
    Q_OBJECT

private slots:
    void wantsTwoSides()
    {
        Comparison comparison;
        comparison.setMode(CompareMode::Split);
        QVERIFY(comparison.mode() == CompareMode::Off);
        comparison.setReferences({{"a", twoActions()}});
        comparison.setMode(CompareMode::Split);
        QVERIFY(comparison.mode() == CompareMode::Off);
        comparison.setCurrent({"b", counted(evaluationOf("0F0 . 0B0"))});
        comparison.setMode(CompareMode::Split);
        QVERIFY(comparison.mode() == CompareMode::Split);
        QCOMPARE(comparison.difference()->difference.totals().later, std::size_t{1});
        QVERIFY(!comparison.difference()->current);
        comparison.setMode(CompareMode::Difference);
        QVERIFY(comparison.difference()->current && !comparison.difference()->reference);
        comparison.setReferences({});
        QVERIFY(comparison.mode() == CompareMode::Off && !comparison.difference());
    }

    void unitsThatDifferHaveNoAxis()
    {
        Comparison comparison;
        const EvaluationPtr steps = twoActions();
        const EvaluationPtr times = twoActions("ms");
        comparison.setCurrent({"times", times});
        comparison.setReferences({{"steps", steps}});
        comparison.setMode(CompareMode::Difference);
        QVERIFY(!comparison.haveOneAxis() && !comparison.difference());
        QCOMPARE(makespanDifference(*steps, *times), "in steps; the current one in ms");
    }

    /// Of many actions only the newest answer is taken.
    void manyAreComparedOnAWorker()
    {
        Comparison comparison;
        const EvaluationPtr reference = counted(manyForwards(64, 1024));
        const EvaluationPtr current = counted(manyForwards(64, 1000));
        comparison.setReferences({{"reference", reference}});
        comparison.setCurrent({"outdated", counted(manyForwards(64, 1020))});
        comparison.setMode(CompareMode::Difference);
        QVERIFY(!comparison.difference());
        QSignalSpy changes(&comparison, &Comparison::differenceChanged);
        comparison.setCurrent({"current", current});
        QTRY_VERIFY(comparison.difference());
        QCOMPARE(changes.count(), 1);
        QCOMPARE(&comparison.difference()->difference.current(), current->timeline.get());
        QCOMPARE(comparison.difference()->difference.totals().onlyReference, std::size_t{64 * 24});
        QVERIFY(comparison.difference()->reference && comparison.difference()->reference->isRecolored());
    }

    /// "b c d, b": the references and the chosen one.
    static QString sides(const Comparison& comparison)
    {
        QStringList titles;
        for (const CompareSide& side : comparison.references())
            titles << side.title;
        const CompareSide* chosen = comparison.reference();
        return titles.join(' ') + QStringLiteral(", ") + (chosen ? chosen->title : QString());
    }

    void referencesComeMoveAndGo()
    {
        Comparison comparison;
        const auto side = [](const char* title) { return CompareSide{QLatin1String(title), twoActions()}; };
        comparison.setCurrent(side("a"));
        const CompareSide b = side("b");
        QVERIFY(comparison.add(b) && comparison.add(side("c")) && comparison.add(side("d")));
        QCOMPARE(sides(comparison), "b c d, d");
        QVERIFY(comparison.isFull() && !comparison.add(side("e")));
        QVERIFY(comparison.add(b)); // it is there
        QCOMPARE(sides(comparison), "b c d, b");
        comparison.move(0, true);
        QCOMPARE(sides(comparison), "c b d, b");
        comparison.move(0, false);
        comparison.move(2, true);
        QCOMPARE(sides(comparison), "c b d, b");
        comparison.remove(0);
        QCOMPARE(sides(comparison), "b d, b");
        comparison.choose(1);
        comparison.remove(1);
        QCOMPARE(sides(comparison), "b, b");
        // A run comes first; another step of it takes its place.
        comparison.setRecorded(side("run"));
        QCOMPARE(sides(comparison), "run b, run");
        comparison.choose(1);
        comparison.setRecorded(side("step 2"));
        QCOMPARE(sides(comparison), "step 2 b, step 2");
        QVERIFY(comparison.add(side("f")));
        comparison.replace(1, side("g"));
        QCOMPARE(sides(comparison), "step 2 g f, f");
        comparison.setMode(CompareMode::Split);
        for (int i = 0; i < 3; ++i)
            comparison.remove(0);
        QCOMPARE(sides(comparison), ", ");
        QVERIFY(comparison.mode() == CompareMode::Off);
    }

    void titlesDistinguishSides()
    {
        const auto made = [](const char* schedule, std::int64_t stagesPerRank) {
            auto evaluation = std::make_shared<Evaluation>(*twoActions());
            ScheduleRequest request;
            request.schedule = schedule;
            request.stagesPerRank = stagesPerRank;
            evaluation->input.source = request;
            return CompareSide{"mine", evaluation};
        };
        const CompareSide two = made("interleaved-1f1b", 2);
        QCOMPARE(sideTitles(two, {made("interleaved-1f1b", 4), made("interleaved-1f1b", 4)}),
                 QStringList({"mine · stages per rank 2", "mine · stages per rank 4",
                              "mine · stages per rank 4 (2)"}));
        QCOMPARE(sideTitles(two, {two}), QStringList({"mine", "mine"}));
    }

    void differencesInWords_data()
    {
        addRows<double, double, QString>({
            {"the same", 3.0, 3.0, "no difference (0 %)"},
            {"by rounding", 0.1 + 0.2, 0.3, "no difference (0 %)"},
            {"shorter", 51.0, 57.0, "6 steps shorter (−10.5 %)"},
            {"longer by one", 3.0, 2.0, "1 step longer (+50 %)"},
            {"against nothing", 3.0, 0.0, "3 steps longer"},
        });
    }

    void differencesInWords()
    {
        const auto& [reference, current, text] = givenRow<double, double, QString>();
        const auto lasting = [](double makespan) {
            auto timeline = std::make_shared<Timeline>();
            timeline->makespan = makespan;
            Evaluation evaluation;
            evaluation.timeline = timeline;
            return evaluation;
        };
        QCOMPARE(makespanDifference(lasting(reference), lasting(current)), text);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, ComparisonTest)
#include "comparison_test.moc"
