// SPDX-License-Identifier: Apache-2.0
// The dialog as it is filled in and run: opened by its key, filtered, cancelled, closed.
#include "tests/support/test_program.h"
#include "tests/ui/window_sweep_support.h"
#include "ui/sweep/schedule_choice.h"
#include "ui/widgets/form_row.h"

#include <QListWidget>
#include <QProgressBar>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

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
        // Steps have no unit.
        s.type("latency", QStringLiteral("0, 0.5 ms"));
        QVERIFY(!s.form().plan());
        s.type("latency", QStringLiteral("0, 0.5"));
        QCOMPARE(s.form().count(), configurationCount(*s.form().plan()));
        QCOMPARE(s.form().verdict(), QStringLiteral("120 configuration(s)"));
    }

    void latenciesTakeUnits()
    {
        const ShownSweep s;
        CostModel costs;
        costs.unit = "us";
        ui::SweepContext context;
        context.request = *requestFromText("1f1b:ranks=4,microbatches=8");
        context.costs = costs;
        s.form().setContext(context);
        s.type("latency", QStringLiteral("5, 0.5 ms"));
        QVERIFY(s.form().plan());
        QCOMPARE(s.form().plan()->p2pLatencies, std::vector<double>({5, 500}));
        s.type("latency", QStringLiteral("5, 0.5 m"));
        QVERIFY(!s.form().plan());
    }

    void returnStartsFromAField_data()
    {
        QTest::addColumn<QByteArray>("field");
        for (const char* field : {"ranks", "microbatches", "latency", "limit", "schedules"})
            QTest::newRow(field) << QByteArray(field);
    }

    void returnStartsFromAField()
    {
        QFETCH(QByteArray, field);
        const ShownSweep s;
        s.dialog->setRun(gatedSweep(std::make_shared<QSemaphore>()));
        s.type("microbatches", QString());
        auto& typed = s.find<QWidget>(field.constData());
        typed.setFocus();
        QTest::keyClick(&typed, Qt::Key_Return);
        QVERIFY(!s.dialog->isRunning()); // there is nothing to sweep
        s.type("microbatches", QStringLiteral("4"));
        typed.setFocus();
        QTest::keyClick(&typed, Qt::Key_Return);
        QVERIFY(s.dialog->isRunning());
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
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowSweepDialogTest)
#include "window_sweep_dialog_test.moc"
