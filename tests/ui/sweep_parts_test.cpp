// SPDX-License-Identifier: Apache-2.0
// The parts of the sweep's dialog by themselves: marks, axes, costs, rows.
#include "core/time/rank_share.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/sweep_support.h"
#include "ui/sweep/scatter_picture.h"
#include "ui/sweep/sweep_model.h"
#include "ui/widgets/look.h"
#include "ui/widgets/plot_marks.h"

#include <QImage>
#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

SweepPlan plan(std::size_t schedules = 2)
{
    SweepPlan plan;
    for (const char* name : {"gpipe", "1f1b", "zb-h1"})
        if (plan.schedules.size() < schedules) {
            plan.schedules.emplace_back();
            plan.schedules.back().schedule = name;
        }
    plan.ranks = {4};
    plan.microbatches = {8, 16, 32};
    return plan;
}

std::vector<SweepRow> rowsOf(const SweepPlan& plan)
{
    std::vector<SweepRow> rows;
    for (std::uint64_t i = 0; i < configurationCount(plan); ++i)
        rows.push_back(madeUpRow(plan, i));
    return rows;
}

/// A model with all rows of the plan.
struct FilledModel : SweepModel
{
    FilledModel()
    {
        begin(plan());
        append(rowsOf(plan()));
    }
};

ScatterContent contentOf(const SweepModel& model)
{
    ScatterContent content;
    content.series = model.series();
    for (std::size_t i = 0; i < model.rows().size(); ++i)
        if (const auto& metrics = model.rows()[i].metrics)
            content.points.push_back(
                {metrics->peakMemory, metrics->makespan, model.seriesOf(i), i, false, model.isOnFront(i)});
    return content;
}

QString ticksOf(const PlotAxis& axis)
{
    QStringList texts;
    for (const auto& [value, text] : axis.ticks)
        texts << text;
    return texts.join(' ');
}

Rgb rgbOf(const QColor& color)
{
    return {static_cast<std::uint8_t>(color.red()), static_cast<std::uint8_t>(color.green()),
            static_cast<std::uint8_t>(color.blue())};
}

} // namespace

class SweepPartsTest : public QObject
{
    Q_OBJECT

private slots:
    void marksAreSeenAndDiffer()
    {
        for (std::size_t t = 0; t < kThemeCount; ++t) {
            const auto theme = static_cast<ThemeName>(t);
            for (std::size_t i = 0; i < kMarkColors; ++i) {
                const double contrast =
                    contrastRatio(rgbOf(markColor(i, theme)), Theme::get(theme).color(Role::Panel));
                QVERIFY2(contrast >= 3,
                         qPrintable(QStringLiteral("%1 in theme %2: %3").arg(i).arg(t).arg(contrast)));
            }
        }
        QSet<QString> looks;
        for (std::size_t i = 0; i < kMarkCount; ++i) {
            const QPainterPath path = markPath(i, 10);
            looks << markColor(i, ThemeName::Light).name() + QStringLiteral(" %1 %2 %3")
                                                                 .arg(path.elementCount())
                                                                 .arg(path.boundingRect().top())
                                                                 .arg(path.boundingRect().width());
            QVERIFY(path.contains(QPointF()));
        }
        QCOMPARE(looks.size(), static_cast<qsizetype>(kMarkCount));
    }

    void axesHaveRoundMarks_data()
    {
        using M = SweepMeasure;
        addRows<std::vector<double>, SweepMeasure, QString, QString>({
            {"from zero", {33, 40, 105}, M::StepTime, "0 20 40 60 80 100", "Step time (ms)"},
            {"rates", {0.1, 0.375}, M::BubbleRate, "0 10 20 30", "Bubble rate (%)"},
            {"several decades", {2, 30, 900}, M::StepTime, "10 100 1,000", "Step time (ms), logarithmic"},
            {"listed numbers", {8, 16, 32, 64}, M::Microbatches, "8 16 32 64", "Microbatches"},
            {"more than there is room for", {1, 2, 3, 4, 5, 6, 7, 8}, M::Ranks, "1 3 5 7", "Ranks"},
            {"one value", {12}, M::Ranks, "12", "Ranks"},
            {"bytes", {20e9, 62e9}, M::PeakMemory, "0 20 40 60", "Peak memory (GB)"},
            // The unit is that of the values: without any there is none.
            {"none", {}, M::StepTime, "", "Step time"},
        });
    }

    void axesHaveRoundMarks()
    {
        const auto& [values, measure, marks, title] =
            givenRow<std::vector<double>, SweepMeasure, QString, QString>();
        const PlotAxis axis = scatterAxis(values, measure, {"ms", MemoryUnit::Bytes}, 6);
        QCOMPARE(ticksOf(axis), marks);
        QCOMPARE(axis.title, title);
        for (const double value : values)
            QVERIFY(axis.shareOf(value) >= 0 && axis.shareOf(value) <= 1);
    }

    void aLimitFarOffDoesNotPressThePointsTogether()
    {
        const SweepUnits units;
        QCOMPARE(measureTitle(SweepMeasure::PeakMemory, {"step", MemoryUnit::Own, true}),
                 "Peak memory (activations)");
        QVERIFY(scatterAxis({10, 20}, SweepMeasure::PeakMemory, units, 6, 25).to >= 25);
        QVERIFY(scatterAxis({10, 20}, SweepMeasure::PeakMemory, units, 6, 100).to < 25);
    }

    void aWholeShareLeadsBackToTheStage_data()
    {
        const CostModel none;
        CostModel forward, backward, half, halves, sizes;
        forward.forward = StageValues(1.5);
        backward.backward = StageValues(2.5);
        half.backwardInput = StageValues(1.25);
        halves.backwardInput = StageValues(1.25);
        halves.backwardWeight = StageValues(0.75);
        CostModel onHost = halves;
        onHost.hostOverhead = 0.25;
        sizes.activation = StageValues(3.0);
        sizes.parameters = StageValues(5.0);
        addRows<CostModel>({{"nothing given", none},
                            {"forward", forward},
                            {"backward", backward},
                            {"one half", half},
                            {"both halves", halves},
                            {"a part on the host", onHost},
                            {"sizes", sizes}});
    }

    void aWholeShareLeadsBackToTheStage()
    {
        const auto& [costs] = givenRow<CostModel>();
        const CostModel back = sizesOfOneStage(timesOfOneStage(wholeShareOf(costs, 4), 4), 4);
        for (const ActionKind kind : {ActionKind::Forward, ActionKind::BackwardInput,
                                      ActionKind::BackwardWeight, ActionKind::Backward})
            QCOMPARE(back.durationOf(kind, StageId{0}), costs.durationOf(kind, StageId{0}));
        // What is only counted is counted in whole shares.
        const double given = countsActivations(costs) ? 0.25 : 1;
        QCOMPARE(back.activation.values.front(), given * costs.activation.values.front());
        QCOMPARE(back.parameters.values, costs.parameters.values);
        QCOMPARE(wholeShareOf(costs, 4).activation.values.front(),
                 4 * given * costs.activation.values.front());
        QCOMPARE(wholeShareOf(costs, 1), costs);
    }

    void rowsComeInBatchesAndTheFrontFollows()
    {
        SweepModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.begin(plan());
        QCOMPARE(model.series(), QStringList({"GPipe", "1F1B"}));
        const std::vector<SweepRow> rows = rowsOf(plan());
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.append({rows.begin(), rows.begin() + 3});
        QCOMPARE(inserted.count(), 1);
        // GPipe alone: each number of microbatches takes longer and holds more than the one before.
        QCOMPARE(model.front(), std::vector<std::size_t>({0}));
        model.append({rows.begin() + 3, rows.end()});
        QCOMPARE(inserted.count(), 2);
        QCOMPARE(model.rowCount(), 6);
        // 1F1B with as many microbatches is slower, but holds half.
        QCOMPARE(model.front(), std::vector<std::size_t>({0, 3}));
        QCOMPARE(model.outcomeText(3), "Pareto front");
        QCOMPARE(model.seriesOf(3), std::size_t{1});
        model.begin(plan());
        QCOMPARE(model.rowCount(), 0);
        QVERIFY(model.front().empty());
    }

    void whatHasNoValueIsLastEitherWay()
    {
        SweepModel model;
        SweepOrder order;
        order.setSourceModel(&model);
        const QAbstractItemModelTester tester(&order, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.begin(plan(3));
        const auto column = static_cast<int>(SweepTableColumn::StepTime);
        const auto last = [&] { return order.index(order.rowCount() - 1, column); };
        for (const Qt::SortOrder direction : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            order.sort(column, direction);
            model.begin(plan(3));
            model.append(rowsOf(plan(3)));
            QCOMPARE(order.rowCount(), 9);
            QVERIFY(last().data().toString().isEmpty());
            QCOMPARE(last().siblingAtColumn(static_cast<int>(SweepTableColumn::Outcome)).data().toString(),
                     "microbatches is not a multiple of 8");
            double before = direction == Qt::AscendingOrder ? 0 : 1e9;
            for (int row = 0; row + 1 < order.rowCount(); ++row) {
                const double now = order.index(row, column).data(SweepModel::kSortRole).toDouble();
                QVERIFY(direction == Qt::AscendingOrder ? now >= before : now <= before);
                before = now;
            }
        }
    }

    void theFrontAloneIsListed()
    {
        SweepModel model;
        SweepOrder order;
        order.setSourceModel(&model);
        order.setFrontOnly(true);
        const std::vector<SweepRow> rows = rowsOf(plan());
        model.begin(plan());
        model.append({rows.begin(), rows.begin() + 3});
        QCOMPARE(order.rowCount(), 1);
        model.append({rows.begin() + 3, rows.end()});
        QCOMPARE(order.rowCount(), 2);
        order.setFrontOnly(false);
        QCOMPARE(order.rowCount(), 6);
    }

    void theNearestPointIsFound()
    {
        const FilledModel model;
        const ScatterContent content = contentOf(model);
        const ScatterLayout layout =
            ScatterLayout::of(content, {600, 400}, {ThemeName::Light, windowFont(), {}, 1});
        QCOMPARE(layout.places.size(), content.points.size());
        for (std::size_t i = 0; i < layout.places.size(); ++i) {
            QVERIFY(layout.plot.contains(layout.places[i]));
            QCOMPARE(layout.pointAt(layout.places[i] + QPointF(2, -2)), std::optional(i));
        }
        QVERIFY(!layout.pointAt(layout.plot.topLeft()));
        // More memory is further right, a longer step is higher up.
        QVERIFY(layout.places[2].x() > layout.places[0].x());
        QVERIFY(layout.places[2].y() < layout.places[0].y());
    }

    void picturesOfBothFormats()
    {
        const FilledModel model;
        ScatterPicture picture;
        picture.content = contentOf(model);
        picture.title = QStringLiteral("Step time against Peak memory");
        const Result<QByteArray> png = scatterPng(picture, 2);
        QVERIFY(png);
        QCOMPARE(QImage::fromData(*png).size(), picture.size * 2);
        const Result<QByteArray> svg = scatterSvg(picture);
        QVERIFY(svg && svg->contains("<svg") && svg->contains("Step time against Peak memory"));
        // The front's line and a point of each series are in their colours.
        QVERIFY(svg->contains(markColor(0, ThemeName::Light).name().toLatin1()));
        QVERIFY(svg->contains(markColor(1, ThemeName::Light).name().toLatin1()));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, SweepPartsTest)
#include "sweep_parts_test.moc"
