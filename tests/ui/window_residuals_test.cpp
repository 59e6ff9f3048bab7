// SPDX-License-Identifier: Apache-2.0
// Residual lanes in the window: how much longer each action of a profile took than predicted.
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/timeline_support.h"
#include "tests/ui/window_trace_support.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/export/colors.h"
#include "ui/timeline/hover_card.h"
#include "ui/trace/residual_legend.h"
#include "ui/trace/residual_view.h"
#include "ui/trace/run_bar.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// The one whose duration differs most.
const Residual& largest(const bubblescope::Comparison& deviations)
{
    return *std::max_element(deviations.residuals.begin(), deviations.residuals.end(),
                             [](const Residual& a, const Residual& b) {
                                 return std::abs(a.durationDelta) < std::abs(b.durationDelta);
                             });
}

ActionPosition positionOf(const Timeline& timeline, RankId rank, const ActionId& id)
{
    const Row& row = timeline.schedule->rows[rank.value];
    const auto at = std::find_if(row.begin(), row.end(), [&](const Action& a) { return a.id() == id; });
    return {rank, static_cast<std::size_t>(at - row.begin())};
}

/// The middle of an action in the lane under its rank's.
QPoint echoAt(const ui::TimelineView& view, const ActionPosition& action)
{
    const Timeline& timeline = *view.evaluation()->timeline;
    const TimelineGeometry& geometry = view.geometry();
    const std::size_t row = *geometry.rowOf(action.rank);
    return {static_cast<int>(geometry.xOf((timeline.startOf(action) + timeline.endOf(action)) / 2)),
            static_cast<int>(geometry.echoTop(row) + geometry.echoHeight / 2)};
}

QColor pixelAt(ui::TimelineView& view, const QPoint& point)
{
    return view.viewport()->grab().toImage().pixelColor(point);
}

QColor colorOf(DeltaLevel level)
{
    return ui::toColor(Theme::difference(ThemeName::Light).color(stripFill(differenceFill(level))));
}

ui::ResidualLegend& legend(ShownWindow& w)
{
    return *w->traces().residuals().legend();
}

bool hasLane(ShownWindow& w)
{
    return w.view().comparison().residuals() && w.view().geometry().echoHeight > 0;
}

WhatIf withoutStraggler()
{
    WhatIf whatIf;
    whatIf.ranks[2] = 0.645;
    return whatIf;
}

} // namespace

class WindowResidualsTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

    void openPredicted(const QStringList& paths)
    {
        openProfiles(w, paths);
        w->traces().showMeasured(false);
    }

private slots:
    void init()
    {
        w.begin();
        openPredicted(profilesOf(kStraggler));
    }
    void cleanup() { w.end(); }

    void aRunHasThemInBothViews()
    {
        w.begin();
        QVERIFY(!hasLane(w) && legend(w).isHidden());
        QVERIFY(!w.action("view.residuals")->isEnabled());
        openProfiles(w, profilesOf(kStraggler));
        const auto analysis = w->traces().session().analysis();
        const Residual& r = largest(*analysis->deviations);
        for (const bool isMeasured : {false, true}) {
            w->traces().showMeasured(isMeasured);
            QVERIFY(hasLane(w));
            QVERIFY(legend(w).isVisible());
            const ActionPosition at = positionOf(*w.view().evaluation()->timeline, r.rank, r.action);
            const DeltaLevel level = r.durationDelta > 0 ? DeltaLevel::MuchLater : DeltaLevel::MuchEarlier;
            QCOMPARE(pixelAt(w.view(), echoAt(w.view(), at)), colorOf(level));
        }
    }

    void everyActionHasItsOwnColour()
    {
        const auto analysis = w->traces().session().analysis();
        const Timeline& timeline = w.timeline();
        const ui::ResidualLanePtr lanes = w.view().comparison().residuals();
        QCOMPARE(lanes->lanes.scale.rounding, durationNoise(analysis->fitted));
        QVERIFY(analysis->deviations->residuals.size() == 64);
        for (const Residual& r : analysis->deviations->residuals) {
            const ActionPosition at = positionOf(timeline, r.rank, r.action);
            const auto block = lanes->lanes.index->blockOfAction(at);
            QVERIFY(lanes->lanes.index->fillOfBlock(r.rank, *block) ==
                    stripFill(differenceFill(deltaLevel(r.durationDelta, lanes->lanes.scale))));
        }
    }

    void aGapIsAGap()
    {
        const Timeline& timeline = w.timeline();
        const TimelineGeometry& geometry = w.view().geometry();
        // Rank 3 waits for its first forward.
        const QPoint point(static_cast<int>(geometry.xOf(timeline.lanes[3].start[0] / 2)),
                           static_cast<int>(geometry.echoTop(3) + geometry.echoHeight / 2));
        QCOMPARE(pixelAt(w.view(), point), ui::toColor(Theme::get(ThemeName::Light).color(Role::Idle)));
        w.click(point);
        QVERIFY(w.gap() && w.gap()->rank == RankId{3});
    }

    void aStragglerTakenAwayIsWarmAllAlong()
    {
        w.document().setWhatIf(withoutStraggler());
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().isHeldAgainstOther(), 60000);
        const Timeline& timeline = w.timeline();
        for (const RankId rank : {RankId{1}, RankId{2}}) {
            // A backward of the steady part.
            const ActionPosition at{rank, 8};
            const QColor color = pixelAt(w.view(), echoAt(w.view(), at));
            QCOMPARE(color, colorOf(rank.value == 2 ? DeltaLevel::MuchLater : DeltaLevel::Same));
        }
        // As the Deviations page and the Inspector have it.
        const Residual& r = largest(*w->traces().session().shown()->deviations);
        const ActionPosition at = positionOf(timeline, r.rank, r.action);
        w.select(at);
        const QString longer = ui::signedTime(r.durationDelta, "us");
        verifyContains(w.inspector(), {QString("\nTakes longer: %1\n").arg(longer)});
        verifyBegins(w.view().comparison().residuals()->tell(at).longer, longer + QString(" (+"));
        QCOMPARE(w.view().comparison().residuals()->lanes.scale.most, std::abs(r.durationDelta));
    }

    void theyGoAwayWhereNothingCanBePaired()
    {
        const std::string before = w.timeline().schedule->name;
        w.document().chooseSchedule(*findSchedule("gpipe"));
        QTRY_VERIFY(w.timeline().schedule->name != before);
        QVERIFY(hasLane(w)); // the same actions in another order
        w.document().chooseSchedule(*findSchedule("zbv"));
        QTRY_COMPARE(w.timeline().schedule->stageCount, 8U);
        QVERIFY(!hasLane(w) && legend(w).isHidden());
        QCOMPARE(w.view().geometry().echoHeight, 0.0);
        w->traces().showMeasured(true); // is held against the prediction of what it runs itself
        QVERIFY(hasLane(w));
        w->traces().showMeasured(false);
        w.undo();
        w.undo();
        QTRY_VERIFY(hasLane(w));
        w->comparison().setReferences({});
        QVERIFY(!hasLane(w));
    }

    void comparingTakesTheirPlace()
    {
        w->comparison().setMode(ui::CompareMode::Overlay);
        QVERIFY(!w.view().comparison().residuals() && w.view().comparison().echo() && legend(w).isHidden());
        w->comparison().setMode(ui::CompareMode::Difference);
        QVERIFY(!hasLane(w));
        w->comparison().setMode(ui::CompareMode::Off);
        QVERIFY(hasLane(w) && legend(w).isVisible());
    }

    void thePointerTellsHowMuch()
    {
        const Residual& r = largest(*w->traces().session().analysis()->deviations);
        const ActionPosition at = positionOf(w.timeline(), r.rank, r.action);
        sendMove(w.view().viewport(), echoAt(w.view(), at));
        const Time took = r.measuredEnd - r.measuredStart;
        const QString share = ui::differenceShare(took, took - r.durationDelta);
        QCOMPARE(w.view().hoverText(),
                 QString("%1 took %2 µs %3 than predicted (%4)")
                     .arg(QString::fromStdString(actionText(r.action)),
                          ui::figureText(std::abs(r.durationDelta), 1),
                          r.durationDelta > 0 ? QString("longer") : QString("shorter"), share));
        QVERIFY(w.view().hitAt(echoAt(w.view(), at)).isResidual);
        const int rebuilds = w.view().contentRebuilds();
        sendMove(w.view().viewport(), echoAt(w.view(), at) + QPoint(1, 0));
        QCOMPARE(w.view().contentRebuilds(), rebuilds);
        w.click(echoAt(w.view(), at));
        QVERIFY(w.chosen() == at);
    }

    void bothDirectionsAreSaid()
    {
        for (const Residual& r : w->traces().session().analysis()->deviations->residuals) {
            const ui::ResidualWords words =
                w.view().comparison().residuals()->tell(positionOf(w.timeline(), r.rank, r.action));
            verifyContains(words.line,
                           {r.durationDelta > 0 ? QLatin1String(" longer ") : QLatin1String(" shorter ")});
            QVERIFY(words.longer.startsWith(QChar(r.durationDelta > 0 ? u'+' : u'\u2212')));
            QVERIFY(words.other.startsWith(QLatin1String("measured ")));
        }
        w->traces().showMeasured(true);
        QVERIFY(w.view()
                    .comparison()
                    .residuals()
                    ->tell({RankId{0}, 0})
                    .other.startsWith(QLatin1String("predicted ")));
    }

    void theCommandAndTheButtonTurnThemOff()
    {
        QAction* command = w.action("view.residuals");
        auto* button = w->traces().runBar()->findChild<QToolButton*>("run-residuals");
        QVERIFY(command->isChecked() && command->isEnabled());
        QVERIFY(button && button->isVisible() && button->isChecked());
        button->click();
        QVERIFY(!command->isChecked() && !button->isChecked());
        QVERIFY(!hasLane(w) && legend(w).isHidden());
        // It is remembered.
        w.reopen();
        openProfiles(w, profilesOf(kStraggler));
        QVERIFY(!hasLane(w));
        w.trigger("view.residuals");
        QVERIFY(hasLane(w));
        QVERIFY(w->traces().runBar()->findChild<QToolButton*>("run-residuals")->isChecked());
    }

    void aRankWithoutATraceHasNoLane()
    {
        w.begin();
        QStringList three = profilesOf(kStraggler);
        three.removeAt(2);
        openPredicted(three);
        const ui::ResidualLanePtr lanes = w.view().comparison().residuals();
        QVERIFY(lanes);
        QVERIFY(lanes->lanes.hasLane == (std::vector<std::uint8_t>{1, 1, 0, 1}));
        const ActionPosition at{RankId{2}, 8};
        const QPoint point = echoAt(w.view(), at);
        QCOMPARE(pixelAt(w.view(), point), ui::toColor(Theme::get(ThemeName::Light).color(Role::Window)));
        QVERIFY(w.view().hitAt(point) == ui::Hit{});
        QVERIFY(lanes->tell(at).line.isEmpty());
    }

    void manyActionsAreColouredOnAWorker()
    {
        w.begin();
        constexpr int kMicrobatches = ui::ResidualView::kMostAtOnce / 2 + 1;
        QByteArrayList events{range("ProfilerStep#1", 0, 40 * kMicrobatches + 100)};
        for (int i = 0; i < kMicrobatches; ++i) {
            const QByteArray microbatch = QByteArray::number(i);
            // Each backward but one takes 20 µs.
            events << range("PP:0F" + microbatch, 40 * i, 10)
                   << range("PP:0B" + microbatch, 40 * i + 10, i == 77 ? 29 : 20);
        }
        openProfiles(w, {w.write("rank0.json", profileOf(events))});
        QTRY_VERIFY_WITH_TIMEOUT(hasLane(w), 60000);
        const ui::ResidualLanePtr lanes = w.view().comparison().residuals();
        QCOMPARE(lanes->lanes.counts[static_cast<std::size_t>(DeltaLevel::MuchLater)], std::size_t{1});
        QCOMPARE(lanes->tell({RankId{0}, 2 * 77 + 1}).line, "0B77 took 9 µs longer than predicted (+45 %)");
        // Turned off while they are made anew, nothing comes.
        w.trigger("view.residuals");
        w.trigger("view.residuals");
        w.trigger("view.residuals");
        workersEnd();
        QVERIFY(!hasLane(w) && legend(w).isHidden());
    }

    void theLegendExplainsThemWithTimes()
    {
        const DeltaScale& scale = w.view().comparison().residuals()->lanes.scale;
        const QString noise = ui::microsecondsText(scale.rounding);
        const QString much = ui::microsecondsText(std::max(scale.much(), scale.rounding));
        const QString text = legend(w).text();
        verifyBegins(text, QString("> %1 shorter · ").arg(much));
        verifyContains(text, {QString("within %1").arg(noise)});
        verifyEnds(text, QString("> %1 longer").arg(much));
        legend(w).resize(2000, 24);
        QCOMPARE(legend(w).shownText(), text);
        // Where figures do not fit, the ends are told by words, with a swatch for each.
        legend(w).resize(230, 24);
        QCOMPARE(legend(w).shownText(), "shorter · longer");
        legend(w).resize(1, 24);
        QVERIFY(legend(w).shownText().isEmpty());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowResidualsTest)
#include "window_residuals_test.moc"
