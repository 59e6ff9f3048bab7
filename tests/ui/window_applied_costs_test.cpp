// SPDX-License-Identifier: Apache-2.0
// How an applied calibration is read: its source in the legend, its figures in fields and tables.
#include "core/scene/svg_writer.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_costs_support.h"
#include "ui/panels/block_form.h"
#include "ui/panels/cost_file_line.h"
#include "ui/panels/picture_job.h"
#include "ui/widgets/exact_text.h"

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr const char* kCalibration = R"({
  "schema": "pipeline-calibration/1", "provenance": "estimate", "created_utc": "2026-11-21T08:20:00Z",
  "producer": {"name": "probe", "version": "1"},
  "model": {"name": "small", "hidden": 1024, "ffn": 4096, "heads": 8, "kv_heads": 8, "head_dim": 128,
            "seq": 1000, "micro_batch": 1, "dtype": "bf16", "layers_per_stage": 2},
  "device": {"name": "Some GPU", "count": 0}, "method": {"timing": "none"},
  "blocks": [{"block": "layer",
              "ops": {"F": {"median": 5918.7737027}, "I": {"median": 7446.123456}, "W": {"median": 4.25}},
              "memory": {"activation_f": 2283831296, "weights": 436207616, "gradients": 872415232}}],
  "transfers": []})";

void openCosts(CostWindow& w)
{
    const QString path = w.write("probe.json", kCalibration);
    w->questions.openCostsPath = [path] { return path; };
    w.button("cost-open").click();
    w.settle();
}

QLineEdit& cellOf(CostWindow& w, const char* name)
{
    return *w->findChild<QLineEdit*>(QLatin1String(name));
}

} // namespace

class WindowAppliedCostsTest : public QObject
{
    Q_OBJECT

    CostWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void theLegendNamesTheSource()
    {
        auto* source = w->findChild<QAbstractButton*>("legend-source");
        QVERIFY(source && !source->isVisible());
        openCosts(w);
        QVERIFY(source->isVisible());
        QCOMPARE(source->accessibleName(), "estimate · small on Some GPU");
        QVERIFY(source->width() > 0 && source->geometry().right() <= source->parentWidget()->width());
        CostModel edited = w.costs();
        edited.blocks->layer.forward = 1;
        edited.source += ", edited";
        w.document().setCosts(edited, "edit");
        w.settle();
        QCOMPARE(source->accessibleName(), "estimate · small on Some GPU, edited");
        w.undo();
        w.undo();
        w.settle();
        QVERIFY(!source->isVisible());
    }

    void picturesNameTheSource()
    {
        const auto svg = [&] {
            PictureSettings settings;
            settings.format = PictureFormat::Svg;
            return *pictureBytes(w.document().evaluation(), settings);
        };
        QVERIFY(!svg().contains("estimate"));
        openCosts(w);
        QVERIFY(svg().contains("estimate · small on Some GPU"));
    }

    void fieldsAreReadFromTheirBegin()
    {
        openCosts(w);
        QLineEdit& forward = cellOf(w, "block-layer-F");
        QCOMPARE(forward.text(), "5.92 ms");
        QCOMPARE(forward.cursorPosition(), 0);
        QCOMPARE(cellOf(w, "block-layer-I").text(), "7.45 ms");
        QCOMPARE(cellOf(w, "block-layer-W").text(), "4.25 µs");
    }

    void lookingChangesNothing()
    {
        openCosts(w);
        const CostModel before = w.costs();
        const int steps = w.steps();
        QLineEdit& forward = cellOf(w, "block-layer-F");
        forward.setFocus();
        QCOMPARE(forward.text(), "5.9187737027 ms");
        QTest::keyClick(&forward, Qt::Key_Return);
        cellOf(w, "block-layer-I").setFocus();
        QCOMPARE(forward.text(), "5.92 ms");
        QVERIFY(w.costs() == before);
        QCOMPARE(w.steps(), steps);
    }

    void whatIsTypedCounts()
    {
        openCosts(w);
        QLineEdit& forward = cellOf(w, "block-layer-F");
        // The very figures that were shown are a number of their own once they are typed.
        w.typeLine(forward, "5918.8");
        w.settle();
        QCOMPARE(*w.costs().blocks->layer.forward, 5918.8);
        w.typeLine(forward, "1234.56789");
        cellOf(w, "block-layer-I").setFocus();
        w.settle();
        QCOMPARE(*w.costs().blocks->layer.forward, 1234.56789);
        QCOMPARE(forward.text(), "1.23 ms");
        w.typeLine(forward, "1.5 ms");
        w.settle();
        QCOMPARE(*w.costs().blocks->layer.forward, 1500.0);
        QCOMPARE(*w.costs().blocks->layer.backwardInput, 7446.123456);
    }

    void theTooltipHasAllOfIt()
    {
        openCosts(w);
        QLineEdit& forward = cellOf(w, "block-layer-F");
        QHelpEvent asks(QEvent::ToolTip, QPoint(4, 4), forward.mapToGlobal(QPoint(4, 4)));
        QApplication::sendEvent(&forward, &asks);
        verifyBegins(QToolTip::text(), "5.9187737027 ms\n");
    }

    void listsAreShortToo()
    {
        QCOMPARE(NumberField::shortTextOf("5918.7737027, 1.5, 7446.123456"), "5918.8, 1.5, 7446.1");
        QCOMPARE(NumberField::shortTextOf("1."), "1.");
        QCOMPARE(NumberField::shortTextOf("5918.7737027, x"), "5918.7737027, x");
        CostModel costs;
        costs.forward = StageValues(5918.7737027);
        w.document().setCosts(costs, "Times");
        w.settle();
        NumberField& field = w.field("cost-forward");
        QCOMPARE(field.text(), "5918.8");
        QVERIFY(field.values() == StageValues(5918.7737027));
        field.setFocus();
        QCOMPARE(field.text(), "5918.7737027");
        // A step starts from the whole number.
        QTest::keyClick(&field, Qt::Key_Up);
        w.settle();
        QCOMPARE(w.costs().forward->at(StageId{0}), 5918.873703);
    }

    void stageColumnsAreNotCut_data()
    {
        addRows<int, QString>({
            {"small window, B", 1280, "interleaved-1f1b:ranks=4,microbatches=8"},
            {"small window, I and W", 1280, "zb-h1:ranks=8,microbatches=16"},
            {"large window, I and W", 2560, "zb-h1:ranks=8,microbatches=16"},
        });
    }

    void stageColumnsAreNotCut()
    {
        const auto& [width, schedule] = givenRow<int, QString>();
        w->resize(width, 800);
        w->files().startNew(*requestFromText(schedule.toStdString()));
        w.settle();
        openCosts(w);
        auto* table = w->findChild<StageTable*>("composed-table");
        QVERIFY(table && table->isVisible());
        int right = 0;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            const QString text = table->model()->index(0, column).data().toString();
            QStyleOptionViewItem option;
            option.initFrom(table);
            option.font = table->font();
            const int needed = table->fontMetrics().horizontalAdvance(text);
            QVERIFY2(
                table->columnWidth(column) >= needed + 4,
                qPrintable(QString("%1: %2 of %3 px").arg(text).arg(table->columnWidth(column)).arg(needed)));
            right += table->columnWidth(column);
        }
        QVERIFY2(right <= table->viewport()->width(),
                 qPrintable(QString("%1 of %2").arg(right).arg(table->viewport()->width())));
    }

    void memoryIsInBytes()
    {
        openCosts(w);
        QTRY_COMPARE(w.metric("peak-memory").section(' ', 1, 1), "GB");
        auto* table = w->findChild<StageTable*>("composed-table");
        const QAbstractItemModel& model = *table->model();
        const int activation = [&] {
            for (int column = 0; column < model.columnCount(); ++column)
                if (model.headerData(column, Qt::Horizontal).toString() == "Act.")
                    return column;
            return -1;
        }();
        QCOMPARE(model.index(0, activation).data().toString(), "4.57 GB");
        QCOMPARE(model.index(0, activation).data(Qt::EditRole).toString(), "4.567662592 GB");
        QCOMPARE(model.index(0, activation).data(Qt::ToolTipRole).toString(),
                 "Activation of stage 0: 4.567662592 GB");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowAppliedCostsTest)
#include "window_applied_costs_test.moc"
