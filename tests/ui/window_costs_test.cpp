// SPDX-License-Identifier: Apache-2.0
// The cost model editor: modes, the stage table, blocks, files, and what few change.
#include "tests/ui/window_support.h"
#include "ui/document/cost_edits.h"
#include "ui/panels/block_form.h"
#include "ui/panels/cost_file_line.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/cost_more.h"
#include "ui/panels/cost_row.h"
#include "ui/panels/entry_rows.h"
#include "ui/panels/stage_costs.h"

#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QMenu>
#include <QPushButton>

namespace bubblescope::test {

namespace {

using namespace ui;

/// What the editor says and does, in the default window: interleaved 1F1B, 4 ranks, 8 stages.
class CostWindow : public ShownWindow
{
public:
    CostForm& form() { return *window().schedulePanel()->costs(); }
    const CostModel& costs() { return document().state().costs; }
    QAbstractItemModel& model() { return *form().stages()->table()->model(); }
    QString cell(int row, int column) { return model().index(row, column).data().toString(); }
    int steps() { return document().undoStack().count(); }
    /// Into a cell of the stage table, as a user does.
    void typeCell(int row, int column, const QString& text)
    {
        StageTable& table = *form().stages()->table();
        table.setFocus();
        table.setCurrentIndex(model().index(row, column));
        QTest::keyClick(&table, text[0].toLatin1());
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        editor->setText(text);
        QTest::keyClick(editor, Qt::Key_Return);
        // A view takes what its editor holds once the key has been handled.
        QCoreApplication::processEvents();
    }
    void paste(int row, int column, const QString& text)
    {
        StageTable& table = *form().stages()->table();
        table.setFocus();
        table.setCurrentIndex(model().index(row, column));
        QApplication::clipboard()->setText(text);
        QTest::keyClick(&table, Qt::Key_V, Qt::ControlModifier);
    }
    void typeLine(QLineEdit& field, const QString& text)
    {
        field.setFocus();
        field.selectAll();
        QTest::keyClicks(&field, text);
        QTest::keyClick(&field, Qt::Key_Return);
    }
    TimesField& field(const char* name) { return *window().findChild<TimesField*>(QLatin1String(name)); }
    CostRow& row(const char* name)
    {
        for (auto* row : window().findChildren<CostRow*>())
            if (row->field()->objectName() == QLatin1String(name))
                return *row;
        qFatal("no row %s", name);
    }
    QPushButton& button(const char* name) { return *window().findChild<QPushButton*>(QLatin1String(name)); }
    void settle()
    {
        if (!QTest::qWaitFor([&] { return !document().isBusy(); }))
            qWarning("the evaluation did not end");
    }
};

StageValues list(std::initializer_list<double> values)
{
    return StageValues(std::vector<double>(values));
}

QString gridText(const QString& text)
{
    const Result<NumberGrid> grid = numbersFromText(text);
    if (!grid)
        return QString::fromStdString(grid.error().message);
    QStringList rows;
    for (const std::vector<double>& row : *grid) {
        QStringList cells;
        for (const double value : row)
            cells << QString::number(value);
        rows << cells.join(QLatin1Char(' '));
    }
    return rows.join(QLatin1Char('/'));
}

} // namespace

class WindowCostsTest : public QObject
{
    Q_OBJECT

private slots:
    void theMenuChoosesTheMode();
    void aTableOfEqualValuesChangesNothing();
    void aCellIsOneUndoStep();
    void aWrongCellIsRefusedInWords();
    void numbersAreReadAsSpreadsheetsWriteThem_data();
    void numbersAreReadAsSpreadsheetsWriteThem();
    void pastingFillsTheTable();
    void whatDoesNotFitIsNotPasted();
    void cellsAreCopied();
    void goingBackToUniformKeepsTheFirst();
    void blocksBeginFromTheLayersTimes();
    void blockTimesCompose();
    void aWrongBlockTimeIsRefusedInWords();
    void listsThatNoLongerFitAreFitted();
    void errorsStandBesideTheirField();
    void stragglersAreAddedAndTakenAway();
    void linksAreChecked();
    void emptyMeansNone();
    void theSeedIsDrawnAgain();
    void moreIsFolded();
    void costsAreSavedAndOpened();
    void everyControlHasAName();
};

void WindowCostsTest::theMenuChoosesTheMode()
{
    CostWindow w;
    QCOMPARE(w.form().mode(), CostMode::Uniform);
    QCOMPARE(w.button("cost-form-mode").text(), QStringLiteral("Uniform ▾"));
    w.button("cost-form-mode").setFocus();
    QTest::keyClick(&w.button("cost-form-mode"), Qt::Key_Space);
    QTRY_VERIFY(w.form().modeMenu()->isVisible());
    QTest::keyClick(w.form().modeMenu(), Qt::Key_Down);
    QTest::keyClick(w.form().modeMenu(), Qt::Key_Down);
    QTest::keyClick(w.form().modeMenu(), Qt::Key_Return);
    QCOMPARE(w.form().mode(), CostMode::PerStage);
    QCOMPARE(w.button("cost-form-mode").text(), QStringLiteral("Per stage ▾"));
    QVERIFY(w.form().stages()->isVisible());
    QVERIFY(!w.field("cost-forward").isVisible());
    QVERIFY(w.field("cost-latency").isVisible());
}

void WindowCostsTest::aTableOfEqualValuesChangesNothing()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    QCOMPARE(w.steps(), 0);
    QCOMPARE(w.model().rowCount(), 8);
    QCOMPARE(w.model().columnCount(), 3);
    QCOMPARE(w.cell(7, 1), QStringLiteral("2"));
    QCOMPARE(w.model().headerData(5, Qt::Vertical, Qt::DisplayRole).toString(), QStringLiteral("5 · rank 1"));
    QCOMPARE(w.model().headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("B"));
}

void WindowCostsTest::aCellIsOneUndoStep()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    w.typeCell(7, 0, QStringLiteral("1.5"));
    QVERIFY(w.costs().forward == list({1, 1, 1, 1, 1, 1, 1, 1.5}));
    QCOMPARE(w.steps(), 1);
    w.typeCell(0, 1, QStringLiteral("3"));
    QVERIFY(w.costs().backward == list({3, 2, 2, 2, 2, 2, 2, 2}));
    QCOMPARE(w.steps(), 2);
    w.document().undoStack().undo();
    QCOMPARE(w.cell(0, 1), QStringLiteral("2"));
    QCOMPARE(w.cell(7, 0), QStringLiteral("1.5"));
}

void WindowCostsTest::aWrongCellIsRefusedInWords()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    w.typeCell(2, 0, QStringLiteral("x"));
    QCOMPARE(w.form().stages()->problemText(),
             QStringLiteral("\"x\" for forward of stage 2: a number from 0 is needed"));
    QVERIFY(w.costs() == CostModel{});
    w.typeCell(2, 0, QStringLiteral("4"));
    QCOMPARE(w.form().stages()->problemText(), QString());
    QCOMPARE(w.cell(2, 0), QStringLiteral("4"));
}

void WindowCostsTest::numbersAreReadAsSpreadsheetsWriteThem_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("grid");
    QTest::newRow("a column") << "1\n2\n3\n"
                              << "1/2/3";
    QTest::newRow("a column from Windows") << "1\r\n2\r\n"
                                           << "1/2";
    QTest::newRow("a row of cells") << "1\t2\t3"
                                    << "1 2 3";
    QTest::newRow("a block of cells") << "1\t2\n3\t4\n"
                                      << "1 2/3 4";
    QTest::newRow("a list on one line") << "1, 1, 1.5"
                                        << "1/1/1.5";
    QTest::newRow("a list with spaces") << "1 2  3"
                                        << "1/2/3";
    QTest::newRow("lines with commas") << "1,2\n3,4"
                                       << "1 2/3 4";
    QTest::newRow("semicolons") << "1;2\n3;4"
                                << "1 2/3 4";
    QTest::newRow("one number") << "2.5"
                                << "2.5";
    QTest::newRow("a word") << "1\ntwo"
                            << "\"two\" is no number from 0";
    QTest::newRow("a negative one") << "1\n-2"
                                    << "\"-2\" is no number from 0";
    QTest::newRow("an empty cell") << "1\t\t2"
                                   << "\"\" is no number from 0";
    QTest::newRow("an empty line") << "1\n\n2"
                                   << "an empty line stands between the numbers";
    QTest::newRow("nothing") << ""
                             << "there are no numbers to paste";
}

void WindowCostsTest::numbersAreReadAsSpreadsheetsWriteThem()
{
    QFETCH(QString, text);
    QFETCH(QString, grid);
    QCOMPARE(gridText(text), grid);
}

void WindowCostsTest::pastingFillsTheTable()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    w.paste(6, 0, QStringLiteral("5\t6\n7\t8"));
    QVERIFY(w.costs().forward == list({1, 1, 1, 1, 1, 1, 5, 7}));
    QVERIFY(w.costs().backward == list({2, 2, 2, 2, 2, 2, 6, 8}));
    QCOMPARE(w.steps(), 1);
    w.paste(0, 2, QStringLiteral("1, 2, 3, 4, 5, 6, 7, 8"));
    QVERIFY(w.costs().activation == list({1, 2, 3, 4, 5, 6, 7, 8}));
    QCOMPARE(w.steps(), 2);
}

void WindowCostsTest::whatDoesNotFitIsNotPasted()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    w.paste(0, 0, QStringLiteral("1 2 3 4 5 6 7 8 9"));
    QCOMPARE(w.form().stages()->problemText(),
             QStringLiteral("Not pasted: 9 rows of numbers, but there are 8 stages"));
    w.paste(6, 0, QStringLiteral("1\n2\n3"));
    QCOMPARE(w.form().stages()->problemText(),
             QStringLiteral("Not pasted: 3 rows of numbers, but from stage 6 on there are 2 stages"));
    w.paste(0, 2, QStringLiteral("1\t2"));
    QCOMPARE(w.form().stages()->problemText(),
             QStringLiteral("Not pasted: 2 columns of numbers, but there is room for 1"));
    w.paste(0, 0, QStringLiteral("fast"));
    QCOMPARE(w.form().stages()->problemText(), QStringLiteral("Not pasted: \"fast\" is no number from 0"));
    QVERIFY(w.costs() == CostModel{});
}

void WindowCostsTest::cellsAreCopied()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    StageTable& table = *w.form().stages()->table();
    table.setFocus();
    table.selectionModel()->select({w.model().index(3, 0), w.model().index(4, 1)},
                                   QItemSelectionModel::ClearAndSelect);
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("1\t2\n1\t2"));
}

void WindowCostsTest::goingBackToUniformKeepsTheFirst()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    w.paste(0, 0, QStringLiteral("3, 2, 2, 2, 2, 2, 2, 1"));
    w.form().chooseMode(CostMode::Uniform);
    QVERIFY(w.costs().forward == StageValues(3.0));
    QCOMPARE(w.form().noticeText(),
             QStringLiteral("Every stage has stage 0's values now. Undo brings the others back."));
    QCOMPARE(w.field("cost-forward").text(), QStringLiteral("3"));
    w.document().undoStack().undo();
    QVERIFY(w.costs().forward == list({3, 2, 2, 2, 2, 2, 2, 1}));
    QCOMPARE(w.form().mode(), CostMode::PerStage);
    QCOMPARE(w.form().noticeText(), QString());
}

void WindowCostsTest::blocksBeginFromTheLayersTimes()
{
    CostWindow w;
    const double before = w.document().evaluation()->timeline->makespan;
    w.form().chooseMode(CostMode::ByBlock);
    w.settle();
    QVERIFY(w.form().blocks()->isVisible());
    QCOMPARE(w->findChild<QLineEdit*>(QStringLiteral("block-layer-F"))->text(), QStringLiteral("1"));
    QCOMPARE(w.document().evaluation()->timeline->makespan, before);
    w.form().chooseMode(CostMode::Uniform);
    QVERIFY(w.costs().forward == StageValues(1.0));
    QVERIFY(!w.costs().blocks);
    QCOMPARE(w.form().noticeText(), QString());
}

void WindowCostsTest::blockTimesCompose()
{
    CostWindow w;
    w.form().chooseMode(CostMode::ByBlock);
    w.typeLine(*w->findChild<QLineEdit*>(QStringLiteral("block-head-F")), QStringLiteral("0.5"));
    w.type(w.field("cost-layers"), QStringLiteral("2"));
    w.settle();
    QVERIFY(w.document().evaluation()->costs.forward == list({2, 2, 2, 2, 2, 2, 2, 2.5}));
    const auto* composed = w->findChild<StageTable*>(QStringLiteral("composed-table"));
    QVERIFY(composed->isVisible());
    QCOMPARE(composed->model()->index(7, 0).data().toString(), QStringLiteral("2.5"));
    QVERIFY(!(composed->model()->flags(composed->model()->index(7, 0)) & Qt::ItemIsEditable));
    // What was composed can be edited stage by stage.
    w.form().chooseMode(CostMode::PerStage);
    QVERIFY(w.costs().forward == list({2, 2, 2, 2, 2, 2, 2, 2.5}));
    QVERIFY(w.costs().backwardInput == StageValues(2.0));
}

void WindowCostsTest::aWrongBlockTimeIsRefusedInWords()
{
    CostWindow w;
    w.form().chooseMode(CostMode::ByBlock);
    const CostModel before = w.costs();
    w.typeLine(*w->findChild<QLineEdit*>(QStringLiteral("block-layer-I")), QStringLiteral("-1"));
    QCOMPARE(w.form().blocks()->problemText(), QStringLiteral("I of Layer takes a number from 0"));
    QVERIFY(w.costs() == before);
}

void WindowCostsTest::listsThatNoLongerFitAreFitted()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    w.paste(0, 0, QStringLiteral("1, 2, 3, 4, 5, 6, 7, 8"));
    ScheduleRequest request = w.document().draft();
    request.ranks = 2;
    w.document().propose(request, QStringLiteral("Ranks"));
    w.settle();
    QCOMPARE(w.form().misfitText(), QStringLiteral("Forward has 8 values, but the schedule has 4 stages."));
    QCOMPARE(w.button("cost-fit").text(), QStringLiteral("Fit to 4 stage(s)"));
    QCOMPARE(w->findChild<QLabel*>(QStringLiteral("cost-problem"))->isHidden(), true);
    QTest::mouseClick(&w.button("cost-fit"), Qt::LeftButton);
    w.settle();
    QVERIFY(w.costs().forward == list({1, 2, 3, 4}));
    QCOMPARE(w.form().misfitText(), QString());
    QCOMPARE(w.document().evaluation()->timeline->schedule->stageCount, 4U);
    QCOMPARE(w.model().rowCount(), 4);
    request.ranks = 3;
    request.microbatches = 9;
    w.document().propose(request, QStringLiteral("Ranks"));
    w.settle();
    QTest::mouseClick(&w.button("cost-fit"), Qt::LeftButton);
    QVERIFY(w.costs().forward == list({1, 2, 3, 4, 4, 4}));
}

void WindowCostsTest::errorsStandBesideTheirField()
{
    CostWindow w;
    w.type(w.field("cost-forward"), QStringLiteral("fast"));
    QCOMPARE(w.row("cost-forward").problemText(),
             QStringLiteral("Forward takes a number from 0, or one for every stage: 1, 1, 1.5"));
    w.type(w.field("cost-latency"), QStringLiteral("-1"));
    QCOMPARE(w.row("cost-latency").problemText(), QStringLiteral("P2P latency takes a number from 0"));
    w.type(w.field("cost-latency"), QStringLiteral("1"));
    QCOMPARE(w.row("cost-latency").problemText(), QString());
    // What the model itself refuses.
    CostModel bad;
    bad.transfer.latency = -2;
    w.document().setCosts(bad, QStringLiteral("Latency"));
    w.settle();
    QCOMPARE(w.row("cost-latency").problemText(),
             QStringLiteral("p2p latency is -2, but must be a finite number of at least 0"));
    QVERIFY(w->findChild<QLabel*>(QStringLiteral("cost-problem"))->isHidden());
}

void WindowCostsTest::stragglersAreAddedAndTakenAway()
{
    CostWindow w;
    w.button("cost-more").click();
    auto* rows = w->findChild<EntryRows*>(QStringLiteral("cost-stragglers"));
    rows->addButton()->setFocus();
    QTest::keyClick(rows->addButton(), Qt::Key_Space);
    QVERIFY((w.costs().rankFactor == std::map<std::uint32_t, double>{{0, 1.5}}));
    QVERIFY(rows->field(0, 0)->hasFocus());
    w.typeLine(*rows->field(0, 0), QStringLiteral("2"));
    w.typeLine(*rows->field(0, 1), QStringLiteral("1.6"));
    QVERIFY((w.costs().rankFactor == std::map<std::uint32_t, double>{{2, 1.6}}));
    w.typeLine(*rows->field(0, 0), QStringLiteral("4"));
    QCOMPARE(rows->problemText(), QStringLiteral("rank 4: the schedule has ranks 0 to 3"));
    w.typeLine(*rows->field(0, 0), QStringLiteral("1.5"));
    QCOMPARE(rows->problemText(), QStringLiteral("Rank takes a whole number from 0"));
    w.typeLine(*rows->field(0, 0), QStringLiteral("1"));
    QCOMPARE(rows->problemText(), QString());
    rows->addButton()->click();
    w.typeLine(*rows->field(1, 0), QStringLiteral("1"));
    QCOMPARE(rows->problemText(), QStringLiteral("rank 1 is there twice"));
    rows->removeButton(1)->click();
    QCOMPARE(rows->problemText(), QString());
    rows->removeButton(0)->click();
    QVERIFY(w.costs().rankFactor.empty());
    QVERIFY(!rows->field(0, 0));
}

void WindowCostsTest::linksAreChecked()
{
    CostWindow w;
    w.button("cost-more").click();
    auto* rows = w->findChild<EntryRows*>(QStringLiteral("cost-links"));
    rows->addButton()->click();
    w.typeLine(*rows->field(0, 2), QStringLiteral("0.5"));
    QCOMPARE(w.costs().transfer.links.size(), std::size_t{1});
    QVERIFY(w.costs().transfer.links[0] == (LinkCost{0, 1, 0.5, {}, {}}));
    w.typeLine(*rows->field(0, 1), QStringLiteral("0"));
    QCOMPARE(rows->problemText(), QStringLiteral("a link is between two ranks, not from rank 0 to itself"));
    QCOMPARE(w.costs().transfer.links[0].to, 1U);
}

void WindowCostsTest::emptyMeansNone()
{
    CostWindow w;
    w.button("cost-more").click();
    w.type(w.field("cost-memory-limit"), QStringLiteral("6"));
    QVERIFY(w.costs().memoryLimit == 6.0);
    w.field("cost-memory-limit").setFocus();
    w.field("cost-memory-limit").selectAll();
    QTest::keyClick(&w.field("cost-memory-limit"), Qt::Key_Delete);
    QVERIFY(!w.costs().memoryLimit);
    QCOMPARE(w.row("cost-memory-limit").problemText(), QString());
}

void WindowCostsTest::theSeedIsDrawnAgain()
{
    CostWindow w;
    w.button("cost-more").click();
    w.type(w.field("cost-sigma"), QStringLiteral("0.1"));
    w.button("cost-draw").click();
    QCOMPARE(w.costs().jitter.seed, std::uint64_t{1});
    QCOMPARE(w->findChild<QLineEdit*>(QStringLiteral("cost-seed"))->text(), QStringLiteral("1"));
    QCOMPARE(w.costs().jitter.sigma, 0.1);
}

void WindowCostsTest::moreIsFolded()
{
    CostWindow w;
    QVERIFY(!w.field("cost-bytes").isVisible());
    w.button("cost-more").setFocus();
    QTest::keyClick(&w.button("cost-more"), Qt::Key_Space);
    QVERIFY(w.field("cost-bytes").isVisible());
    // Where the order has none, nothing of FSDP is offered.
    QVERIFY(!w.field("cost-unshard").isVisible());
    w.document().setPasses({"fsdp"}, QStringLiteral("Lowering"));
    w.settle();
    QVERIFY(w.field("cost-unshard").isVisible());
    QVERIFY(w->findChild<QCheckBox*>(QStringLiteral("cost-fsdp-beside"))->isVisible());
}

void WindowCostsTest::costsAreSavedAndOpened()
{
    CostWindow w;
    w.form().chooseMode(CostMode::PerStage);
    w.paste(0, 0, QStringLiteral("1, 2, 3, 4, 5, 6, 7, 8"));
    const CostModel saved = w.costs();
    w->questions.saveCostsPath = [&](const QString&) { return w.path(QStringLiteral("mine.json")); };
    w.button("cost-save").click();
    QVERIFY(QFile::exists(w.path(QStringLiteral("mine.json"))));
    w.button("cost-reset").click();
    QVERIFY(w.costs() == CostModel{});
    QCOMPARE(w.form().mode(), CostMode::Uniform);
    w->questions.openCostsPath = [&] { return w.path(QStringLiteral("mine.json")); };
    w.button("cost-open").click();
    QVERIFY(w.costs() == saved);
    QCOMPARE(w.form().mode(), CostMode::PerStage);
    QCOMPARE(w.form().fileLine()->text(), QStringLiteral("mine.json"));
    w.typeCell(0, 0, QStringLiteral("9"));
    QCOMPARE(w.form().fileLine()->text(), QStringLiteral("mine.json (changed)"));
    w.document().undoStack().undo();
    w.document().undoStack().undo();
    QCOMPARE(w.form().fileLine()->text(), QString());
}

void WindowCostsTest::everyControlHasAName()
{
    CostWindow w;
    w.button("cost-more").click();
    int controls = 0;
    for (const QWidget* widget : w->schedulePanel()->findChildren<QWidget*>()) {
        const bool inField = qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) != nullptr;
        const bool isCell = widget->objectName().startsWith(QLatin1String("qt_"));
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
    QVERIFY(controls > 30);
}

} // namespace bubblescope::test

QTEST_MAIN(bubblescope::test::WindowCostsTest)
#include "window_costs_test.moc"
