// SPDX-License-Identifier: Apache-2.0
// The cost model editor: modes and the stage table.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_costs_support.h"

namespace bubblescope::test {

using namespace ui;

namespace {

QString gridText(const QString& text)
{
    const Result<NumberGrid> grid = numbersFromText(text);
    if (!grid)
        return QString::fromStdString(grid.error().message.text());
    QStringList rows;
    for (const std::vector<double>& row : *grid) {
        QStringList cells;
        for (const double value : row)
            cells << QString::number(value);
        rows << cells.join(' ');
    }
    return rows.join('/');
}

} // namespace

class WindowCostsTest : public QObject
{
    Q_OBJECT

    CostWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void theMenuChoosesTheMode()
    {
        QCOMPARE(w.form().mode(), CostMode::Uniform);
        QCOMPARE(w.button("cost-form-mode").text(), "Uniform ▾");
        w.button("cost-form-mode").setFocus();
        QTest::keyClick(&w.button("cost-form-mode"), Qt::Key_Space);
        QTRY_VERIFY(w.form().modeMenu()->isVisible());
        QTest::keyClick(w.form().modeMenu(), Qt::Key_Down);
        QTest::keyClick(w.form().modeMenu(), Qt::Key_Down);
        QTest::keyClick(w.form().modeMenu(), Qt::Key_Return);
        QCOMPARE(w.form().mode(), CostMode::PerStage);
        QCOMPARE(w.button("cost-form-mode").text(), "Per stage ▾");
        QVERIFY(w.form().stages()->isVisible());
        QVERIFY(!w.field("cost-forward").isVisible());
        QVERIFY(w.field("cost-latency").isVisible());
    }

    void aTableOfEqualValuesChangesNothing()
    {
        w.form().chooseMode(CostMode::PerStage);
        QCOMPARE(w.steps(), 0);
        QCOMPARE(w.model().rowCount(), 8);
        QCOMPARE(w.model().columnCount(), 3);
        QCOMPARE(w.cell(7, 1), "2");
        QCOMPARE(w.model().headerData(5, Qt::Vertical, Qt::DisplayRole).toString(), "5 · rank 1");
        QCOMPARE(w.model().headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), "B");
    }

    void aCellIsOneUndoStep()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.typeCell(7, 0, "1.5");
        QVERIFY(w.costs().forward == list({1, 1, 1, 1, 1, 1, 1, 1.5}));
        QCOMPARE(w.steps(), 1);
        w.typeCell(0, 1, "3");
        QVERIFY(w.costs().backward == list({3, 2, 2, 2, 2, 2, 2, 2}));
        QCOMPARE(w.steps(), 2);
        w.undo();
        QCOMPARE(w.cell(0, 1), "2");
        QCOMPARE(w.cell(7, 0), "1.5");
    }

    void aWrongCellIsRefusedInWords()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.typeCell(2, 0, "x");
        QCOMPARE(w.form().stages()->problemText(),
                 "\"x\" for forward of stage 2: expected a number of at least 0");
        QVERIFY(w.costs() == CostModel{});
        w.typeCell(2, 0, "4");
        QCOMPARE(w.form().stages()->problemText(), QString());
        QCOMPARE(w.cell(2, 0), "4");
    }

    void numbersAreReadAsSpreadsheetsWriteThem_data()
    {
        addRows<QString, QString>({
            {"a column", "1\n2\n3\n", "1/2/3"},
            {"a column from Windows", "1\r\n2\r\n", "1/2"},
            {"a row of cells", "1\t2\t3", "1 2 3"},
            {"a block of cells", "1\t2\n3\t4\n", "1 2/3 4"},
            {"a list on one line", "1, 1, 1.5", "1/1/1.5"},
            {"a list with spaces", "1 2  3", "1/2/3"},
            {"lines with commas", "1,2\n3,4", "1 2/3 4"},
            {"semicolons", "1;2\n3;4", "1 2/3 4"},
            {"one number", "2.5", "2.5"},
            {"a word", "1\ntwo", "\"two\" is not a number of at least 0"},
            {"a negative one", "1\n-2", "\"-2\" is not a number of at least 0"},
            {"an empty cell", "1\t\t2", "\"\" is not a number of at least 0"},
            {"an empty line", "1\n\n2", "there is an empty line between the numbers"},
            {"nothing", "", "there are no numbers to paste"},
        });
    }

    void numbersAreReadAsSpreadsheetsWriteThem()
    {
        const auto& [text, grid] = givenRow<QString, QString>();
        QCOMPARE(gridText(text), grid);
    }

    void pastingFillsTheTable()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.paste(6, 0, "5\t6\n7\t8");
        QVERIFY(w.costs().forward == list({1, 1, 1, 1, 1, 1, 5, 7}));
        QVERIFY(w.costs().backward == list({2, 2, 2, 2, 2, 2, 6, 8}));
        QCOMPARE(w.steps(), 1);
        w.paste(0, 2, "1, 2, 3, 4, 5, 6, 7, 8");
        QVERIFY(w.costs().activation == list({1, 2, 3, 4, 5, 6, 7, 8}));
        QCOMPARE(w.steps(), 2);
    }

    void whatDoesNotFitIsNotPasted()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.paste(0, 0, "1 2 3 4 5 6 7 8 9");
        QCOMPARE(w.form().stages()->problemText(), "Not pasted: 9 rows of numbers, but there are 8 stages");
        w.paste(6, 0, "1\n2\n3");
        QCOMPARE(w.form().stages()->problemText(),
                 "Not pasted: 3 rows of numbers, but there are only 2 stages from stage 6 on");
        w.paste(0, 2, "1\t2");
        QCOMPARE(w.form().stages()->problemText(),
                 "Not pasted: 2 columns of numbers, but there is room for 1");
        w.paste(0, 0, "fast");
        QCOMPARE(w.form().stages()->problemText(), "Not pasted: \"fast\" is not a number of at least 0");
        QVERIFY(w.costs() == CostModel{});
    }

    void cellsAreCopied()
    {
        w.form().chooseMode(CostMode::PerStage);
        StageTable& table = *w.form().stages()->table();
        table.setFocus();
        table.selectionModel()->select({w.model().index(3, 0), w.model().index(4, 1)},
                                       QItemSelectionModel::ClearAndSelect);
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedText(), "1\t2\n1\t2");
    }

    void goingBackToUniformKeepsTheFirst()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.paste(0, 0, "3, 2, 2, 2, 2, 2, 2, 1");
        w.form().chooseMode(CostMode::Uniform);
        QVERIFY(w.costs().forward == StageValues(3.0));
        QCOMPARE(w.form().noticeText(),
                 "Every stage now has the values of stage 0. Undo restores the others.");
        QCOMPARE(w.field("cost-forward").text(), "3");
        w.undo();
        QVERIFY(w.costs().forward == list({3, 2, 2, 2, 2, 2, 2, 1}));
        QCOMPARE(w.form().mode(), CostMode::PerStage);
        QCOMPARE(w.form().noticeText(), QString());
    }

    void listsThatNoLongerFitAreFitted()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.paste(0, 0, "1, 2, 3, 4, 5, 6, 7, 8");
        ScheduleRequest request = w.document().draft();
        request.ranks = 2;
        w.document().propose(request, "Ranks");
        w.settle();
        QCOMPARE(w.form().misfitText(), "Forward has 8 values, but the schedule has 4 stages.");
        QCOMPARE(w.button("cost-fit").text(), "Fit to 4 stages");
        QCOMPARE(w->findChild<QLabel*>("cost-problem")->isHidden(), true);
        QTest::mouseClick(&w.button("cost-fit"), Qt::LeftButton);
        w.settle();
        QVERIFY(w.costs().forward == list({1, 2, 3, 4}));
        QCOMPARE(w.form().misfitText(), QString());
        QCOMPARE(w.schedule().stageCount, 4U);
        QCOMPARE(w.model().rowCount(), 4);
        request.ranks = 3;
        request.microbatches = 9;
        w.document().propose(request, "Ranks");
        w.settle();
        QTest::mouseClick(&w.button("cost-fit"), Qt::LeftButton);
        QVERIFY(w.costs().forward == list({1, 2, 3, 4, 4, 4}));
    }

    void everyControlHasAName()
    {
        w.button("cost-more").click();
        int controls = 0;
        for (const QWidget* widget : w->schedulePanel()->findChildren<QWidget*>()) {
            const bool inField = qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) != nullptr;
            const bool isCell = widget->objectName().startsWith("qt_");
            if (!(widget->focusPolicy() & Qt::TabFocus) || inField || isCell || !widget->isVisible())
                continue;
            // A label is read by its text.
            if (qobject_cast<const QLabel*>(widget))
                continue;
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            const QString name =
                button && widget->accessibleName().isEmpty() ? button->text() : widget->accessibleName();
            QVERIFY2(!name.isEmpty(),
                     qPrintable(widget->objectName() + QLatin1String(widget->metaObject()->className())));
            ++controls;
        }
        QVERIFY2(controls > 20, qPrintable(QString::number(controls)));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowCostsTest)
#include "window_costs_test.moc"
