// SPDX-License-Identifier: Apache-2.0
// What is copied from the docks as CSV, and the list of problems.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_docks_support.h"
#include "ui/widgets/csv_export.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace bubblescope::test {

using namespace ui;

class WindowDocksCopyTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void aFieldIsQuotedWhereItMust_data()
    {
        addRows<QString, QString>({
            {"plain", "2F3 from rank 1", "2F3 from rank 1"},
            {"comma", "a, b", "\"a, b\""},
            {"quote", "say \"hi\"", "\"say \"\"hi\"\"\""},
            {"line", "a\nb", "\"a\nb\""},
            {"return", "a\rb", "\"a\rb\""},
            {"nothing", QString(), QString()},
        });
    }

    void aFieldIsQuotedWhereItMust()
    {
        const auto& [text, field] = givenRow<QString, QString>();
        QCOMPARE(csvField(text), field);
    }

    void aTableIsCopiedWithItsHeader()
    {
        QStandardItemModel model(2, 2);
        model.setHorizontalHeaderLabels({"Time, steps", "What"});
        const QModelIndex first = model.index(0, 0);
        model.setData(first, "0.333", Qt::DisplayRole);
        model.setData(first, 1.0 / 3, kRawRole);
        model.setData(model.index(0, 1), "one");
        model.setData(model.index(1, 0), "2");
        model.setData(model.index(1, 1), "t\"wo");
        QCOMPARE(tableCsv(model, {model.index(1, 0), first}),
                 "\"Time, steps\",What\n2,\"t\"\"wo\"\n0.3333333333333333,one\n");
        // As programs read it, whatever the desktop's language.
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(csvNumber(1234567.5), "1234567.5");
        QCOMPARE(csvNumber(-0.0), "0");
        QLocale::setDefault(before);
    }

    void csvBecomesJson_data()
    {
        addRows<QString, QString>({
            {"numbers", "a,b,c\n1,-0.5,2e-7\n", "[\n {\"a\": 1, \"b\": -0.5, \"c\": 2e-7}\n]\n"},
            {"nothing", "a,b\n,x\n", "[\n {\"a\": null, \"b\": \"x\"}\n]\n"},
            {"no number", "a\n007\n1.\n+1\n",
             "[\n {\"a\": \"007\"},\n {\"a\": \"1.\"},\n {\"a\": \"+1\"}\n]\n"},
            {"quoted", "\"a, b\"\n\"say \"\"hi\"\"\nyou\"\n",
             "[\n {\"a, b\": \"say \\\"hi\\\"\\nyou\"}\n]\n"},
            {"no lines", "a,b\n", "[\n]\n"},
        });
    }

    void csvBecomesJson()
    {
        const auto& [csv, json] = givenRow<QString, QString>();
        QCOMPARE(csvAsJson(csv), json);
    }

    void figuresAreSavedAsCsvOrJson()
    {
        QVERIFY(writeCsv(w.path("a.csv"), "a\n1\n").has_value());
        QVERIFY(writeCsv(w.path("a.json"), "a\n1\n").has_value());
        QCOMPARE(ShownWindow::read(w.path("a.csv")), QByteArray("a\n1\n"));
        QCOMPARE(ShownWindow::read(w.path("a.json")), QByteArray("[\n {\"a\": 1}\n]\n"));
        QVERIFY(!writeCsv("/no/such/folder/a.csv", "a\n").has_value());
    }

    void docksCopyTheSameAsJson()
    {
        w.explained();
        const BubbleLedger& ledger = w.document().explanation()->ledger;
        const auto copyJson = [](const QWidget& widget) {
            for (QAction* action : widget.actions())
                if (action->text() == "Copy all as JSON")
                    action->trigger();
            return QJsonDocument::fromJson(copiedText().toUtf8()).array();
        };
        const QJsonArray bubbles = copyJson(*bubbleList(w));
        QCOMPARE(w.said(), "Copied as JSON.");
        QCOMPARE(bubbles.size(), static_cast<qsizetype>(ledger.bubbles.size()));
        QVERIFY(bubbles[0]["length"].isDouble() && bubbles[0]["cause"].isString());
        // What is no table, too.
        w.select(0, 0);
        const QJsonObject first = copyJson(*w->inspector())[0].toObject();
        QCOMPARE(first.value("value").toString(), QString("0F0"));
    }

    void ctrlCCopiesWhatHasTheFocus()
    {
        w.explained();
        const BubbleLedger& ledger = w.document().explanation()->ledger;
        bubbleList(w)->setFocus();
        bubbleList(w)->selectionModel()->clear();
        QTest::keyClick(bubbleList(w), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(w.said(), QString("%1 bubbles copied as CSV.").arg(ledger.bubbles.size()));
        QCOMPARE(copiedText().count('\n'), static_cast<qsizetype>(ledger.bubbles.size() + 1));
        QTest::keyClick(bubbleList(w), Qt::Key_Home);
        QTest::keyClick(bubbleList(w), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(w.said(), "1 bubble copied as CSV.");
        QCOMPARE(copiedText(), w->bubbles()->model()->csv({w->bubbles()->model()->index(0, 0)}));
        // The inspector, in full precision.
        w.select(0, 0);
        auto* link = w->inspector()->findChild<LinkLine*>();
        QVERIFY(link);
        for (LinkLine* line : w->inspector()->findChildren<LinkLine*>())
            if (line->isVisible())
                link = line;
        link->setFocus();
        QVERIFY(link->hasFocus());
        QTest::keyClick(link, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(w.said(), "Inspector copied as CSV.");
        verifyBegins(copiedText(), "label,value\nAction,0F0\nKind,Forward\nRank,0\nStage,0\n"
                                   "Microbatch,0\nStart,0\nEnd,1\nDuration,1\nSlack,");
        // Nothing selected in the timeline: said, and nothing lost.
        w.view().clearSelection();
        const QString before = copiedText();
        w.key(Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedText(), before);
        QCOMPARE(w.said(), "Nothing is selected: select an action, a gap or an area to copy.");
    }

    void aFieldKeepsItsOwnCopy()
    {
        w.explained();
        auto* field = w->bubbles()->findChild<QLineEdit*>("bubbles-text");
        field->setFocus();
        QTest::keyClicks(field, "warm");
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(copiedText(), "warm");
        QVERIFY(w.said().isEmpty());
    }

    void problemsAreFilteredAndCounted()
    {
        openBroken(w);
        ProblemsPanel& panel = *w->problems();
        const QAbstractItemModelTester tester(panel.list()->model());
        const std::size_t count = *panel.problemCount();
        const auto* summary = panel.findChild<QLabel*>("problems-summary");
        QCOMPARE(summary->text(), QString("%1 problems · Enter or a click goes to the action.").arg(count));
        auto* rule = panel.findChild<QComboBox*>("problems-rule");
        QCOMPARE(rule->itemText(0), "All rules");
        const int duplicate = rule->findText("duplicate-action");
        QVERIFY(duplicate > 0);
        rule->setFocus();
        while (rule->currentIndex() < duplicate)
            QTest::keyClick(rule, Qt::Key_Down);
        const QAbstractItemModel& model = *panel.list()->model();
        QVERIFY(model.rowCount() > 0 && model.rowCount() < static_cast<int>(count));
        for (int row = 0; row < model.rowCount(); ++row)
            QCOMPARE(model.index(row, ProblemsModel::Rule).data().toString(), "duplicate-action");
        QCOMPARE(summary->text(), QString("%1 of %2 problems").arg(model.rowCount()).arg(count));
        panel.setGrouped(true);
        QCOMPARE(model.rowCount(), 1);
        panel.setGrouped(false);
        auto* text = panel.findChild<QLineEdit*>("problems-text");
        text->setFocus();
        QTest::keyClicks(text, "no such words");
        QCOMPARE(model.rowCount(), 0);
        QCOMPARE(labelText(panel, "problems-empty"), "No problem matches the filter.");
        text->clear();
        rule->setCurrentIndex(0);
        QTest::keyClicks(text, "1b1");
        QVERIFY(model.rowCount() > 0 && model.rowCount() < static_cast<int>(count));
        // Sorted by every column, and back, the filter stays.
        for (int column = 0; column < ProblemsModel::ColumnCount; ++column)
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                const int rows = model.rowCount();
                panel.list()->sortByColumn(column, order);
                QCOMPARE(model.rowCount(), rows);
            }
    }

    void problemsAreCopiedAsCsv()
    {
        openBroken(w);
        QTreeView& list = *w->problems()->list();
        const int count = static_cast<int>(*w->problems()->problemCount());
        list.setFocus();
        list.selectionModel()->clear();
        QTest::keyClick(&list, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(w.said(), QString("%1 problems copied as CSV.").arg(count));
        const QStringList lines = copiedText().split('\n');
        QCOMPARE(lines.first(), "Rule,Rank,Action,Cell,What is wrong");
        QCOMPARE(lines.size(), count + 2);
        const QString rule = list.model()->index(0, ProblemsModel::Rule).data().toString();
        verifyBegins(lines[1], rule + ',');
        list.setCurrentIndex(list.model()->index(1, 0));
        QTest::keyClick(&list, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(w.said(), "1 problem copied as CSV.");
        QCOMPARE(copiedText(), lines[0] + '\n' + lines[2] + '\n');
        // Ctrl+Enter fits the action that the row is about.
        list.setCurrentIndex(list.model()->index(0, 0));
        for (int row = 0; row < count; ++row)
            if (list.model()->index(row, 0).data().toString() == "duplicate-action")
                list.setCurrentIndex(list.model()->index(row, 0));
        w.stayStill();
        const Time before = widthOf(w.range());
        QTest::keyClick(&list, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(w.chosen());
        QVERIFY(widthOf(w.range()) < before);
    }

    void anActionWithAProblemSelectsItsRow()
    {
        openBroken(w);
        QTreeView& list = *w->problems()->list();
        const auto* model = qobject_cast<const ProblemsModel*>(list.model());
        list.selectionModel()->clear();
        // The second 0F1.
        w.click(w.at(0, 2.5));
        QCOMPARE(textAt(w.view()), "0F1");
        const auto problem = model->problemAt(list.currentIndex());
        QVERIFY(problem);
        const std::vector<ActionPosition>& places = w->problems()->report()->places[*problem];
        QVERIFY(std::find(places.begin(), places.end(), *w.chosen()) != places.end());
        QVERIFY(list.selectionModel()->isSelected(list.currentIndex()));
        // One without leaves none selected.
        w.select(0, 0);
        if (list.currentIndex().isValid()) {
            const auto other = model->problemAt(list.currentIndex());
            const auto& about = w->problems()->report()->places[*other];
            QVERIFY(std::find(about.begin(), about.end(), *w.chosen()) != about.end());
        } else {
            QVERIFY(list.selectionModel()->selectedRows().isEmpty());
        }
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowDocksCopyTest)
#include "window_docks_copy_test.moc"
