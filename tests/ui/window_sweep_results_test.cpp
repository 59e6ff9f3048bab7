// SPDX-License-Identifier: Apache-2.0
// What a sweep has found: points and rows that open in the window, are sorted, copied and written.
#include "tests/support/test_program.h"
#include "tests/ui/window_sweep_support.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QTreeView>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

class WindowSweepResultsTest : public QObject
{
    Q_OBJECT

private slots:
    void aClickOpensWhatWasTimed()
    {
        ShownSweep s;
        s.runToItsEnd();
        const DocumentState before = s.w.document().state();
        // The fastest with twice the microbatches.
        std::size_t wanted = 0;
        for (std::size_t i = 0; i < s.rows().size(); ++i)
            if (s.rows()[i].configuration.request.schedule == "zbv" &&
                s.rows()[i].configuration.request.microbatches == 16)
                wanted = i;
        const SweepRow row = s.rows()[wanted];
        QVERIFY(row.metrics);
        s.hover(s.placeOf(wanted));
        QVERIFY2(s.chart().pointedText().startsWith(QStringLiteral("ZBV")),
                 qPrintable(s.chart().pointedText()));
        QVERIFY2(
            s.chart().pointedText().contains(QStringLiteral("4 ranks × 16 microbatches · 2 stages per rank")),
            qPrintable(s.chart().pointedText()));
        QTest::mouseClick(&s.chart(), Qt::LeftButton, {}, s.placeOf(wanted));
        QTRY_VERIFY(s.isShown(row));
        QVERIFY(s.dialog->runRow()->text().startsWith(QStringLiteral("Opened in the window: ZBV")));
        QCOMPARE(std::get<ScheduleRequest>(s.w.document().state().source).microbatches, std::int64_t{16});
        // One step back, with the rows still there.
        s.w.trigger("edit.undo");
        QCOMPARE(s.w.document().state(), before);
        QVERIFY(!s.rows().empty());
    }

    void everyRowOpensAsItWasTimed_data()
    {
        QTest::addColumn<QString>("request");
        QTest::addColumn<bool>("perStage");
        QTest::newRow("one stage a rank") << "1f1b:ranks=4,microbatches=8" << false;
        QTest::newRow("from a schedule of two stages") << "interleaved-1f1b:ranks=4,microbatches=8" << false;
        QTest::newRow("each stage alike") << "1f1b:ranks=4,microbatches=8" << true;
    }

    void everyRowOpensAsItWasTimed()
    {
        QFETCH(QString, request);
        QFETCH(bool, perStage);
        ShownSweep s(request.toUtf8().constData());
        CostModel costs;
        costs.forward = StageValues(1.25);
        costs.transfer.latency = 0.125;
        costs.activation = StageValues(3.0);
        costs.memoryLimit = 40;
        s.w.document().setCosts(costs, QStringLiteral("costs"));
        QTRY_VERIFY(!s.w.document().isBusy());
        if (perStage)
            for (auto* segment : s.find<QWidget>("share").findChildren<QAbstractButton*>())
                if (segment->text() == QLatin1String("Stage"))
                    QTest::mouseClick(segment, Qt::LeftButton);
        s.type("microbatches", QStringLiteral("8"));
        s.type("latency", QStringLiteral("0.5"));
        QCOMPARE(s.form().plan()->costsPerStage, perStage);
        s.runToItsEnd();
        int opened = 0;
        for (std::size_t i = 0; i < s.rows().size(); ++i) {
            const SweepRow row = s.rows()[i];
            if (!row.metrics)
                continue;
            auto& table = *s.results().table();
            table.setFocus();
            for (int at = 0; at < table.model()->rowCount(); ++at)
                if (static_cast<const QSortFilterProxyModel*>(table.model())
                        ->mapToSource(table.model()->index(at, 0))
                        .row() == static_cast<int>(i))
                    table.setCurrentIndex(table.model()->index(at, 0));
            QTest::keyClick(&table, Qt::Key_Return);
            QTRY_VERIFY2(s.isShown(row), qPrintable(QStringLiteral("row %1: %2, shown %3")
                                                        .arg(i)
                                                        .arg(row.metrics->makespan)
                                                        .arg(s.w.document().evaluation()->metrics.makespan)));
            QCOMPARE(s.w.document().state().costs.transfer.latency, 0.5);
            ++opened;
        }
        QVERIFY(opened >= 4);
    }

    void aDoubleClickOnARowOpensIt()
    {
        ShownSweep s("gpipe:ranks=4,microbatches=8");
        s.runToItsEnd();
        QTreeView& table = *s.results().table();
        const QModelIndex fastest = table.model()->index(0, 0);
        const QPoint place = table.visualRect(fastest).center();
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(std::get<ScheduleRequest>(s.w.document().state().source).schedule, std::string("gpipe"));
        QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, place);
        const auto row = static_cast<std::size_t>(
            static_cast<const QSortFilterProxyModel*>(table.model())->mapToSource(fastest).row());
        QTRY_VERIFY(s.isShown(s.rows()[row]));
        // What is shown already is not opened once more.
        const int steps = s.w.document().undoStack().count();
        QTest::keyClick(&table, Qt::Key_Return);
        QVERIFY(s.dialog->runRow()->text().startsWith(QStringLiteral("The window already shows ")));
        QCOMPARE(s.w.document().undoStack().count(), steps);
    }

    void theDocumentIsAmongThePoints()
    {
        ShownSweep s("interleaved-1f1b:ranks=4,microbatches=8");
        const double shown = s.w.document().evaluation()->metrics.makespan;
        const double peak = s.w.document().evaluation()->metrics.peakActivationsPerRank;
        s.runToItsEnd();
        const auto own = std::find_if(s.rows().begin(), s.rows().end(), [](const SweepRow& row) {
            return row.configuration.request.schedule == "interleaved-1f1b" &&
                   row.configuration.request.microbatches == 8;
        });
        QVERIFY(own != s.rows().end() && own->metrics);
        QCOMPARE(own->metrics->makespan, shown);
        QCOMPARE(own->metrics->peakMemory, peak);
    }

    void whatIsOverTheLimitIsHollow()
    {
        const ShownSweep s;
        s.dialog->setRun(madeUpSweep());
        auto& limit = s.find<NumberField>("limit");
        limit.setFocus();
        QTest::keyClicks(&limit, QStringLiteral("10"));
        QCOMPARE(s.form().plan()->memoryLimit, std::optional(10.0));
        s.runToItsEnd();
        const std::size_t over = s.results().model().count(SweepStatus::OverLimit);
        QVERIFY(over > 0);
        for (const ScatterPoint& point : s.chart().content().points)
            QCOMPARE(point.isOverLimit, point.x > 10);
        for (const std::size_t row : s.results().model().front())
            QCOMPARE(s.rows()[row].status, SweepStatus::Done);
        QCOMPARE(s.chart().content().memoryLimit, std::optional(10.0));
    }

    void theTableSortsFiltersAndCopies()
    {
        const ShownSweep s;
        s.dialog->setRun(madeUpSweep());
        s.runToItsEnd();
        QTreeView& table = *s.results().table();
        const auto text = [&](int row, SweepTableColumn column) {
            return table.model()->index(row, static_cast<int>(column)).data().toString();
        };
        QCOMPARE(table.model()->rowCount(), 20);
        // By step time, the shortest first; a click on a heading sorts by it.
        QCOMPARE(text(0, SweepTableColumn::Microbatches), QStringLiteral("4"));
        const int memory = static_cast<int>(SweepTableColumn::PeakMemory);
        const QPoint heading(table.header()->sectionViewportPosition(memory) + 20,
                             table.header()->height() / 2);
        QTest::mouseClick(table.header()->viewport(), Qt::LeftButton, {}, heading);
        QVERIFY(table.header()->sortIndicatorSection() == memory);
        QTest::mouseClick(&s.find<QCheckBox>("front-only"), Qt::LeftButton, {}, QPoint(8, 8));
        QCOMPARE(static_cast<std::size_t>(table.model()->rowCount()), s.results().model().front().size());
        table.setFocus();
        table.setCurrentIndex(table.model()->index(0, 0));
        QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 3); // heading, the chosen row, the end of its line
        QVERIFY(lines[0].startsWith(
            QStringLiteral("schedule,ranks,microbatches,stages_per_rank,p2p_latency,status")));
        QVERIFY(lines[1].contains(QStringLiteral(",4,4,")));
        QCOMPARE(s.dialog->runRow()->text(), QStringLiteral("1 row(s) copied as CSV."));
    }

    void arrowsGoFromPointToPoint()
    {
        ShownSweep s;
        s.runToItsEnd();
        ScatterView& chart = s.chart();
        chart.setFocus();
        QTest::keyClick(&chart, Qt::Key_Home);
        const QString first = chart.pointedText();
        QVERIFY(!first.isEmpty());
        QCOMPARE(chart.accessibleDescription(), first);
        QTest::keyClick(&chart, Qt::Key_Right);
        QVERIFY(chart.pointedText() != first);
        QTest::keyClick(&chart, Qt::Key_Left);
        QCOMPARE(chart.pointedText(), first);
        QTest::keyClick(&chart, Qt::Key_End);
        const QString last = chart.pointedText();
        QTest::keyClick(&chart, Qt::Key_Return);
        QTRY_VERIFY(s.dialog->runRow()->text().startsWith(QStringLiteral("Opened in the window")) ||
                    s.dialog->runRow()->text().endsWith(QStringLiteral("already.")));
        QVERIFY(last != first);
        QVERIFY(s.results().table()->currentIndex().isValid());
    }

    void axesAreChosen()
    {
        const ShownSweep s;
        s.dialog->setRun(madeUpSweep());
        s.runToItsEnd();
        QVERIFY(s.chart().content().hasFrontLine());
        auto& up = s.find<QComboBox>("up");
        up.setFocus();
        // Numbers of microbatches are held against each other by the time of one.
        QCOMPARE(s.chart().content().up, SweepMeasure::TimePerMicrobatch);
        QTest::keyClick(&up, Qt::Key_Up);
        QCOMPARE(s.chart().content().up, SweepMeasure::StepTime);
        QVERIFY(s.chart().content().hasFrontLine());
        QTest::keyClick(&up, Qt::Key_Down);
        QCOMPARE(s.chart().content().up, SweepMeasure::TimePerMicrobatch);
        // Its front is drawn, and is that of the time per microbatch.
        QVERIFY(s.chart().content().hasFrontLine());
        QVERIFY(s.results().summary().endsWith(QStringLiteral("by time per microbatch")));
        QTest::keyClick(&up, Qt::Key_Down);
        QCOMPARE(s.chart().content().up, SweepMeasure::BubbleRate);
        QVERIFY(!s.chart().content().hasFrontLine());
        auto& across = s.find<QComboBox>("across");
        across.setFocus();
        QTest::keyClick(&across, Qt::Key_Down);
        QTest::keyClick(&across, Qt::Key_Down);
        QCOMPARE(s.chart().content().across, SweepMeasure::Microbatches);
        QCOMPARE(s.chart().arrangement().x.ticks.size(), std::size_t{4});
    }

    void picturesAndCsvAreWritten()
    {
        ShownSweep s;
        s.dialog->setRun(madeUpSweep());
        s.runToItsEnd();
        QString asked;
        QString answer = s.w.path(QStringLiteral("chart.png"));
        s.w->questions.exportPath = [&](const QString& suggested) {
            asked = suggested;
            return answer;
        };
        s.press("picture");
        QVERIFY(asked.endsWith(QStringLiteral(".png")));
        QVERIFY(ShownWindow::read(answer).startsWith("\x89PNG"));
        QVERIFY(s.dialog->runRow()->text().startsWith(QStringLiteral("Exported to ")));
        answer = s.w.path(QStringLiteral("chart.svg"));
        s.press("picture");
        QVERIFY(ShownWindow::read(answer).contains("<svg"));
        answer = s.w.path(QStringLiteral("rows"));
        s.press("csv");
        const QByteArray csv = ShownWindow::read(answer + QStringLiteral(".csv"));
        QCOMPARE(csv.count('\n'), 21);
        QVERIFY(csv.startsWith("schedule,ranks,"));
        answer = s.w.path(QStringLiteral("chart.txt"));
        s.press("picture");
        QVERIFY(!QFile::exists(answer));
        QVERIFY(!s.dialog->runRow()->text().startsWith(QStringLiteral("Exported to ")));
    }

    void tenThousandRowsAreShown()
    {
        const ShownSweep s;
        s.dialog->setRun(madeUpSweep());
        s.type("ranks", QStringLiteral("1..20"));
        s.type("microbatches", QStringLiteral("1..100"));
        QCOMPARE(s.form().count(), std::size_t{10'000});
        const int before = s.chart().redrawCount();
        s.runToItsEnd();
        QCOMPARE(s.rows().size(), std::size_t{10'000});
        QCOMPARE(s.results().table()->model()->rowCount(), 10'000);
        QTest::qWait(50);
        // Each batch draws the points once at most, and moving over them never does.
        const int drawn = s.chart().redrawCount();
        QVERIFY(drawn - before <= 6);
        for (int x = 0; x < s.chart().width(); x += 40)
            s.hover(QPoint(x, s.chart().height() / 2));
        QTest::qWait(50);
        QCOMPARE(s.chart().redrawCount(), drawn);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowSweepResultsTest)
#include "window_sweep_results_test.moc"
