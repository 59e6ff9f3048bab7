// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of an open run: measured or predicted, the way to an action, the calibration,
// progress.
#include "core/fit/waterfall.h"
#include "core/generate/title.h"
#include "core/trace/process_mesh.h"
#include "ui/actions/command_registry.h"
#include "ui/compare/comparison.h"
#include "ui/document/settings.h"
#include "ui/panels/metrics_strip.h"
#include "ui/services/shown_times.h"
#include "ui/services/window_services.h"
#include "ui/shown/shown_panels.h"
#include "ui/sides/compare_controller.h"
#include "ui/timeline/match_marks.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/lost_time_panel.h"
#include "ui/trace/prediction_words.h"
#include "ui/trace/residual_view.h"
#include "ui/trace/run_bar.h"
#include "ui/trace/trace_controller.h"
#include "ui/trace/trace_panel.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/file_names.h"

#include <QDateTime>
#include <QDialog>
#include <QDir>
#include <QFileInfo>

namespace bubblescope::ui {

namespace {

/// "1F1B · DP 2 × PP 4 · step 12, replica 0"; without process groups "4 ranks" in place of the mesh. Also
/// which ranks have no trace.
QString measuredName(const TraceAnalysis& analysis)
{
    QStringList parts;
    if (const ScheduleMatch* best = analysis.bestKnown(); best && best->isExact && best->schedule)
        parts << QString::fromStdString(scheduleTitle(*best->schedule)).section(QStringLiteral(" · "), 0, 0);
    const QString mesh = QString::fromStdString(meshText(analysis.run.mesh));
    parts << (mesh.isEmpty() ? TraceController::tr("%1 ranks").arg(analysis.run.ranks.size()) : mesh)
          << runName(analysis) << QString::fromStdString(noTraceText(absentRanks(analysis.run)));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

/// "1F1B · PP 4 × DP 2 · step 3 · 213.9 ms measured, 208 ms predicted".
QString runLine(const TraceAnalysis& analysis)
{
    const QString measured = microsecondsText(analysis.measured->timeline->makespan);
    const QString times = analysis.predicted
                              ? TraceController::tr("%1 measured, %2 predicted", "times")
                                    .arg(measured, microsecondsText(analysis.predicted->timeline->makespan))
                              : TraceController::tr("%1 measured", "time").arg(measured);
    return TraceController::tr("%1 · %2", "schedule, times").arg(measuredName(analysis), times);
}

} // namespace

void TraceController::connectView()
{
    Document& document = m_window.document();
    // Before the window shows the new times.
    connect(&document, &Document::evaluationChanged, this, [this] {
        compareRuns(false);
        setMeasuredShown(nullptr);
        m_isBackAfterComparing = false;
        m_explainer.clear();
        follow();
    });
    CompareController& compare = m_parts.compare;
    compare.namePresent = [this](const QString& name) {
        return isPrediction() ? tr("predicted: %1", "document").arg(name) : name;
    };
    connect(&compare, &CompareController::documentWanted, this, &TraceController::leaveMeasuredToCompare);
    connect(&document, &Document::whatIfChanged, this, &TraceController::showRunBar);
    connect(&document, &Document::stateChanged, this, &TraceController::showRunBar);
    connect(&document, &Document::namePatternsChanged, this, [this] {
        QStringList patterns;
        for (const std::string& pattern : m_window.document().namePatterns())
            patterns << QString::fromStdString(pattern);
        m_session->takePatterns(patterns);
    });
    connect(m_session, &TraceSession::patternsChanged, this, [this] {
        // What open profiles are read with comes with their analysis.
        if (m_session->files() || m_window.document().namePatterns().empty())
            return;
        std::vector<std::string> patterns;
        for (const QString& pattern : m_session->patterns())
            patterns.push_back(pattern.toStdString());
        m_window.document().setNamePatterns(patterns);
    });
    connect(m_session, &TraceSession::shownChanged, this, &TraceController::filterLanes);
    connect(&m_window.pane()->view()->matches(), &MatchMarks::changed, this, &TraceController::followFilter);
    connect(&m_explainer, &ExplanationRunner::changed, this, [this] {
        if (m_measuredShown)
            m_parts.shown.showExplanation();
    });
    connect(&m_parts.compare.comparison(), &Comparison::sidesChanged, this, [this] {
        if (m_isArranging)
            return;
        if (m_measuredShown && !isRunOpen())
            showMeasured(false);
        showRunBar();
    });
    connect(&m_parts.compare.comparison(), &Comparison::modeChanged, this, [this](CompareMode mode) {
        if (mode == CompareMode::Off) {
            compareRuns(false);
            if (std::exchange(m_isBackAfterComparing, false))
                showMeasured(true);
        }
        showRunBar();
    });
}

void TraceController::setMeasuredShown(const EvaluationPtr& evaluation)
{
    m_measuredShown = evaluation;
    m_parts.shown.setInstead(Instead::Measured, evaluation, m_explainer);
}

bool TraceController::isRunOpen() const
{
    const TraceAnalysisPtr& analysis = m_session->analysis();
    return analysis && analysis->measured &&
           (m_areRunsCompared || m_parts.compare.comparison().indexOf(analysis->measured).has_value());
}

QStringList TraceController::openPaths() const
{
    return isRunOpen() ? m_openPaths : QStringList();
}

void TraceController::follow()
{
    m_session->holdAgainst(m_window.document().evaluation());
    filterLanes();
    showRunBar();
}

void TraceController::showMeasured(bool measured)
{
    if (measured == (m_measuredShown != nullptr) || (measured && !isRunOpen()))
        return;
    setMeasuredShown(measured ? m_session->analysis()->measured : nullptr);
    m_parts.compare.comparison().setMode(CompareMode::Off);
    // What explained the other times is none of these.
    m_window.pane()->view()->setExplanation(nullptr);
    if (measured)
        m_explainer.start(m_measuredShown);
    else
        m_explainer.clear();
    m_parts.shown.show();
    m_parts.shown.showExplanation();
    showRunBar();
}

/// Comparing shows in its own ways what is different.
void TraceController::showResiduals()
{
    const EvaluationPtr& prediction = m_window.document().evaluation();
    if (!isRunOpen() || !prediction || m_parts.compare.comparison().mode() != CompareMode::Off)
        m_residuals->show(std::nullopt);
    else
        m_residuals->show(ResidualSubject{m_session->analysis(), prediction,
                                          m_measuredShown ? m_measuredShown : prediction});
}

void TraceController::filterLanes()
{
    const TraceAnalysisPtr& shown = m_session->shown();
    MatchMarks& matches = m_window.pane()->view()->matches();
    const auto cause = m_lostTime ? m_lostTime->cause() : std::nullopt;
    if (!cause || !shown || !shown->deviations) {
        if (const auto before = std::exchange(m_causeQuery, std::nullopt);
            before && matches.query() == before)
            matches.setQuery(std::nullopt);
        return;
    }
    std::vector<ActionId> actions = actionsOf(*shown->deviations, *cause, durationNoise(shown->fitted));
    m_lostTime->setMarked(actions.size());
    m_causeQuery = ActionQuery::listed(std::move(actions));
    matches.setQuery(m_causeQuery);
}

/// A search, or Esc in the lanes, takes the place of the chosen cause.
void TraceController::followFilter()
{
    if (m_lostTime && m_lostTime->cause() && m_window.pane()->view()->matches().query() != m_causeQuery)
        m_lostTime->setCause(std::nullopt);
}

void TraceController::leaveMeasuredToCompare(bool isEdited)
{
    if (!m_measuredShown)
        return;
    // Two runs are compared with each other, not with the prediction.
    if (!isEdited && canCompareRuns()) {
        compareRuns(true);
        return;
    }
    const CompareMode mode = compare().mode();
    compareRuns(false);
    showMeasured(false);
    if (isEdited)
        compare().setMode(mode);
    m_isBackAfterComparing = true;
}

void TraceController::showOrigin()
{
    const TraceAnalysisPtr& analysis = m_session->analysis();
    const std::string& source = m_window.document().state().costs.source;
    // Edited costs say so behind their source.
    const bool areOfRun = isRunOpen() && !analysis->fitted.costs.source.empty() &&
                          source.starts_with(analysis->fitted.costs.source);
    if (!areOfRun) {
        if (std::exchange(m_origin, nullptr))
            emit originChanged(nullptr);
        return;
    }
    if (m_origin && m_origin->fitted == analysis->fitted.costs)
        return;
    CostOrigin origin{analysis->fitted.costs, {}};
    for (const FittedDefault& one : analysis->fitted.defaults)
        origin.defaults.emplace(one.key, QString::fromStdString(one.why));
    m_origin = std::make_shared<const CostOrigin>(std::move(origin));
    emit originChanged(m_origin);
}

void TraceController::showRunBar()
{
    showResiduals();
    showOrigin();
    const bool isOpen = isRunOpen();
    m_window.commands().setEnabled(QStringLiteral("trace.measured"), isOpen);
    m_window.commands().action(QStringLiteral("trace.measured"))->setChecked(m_measuredShown != nullptr);
    const EvaluationPtr& shown = m_window.document().evaluation();
    const auto against =
        isOpen && shown && !m_measuredShown ? againstMeasured(*m_session->analysis(), *shown) : std::nullopt;
    m_parts.panels.parts().metrics->setAgainstMeasured(
        against ? std::optional(against->share) : std::nullopt, against && against->isPerMicrobatch,
        isOpen ? microsecondsText(m_session->analysis()->measured->timeline->makespan) : QString());
    if (!isOpen && m_lostTime)
        m_lostTime->setCause(std::nullopt);
    if (!isOpen && !m_runBar)
        return;
    if (!m_runBar) {
        m_runBar = new RunBar(m_window.pane());
        m_window.pane()->addAbove(m_runBar);
        m_runBar->offerResiduals(*m_window.commands().action(QStringLiteral("view.residuals")));
        connect(m_runBar, &RunBar::measuredAsked, this, [this](bool measured) {
            showMeasured(measured);
            m_window.pane()->view()->setFocus(Qt::OtherFocusReason);
        });
    }
    // Comparing has titles of its own.
    m_runBar->setVisible(isOpen && m_parts.compare.comparison().mode() == CompareMode::Off);
    if (!isOpen)
        return;
    const TraceAnalysis& analysis = *m_session->analysis();
    const Document& document = m_window.document();
    const PredictionKind kind = predictionKind(analysis, document);
    const QString other = kind == PredictionKind::AsMeasured ? tr("Predicted")
                          : kind == PredictionKind::WhatIf   ? tr("What if")
                                                             : tr("Simulated");
    const QString name =
        kind == PredictionKind::WhatIf ? whatIfName(analysis, document) : document.displayName();
    m_runBar->show(
        m_measuredShown != nullptr, other,
        m_measuredShown || kind == PredictionKind::AsMeasured ? runLine(analysis)
        : kind == PredictionKind::Other
            ? tr("%1, with costs other than those of the trace").arg(name)
            : tr("%1, with the costs fitted to %2", "schedule, step 12").arg(name, runName(analysis)));
}

bool TraceController::isPrediction() const
{
    return m_session->analysis() &&
           predictionKind(*m_session->analysis(), m_window.document()) != PredictionKind::Other;
}

void TraceController::askSaveCalibration()
{
    const auto& ask = m_window.questions.saveCalibrationPath;
    if (!ask || !m_session->analysis() || !m_session->analysis()->measured)
        return;
    const QString path =
        ask(QDir(Settings::lastFolder())
                .filePath(tr("calibration-step-%1.json", "file name").arg(m_session->analysis()->run.step)));
    if (!path.isEmpty())
        saveCalibration(withEnding(path, QStringLiteral("json")));
}

bool TraceController::saveCalibration(const QString& path)
{
    const TraceAnalysisPtr analysis = m_session->analysis();
    const std::string now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    if (!m_window.write(path, [analysis, now]() -> Result<std::string> {
            return calibrationJson(analysis->fitted, analysis->run, now);
        }))
        return false;
    Settings::lastFolder.set(QFileInfo(path).absolutePath());
    m_window.say(tr("Calibration saved to %1", "file").arg(path));
    return true;
}

void TraceController::showDetails(std::optional<int> page)
{
    m_window.showTimeline();
    TracePanel& details = panel();
    if (page)
        details.setPage(static_cast<TracePanel::Page>(*page));
    m_sheet->show();
    m_sheet->raise();
    m_sheet->activateWindow();
}

bool TraceController::hasRun() const
{
    return m_session->analysis() && m_session->analysis()->measured;
}

void TraceController::showRun()
{
    if (!hasRun())
        return;
    if (!isRunOpen()) {
        addRecorded();
        follow();
    }
    showMeasured(true);
}

void TraceController::goTo(RankId rank, const std::optional<ActionId>& action)
{
    TimelineView* view = m_window.pane()->view();
    const EvaluationPtr evaluation = view->evaluation();
    if (!evaluation || rank.value >= evaluation->timeline->schedule->rankCount())
        return;
    if (!action) {
        view->revealLane(rank);
        return;
    }
    const Row& row = evaluation->timeline->schedule->rows[rank.value];
    for (std::size_t i = 0; i < row.size(); ++i)
        if (row[i].id() == *action) {
            m_parts.panels.select({rank, i});
            return;
        }
    m_window.say(
        tr("%1 is not in the shown schedule.", "action").arg(QString::fromStdString(actionText(*action))));
}

void TraceController::showBusy()
{
    const bool busy = isOpening();
    if (busy == m_progress.isActive())
        return;
    if (busy) {
        m_progress.start();
        return;
    }
    m_progress.stop();
    emit loadingShown(false);
}

void TraceController::showProgress()
{
    const auto [done, total] = m_second->isOpening() ? m_second->progress() : m_session->progress();
    // Read, it is being analysed: nobody knows for how long.
    emit progressed(total > 0 && done < total
                        ? std::optional(static_cast<double>(done) / static_cast<double>(total))
                        : std::nullopt);
}

} // namespace bubblescope::ui
