// SPDX-License-Identifier: Apache-2.0
// A calibration's times as stages: what the table says, what the chart draws.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/calibrate_support.h"
#include "ui/calibrate/stage_chart.h"
#include "ui/calibrate/stage_times_model.h"
#include "ui/widgets/look.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr int kF = StageTimesModel::kFirstTime, kI = kF + 2, kW = kF + 4, kB = kF + 6, kOverlap = kF + 8;

StageTimes timesOf(const CalibrationFilePtr& file, std::uint32_t stages, const StageValues* layers = nullptr)
{
    const auto times = stageTimes(*file, stages, layers);
    if (!times)
        qFatal("%s", times.error().text().c_str());
    return *times;
}

} // namespace

class CalibrateTimesTest : public QObject
{
    Q_OBJECT

private slots:
    void stagesAreComposed_data()
    {
        addRows<QByteArray, uint, QString>({
            // F of a layer 10 (9.5 to 11), of the embedding 1 (0.5 to 1.5): two layers and it 21, at most 2.5
            // more.
            {"the ends differ, the middle is one row", "2", 4U,
             "Stage 0 | 2 layers, embedding | 21 ± 2.5 | 24 | 18 ± 2 ! | 42 ± 2 ! | 50.4 ± 5\n"
             "Stages 1–2 | 2 layers | 20 ± 2 | 24 | 16 ± 2 ! | 40 ± 2 ! | 48 ± 4.8\n"
             "Stage 3 | 2 layers, head | 25 ± 2 | 30 | 23 ± 2 ! | 53 ± 2 ! | 62.4 ± 6.2"},
            {"a list of layers", "[1, 2, 1]", 3U,
             "Stage 0 | 1 layer, embedding | 11 ± 1.5 | 12 | 10 ± 1 ! | 22 ± 1 ! | 26.4 ± 2.6\n"
             "Stage 1 | 2 layers | 20 ± 2 | 24 | 16 ± 2 ! | 40 ± 2 ! | 48 ± 4.8\n"
             "Stage 2 | 1 layer, head | 15 ± 1 | 18 | 15 ± 1 ! | 33 ± 1 ! | 38.4 ± 3.8"},
            {"one stage has both ends", "2", 1U,
             "Stage 0 | 2 layers, embedding, head | 26 ± 2.5 | 30 | 25 ± 2 ! | 55 ± 2 ! | 64.8 ± 6.5"},
        });
    }

    void stagesAreComposed()
    {
        const auto& [layers, stages, table] = givenRow<QByteArray, uint, QString>();
        StageTimesModel model;
        model.setTimes(timesOf(calibration(measuredText(layers.constData())), stages), {});
        QCOMPARE(tableOf(model, {0, 1, kF, kI, kW, kB, kOverlap}), table);
        QCOMPARE(model.headerData(kF, Qt::Horizontal, Qt::DisplayRole).toString(), "F, µs");
        QCOMPARE(model.headerData(kOverlap, Qt::Horizontal, Qt::DisplayRole).toString(), "F+B, µs");
        const QString told = model.data(model.index(0, kW), Qt::ToolTipRole).toString();
        verifyEnds(told, " µs\nlayer.W: not converged");
    }

    void aReferenceSplitsRows()
    {
        StageTimesModel model;
        model.setTimes(timesOf(calibration(measuredText("2")), 4),
                       timesOf(calibration(measuredText("[2, 2, 3, 1]", 8)), 4));
        QCOMPARE(tableOf(model, {0, kF, kF + 1, kOverlap, kOverlap + 1, StageTimesModel::kActivation}),
                 "Stage 0 | 21 ± 2.5 | +23.5 % | 50.4 ± 5 | +6.8 % | 200 MB\n"
                 "Stage 1 | 20 ± 2 | +25 % | 48 ± 4.8 | +7.1 % | 200 MB\n"
                 "Stage 2 | 20 ± 2 | −16.7 % | 48 ± 4.8 | −28.6 % | 200 MB\n"
                 "Stage 3 | 25 ± 2 | +92.3 % | 62.4 ± 6.2 | +69.6 % | 200 MB");
        QCOMPARE(differenceText(-0.0001), "0 %");
    }

    void aReferenceForOtherStagesTakesTheLayers()
    {
        const StageValues layers(2.0);
        const StageTimes times = timesOf(calibration(measuredText("[1, 1]"), "old.json"), 4, &layers);
        QCOMPARE(times.at(1).times[0]->us, 20.0);
        QCOMPARE(times.note, "old.json has layers for 2 stages: those of the shown one are taken.");
    }

    void whatDoesNotFitIsSaid()
    {
        const auto times = stageTimes(*calibration(measuredText("[1, 1]")), 4);
        QVERIFY(!times);
        QVERIFY2(times.error().message.text().find("4 stages") != std::string::npos,
                 times.error().message.text().c_str());
    }

    void aCostFileIsNoCalibration()
    {
        const auto file =
            readCalibrationText(R"({"format": "bubblescope-costs", "version": 1, "forward": 1})", "c.json");
        QVERIFY(!file);
        QCOMPARE(QString::fromStdString(file.error().message.text()),
                 "c.json is a cost file and no calibration: open it with Costs, From file");
    }

    void theChartDrawsBarsAndWhiskers()
    {
        Look::instance().apply(ThemeName::Light);
        StageChart chart;
        chart.resize(700, 320);
        chart.setTimes(timesOf(calibration(measuredText("2")), 4), false);
        QCOMPARE(chart.legend(), (QStringList{"F", "I", "W", "B", "F+B", "whisker: 95 % interval"}));
        const QImage image = chart.grab().toImage();
        const QRectF forward = chart.barRect(1, StageOp::Forward);
        const QRectF overlap = chart.barRect(1, StageOp::Overlap);
        QVERIFY(forward.width() > 8 && overlap.left() > forward.right());
        // 48 µs beside 20 µs.
        QVERIFY(std::abs(overlap.height() / forward.height() - 2.4) < 0.01);
        QCOMPARE(image.pixelColor(int(forward.left()) + 4, int(forward.bottom()) - 5),
                 Look::instance().role(Role::Forward));
        QCOMPARE(image.pixelColor(int(overlap.left()) + 4, int(overlap.bottom()) - 5),
                 Look::instance().role(Role::Overlap));
        // The whisker is above the bar.
        QCOMPARE(image.pixelColor(int(std::floor(forward.center().x())), int(forward.top()) - 4),
                 Look::instance().colors().text);
        QCOMPARE(chart.textAt(forward.center()), "Stages 1–2, F: 20 µs (19 – 22)");
        QVERIFY(chart.accessibleDescription().contains("Stage 3: F 25 µs"));
        QVERIFY(chart.barRect(3, StageOp::Forward).isNull());
    }

    void estimatesSayThatTheyAre()
    {
        Look::instance().apply(ThemeName::Dark);
        StageChart chart;
        chart.resize(700, 320);
        chart.setTimes(timesOf(calibration(measuredText("2")), 4), true);
        chart.setReference(timesOf(calibration(measuredText("2", 8)), 4), "toy on Toy GPU");
        QCOMPARE(chart.legend(), (QStringList{"F", "I", "W", "B", "F+B", "estimate", "toy on Toy GPU"}));
        chart.setTimes({}, true);
        chart.setEmptyText("Nothing yet.");
        QCOMPARE(chart.legend(), QStringList());
        QCOMPARE(chart.accessibleDescription(), "Nothing yet.");
        Look::instance().apply(ThemeName::Light);
    }

private:
    static QString tableOf(const StageTimesModel& model, const std::vector<int>& columns)
    {
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (const int column : columns)
                cells << model.data(model.index(row, column), Qt::DisplayRole).toString();
            rows << cells.join(" | ");
        }
        return rows.join(QLatin1Char('\n'));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, CalibrateTimesTest)
#include "calibrate_times_test.moc"
