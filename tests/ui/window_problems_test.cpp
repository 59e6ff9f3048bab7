// SPDX-License-Identifier: Apache-2.0
// Orders that cannot run, and the dock that lists what is wrong with them.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_support.h"
#include "ui/document/problem_report.h"
#include "ui/messages/document_notices.h"
#include "ui/panels/problems_model.h"
#include "ui/timeline/hit_test.h"
#include "ui/widgets/segmented_choice.h"

namespace bubblescope::test {

namespace {

using namespace ui;

/// Rank 0 wants 0B0 before it has sent 0F1's way on: each waits for the other.
constexpr const char* kDeadlock = "0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n";

QDockWidget* problemsDockOf(ShownWindow& w)
{
    return w->findChild<QDockWidget*>("problems-dock");
}
QStringList rowTexts(ShownWindow& w, int column)
{
    QStringList texts;
    const QAbstractItemModel& model = *w->problems()->list()->model();
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, column).data().toString();
    return texts;
}
QModelIndex rowWith(ShownWindow& w, const QString& rule)
{
    return w->problems()->list()->model()->index(
        static_cast<int>(rowTexts(w, ProblemsModel::Rule).indexOf(rule)), 0);
}
void open(ShownWindow& w, const char* order)
{
    w.open("broken.csv", order);
    QTRY_VERIFY(w->problems()->problemCount());
}
std::string selectedText(ShownWindow& w)
{
    const auto selected = w.chosen();
    return selected ? actionText(w.schedule().at(*selected).id()) : "nothing";
}

} // namespace

class WindowProblemsTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void aBrokenOrderIsShownWithItsProblems_data()
    {
        addRows<QByteArray, QString, bool>({
            {"deadlock", QByteArray(kDeadlock), "deadlock", false},
            {"missing action", "0F0,0F1,0B0,0B1\n1F0,1B0,1B1\n", "missing-action", false},
            {"duplicate", "0F0,0F0,0B0\n1F0,1B0\n", "duplicate-action", false},
            {"wrong rank", "0F0,0F1,1F1,0B0,0B1\n1F0,1B0,1B1\n", "wrong-rank", true},
            {"receive behind its use", "0F0,0SEND_F0,0RECV_B0,0B0\n1F0,1RECV_F0,1B0,1SEND_B0\n",
             "dependency-order", true},
        });
    }

    void aBrokenOrderIsShownWithItsProblems()
    {
        const auto& [order, rule, runs] = givenRow<QByteArray, QString, bool>();
        open(w, order.constData());
        QCOMPARE(w.ranks(), 2U);
        QVERIFY(!w.document().isGenerated());
        QVERIFY2(rowTexts(w, ProblemsModel::Rule).contains(rule),
                 qPrintable(rowTexts(w, ProblemsModel::Message).join('\n')));
        QVERIFY(!w->messages()->isVisible());
        QCOMPARE(w->notices().broken()->isVisible(), !runs);
        if (!runs)
            QVERIFY(w->notices().broken()->headline().startsWith("This order cannot run: "));
        QTRY_COMPARE(!w->problems()->visibleRegion().isEmpty(), !runs);
        QCOMPARE(problemsDockOf(w)->windowTitle(),
                 QString("Problems %1").arg(*w->problems()->problemCount()));
    }

    void aFileWithoutARightCellLeavesWhatWasOpen()
    {
        const EvaluationPtr before = w.document().evaluation();
        w.open("typo.csv", ",\n,1X1\n");
        verifyBegins(w->messages()->headline(), "typo.csv:2:3: ");
        QCOMPARE(w->messages()->excerpt(), ",1X1\n  ^ expected a type");
        QCOMPARE(w.document().evaluation(), before);
        QVERIFY(!w->notices().broken()->isVisible());
    }

    void theNoticeGoesWithTheOrder()
    {
        open(w, kDeadlock);
        QVERIFY(w->notices().broken()->isVisible());
        problemsDockOf(w)->hide();
        QTest::mouseClick(w->notices().broken()->findChild<QPushButton*>("message-link"), Qt::LeftButton);
        QVERIFY(problemsDockOf(w)->isVisible());
        QVERIFY(w->problems()->list()->hasFocus());
        w->files().startNew(ScheduleRequest{});
        QTRY_VERIFY(w.document().evaluation()->brokenBecause.empty());
        QVERIFY(!w->notices().broken()->isVisible());
        QTRY_COMPARE(problemsDockOf(w)->windowTitle(), "Problems");
    }

    void enterAndClickGoToTheAction()
    {
        open(w, "0F0,0F1,0F0,0B0,0B1\n1F0,1B0,1F1,1B1\n");
        QTreeView* list = w->problems()->list();
        problemsDockOf(w)->show();
        problemsDockOf(w)->raise();
        list->setFocus();
        list->setCurrentIndex(rowWith(w, "duplicate-action"));
        QCOMPARE(selectedText(w), "nothing");
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(selectedText(w), "0F0");
        w.view().clearSelection();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->currentIndex()).center());
        QCOMPARE(selectedText(w), "0F0");
    }

    void aMissingActionLeadsToItsPlace()
    {
        open(w, "0F0,0F1,0F2,0B0,0B1,0B2\n1F0,1B0,1F2,1B1,1B2\n");
        w.key(Qt::Key_Right);
        QVERIFY(w.chosen());
        const QModelIndex missing = rowWith(w, "missing-action");
        QVERIFY(missing.isValid());
        emit w->problems()->list()->clicked(missing);
        QVERIFY(!w.chosen());
        QVERIFY(w.view().chosen().missingPlace());
        verifyEnds(w.said(), " · the mark shows where it belongs.");
        // Behind 1F0, which ends at 2.
        QCOMPARE(*w.view().chosen().missingPlace(), (LaneMoment{RankId{1}, 2}));
        w.key(Qt::Key_Escape);
        QVERIFY(!w.view().chosen().missingPlace());
    }

    void aDeadlockIsDrawnInOrder()
    {
        open(w, kDeadlock);
        const QModelIndex deadlock = rowWith(w, "deadlock");
        QVERIFY(deadlock.isValid());
        emit w->problems()->list()->activated(deadlock);
        const Problem& problem = w->problems()->report()->problems[static_cast<std::size_t>(deadlock.row())];
        const Schedule& schedule = w.schedule();
        QVERIFY(w.view().chosen().cycle().size() >= 2);
        QCOMPARE(w.view().chosen().cycle().size(), problem.actions.size());
        for (std::size_t i = 0; i < problem.actions.size(); ++i)
            QVERIFY(schedule.at(w.view().chosen().cycle()[i]).id() == problem.actions[i].action);
        QVERIFY(w.chosen() == w.view().chosen().cycle().front());
        w.key(Qt::Key_Right);
        QVERIFY(w.view().chosen().cycle().empty());
    }

    void rendezvousFindsMore()
    {
        // Both send first: a buffer lets them, a meeting does not.
        open(w, "0F0,0SEND_F0,0F1,0SEND_F1,0RECV_B0,0B0,0RECV_B1,0B1\n"
                "1RECV_F0,1F0,1B0,1SEND_B0,1RECV_F1,1F1,1B1,1SEND_B1\n");
        QCOMPARE(*w->problems()->problemCount(), std::size_t{0});
        problemsDockOf(w)->show();
        problemsDockOf(w)->raise();
        auto* sends = w->problems()->findChild<SegmentedChoice*>("problems-sends");
        const QList<QAbstractButton*> buttons = sends->findChildren<QAbstractButton*>();
        QTest::mouseClick(buttons[1], Qt::LeftButton);
        QCOMPARE(w->problems()->sends(), SendSemantics::Rendezvous);
        QTRY_VERIFY(w->problems()->problemCount());
        QCOMPARE(rowTexts(w, ProblemsModel::Rule), QStringList{"deadlock"});
        // It still runs with buffers, so its times are no broken order's.
        QVERIFY(!w->notices().broken()->isVisible());
    }

    void groupedAndSorted()
    {
        open(w, "0F0,0F1,0F0,0B0\n1F0,1B0,1F0\n");
        QTreeView* list = w->problems()->list();
        const int problems = list->model()->rowCount();
        list->sortByColumn(ProblemsModel::Rank, Qt::DescendingOrder);
        const QStringList ranks = rowTexts(w, ProblemsModel::Rank);
        QVERIFY(std::is_sorted(ranks.begin(), ranks.end(), std::greater<>()));
        list->setCurrentIndex(list->model()->index(problems - 1, 0));
        const QString current = list->model()->index(problems - 1, ProblemsModel::Message).data().toString();
        auto* grouped = w->problems()->findChild<QCheckBox*>("problems-grouped");
        problemsDockOf(w)->show();
        problemsDockOf(w)->raise();
        grouped->click();
        QCOMPARE(list->currentIndex().siblingAtColumn(ProblemsModel::Message).data().toString(), current);
        int below = 0;
        for (int row = 0; row < list->model()->rowCount(); ++row)
            below += list->model()->rowCount(list->model()->index(row, 0));
        QCOMPARE(below, problems);
        QCOMPARE(list->model()->index(0, 0).data().toString(), "duplicate-action (2)");
        const QModelIndex first = list->model()->index(0, 0, list->model()->index(0, 0));
        emit list->clicked(first);
        QVERIFY(selectedText(w) != "nothing");
    }

    void problemsAreMarked()
    {
        open(w, "0F0,0F1,0F0,0B0,0B1\n1F0,1B0,1F1,1B1\n");
        QTest::mouseMove(w.view().viewport(), QPoint(1, 1));
        const auto& report = *w->problems()->report();
        QVERIFY(!report.lanes[0].marks.empty());
        QVERIFY(report.lanes[1].marks.empty());
        const ProblemMark& mark = report.lanes[0].marks.front();
        const auto rect =
            actionRect(*w.document().evaluation()->index, w.view().geometry(), {RankId{0}, mark.index});
        QVERIFY(rect);
        const QImage image = w.picture();
        const QColor edge =
            image.pixelColor(static_cast<int>(rect->x + rect->width / 2), static_cast<int>(rect->y) + 1);
        QCOMPARE(edge, QColor(0xd6, 0x45, 0x45));
    }

    void noProblemsIsSaidCalmly()
    {
        QTRY_VERIFY(w->problems()->problemCount());
        problemsDockOf(w)->show();
        problemsDockOf(w)->raise();
        auto* empty = w->problems()->findChild<QLabel*>("problems-empty");
        QVERIFY(empty->isVisible());
        QCOMPARE(empty->text(), "No problems: the order is complete and runs.");
        QCOMPARE(problemsDockOf(w)->windowTitle(), "Problems");
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowProblemsTest)
#include "window_problems_test.moc"
