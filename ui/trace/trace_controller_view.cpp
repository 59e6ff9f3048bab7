// SPDX-License-Identifier: GPL-3.0-or-later
// What the window shows of an open run: measured or predicted, the way to an action, the calibration,
// progress.
#include "ui/compare/comparison.h"
#include "ui/panels/metrics_strip.h"
#include "ui/start/start_controller.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/prediction_words.h"
#include "ui/trace/residual_view.h"
#include "ui/trace/run_bar.h"
#include "ui/trace/trace_controller.h"
#include "ui/trace/trace_panel.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/save_dialog.h"
#include "ui/window/main_window.h"

#include <QDateTime>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <QProgressBar>
#include <QToolButton>

namespace bubblescope::ui {

namespace {

constexpr int kProgressSteps = 1000;

/// "step 12, 4 ranks", and which ranks have no trace.
QString measuredName(const TraceAnalysis& analysis)
{
    const QString missing = QString::fromStdString(noTraceText(absentRanks(analysis.run)));
    const QString name = TraceController::tr("step %1, %2 ranks", "of a measured run")
                             .arg(analysis.run.step)
                             .arg(analysis.run.ranks.size());
    return missing.isEmpty()
               ? name
               : TraceController::tr("%1, %2", "step and ranks, rank 2 has no trace").arg(name, missing);
}

} // namespace

void TraceController::connectView()
{
    Document& document = m_window.document();
    // Before the window shows the new times.
    connect(&document, &Document::evaluationChanged, this, [this] {
        m_measuredShown.reset();
        m_isBackAfterComparing = false;
        m_explainer.clear();
        follow();
    });
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
    connect(&m_explainer, &ExplanationRunner::changed, this, [this] {
        if (m_measuredShown)
            m_window.showExplanation();
    });
    connect(m_window.m_comparison, &Comparison::sidesChanged, this, [this] {
        if (m_measuredShown && !isRunOpen())
            showMeasured(false);
        showRunBar();
    });
    connect(m_window.m_comparison, &Comparison::modeChanged, this, [this](CompareMode mode) {
        if (mode == CompareMode::Off && std::exchange(m_isBackAfterComparing, false))
            showMeasured(true);
        showRunBar();
    });
}

bool TraceController::isRunOpen() const
{
    const TraceAnalysisPtr& analysis = m_session->analysis();
    return analysis && analysis->measured && m_window.m_comparison->indexOf(analysis->measured).has_value();
}

QStringList TraceController::openPaths() const
{
    return isRunOpen() ? m_openPaths : QStringList();
}

void TraceController::follow()
{
    m_session->holdAgainst(m_window.document().evaluation());
    showRunBar();
}

void TraceController::showMeasured(bool measured)
{
    if (measured == (m_measuredShown != nullptr) || (measured && !isRunOpen()))
        return;
    m_measuredShown = measured ? m_session->analysis()->measured : nullptr;
    m_window.m_comparison->setMode(CompareMode::Off);
    // What explained the other times is none of these.
    m_window.m_pane->view()->setExplanation(nullptr);
    if (measured)
        m_explainer.start(m_measuredShown);
    else
        m_explainer.clear();
    m_window.showEvaluation();
    m_window.showExplanation();
    showRunBar();
}

/// Comparing shows in its own ways what is different.
void TraceController::showResiduals()
{
    const EvaluationPtr& prediction = m_window.document().evaluation();
    if (!isRunOpen() || !prediction || m_window.m_comparison->mode() != CompareMode::Off)
        m_residuals->show(std::nullopt);
    else
        m_residuals->show(ResidualSubject{m_session->analysis(), prediction,
                                          m_measuredShown ? m_measuredShown : prediction});
}

void TraceController::leaveMeasuredToCompare()
{
    if (!m_measuredShown)
        return;
    showMeasured(false);
    m_isBackAfterComparing = true;
}

void TraceController::showRunBar()
{
    showResiduals();
    const bool isOpen = isRunOpen();
    m_window.commands().setEnabled(QStringLiteral("trace.measured"), isOpen);
    m_window.commands().action(QStringLiteral("trace.measured"))->setChecked(m_measuredShown != nullptr);
    const EvaluationPtr& shown = m_window.document().evaluation();
    const auto against =
        isOpen && shown && !m_measuredShown ? againstMeasured(*m_session->analysis(), *shown) : std::nullopt;
    m_window.m_metrics->setAgainstMeasured(
        against ? std::optional(against->share) : std::nullopt, against && against->isPerMicrobatch,
        isOpen ? microsecondsText(m_session->analysis()->measured->timeline->makespan) : QString());
    if (!isOpen && !m_runBar)
        return;
    if (!m_runBar) {
        m_runBar = new RunBar(m_window.m_pane);
        m_window.m_pane->addAbove(m_runBar);
        m_runBar->offerResiduals(*m_window.commands().action(QStringLiteral("view.residuals")));
        connect(m_runBar, &RunBar::measuredAsked, this, [this](bool measured) {
            showMeasured(measured);
            m_window.m_pane->view()->setFocus(Qt::OtherFocusReason);
        });
    }
    // Comparing has titles of its own.
    m_runBar->setVisible(isOpen && m_window.m_comparison->mode() == CompareMode::Off);
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
        m_measuredShown ? measuredName(analysis)
        : kind == PredictionKind::Other
            ? tr("%1, with other costs than those of the trace").arg(name)
            : tr("%1, with the costs fitted to step %2", "schedule").arg(name).arg(analysis.run.step));
}

bool TraceController::isPrediction() const
{
    return m_session->analysis() &&
           predictionKind(*m_session->analysis(), m_window.m_document) != PredictionKind::Other;
}

void TraceController::askSaveCalibration()
{
    if (!m_session->analysis() || !m_session->analysis()->measured)
        return;
    const QString suggested =
        QDir(Settings::lastFolder())
            .filePath(tr("calibration-step-%1.json", "file name").arg(m_session->analysis()->run.step));
    const QString path =
        m_window.questions.saveCalibrationPath
            ? m_window.questions.saveCalibrationPath(suggested)
            : askSavePath(&m_window, tr("Save calibration"), suggested, {tr("Calibrations (*.json)")});
    if (!path.isEmpty())
        saveCalibration(withEnding(path, QStringLiteral("json")));
}

bool TraceController::saveCalibration(const QString& path)
{
    const TraceAnalysisPtr analysis = m_session->analysis();
    const std::string now = QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString();
    if (!m_window.write(
            path,
            [analysis, now]() -> Result<std::string> {
                return calibrationJson(analysis->fitted, analysis->run, now);
            },
            QFileInfo(path).fileName()))
        return false;
    Settings::setLastFolder(QFileInfo(path).absolutePath());
    m_window.say(tr("Calibration saved to %1", "file").arg(path));
    return true;
}

void TraceController::showDock()
{
    m_window.start().leave();
    panel();
    m_dock->show();
    m_dock->raise();
}

void TraceController::goTo(RankId rank, const std::optional<ActionId>& action)
{
    TimelineView* view = m_window.m_pane->view();
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
            m_window.select({rank, i});
            return;
        }
    m_window.say(
        tr("%1 is not in the shown schedule.", "action").arg(QString::fromStdString(actionText(*action))));
}

void TraceController::showBusy()
{
    const bool busy = m_session->isOpening();
    if (busy && !m_progress.isActive()) {
        m_progress.start();
    } else if (!busy && m_progress.isActive()) {
        m_progress.stop();
        m_window.m_loadProgress->setRange(0, 0);
        m_window.m_loadProgress->hide();
        m_window.m_loadCancel->hide();
    }
}

void TraceController::showProgress()
{
    const auto [done, total] = m_session->progress();
    QProgressBar* bar = m_window.m_loadProgress;
    // Read, it is being analysed: nobody knows for how long.
    const bool knows = total > 0 && done < total;
    bar->setRange(0, knows ? kProgressSteps : 0);
    if (knows)
        bar->setValue(
            static_cast<int>(static_cast<double>(done) / static_cast<double>(total) * kProgressSteps));
    bar->show();
    m_window.m_loadCancel->show();
}

} // namespace bubblescope::ui
