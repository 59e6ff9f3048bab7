// SPDX-License-Identifier: Apache-2.0
// Cost files and calibrations, as the editor opens and saves them.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_costs_support.h"
#include "ui/calibrate/calibrate_controller.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/panels/cost_file_line.h"

namespace bubblescope::test {

using namespace ui;

namespace {

/// Two layers a stage, and transfers that were only copied within one device.
constexpr const char* kWindowCostFilesCalibration = R"({
  "schema": "pipeline-calibration/1", "provenance": "estimate", "created_utc": "2026-11-21T08:20:00Z",
  "producer": {"name": "probe", "version": "1"},
  "units": {"time": "us", "size": "byte", "bandwidth": "GB/s", "rate": "TFLOP/s"},
  "model": {"name": "small", "hidden": 1024, "ffn": 4096, "heads": 8, "kv_heads": 8, "head_dim": 128,
            "seq": 1000, "micro_batch": 1, "vocab": 32000, "layers_per_stage": 2, "tp": 1, "gated": true,
            "causal": true, "dtype": "bf16", "grad_dtype": "fp32", "recompute": "none", "moe": null},
  "device": {"name": "Some GPU", "count": 0},
  "method": {"timing": "none"},
  "blocks": [{"block": "layer", "ops": {"F": {"median": 10}, "I": {"median": 12}, "W": {"median": 8}}}],
  "transfers": [{"kind": "device_copy", "stand_in": true, "points": [],
                 "fit": {"latency_us": 10, "gbps": 4000}}],
  "warnings": [{"code": "estimate", "message": "no GPU was used"}], "assumptions": []
})";

/// Opens what stands in the file, as the link under the fields does.
void openCosts(CostWindow& w, const QString& name, const QByteArray& bytes)
{
    const QString path = w.write(name, bytes);
    w->questions.openCostsPath = [path] { return path; };
    w.button("cost-open").click();
    w.settle();
}

void saveAs(CostWindow& w, const QString& name)
{
    const QString path = w.path(name);
    w->questions.savePath = [path](const QString&) { return path; };
    w.trigger("file.saveAs");
    QVERIFY(QFile::exists(path));
}

QCheckBox& standIns(CostWindow& w)
{
    return *w.form().fileLine()->standIns();
}

QString message(CostWindow& w)
{
    const MessageBar* bar = w->messages();
    return bar->isVisible() ? bar->headline() : QString();
}

} // namespace

class WindowCostFilesTest : public QObject
{
    Q_OBJECT

    CostWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void layersThatCostNothingAreSaid()
    {
        openCosts(w, "l.json",
                  R"({"format": "bubblescope-costs", "version": 1, "layout": "Et|t|t|t|t|t|t|tL",
                      "blocks": {"layer": {"F": 1, "I": 1, "W": 1}}})");
        QVERIFY2(message(w).contains("\"embedding\", \"head\""), qPrintable(message(w)));
        QCOMPARE(w->messages()->kind(), MessageBar::Kind::Warning);
        openCosts(w, "m.json", R"({"format": "bubblescope-costs", "version": 1, "forward": 2})");
        QCOMPARE(w.costs().forward, StageValues{2.0});
    }

    void costsAreSavedAndOpened()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.paste(0, 0, "1, 2, 3, 4, 5, 6, 7, 8");
        const CostModel saved = w.costs();
        w->questions.saveCostsPath = [&](const QString&) { return w.path("mine.json"); };
        w.button("cost-save").click();
        QVERIFY(QFile::exists(w.path("mine.json")));
        w.button("cost-reset").click();
        QVERIFY(w.costs() == CostModel{});
        QCOMPARE(w.form().mode(), CostMode::Uniform);
        w->questions.openCostsPath = [&] { return w.path("mine.json"); };
        w.button("cost-open").click();
        QVERIFY(w.costs() == saved);
        QCOMPARE(w.form().mode(), CostMode::PerStage);
        QCOMPARE(w.form().fileLine()->text(), "mine.json");
        w.typeCell(0, 0, "9");
        QCOMPARE(w.form().fileLine()->text(), "mine.json (changed)");
        w.undo();
        w.undo();
        QCOMPARE(w.form().fileLine()->text(), QString());
    }

    void calibratingIsOfferedBesideTheFiles()
    {
        w->questions.probeProgram = [] { return QString(); };
        QPushButton& link = w.button("cost-calibrate");
        QCOMPARE(link.text(), QString::fromUtf8("Calibrate…"));
        QCOMPARE(link.toolTip(), "Times of a model, measured on a GPU or estimated without one");
        // The three links and the one for more stand in a line, none cut.
        for (const char* name : {"cost-open", "cost-calibrate", "cost-save", "cost-more"})
            QVERIFY2(w.button(name).width() >= w.button(name).sizeHint().width(), name);
        QVERIFY(!w->calibrate().dialog());
        QTest::mouseClick(&link, Qt::LeftButton);
        QVERIFY(w->calibrate().dialog() && w->calibrate().dialog()->isVisible());
        w->calibrate().dialog()->close();
        // And in the menu of how times are given.
        const QList<QAction*> actions = w.form().modeMenu()->actions();
        const auto inMenu = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
            return action->text() == QString::fromUtf8("Calibrate…");
        });
        QVERIFY(inMenu != actions.end());
        (*inMenu)->trigger();
        QVERIFY(w->calibrate().dialog()->isVisible());
    }

    void aCalibrationSaysWhatItIs()
    {
        openCosts(w, "probe.json", kWindowCostFilesCalibration);
        verifyBegins(w.form().fileLine()->text(), "probe.json · ");
        QCOMPARE(w.costs().unit, "us");
        // Nothing was measured between ranks, and nothing is made up unasked.
        QCOMPARE(w.costs().transfer.time(), 0.0);
        QCOMPARE(w.document().evaluation()->costs.durationOf(ActionKind::Forward, StageId{3}), 20.0);
        QCOMPARE(w.document().evaluation()->costs.durationOf(ActionKind::BackwardInput, StageId{3}), 24.0);
        QCOMPARE(w.steps(), 1);
        QVERIFY(w->findChild<QLabel*>("cost-file")->isVisible());
        w.undo();
        QVERIFY(w.costs() == CostModel{});
        QCOMPARE(w.form().fileLine()->text(), QString());
        QVERIFY(!standIns(w).isVisible());
    }

    void standInTransfersAreTakenOnDemand()
    {
        openCosts(w, "probe.json", kWindowCostFilesCalibration);
        const CostModel without = w.costs();
        const QString line = w.form().fileLine()->text();
        standIns(w).setFocus();
        QVERIFY(standIns(w).isVisible() && !standIns(w).isChecked());
        QTest::keyClick(&standIns(w), Qt::Key_Space);
        QVERIFY(standIns(w).isChecked());
        QCOMPARE(w.costs().transfer.latency, 10.0);
        QVERIFY(w.costs().transfer.time() > 10);
        QCOMPARE(w.form().fileLine()->text(), line);
        QCOMPARE(w.steps(), 2);
        w.undo();
        QVERIFY(!standIns(w).isChecked());
        QVERIFY(w.costs() == without);
        w.document().undoStack().redo();
        QVERIFY(standIns(w).isChecked());
        QTest::keyClick(&standIns(w), Qt::Key_Space);
        QVERIFY(w.costs() == without);
    }

    void whatElseWasChangedStaysBesideStandIns()
    {
        openCosts(w, "probe.json", kWindowCostFilesCalibration);
        CostModel changed = w.costs();
        changed.jitter.sigma = 0.5;
        w.document().setCosts(changed, "Spread");
        QVERIFY(w.form().fileLine()->text().endsWith("(changed)"));
        standIns(w).click();
        QCOMPARE(w.costs().jitter.sigma, 0.5);
        QCOMPARE(w.costs().transfer.latency, 10.0);
        QVERIFY(w.form().fileLine()->text().endsWith("(changed)"));
    }

    void measuredTransfersNeedNoStandIns()
    {
        openCosts(
            w, "probe.json",
            QByteArray(kWindowCostFilesCalibration).replace("\"stand_in\": true", "\"stand_in\": false"));
        QVERIFY(w.form().fileLine()->isVisible());
        QCOMPARE(w.costs().transfer.latency, 10.0);
        QVERIFY(!standIns(w).isVisible());
    }

    void aFileWithBlocksIsShownByBlock()
    {
        openCosts(
            w, "blocks.json",
            R"({"format": "bubblescope-costs", "version": 1, "blocks": {"layer": {"F": 2, "I": 2, "W": 1}, "head": {"F": 0.5}, "per_action": 0.25},
                  "layers_per_stage": 3})");
        QCOMPARE(message(w), QString());
        QCOMPARE(w.form().mode(), CostMode::ByBlock);
        QCOMPARE(w->findChild<QLineEdit*>("block-layer-F")->text(), "2");
        QCOMPARE(w->findChild<QLineEdit*>("block-head-F")->text(), "0.5");
        QCOMPARE(w.field("cost-layers").text(), "3");
        QCOMPARE(w.field("cost-per-action").text(), "0.25");
        QCOMPARE(w.document().evaluation()->costs.durationOf(ActionKind::Forward, StageId{7}), 6.75);
    }

    void aBrokenFileChangesNothing_data()
    {
        const QByteArray begin = R"({"format": "bubblescope-costs", "version": 1, )";
        const QString values = QStringLiteral(
            "values, but the schedule has 8 stages: give one value for all or one for each stage");
        addRows<QByteArray, QString>({
            {"no JSON", "forward: 1",
             QStringLiteral("mine.json:1:2: invalid JSON: while parsing value: invalid literal")},
            {"another format", QByteArray(R"({"forward": 1})"),
             "mine.json:1:1: not a cost file, which starts with \"format\": \"bubblescope-costs\", nor a "
             "calibration, which starts with \"schema\": \"pipeline-calibration/1\""},
            {"a word for a time", begin + R"("forward": "fast"})",
             "mine.json:1:58: forward: expected a number >= 0, or a list with one for each "
             "stage, found \"fast\""},
            {"an unknown field", begin + R"("foward": 1})",
             "mine.json:1:47: foward: unknown key; did you mean 'forward'?"},
            {"a list that does not fit", begin + R"("forward": [1, 2]})",
             "mine.json:1:58: forward has 2 " + values},
            {"a list of sharding that does not fit", begin + R"("fsdp": {"unshard": [1, 2]}})",
             "mine.json:1:67: fsdp.unshard has 2 " + values},
            {"layers that do not fit",
             QByteArray(kWindowCostFilesCalibration)
                 .replace("\"layers_per_stage\": 2", "\"layers_per_stage\": [2, 2, 2]"),
             "mine.json:6:80: model.layers_per_stage has 3 " + values},
            {"a negative time measured",
             QByteArray(kWindowCostFilesCalibration).replace("\"median\": 10", "\"median\": -10"),
             "mine.json:10:57: blocks[0].ops.F.median: expected a number >= 0, found -10"},
        });
    }

    void aBrokenFileChangesNothing()
    {
        const auto& [bytes, text] = givenRow<QByteArray, QString>();
        openCosts(w, "mine.json", bytes);
        QCOMPARE(message(w), text);
        QVERIFY(w.costs() == CostModel{});
        QCOMPARE(w.steps(), 0);
        QCOMPARE(w.form().fileLine()->text(), QString());
    }

    void ranksThatAreNotThereAreNamed()
    {
        openCosts(w, "mine.json",
                  R"({"format": "bubblescope-costs", "version": 1, "rank_factor": {"1": 2, "99": 2}})");
        QCOMPARE(w.costs().rankFactor.size(), std::size_t{2});
        const auto ranks = w.schedule().rankCount();
        QCOMPARE(message(w), QString("mine.json: rank_factor names rank 99, but the schedule has ranks 0 to "
                                     "%1: it changes nothing")
                                 .arg(ranks - 1));
    }

    void aDocumentSaysWhatItsCostsAreTakenFrom()
    {
        const QString source = "estimate · small on Some GPU";
        openCosts(w, "probe.json", kWindowCostFilesCalibration);
        QCOMPARE(w.form().fileLine()->text(), "probe.json · " + source);
        saveAs(w, "kept.bubble");
        CostModel changed = w.costs();
        changed.jitter.sigma = 0.5;
        w.document().setCosts(changed, "Spread");
        saveAs(w, "changed.bubble");
        CostWindow later;
        later.begin();
        later.openFile(w.path("kept.bubble"));
        QCOMPARE(later.form().fileLine()->text(), source);
        QVERIFY(!standIns(later).isVisible());
        QCOMPARE(later.costs().notes.front(), "estimate: no GPU was used");
        later.openFile(w.path("changed.bubble"));
        QCOMPARE(later.form().fileLine()->text(), source + ", edited");
        later.button("cost-reset").click();
        QCOMPARE(later.form().fileLine()->text(), QString());
        later.undo();
        QCOMPARE(later.form().fileLine()->text(), source + ", edited");
    }

    void aDocumentWhoseCostsDoNotFitIsRefused_data()
    {
        QTest::addColumn<QByteArray>("source");
        const QByteArray request = R"({"request": {"schedule": "NAME", "ranks": 4, "microbatches": 4}})";
        QTest::newRow("a schedule") << QByteArray(request).replace("NAME", "1f1b");
        QTest::newRow("a schedule that is made for its costs")
            << QByteArray(request).replace("NAME", "zb-auto");
        QTest::newRow("an order") << QByteArray(R"({"order": ["0F0,0B0", "1F0,1B0", "2F0,2B0", "3F0,3B0"]})");
    }

    void aDocumentWhoseCostsDoNotFitIsRefused()
    {
        QFETCH(QByteArray, source);
        w.open("bad.bubble", "{\"bubblescopeFormat\": 1,\n \"costs\": {\"forward\": [1, 2]},\n \"source\": " +
                                 source + "}");
        QCOMPARE(message(w),
                 "bad.bubble:2:23: costs.forward has 2 values, but the schedule has 4 stages: give one value "
                 "for all or one for each stage\nStill showing Interleaved 1F1B · 4 ranks × 8 microbatches.");
        QVERIFY(w.costs() == CostModel{});
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowCostFilesTest)
#include "window_cost_files_test.moc"
