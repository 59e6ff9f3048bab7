// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's part about the whole run: its figures and its memory.
#include "ui/panels/inspector_panel.h"
#include "ui/panels/metrics_strip.h"
#include "ui/widgets/table_csv.h"

#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope::ui {

void InspectorPanel::showRun()
{
    const Metrics& metrics = m_evaluation->metrics;
    const Timeline& timeline = *m_evaluation->timeline;
    auto* hint =
        new QLabel(tr("The whole run. Select an action or a gap to see what it waited for."), m_factsHolder);
    hint->setProperty("quiet", true);
    hint->setWordWrap(true);
    m_holderLayout->addWidget(hint);
    m_holderLayout->addSpacing(4);
    addTime(tr("Makespan"), metrics.makespan);
    addTime(tr("Ideal time"), metrics.idealTime);
    addFact(tr("Idle fraction"), percentText(metrics.idleFraction, 2), csvNumber(metrics.idleFraction));
    addFact(tr("Bubble rate"), rateText(metrics.bubbleRate, 2), csvNumber(metrics.bubbleRate));
    addTime(tr("Longest rank span"), metrics.longestRankSpan);
    addFact(tr("Peak activations"), tr("%1 on rank %2", "activations")
                                        .arg(figureText(metrics.peakActivationsPerRank, 2))
                                        .arg(metrics.peakRank));
    addFact(tr("Peak stage activations"), figureText(metrics.peakActivations, 2));
    addFact(tr("Stages"), QString::number(timeline.schedule->stageCount));
    addFact(tr("Actions"), countText(m_evaluation->actionCount), QString::number(m_evaluation->actionCount));
    showMemory();
    if (m_explanation) {
        showPath();
        showIdle();
    }
}

void InspectorPanel::addRankMemory(RankId rank, Time from, Time to)
{
    const MemoryCurves* const memory = m_evaluation->memory.get();
    if (memory == nullptr)
        return;
    const std::string& unit = m_evaluation->timeline->unit;
    const double low = from < to ? memory->lowest(rank, from, to) : memory->levelAt(rank, from);
    const double high = from < to ? memory->highest(rank, from, to) : low;
    const MemoryPeak& peak = memory->peak(rank);
    addHeading(tr("Memory of rank %1").arg(rank.value));
    addFact(tr("Holds"),
            low < high ? tr("%1 to %2", "levels").arg(levelFigure(low, *memory), memoryText(high, *memory))
                       : memoryText(high, *memory));
    addFact(tr("Peak"),
            tr("%1 at %2", "level at time").arg(memoryText(peak.level, *memory), timeText(peak.time, unit)));
    if (const auto limit = memory->limit(rank))
        addFact(tr("Limit"), memoryText(*limit, *memory));
    if (const auto& crossing = memory->crossing(rank))
        addTime(tr("Above the limit from"), crossing->time);
}

/// Where more than activations is held, or too much may be.
void InspectorPanel::showMemory()
{
    const MemoryCurves* const memory = m_evaluation->memory.get();
    const CostModel& costs = m_evaluation->costs;
    if (memory == nullptr || (costs.parameters == StageValues{0.0} && costs.gradients == StageValues{0.0} &&
                              costs.optimizer == StageValues{0.0} && !memory->limits()))
        return;
    addHeading(tr("Memory"));
    addFact(
        tr("Peak"),
        tr("%1 on rank %2").arg(memoryText(memory->highestPeak(), *memory)).arg(memory->peakRank().value));
    const QString answer = m_answered == m_evaluation ? m_memoryAnswer : QString();
    if (memory->limits())
        addFact(tr("Limit"), memoryText(*memory->limits(), *memory));
    if (!answer.isEmpty())
        addNote(capitalized(answer) + QLatin1Char('.'));
    if (!memory->limits())
        return;
    const auto crossing = memory->firstCrossing();
    if (!crossing) {
        if (answer.isEmpty())
            addNote(tr("No rank exceeds the limit."));
        return;
    }
    addLink(crossing->action, tr("first rank above the limit: rank %1, %2")
                                  .arg(crossing->action.rank.value)
                                  .arg(timeCell(crossing->time, m_evaluation->timeline->unit)));
}

} // namespace bubblescope::ui
