// SPDX-License-Identifier: Apache-2.0
// The dialog as it is used: opened by its key, filled in, run, cancelled; what is clicked opens in the
// window.
#include "tests/support/test_program.h"
#include "tests/ui/sweep_support.h"
#include "tests/ui/window_support.h"
#include "ui/sweep/scatter_view.h"
#include "ui/sweep/schedule_choice.h"
#include "ui/sweep/sweep_dialog.h"
#include "ui/sweep/sweep_form.h"
#include "ui/sweep/sweep_results.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/run_row.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QListWidget>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeView>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// The dialog of a window that shows a schedule.
class ShownSweep
{
public:
    explicit ShownSweep(const char* request = "1f1b:ranks=4,microbatches=8")
    {
        w->files().startNew(*requestFromText(request));
        [&] { QTRY_VERIFY(!w.document().isBusy() && w.document().evaluation()); }();
        w.key(Qt::Key_W, Qt::ControlModifier | Qt::ShiftModifier);
        dialog = w->findChild<SweepDialog*>();
        [&] { QVERIFY(dialog && QTest::qWaitForWindowExposed(dialog)); }();
        // What the window does when it is shown may activate it once more.
        [&] { QTRY_VERIFY((dialog->activateWindow(), QApplication::activeWindow() == dialog)); }();
    }
    template <typename Widget>
    [[nodiscard]] Widget& find(const char* name) const
    {
        return *dialog->findChild<Widget*>(QStringLiteral("sweep-") + QLatin1String(name));
    }
    void press(const char* name) const { QTest::mouseClick(&find<QPushButton>(name), Qt::LeftButton); }
    /// Over what stands in a list's field.
    void type(const char* name, const QString& text) const
    {
        auto& field = find<QLineEdit>(name);
        field.setFocus();
        field.selectAll();
        QTest::keyClick(&field, Qt::Key_Backspace);
        QTest::keyClicks(&field, text);
    }
    [[nodiscard]] SweepForm& form() const { return *dialog->form(); }
    [[nodiscard]] SweepResults& results() const { return *dialog->results(); }
    [[nodiscard]] ScatterView& chart() const { return *results().chart(); }
    [[nodiscard]] const std::vector<SweepRecord>& rows() const { return results().model().rows(); }
    /// Where the point of a row is on the chart.
    [[nodiscard]] QPoint placeOf(std::size_t row) const
    {
        const auto& points = chart().content().points;
        for (std::size_t i = 0; i < points.size(); ++i)
            if (points[i].row == row)
                return chart().arrangement().places[i].toPoint();
        return {};
    }
    /// The pointer over the chart; other windows may lie over it here.
    void hover(const QPoint& place) const
    {
        QMouseEvent move(QEvent::MouseMove, place, chart().mapToGlobal(place), Qt::NoButton, Qt::NoButton,
                         {});
        QCoreApplication::sendEvent(&chart(), &move);
    }
    void runToItsEnd() const
    {
        press("start");
        QVERIFY(dialog->isRunning());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog->isRunning(), 30'000);
    }
    /// Whether the document shows the row as it was timed.
    [[nodiscard]] bool isShown(const SweepRow& row)
    {
        const EvaluationPtr& evaluation = w.document().evaluation();
        return !w.document().isBusy() && evaluation && evaluation->input == w.document().state() &&
               evaluation->metrics.makespan == row.metrics->makespan &&
               evaluation->memory->highestPeak() == row.metrics->peakMemory &&
               evaluation->metrics.bubbleRate == row.metrics->bubbleRate;
    }

    ShownWindow w;
    SweepDialog* dialog = nullptr;
};

} // namespace

class WindowSweepDialogTest : public QObject
{
    Q_OBJECT

private slots:
    void itBeginsWithTheDocument()
    {
        const ShownSweep s("zbv:ranks=8,microbatches=16");
        QVERIFY(!s.dialog->isModal());
        QCOMPARE(s.find<QLineEdit>("ranks").text(), QStringLiteral("8"));
        QCOMPARE(s.find<QLineEdit>("microbatches").text(), QStringLiteral("8, 16, 32, 64"));
        QCOMPARE(s.find<QLineEdit>("stages").text(), QString());
        QCOMPARE(s.form().plan()->schedules.size(), std::size_t{5});
        QCOMPARE(s.form().verdict(), QStringLiteral("20 configuration(s)"));
        QCOMPARE(s.find<QLabel>("costs").text(), QStringLiteral("Costs of the document: uniform, in steps"));
        QVERIFY(s.find<QPushButton>("start").isEnabled());
        QVERIFY(!s.find<QPushButton>("csv").isEnabled());
        QCOMPARE(s.chart().message(),
                 QStringLiteral("Each configuration becomes a point here. Press Start."));
    }

    void tabGoesThroughItAsItIsRead()
    {
        const ShownSweep s;
        s.dialog->setRun(madeUpSweep());
        s.runToItsEnd();
        s.find<QPushButton>("all").setFocus();
        QStringList way;
        for (int i = 0; i < 30 && !way.contains(QStringLiteral("sweep-close")); ++i) {
            const QString name = s.dialog->focusWidget()->objectName();
            if (name.startsWith(QStringLiteral("sweep-")))
                way << name;
            QTest::keyClick(s.dialog->focusWidget(), Qt::Key_Tab);
        }
        QCOMPARE(way.join(QLatin1Char(' ')).remove(QStringLiteral("sweep-")),
                 QStringLiteral(
                     "all none filter schedules ranks microbatches stages latency limit up across chart "
                     "front-only table picture csv start close"));
    }

    void wrongListsSayWhy_data()
    {
        QTest::addColumn<QString>("field");
        QTest::addColumn<QString>("typed");
        QTest::newRow("no number") << "ranks"
                                   << "4, many";
        QTest::newRow("nothing") << "microbatches"
                                 << "";
        QTest::newRow("twice") << "ranks"
                               << "4, 8, 4";
        QTest::newRow("downwards") << "microbatches"
                                   << "64..4";
        QTest::newRow("no latency") << "latency"
                                    << "0, -1";
    }

    void wrongListsSayWhy()
    {
        QFETCH(QString, field);
        QFETCH(QString, typed);
        const ShownSweep s;
        const QByteArray name = field.toLatin1();
        s.type(name.constData(), typed);
        auto* row = qobject_cast<FormRow*>(s.find<QLineEdit>(name.constData()).parentWidget());
        QVERIFY(row && !row->problemText().isEmpty());
        QVERIFY(!s.form().plan());
        QVERIFY(!s.find<QPushButton>("start").isEnabled());
        QCOMPARE(s.form().verdict(), QStringLiteral("A field above has an invalid value."));
        s.type(name.constData(), QStringLiteral("4"));
        QCOMPARE(row->problemText(), QString());
        QVERIFY(s.find<QPushButton>("start").isEnabled());
    }

    void rangesAreLists()
    {
        const ShownSweep s;
        s.type("ranks", QStringLiteral("4..16x2"));
        s.find<QLineEdit>("microbatches").setText(QString::fromUtf8("16，32..64:16"));
        QCOMPARE(s.form().plan()->ranks, std::vector<std::int64_t>({4, 8, 16}));
        QCOMPARE(s.form().plan()->microbatches, std::vector<std::int64_t>({16, 32, 48, 64}));
        s.type("latency", QStringLiteral("0, 0.5"));
        QCOMPARE(s.form().plan()->p2pLatencies, std::vector<double>({0, 0.5}));
        QCOMPARE(s.form().count(), configurationCount(*s.form().plan()));
        QCOMPARE(s.form().verdict(), QStringLiteral("120 configuration(s)"));
    }

    void tooManyAskToBeNarrowed()
    {
        const ShownSweep s;
        s.type("ranks", QStringLiteral("1..64"));
        s.type("microbatches", QStringLiteral("1..512"));
        QVERIFY(!s.form().plan());
        QVERIFY(!s.find<QPushButton>("start").isEnabled());
        QCOMPARE(
            s.form().verdict(),
            QStringLiteral("More than 20,000 at once: shorten the lists, or run bubblescope-cli sweep."));
    }

    void schedulesAreFilteredAndChecked()
    {
        const ShownSweep s;
        s.press("none");
        QCOMPARE(s.form().verdict(), QStringLiteral("Check at least one schedule."));
        auto& filter = s.find<QLineEdit>("filter");
        filter.setFocus();
        QTest::keyClicks(&filter, QStringLiteral("dualpipe"));
        s.press("all");
        QCOMPARE(s.form().schedules()->chosen().size(), std::size_t{2});
        // What is not listed stays as it is.
        filter.clear();
        auto& list = s.find<QListWidget>("schedules");
        QCOMPARE(s.form().schedules()->chosen().size(), std::size_t{2});
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Home);
        QTest::keyClick(&list, Qt::Key_Space);
        QCOMPARE(s.form().schedules()->chosen().size(), std::size_t{3});
        QCOMPARE(s.form().schedules()->chosen().front().schedule, scheduleCatalog().front().name);
        // The name does what its box does, once.
        const QRect second = list.visualItemRect(list.item(1));
        for (const QPoint& place : {QPoint(second.left() + 60, second.center().y()),
                                    QPoint(second.left() + 10, second.center().y())}) {
            const Qt::CheckState before = list.item(1)->checkState();
            QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, place);
            QTest::qWait(10);
            QVERIFY(list.item(1)->checkState() != before);
        }
    }

    void pointsComeWhileItRunsAndCancelKeepsThem()
    {
        const ShownSweep s;
        const auto gate = std::make_shared<QSemaphore>();
        s.dialog->setRun(gatedSweep(gate));
        s.press("start");
        QVERIFY(s.dialog->isRunning());
        QVERIFY(!s.find<QPushButton>("start").isVisible());
        QVERIFY(s.find<QPushButton>("cancel").hasFocus());
        gate->release(10);
        QTRY_COMPARE(s.rows().size(), std::size_t{10});
        QCOMPARE(s.find<QProgressBar>("progress").value(), 10);
        QCOMPARE(s.find<QProgressBar>("progress").maximum(), 20);
        QVERIFY(s.dialog->runRow()->text().startsWith(QStringLiteral("10 of 20")));
        QCOMPARE(s.chart().content().points.size(), std::size_t{9}); // one is refused
        s.press("cancel");
        QVERIFY(!s.dialog->isRunning());
        QCOMPARE(s.dialog->runRow()->text(), QStringLiteral("Stopped after 10 of 20"));
        QCOMPARE(s.rows().size(), std::size_t{10});
        QVERIFY(s.find<QPushButton>("start").isVisible());
        QCOMPARE(s.results().summary(),
                 QStringLiteral("9 timed · 1 refused · Pareto front of 7, by time per microbatch"));
        gate->release(10);
        QTest::qWait(400);
        QCOMPARE(s.rows().size(), std::size_t{10});
    }

    void changedAxesKeepTheRowsUntilTheNextStart()
    {
        const ShownSweep s;
        s.dialog->setRun(madeUpSweep());
        s.runToItsEnd();
        QCOMPARE(s.rows().size(), std::size_t{20});
        s.type("microbatches", QStringLiteral("8"));
        QCOMPARE(s.form().count(), std::size_t{5});
        QCOMPARE(s.rows().size(), std::size_t{20});
        s.runToItsEnd();
        QCOMPARE(s.rows().size(), std::size_t{5});
    }

    void escStopsBeforeItCloses()
    {
        const ShownSweep s;
        s.dialog->setRun(gatedSweep(std::make_shared<QSemaphore>()));
        s.press("start");
        QTest::keyClick(s.dialog, Qt::Key_Escape);
        QVERIFY(!s.dialog->isRunning());
        QVERIFY(s.dialog->isVisible());
        QTest::keyClick(s.dialog, Qt::Key_Escape);
        QVERIFY(!s.dialog->isVisible());
    }

    void closingStopsIt()
    {
        ShownSweep s;
        const auto gate = std::make_shared<QSemaphore>();
        s.dialog->setRun(gatedSweep(gate));
        s.press("start");
        gate->release(3);
        QTRY_COMPARE(s.rows().size(), std::size_t{3});
        s.dialog->close();
        QVERIFY(!s.dialog->isRunning());
        QVERIFY(!s.dialog->isVisible());
        s.w.trigger("tools.sweep");
        QVERIFY(s.dialog->isVisible());
        QCOMPARE(s.rows().size(), std::size_t{3});
    }

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

BUBBLESCOPE_TEST_WITH(QApplication, WindowSweepDialogTest)
#include "window_sweep_dialog_test.moc"
