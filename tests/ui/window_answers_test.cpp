// SPDX-License-Identifier: Apache-2.0
// What the window says back: figures as people read them, refusals and notices that go in time, menus.
#include "tests/support/test_program.h"
#include "tests/ui/window_costs_support.h"
#include "ui/messages/document_notices.h"
#include "ui/panels/thumbnails.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QLabel>
#include <QMenu>
#include <QRegularExpression>
#include <QSignalSpy>
#include <algorithm>

namespace bubblescope::test {

using namespace ui;

class WindowAnswersTest : public QObject
{
    Q_OBJECT

private slots:
    void halvesAreRoundedUp_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<int>("decimals");
        QTest::addColumn<QString>("text");
        QTest::newRow("a half") << 18.75 << 1 << "18.8";
        QTest::newRow("a half that lost its last bits") << 18.749999999999996 << 1 << "18.8";
        QTest::newRow("a half with a bit too much") << 18.750000000000004 << 1 << "18.8";
        QTest::newRow("less than a half") << 18.7499 << 1 << "18.7";
        QTest::newRow("a sum of tenths") << 0.1 + 0.2 << 3 << "0.3";
        QTest::newRow("a whole number") << 33405.0 << 3 << "33,405";
        QTest::newRow("none") << 0.0 << 1 << "0";
    }

    void halvesAreRoundedUp()
    {
        QFETCH(double, value);
        QFETCH(int, decimals);
        QFETCH(QString, text);
        QCOMPARE(figureText(value, decimals), text);
        if (decimals == 1)
            QCOMPARE(percentText(value / 100), text + QStringLiteral(" %"));
    }

    void littleIsNotNothing()
    {
        QCOMPARE(percentText(0), QStringLiteral("0 %"));
        QCOMPARE(percentText(0.0004), QStringLiteral("< 0.1 %"));
        QCOMPARE(percentText(0.0005), QStringLiteral("0.1 %"));
        QCOMPARE(percentText(0.00004, 2), QStringLiteral("< 0.01 %"));
        QCOMPARE(percentText(0.004, 0), QStringLiteral("< 1 %"));
        QCOMPARE(timeText(1, "step"), QStringLiteral("1 step"));
        QCOMPARE(timeText(1.5, "step"), QStringLiteral("1.5 steps"));
        QCOMPARE(timeText(1, "us"), QStringLiteral("1 µs"));
    }

    void peaksAreComparedByRank()
    {
        CostWindow w;
        QTRY_VERIFY(!w.document().isBusy());
        const Metrics& metrics = w.document().evaluation()->metrics;
        // Interleaved, two stages a rank.
        QCOMPARE(metrics.peakActivations, 2 * metrics.peakActivationsPerRank);
        const QString perRank = figureText(metrics.peakActivationsPerRank, 2);
        const QString perStage = figureText(metrics.peakActivations, 2);
        QCOMPARE(w.metric("peak-activations"), perRank);
        const auto* figure = w->metrics()->findChild<QLabel*>(QStringLiteral("peak-activations"));
        const QString help = figure->parentWidget()->toolTip();
        QVERIFY2(help.contains(perRank + QStringLiteral(" of a whole rank's")), qPrintable(help));
        QVERIFY2(help.contains(perStage + QStringLiteral(" of one stage's")), qPrintable(help));
        const QString text = w->inspector()->plainText();
        QVERIFY2(text.contains(QStringLiteral("\nPeak activations: %1 mb on rank 0\n").arg(perRank)),
                 qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("\nPeak stage activations: %1\n").arg(perStage)),
                 qPrintable(text));
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
                 QStringLiteral("bubble %1 · peak %2")
                     .arg(percentText(metrics.bubbleRate), figureText(metrics.peakActivationsPerRank, 2)));
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
        CostWindow w;
        w.form().chooseMode(CostMode::PerStage);
        w.typeCell(1, 0, QStringLiteral("3"));
        w.typeCell(2, 0, QStringLiteral("9x"));
        const QString refusal = QStringLiteral("\"9x\" for forward of stage 2: a number from 0 is needed");
        QCOMPARE(w.form().stages()->problemText(), refusal);
        StageTable& table = *w.form().stages()->table();
        if (step == 0)
            QTest::keyClick(&table, Qt::Key_Escape);
        else if (step == 1)
            QTest::keyClick(&table, Qt::Key_Return);
        else if (step == 2)
            w.type(w.field("cost-latency"), QStringLiteral("0.5"));
        else
            w.document().undoStack().undo();
        QCOMPARE(w.form().stages()->problemText(), QString());
    }

    void aRefusalStaysWhenTabGoesOn()
    {
        CostWindow w;
        w.form().chooseMode(CostMode::PerStage);
        StageTable& table = *w.form().stages()->table();
        table.setFocus();
        table.setCurrentIndex(w.model().index(2, 0));
        QTest::keyClick(&table, Qt::Key_9);
        auto* editor = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(editor);
        editor->setText(QStringLiteral("9x"));
        QTest::keyClick(editor, Qt::Key_Tab);
        QCoreApplication::processEvents();
        QCOMPARE(w.form().stages()->problemText(),
                 QStringLiteral("\"9x\" for forward of stage 2: a number from 0 is needed"));
    }

    void theWindowSaysThatListsDoNotFit()
    {
        CostWindow w;
        w.form().chooseMode(CostMode::PerStage);
        w.paste(0, 0, QStringLiteral("1, 2, 3, 4, 5, 6, 7, 8"));
        w.settle();
        QVERIFY(w->notices().misfit()->isHidden());
        ScheduleRequest request = w.document().draft();
        request.ranks = 6;
        request.microbatches = 12;
        w.document().propose(request, QStringLiteral("Ranks"));
        w.settle();
        QVERIFY(w->notices().misfit()->isVisible());
        QCOMPARE(w->notices().misfit()->headline(),
                 QStringLiteral("Forward has 8 values, but the schedule has 12 stages. "
                                "The schedule before is shown."));
        QCOMPARE(w.ranks(), 4U);
        auto* link = w->notices().misfit()->findChild<QPushButton*>(QStringLiteral("message-link"));
        QCOMPARE(link->text(), QStringLiteral("Fit to 12 stages"));
        QTest::mouseClick(link, Qt::LeftButton);
        w.settle();
        QVERIFY(w->notices().misfit()->isHidden());
        QCOMPARE(w.ranks(), 6U);
        // Going back is as good.
        w.document().undoStack().undo();
        w.settle();
        QVERIFY(w->notices().misfit()->isVisible());
        w.document().undoStack().undo();
        w.settle();
        QVERIFY(w->notices().misfit()->isHidden());
        QCOMPARE(w.ranks(), 4U);
    }

    void blocksBecomeUniformTimesInTheirUnit()
    {
        CostWindow w;
        CostModel costs;
        costs.unit = "us";
        costs.blocks = BlockCosts{};
        costs.blocks->layer.forward = 120;
        costs.blocks->layer.backwardInput = 130;
        costs.blocks->layer.backwardWeight = 110;
        costs.blocks->head.forward = 60;
        costs.layersPerStage = StageValues(3.0);
        w.document().setCosts(costs, QStringLiteral("Costs"));
        w.settle();
        QCOMPARE(w.form().mode(), CostMode::ByBlock);
        w.form().chooseMode(CostMode::Uniform);
        w.settle();
        QCOMPARE(w.steps(), 2);
        QVERIFY(!w.costs().blocks);
        QCOMPARE(w.costs().unit, std::string("us"));
        QVERIFY(w.costs().forward == StageValues(360.0));
        QCOMPARE(w.field("cost-forward").text(), QStringLiteral("360"));
        QCOMPARE(w.field("cost-backward").text(), QStringLiteral("720"));
        QCOMPARE(w.form().noticeText(),
                 QStringLiteral("Every stage has stage 0's values now. Undo brings the others back."));
        QCOMPARE(w.document().evaluation()->timeline->unit, std::string("us"));
        w.document().undoStack().undo();
        QVERIFY(w.costs() == costs);
    }

    void whatTheBlocksMakeIsOnlyLookedAt()
    {
        CostWindow w;
        w.form().chooseMode(CostMode::ByBlock);
        w.settle();
        auto* table = w->findChild<StageTable*>(QStringLiteral("composed-table"));
        const QModelIndex cell = table->model()->index(0, 0);
        const int steps = w.steps();
        QTest::failOnWarning(QRegularExpression(QStringLiteral("editing failed")));
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
        CostWindow w;
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
