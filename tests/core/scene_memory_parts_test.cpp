// SPDX-License-Identifier: Apache-2.0
// Memory by part under the lanes: what is drawn, in which order, and that nothing else is.
#include <QTest>

#include "core/analyze/stacked_memory.h"
#include "core/chart/chart_csv.h"
#include "core/evaluate/evaluation.h"
#include "core/generate/generate.h"
#include "core/scene/memory_parts_strip.h"
#include "core/scene/svg_writer.h"
#include "core/scene/tikz_writer.h"
#include "tests/support/test_program.h"

using namespace bubblescope;

namespace {

EvaluationPtr drawnEvaluation(const std::vector<std::string>& passes = {}, std::optional<double> limit = {})
{
    CostModel costs;
    costs.activation = StageValues(10.0);
    costs.parameters = StageValues(20.0);
    costs.gradients = StageValues(15.0);
    costs.memoryLimit = limit;
    return evaluate({requestFromText("1f1b:ranks=2,microbatches=4").value(), costs, passes}, {}).value();
}

PictureOptions pictureWith(const Evaluation& evaluation, bool byPart)
{
    PictureOptions options;
    options.width = 800;
    options.memory = evaluation.memory;
    if (byPart)
        options.stack = stackedMemory(*evaluation.timeline, evaluation.costs, evaluation.memory);
    return options;
}

QStringList textsOf(const Scene& scene)
{
    QStringList texts;
    for (const SceneText& text : scene.texts)
        texts << QString::fromStdString(text.text);
    return texts;
}

} // namespace

class SceneMemoryPartsTest : public QObject
{
    Q_OBJECT

private slots:
    void eachPartLiesOnThoseBelow()
    {
        const EvaluationPtr evaluation = drawnEvaluation();
        const Scene scene = buildPicture(*evaluation->index, pictureWith(*evaluation, true)).value();
        QCOMPARE(scene.curves.size(), std::size_t{2});
        for (const SceneCurve& curve : scene.curves) {
            QVERIFY(curve.isStacked() && !curve.isOnHost);
            QCOMPARE(curve.fill, Role::MemoryForward);
            QCOMPARE(curve.layers.size(), std::size_t{2});
            QCOMPARE(curve.layers[0].fill, Role::MemoryParameters);
            QCOMPARE(curve.layers[1].fill, Role::MemoryGradients);
            QCOMPARE(curve.layers[0].steps.size(), std::size_t{1}); // always there
            QCOMPARE(curve.layers[0].steps[0].high, 20.0);
            QCOMPARE(curve.layers[1].steps.back().high, 35.0);
            const std::vector<PartShape> shapes = partShapes(curve);
            QCOMPARE(shapes.size(), std::size_t{3});
            QCOMPARE(shapes.front().fill.role, Role::MemoryForward); // the uppermost first, under the others
            QCOMPARE(shapes.back().fill.role, Role::MemoryParameters);
        }
        const QStringList texts = textsOf(scene);
        const auto at = texts.indexOf("Memory:");
        QCOMPARE(texts.mid(at),
                 QStringList({"Memory:", "Activations of forwards", "Gradients", "Parameters"}));
    }

    void withoutThemNothingChanges()
    {
        const EvaluationPtr evaluation = drawnEvaluation();
        const Scene scene = buildPicture(*evaluation->index, pictureWith(*evaluation, false)).value();
        for (const SceneCurve& curve : scene.curves)
            QVERIFY(!curve.isStacked() && curve.layers.empty());
        QVERIFY(!textsOf(scene).contains("Memory:"));
    }

    void whatIsOnTheHostHasAStripOfItsOwn()
    {
        const EvaluationPtr evaluation = drawnEvaluation({"offload:style=primus,time=0.1"});
        const MemoryStackPtr stack =
            stackedMemory(*evaluation->timeline, evaluation->costs, evaluation->memory);
        QVERIFY(stack->hasHost());
        const Scene scene = buildPicture(*evaluation->index, pictureWith(*evaluation, true)).value();
        QCOMPARE(scene.curves.size(), std::size_t{4});
        const SceneCurve& host = scene.curves[0];
        const SceneCurve& device = scene.curves[1];
        QVERIFY(host.isOnHost && !device.isOnHost && host.rank == device.rank);
        QVERIFY(host.rect.y > device.rect.bottom());
        QCOMPARE(host.fill, Role::MemoryOffloaded);
        // On the same scale: a unit is as high.
        QVERIFY(std::abs(host.rect.height / host.top - device.rect.height / device.top) <
                0.1 * device.rect.height / device.top);
        QVERIFY(textsOf(scene).contains("Activations on the host"));
        const std::string svg = writeSvg(scene, Theme::get(ThemeName::Light));
        QVERIFY(svg.find("id=\"r0-memory-host\"") != std::string::npos);
        QVERIFY(svg.find("class=\"Mp\"") != std::string::npos);
        QVERIFY(writeTikz(scene, Theme::get(ThemeName::Light)).find("\\path[fill=") != std::string::npos);
    }

    void csvHasTheParts()
    {
        const EvaluationPtr evaluation = drawnEvaluation({"offload:style=primus,time=0.1"});
        const MemoryStackPtr stack =
            stackedMemory(*evaluation->timeline, evaluation->costs, evaluation->memory);
        const Time end = evaluation->timeline->makespan;
        const std::array ranks{RankId{0}, RankId{1}};
        const QStringList lines =
            QString::fromStdString(memoryPartsCsv(*stack, ranks, {0, end}, "step", "memory", ""))
                .split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines[0], QString("rank,time (step),memory,parameters,gradients,activations_forward,"
                                   "activations_offloaded"));
        double highestHost = 0;
        for (qsizetype i = 1; i < lines.size(); ++i) {
            const QStringList cells = lines[i].split(',');
            QCOMPARE(cells.size(), 7);
            const double held = cells[2].toDouble();
            QVERIFY(std::abs(held - cells[3].toDouble() - cells[4].toDouble() - cells[5].toDouble()) < 1e-9);
            const RankId rank{cells[0].toUInt()};
            if (const Time time = cells[1].toDouble(); time < end)
                QCOMPARE(held, evaluation->memory->levelAt(rank, time));
            highestHost = std::max(highestHost, cells[6].toDouble());
        }
        QCOMPARE(highestHost, stack->highestHost());
    }

    void theHostMayHoldMoreThanTheDevice()
    {
        const EvaluationPtr evaluation =
            evaluate({requestFromText("1f1b:ranks=4,microbatches=4").value(), {}, {"offload:time=0.05"}}, {})
                .value();
        const Scene scene = buildPicture(*evaluation->index, pictureWith(*evaluation, true)).value();
        QCOMPARE(scene.curves.size(), std::size_t{8});
        const SceneCurve& host = scene.curves[0];
        const SceneCurve& device = scene.curves[1];
        QVERIFY(host.isOnHost && !host.steps.empty());
        QVERIFY(host.rect.height > device.rect.height && device.rect.height >= 3);
        QVERIFY(std::abs(host.rect.height / host.top - device.rect.height / device.top) <
                0.1 * device.rect.height / device.top);
    }

    void whatIsBeyondTheLimitIsMarked()
    {
        const EvaluationPtr evaluation = drawnEvaluation({}, 40.0);
        const Scene scene = buildPicture(*evaluation->index, pictureWith(*evaluation, true)).value();
        const std::vector<PartShape> shapes = partShapes(scene.curves[0]);
        QCOMPARE(shapes.back().fill.role, Role::CriticalPath);
        const SceneCurve& curve = scene.curves[0];
        for (const RectF& rect : shapes.back().rects)
            QVERIFY(rect.y < curve.yOf(40));
        QVERIFY(!shapes.back().rects.empty());
        QCOMPARE(*curve.limit, 40.0);
    }
};

BUBBLESCOPE_TEST(SceneMemoryPartsTest)
#include "scene_memory_parts_test.moc"
