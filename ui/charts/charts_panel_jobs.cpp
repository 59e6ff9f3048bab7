// SPDX-License-Identifier: GPL-3.0-or-later
// How the Charts dock gets what it shows.
#include "ui/charts/chart_view.h"
#include "ui/charts/chart_words.h"
#include "ui/charts/charts_panel.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

SweepPoint presentOf(const Evaluation& evaluation, std::int64_t value)
{
    return {value, evaluation.metrics.bubbleRate, evaluation.metrics.idleFraction,
            evaluation.metrics.makespan};
}

std::shared_ptr<SweepChart> emptySweep(const Evaluation& evaluation, SweepAxis axis)
{
    auto sweep = std::make_shared<SweepChart>();
    sweep->axis = axis;
    sweep->unit = evaluation.timeline->unit;
    if (evaluation.brokenBecause.empty())
        sweep->present =
            presentOf(evaluation, valueOf(std::get<ScheduleRequest>(evaluation.input.source), axis));
    return sweep;
}

/// Of what a sweep depends on.
bool sweepAlike(const EvaluationPtr& a, const EvaluationPtr& b)
{
    return a && b && a->input == b->input && a->whatIf == b->whatIf;
}

bool isOf(const ChartContent& content, ChartKind kind)
{
    const auto* time = std::get_if<TimeChartPtr>(&content);
    return time ? (*time)->kind == kind
                : std::holds_alternative<KindChartPtr>(content) && kind == ChartKind::Kinds;
}

} // namespace

void ChartsPanel::setEvaluation(const EvaluationPtr& evaluation)
{
    if (m_evaluation == evaluation)
        return;
    const bool isLong =
        !m_evaluation || !evaluation || m_evaluation->timeline->makespan != evaluation->timeline->makespan;
    m_evaluation = evaluation;
    if (isLong && evaluation)
        m_ownRange = fitted(evaluation->timeline->makespan);
    if (m_kind != ChartKind::Sweep)
        refresh(true);
}

void ChartsPanel::setDocument(const EvaluationPtr& evaluation)
{
    if (m_document == evaluation)
        return;
    m_document = evaluation;
    if (!sweepAlike(m_sweepOf, evaluation)) {
        m_runner.stop();
        m_sweepOf.reset();
        m_isStopped = false;
    } else {
        m_sweepOf = evaluation;
    }
    if (m_kind == ChartKind::Sweep)
        refresh(true);
}

void ChartsPanel::holdSweep()
{
    if (!m_runner.isRunning())
        return;
    m_runner.stop();
    m_sweepOf.reset();
    m_rest.start();
}

void ChartsPanel::setShownRange(const TimeRange& range)
{
    if (m_shownRange == range)
        return;
    m_shownRange = range;
    if (m_follows && m_kind != ChartKind::Sweep)
        refresh(false);
}

TimeRange ChartsPanel::wantedRange() const
{
    const Time end = m_evaluation->timeline->makespan;
    const TimeRange& wanted = m_follows ? m_shownRange : m_ownRange;
    const TimeRange range{std::max(wanted.from, Time{0}), std::min(wanted.to, end)};
    return range.from < range.to ? range : fitted(end);
}

void ChartsPanel::refresh(bool isOther)
{
    m_isOutdated = true;
    if (!isVisible()) {
        // Nobody looks: what runs may keep the processor from what is seen.
        m_job.drop();
        m_again = false;
        // A large run is not kept for a picture of it that is outdated.
        m_view->setContent({});
        if (m_inFlightOf != m_evaluation) {
            m_inFlight.reset();
            m_inFlightOf.reset();
            m_stack.reset();
        }
        return;
    }
    if (m_kind == ChartKind::Sweep) {
        m_job.drop();
        m_again = false;
        m_isOutdated = false;
        showSweep();
        if (!m_sweepOf && m_document && !m_isStopped)
            m_rest.start();
        showParts();
        return;
    }
    m_rest.stop();
    m_runner.stop();
    if (m_sweep && m_runner.doneCount() < m_runner.valueCount() && !m_isStopped)
        m_sweepOf.reset();
    if (!isOther && m_job.isRunning()) {
        m_again = true;
        return;
    }
    run();
}

void ChartsPanel::run()
{
    m_again = false;
    m_isOutdated = false;
    if (!m_evaluation || m_evaluation->timeline->schedule->rankCount() == 0) {
        m_job.drop();
        m_view->setContent({});
        m_view->setMessage(tr("There is no schedule to chart."));
        return;
    }
    if (!isOf(m_view->content(), m_kind)) {
        m_view->setContent({});
        m_view->setMessage(tr("Working…"));
    }
    m_job.start(
        [kind = m_kind, evaluation = m_evaluation, range = wantedRange(), selected = m_view->selected(),
         known = m_inFlightOf == m_evaluation ? m_inFlight : nullptr,
         byPart = m_byPart && m_kind == ChartKind::Memory && m_evaluation->memory != nullptr,
         stack = m_stack && m_stack->total() == m_evaluation->memory ? m_stack
                                                                     : nullptr](const CancelToken& cancel) {
            Made made;
            if (byPart) {
                TimeChartPtr chart = makePartsChart(evaluation, stack, range, selected);
                made.stack = chart->stack;
                made.content = std::move(chart);
                return made;
            }
            if (kind == ChartKind::Kinds) {
                if (KindChartPtr chart = makeKindChart(evaluation, range, cancel))
                    made.content = std::move(chart);
            } else if (TimeChartPtr chart = makeTimeChart(kind, evaluation, known, range, selected, cancel)) {
                made.inFlight = chart->inFlight;
                made.content = std::move(chart);
            }
            return made;
        },
        [this, evaluation = m_evaluation](const Made& made) {
            if (made.inFlight) {
                m_inFlight = made.inFlight;
                m_inFlightOf = evaluation;
            }
            m_stack = made.stack;
            take(made);
        });
}

void ChartsPanel::take(const Made& made)
{
    m_view->setContent(made.content);
    m_view->setMessage(std::holds_alternative<std::monostate>(made.content)
                           ? tr("There is not enough memory for this chart.")
                           : QString());
    showParts();
    if (m_again)
        run();
}

void ChartsPanel::showSweep()
{
    if (m_kind != ChartKind::Sweep)
        return;
    if (!m_document || !std::holds_alternative<ScheduleRequest>(m_document->input.source)) {
        m_rest.stop();
        m_view->setContent({});
        m_view->setMessage(tr("This order was read from a file or edited. Choose a schedule on the left to "
                              "see how its bubble rate changes with microbatches or ranks."));
    } else {
        if (!m_sweepOf)
            m_sweep = emptySweep(*m_document, m_axis);
        m_view->setContent(m_sweep);
        m_view->setMessage({});
    }
    showParts();
}

void ChartsPanel::startSweep()
{
    m_rest.stop();
    if (m_kind != ChartKind::Sweep || !isVisible() || !m_document)
        return;
    const auto* request = std::get_if<ScheduleRequest>(&m_document->input.source);
    if (!request)
        return;
    m_isStopped = false;
    m_sweepOf = m_document;
    m_sweep = emptySweep(*m_document, m_axis);
    m_runner.start({*request, m_document->input.costs, m_document->input.passes, m_document->whatIf}, m_axis);
    showSweep();
}

void ChartsPanel::stopSweep()
{
    m_rest.stop();
    m_runner.stop();
    m_isStopped = true;
    if (!m_sweepOf)
        m_sweepOf = m_document;
    showSweep();
}

void ChartsPanel::takeOutcomes(const std::vector<SweepOutcome>& outcomes)
{
    auto sweep = std::make_shared<SweepChart>(*m_sweep);
    for (const SweepOutcome& outcome : outcomes)
        if (const auto* point = std::get_if<SweepPoint>(&outcome))
            sweep->points.push_back(*point);
        else
            sweep->refusals.push_back(std::get<SweepRefusal>(outcome));
    m_sweep = std::move(sweep);
    showSweep();
}

void ChartsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isOutdated)
        refresh(true);
}

void ChartsPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (isSweeping()) {
        m_rest.stop();
        m_runner.stop();
        m_sweepOf.reset();
        m_isOutdated = true;
    }
    if (m_job.isRunning()) {
        m_job.drop();
        m_again = false;
        m_isOutdated = true;
    }
    emit hovered(QString());
}

} // namespace bubblescope::ui
