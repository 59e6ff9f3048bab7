// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_panel.h"

#include "core/time/step_phases.h"
#include "ui/document/core_text.h"
#include "ui/panels/inspector_parts.h"
#include "ui/panels/inspector_range.h"
#include "ui/panels/kind_bars.h"
#include "ui/panels/metrics_strip.h"
#include "ui/widgets/action_badge.h"
#include "ui/widgets/look.h"
#include "ui/widgets/table_csv.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStyleOptionFocusRect>
#include <QVBoxLayout>
#include <algorithm>
#include <optional>

namespace bubblescope::ui {

namespace {

constexpr int kInspectorPanelMargin = 12;

/// The last action of the cell before the action's own; nothing at the begin of the row.
std::optional<ActionPosition> actionBefore(const Row& row, const ActionPosition& position)
{
    std::size_t index = position.index;
    while (index > 0 && !row[index].startsCell())
        --index;
    while (index > 0)
        if (!row[--index].isBubble())
            return ActionPosition{position.rank, index};
    return std::nullopt;
}

} // namespace

InspectorPanel::InspectorPanel(QWidget* parent)
    : QWidget(parent)
    , m_facts(new QVBoxLayout)
    , m_runPart(new QWidget(this))
    , m_bars(new KindBars(m_runPart))
    , m_range(new InspectorRange(this))
{
    setProperty("panel", true);
    setAccessibleName(tr("Inspector"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kInspectorPanelMargin, 4, kInspectorPanelMargin, kInspectorPanelMargin);
    layout->setSpacing(8);
    layout->addLayout(m_facts);
    layout->addWidget(m_range);
    m_range->hide();
    layout->addWidget(m_runPart);
    auto* runLayout = new QVBoxLayout(m_runPart);
    runLayout->setContentsMargins(0, 0, 0, 0);
    runLayout->setSpacing(8);
    auto* line = new QFrame(m_runPart);
    line->setProperty("hairline", true);
    runLayout->addSpacing(4);
    runLayout->addWidget(line);
    runLayout->addSpacing(4);
    auto* heading = new QLabel(tr("Time by kind, per rank"), m_runPart);
    heading->setProperty("heading", true);
    runLayout->addWidget(heading);
    runLayout->addWidget(m_bars);
    layout->addStretch(1);
    m_facts->setContentsMargins(0, 0, 0, 0);
}

void InspectorPanel::paintEvent(QPaintEvent* event)
{
    QWidget::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    QStyleOptionFocusRect option;
    option.initFrom(this);
    // It scrolls: the frame is round what is to be seen of it.
    option.rect = visibleRegion().boundingRect().adjusted(2, 2, -2, -2);
    style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
}

void InspectorPanel::moveEvent(QMoveEvent* event)
{
    QWidget::moveEvent(event);
    if (hasFocus())
        update();
}

void InspectorPanel::focusInEvent(QFocusEvent* event)
{
    QWidget::focusInEvent(event);
    update();
}

void InspectorPanel::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    update();
}

void InspectorPanel::setContent(const EvaluationPtr& evaluation,
                                const std::optional<ActionPosition>& selection, const DependencyLinks& links)
{
    if (evaluation == m_evaluation && selection == m_selection)
        return;
    const bool isOther = evaluation != m_evaluation;
    if (isOther)
        m_bars->setEvaluation(evaluation);
    m_evaluation = evaluation;
    if (selection && selection != m_selection)
        m_areaIsNewer = false;
    m_selection = selection;
    m_links = links;
    // What is known belongs to the evaluation before.
    if (isOther) {
        m_explanation.reset();
        m_bubble.reset();
    }
    rebuild();
}

void InspectorPanel::setExplanation(const ExplanationPtr& explanation, std::optional<std::size_t> bubble)
{
    if (explanation != m_explainedBy) {
        m_explainedBy = explanation;
        m_explained = explanation ? m_evaluation : nullptr;
    }
    if (explanation == m_explanation && bubble == m_bubble)
        return;
    m_explanation = explanation;
    if (bubble && bubble != m_bubble)
        m_areaIsNewer = false;
    m_bubble = bubble;
    rebuild();
}

void InspectorPanel::setMemoryAnswer(const EvaluationPtr& evaluation, const QString& answer)
{
    if (evaluation == m_answered && answer == m_memoryAnswer)
        return;
    m_answered = evaluation;
    m_memoryAnswer = answer;
    if (evaluation == m_evaluation && !m_selection && !m_bubble)
        rebuild();
}

void InspectorPanel::setArea(const RangeTotals* totals, const std::string& unit)
{
    m_hasArea = totals != nullptr;
    m_areaIsNewer = m_hasArea;
    if (m_hasArea)
        m_range->setTotals(*totals, unit, m_evaluation ? m_evaluation->memory.get() : nullptr);
    showPart();
}

bool InspectorPanel::showsArea() const
{
    return m_hasArea && (m_areaIsNewer || (!m_selection && !m_bubble));
}

void InspectorPanel::showPart()
{
    const bool area = showsArea();
    m_range->setVisible(area);
    m_runPart->setVisible(!area);
    if (m_factsHolder)
        m_factsHolder->setVisible(!area);
}

QString InspectorPanel::plainText() const
{
    return (showsArea() ? m_range->lines() : m_lines).join(QLatin1Char('\n'));
}

QString InspectorPanel::csv() const
{
    if (!showsArea())
        return pairsCsv(m_pairs);
    QList<QPair<QString, QString>> pairs;
    for (const QString& line : m_range->lines()) {
        const qsizetype colon = line.indexOf(QStringLiteral(": "));
        pairs.append({line.left(colon), colon < 0 ? QString() : line.mid(colon + 2)});
    }
    return pairsCsv(pairs);
}

void InspectorPanel::rebuild()
{
    if (m_factsHolder) {
        m_factsHolder->hide();
        // Its own buttons may be what asked for this.
        m_factsHolder->deleteLater();
    }
    m_lines.clear();
    m_pairs.clear();
    m_heading.clear();
    m_factsHolder = new QWidget(this);
    m_holderLayout = new QVBoxLayout(m_factsHolder);
    m_holderLayout->setContentsMargins(0, 0, 0, 0);
    m_holderLayout->setSpacing(4);
    m_facts->addWidget(m_factsHolder);
    if (!m_evaluation)
        return showPart();
    const Schedule& schedule = *m_evaluation->timeline->schedule;
    const bool valid = m_selection && m_selection->rank.value < schedule.rankCount() &&
                       m_selection->index < schedule.rows[m_selection->rank.value].size();
    if (valid)
        showAction(*m_selection);
    else if (m_explanation && m_bubble && *m_bubble < m_explanation->ledger.bubbles.size())
        showBubble(m_explanation->ledger.bubbles[*m_bubble]);
    else
        showRun();
    // At once, not with the next turn of the loop: the panel must not blink.
    showPart();
}

void InspectorPanel::addHeading(const QString& title)
{
    auto* label = new QLabel(title, m_factsHolder);
    label->setProperty("heading", true);
    m_holderLayout->addSpacing(8);
    m_holderLayout->addWidget(label);
    m_lines << title;
    m_heading = title;
}

void InspectorPanel::addFact(const QString& name, const QString& value, const QString& raw,
                             const QString& help)
{
    auto* row = new QWidget(m_factsHolder);
    row->setToolTip(help);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(name, row);
    label->setProperty("quiet", true);
    layout->addWidget(label);
    layout->addWidget(new FactLabel(value, row), 1);
    m_holderLayout->addWidget(row);
    m_lines << name + QStringLiteral(": ") + value;
    const QString where =
        m_heading.isEmpty() ? name : tr("%1: %2", "heading, what stands under it").arg(m_heading, name);
    m_pairs.append({where, raw.isEmpty() ? value : raw});
}

void InspectorPanel::addTime(const QString& name, Time time)
{
    const std::string& unit = m_evaluation->timeline->unit;
    addFact(name, timeText(time, unit), csvNumber(time), fullTimeText(time, unit));
}

void InspectorPanel::addBadgeLine(const ActionPosition& position)
{
    const Action& action = m_evaluation->timeline->schedule->at(position);
    auto* row = new QWidget(m_factsHolder);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(10);
    const std::uint8_t chunk = m_evaluation->index->chunkOf(position.rank, action.stage());
    layout->addWidget(new ActionBadge(action, chunk, true, row));
    auto* label = new QLabel(coreText(kindName(action.kind())), row);
    label->setProperty("heading", true);
    layout->addWidget(label, 1);
    m_holderLayout->addWidget(row);
    m_lines << QString::fromStdString(actionText(action.id())) + QLatin1Char(' ') + label->text();
    m_pairs.append({tr("Action"), QString::fromStdString(actionText(action.id()))});
    m_pairs.append({tr("Kind"), label->text()});
}

void InspectorPanel::showAction(const ActionPosition& position)
{
    const Timeline& timeline = *m_evaluation->timeline;
    const Row& row = timeline.schedule->rows[position.rank.value];
    const Action& action = row[position.index];
    addBadgeLine(position);
    if (action.isOverlapped()) {
        std::size_t begin = position.index;
        while (begin > 0 && !row[begin].startsCell())
            --begin;
        QStringList others;
        for (std::size_t i = begin; i < cellEnd(row, begin); ++i)
            if (i != position.index)
                others << QString::fromStdString(actionText(row[i].id()));
        addFact(tr("Overlapped with"), others.join(QStringLiteral(", ")));
    }
    addFact(tr("Rank"), QString::number(position.rank.value));
    if (!isTail(action.kind()))
        addFact(tr("Stage"), QString::number(action.stage().value));
    if (hasMicrobatch(action.kind()))
        addFact(tr("Microbatch"), QString::number(action.microbatch().value));
    const ActionExtent extent = extentOf(timeline, position);
    addTime(tr("Start"), extent.begin);
    addTime(tr("End"), extent.end);
    addTime(tr("Duration"), extent.length());
    addSlack(position);
    addMeasured(position);
    std::vector<ActionPosition> waitedFor = m_links.producers;
    std::optional<ActionPosition> turn = actionBefore(row, position);
    if (turn && std::find(waitedFor.begin(), waitedFor.end(), *turn) == waitedFor.end())
        waitedFor.push_back(*turn);
    else
        turn.reset();
    addLinks(tr("Waited for"), waitedFor, true, turn);
    addLinks(tr("Needed by"), m_links.consumers, false, std::nullopt);
    addRankMemory(position.rank, extent.begin, extent.end);
}

void InspectorPanel::addLink(const ActionPosition& position, const QString& text)
{
    const Action& action = m_evaluation->timeline->schedule->at(position);
    auto* line = new LinkLine(action, m_evaluation->index->chunkOf(position.rank, action.stage()), text,
                              m_factsHolder);
    connect(line, &QPushButton::clicked, this, [this, position] { emit actionAsked(position); });
    connect(line, &LinkLine::pointed, this, [this, position](bool isOn) {
        emit actionPointed(isOn ? std::optional(position) : std::nullopt);
    });
    m_holderLayout->addWidget(line);
    m_lines << line->accessibleName();
    m_pairs.append({m_heading, line->accessibleName()});
}

void InspectorPanel::addLinks(const QString& title, const std::vector<ActionPosition>& actions, bool waited,
                              std::optional<ActionPosition> turn)
{
    addHeading(title);
    if (actions.empty())
        addNote(waited ? tr("only its turn") : tr("nothing after it"));
    const Timeline& timeline = *m_evaluation->timeline;
    std::vector<ActionPosition> sorted = actions;
    const std::vector<ActionPosition>& linked = waited ? m_links.producers : m_links.consumers;
    const std::vector<Time>& transfers = waited ? m_links.transfersIn : m_links.transfersOut;
    const auto transferOf = [&](const ActionPosition& action) {
        const auto at =
            static_cast<std::size_t>(std::find(linked.begin(), linked.end(), action) - linked.begin());
        return at < transfers.size() ? transfers[at] : Time{0};
    };
    // What came last decided the start: it stands first.
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) {
        return waited ? timeline.endOf(a) > timeline.endOf(b) : timeline.startOf(a) < timeline.startOf(b);
    });
    // After a gap the ledger knows better: a message may be on its way for long.
    const Bubble* gap = waited ? bubbleBefore(*m_selection) : nullptr;
    const std::optional<ActionPosition> last =
        gap != nullptr && gap->waitsFor ? std::optional(gap->waitsFor.position()) : std::nullopt;
    if (last)
        std::stable_partition(sorted.begin(), sorted.end(), [&](const auto& a) { return a == *last; });
    for (const ActionPosition& position : sorted) {
        QString when = waited ? tr("ended %1").arg(timeCell(timeline.endOf(position), timeline.unit))
                              : tr("starts %1").arg(timeCell(timeline.startOf(position), timeline.unit));
        const Time modelled = isMeasurement(*m_selection) ? Time{0} : transferOf(position);
        const Time transfer = position == last && gap->transfer > 0 ? gap->transfer : modelled;
        if (transfer > 0 && waited)
            when += tr(", + %1 transfer", "time").arg(timeCell(transfer, timeline.unit));
        else if (transfer > 0)
            when += tr(", after %1 transfer", "time").arg(timeCell(transfer, timeline.unit));
        const QString text = position == turn ? tr("before it on this rank, %1").arg(when)
                                              : tr("rank %1, %2").arg(position.rank.value).arg(when);
        addLink(position, text);
    }
}

} // namespace bubblescope::ui
