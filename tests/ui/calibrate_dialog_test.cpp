// SPDX-License-Identifier: Apache-2.0
// The dialog as it is used: opened from the menu, filled in with keys, measured with a fake probe, applied.
#include "tests/support/test_program.h"
#include "tests/ui/calibrate_support.h"
#include "tests/ui/window_support.h"
#include "ui/calibrate/calibrate_controller.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/calibrate/estimate_form.h"
#include "ui/calibrate/measure_form.h"
#include "ui/calibrate/model_form.h"
#include "ui/calibrate/result_panel.h"
#include "ui/calibrate/run_words.h"
#include "ui/calibrate/stage_chart.h"
#include "ui/widgets/choice_box.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeView>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// The dialog of a window, with a probe.
class ShownDialog
{
public:
    explicit ShownDialog(const QString& program)
    {
        w->files().startNew(*requestFromText("1f1b:ranks=4,microbatches=8"));
        [&] { QTRY_COMPARE(w.document().stageCount(), 4U); }();
        w->questions.probeProgram = [program] { return program; };
        w.trigger("tools.calibrate");
        dialog = w->calibrate().dialog();
        [&] { QVERIFY(QTest::qWaitForWindowActive(dialog)); }();
        [&] { QTRY_VERIFY_WITH_TIMEOUT(!dialog->devices()->isAsking(), 30000); }();
    }
    template <typename Widget>
    [[nodiscard]] Widget* find(const char* name) const
    {
        return dialog->findChild<Widget*>(QStringLiteral("calibrate-") + QLatin1String(name));
    }
    void press(const char* name) const { QTest::mouseClick(find<QPushButton>(name), Qt::LeftButton); }
    void type(const char* name, const QString& text) const
    {
        auto* field = find<NumberField>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    [[nodiscard]] double forward(std::uint32_t stage) const
    {
        return stageTimes(*dialog->results()->file(), 4)->at(stage).times[0]->us;
    }

    ShownWindow w;
    CalibrateDialog* dialog = nullptr;
};

} // namespace

class CalibrateDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void withoutAProbeItEstimatesAndSaysSo()
    {
        const ShownDialog d(m_probes.write("exit 19\n", "exit 19"));
        QCOMPARE(d.dialog->mode(), CalibrateDialog::Mode::Estimate);
        QCOMPARE(d.dialog->notice(),
                 QStringLiteral(
                     "This bubblescope-probe was built without CUDA and cannot measure. Times are estimated "
                     "from a datasheet. To measure, build the probe where nvcc is."));
        QTRY_VERIFY(d.dialog->results()->file());
        QCOMPARE(d.dialog->results()->file()->title(),
                 QStringLiteral("Llama 3 8B on NVIDIA H200 (datasheet)"));
        QVERIFY(d.dialog->results()->chart()->legend().contains(QStringLiteral("estimate")));
        QVERIFY(!d.find<QPushButton>("start")->isVisible());
    }

    void theEstimateFollowsTheFields()
    {
        const ShownDialog d({});
        QTRY_VERIFY(d.dialog->results()->file());
        const double before = d.forward(1);
        d.type("micro_batch", QStringLiteral("2"));
        QTRY_VERIFY(d.dialog->results()->file() && d.forward(1) > 1.8 * before);
        d.type("micro_batch", QStringLiteral("1"));
        QTRY_COMPARE(d.forward(1), before);
        d.find<QTabWidget>("tabs")->setCurrentIndex(1);
        d.type("gemm", QStringLiteral("0.4"));
        QTRY_VERIFY(d.forward(1) > 1.4 * before);
        QVERIFY(d.dialog->results()->notes().contains(QStringLiteral("gemm 0.40")));
        d.press("defaults");
        QTRY_COMPARE(d.forward(1), before);
        d.type("peak", QStringLiteral("500"));
        QTRY_COMPARE(d.dialog->results()->file()->device, QStringLiteral("NVIDIA H200, changed (datasheet)"));
    }

    void wrongValuesSayWhy_data()
    {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("said");
        QTest::newRow("nothing") << QByteArray("hidden") << ""
                                 << "A number is missing.";
        QTest::newRow("zero") << QByteArray("hidden") << "0"
                              << "hidden is missing: the model needs it";
        QTest::newRow("no number") << QByteArray("ffn") << "many"
                                   << QString::fromUtf8("“many” is no whole number.");
        QTest::newRow("negative") << QByteArray("vocab") << "-1"
                                  << "vocab is -1, which is not between 0 and 2147483647";
        QTest::newRow("no multiple")
            << QByteArray("heads") << "30"
            << "heads (30) is no multiple of kv_heads (8): each group of heads shares one";
        QTest::newRow("no divisor") << QByteArray("tp") << "3"
                                    << "tp (3) does not divide heads (32)";
        QTest::newRow("too many tokens")
            << QByteArray("micro_batch") << "2000000000"
            << "micro_batch * seq is 1.638e+13: a matrix has at most 2147483647 rows or columns";
        QTest::newRow("layers") << QByteArray("layers") << "-4"
                                << "Expected 0 to 100000000 layers.";
        QTest::newRow("a share above 1")
            << QByteArray("attention") << "1.5"
            << "the efficiency of attention is 1.5, expected more than 0, at most 1";
        QTest::newRow("no memory rate") << QByteArray("memory") << "0"
                                        << "Expected more than 0.";
    }

    void wrongValuesSayWhy()
    {
        QFETCH(QByteArray, field);
        QFETCH(QString, typed);
        QFETCH(QString, said);
        const ShownDialog d({});
        QTRY_VERIFY(d.dialog->results()->file());
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
        QTRY_VERIFY(!d.dialog->results()->file());
        QVERIFY(!d.find<QPushButton>("apply")->isEnabled());
        QVERIFY(!d.find<QPushButton>("save")->isEnabled());
        QVERIFY2(d.dialog->results()->chart()->accessibleDescription().contains(said),
                 qPrintable(d.dialog->results()->chart()->accessibleDescription()));
    }

    void layersFollowTheSchedule()
    {
        ShownDialog d({});
        auto* layers = d.find<QLineEdit>("layers-per-stage");
        QCOMPARE(d.w.document().stageCount(), 4U);
        QCOMPARE(layers->text(), QStringLiteral("8"));
        d.w.type(d.w.number("ranks"), QStringLiteral("6"));
        QTRY_COMPARE(layers->text(), QStringLiteral("5, 6, 6, 5, 5, 5"));
        // A list of one's own stays, and says that it does not fit.
        layers->setFocus();
        layers->selectAll();
        QTest::keyClicks(layers, QStringLiteral("4,4,4"));
        QTRY_COMPARE(d.dialog->model()->problem(),
                     QStringLiteral("3 values for 6 stages: give one for all, or 6"));
        d.w.type(d.w.number("ranks"), QStringLiteral("3"));
        QTRY_COMPARE(d.dialog->model()->problem(), QString());
        QCOMPARE(d.find<NumberField>("layers")->text(), QStringLiteral("12"));
    }

    void measuresAppliesAndUndoes()
    {
        ShownDialog d(m_probes.writing(measuredText("8")));
        QTRY_COMPARE(d.dialog->mode(), CalibrateDialog::Mode::Measure);
        QCOMPARE(d.dialog->notice(), QString());
        QVERIFY(!d.find<QPushButton>("apply")->isEnabled());
        // What takes longest is told, and nothing of it is cut.
        const auto* details = d.find<QLabel>("run-details");
        QVERIFY2(details->text().contains(QStringLiteral("operations ")) &&
                     details->text().contains(QStringLiteral("others ")),
                 qPrintable(details->text()));
        QVERIFY(details->width() >= details->fontMetrics().horizontalAdvance(details->text()));
        QVERIFY2(d.dialog->runRow()->text().contains(QStringLiteral(" points, about ")),
                 qPrintable(d.dialog->runRow()->text()));
        d.press("start");
        QTRY_COMPARE_WITH_TIMEOUT(d.dialog->notice(), QStringLiteral("Measured."), 30000);
        QVERIFY(m_probes.given().contains(QStringLiteral("--hidden=4096")));
        QVERIFY(m_probes.given().contains(QStringLiteral("--layers-per-stage=8")));
        QCOMPARE(d.forward(1), 80.0);
        const int steps = d.w.document().undoStack().count();
        const CostModel before = d.w.document().state().costs;
        d.press("apply");
        QTRY_COMPARE(d.w.document().undoStack().count(), steps + 1);
        QCOMPARE(d.w.document().state().costs.source, std::string("measured · toy on Toy GPU"));
        QCOMPARE(d.w.document().undoStack().undoText(), QStringLiteral("Calibration"));
        QCOMPARE(d.find<QLabel>("said")->text(),
                 QStringLiteral("Applied to the plot. Undo there takes it back."));
        d.w.document().undoStack().undo();
        QVERIFY(d.w.document().state().costs == before);
    }

    void aFailureSaysWhatToDo()
    {
        const ShownDialog d(
            m_probes.write("echo 'bubblescope-probe: error: seq 4096 would fit' >&2; exit 25\n"));
        QTRY_COMPARE(d.dialog->mode(), CalibrateDialog::Mode::Measure);
        d.press("start");
        QTRY_COMPARE_WITH_TIMEOUT(
            d.dialog->notice(),
            QStringLiteral("The GPU has not enough free memory for this model: seq 4096 would fit. "
                           "Take a smaller micro-batch or a shorter sequence, or share layers among "
                           "more devices."),
            30000);
        QVERIFY(!d.dialog->results()->file());
        QVERIFY(d.find<QPushButton>("start")->isEnabled());
        QVERIFY(d.find<NumberField>("hidden")->isEnabled());
    }

    void escStopsBeforeItCloses()
    {
        const ShownDialog d(m_probes.write(
            "trap 'exit 130' TERM\necho '{\"event\":\"progress\",\"done\":1,\"total\":9,\"eta_s\":3}'\n"
            "while :; do sleep 0.05; done\n"));
        QTRY_COMPARE(d.dialog->mode(), CalibrateDialog::Mode::Measure);
        d.press("start");
        QTRY_COMPARE_WITH_TIMEOUT(d.dialog->runRow()->text(), QString::fromUtf8("1 of 9 · about 3 s left"),
                                  30000);
        QVERIFY(!d.find<NumberField>("hidden")->isEnabled());
        QVERIFY(d.find<QPushButton>("cancel")->hasFocus());
        QTest::keyClick(d.dialog, Qt::Key_Escape);
        QVERIFY(d.dialog->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(d.dialog->notice(), QStringLiteral("Stopped. Nothing was measured."),
                                  30000);
        QTest::keyClick(d.dialog, Qt::Key_Escape);
        QVERIFY(!d.dialog->isVisible());
    }

    void comparesWithAFileAndTheOneBefore()
    {
        ShownDialog d({});
        QTRY_VERIFY(d.dialog->results()->file());
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
            return d.w.write(QStringLiteral("earlier.json"), QByteArray::fromStdString(measuredText()));
        };
        QVERIFY(choose(QStringLiteral("From a file")));
        QVERIFY(!table->isColumnHidden(3));
        QVERIFY(d.dialog->results()->chart()->legend().contains(QStringLiteral("toy on Toy GPU")));
        d.dialog->estimate()->chooseDevice(QStringLiteral("a100"));
        QTRY_COMPARE(d.dialog->results()->file()->device, QStringLiteral("NVIDIA A100 SXM 80GB (datasheet)"));
        QVERIFY(choose(QStringLiteral("The one before: Llama 3 8B on NVIDIA H200 (datasheet)")));
        QCOMPARE(d.dialog->results()->reference()->device, QStringLiteral("NVIDIA H200 (datasheet)"));
        QVERIFY(table->model()->index(0, 3).data().toString().startsWith(QLatin1Char('+')));
        QVERIFY(choose(QStringLiteral("Nothing")));
        QVERIFY(table->isColumnHidden(3));
        d.w->questions.openCalibrationPath = [&] { return d.w.write(QStringLiteral("bad.json"), "{"); };
        QVERIFY(choose(QStringLiteral("From a file")));
        QVERIFY(!d.dialog->results()->reference());
    }

    void savesWhatIsShown()
    {
        ShownDialog d({});
        QTRY_VERIFY(d.dialog->results()->file());
        const QString path = d.w.path(QStringLiteral("saved"));
        QString suggested;
        d.w->questions.saveCalibrationPath = [&](const QString& name) {
            suggested = name;
            return path;
        };
        const std::string shown = d.dialog->results()->file()->text;
        d.press("save");
        QVERIFY2(suggested.endsWith(QStringLiteral("llama-3-8b-on-nvidia-h200-datasheet-estimate.json")),
                 qPrintable(suggested));
        QCOMPARE(ShownWindow::read(path + QStringLiteral(".json")), QByteArray::fromStdString(shown));
        QCOMPARE(d.find<QLabel>("said")->text(), QStringLiteral("Saved to %1.json").arg(path));
    }

    void returnPressesNoButton()
    {
        ShownDialog d({});
        QTRY_VERIFY(d.dialog->results()->file());
        const int steps = d.w.document().undoStack().count();
        d.type("hidden", QStringLiteral("4096"));
        QTest::keyClick(d.dialog, Qt::Key_Return);
        QTest::qWait(50);
        QVERIFY(d.dialog->isVisible());
        QCOMPARE(d.w.document().undoStack().count(), steps);
    }

    void everyControlHasANameAndTheKeyboard()
    {
        const ShownDialog d(m_probes.writing(measuredText("8")));
        for (const auto mode : {CalibrateDialog::Mode::Estimate, CalibrateDialog::Mode::Measure})
            for (int tab = 0; tab < 3; ++tab) {
                d.dialog->setMode(mode);
                auto* tabs = d.find<QTabWidget>("tabs");
                if (!tabs->isTabVisible(tab))
                    continue;
                tabs->setCurrentIndex(tab);
                QSet<QWidget*> expected;
                for (QWidget* widget : d.dialog->findChildren<QWidget*>()) {
                    const bool isControl =
                        qobject_cast<QAbstractButton*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
                        qobject_cast<QComboBox*>(widget) || qobject_cast<QTreeView*>(widget);
                    if (!isControl || !widget->isVisible() || !widget->isEnabled() ||
                        widget->inherits("QHeaderView"))
                        continue;
                    const auto* button = qobject_cast<QAbstractButton*>(widget);
                    QVERIFY2(
                        !widget->accessibleName().isEmpty() || (button && !button->text().isEmpty()) ||
                            widget->objectName().startsWith(QStringLiteral("qt_")) ||
                            widget->inherits("QToolButton"),
                        qPrintable(QLatin1String(widget->metaObject()->className()) + widget->objectName()));
                    if (widget->focusPolicy() & Qt::TabFocus && !widget->objectName().isEmpty() &&
                        !widget->objectName().startsWith(QStringLiteral("qt_")))
                        expected.insert(widget);
                }
                QWidget* first = d.find<QPushButton>("close");
                first->setFocus();
                for (int i = 0; i < 200 && !expected.isEmpty(); ++i) {
                    QTest::keyClick(d.dialog->focusWidget() ? d.dialog->focusWidget() : d.dialog,
                                    Qt::Key_Tab);
                    expected.remove(d.dialog->focusWidget());
                }
                QStringList unreached;
                for (const QWidget* widget : expected)
                    unreached << widget->objectName();
                QCOMPARE(unreached, QStringList());
            }
    }

    void aModelFileIsOpened()
    {
        ShownDialog d({});
        d.dialog->model()->openFile(
            d.w.write(QStringLiteral("m.json"),
                      R"({"preset": "qwen2.5-72b", "micro_batch": 2, "layers_per_stage": 3})"));
        QTRY_VERIFY(d.dialog->results()->file());
        QCOMPARE(d.find<NumberField>("micro_batch")->text(), QStringLiteral("2"));
        QCOMPARE(d.find<NumberField>("layers")->text(), QStringLiteral("12"));
        QCOMPARE(d.find<ChoiceBox>("preset")->currentText(), QStringLiteral("Own values"));
        d.dialog->model()->openFile(d.w.write(QStringLiteral("bad.json"), R"({"hiden": 3})"));
        auto* row = qobject_cast<FormRow*>(d.find<ChoiceBox>("preset")->parentWidget());
        QVERIFY(row && row->problemText().startsWith(QStringLiteral("bad.json:1:")));
        QCOMPARE(d.find<NumberField>("micro_batch")->text(), QStringLiteral("2"));
    }

private:
    FakeProbes m_probes;
};

BUBBLESCOPE_TEST_WITH(QApplication, CalibrateDialogTest)
#include "calibrate_dialog_test.moc"
