// SPDX-License-Identifier: Apache-2.0
// The critical path under the lanes, exactly under its blocks at every zoom.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/critical_path_marks.h"
#include "ui/timeline/hit_test.h"
#include "ui/widgets/figures.h"

#include <set>

namespace bubblescope::test {

namespace {

using namespace ui;

const QColor kRed(0xd6, 0x45, 0x45);

/// 0F0 → 1F0 → 1F1 → 1B0 → 1B1 → 0B1 of kTwoRanks, by hand.
ExplanationPtr pathByHand(const Timeline& timeline, const std::vector<ActionPosition>& actions)
{
    auto explanation = std::make_shared<Explanation>();
    explanation->criticalPath = {timeline.makespan, actions};
    for (const LaneTimes& lane : timeline.lanes)
        explanation->slack.emplace_back(lane.start.size(), 1.0);
    for (const ActionPosition& action : actions)
        explanation->slack[action.rank.value][action.index] = 0;
    explanation->ledger.idlePerRank.resize(timeline.lanes.size());
    return explanation;
}

std::vector<ActionPosition> twoRanksPath()
{
    return {{RankId{0}, 0}, {RankId{1}, 1}, {RankId{1}, 2}, {RankId{1}, 3}, {RankId{1}, 4}, {RankId{0}, 5}};
}

/// Whether the path's colour stands in the gap below a lane at a time.
bool isUnderlined(const QImage& image, const TimelineView& view, std::size_t row, Time t)
{
    const TimelineGeometry& geometry = view.geometry();
    const double ratio = image.devicePixelRatio();
    const auto x = static_cast<int>(std::floor(geometry.xOf(t) * ratio));
    const auto y = static_cast<int>((geometry.laneTop(row) + geometry.laneHeight + 2) * ratio);
    return image.pixelColor(x, y) == kRed;
}

double underlinedWidth(const CriticalPathPicture& picture)
{
    double width = 0;
    for (const RectF& line : picture.underlines())
        width += line.width;
    return width;
}

} // namespace

class WindowCriticalPathTest : public QObject
{
    Q_OBJECT

private slots:
    void isUnderEveryBlockOfThePath_data()
    {
        addRows<double, double>({
            {"all", 0.0, 8.0},
            {"from the middle of a block", 1.4, 5.3},
            {"inside one block", 5.2, 5.8},
        });
    }

    void isUnderEveryBlockOfThePath()
    {
        const auto& [from, to] = givenRow<double, double>();
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownView shown(evaluation);
        TimelineView& view = shown.view;
        view.setExplanation(pathByHand(*evaluation->timeline, twoRanksPath()));
        view.criticalPath().setShown(true);
        view.navigation().setRange({from, to});
        const QImage image = shown.viewport()->grab().toImage();
        int red = 0;
        for (std::size_t row = 0; row < 2; ++row)
            for (Time t = from + (to - from) / 64; t < to; t += (to - from) / 32) {
                // Away from edges: the connectors and a column's rounding are there.
                if (std::abs(t - std::round(t)) * view.geometry().pixelsPerUnit() < 3)
                    continue;
                bool expected = false;
                for (const ActionPosition& action : twoRanksPath())
                    expected =
                        expected || (action.rank.value == row && evaluation->timeline->startOf(action) < t &&
                                     t < evaluation->timeline->endOf(action));
                QVERIFY2(isUnderlined(image, view, row, t) == expected,
                         qPrintable(QString("rank %1 at %2").arg(row).arg(t)));
                red += expected ? 1 : 0;
            }
        QVERIFY(red > 0);
    }

    void isUnderEachStreamsLane_data()
    {
        QTest::addColumn<std::string>("request");
        QTest::addColumn<std::string>("pass");
        QTest::addColumn<Track>("track");
        QTest::newRow("messages") << std::string("1f1b") << std::string("send-recv") << Track::Communication;
        QTest::newRow("FSDP") << std::string("1f1b") << std::string("torch") << Track::Fsdp;
        QTest::newRow("experts") << std::string("1f1b") << std::string("parts:cells=all") << Track::Experts;
        QTest::newRow("to host") << std::string("zbv") << std::string("offload:time=0.1") << Track::Stores;
        QTest::newRow("from host") << std::string("zbv") << std::string("offload:time=0.1") << Track::Loads;
    }

    void isUnderEachStreamsLane()
    {
        QFETCH(const std::string, request);
        QFETCH(const std::string, pass);
        QFETCH(const Track, track);
        EvaluationInput input{*requestFromText(request + ":ranks=2,microbatches=4"), {}, {pass}};
        input.costs.transfer.latency = 1;
        const EvaluationPtr evaluation = *evaluate(input, {});
        const Timeline& timeline = *evaluation->timeline;
        std::vector<ActionPosition> path;
        for (std::size_t at = 0; at < timeline.schedule->rows[0].size(); ++at)
            if (evaluation->index->laneOfAction({RankId{0}, at}).track == track)
                path.push_back({RankId{0}, at});
        QVERIFY(!path.empty());
        ShownView shown(evaluation, {1000, 600});
        shown.view.setExplanation(pathByHand(timeline, path));
        shown.view.criticalPath().setShown(true);
        const TimelineGeometry& geometry = shown.view.geometry();
        const auto top = geometry.trackTop(0, track);
        QVERIFY(top.has_value());
        const std::vector<RectF>& lines = shown.view.criticalPathPicture().underlines();
        QVERIFY(!lines.empty());
        for (const RectF& line : lines)
            QVERIFY(line.y >= *top && line.y <= *top + geometry.subLaneHeight + 4);
    }

    void showingItDrawsNothingAnew()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownView shown(evaluation);
        shown.viewport()->grab();
        const int rebuilds = shown.view.contentRebuilds();
        shown.view.setExplanation(pathByHand(*evaluation->timeline, twoRanksPath()));
        shown.view.criticalPath().setShown(true);
        QVERIFY(isUnderlined(shown.viewport()->grab().toImage(), shown.view, 0, 0.5));
        shown.view.criticalPath().setShown(false);
        QVERIFY(!isUnderlined(shown.viewport()->grab().toImage(), shown.view, 0, 0.5));
        QVERIFY(shown.view.criticalPathPicture().underlines().empty());
        QCOMPARE(shown.view.contentRebuilds(), rebuilds);
    }

    void aMillionStepsMergeIntoColumns()
    {
        // Two lanes in turn, a unit each: in a pixel column both are on the path.
        constexpr std::uint32_t kCells = 1'000'000;
        const EvaluationPtr evaluation = manyForwards(2, kCells);
        std::vector<ActionPosition> path;
        for (std::uint32_t i = 0; i < kCells; ++i)
            path.push_back({RankId{i % 2}, i});
        ShownView shown(evaluation);
        shown.view.setExplanation(pathByHand(*evaluation->timeline, path));
        shown.view.criticalPath().setShown(true);
        const double plot = shown.view.geometry().plot.width;
        QCOMPARE(shown.view.criticalPathPicture().underlines().size(), std::size_t{2});
        QVERIFY(isNear(underlinedWidth(shown.view.criticalPathPicture()), 2 * plot, 2));
        QCOMPARE(shown.view.criticalPathPicture().connectorCount(), std::size_t{0});
        // Near enough, each block has its own again, and its line to the next.
        shown.view.navigation().setRange({500'000, 500'010});
        QCOMPARE(shown.view.criticalPathPicture().underlines().size(), std::size_t{10});
        QVERIFY(isNear(underlinedWidth(shown.view.criticalPathPicture()), plot, 10));
        QVERIFY(shown.view.criticalPathPicture().connectorCount() >= 9);
    }

    void narrowStepsHaveNoLinesBetween()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownView shown(evaluation);
        shown.view.setExplanation(pathByHand(*evaluation->timeline, twoRanksPath()));
        shown.view.criticalPath().setShown(true);
        const TimelineGeometry& geometry = shown.view.geometry();
        // Between the lanes, where 0F0's message goes from lane to lane.
        const auto between = [&] {
            const QImage image = shown.viewport()->grab().toImage();
            const auto x = static_cast<int>(geometry.xOf(1));
            const auto y = static_cast<int>(geometry.laneTop(0) + geometry.laneHeight + geometry.laneGap - 2);
            int red = 0;
            for (int dx = -2; dx <= 2; ++dx)
                red += image.pixelColor(x + dx, y).red() - image.pixelColor(x + dx, y).blue() > 40 ? 1 : 0;
            return red > 0;
        };
        QVERIFY(between());
        QCOMPARE(shown.view.criticalPathPicture().connectorCount(), std::size_t{2});
        // Twice as narrow as a label needs, nothing but the underlines is left.
        shown.view.resize(160, 300);
        QTRY_COMPARE(shown.view.criticalPathPicture().connectorCount(), std::size_t{0});
        QVERIFY(!shown.view.criticalPathPicture().underlines().empty());
    }

    void thinLanesHaveATrail()
    {
        // Rank by rank, less than a pixel each: the underlines are specks, what leads from one to the next is
        // not.
        constexpr std::uint32_t kRanks = 64;
        const EvaluationPtr evaluation = manyForwards(kRanks, 8000);
        std::vector<ActionPosition> path;
        for (std::uint32_t i = 0; i < kRanks; ++i)
            path.push_back({RankId{i}, 4000 + i});
        ShownView shown(evaluation);
        shown.view.setExplanation(pathByHand(*evaluation->timeline, path));
        shown.view.criticalPath().setShown(true);
        const CriticalPathPicture& picture = shown.view.criticalPathPicture();
        const TimelineGeometry& geometry = shown.view.geometry();
        QVERIFY(geometry.laneHeight < 20 && geometry.pixelsPerUnit() < 1);
        for (const RectF& line : picture.underlines())
            QVERIFY(line.width >= 2 && line.height >= 2);
        QCOMPARE(picture.connectorCount(), std::size_t{0});
        // A rect for each pixel column, each beginning where the one before has ended.
        QVERIFY(!picture.trail().empty() && picture.trail().size() < kRanks / 4);
        double bottom = picture.trail().front().y;
        for (const RectF& part : picture.trail()) {
            QVERIFY(isNear(part.y, bottom, 1e-6));
            bottom = part.bottom();
        }
        QCOMPARE(bottom, geometry.plot.bottom());
        const RectF& first = picture.trail().front();
        QCOMPARE(shown.viewport()->grab().toImage().pixelColor(static_cast<int>(first.x),
                                                               static_cast<int>(first.y + first.height / 2)),
                 kRed);
        // Near enough there are lines from block to block instead.
        shown.view.navigation().setRange({4000, 4020});
        QVERIFY(picture.connectorCount() == 0); // of what was shown
        QVERIFY(shown.view.criticalPathPicture().connectorCount() > 0);
        QVERIFY(shown.view.criticalPathPicture().trail().empty());
    }

    void goesWithTheEvaluation()
    {
        const EvaluationPtr evaluation = evaluationOf(kTwoRanks);
        ShownView shown(evaluation);
        shown.view.criticalPath().setShown(true);
        shown.view.setExplanation(pathByHand(*evaluation->timeline, twoRanksPath()));
        QVERIFY(!shown.view.criticalPathPicture().underlines().empty());
        shown.view.setEvaluation(evaluationOf("0F0 0B0\n.   ."));
        QVERIFY(shown.view.criticalPathPicture().underlines().empty());
        QVERIFY(!shown.view.explanation());
        // Of another size than what is shown: not this one's.
        shown.view.setExplanation(pathByHand(*manyForwards(3, 2)->timeline, {{RankId{2}, 1}}));
        QVERIFY(!shown.view.explanation());
        QVERIFY(shown.view.criticalPath().isShown());
    }

    void lanesWithoutAGapHaveItInside()
    {
        const EvaluationPtr evaluation = manyForwards(64, 4);
        ShownView shown(evaluation);
        shown.view.setExplanation(pathByHand(*evaluation->timeline, {{RankId{3}, 1}}));
        shown.view.criticalPath().setShown(true);
        const TimelineGeometry& geometry = shown.view.geometry();
        QVERIFY(geometry.laneGap < 3);
        QCOMPARE(shown.view.criticalPathPicture().underlines().size(), std::size_t{1});
        const RectF line = shown.view.criticalPathPicture().underlines().front();
        QVERIFY(line.y >= geometry.laneTop(3) && line.bottom() <= geometry.laneTop(3) + geometry.laneHeight);
        QVERIFY(isNear(line.x, geometry.xOf(1), 0.51) && isNear(line.right(), geometry.xOf(2), 0.51));
    }

    void memoryStripsHaveNothingOfIt_data()
    {
        QTest::addColumn<int>("height");
        QTest::newRow("scrolling") << 90;
        QTest::newRow("small") << 130;
        QTest::newRow("usual") << 170;
        QTest::newRow("large") << 400;
    }

    void memoryStripsHaveNothingOfIt()
    {
        QFETCH(int, height);
        auto evaluation = std::make_shared<Evaluation>(*evaluationOf(kTwoRanks));
        evaluation->memory = MemoryCurves::build(*evaluation->timeline, evaluation->costs);
        ShownView shown(evaluation, {1000, height});
        shown.view.setExplanation(pathByHand(*evaluation->timeline, twoRanksPath()));
        shown.view.criticalPath().setShown(true);
        const TimelineGeometry& geometry = shown.view.geometry();
        QVERIFY(geometry.memoryHeight > 0);
        QVERIFY(!shown.view.criticalPathPicture().underlines().empty());
        for (const RectF& line : shown.view.criticalPathPicture().underlines()) {
            const std::size_t row = line.y < geometry.laneTop(1) ? 0 : 1;
            QVERIFY(line.bottom() <= geometry.memoryTop(row));
            QVERIFY(line.y >= geometry.laneTop(row));
        }
    }

    void theCommandShowsAndHidesIt()
    {
        ShownWindow w;
        w.explained();
        QVERIFY(!w.view().criticalPath().isShown());
        QAction* command = w.action("timeline.criticalPath");
        w.key(Qt::Key_C);
        QVERIFY(command->isChecked());
        QVERIFY(w.view().criticalPath().isShown());
        // The legend explains the line while it is there.
        const auto legendSays = [&w] {
            const QList<QAbstractButton*> entries = w->pane()->legend()->findChildren<QAbstractButton*>();
            return std::any_of(entries.begin(), entries.end(), [](const QAbstractButton* entry) {
                return entry->isVisible() && entry->accessibleName() == "Critical path";
            });
        };
        QVERIFY(legendSays());
        QVERIFY(!w.view().criticalPathPicture().underlines().empty());
        auto* bar = w->findChild<QToolBar*>("toolbar");
        auto* button = qobject_cast<QToolButton*>(bar->widgetForAction(command));
        QVERIFY(button && button->isChecked());
        QCOMPARE(button->text(), "Critical path");
        // Another order keeps it on.
        w.setMicrobatches(12);
        QTRY_VERIFY(!w.view().criticalPathPicture().underlines().empty());
        QTest::mouseClick(button, Qt::LeftButton);
        QVERIFY(!w.view().criticalPath().isShown());
        QVERIFY(!legendSays());
    }

    void theWindowSaysWhatIsOnIt()
    {
        ShownWindow w;
        w.explained();
        const CriticalPath& path = w.document().explanation()->criticalPath;
        QVERIFY(!path.actions.empty());
        QCOMPARE(w.metric("critical-path"), w.metric("makespan"));
        verifyContains(w.inspector(), {QString("Critical path\nLength: %1 steps\nActions: %2")
                                           .arg(w.metric("makespan"))
                                           .arg(path.actions.size())});
        w.select(path.actions[path.actions.size() / 2]);
        verifyContains(w.inspector(), {"Slack: 0 steps · on the critical path"});
        const Timeline& timeline = w.timeline();
        // Off it: with no slack either, or with some.
        std::set<bool> seen;
        for (std::uint32_t rank = 0; rank < w.ranks(); ++rank)
            for (std::size_t i = 0; i < timeline.schedule->rows[rank].size(); ++i) {
                const ActionPosition action{RankId{rank}, i};
                if (timeline.schedule->at(action).isBubble() ||
                    std::find(path.actions.begin(), path.actions.end(), action) != path.actions.end())
                    continue;
                const Time slack = w.document().explanation()->slack[rank][i];
                if (!seen.insert(slack > 0).second)
                    continue;
                w.select(action);
                const QString line = slack > 0 ? QString("\nSlack: %1\n").arg(timeText(slack, timeline.unit))
                                               : QString("\nSlack: 0 steps · on another critical path\n");
                verifyContains(w.inspector(), {line});
            }
        QCOMPARE(seen.size(), std::size_t{2});
    }
};

} // namespace bubblescope::test

BUBBLESCOPE_TEST_WITH(QApplication, bubblescope::test::WindowCriticalPathTest)
#include "window_critical_path_test.moc"
