// SPDX-License-Identifier: Apache-2.0
// What the Calibrate dialog shows where there is little room, and how its times came about.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/calibrate_support.h"
#include "tests/ui/window_support.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/calibrate/model_form.h"
#include "ui/calibrate/result_panel.h"
#include "ui/calibrate/run_words.h"
#include "ui/calibrate/stage_times_model.h"
#include "ui/widgets/elided_label.h"

#include <QtWidgets>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// With lengths as they are measured: tens of milliseconds, gigabytes.
std::string longText(const std::string& method = "{}", const std::string& assumptions = "[]")
{
    return R"({
  "schema": "pipeline-calibration/1", "provenance": "measured", "created_utc": "2026-01-02T03:04:05Z",
  "producer": {"name": "hand", "version": "1"},
  "model": {"name": "Llama 3 8B", "hidden": 8, "ffn": 16, "heads": 2, "kv_heads": 2, "head_dim": 4, "seq": 16,
            "micro_batch": 2, "dtype": "bf16", "layers_per_stage": 4},
  "device": {"name": "NVIDIA H200", "count": 1}, "method": )" +
           method + R"(,
  "blocks": [
    {"block": "layer",
     "ops": {"F": {"median": 5918.77, "ci_lo": 5900, "ci_hi": 5930, "flags": ["bimodal"]},
             "I": {"median": 7446.1, "ci_lo": 7400, "ci_hi": 7500}, "W": {"median": 4681.2, "ci_lo": 4600, "ci_hi": 4700},
             "B": {"median": 12127.3, "ci_lo": 12100, "ci_hi": 12200}},
     "memory": {"activation_f": 1141899264, "weights": 436224000, "gradients": 872448000, "optimizer": 2617344000}},
    {"block": "head", "ops": {"F": {"median": 10000}, "I": {"median": 10000}, "W": {"median": 10000}, "B": {"median": 20000}},
     "memory": {"activation_f": 2235564032, "weights": 1050681344, "gradients": 2101362688, "optimizer": 6304088064}}],
  "overlap": [{"pair": "F+B", "total": {"median": 17000, "ci_lo": 16900, "ci_hi": 17200}, "serial": {"median": 18000}}],
  "transfers": [], "assumptions": )" +
           assumptions + "}";
}

class Panel
{
public:
    explicit Panel(const std::string& text, int width)
    {
        panel.resize(width, 560);
        panel.QWidget::show();
        panel.setStageCount(8);
        panel.show(calibration(text, "measurement"), {});
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        QCoreApplication::processEvents();
    }
    [[nodiscard]] QStringList columns() const
    {
        QStringList titles;
        for (int column = 0; column < StageTimesModel::kColumns; ++column)
            if (!panel.table()->isColumnHidden(column))
                titles << panel.table()->model()->headerData(column, Qt::Horizontal).toString();
        return titles;
    }
    [[nodiscard]] bool fits() const
    {
        return panel.table()->header()->length() <= panel.table()->viewport()->width();
    }
    [[nodiscard]] QString at(int row, int column, int role = Qt::DisplayRole) const
    {
        return panel.table()->model()->index(row, column).data(role).toString();
    }
    [[nodiscard]] QString help(int row, int column) const { return at(row, column, Qt::ToolTipRole); }

    ResultPanel panel;
};

/// What a dialog of 1180 px leaves to its results.
constexpr int kSmallWidth = 732;

} // namespace

class CalibrateRoomTest : public QObject
{
    Q_OBJECT

private slots:
    void aSmallDialogShowsOverlapAndMemory()
    {
        const Panel p(longText(), kSmallWidth);
        QVERIFY2(p.fits(), qPrintable(QString::number(p.panel.table()->header()->length())));
        const QStringList shown = p.columns();
        for (const char* title : {"F, ms", "I, ms", "W, ms", "B, ms", "F+B, ms", "Activation", "Fixed"})
            QVERIFY2(shown.contains(QLatin1String(title)), title);
        QVERIFY(p.at(0, StageTimesModel::kFirstTime).contains(" ± "));
    }

    void aLargeOneShowsEverything()
    {
        Panel p(longText(), 1500);
        QCOMPARE(p.columns().size(), 12);
        p.panel.resize(kSmallWidth, 560);
        QTRY_VERIFY(p.columns().size() < 12);
        p.panel.resize(1500, 560);
        QTRY_COMPARE(p.columns().size(), 12);
    }

    void comparingLeavesOutIntervals()
    {
        Panel p(longText(), kSmallWidth);
        p.panel.compareWith(calibration(longText()));
        QVERIFY2(p.fits(), qPrintable(QString::number(p.panel.table()->header()->length())));
        QCOMPARE(p.columns().count("Change"), 5);
        QCOMPARE(p.at(0, StageTimesModel::kFirstTime), "23.68 !");
        QVERIFY(p.columns().contains("Fixed"));
        p.panel.compareWith(nullptr);
        QVERIFY(p.at(0, StageTimesModel::kFirstTime).contains(" ± "));
    }

    void whatIsLeftOutStandsInTooltips()
    {
        const Panel p(longText(), kSmallWidth);
        QCOMPARE(p.help(1, StageTimesModel::kStage), "Stage 7\n4 layers, head");
        QCOMPARE(p.help(0, StageTimesModel::kFirstTime), "23.68 ± 0.08 ms\nlayer.F: bimodal");
        QCOMPARE(p.help(0, StageTimesModel::kFixed),
                 "15.7 GB\nWeights: 1.745 GB\nGradients: 3.49 GB\nOptimizer: 10.47 GB");
    }

    void theWayOfAttentionIsSaid_data()
    {
        addRows<QByteArray, QString>({
            {"not told", "{}", "Measured 2026-01-02T03:04:05Z"},
            {"unfused", QByteArray(R"({"attention": "unfused"})"),
             "Measured 2026-01-02T03:04:05Z · attention unfused, full square"},
            {"analytic", QByteArray(R"({"attention": "analytic"})"),
             "Measured 2026-01-02T03:04:05Z · attention from its FLOPs"},
            {"cudnn", QByteArray(R"({"attention": "cudnn"})"),
             "Measured 2026-01-02T03:04:05Z · attention by cuDNN"},
        });
    }

    void theWayOfAttentionIsSaid()
    {
        const auto& [method, said] = givenRow<QByteArray, QString>();
        const Panel p(longText(method.toStdString()), 900);
        QCOMPARE(p.panel.findChild<ElidedLabel*>("calibrate-subtitle")->wholeText(), said);
    }

    void assumptionsAreSaid()
    {
        const Panel p(longText("{}", R"(["tensor-parallel communication not included", "no biases"])"), 900);
        verifyEnds(p.panel.notes(), "Assumed: tensor-parallel communication not included; no biases");
        QVERIFY(!Panel(longText(), 900).panel.notes().contains("Assumed"));
    }

    void fieldsStayUnderThePointer()
    {
        ModelForm form;
        form.resize(360, 900);
        form.show();
        QVERIFY(QTest::qWaitForWindowExposed(&form));
        auto* heads = form.findChild<NumberField*>("calibrate-heads");
        auto* ffn = form.findChild<NumberField*>("calibrate-ffn");
        QVERIFY(heads && ffn);
        const QPoint before = heads->mapTo(&form, QPoint(0, 0));
        ffn->setFocus();
        ffn->selectAll();
        QTest::keyClicks(ffn, "11000");
        QTest::keyClick(ffn, Qt::Key_Return);
        QVERIFY(form.shape());
        QCOMPARE(form.shape()->ffn, std::int64_t{11000});
        QCoreApplication::processEvents();
        QCOMPARE(heads->mapTo(&form, QPoint(0, 0)), before);
    }

    void thePlanWraps()
    {
        const std::unique_ptr<RunRow> held(makeMeasureRow(nullptr));
        RunRow& row = *held;
        row.resize(300, row.sizeHint().height());
        row.say("81 points, about 49 s, 12.3 GB on the GPU — more than the GPU has",
                "ceilings 1.6 s · operations 14 s · overlap 9 s · transfers 8 s · others 0.8 s");
        row.show();
        QVERIFY(QTest::qWaitForWindowExposed(&row));
        row.resize(300, row.heightForWidth(300));
        for (const char* name : {"calibrate-run-text", "calibrate-run-details"}) {
            const auto* label = row.findChild<QLabel*>(QLatin1String(name));
            const QRect needed = label->fontMetrics().boundingRect(QRect(0, 0, label->width(), 1000),
                                                                   Qt::TextWordWrap, label->text());
            QVERIFY2(label->height() >= needed.height() && label->width() >= needed.width(), name);
            QVERIFY(needed.height() > label->fontMetrics().height());
        }
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, CalibrateRoomTest)
#include "calibrate_room_test.moc"
