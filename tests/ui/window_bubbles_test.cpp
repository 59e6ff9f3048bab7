// SPDX-License-Identifier: Apache-2.0
// The list of bubbles by itself: sorted, filtered, copied.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_bubbles_support.h"
#include "ui/panels/bubbles_model.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/widgets/rank_choice.h"
#include "ui/widgets/sort_header.h"

namespace bubblescope::test {

using namespace ui;

namespace {

ExplanationPtr manyGaps(const Timeline& timeline, std::size_t count)
{
    std::vector<Bubble> bubbles;
    bubbles.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        bubbles.push_back(gap(0, 2.0 * static_cast<double>(i), static_cast<double>(i % 1000 + 1) / 1000,
                              BubbleCause::Dependency));
    return gapsByHand(timeline, std::move(bubbles));
}

/// As the panel lists them.
enum class BubbleColumn { Rank, Start, Length, When, Why, Share, OfCriticalPath };

QStringList column(const BubblesModel& model, BubbleColumn column)
{
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, static_cast<int>(column)).data().toString();
    return texts;
}
QStringList words(std::initializer_list<const char*> texts)
{
    QStringList list;
    for (const char* text : texts)
        list << QString::fromUtf8(text);
    return list;
}

/// The panel alone, with the gaps of kTwoRanks.
struct ShownPanel
{
    explicit ShownPanel(ExplanationPtr given = {})
        : evaluation(evaluationOf(kTwoRanks))
        , explanation(given ? given : twoRankGaps(*evaluation->timeline))
    {
        auto measured = std::make_shared<Evaluation>(*evaluation);
        measured->metrics.bubbleRate = 1;
        evaluation = measured;
        panel.resize(800, 300);
        panel.setContent(evaluation, explanation);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
    }
    EvaluationPtr evaluation;
    ExplanationPtr explanation;
    BubblesPanel panel;
    [[nodiscard]] BubblesModel& model() { return *panel.model(); }
};

} // namespace

class WindowBubblesTest : public QObject
{
    Q_OBJECT

private slots:
    void longestComeFirst()
    {
        ShownPanel p;
        QCOMPARE(column(p.model(), BubbleColumn::Length), words({"3", "3", "1", "1"}));
        QCOMPARE(column(p.model(), BubbleColumn::Rank), words({"0", "1", "0", "1"}));
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"2", "5", "6", "0"}));
        QCOMPARE(column(p.model(), BubbleColumn::When),
                 words({"steady", "cool-down", "cool-down", "warm-up"}));
        QCOMPARE(column(p.model(), BubbleColumn::Share), words({"37.5 %", "37.5 %", "12.5 %", "12.5 %"}));
        for (int row = 0; row < 4; ++row)
            QCOMPARE(
                column(p.model(), BubbleColumn::Why)[row],
                QString::fromStdString(
                    bubbleReason(*p.evaluation->timeline,
                                 p.explanation->ledger.bubbles[*p.model().bubbleAt(p.model().index(row, 0))])
                        .text()));
        QCOMPARE(labelText(p.panel, "bubbles-summary"), "4 bubbles · 8 steps idle · 100 % of compute");
        QCOMPARE(p.model().index(0, 2).data(kBarRole).toDouble(), 1.0);
        QVERIFY(isNear(p.model().index(3, 5).data(kBarRole).toDouble(), 1.0 / 3));
    }

    void aHeaderSorts()
    {
        ShownPanel p;
        QHeaderView* header = p.panel.list()->header();
        const auto click = [&](BubbleColumn column) {
            const int section = static_cast<int>(column);
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              {header->sectionViewportPosition(section) + 12, header->height() / 2});
        };
        click(BubbleColumn::Start);
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"0", "2", "5", "6"}));
        click(BubbleColumn::Start);
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"6", "5", "2", "0"}));
        click(BubbleColumn::Rank);
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"2", "6", "0", "5"}));
        click(BubbleColumn::When);
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"0", "2", "5", "6"}));
        click(BubbleColumn::Why);
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"0", "2", "6", "5"}));
    }

    void shareOfTheCriticalPath()
    {
        // F takes 1, B takes 2.
        const Result<EvaluationPtr> simulated =
            evaluate({std::make_shared<const Schedule>(parse("0F0 0B0\n1F0 1B0")), {}, {}}, {}, {});
        QVERIFY(simulated);
        const EvaluationPtr evaluation = *simulated;
        const auto explanation = explain(*evaluation->timeline, evaluation->costs);
        QVERIFY(explanation);
        BubblesPanel panel;
        panel.resize(800, 300);
        panel.setContent(evaluation, std::make_shared<const Explanation>(*explanation));
        panel.show();
        QTRY_COMPARE(panel.model()->rowCount(), 3);
        QCOMPARE(column(*panel.model(), BubbleColumn::Length), words({"3", "2", "1"}));
        QCOMPARE(column(*panel.model(), BubbleColumn::OfCriticalPath), words({"50 %", "0 %", "16.7 %"}));
        panel.list()->sortByColumn(static_cast<int>(BubbleColumn::OfCriticalPath), Qt::AscendingOrder);
        QCOMPARE(column(*panel.model(), BubbleColumn::OfCriticalPath), words({"0 %", "16.7 %", "50 %"}));
    }

    void filters()
    {
        ShownPanel p;
        auto* rank = p.panel.findChild<RankChoice*>("bubbles-rank");
        QCOMPARE(rank->currentText(), "All ranks");
        QCOMPARE(rank->count(), 3);
        rank->setFocus();
        QTest::keyClick(rank, Qt::Key_Down);
        QTest::keyClick(rank, Qt::Key_Down);
        QCOMPARE(rank->currentText(), "Rank 1");
        QCOMPARE(column(p.model(), BubbleColumn::Rank), words({"1", "1"}));
        QCOMPARE(labelText(p.panel, "bubbles-summary"),
                 "2 of 4 bubbles · 4 of 8 steps idle · 50 % of compute");
        auto* text = p.panel.findChild<QLineEdit*>("bubbles-text");
        QTest::keyClicks(text, "WARM");
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"0"}));
        QTest::keyClicks(text, "x");
        QCOMPARE(p.model().rowCount(), 0);
        QCOMPARE(labelText(p.panel, "bubbles-empty"), "No bubble matches the filter.");
        text->clear();
        // Digits choose a rank too; of one that there is not, nothing comes.
        QTest::keyClick(rank, Qt::Key_0);
        QCOMPARE(column(p.model(), BubbleColumn::Rank), words({"0", "0"}));
        QTest::keyClick(rank, Qt::Key_7);
        QCOMPARE(rank->rank(), std::optional<std::uint32_t>{0});
        rank->setRank(std::nullopt);
        QCOMPARE(p.model().rowCount(), 4);
    }

    void aNumberIsMeantWhole()
    {
        std::string order;
        for (int rank = 0; rank < 12; ++rank)
            order += std::to_string(rank) + "F0\n";
        const EvaluationPtr evaluation = evaluationOf(order);
        const ExplanationPtr explanation =
            gapsByHand(*evaluation->timeline, {gap(2, 0, 2, BubbleCause::Dependency, {1, 0}, {2, 0}),
                                               gap(3, 0, 3, BubbleCause::Dependency, {11, 0}, {3, 0})});
        const auto matched = [&](const char* text) {
            BubbleFilter filter;
            filter.text = QString::fromUtf8(text);
            return listBubbles(*evaluation->timeline, explanation->ledger, filter, {}).matched;
        };
        QCOMPARE(matched("rank 1"), 1U);
        QCOMPARE(matched("RANK 11"), 1U);
        // The rank that has the bubble counts as well as the one that it waits for.
        QCOMPARE(matched("rank 2"), 1U);
        QCOMPARE(matched("rank 4"), 0U);
        QCOMPARE(matched("1F0"), 1U);
        QCOMPARE(matched("ran"), 2U);
        QCOMPARE(matched(" "), 2U);
    }

    void longTimesAreShownWhole()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownPanel p(
            gapsByHand(*evaluation->timeline, {gap(0, 5620123.125, 48211.375, BubbleCause::Dependency),
                                               gap(1, 12.5, 9, BubbleCause::Dependency)}));
        QTreeView& list = *p.panel.list();
        const QFontMetrics metrics(list.font());
        QVERIFY(metrics.horizontalAdvance("5620123.125") + 16 <=
                list.columnWidth(static_cast<int>(BubbleColumn::Start)));
        // And its bar has the room that it had.
        QVERIFY(metrics.horizontalAdvance("48211.375") + 124 - 52 <=
                list.columnWidth(static_cast<int>(BubbleColumn::Length)));
        auto* header = p.panel.findChild<SortHeader*>();
        for (int column = 0; column < p.model().columnCount(); ++column)
            if (!header->isSectionHidden(column)) // where there is no room
                QVERIFY2(header->titleWidth(column) <= header->sectionSize(column),
                         qPrintable(QString::number(column)));
    }

    void onlyOneReasonIsListed()
    {
        ShownPanel p;
        p.panel.setWhy(BubbleWhy::WaitsForB);
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"2", "6"}));
        auto* all = p.panel.findChild<QPushButton*>("bubbles-every-why");
        QVERIFY(!all->isHidden());
        p.panel.setWhy(BubbleWhy::NothingLeft);
        QCOMPARE(column(p.model(), BubbleColumn::Start), words({"5"}));
        QSignalSpy asked(&p.panel, &BubblesPanel::everyWhyAsked);
        all->click();
        QCOMPARE(asked.count(), 1);
        p.panel.setWhy(std::nullopt);
        QCOMPARE(p.model().rowCount(), 4);
        QVERIFY(all->isHidden());
    }

    void saysWhatThereIsNot_data()
    {
        addRows<int, QString>({
            {"none", 0, "No bubbles: every rank computes from start to end."},
            {"not yet", 1, "Computing the bubbles…"},
            {"no memory", 2, "There is not enough memory to compute the bubbles."},
            {"cannot run", 3, "This order cannot run, so its gaps have no cause yet. Problems shows why."},
        });
    }

    void saysWhatThereIsNot()
    {
        const auto& [state, text] = givenRow<int, QString>();
        ShownPanel p;
        auto evaluation = std::make_shared<Evaluation>(*p.evaluation);
        if (state == 3)
            evaluation->brokenBecause = Sentence::verbatim("deadlock");
        p.panel.setContent(evaluation, state == 0 ? gapsByHand(*evaluation->timeline, {}) : nullptr,
                           state == 2);
        auto* empty = p.panel.findChild<QLabel*>("bubbles-empty");
        QCOMPARE(empty->text(), text);
        QVERIFY(empty->isVisible());
        QVERIFY(!p.panel.list()->isVisible());
        QVERIFY(!p.panel.findChild<QLabel*>("bubbles-summary")->isVisible());
        QCOMPARE(p.model().rowCount(), 0);
    }

    void ofAMillionTheLongestAreListed()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownPanel p(manyGaps(*evaluation->timeline, 1'000'000));
        QTRY_COMPARE_WITH_TIMEOUT(p.model().rowCount(), static_cast<int>(kMostBubbleRows), 60'000);
        // 1000 of each length: 0.901 and longer.
        QCOMPARE(column(p.model(), BubbleColumn::Length).front(), "1");
        QCOMPARE(column(p.model(), BubbleColumn::Length).back(), "0.901");
        QCOMPARE(labelText(p.panel, "bubbles-rest"),
                 "900,000 shorter ones, 405,450 in total, are counted but not listed.");
        p.panel.list()->sortByColumn(static_cast<int>(BubbleColumn::Start), Qt::AscendingOrder);
        QTRY_VERIFY_WITH_TIMEOUT(!p.model().isArranging(), 60'000);
        QCOMPARE(p.model().index(0, 1).data().toString(), "1,800");
        // One that is not listed: too short, whether the filter lets everything through or not; or let
        // through by no filter.
        const QString isShorter = " The marked bubble is one of those.";
        p.panel.setCurrent(0);
        QVERIFY(labelText(p.panel, "bubbles-rest").endsWith(isShorter));
        auto* filter = p.panel.findChild<QLineEdit*>("bubbles-text");
        filter->setText("rank 0");
        QTRY_VERIFY_WITH_TIMEOUT(!p.model().isArranging(), 60'000);
        verifyEnds(labelText(p.panel, "bubbles-rest"), isShorter);
        filter->setText("rank 1");
        QTRY_VERIFY_WITH_TIMEOUT(!p.model().isArranging(), 60'000);
        QCOMPARE(labelText(p.panel, "bubbles-rest"), "The filter hides the marked bubble.");
        filter->clear();
        QTRY_VERIFY_WITH_TIMEOUT(!p.model().isArranging(), 60'000);
        // Other content while a worker still sorts the old one: nothing of it is left.
        p.panel.list()->sortByColumn(static_cast<int>(BubbleColumn::Start), Qt::DescendingOrder);
        p.panel.setContent(p.evaluation, twoRankGaps(*p.evaluation->timeline));
        QCOMPARE(p.model().rowCount(), 4);
        workersEnd();
        QCOMPARE(p.model().rowCount(), 4);
    }

    void rowsAreCopiedAsCsv()
    {
        ShownPanel p;
        QTreeView* list = p.panel.list();
        list->setFocus();
        const auto csvOf = [&](std::initializer_list<std::size_t> numbers) {
            BubbleLedger part;
            for (const std::size_t number : numbers)
                part.bubbles.push_back(p.explanation->ledger.bubbles[number]);
            return QString::fromStdString(bubblesCsv(*p.evaluation->timeline, part));
        };
        p.panel.copyRows();
        const QString all = copiedText();
        QCOMPARE(all, csvOf({0, 3, 1, 2}));
        verifyContains(all, {"\n0,2,3,dependency,steady,1,1B0,0B0,0,"});
        list->setCurrentIndex(p.model().index(2, 0));
        QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
        p.panel.copyRows();
        QCOMPARE(copiedText(), csvOf({1, 2}));
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowBubblesTest)
#include "window_bubbles_test.moc"
