// SPDX-License-Identifier: Apache-2.0
// A run of pipelines that run the same beside each other: which is shown, and how they compare.
#include "core/time/step_phases.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/trace/run_bar.h"
#include "ui/widgets/segmented_choice.h"

#include <QComboBox>

using namespace bubblescope;
using namespace bubblescope::test;
using ui::TraceList;

namespace {

constexpr int kReplicaUnit = 1000; ///< µs
constexpr int kReplicaSteps = 100000;

QByteArray rankProfile(int rank, const QByteArrayList& ofStep)
{
    QByteArrayList events;
    for (const int step : {3, 4}) {
        const int from = step * kReplicaSteps;
        events << range("ProfilerStep#" + QByteArray::number(step), from, kReplicaSteps / 2);
        // "0F1 2 1": from 2, 1 long, in units.
        for (const QByteArray& action : ofStep) {
            const QByteArrayList parts = action.split(' ');
            events << range("PP:" + parts[0], from + static_cast<int>(parts[1].toDouble() * kReplicaUnit),
                            static_cast<int>(parts[2].toDouble() * kReplicaUnit));
        }
    }
    return "{\"distributedInfo\":{\"rank\":" + QByteArray::number(rank) +
           ",\"world_size\":4},\"traceEvents\":[" + events.join(",\n") + "]}";
}

/// Two pipelines of two ranks, 1F1B of two microbatches; on rank 1 of the second all takes half as long
/// again.
QStringList twoReplicas(ShownWindow& w)
{
    const std::vector<QByteArrayList> ranks{
        {"0F0 1 1", "0F1 2 1", "0B0 5 2", "0B1 8 2"},
        {"1F0 2 1", "1B0 3 2", "1F1 5 1", "1B1 6 2"},
        {"0F0 1 1", "0F1 2 1", "0B0 6.5 2", "0B1 11 2"},
        {"1F0 2 1.5", "1B0 3.5 3", "1F1 6.5 1.5", "1B1 8 3"},
    };
    QStringList files;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank)
        files << w.write(QStringLiteral("rank%1.json").arg(rank),
                         rankProfile(static_cast<int>(rank), ranks[rank]));
    return files;
}

const MeasuredRun& runOf(ShownWindow& w)
{
    return w->traces().session().analysis()->run;
}

/// From the first action's start to the last one's end.
Time measuredActions(ShownWindow& w)
{
    return actionExtent(*w->comparison().reference()->evaluation->timeline).length();
}

QString rowOf(ShownWindow& w, TraceList list, int row)
{
    const QAbstractItemModel& model = *tracePanel(w).table(list)->list()->model();
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells << model.index(row, column).data().toString();
    return cells.join(QStringLiteral(" | "));
}

QAbstractButton* pageButton(ShownWindow& w, const QString& title)
{
    for (auto* button : tracePanel(w).findChildren<QAbstractButton*>())
        if (button->text() == title)
            return button;
    return nullptr;
}

} // namespace

class WindowTraceReplicasTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void aReplicaIsChosenByKeys()
    {
        openProfiles(w, twoReplicas(w));
        QComboBox& choice = *runPanel(w).replicas();
        QVERIFY(choice.isVisible());
        QCOMPARE(runOf(w).replica, std::size_t{0});
        QCOMPARE(choice.currentText(), "replica 0");
        QCOMPARE(choice.itemData(1, Qt::ToolTipRole).toString(), "global ranks 2, 3");
        QCOMPARE(measuredActions(w), 9.0 * kReplicaUnit);
        choice.setFocus();
        QTest::keyClick(&choice, Qt::Key_Down);
        QTRY_COMPARE_WITH_TIMEOUT(runOf(w).replica, std::size_t{1}, 60000);
        QCOMPARE(measuredActions(w), 12.0 * kReplicaUnit);
        QCOMPARE(w->comparison().reference()->title, "measured, step 4, replica 1");
        QCOMPARE(w->traces().runBar()->text(),
                 "Measured: 1F1B · 2 ranks · step 4, replica 1 · 50 ms measured, 50 ms predicted");
        QCOMPARE(choice.currentText(), "replica 1");
        // Another step of it, and another pattern, leave it.
        ui::StepList& steps = *runPanel(w).steps();
        steps.setFocus();
        QTest::keyClick(&steps, Qt::Key_Up);
        QTest::keyClick(&steps, Qt::Key_Return);
        QTRY_COMPARE_WITH_TIMEOUT(runOf(w).step, std::uint64_t{3}, 60000);
        QCOMPARE(runOf(w).replica, std::size_t{1});
        const auto before = w->traces().session().analysis();
        w->traces().session().setPatterns({"PP:(?<stage>\\d+)(?<kind>[FB])(?<microbatch>\\d+)"});
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis() != before, 60000);
        QCOMPARE(runOf(w).replica, std::size_t{1});
        QCOMPARE(runOf(w).step, std::uint64_t{3});
    }

    void replicasAreCompared()
    {
        openProfiles(w, twoReplicas(w));
        const auto* facts = runPanel(w).findChild<QLabel*>("trace-replica-facts");
        verifyContains(facts->text(), {"one of 2 replicas, step 25 % shorter than the others"});
        w.trigger("trace.details");
        // Where all pages have room beside each other.
        constexpr int kWide = 1900;
        w->resize(kWide, w->height());
        QAbstractButton* page = pageButton(w, "Replicas");
        QVERIFY(page != nullptr);
        QTRY_VERIFY(page->isVisible());
        QTest::mouseClick(page, Qt::LeftButton);
        QVERIFY(tracePanel(w).page() == ui::TracePanel::Replicas);
        QCOMPARE(rowOf(w, TraceList::Replicas, 0),
                 QString("replica 0, shown | 9 | −25 % | 6 | −20 % | rank 0 (0 %) | 0, 1"));
        QCOMPARE(rowOf(w, TraceList::Replicas, 1),
                 QString("replica 1 | 12 | +33.3 % | 7.5 | +25 % | rank 1 (+50 %) | 2, 3"));
        QTreeView& list = *tracePanel(w).table(TraceList::Replicas)->list();
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {},
                          list.visualRect(list.model()->index(1, 0)).center());
        QTRY_COMPARE_WITH_TIMEOUT(runOf(w).replica, std::size_t{1}, 60000);
        QVERIFY(tracePanel(w).page() == ui::TracePanel::Replicas);
        QCOMPARE(rowOf(w, TraceList::Replicas, 1).section(" | ", 0, 0), "replica 1, shown");
        // With head and tail: to the end of the step.
        verifyContains(tracePanel(w).summary(), {"measured 50 ms"});
        tracePanel(w).setPage(ui::TracePanel::Files);
        QCOMPARE(rowOf(w, TraceList::Files, 0).section(" | ", 0, 1), "rank0.json | replica 0, rank 0");
        QCOMPARE(rowOf(w, TraceList::Files, 3).section(" | ", 0, 1), "rank3.json | rank 1");
    }

    void onePipelineHasNothingToChoose()
    {
        openProfiles(w, twoReplicas(w));
        tracePanel(w).setPage(ui::TracePanel::Replicas);
        openProfiles(w, profilesOf(kStraggler));
        QVERIFY(!runPanel(w).replicas()->isVisible());
        QVERIFY(!pageButton(w, "Replicas")->isVisible());
        QVERIFY(tracePanel(w).page() == ui::TracePanel::Files);
        QVERIFY(!tracePanel(w).details().contains("replica"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTraceReplicasTest)
#include "window_trace_replicas_test.moc"
