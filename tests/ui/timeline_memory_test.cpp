// SPDX-License-Identifier: Apache-2.0
// Memory under the lanes in the window: drawn, pointed at, clicked, switched.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/export/colors.h"
#include "ui/panels/inspector_panel.h"
#include "ui/timeline/hit_test.h"
#include "ui/timeline/hover_text.h"
#include "ui/timeline/legend_widget.h"
#include "ui/timeline/memory_key.h"
#include "ui/timeline/plot_cache.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/timeline/timeline_viewport.h"

#include <numeric>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

/// Rank 0 holds 1, 2, 2 (until 6), 1 (until 8); rank 1 at most 2.
EvaluationPtr withMemory(std::string_view text, std::optional<double> limit = {})
{
    auto evaluation = std::make_shared<Evaluation>(*evaluationOf(text));
    evaluation->costs.memoryLimit = limit;
    evaluation->memory = MemoryCurves::build(*evaluation->timeline, evaluation->costs);
    return evaluation;
}

/// The pixel of a strip at a time and at a share of its height from the top.
QPoint inStrip(const TimelineView& view, std::size_t row, Time t, double share = 0.5)
{
    const auto& g = view.geometry();
    return {static_cast<int>(g.xOf(t)),
            static_cast<int>(g.memoryTop(row) + std::min(g.memoryHeight * share, g.memoryHeight - 0.5))};
}

/// A view with the memory of two ranks.
class Strips : public ShownView
{
public:
    explicit Strips(std::optional<double> limit = {}) : ShownView(withMemory(kTwoRanks, limit)) {}
    /// The color in a strip.
    [[nodiscard]] QColor colorIn(std::size_t row, Time t, double share = 0.5) const
    {
        return pixel(inStrip(view, row, t, share));
    }
    [[nodiscard]] QColor colorOf(Role role) const
    {
        return toColor(Theme::get(view.themeName()).color(role));
    }
};

} // namespace

class TimelineMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void stripsShareTheRoom_data()
    {
        addRows<std::size_t, double, double, bool>({
            {"4 ranks in a small window", 4, 380.0, 1.0, true},
            {"16 ranks in a usual window", 16, 600.0, 1.0, true},
            {"16 ranks, 1.25 pixels for one", 16, 600.0, 1.25, true},
            {"16 ranks scroll in a small one", 16, 400.0, 1.0, false},
            {"32 ranks in a large one", 32, 1200.0, 1.0, true},
            {"64 ranks scroll", 64, 500.0, 1.0, false},
        });
    }

    void stripsShareTheRoom()
    {
        const auto& [lanes, available, ratio, fits] = givenRow<std::size_t, double, double, bool>();
        const LaneSizes sizes = laneSizes(lanes, available, ratio, 0, true);
        QVERIFY(sizes.height >= TimelineMetrics::kMinLane - 1);
        QVERIFY(sizes.memoryHeight >= 16 && sizes.memoryHeight <= sizes.height);
        QVERIFY(sizes.memoryGap * ratio >= 1 &&
                sizes.memoryGap <= sizes.gap); // nearer to its own lane than to the next
        const double row = sizes.height + sizes.gap + sizes.memoryHeight + sizes.memoryGap;
        QCOMPARE(row * ratio, std::round(row * ratio)); // every lane as sharp as the next
        QCOMPARE(static_cast<double>(lanes) * row - sizes.gap <= available, fits);
    }

    void lanesStayAsTheyAreWithoutThem()
    {
        for (const std::size_t lanes : {1, 4, 16, 64}) {
            const LaneSizes with = laneSizes(lanes, 500, 1, 2, false);
            QCOMPARE(with.memoryHeight, 0.0);
            QCOMPARE(with.memoryGap, 0.0);
            QCOMPARE(with, laneSizes(lanes, 500, 1, 2));
        }
        // An evaluation without curves (of a test, of a trace) has no strips.
        ShownView s(evaluationOf(kTwoRanks));
        QCOMPARE(s.geometry().memoryHeight, 0.0);
    }

    void levelsAreInThePixels()
    {
        Strips s;
        const auto& g = s.geometry();
        QVERIFY(g.memoryHeight >= 12);
        const auto isFilled = [&](Time t, double share) {
            return s.colorIn(0, t, share) == s.colorOf(Role::Memory);
        };
        QVERIFY(isFilled(0.5, 0.75)); // one of two
        QVERIFY(!isFilled(0.5, 0.25));
        QVERIFY(isFilled(3.5, 0.25)); // both
        QVERIFY(isFilled(7.5, 0.75));
        QVERIFY(!isFilled(7.5, 0.25));
        // The line lies on the level, one pixel thick.
        const int top = qRound(g.memoryTop(0));
        const int x = inStrip(s.view, 0, 3.5).x();
        QCOMPARE(s.pixel({x, top}), s.colorOf(Role::MemoryLine));
        QCOMPARE(s.pixel({x, top + 1}), s.colorOf(Role::Memory));
        QCOMPARE(s.pixel({x, top - 1}), s.colorOf(Role::Window));
        // Rank 1 holds nothing before 1: its line lies on the ground.
        const int ground = qRound(g.memoryTop(1) + g.memoryHeight) - 1;
        QCOMPARE(s.pixel({inStrip(s.view, 1, 0.5).x(), ground}), s.colorOf(Role::MemoryLine));
        QCOMPARE(s.pixel({inStrip(s.view, 1, 0.5).x(), ground - 2}), s.colorOf(Role::Window));
    }

    void beyondTheLimitIsWarnedOf()
    {
        Strips s(1);
        QCOMPARE(s.colorIn(0, 3.5, 0.25), s.colorOf(Role::MemoryOver));
        QCOMPARE(s.colorIn(0, 3.5, 0.75), s.colorOf(Role::Memory));
        const auto& g = s.geometry();
        const int limit = qRound(g.memoryTop(0)) + qRound(g.memoryHeight) - qRound(g.memoryHeight / 2);
        QCOMPARE(s.pixel({inStrip(s.view, 0, 7.5).x(), limit}), s.colorOf(Role::Text));
        // Where it first goes beyond it, the mark is wider than the curve's rise.
        QCOMPARE(s.pixel({static_cast<int>(g.xOf(1)) - 2, limit - 1}), s.colorOf(Role::CriticalPath));
    }

    void onlyTheLimitChanges()
    {
        Strips s;
        const EvaluationPtr first = s.view.evaluation();
        const QColor before = s.colorIn(0, 3.5, 0.25);
        auto second = std::make_shared<Evaluation>(*first);
        second->costs.memoryLimit = 1;
        second->memory = MemoryCurves::build(*second->timeline, second->costs);
        QCOMPARE(second->index, first->index); // nothing else is new
        s.view.setEvaluation(second);
        QVERIFY(s.colorIn(0, 3.5, 0.25) != before);
        PlotKey key;
        key.memory = first->memory;
        PlotKey other = key;
        QVERIFY(key == other);
        other.memory = second->memory;
        QVERIFY(!(key == other));
        for (double TimelineGeometry::*size :
             {&TimelineGeometry::memoryHeight, &TimelineGeometry::memoryGap}) {
            other = key;
            other.geometry.*size += 1;
            QVERIFY(!(key == other));
        }
    }

    void hoverSaysLevelAndTime_data()
    {
        const std::optional<double> none;
        addRows<std::optional<double>, std::uint32_t, Time, QString, QString>({
            {"no limit", none, 0, 0.5, "memory · rank 0 · 0.5 · 1 of 2 activations",
             "Memory 1 · rank 0|peak 2 act. at 1"},
            {"within a limit", 6.0, 1, 3.5, "memory · rank 1 · 3.5 · 2 of 2 activations, limit 6",
             "Memory 2 · rank 1|peak 2 act. at 2, limit 6"},
            {"beyond it", 1.5, 0, 2.5, "memory · rank 0 · 2.5 · 2 of 2 activations, limit 1.5",
             "Memory 2 · rank 0|peak 2 act. at 1, limit 1.5, above it from 1"},
            {"where nothing is held", none, 1, 0.5, "memory · rank 1 · 0.5 · 0 of 2 activations",
             "Memory 0 · rank 1|peak 2 act. at 2"},
        });
    }

    void hoverSaysLevelAndTime()
    {
        const auto& [limit, row, time, line, card] =
            givenRow<std::optional<double>, std::uint32_t, Time, QString, QString>();
        Strips s(limit);
        const EvaluationPtr evaluation = s.view.evaluation();
        const QPoint at = inStrip(s.view, row, time);
        s.move(at);
        // To the pixel: its time is the middle's.
        QVERIFY2(s.view.hoverText().startsWith(line.section(" · ", 0, 1)), qPrintable(s.view.hoverText()));
        QCOMPARE(s.view.hoverText().section(" · ", 3), line.section(" · ", 3));
        const MemorySpot spot{RankId{row}, time - 0.005, time + 0.005};
        const Hit hit{std::nullopt, std::nullopt, spot};
        QCOMPARE(HoverText::line(*evaluation->index, hit, evaluation->memory.get()), line);
        const HoverCard shown = HoverText::card(*evaluation->index, hit, evaluation->memory.get());
        QString text = shown.title;
        for (const auto& [name, value] : shown.rows)
            text += name + QLatin1Char('|') + value;
        QCOMPARE(text, card);
        // Beside the strip nothing is said of memory.
        s.move(at + QPoint(0, static_cast<int>(s.geometry().memoryHeight)));
        QVERIFY(!s.view.hoverText().contains("memory"));
    }

    void hoverDoesNotRedraw()
    {
        Strips s(3);
        s.viewport()->grab();
        const int rebuilds = s.view.contentRebuilds();
        for (double t = 0.2; t < 8; t += 0.3) {
            s.move(inStrip(s.view, 0, t));
            s.viewport()->grab();
        }
        QCOMPARE(s.view.contentRebuilds(), rebuilds);
    }

    void clickSelectsWhatMadeTheLevel_data()
    {
        addRows<std::size_t, Time, std::string>({
            {"while the first runs", 0, 0.5, "0F0"},
            {"after the second's start", 0, 4.5, "0F1"},
            {"after a backward's end", 0, 6.5, "0B0"},
            {"before the first", 1, 0.5, "nothing"},
            {"the other rank", 1, 2.5, "1F1"},
            {"after its first backward", 1, 4.5, "1B0"},
            {"after its last", 1, 7.5, "1B1"},
        });
    }

    void clickSelectsWhatMadeTheLevel()
    {
        const auto& [row, time, expected] = givenRow<std::size_t, Time, std::string>();
        Strips s;
        QCOMPARE(s.click(inStrip(s.view, row, time)), expected);
    }

    void legendNamesTheLimit()
    {
        TimelinePane pane;
        pane.resize(1000, 400);
        const auto limitEntry = [&pane]() -> QString {
            for (const auto* item : pane.legend()->findChildren<QAbstractButton*>())
                if (!item->isHidden() && item->accessibleName().startsWith("Memory limit"))
                    return item->accessibleName();
            return {};
        };
        const auto entryWith = [&](std::optional<double> limit) {
            pane.view()->setEvaluation(withMemory(kTwoRanks, limit));
            return limitEntry();
        };
        QCOMPARE(limitEntry(), QString());
        QCOMPARE(entryWith(1.5), "Memory limit 1.5");
        QCOMPARE(entryWith(3), "Memory limit 3");
        pane.view()->setMemoryLanes(false);
        QCOMPARE(limitEntry(), QString());
        pane.view()->setMemoryLanes(true);
        QCOMPARE(limitEntry(), "Memory limit 3");
        QCOMPARE(entryWith({}), QString());
    }

    void inspectorNamesThePeak()
    {
        InspectorPanel inspector;
        inspector.setContent(withMemory(kTwoRanks), {}, {});
        QVERIFY(!inspector.plainText().contains("Memory")); // the activations, said already
        inspector.setContent(withMemory(kTwoRanks, 6), {}, {});
        verifyContains(inspector.plainText(),
                       {"Memory\nPeak: 2 act. on rank 0\nLimit: 6 act.\nNo rank exceeds the limit."});
        inspector.setContent(withMemory(kTwoRanks, 1.5), {}, {});
        verifyContains(inspector.plainText(),
                       {"Limit: 1.5 act.\n0F1, first rank above the limit: rank 0, 1"});
        QSignalSpy asked(&inspector, &InspectorPanel::actionAsked);
        for (auto* link : inspector.findChildren<QPushButton*>())
            if (link->accessibleName().startsWith("0F1, first"))
                link->click();
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.at(0).at(0).value<ActionPosition>(), (ActionPosition{RankId{0}, 1}));
    }

    void choiceIsKept()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().evaluation());
        QAction* action = w->commands().action("view.memory");
        QVERIFY(action->isChecked());
        QVERIFY(w.view().geometry().memoryHeight > 0);
        QVERIFY(!Settings::memoryLanes.chosen()); // shown by itself is not chosen
        action->trigger();
        QVERIFY(!action->isChecked());
        QCOMPARE(w.view().geometry().memoryHeight, 0.0);
        QCOMPARE(Settings::memoryLanes.chosen(), std::optional(false));
        w.reopen();
        QTRY_VERIFY(w.document().evaluation());
        QVERIFY(!w->commands().action("view.memory")->isChecked());
        QCOMPARE(w.view().geometry().memoryHeight, 0.0);
        w.trigger("view.memory");
        QVERIFY(w.view().geometry().memoryHeight > 0);
    }

    void partsAreStackedWhereAsked()
    {
        ShownWindow w;
        QTRY_VERIFY(w.document().evaluation());
        CostModel costs = w.document().state().costs;
        costs.activation = StageValues(10.0);
        costs.parameters = StageValues(20.0);
        costs.gradients = StageValues(10.0);
        costs.memoryLimit = 500.0;
        w.document().setCosts(costs, "Costs");
        w.settle();
        MemoryKey& key = *w->pane()->memoryKey();
        QVERIFY(!w.view().memoryStack() && !key.isVisible());
        const auto colorAt = [&](Time t, double share) {
            return QColor(w.view().viewport()->grab().toImage().pixel(inStrip(w.view(), 0, t, share)));
        };
        const auto colorOf = [&](Role role) { return toColor(Theme::get(w.view().themeName()).color(role)); };
        const Time middle = w.timeline().makespan / 2;
        QCOMPARE(colorAt(middle, 0.99), colorOf(Role::Memory));
        QAction* action = w->commands().action("view.memoryParts");
        QVERIFY(action->isEnabled() && !action->isChecked());
        w.trigger("view.memoryParts");
        QVERIFY(action->isChecked() && w.view().memoryStack() && key.isVisible());
        QVERIFY(key.parts() ==
                std::vector({MemoryPart::Forward, MemoryPart::Gradients, MemoryPart::Parameters}));
        QCOMPARE(key.accessibleName(),
                 "Memory by part, from the top: activations of forwards, gradients, parameters");
        QCOMPARE(colorAt(middle, 0.99), colorOf(Role::MemoryParameters));
        // What holds it at that time, from the top.
        const auto& stack = w.view().memoryStack();
        const auto rows = HoverText::partRows({RankId{0}, middle, middle}, *stack);
        QCOMPARE(rows.back(), std::pair(QString("parameters"), QString("40")));
        const MemorySizes sizes = stack->at(RankId{0}, middle);
        QCOMPARE(std::accumulate(sizes.begin(), sizes.end(), 0.0),
                 w.document().evaluation()->memory->levelAt(RankId{0}, middle));
        // Other costs are drawn at once, and the choice is kept.
        costs.parameters = StageValues(0.0);
        w.document().setCosts(costs, "Costs");
        w.settle();
        QCOMPARE(colorAt(middle, 0.99), colorOf(Role::MemoryGradients));
        w.reopen();
        QTRY_VERIFY(w.document().evaluation());
        QVERIFY(w->commands().action("view.memoryParts")->isChecked());
        w.trigger("view.memory");
        QVERIFY(!w.view().memoryStack() && !w->pane()->memoryKey()->isVisible());
        QVERIFY(!w->commands().action("view.memoryParts")->isEnabled());
    }

    void partsOfALongOrderComeFromAWorker()
    {
        ShownWindow w;
        w.start("1f1b:ranks=8,microbatches=2048");
        w.trigger("view.memoryParts");
        QVERIFY(!w.view().memoryStack());
        QTRY_VERIFY(w.view().memoryStack());
        QVERIFY(w->pane()->memoryKey()->isVisible());
        QCOMPARE(w.view().memoryStack()->total().get(), w.view().memory().get());
    }

    void manyRanksHaveNoneUntilChosen()
    {
        TimelineView view;
        QSignalSpy told(&view, &TimelineView::memoryShownChanged);
        const auto many = [](std::uint32_t ranks) {
            auto evaluation = std::make_shared<Evaluation>(*manyForwards(ranks, 3));
            evaluation->memory = MemoryCurves::build(*evaluation->timeline, evaluation->costs);
            return evaluation;
        };
        view.setEvaluation(many(32));
        QVERIFY(view.showsMemory());
        QVERIFY(view.geometry().memoryHeight > 0);
        view.setEvaluation(many(33));
        QVERIFY(!view.showsMemory());
        QCOMPARE(view.geometry().memoryHeight, 0.0);
        QCOMPARE(told.takeLast().at(0).toBool(), false);
        view.setMemoryLanes(true);
        QVERIFY(view.geometry().memoryHeight > 0);
        QCOMPARE(told.takeLast().at(0).toBool(), true);
        view.setMemoryLanes(false);
        view.setEvaluation(many(4));
        QVERIFY(!view.showsMemory());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TimelineMemoryTest)
#include "timeline_memory_test.moc"
