// SPDX-License-Identifier: Apache-2.0
// A CSV with wrong cells: what is readable is shown, what is not is told, and not lost unasked.
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/exports/export_controller.h"
#include "ui/messages/document_notices.h"
#include "ui/panels/problems_model.h"

namespace bubblescope::test {

namespace {

using namespace ui;

const QByteArray kBroken = "0F0,0X0,0F1,0B0,0B1\n1F0,1B0,1F1,\"1Z1\"\n";
const QString kTypes =
    QStringLiteral("expected F, I, W, B, SEND_F, RECV_F, SEND_B, RECV_B, WAIT_SEND_F, WAIT_SEND_B, UNSHARD, "
                   "RESHARD, REDUCE_GRAD, WAIT_REDUCE_GRAD, R, O, L, S, T, CLIP, OPTIMIZER, PARAM_GATHER or "
                   "EMBED_GRAD after the stage");
const QString kWhatIsLost =
    " could not be read. The order is shown without it; saving or exporting the order loses what is there.";

QDockWidget* dockOf(ShownWindow& w)
{
    return w->findChild<QDockWidget*>("problems-dock");
}
QString cell(ShownWindow& w, int row, int column)
{
    return w->problems()->list()->model()->index(row, column).data().toString();
}
QString open(ShownWindow& w, const QByteArray& bytes)
{
    QString path = w.write("broken.csv", bytes);
    w.openFile(path);
    [&] { QTRY_VERIFY(w->problems()->problemCount()); }();
    return path;
}

} // namespace

class WindowBrokenCsvTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void showsWhatIsReadable()
    {
        open(w, kBroken);
        QVERIFY(!w->messages()->isVisible());
        QCOMPARE(w.ranks(), 2U);
        QCOMPARE(w.document().evaluation()->actionCount, std::size_t{7});
        const Schedule& order = w.schedule();
        QVERIFY(order.rows[0][1].isBubble());
        QCOMPARE(actionText(order.rows[0][2].id()), "0F1");
        QVERIFY(w.view().evaluation() == w.document().evaluation());
        QCOMPARE(w->windowTitle(), "broken.csv (incomplete)[*] — Bubblescope");
        QVERIFY(!w->isWindowModified());
        QCOMPARE(Settings::recentFiles().size(), 1);
    }

    void listsTheWrongCellsFirst()
    {
        open(w, kBroken);
        QTRY_VERIFY(!w->problems()->visibleRegion().isEmpty());
        const QString rows[2][5] = {
            {"syntax", "0", "", "1", "Line 1, column 6: '0X0' is not an action: " + kTypes},
            {"syntax", "1", "", "3", "Line 2, column 15: '1Z1' is not an action: " + kTypes},
        };
        for (int row = 0; row < 2; ++row)
            for (int column = 0; column < 5; ++column)
                QCOMPARE(cell(w, row, column), rows[row][column]);
        // What validation finds of the rest comes behind them.
        QCOMPARE(cell(w, 2, ProblemsModel::Rule), "missing-action");
        QCOMPARE(dockOf(w)->windowTitle(), QString("Problems %1").arg(*w->problems()->problemCount()));
    }

    void tellsWhetherTheRestRuns()
    {
        open(w, "0F0,0X0,0B0\n1F0,1B0\n");
        QVERIFY(w.document().evaluation()->brokenBecause.empty());
        QVERIFY(w->notices().broken()->isVisible());
        QCOMPARE(w->notices().broken()->headline(),
                 "1 cell of broken.csv" + kWhatIsLost +
                     "\nbroken.csv:1:6: '0X0' is not an action: " + kTypes);
        QCOMPARE(w->notices().broken()->excerpt(), "0F0,0X0,0B0\n     ^ expected a type");
        QCOMPARE(*w->problems()->problemCount(), std::size_t{1});
        open(w, kBroken);
        QVERIFY(!w.document().evaluation()->brokenBecause.empty());
        QCOMPARE(w->notices().broken()->headline(),
                 "2 cells of broken.csv" + kWhatIsLost +
                     "\nThis order cannot run: the times are those of a broken order.\nbroken.csv:1:6: '0X0' "
                     "is not an action: " +
                     kTypes);
    }

    void aClickGoesToTheCellsPlace()
    {
        open(w, kBroken);
        w.key(Qt::Key_Right);
        QVERIFY(w.chosen());
        QTreeView* list = w->problems()->list();
        const QModelIndex second = list->model()->index(1, 0);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(second).center());
        QVERIFY(!w.chosen());
        QVERIFY(w.view().chosen().missingPlace());
        const Timeline& timeline = w.timeline();
        // 1Z1 stands behind 1F1.
        QCOMPARE(*w.view().chosen().missingPlace(), (LaneMoment{RankId{1}, timeline.lanes[1].end[2]}));
    }

    void passesTakeThePlaceAway()
    {
        open(w, "0F0,0X0,0B0\n1F0,1B0\n");
        w.document().setPasses({"send-recv"}, "Passes");
        QTRY_VERIFY2(!w.document().isBusy(), qPrintable(w.document().evaluationError()));
        QCOMPARE(w.document().evaluationError(), QString());
        QTRY_VERIFY(w->problems()->problemCount());
        QCOMPARE(cell(w, 0, ProblemsModel::Rule), "syntax");
        QCOMPARE(cell(w, 0, ProblemsModel::Cell), QString());
        QVERIFY(cell(w, 0, ProblemsModel::Message).startsWith("Line 1, column 6: "));
        emit w->problems()->list()->clicked(w->problems()->list()->model()->index(0, 0));
        QVERIFY(!w.chosen());
        QVERIFY(!w.view().chosen().missingPlace());
    }

    void otherCostsKeepTheProblems()
    {
        open(w, kBroken);
        CostModel costs;
        costs.transfer.latency = 1;
        w.document().setCosts(costs, "Latency");
        QTRY_COMPARE(w.document().evaluation()->costs.transfer.latency, 1.0);
        QTRY_VERIFY(w->problems()->problemCount());
        QCOMPARE(cell(w, 1, ProblemsModel::Rule), "syntax");
        QVERIFY(w->notices().broken()->isVisible());
    }

    void undoBringsThemBack()
    {
        open(w, kBroken);
        w.document().propose(ScheduleRequest{}, "Schedule");
        QTRY_COMPARE(w.ranks(), 4U);
        QTRY_VERIFY(w->problems()->problemCount());
        QCOMPARE(*w->problems()->problemCount(), std::size_t{0});
        QVERIFY(!w->notices().broken()->isVisible());
        QVERIFY(!w->windowTitle().contains("incomplete"));
        w.undo();
        QTRY_COMPARE(w.ranks(), 2U);
        QTRY_VERIFY(w->problems()->problemCount());
        QCOMPARE(cell(w, 0, ProblemsModel::Rule), "syntax");
        QVERIFY(w->notices().broken()->isVisible());
        QVERIFY(w->windowTitle().contains("incomplete"));
    }

    void theNextFileIsComplete()
    {
        open(w, kBroken);
        open(w, "0F0,0B0\n1F0,1B0\n");
        QCOMPARE(*w->problems()->problemCount(), std::size_t{0});
        QVERIFY(!w->notices().broken()->isVisible());
        QCOMPARE(w->windowTitle(), "broken.csv[*] — Bubblescope");
    }

    void manyAreCounted()
    {
        QByteArray text;
        for (int i = 0; i < 10'007; ++i)
            text += "0F" + QByteArray::number(i) + ",0X" + QByteArray::number(i) + ",0B" +
                    QByteArray::number(i) + (i + 1 < 10'007 ? "," : "\n");
        open(w, text);
        QVERIFY(w->notices().broken()->headline().startsWith("10007 cells of broken.csv" + kWhatIsLost));
        QCOMPARE(*w->problems()->problemCount(), std::size_t{10'001});
        QVERIFY(cell(w, 9'999, ProblemsModel::Message).startsWith("Line 1, column "));
        QCOMPARE(cell(w, 10'000, ProblemsModel::Message), "7 more cells of this file could not be read");
        QCOMPARE(cell(w, 10'000, ProblemsModel::Rank), QString());
    }

    void exportingOverTheFileAsks()
    {
        const QString path = open(w, kBroken);
        QStringList asked;
        bool answer = false;
        w->questions.replaceUnread = [&](const QString& text) {
            asked << text;
            return answer;
        };
        QVERIFY(!w->exports().exportCsvTo(path));
        QCOMPARE(
            asked,
            QStringList{"2 cells of broken.csv could not be read. Replacing the file loses what is there."});
        QCOMPARE(ShownWindow::read(path), kBroken);
        answer = true;
        QVERIFY(w->exports().exportCsvTo(path));
        QCOMPARE(asked.size(), 2);
        QCOMPARE(ShownWindow::read(path), QByteArray("0F0,,0F1,0B0,0B1\n1F0,1B0,1F1,\n"));
    }

    void exportingElsewhereSaysWhatIsMissing()
    {
        open(w, kBroken);
        const QString path = w.path("other.csv");
        QVERIFY(w->exports().exportCsvTo(path)); // asks nothing
        QCOMPARE(w->messages()->headline(),
                 QString("Exported to %1, without what could not be read: 2 cells of broken.csv.").arg(path));
    }

    void savingSaysWhatIsMissing()
    {
        const QString csv = open(w, kBroken);
        const QString path = w.path("mine.bubble");
        QVERIFY(w->files().saveTo(path));
        QCOMPARE(w->messages()->headline(),
                 QString("Saved to %1, without what could not be read: 2 cells of broken.csv.").arg(path));
        QCOMPARE(ShownWindow::read(csv), kBroken);
        QCOMPARE(w.document().savePath(), path);
    }

    void aTableOfSomethingElseIsRefused()
    {
        const EvaluationPtr before = w.document().evaluation();
        w.open("broken.csv", "no,order\nat,all\n");
        QCOMPARE(w->messages()->headline(),
                 "broken.csv:1:1: 'no' is not an action: it must start with the number of its stage, such as "
                 "0F0\nStill showing Interleaved 1F1B · 4 ranks × 8 microbatches.");
        QCOMPARE(w.document().evaluation(), before);
        QVERIFY(!w->notices().broken()->isVisible());
        QVERIFY(!w->windowTitle().contains("incomplete"));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowBrokenCsvTest)
#include "window_broken_csv_test.moc"
