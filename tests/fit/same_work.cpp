// SPDX-License-Identifier: Apache-2.0
// Schedules that cut one model in other ways: as much computing, whatever the number of stages.
#include "core/evaluate/evaluation.h"
#include "core/fit/costs_of_same_work.h"
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cmath>

using namespace bubblescope;

namespace {

constexpr std::int64_t kRanks = 4, kMicrobatches = 8;

ScheduleRequest requestOf(const ScheduleInfo& info)
{
    ScheduleRequest request;
    request.schedule = info.name;
    request.ranks = kRanks;
    request.microbatches = kMicrobatches;
    return request;
}

/// What the ranks compute; nothing if the schedule does not take these numbers.
std::optional<double> workOf(const ScheduleRequest& request, const CostModel& costs)
{
    const Result<EvaluationPtr> made = evaluate({request, costs, {}}, {});
    return made ? std::optional((*made)->metrics.idealTime) : std::nullopt;
}

} // namespace

class SameWork : public QObject
{
    Q_OBJECT

private slots:
    void everyScheduleDoesTheSameWork_data()
    {
        QTest::addColumn<std::string>("name");
        for (const ScheduleInfo& info : scheduleCatalog())
            QTest::newRow(info.name.c_str()) << info.name;
    }

    void everyScheduleDoesTheSameWork()
    {
        QFETCH(const std::string, name);
        const ScheduleRequest from = requestOf(*findSchedule("1f1b")), to = requestOf(*findSchedule(name));
        CostModel costs;
        costs.forward = StageValues(47.0);
        costs.backward = StageValues(97.0);
        const std::optional<double> before = workOf(from, costs);
        QVERIFY(before);
        const CostModel other = costsOfSameWork(costs, workCutOf(from), workCutOf(to));
        const std::optional<double> after = workOf(to, other);
        if (!after)
            QSKIP("does not take 4 ranks and 8 microbatches");
        const bool isInference = name.find("infer") != std::string::npos;
        if (!isInference)
            QVERIFY2(std::abs(*after - *before) <= 1e-9 * *before,
                     qPrintable(QString("%1 instead of %2").arg(*after).arg(*before)));
        // With itself nothing changes, to the bit.
        QVERIFY(costsOfSameWork(other, workCutOf(to), workCutOf(to)) == other);
    }

    void aVShapeIsNotSlowerForItsStages()
    {
        const ScheduleRequest from = requestOf(*findSchedule("1f1b")), to = requestOf(*findSchedule("zbv"));
        const Result<EvaluationPtr> plain = evaluate({from, CostModel{}, {}}, {});
        const Result<EvaluationPtr> v =
            evaluate({to, costsOfSameWork(CostModel{}, workCutOf(from), workCutOf(to)), {}}, {});
        QVERIFY(plain && v);
        QVERIFY((*v)->metrics.makespan < (*plain)->metrics.makespan);
    }

    /// Activations that are only counted are those of a rank's share on both sides, not of half a stage.
    void countedActivationsStayCounted()
    {
        const ScheduleRequest from = requestOf(*findSchedule("interleaved-1f1b")),
                              to = requestOf(*findSchedule("1f1b"));
        const CostModel other = costsOfSameWork(CostModel{}, workCutOf(from), workCutOf(to));
        const Result<EvaluationPtr> plain = evaluate({to, other, {}}, {});
        QVERIFY(plain && (*plain)->memory->countsActivations());
        QCOMPARE((*plain)->metrics.peakActivationsPerRank, 4.0);
        // Where a limit is given, sizes stay of its kind.
        CostModel limited;
        limited.memoryLimit = RankValues(6.0);
        QCOMPARE(costsOfSameWork(limited, workCutOf(from), workCutOf(to)).activation.at(StageId{0}), 2.0);
        // Half a microbatch is half an activation.
        const ScheduleRequest halves = requestOf(*findSchedule("seq1f1b"));
        const CostModel cut = costsOfSameWork(CostModel{}, workCutOf(from), workCutOf(halves));
        QCOMPARE(cut.activation.at(StageId{0}), 0.5);
    }

    void layersOfBlocksAreDivided()
    {
        CostModel costs;
        costs.blocks = BlockCosts{};
        costs.blocks->layer.forward = 1;
        costs.blocks->layer.backward = 2;
        costs.layersPerStage = StageValues(8.0);
        const CostModel halves = costsOfSameWork(costs, {4, 1, 1}, {8, 2, 1});
        QVERIFY(halves.layersPerStage == StageValues(4.0));
        QVERIFY(costsOfSameWork(halves, {8, 2, 1}, {4, 1, 1}).layersPerStage == StageValues(8.0));
    }
};

BUBBLESCOPE_TEST(SameWork)
#include "same_work.moc"
