// SPDX-License-Identifier: Apache-2.0
// The dock that lists the bubbles, and how it and the timeline lead to each other.
#include "core/analyze/bubble_ledger.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/panels/bubbles_causes.h"
#include "ui/panels/bubbles_model.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/timeline/hit_test.h"

#include <QAbstractButton>
#include <QClipboard>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTreeView>

namespace bubblescope::test {

namespace {

using namespace ui;

Bubble gap(std::uint32_t rank, Time start, Time length, BubbleCause cause, Place waitsFor = {},
           Place next = {}, RankPhase phase = RankPhase::Steady)
{
    Bubble bubble;
    bubble.rank = RankId{rank};
    bubble.start = start;
    bubble.length = length;
    bubble.cause = cause;
    bubble.phase = phase;
    bubble.waitsFor = waitsFor;
    bubble.next = next;
    return bubble;
}

/// The gaps of kTwoRanks, by hand.
ExplanationPtr gapsByHand(const Timeline& timeline, std::vector<Bubble> bubbles)
{
    auto explanation = std::make_shared<Explanation>();
    explanation->ledger.bubbles = std::move(bubbles);
    explanation->ledger.idlePerRank.resize(timeline.lanes.size());
    for (const Bubble& bubble : explanation->ledger.bubbles) {
        explanation->ledger.idlePerRank[bubble.rank.value] += bubble.length;
        explanation->ledger.total += bubble.length;
        explanation->ledger.byCause[static_cast<std::size_t>(bubble.cause)] += bubble.length;
    }
    for (const LaneTimes& lane : timeline.lanes)
        explanation->slack.emplace_back(lane.start.size(), 0.0);
    return explanation;
}
ExplanationPtr twoRankGaps(const Timeline& timeline)
{
    return gapsByHand(timeline, {gap(0, 2, 3, BubbleCause::Dependency, {1, 3}, {0, 5}),
                                 gap(0, 6, 1, BubbleCause::CoolDown, {1, 4}, {0, 7}, RankPhase::CoolDown),
                                 gap(1, 0, 1, BubbleCause::WarmUp, {0, 0}, {1, 1}, RankPhase::WarmUp),
                                 gap(1, 5, 3, BubbleCause::NothingLeft, {}, {}, RankPhase::CoolDown)});
}
ExplanationPtr manyGaps(const Timeline& timeline, std::size_t count)
{
    std::vector<Bubble> bubbles;
    bubbles.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        bubbles.push_back(gap(0, 2.0 * static_cast<double>(i), static_cast<double>(i % 1000 + 1) / 1000,
                              BubbleCause::Dependency));
    return gapsByHand(timeline, std::move(bubbles));
}

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
QString labelText(const QWidget& panel, const char* name)
{
    return panel.findChild<QLabel*>(QLatin1String(name))->text();
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

QDockWidget* dockOf(ShownWindow& w)
{
    return w->findChild<QDockWidget*>(QStringLiteral("bubbles-dock"));
}

} // namespace

class WindowBubblesTest : public QObject
{
    Q_OBJECT

private slots:
    void longestComeFirst();
    void aHeaderSorts();
    void filters();
    void aCauseChipListsOnlyItsOwn();
    void saysWhatThereIsNot_data();
    void saysWhatThereIsNot();
    void ofAMillionTheLongestAreListed();
    void rowsAreCopiedAsCsv();
    void theTimelineMarksAGap();
    void bubblesAreWalkedByKeys();
    void aGapThatComesBeforeItsCause();
    void rowAndGapLeadToEachOther();
    void theInspectorSaysWhatABubbleIs();
    void docksShareATabBar();
    void metricsAreNotCut();
};

void WindowBubblesTest::longestComeFirst()
{
    ShownPanel p;
    QCOMPARE(column(p.model(), BubbleColumn::Length), words({"3", "3", "1", "1"}));
    QCOMPARE(column(p.model(), BubbleColumn::Rank), words({"0", "1", "0", "1"}));
    QCOMPARE(column(p.model(), BubbleColumn::Start), words({"2", "5", "6", "0"}));
    QCOMPARE(column(p.model(), BubbleColumn::Phase), words({"steady", "cool-down", "cool-down", "warm-up"}));
    QCOMPARE(column(p.model(), BubbleColumn::Share), words({"37.5 %", "37.5 %", "12.5 %", "12.5 %"}));
    for (int row = 0; row < 4; ++row)
        QCOMPARE(column(p.model(), BubbleColumn::Cause)[row],
                 QString::fromStdString(bubbleText(
                     *p.evaluation->timeline,
                     p.explanation->ledger.bubbles[*p.model().bubbleAt(p.model().index(row, 0))])));
    QCOMPARE(labelText(p.panel, "bubbles-summary"),
             QStringLiteral("4 bubbles · 8 steps idle · 100 % of compute"));
    QCOMPARE(p.model().index(0, 2).data(BubblesModel::kBarRole).toDouble(), 1.0);
    QVERIFY(isNear(p.model().index(3, 5).data(BubblesModel::kBarRole).toDouble(), 1.0 / 3));
}

void WindowBubblesTest::aHeaderSorts()
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
    click(BubbleColumn::Phase);
    QCOMPARE(column(p.model(), BubbleColumn::Start), words({"0", "2", "5", "6"}));
    click(BubbleColumn::Cause);
    QCOMPARE(column(p.model(), BubbleColumn::Start), words({"0", "2", "6", "5"}));
}

void WindowBubblesTest::filters()
{
    ShownPanel p;
    auto* rank = p.panel.findChild<QSpinBox*>(QStringLiteral("bubbles-rank"));
    QCOMPARE(rank->text(), QStringLiteral("All ranks"));
    QCOMPARE(rank->maximum(), 1);
    rank->setFocus();
    QTest::keyClick(rank, Qt::Key_Up);
    QTest::keyClick(rank, Qt::Key_Up);
    QCOMPARE(column(p.model(), BubbleColumn::Rank), words({"1", "1"}));
    QCOMPARE(labelText(p.panel, "bubbles-summary"), QStringLiteral("2 of 4 bubbles · 4 of 8 steps idle"));
    auto* text = p.panel.findChild<QLineEdit*>(QStringLiteral("bubbles-text"));
    QTest::keyClicks(text, QStringLiteral("WARM"));
    QCOMPARE(column(p.model(), BubbleColumn::Start), words({"0"}));
    QTest::keyClicks(text, QStringLiteral("x"));
    QCOMPARE(p.model().rowCount(), 0);
    QCOMPARE(labelText(p.panel, "bubbles-empty"), QStringLiteral("No bubble is like that."));
    text->clear();
    rank->setValue(rank->minimum());
    QCOMPARE(p.model().rowCount(), 4);
}

void WindowBubblesTest::aCauseChipListsOnlyItsOwn()
{
    ShownPanel p;
    auto* causes = p.panel.findChild<BubbleCauses*>(QStringLiteral("bubbles-causes"));
    QVERIFY(causes->chip(BubbleCause::Transfer) == nullptr);
    QAbstractButton* dependency = causes->chip(BubbleCause::Dependency);
    QCOMPARE(dependency->accessibleName(), QStringLiteral("Dependency: 3 steps idle, 37.5 % of all"));
    QTest::mouseClick(dependency, Qt::LeftButton);
    QCOMPARE(column(p.model(), BubbleColumn::Start), words({"2"}));
    QAbstractButton* coolDown = causes->chip(BubbleCause::CoolDown);
    coolDown->setFocus();
    QTest::keyClick(coolDown, Qt::Key_Space);
    QVERIFY(!dependency->isChecked());
    QCOMPARE(column(p.model(), BubbleColumn::Start), words({"6"}));
    QTest::keyClick(coolDown, Qt::Key_Space);
    QCOMPARE(p.model().rowCount(), 4);
    // A cause that is gone lets all others back.
    QTest::mouseClick(dependency, Qt::LeftButton);
    p.panel.setContent(p.evaluation,
                       gapsByHand(*p.evaluation->timeline, {gap(1, 0, 1, BubbleCause::WarmUp)}));
    QCOMPARE(p.model().rowCount(), 1);
}

void WindowBubblesTest::saysWhatThereIsNot_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("text");
    QTest::newRow("none") << 0 << QStringLiteral("No bubbles: every rank computes from begin to end.");
    QTest::newRow("not yet") << 1 << QStringLiteral("Working out the bubbles…");
    QTest::newRow("no memory") << 2 << QStringLiteral("There is not enough memory to work out the bubbles.");
    QTest::newRow("cannot run")
        << 3 << QStringLiteral("This order cannot run, so its gaps have no cause yet. Problems says why.");
}

void WindowBubblesTest::saysWhatThereIsNot()
{
    QFETCH(int, state);
    QFETCH(QString, text);
    ShownPanel p;
    auto evaluation = std::make_shared<Evaluation>(*p.evaluation);
    if (state == 3)
        evaluation->brokenBecause = "deadlock";
    p.panel.setContent(evaluation, state == 0 ? gapsByHand(*evaluation->timeline, {}) : nullptr, state == 2);
    auto* empty = p.panel.findChild<QLabel*>(QStringLiteral("bubbles-empty"));
    QCOMPARE(empty->text(), text);
    QVERIFY(empty->isVisible());
    QVERIFY(!p.panel.list()->isVisible());
    QVERIFY(!p.panel.findChild<QLabel*>(QStringLiteral("bubbles-summary"))->isVisible());
    QCOMPARE(p.model().rowCount(), 0);
}

void WindowBubblesTest::ofAMillionTheLongestAreListed()
{
    const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
    ShownPanel p(manyGaps(*evaluation->timeline, 1'000'000));
    QTRY_COMPARE_WITH_TIMEOUT(p.model().rowCount(), static_cast<int>(kMostBubbleRows), 60'000);
    // 1000 of each length: 0.901 and longer.
    QCOMPARE(column(p.model(), BubbleColumn::Length).front(), QStringLiteral("1"));
    QCOMPARE(column(p.model(), BubbleColumn::Length).back(), QStringLiteral("0.901"));
    QCOMPARE(labelText(p.panel, "bubbles-rest"),
             QStringLiteral("900,000 shorter ones, 405450 in all, are counted but not listed."));
    p.panel.list()->sortByColumn(static_cast<int>(BubbleColumn::Start), Qt::AscendingOrder);
    QTRY_VERIFY_WITH_TIMEOUT(!p.model().isArranging(), 60'000);
    QCOMPARE(p.model().index(0, 1).data().toString(), QStringLiteral("1800"));
    // Other content while a worker still sorts the old one: nothing of it is left.
    p.panel.list()->sortByColumn(static_cast<int>(BubbleColumn::Start), Qt::DescendingOrder);
    p.panel.setContent(p.evaluation, twoRankGaps(*p.evaluation->timeline));
    QCOMPARE(p.model().rowCount(), 4);
    QTest::qWait(100);
    QCOMPARE(p.model().rowCount(), 4);
}

void WindowBubblesTest::rowsAreCopiedAsCsv()
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
    QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
    const QString all = QGuiApplication::clipboard()->text();
    QCOMPARE(all, csvOf({0, 3, 1, 2}));
    QVERIFY2(all.contains(QStringLiteral("\n0,2,3,dependency,steady,1,1B0,0B0,0,")), qPrintable(all));
    list->setCurrentIndex(p.model().index(2, 0));
    QTest::keyClick(list, Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(list, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), csvOf({1, 2}));
}

void WindowBubblesTest::theTimelineMarksAGap()
{
    const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
    ShownView shown(evaluation);
    TimelineView& view = shown.view;
    view.setExplanation(twoRankGaps(*evaluation->timeline));
    view.setSelection(ActionPosition{RankId{0}, 0});
    QSignalSpy gaps(&view, &TimelineView::gapChanged);
    QSignalSpy selections(&view, &TimelineView::selectionChanged);
    QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(view, 0, 3.5));
    QVERIFY(view.gap() == (Gap{RankId{0}, 2, 5}));
    QCOMPARE(view.bubble(), std::optional<std::size_t>{0});
    QVERIFY(!view.selection());
    QCOMPARE(gaps.count(), 1);
    QCOMPARE(selections.count(), 1);
    // The frame stands on the lane's edges, right where the gap begins.
    QTest::mouseMove(shown.viewport(), QPoint(2, 2));
    const QImage image = shown.viewport()->grab().toImage();
    const TimelineGeometry& geometry = view.geometry();
    const QColor frame =
        image.pixelColor(static_cast<int>(geometry.xOf(3)), static_cast<int>(geometry.laneTop(0)));
    QCOMPARE(frame, QColor(0x1d, 0x27, 0x33));
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.gap() && !view.bubble());
    QCOMPARE(gaps.count(), 2);
    // Between the lanes is no gap.
    QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(view, 0, 3.5));
    QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(view, 0, 0.5));
    QVERIFY(!view.gap());
    QCOMPARE(textAt(view), std::string("0F0"));
    QTest::mouseDClick(shown.viewport(), Qt::LeftButton, {}, at(view, 1, 6));
    QCOMPARE(view.bubble(), std::optional<std::size_t>{3});
    QVERIFY(isNear(widthOf(view.range()), 3 / 0.4, 0.5));
}

void WindowBubblesTest::bubblesAreWalkedByKeys()
{
    const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
    ShownView shown(evaluation);
    TimelineView& view = shown.view;
    view.nextBubble();
    QVERIFY(!view.gap());
    view.setExplanation(twoRankGaps(*evaluation->timeline));
    std::vector<std::size_t> seen;
    for (int i = 0; i < 6; ++i) {
        view.nextBubble();
        seen.push_back(view.bubble().value_or(99));
    }
    QCOMPARE(seen, (std::vector<std::size_t>{0, 1, 2, 3, 3, 3}));
    view.previousBubble();
    QCOMPARE(view.bubble(), std::optional<std::size_t>{2});
    // From an action on, along its lane.
    view.setSelection(ActionPosition{RankId{1}, 2});
    view.nextBubble();
    QCOMPARE(view.bubble(), std::optional<std::size_t>{3});
    view.setSelection(ActionPosition{RankId{0}, 5});
    view.previousBubble();
    QCOMPARE(view.bubble(), std::optional<std::size_t>{0});
    QVERIFY(view.accessibleDescription().startsWith(QStringLiteral("Selected: idle · rank 0")));
    // Zoomed elsewhere, it is brought into view.
    view.setRange({0, 1});
    view.nextBubble();
    QVERIFY(view.range().from <= 6 && view.range().to >= 7);
}

void WindowBubblesTest::aGapThatComesBeforeItsCause()
{
    const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
    ShownView shown(evaluation);
    QTest::mouseClick(shown.viewport(), Qt::LeftButton, {}, at(shown.view, 1, 6));
    QVERIFY(shown.view.gap() == (Gap{RankId{1}, 5, 8}));
    QVERIFY(!shown.view.bubble());
    QSignalSpy gaps(&shown.view, &TimelineView::gapChanged);
    shown.view.setExplanation(twoRankGaps(*evaluation->timeline));
    QCOMPARE(shown.view.bubble(), std::optional<std::size_t>{3});
    QCOMPARE(gaps.count(), 1);
    shown.view.setEvaluation(evaluationOf("0F0 0B0"));
    QVERIFY(!shown.view.gap() && !shown.view.bubble());
    QCOMPARE(gaps.count(), 2);
}

void WindowBubblesTest::rowAndGapLeadToEachOther()
{
    ShownWindow w;
    QTRY_VERIFY(w.document().explanation());
    const BubbleLedger& ledger = w.document().explanation()->ledger;
    QVERIFY(ledger.bubbles.size() > 3);
    QCOMPARE(dockOf(w)->windowTitle(), QStringLiteral("Bubbles %1").arg(ledger.bubbles.size()));
    QTreeView* list = w->bubbles()->list();
    BubblesModel& model = *w->bubbles()->model();
    QVERIFY(list->isVisible());
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(model.index(0, 1)).center());
    QCOMPARE(w.view().bubble(), model.bubbleAt(model.index(0, 0)));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Down);
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(w.view().bubble(), model.bubbleAt(model.index(1, 0)));
    // And from the lane to the row.
    const Bubble& bubble = ledger.bubbles.front();
    w.view().setFocus();
    QTest::mouseClick(w.view().viewport(), Qt::LeftButton, {},
                      at(w.view(), bubble.rank.value, bubble.start + bubble.length / 2));
    QCOMPARE(w.view().bubble(), std::optional<std::size_t>{0});
    QCOMPARE(model.bubbleAt(list->currentIndex()), std::optional<std::size_t>{0});
    w.key(Qt::Key_B);
    QCOMPARE(w.view().bubble(), std::optional<std::size_t>{1});
    QCOMPARE(model.bubbleAt(list->currentIndex()), std::optional<std::size_t>{1});
    w.key(Qt::Key_B, Qt::ShiftModifier);
    QCOMPARE(w.view().bubble(), std::optional<std::size_t>{0});
    w.key(Qt::Key_Escape);
    QVERIFY(list->selectionModel()->selectedRows().isEmpty());
    // Zoomed to by a double click.
    const Time before = widthOf(w.view().range());
    list->scrollToTop();
    QTest::mouseDClick(list->viewport(), Qt::LeftButton, {}, list->visualRect(model.index(0, 1)).center());
    QVERIFY(widthOf(w.view().range()) < before);
}

void WindowBubblesTest::theInspectorSaysWhatABubbleIs()
{
    ShownWindow w;
    QTRY_VERIFY(w.document().explanation());
    const BubbleLedger& ledger = w.document().explanation()->ledger;
    QVERIFY(w->inspector()->plainText().contains(QStringLiteral("Idle time by cause")));
    const auto found = std::find_if(ledger.bubbles.begin(), ledger.bubbles.end(), [](const Bubble& bubble) {
        return bubble.waitsFor && bubble.next && bubble.waitsFor.rank != bubble.rank.value;
    });
    QVERIFY(found != ledger.bubbles.end());
    w.view().showBubble(static_cast<std::size_t>(found - ledger.bubbles.begin()));
    const Schedule& schedule = *w.document().evaluation()->timeline->schedule;
    const QString text = w->inspector()->plainText();
    QVERIFY2(text.startsWith(QStringLiteral("Bubble\n") + QString::fromStdString(bubbleText(
                                                              *w.document().evaluation()->timeline, *found))),
             qPrintable(text));
    QVERIFY(text.contains(QStringLiteral("Length: ")) && text.contains(QStringLiteral("Phase: ")));
    const QString awaited = QString::fromStdString(actionText(schedule.at(found->waitsFor.position()).id()));
    QVERIFY2(text.contains(QStringLiteral("Waits for\n%1, rank %2").arg(awaited).arg(found->waitsFor.rank)),
             qPrintable(text));
    // The link goes there.
    for (QAbstractButton* link : w->inspector()->findChildren<QAbstractButton*>())
        if (link->isVisible() && link->accessibleName().startsWith(awaited + QStringLiteral(", rank")))
            QTest::mouseClick(link, Qt::LeftButton);
    QVERIFY(w.view().selection() == found->waitsFor.position());
    QVERIFY(!w.view().gap());
}

void WindowBubblesTest::docksShareATabBar()
{
    ShownWindow w;
    auto* problems = w->findChild<QDockWidget*>(QStringLiteral("problems-dock"));
    QVERIFY(w->tabifiedDockWidgets(dockOf(w)).contains(problems));
    QVERIFY(w->bubbles()->isVisible());
    QVERIFY(!w->bubbles()->visibleRegion().isEmpty());
    w.openFile(w.write(QStringLiteral("broken.csv"), "0F0,0B0,0F1,0B1\n1F1,1B1,1F0,1B0\n"));
    QTRY_VERIFY(w->problems()->problemCount());
    // What keeps the order from running comes to the front.
    QTRY_VERIFY(!w->problems()->visibleRegion().isEmpty());
    dockOf(w)->raise();
    QTRY_VERIFY(!w->bubbles()->visibleRegion().isEmpty());
    QCOMPARE(labelText(*w->bubbles(), "bubbles-empty"),
             QStringLiteral("This order cannot run, so its gaps have no cause yet. Problems says why."));
    QCOMPARE(w.metric("critical-path"), QStringLiteral("–"));
    QVERIFY(!w->commands().action(QStringLiteral("timeline.nextBubble"))->isEnabled());
}

void WindowBubblesTest::metricsAreNotCut()
{
    ShownWindow w;
    QTRY_VERIFY(w.document().explanation());
    QTRY_COMPARE(w.metric("problems"), QStringLiteral("0"));
    const auto allFit = [&] {
        for (QLabel* label : w->metrics()->findChildren<QLabel*>()) {
            if (!label->isVisible())
                continue;
            const QRect rect(label->mapTo(w->metrics(), QPoint()), label->size());
            if (rect.right() > w->metrics()->width() || label->width() < label->sizeHint().width())
                return false;
        }
        return true;
    };
    for (const int width : {1280, 1600, 2560}) {
        w->resize(width, 800);
        QTRY_VERIFY(allFit());
        for (const char* name : {"makespan", "bubble-rate", "peak-activations", "critical-path", "problems"})
            QVERIFY2(w->metrics()->findChild<QLabel*>(QLatin1String(name))->isVisible(), name);
    }
    QVERIFY(w->metrics()->findChild<QLabel*>(QStringLiteral("size"))->isVisible());
}

} // namespace bubblescope::test

QTEST_MAIN(bubblescope::test::WindowBubblesTest)
#include "window_bubbles_test.moc"
