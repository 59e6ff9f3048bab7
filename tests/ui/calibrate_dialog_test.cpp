// SPDX-License-Identifier: Apache-2.0
// The dialog as it is used: opened from the menu, filled in with keys, measured with a fake probe, applied.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/calibrate_support.h"
#include "tests/ui/keyboard_support.h"
#include "ui/calibrate/calibrate_controller.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/calibrate/estimate_form.h"
#include "ui/calibrate/measure_form.h"
#include "ui/calibrate/model_form.h"
#include "ui/calibrate/result_panel.h"
#include "ui/calibrate/run_words.h"
#include "ui/calibrate/stage_chart.h"
#include "ui/widgets/choice_box.h"

#include <QtWidgets>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// Whether a dialog is still all of itself when it hides.
class HideWatch : public QObject
{
public:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Hide) {
            ++hidden;
            isWhole = qobject_cast<CalibrateDialog*>(watched) != nullptr;
        }
        return false;
    }
    int hidden = 0;
    bool isWhole = false;
};

/// The dialog of a window, with a probe.
class ShownDialog
{
public:
    explicit ShownDialog(const QString& program)
    {
        w->files().startNew(*requestFromText("1f1b:ranks=4,microbatches=8"));
        QTRY_COMPARE(w.document().stageCount(), 4U);
        w->questions.probeProgram = [program] { return program; };
        w.trigger("tools.calibrate");
        dialog = w->calibrate().dialog();
        QVERIFY(QTest::qWaitForWindowActive(dialog));
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->devices()->isAsking(), 30000);
    }
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return dialog->findChild<Widget*>(QStringLiteral("calibrate-") + QLatin1String(name));
    }
    [[nodiscard]] QPushButton* button(const char* name) const { return find<QPushButton>(name); }
    void press(const char* name) const { QTest::mouseClick(button(name), Qt::LeftButton); }
    void type(const char* name, const QString& text) { w.type(*find<NumberField>(name), text); }
    [[nodiscard]] CalibrationFilePtr file() const { return dialog->results()->file(); }
    void waitForFile() const { QTRY_VERIFY(file()); }
    void waitForMeasuring() const { QTRY_COMPARE(dialog->mode(), CalibrateDialog::Mode::Measure); }
    void waitForNotice(const QString& notice) const
    {
        QTRY_COMPARE_WITH_TIMEOUT(dialog->notice(), notice, 30000);
    }
    [[nodiscard]] double forward(std::uint32_t stage) const
    {
        return stageTimes(*file(), 4)->at(stage).times[0]->us;
    }

    ShownWindow w;
    CalibrateDialog* dialog = nullptr;
};

} // namespace

class CalibrateDialogTest : public QObject
{
    Q_OBJECT

private slots:
    /// A dialog that is deleted while it is open hides last, in a destructor that has taken it apart: a
    /// number that is half typed was told to what is left of it.
    void theDialogHidesBeforeItGoes()
    {
        ShownDialog d({});
        HideWatch watch;
        d.dialog->installEventFilter(&watch);
        d.w.end();
        QCOMPARE(watch.hidden, 1);
        QVERIFY(watch.isWhole);
    }

    void withoutAProbeItEstimatesAndSaysSo()
    {
        ShownDialog d(m_probes.write("exit 19\n", "exit 19"));
        QCOMPARE(d.dialog->mode(), CalibrateDialog::Mode::Estimate);
        QCOMPARE(d.dialog->notice(),
                 "This bubblescope-probe was built without CUDA and cannot measure. Times are estimated from "
                 "a datasheet. To measure, build the probe on a machine with nvcc.");
        d.waitForFile();
        QCOMPARE(d.file()->title(), "Llama 3 8B on NVIDIA H200 (datasheet)");
        QVERIFY(d.dialog->results()->chart()->legend().contains("estimate"));
        QVERIFY(!d.button("start")->isVisible());
    }

    void theEstimateFollowsTheFields()
    {
        ShownDialog d({});
        d.waitForFile();
        const double before = d.forward(1);
        d.type("micro_batch", "2");
        QTRY_VERIFY(d.file() && d.forward(1) > 1.8 * before);
        d.type("micro_batch", "1");
        QTRY_COMPARE(d.forward(1), before);
        d.find<QTabWidget>("tabs")->setCurrentIndex(1);
        d.type("gemm", "0.4");
        QTRY_VERIFY(d.forward(1) > 1.4 * before);
        QVERIFY(d.dialog->results()->notes().contains("gemm 0.40"));
        d.press("defaults");
        QTRY_COMPARE(d.forward(1), before);
        d.type("memory", "2.4 TB/s");
        QCOMPARE(d.find<NumberField>("memory")->values()->at(StageId{0}), 2400.0);
        QTRY_VERIFY(d.forward(1) > before);
        d.type("memory", "4800");
        QTRY_COMPARE(d.forward(1), before);
        d.type("launch", "1 ms");
        QTRY_VERIFY(d.forward(1) > 1.5 * before);
        d.press("defaults");
        QTRY_COMPARE(d.forward(1), before);
        d.type("peak", "500");
        QTRY_COMPARE(d.file()->device, "NVIDIA H200, changed (datasheet)");
    }

    void wrongValuesSayWhy_data()
    {
        addRows<QByteArray, QString, QString>({
            {"nothing", "hidden", "", "A number is missing."},
            {"zero", "hidden", "0", "hidden is missing from the model"},
            {"no number", "ffn", "many", "“many” is not a whole number."},
            {"negative", "vocab", "-1", "vocab is -1; expected 0 to 2147483647"},
            {"no multiple", "heads", "30",
             "heads (30) is not a multiple of kv_heads (8): each group of heads shares one"},
            {"no divisor", "tp", "3", "tp (3) must divide heads (32)"},
            {"too many tokens", "micro_batch", "2000000000",
             "micro_batch * seq is 1.638e+13, but a matrix has at most 2147483647 rows or columns"},
            {"layers", "layers", "-4", "Expected 0 to 100000000 layers."},
            {"a share above 1", "attention", "1.5",
             "the efficiency of attention is 1.5; expected more than 0, at most 1"},
            {"no memory rate", "memory", "0", "Expected more than 0."},
        });
    }

    void wrongValuesSayWhy()
    {
        const auto& [field, typed, said] = givenRow<QByteArray, QString, QString>();
        ShownDialog d({});
        d.waitForFile();
        auto* number = d.find<NumberField>(field.constData());
        if (!number->isVisible())
            d.find<QTabWidget>("tabs")->setCurrentIndex(1);
        number->setFocus();
        number->selectAll();
        QTest::keyClick(number, Qt::Key_Delete);
        d.type(field.constData(), typed);
        auto* row = qobject_cast<FormRow*>(number->parentWidget()->parentWidget());
        QVERIFY(row);
        QTRY_COMPARE(row->problemText(), said);
        QTRY_VERIFY(!d.file());
        QVERIFY(!d.button("apply")->isEnabled());
        QVERIFY(!d.button("save")->isEnabled());
        verifyContains(d.dialog->results()->chart()->accessibleDescription(), {said});
    }

    void layersFollowTheSchedule()
    {
        ShownDialog d({});
        auto* layers = d.find<QLineEdit>("layers-per-stage");
        QCOMPARE(d.w.document().stageCount(), 4U);
        QCOMPARE(layers->text(), "8");
        d.w.type(d.w.number("ranks"), "6");
        QTRY_COMPARE(layers->text(), "5, 6, 6, 5, 5, 5");
        // A list of one's own stays, and says that it does not fit.
        layers->setFocus();
        layers->selectAll();
        QTest::keyClicks(layers, "4,4,4");
        QTRY_COMPARE(d.dialog->model()->problem(), "3 values for 6 stages: give one for all, or 6");
        d.w.type(d.w.number("ranks"), "3");
        QTRY_COMPARE(d.dialog->model()->problem(), QString());
        QCOMPARE(d.find<NumberField>("layers")->text(), "12");
    }

    void measuresAppliesAndUndoes()
    {
        ShownDialog d(m_probes.writing(measuredText("8")));
        d.waitForMeasuring();
        QCOMPARE(d.dialog->notice(), QString());
        QVERIFY(!d.button("apply")->isEnabled());
        // It says what takes longest, and nothing of that is cut.
        const auto* details = d.find<QLabel>("run-details");
        verifyContains(details->text(), {"operations ", "others "});
        QVERIFY(details->width() >= details->fontMetrics().horizontalAdvance(details->text()));
        verifyContains(d.dialog->runRow()->text(), {" points, about "});
        d.press("start");
        d.waitForNotice("Measured.");
        QVERIFY(m_probes.given().contains("--hidden=4096"));
        QVERIFY(m_probes.given().contains("--layers-per-stage=8"));
        QCOMPARE(d.forward(1), 80.0);
        const int steps = d.w.document().undoStack().count();
        const CostModel before = d.w.document().state().costs;
        d.press("apply");
        QTRY_COMPARE(d.w.document().undoStack().count(), steps + 1);
        QCOMPARE(d.w.document().state().costs.source, std::string("measured · toy on Toy GPU"));
        QCOMPARE(d.w.document().undoStack().undoText(), "Calibration");
        QCOMPARE(d.find<QLabel>("said")->text(), "Applied to the plot. Undo in the main window reverts it.");
        d.w.document().undoStack().undo();
        QVERIFY(d.w.document().state().costs == before);
    }

    void aFailureSaysWhatToDo()
    {
        ShownDialog d(m_probes.write("echo 'bubblescope-probe: error: seq 4096 would fit' >&2; exit 25\n"));
        d.waitForMeasuring();
        d.press("start");
        d.waitForNotice("The GPU has not enough free memory for this model: seq 4096 would fit. Use a "
                        "smaller microbatch or a shorter sequence, or share layers among more devices.");
        QVERIFY(!d.file());
        QVERIFY(d.button("start")->isEnabled());
        QVERIFY(d.find<NumberField>("hidden")->isEnabled());
    }

    void escStopsBeforeItCloses()
    {
        ShownDialog d(m_probes.write(
            "trap 'exit 130' TERM\necho '{\"event\":\"progress\",\"done\":1,\"total\":9,\"eta_s\":3}'\n"
            "while :; do sleep 0.05; done\n"));
        d.waitForMeasuring();
        d.press("start");
        QTRY_COMPARE_WITH_TIMEOUT(d.dialog->runRow()->text(), "1 of 9 · about 3 s left", 30000);
        QVERIFY(!d.find<NumberField>("hidden")->isEnabled());
        QVERIFY(d.button("cancel")->hasFocus());
        QTest::keyClick(d.dialog, Qt::Key_Escape);
        QVERIFY(d.dialog->isVisible());
        d.waitForNotice("Stopped. Nothing was measured.");
        QTest::keyClick(d.dialog, Qt::Key_Escape);
        QVERIFY(!d.dialog->isVisible());
    }

    void comparesWithAFileAndTheOneBefore()
    {
        ShownDialog d({});
        d.waitForFile();
        auto* choice = d.find<ChoiceBox>("compare");
        const auto choose = [&](const QString& begin) {
            for (int i = 0; i < choice->count(); ++i)
                if (choice->itemText(i).startsWith(begin)) {
                    choice->setCurrentIndex(i);
                    emit choice->activated(i);
                    return true;
                }
            return false;
        };
        auto* table = d.find<QTreeView>("table");
        QVERIFY(table->isColumnHidden(3));
        d.w->questions.openCalibrationPath = [&] {
            return d.w.write("earlier.json", QByteArray::fromStdString(measuredText()));
        };
        QVERIFY(choose("From a file"));
        QVERIFY(!table->isColumnHidden(3));
        QVERIFY(d.dialog->results()->chart()->legend().contains("toy on Toy GPU"));
        d.dialog->estimate()->chooseDevice("a100");
        QTRY_COMPARE(d.file()->device, "NVIDIA A100 SXM 80GB (datasheet)");
        QVERIFY(choose("The previous one: Llama 3 8B on NVIDIA H200 (datasheet)"));
        QCOMPARE(d.dialog->results()->reference()->device, "NVIDIA H200 (datasheet)");
        QVERIFY(table->model()->index(0, 3).data().toString().startsWith(QLatin1Char('+')));
        QVERIFY(choose("Nothing"));
        QVERIFY(table->isColumnHidden(3));
        d.w->questions.openCalibrationPath = [&] { return d.w.write("bad.json", "{"); };
        QVERIFY(choose("From a file"));
        QVERIFY(!d.dialog->results()->reference());
    }

    void savesWhatIsShown()
    {
        ShownDialog d({});
        d.waitForFile();
        const QString path = d.w.path("saved");
        QString suggested;
        d.w->questions.saveCalibrationPath = [&](const QString& name) {
            suggested = name;
            return path;
        };
        const std::string shown = d.file()->text;
        d.press("save");
        verifyEnds(suggested, "llama-3-8b-on-nvidia-h200-datasheet-estimate.json");
        QCOMPARE(ShownWindow::read(path + ".json"), QByteArray::fromStdString(shown));
        QCOMPARE(d.find<QLabel>("said")->text(), QStringLiteral("Saved to %1.json").arg(path));
    }

    void returnPressesNoButton()
    {
        ShownDialog d({});
        d.waitForFile();
        const int steps = d.w.document().undoStack().count();
        d.type("hidden", "4096");
        QTest::keyClick(d.dialog, Qt::Key_Return);
        QCoreApplication::processEvents();
        QVERIFY(d.dialog->isVisible());
        QCOMPARE(d.w.document().undoStack().count(), steps);
    }

    void everyControlHasANameAndTheKeyboard()
    {
        ShownDialog d(m_probes.writing(measuredText("8")));
        for (const auto mode : {CalibrateDialog::Mode::Estimate, CalibrateDialog::Mode::Measure})
            for (int tab = 0; tab < 3; ++tab) {
                d.dialog->setMode(mode);
                auto* tabs = d.find<QTabWidget>("tabs");
                if (!tabs->isTabVisible(tab))
                    continue;
                tabs->setCurrentIndex(tab);
                d.button("close")->setFocus();
                const auto stops = tabStops();
                QCOMPARE(unreached(*d.dialog, stops), QStringList());
                QCOMPARE(nameless(stops), QStringList());
            }
    }

    void aModelFileIsOpened()
    {
        ShownDialog d({});
        d.dialog->model()->openFile(
            d.w.write("m.json", R"({"preset": "qwen2.5-72b", "micro_batch": 2, "layers_per_stage": 3})"));
        d.waitForFile();
        QCOMPARE(d.find<NumberField>("micro_batch")->text(), "2");
        QCOMPARE(d.find<NumberField>("layers")->text(), "12");
        QCOMPARE(d.find<ChoiceBox>("preset")->currentText(), "Custom values");
        d.dialog->model()->openFile(d.w.write("bad.json", R"({"hiden": 3})"));
        auto* row = qobject_cast<FormRow*>(d.find<ChoiceBox>("preset")->parentWidget());
        QVERIFY(row && row->problemText().startsWith("bad.json:1:"));
        QCOMPARE(d.find<NumberField>("micro_batch")->text(), "2");
    }

private:
    FakeProbes m_probes;
};

BUBBLESCOPE_TEST_WITH(QApplication, CalibrateDialogTest)
#include "calibrate_dialog_test.moc"
