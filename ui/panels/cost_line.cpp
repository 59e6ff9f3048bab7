// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_line.h"

#include "ui/document/cost_edits.h"
#include "ui/document/document.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/list_parts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

/// No line ends at it.
constexpr QChar kWordJoiner(0x2060);

/// "F 47 ms", and where stages differ "F 40–60 ms".
QString kindTimes(const Evaluation& evaluation, ActionKind kind)
{
    const std::uint32_t stages = evaluation.timeline->schedule->stageCount;
    Time least = evaluation.costs.durationOf(kind, StageId{0});
    Time most = least;
    for (std::uint32_t stage = 1; stage < stages; ++stage) {
        const Time time = evaluation.costs.durationOf(kind, StageId{stage});
        least = std::min(least, time);
        most = std::max(most, time);
    }
    const std::string& unit = evaluation.timeline->unit;
    const std::string_view name = kindText(kind);
    QString time = timeCell(least, unit);
    if (timeCell(most, unit) != time) {
        const auto [from, to] = stretchTexts(least, most, unit);
        time = from + QStringLiteral("–") + kWordJoiner + to;
    }
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())) + QLatin1Char(' ') + time;
}

} // namespace

CostLine::CostLine(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_edit(makeLink(tr("Edit…"), tr("All of the cost model"), this))
    , m_source(new QLabel(this))
    , m_times(new QLabel(this))
    , m_problem(makeProblemLabel(this))
{
    auto* title = new QLabel(tr("Costs"), this);
    title->setProperty("heading", true);
    m_edit->setObjectName(QStringLiteral("cost-edit"));
    m_edit->setAccessibleName(tr("Edit the costs"));
    m_source->setObjectName(QStringLiteral("cost-line-source"));
    m_times->setObjectName(QStringLiteral("cost-line-times"));
    for (QLabel* label : {m_source, m_times}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
    }
    auto* heading = new QHBoxLayout;
    heading->addWidget(title, 1);
    heading->addWidget(m_edit);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(3);
    layout->addLayout(heading);
    for (QLabel* label : {m_source, m_times, m_problem})
        layout->addWidget(label);
    connect(&m_document, &Document::evaluationChanged, this, &CostLine::follow);
    connect(&m_document, &Document::evaluationFailed, this, &CostLine::showFailure);
}

void CostLine::follow()
{
    showProblem(*m_problem, {});
    const Evaluation& evaluation = *m_document.evaluation();
    const CostModel& costs = m_document.state().costs;
    constexpr std::array<const char*, 3> kByHand{QT_TR_NOOP("The same times for every stage"),
                                                 QT_TR_NOOP("Times by stage"), QT_TR_NOOP("Times by block")};
    m_source->setText(costs.source.empty() ? tr(kByHand[static_cast<std::size_t>(costModeOf(costs))])
                                           : QString::fromStdString(costs.source));
    m_times->setText(timesOf(evaluation, costs));
}

QString CostLine::timesOf(const Evaluation& evaluation, const CostModel& costs)
{
    QStringList times;
    for (const ActionKind kind :
         {ActionKind::Forward, ActionKind::Backward, ActionKind::BackwardInput, ActionKind::BackwardWeight})
        if (evaluation.runs(kind))
            times << kindTimes(evaluation, kind);
    if (const double hop = costs.transfer.time(); hop > 0)
        times << tr("hop %1", "time of a transfer").arg(timeCell(hop, costs.unit));
    // A line ends between them, never between a number and its unit.
    times.replaceInStrings(QStringLiteral(" "), QString(QChar::Nbsp));
    if (!costs.microbatches.areAlike())
        times << tr("microbatches of unequal length");
    return times.join(QStringLiteral(" · "));
}

void CostLine::showFailure(const QString& text)
{
    showProblem(*m_problem, m_document.failedStep() == EvaluationStep::Simulate ? text : QString());
}

QString CostLine::timesText() const
{
    return m_times->text().replace(QChar::Nbsp, QLatin1Char(' ')).remove(kWordJoiner);
}

} // namespace bubblescope::ui
