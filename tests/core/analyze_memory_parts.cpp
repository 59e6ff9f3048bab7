// SPDX-License-Identifier: Apache-2.0
// What ranks hold by part, whether it fits, and layers of several kinds. What is expected is counted by hand.
#include <QTest>

#include "core/evaluate/memory_fit.h"
#include "core/generate/generate.h"
#include "core/io/costs_json.h"
#include "core/io/schedule_csv.h"
#include "core/time/memory_curves.h"
#include "core/time/simulate.h"
#include "core/time/stage_layers.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <numeric>

using namespace bubblescope;

namespace {

SchedulePtr partsOrder(const char* csv)
{
    return std::make_shared<const Schedule>(readScheduleCsv(csv, "order").value().schedule);
}

double sizeOfPart(const RankMemory& memory, MemoryPart part)
{
    return memory.atPeak[static_cast<std::size_t>(part)];
}

/// Sizes that tell every part apart.
CostModel sizedCosts()
{
    CostModel costs;
    costs.activation = StageValues(10.0);
    costs.parameters = StageValues(2.0);
    costs.gradients = StageValues(4.0);
    costs.optimizer = StageValues(12.0);
    costs.communicatorBuffers = RankValues(std::vector<double>{1, 3, 1, 1});
    costs.workspace = RankValues(0.5);
    return costs;
}

EvaluationPtr evaluatedParts(const char* request, const CostModel& costs)
{
    return evaluate({requestFromText(request).value(), costs, {}}, {}, {.withIndex = false}).value();
}

Sentence answerOf(const EvaluationPtr& evaluation)
{
    const MemoryAnswer answer = memoryAnswer(*evaluation, true, {});
    return answer.fit ? answer.fit->sentence : Sentence();
}

/// Whether a pass was advised; fails where an order with the advised passes does not fit.
bool takesAdvice(const char* request, double device, double host, std::vector<std::string> passes)
{
    CostModel costs;
    costs.activation = StageValues(5.0);
    costs.offload = StageValues(0.1);
    costs.memoryLimit = RankValues(device);
    costs.hostMemory = RankValues(host);
    const ScheduleRequest order = requestFromText(request).value();
    const auto before = evaluate({order, costs, passes}, {}, {.withIndex = false}).value();
    const std::optional<MemoryFit> fit = memoryAnswer(*before, true, {}).fit;
    if (!fit || fit->fits || !fit->pass)
        return false;
    std::erase(passes, fit->pass->insteadOf);
    if (!fit->pass->pass.empty())
        passes.push_back(fit->pass->pass);
    const auto after = evaluate({order, costs, passes}, {}, {.withIndex = false}).value();
    const bool isEqual = after->timeline->makespan == fit->pass->makespan;
    if (!isEqual || !memoryAnswer(*after, true, {}).fit->fits)
        QTest::qFail(fit->sentence.text().c_str(), __FILE__, __LINE__);
    return true;
}

} // namespace

class AnalyzeMemoryParts : public QObject
{
    Q_OBJECT

private slots:
    void partsSumToThePeak_data()
    {
        test::addRows<const char*>({{"1f1b", "1f1b"},
                                    {"zb-h1", "zb-h1"},
                                    {"zbv", "zbv"},
                                    {"interleaved", "interleaved-1f1b"},
                                    {"dualpipe", "dualpipe:ranks=4,microbatches=8"},
                                    {"overlap", "interleaved-1f1b-overlap"}});
    }
    void partsSumToThePeak()
    {
        const char* const request = std::get<0>(test::givenRow<const char*>());
        for (const double kept : {0.0, 0.3, 1.0, 1.75}) {
            CostModel costs = sizedCosts();
            costs.activationKeptUntilWeight = StageValues(kept);
            const EvaluationPtr evaluation = evaluatedParts(request, costs);
            const auto memory = memoryByPart(*evaluation->timeline, evaluation->costs);
            for (std::uint32_t r = 0; r < memory.size(); ++r) {
                const MemoryPeak& peak = evaluation->memory->peak(RankId{r});
                QCOMPARE(memory[r].device.level, peak.level);
                QCOMPARE(memory[r].device.time, peak.time);
                QVERIFY(memory[r].device.action == peak.action);
                const double sum = std::accumulate(memory[r].atPeak.begin(),
                                                   memory[r].atPeak.begin() + kDevicePartCount, 0.0);
                QVERIFY(std::abs(sum - peak.level) <= 1e-9 * peak.level);
                QCOMPARE(sizeOfPart(memory[r], MemoryPart::CommunicatorBuffers), r == 1 ? 3.0 : 1.0);
                QCOMPARE(sizeOfPart(memory[r], MemoryPart::Workspace), 0.5);
                QVERIFY(std::all_of(memory[r].atPeak.begin(), memory[r].atPeak.end(),
                                    [](double size) { return size > -1e-9; }));
            }
        }
    }

    void activationsAreToldByKind_data()
    {
        QTest::addColumn<QByteArray>("order");
        QTest::newRow("whole blocks") << QByteArray("0F0,0I0,0F1,0F2,0W0,0I1,0W1,0I2,0W2\n");
        QTest::newRow("parts of blocks") << QByteArray(
            "0F0@attention,0F0@dispatch,0F0@experts,0F0@combine,0I0@combine,0I0@experts,0I0@dispatch,"
            "0I0@attention,0F1,0F2,0W0@experts,0W0@attention,0I1,0W1,0I2,0W2\n");
    }

    void activationsAreToldByKind()
    {
        QFETCH(QByteArray, order);
        CostModel costs;
        costs.activation = StageValues(10.0);
        costs.activationKeptUntilWeight = StageValues(0.25);
        const Timeline timeline = simulate(partsOrder(order.constData()), costs).value();
        const RankMemory memory = memoryByPart(timeline, costs).front();
        QCOMPARE(memory.device.level, 22.5);
        QCOMPARE(sizeOfPart(memory, MemoryPart::KeptForWeight), 2.5);
        QCOMPARE(sizeOfPart(memory, MemoryPart::Forward), 20.0);
    }

    void recomputedActivationsAreAPart()
    {
        CostModel costs;
        costs.activation = StageValues(10.0);
        costs.activationRecomputed = StageValues(0.75);
        const Timeline timeline = simulate(partsOrder("0F0,0F1,0R0,0B0,0R1,0B1\n"), costs).value();
        const RankMemory memory = memoryByPart(timeline, costs).front();
        QCOMPARE(memory.device.level, 12.5);
        QCOMPARE(sizeOfPart(memory, MemoryPart::Recomputed), 7.5);
        QCOMPARE(sizeOfPart(memory, MemoryPart::Forward), 5.0);
    }

    void whatIsOffloadedIsOnTheHost()
    {
        CostModel costs;
        costs.activation = StageValues(10.0);
        costs.offload = StageValues(1.0);
        const Timeline timeline =
            simulate(partsOrder("0F0,0O0,0F1,0O1,0F2,0B2,0L1,0B1,0L0,0B0\n"), costs).value();
        const RankMemory memory = memoryByPart(timeline, costs).front();
        QCOMPARE(memory.host.level, 20.0);
        QCOMPARE(memory.host.time, 2.0);
        QCOMPARE(memory.device.level, MemoryCurves::build(timeline, costs)->highestPeak());
        QVERIFY(hasMemoryParts(timeline, CostModel{}));
    }

    void onlyWhatNamesMemoryIsToldUnasked()
    {
        CostModel costs;
        costs.memoryLimit = RankValues(1.0);
        costs.parameters = StageValues(1.0);
        const EvaluationPtr evaluation = evaluatedParts("1f1b", costs);
        QVERIFY(memoryAnswer(*evaluation, false, {}).byPart.empty());
        QVERIFY(memoryAnswer(*evaluation, true, {}).fit.has_value());
        costs.workspace = RankValues(1.0);
        QVERIFY(memoryAnswer(*evaluatedParts("1f1b", costs), false, {}).fit.has_value());
    }

    void whatFitsSaysSo()
    {
        CostModel costs = sizedCosts();
        costs.deviceMemory = RankValues(100.0);
        QCOMPARE(answerOf(evaluatedParts("1f1b", costs)).text(),
                 std::string("fits: rank 0 has the least room, with at most 59.5 of 100"));
        costs.memoryLimit = RankValues(60.0); // in the place of the device's
        QCOMPARE(answerOf(evaluatedParts("1f1b", costs)).text(),
                 std::string("fits: rank 0 has the least room, with at most 59.5 of 60"));
    }

    void whatDoesNotFitSaysWhatToChange_data()
    {
        test::addRows<double, QString>({
            {"recomputation", 55,
             "does not fit: rank 0 holds 59.5 of 55, most of it activations of forwards (40); --with "
             "recompute:style=selective takes it to 38.447, in a step of 33.216 instead of 33"},
            {"replicas", 22,
             "does not fit: rank 0 holds 59.5 of 22, most of it activations of forwards (40); 2.5 are left "
             "for "
             "activations: search for an order that holds fewer, or take smaller microbatches"},
            {"optimizer", 15,
             "does not fit: rank 0 holds 59.5 of 15, most of it activations of forwards (40); without any "
             "activation rank 1 would hold 21.5, 12 of it optimizer states: share these among replicas, and "
             "give back activations"},
            {"ranks", 5,
             "does not fit: rank 0 holds 59.5 of 5, most of it activations of forwards (40); without any "
             "activation rank 1 would hold 21.5: take more ranks, or split layers over several devices"},
        });
    }
    void whatDoesNotFitSaysWhatToChange()
    {
        const auto& [limit, sentence] = test::givenRow<double, QString>();
        CostModel costs = sizedCosts();
        costs.deviceMemory = RankValues(limit);
        QCOMPARE(QString::fromStdString(answerOf(evaluatedParts("1f1b", costs)).text()), sentence);
    }

    void replicasThatShareTheOptimizerSuffice()
    {
        CostModel costs = sizedCosts();
        costs.activation = StageValues(0.001);
        costs.deviceMemory = RankValues(13.0);
        const MemoryAnswer answer = memoryAnswer(*evaluatedParts("1f1b", costs), true, {});
        QVERIFY(!answer.fit->fits);
        QCOMPARE(answer.fit->rank, RankId{1});
        QCOMPARE(*answer.fit->replicas, 4U);
        costs.optimizer = StageValues(3.0);
        QVERIFY(memoryAnswer(*evaluatedParts("1f1b", costs), true, {}).fit->fits);
    }

    void aFullHostIsTold()
    {
        CostModel costs = sizedCosts();
        costs.offload = StageValues(0.1);
        costs.hostMemory = RankValues(15.0);
        const auto evaluation =
            evaluate({requestFromText("1f1b").value(), costs, {"offload"}}, {}, {.withIndex = false}).value();
        const MemoryAnswer answer = memoryAnswer(*evaluation, true, {});
        QVERIFY(answer.fit && answer.fit->isHost && !answer.fit->fits);
        QVERIFY(answerOf(evaluation).is({"memory.host-is-full", ""}));
    }

    void whatIsAdvisedFits()
    {
        int advised = 0;
        for (const char* const request : {"gpipe:ranks=4,microbatches=6", "interleaved-1f1b", "zbv"})
            for (const double device : {25.0, 45.0, 1000.0})
                for (const double host : {2.0, 10.0, 30.0, 1000.0})
                    for (const std::vector<std::string>& passes :
                         {std::vector<std::string>{}, {"offload"}, {"offload:chunks=1"}})
                        advised += takesAdvice(request, device, host, passes) ? 1 : 0;
        QVERIFY2(advised >= 10, qPrintable(QString::number(advised)));
    }

    void aLighterPassIsToldWithTheOneItReplaces()
    {
        CostModel costs;
        costs.offload = StageValues(0.1);
        costs.hostMemory = RankValues(2.0);
        costs.memoryLimit = RankValues(5.0);
        const EvaluationInput input{
            requestFromText("gpipe:ranks=4,microbatches=6").value(), costs, {"offload"}};
        QCOMPARE(
            QString::fromStdString(answerOf(evaluate(input, {}, {.withIndex = false}).value()).text()),
            QString("does not fit: rank 0 moves 5 to the host, which has room for 2; with "
                    "recompute:style=selective instead of offload all ranks fit, in a step of 27.162 instead "
                    "of 27.1"));
    }

    void aPassThatTakesNoTimeIsSaidToTakeNone()
    {
        CostModel costs;
        costs.recompute = StageValues(0.0);
        costs.memoryLimit = RankValues(4.0);
        const Sentence said = answerOf(evaluatedParts("gpipe:ranks=4,microbatches=6", costs));
        QCOMPARE(QString::fromStdString(said.text()),
                 QString("does not fit: rank 0 holds 6 of 4, most of it activations of forwards (6); --with "
                         "recompute:style=selective takes it to 2.4912, in a step of 27, as now"));
    }

    void aPassThatDoesNotSufficeIsReplaced()
    {
        CostModel costs;
        costs.deviceMemory = RankValues(1.5);
        const EvaluationInput input{requestFromText("1f1b").value(), costs, {"recompute:style=selective"}};
        QCOMPARE(
            QString::fromStdString(answerOf(evaluate(input, {}, {.withIndex = false}).value()).text()),
            QString("does not fit: rank 0 holds 1.8947 of 1.5, most of it activations of forwards (1.193); "
                    "--with recompute:style=full instead of recompute:style=selective takes it to 1, in a "
                    "step of 41 instead of 33.216"));
    }

    /// What is told rests on nothing that the replaced pass said.
    void advisedPassesSayAllThatTheyTake()
    {
        CostModel costs;
        costs.activationRecomputed = StageValues(0.0);
        costs.memoryLimit = RankValues(4.0);
        for (const char* pass :
             {"offload:time=0.6", "offload:time=0.6,in_flight=8", "offload:time=0.6,in_flight=0,chunks=1"}) {
            EvaluationInput input{
                requestFromText("interleaved-1f1b:ranks=4,microbatches=8").value(), costs, {pass}};
            const MemoryAnswer answer =
                memoryAnswer(*evaluate(input, {}, {.withIndex = false}).value(), true, {});
            QVERIFY2(answer.fit && answer.fit->pass, pass);
            QCOMPARE(answer.fit->pass->pass, std::string("offload:style=primus,time=0.6,in_flight=1"));
            input.passes = {answer.fit->pass->pass};
            const EvaluationPtr followed = evaluate(input, {}, {.withIndex = false}).value();
            QCOMPARE(followed->timeline->makespan, answer.fit->pass->makespan);
            QCOMPARE(followed->memory->highestPeak(), answer.fit->pass->peak);
        }
    }

    void sizesOfRanksAreKeptInFiles()
    {
        CostModel costs = sizedCosts();
        costs.hostMemory = RankValues(7.0);
        costs.deviceMemory = RankValues(std::vector<double>{1, 2});
        const std::string text = writeCosts(costs);
        QVERIFY(text.find("\"version\": 2") != std::string::npos);
        QVERIFY(readCosts(text, "a.json").value() == costs);
    }
};

BUBBLESCOPE_TEST(AnalyzeMemoryParts)
#include "analyze_memory_parts.moc"
