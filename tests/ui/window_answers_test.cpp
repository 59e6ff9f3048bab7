// SPDX-License-Identifier: Apache-2.0
// What the window says back: figures as people read them, refusals and notices that go in time, menus.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_costs_support.h"
#include "ui/messages/document_notices.h"
#include "ui/panels/thumbnails.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

namespace bubblescope::test {

using namespace ui;

class WindowAnswersTest : public QObject
{
    Q_OBJECT

    CostWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void halvesAreRoundedUp_data()
    {
        addRows<double, int, QString>({
            {"a half", 18.75, 1, "18.8"},
            {"a half that lost its last bits", 18.749999999999996, 1, "18.8"},
            {"a half with a bit too much", 18.750000000000004, 1, "18.8"},
            {"less than a half", 18.7499, 1, "18.7"},
            {"a sum of tenths", 0.1 + 0.2, 3, "0.3"},
            {"a whole number", 33405.0, 3, "33,405"},
            {"none", 0.0, 1, "0"},
        });
    }

    void halvesAreRoundedUp()
    {
        const auto& [value, decimals, text] = givenRow<double, int, QString>();
        QCOMPARE(figureText(value, decimals), text);
        if (decimals == 1)
            QCOMPARE(percentText(value / 100), text + QString(" %"));
    }

    void littleIsNotNothing()
    {
        QCOMPARE(percentText(0), "0 %");
        QCOMPARE(percentText(0.0004), "< 0.1 %");
        QCOMPARE(percentText(0.0005), "0.1 %");
        QCOMPARE(percentText(0.00004, 2), "< 0.01 %");
        QCOMPARE(percentText(0.004, 0), "< 1 %");
        QCOMPARE(timeText(1, "step"), "1 step");
        QCOMPARE(timeText(1.5, "step"), "1.5 steps");
        QCOMPARE(timeText(1, "us"), "1 µs");
        QCOMPARE(timeText(1865278.012, "us"), "1.865 s");
        QCOMPARE(fullTimeText(1865278.012, "us"), "1.865278012 s");
        QCOMPARE(signedTime(-46812.5, "us"), "−46.81 ms");
        QCOMPARE(signedTime(0, "us"), "0");
        QCOMPARE(rateText(8.07), "8.07 ×");
    }

    void peaksAreComparedByRank()
    {
        w.settle();
        const Metrics& metrics = w.document().evaluation()->metrics;
        // Interleaved, two stages a rank.
        QCOMPARE(metrics.peakActivations, 2 * metrics.peakActivationsPerRank);
        const QString perRank = figureText(metrics.peakActivationsPerRank, 2);
        const QString perStage = figureText(metrics.peakActivations, 2);
        QCOMPARE(w.metric("peak-activations"), perRank);
        QCOMPARE(w.metric("peak-memory"), perRank);
        const auto* figure = w->metrics()->findChild<QLabel*>("peak-memory");
        const QString help = figure->parentWidget()->toolTip();
        verifyContains(help, {perRank + QString(" activations of a whole rank"),
                              perStage + QString(" activations of one stage")});
        const QString text = w.inspector();
        verifyContains(text, {QString("\nPeak activations: %1 on rank 0\n").arg(perRank),
                              QString("\nPeak stage activations: %1\n").arg(perStage)});
    }

    void cardsGiveThePeakByRank()
    {
        ScheduleRequest request;
        request.schedule = "interleaved-1f1b";
        request.ranks = 4;
        request.microbatches = 8;
        request.stagesPerRank = 2;
        ThumbnailMaker maker;
        QSignalSpy finished(&maker, &ThumbnailMaker::finished);
        maker.start(request, CostModel{}, ThemeName::Light, 1);
        QVERIFY(finished.count() > 0 || finished.wait(60'000));
        const auto evaluation = evaluate({request, CostModel{}, {}}, {});
        QVERIFY(evaluation);
        const Metrics& metrics = (*evaluation)->metrics;
        const std::span<const ScheduleInfo> catalog = scheduleCatalog();
        const auto card = std::find_if(catalog.begin(), catalog.end(), [&](const ScheduleInfo& info) {
            return info.name == request.schedule;
        });
        QCOMPARE(maker.thumbnails()[static_cast<std::size_t>(card - catalog.begin())].figures,
                 QString("%1 · idle %2 · peak %3 act.")
                     .arg(timeText(metrics.makespan, "step"), percentText(metrics.idleFraction),
                          figureText(metrics.peakActivationsPerRank, 2)));
    }

    void aRefusalGoesWithWhatComesAfterIt_data()
    {
        QTest::addColumn<int>("step");
        QTest::newRow("Esc in the table") << 0;
        QTest::newRow("the cell's editor opens again") << 1;
        QTest::newRow("another field of the form") << 2;
        QTest::newRow("undo") << 3;
    }

    void aRefusalGoesWithWhatComesAfterIt()
    {
        QFETCH(int, step);
        w.form().chooseMode(CostMode::PerStage);
        w.typeCell(1, 0, "3");
        w.typeCell(2, 0, "9x");
        const QString refusal = "\"9x\" for forward of stage 2: expected a number of at least 0";
        QCOMPARE(w.form().stages()->problemText(), refusal);
        StageTable& table = *w.form().stages()->table();
        if (step == 0)
            QTest::keyClick(&table, Qt::Key_Escape);
        else if (step == 1)
            QTest::keyClick(&table, Qt::Key_Return);
        else if (step == 2)
            w.type(w.field("cost-latency"), "0.5");
        else
            w.undo();
        QCOMPARE(w.form().stages()->problemText(), QString());
    }

    void aRefusalStaysWhenTabGoesOn()
    {
        w.form().chooseMode(CostMode::PerStage);
        StageTable& table = *w.form().stages()->table();
        table.setFocus();
        table.setCurrentIndex(w.model().index(2, 0));
        QTest::keyClick(&table, Qt::Key_9);
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        editor->setText("9x");
        QTest::keyClick(editor, Qt::Key_Tab);
        QCoreApplication::processEvents();
        QCOMPARE(w.form().stages()->problemText(),
                 "\"9x\" for forward of stage 2: expected a number of at least 0");
    }

    void theWindowSaysThatListsDoNotFit()
    {
        w.form().chooseMode(CostMode::PerStage);
        w.paste(0, 0, "1, 2, 3, 4, 5, 6, 7, 8");
        w.settle();
        QVERIFY(w->notices().misfit()->isHidden());
        ScheduleRequest request = w.document().draft();
        request.ranks = 6;
        request.microbatches = 12;
        w.document().propose(request, "Ranks");
        w.settle();
        QVERIFY(w->notices().misfit()->isVisible());
        QCOMPARE(w->notices().misfit()->headline(),
                 "Forward has 8 values, but the schedule has 12 stages. The previous schedule is shown.");
        QCOMPARE(w.ranks(), 4U);
        auto* link = w->notices().misfit()->findChild<QPushButton*>("message-link");
        QCOMPARE(link->text(), "Fit to 12 stages");
        QTest::mouseClick(link, Qt::LeftButton);
        w.settle();
        QVERIFY(w->notices().misfit()->isHidden());
        QCOMPARE(w.ranks(), 6U);
        // Going back is as good.
        w.undo();
        w.settle();
        QVERIFY(w->notices().misfit()->isVisible());
        w.undo();
        w.settle();
        QVERIFY(w->notices().misfit()->isHidden());
        QCOMPARE(w.ranks(), 4U);
    }

    void blocksBecomeUniformTimesInTheirUnit()
    {
        CostModel costs;
        costs.unit = "us";
        costs.blocks = BlockCosts{};
        costs.blocks->layer.forward = 120;
        costs.blocks->layer.backwardInput = 130;
        costs.blocks->layer.backwardWeight = 110;
        costs.blocks->head.forward = 60;
        costs.layersPerStage = StageValues(3.0);
        w.document().setCosts(costs, "Costs");
        w.settle();
        QCOMPARE(w.form().mode(), CostMode::ByBlock);
        w.form().chooseMode(CostMode::Uniform);
        w.settle();
        QCOMPARE(w.steps(), 2);
        QVERIFY(!w.costs().blocks);
        QCOMPARE(w.costs().unit, "us");
        QVERIFY(w.costs().forward == StageValues(360.0));
        QCOMPARE(w.field("cost-forward").text(), "360 µs");
        QCOMPARE(w.field("cost-backward").text(), "720 µs");
        QCOMPARE(w.form().noticeText(),
                 "Every stage now has the values of stage 0. Undo restores the others.");
        QCOMPARE(w.timeline().unit, "us");
        w.undo();
        QVERIFY(w.costs() == costs);
    }

    void whatTheBlocksMakeIsOnlyLookedAt()
    {
        w.form().chooseMode(CostMode::ByBlock);
        w.settle();
        auto* table = w->findChild<StageTable*>("composed-table");
        const QModelIndex cell = table->model()->index(0, 0);
        const int steps = w.steps();
        QTest::failOnWarning(QRegularExpression("editing failed"));
        QTest::mouseDClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
        QTest::keyClick(table, Qt::Key_Return);
        QTest::keyClick(table, Qt::Key_F2);
        QTest::keyClick(table, Qt::Key_5);
        QVERIFY(table->findChildren<QLineEdit*>().isEmpty());
        QCOMPARE(w.steps(), steps);
    }

    void menuItemsAreReadable_data()
    {
        QTest::addColumn<ThemeName>("theme");
        QTest::newRow("light") << ThemeName::Light;
        QTest::newRow("dark") << ThemeName::Dark;
        QTest::newRow("color-blind") << ThemeName::ColorBlind;
    }

    void menuItemsAreReadable()
    {
        QFETCH(ThemeName, theme);
        Look::instance().apply(theme);
        const LookColors colors = Look::instance().colors();
        QMenu* menu = w.form().modeMenu();
        menu->popup(QPoint(100, 100));
        QTRY_VERIFY(menu->isVisible());
        QTest::keyClick(menu, Qt::Key_Down);
        QAction* chosen = menu->activeAction();
        QVERIFY(chosen);
        const QImage row = menu->grab(menu->actionGeometry(chosen)).toImage();
        int ground = 0;
        int ink = 0;
        for (int y = 0; y < row.height(); ++y)
            for (int x = 0; x < row.width(); ++x) {
                ground += row.pixelColor(x, y) == colors.accentSoft;
                ink += std::abs(row.pixelColor(x, y).lightness() - colors.text.lightness()) < 40;
            }
        menu->close();
        Look::instance().apply(ThemeName::Light);
        QVERIFY2(ground > row.width() * row.height() / 2, qPrintable(QString::number(ground)));
        QVERIFY2(ink > 20, qPrintable(QString::number(ink)));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowAnswersTest)
#include "window_answers_test.moc"
