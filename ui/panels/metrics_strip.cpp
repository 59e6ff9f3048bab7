// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics_strip.h"

#include "ui/document/core_text.h"
#include "ui/panels/idle_bar.h"
#include "ui/widgets/level_bar.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/look.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kValuePixels = 20;
constexpr int kMetricsStripSpacing = 24, kLeastSpacing = 14;
constexpr int kMetricsStripMargin = 16;

/// A text with a link in it, for a label that shows rich text.
QString linked(const QString& text, const QColor& color)
{
    return QStringLiteral("<a href=\"go\" style=\"color:%1\">%2</a>").arg(color.name(), text.toHtmlEscaped());
}

void makeLinked(QLabel& label)
{
    label.setTextFormat(Qt::RichText);
    label.setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
}

} // namespace

MetricsStrip::MetricsStrip(QWidget* parent) : QWidget(parent), m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(kMetricsStripMargin, 10, kMetricsStripMargin, 10);
    m_layout->setSpacing(kMetricsStripSpacing);
    m_layout->setSizeConstraint(QLayout::SetNoConstraint);
    setAccessibleName(tr("Metrics"));
    m_makespan = addFigure(tr("Step time"), "makespan");
    m_measured = new QLabel(m_makespan.box);
    m_measured->setObjectName(QStringLiteral("against-measured"));
    m_measured->setProperty("quiet", true);
    m_measured->setFont(figuresFont(12, false));
    m_measured->hide();
    static_cast<QBoxLayout*>(m_makespan.box->layout()->itemAt(1)->layout())
        ->insertWidget(2, m_measured, 0, Qt::AlignBaseline);
    m_idle = addFigure(tr("Idle"), "idle-fraction");
    m_idleBar = new IdleBar(this);
    m_layout->addWidget(m_idleBar, 1);
    m_memory = addFigure(tr("Peak memory"), "peak-memory");
    makeLinked(*m_memory.value);
    connect(m_memory.value, &QLabel::linkActivated, this, [this] {
        if (m_crossing)
            emit actionAsked(m_crossing->action);
    });
    m_level = new LevelBar(m_memory.box);
    m_memory.box->layout()->addWidget(m_level);
    m_problems = addFigure(tr("Problems"), "problems");
    setHelp(m_problems, {tr("Problems that validation found; click to list them")});
    makeLinked(*m_problems.value);
    connect(m_problems.value, &QLabel::linkActivated, this, &MetricsStrip::problemsAsked);
    makeWhatIf();
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

MetricsStrip::Figure MetricsStrip::addFigure(const QString& title, const char* name)
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* label = new QLabel(title, box);
    label->setProperty("quiet", true);
    label->setFont(figuresFont(12, false));
    Figure figure{box, new QLabel(box), new QLabel(box)};
    figure.value->setObjectName(QLatin1String(name));
    figure.value->setAccessibleName(title);
    figure.value->setFont(figuresFont(kValuePixels, true));
    figure.unit->setProperty("quiet", true);
    figure.unit->setFont(figuresFont(12, false));
    auto* line = new QHBoxLayout;
    line->setSpacing(5);
    line->addWidget(figure.value, 0, Qt::AlignBaseline);
    line->addWidget(figure.unit, 0, Qt::AlignBaseline);
    line->addStretch(1);
    column->addWidget(label);
    column->addLayout(line);
    m_layout->addWidget(box, 0, Qt::AlignTop);
    return figure;
}

void MetricsStrip::makeWhatIf()
{
    m_whatIf = makeLink({}, tr("Scales times; the project and the order do not change"), this);
    m_whatIf->setObjectName(QStringLiteral("what-if-fold"));
    m_whatIf->setCheckable(true);
    m_whatIf->setAccessibleName(tr("What if"));
    const auto name = [this](bool isOpen) { m_whatIf->setText(isOpen ? tr("What if ▴") : tr("What if ▾")); };
    name(false);
    connect(m_whatIf, &QPushButton::toggled, this, name);
    m_layout->addStretch(0);
    m_layout->addWidget(m_whatIf, 0, Qt::AlignVCenter);
}

void MetricsStrip::setFigure(const Figure& figure, const QString& value, const QString& unit)
{
    figure.value->setText(value);
    figure.unit->setText(unit);
    figure.unit->setVisible(!unit.isEmpty());
    fit();
}

void MetricsStrip::setHelp(const Figure& figure, const QStringList& lines)
{
    const QString help = lines.join(QLatin1Char('\n'));
    figure.box->setToolTip(help);
    figure.value->setAccessibleDescription(help);
}

void MetricsStrip::fit()
{
    int count = 3;
    int needed = 2 * kMetricsStripMargin + m_whatIf->sizeHint().width();
    for (const Figure* figure : {&m_makespan, &m_idle, &m_problems})
        needed += figure->box->sizeHint().width();
    // The memory has the room before the reasons have it.
    const auto give = [&](QWidget& part, int wanted, bool isWanted) {
        const bool fits = isWanted && needed + wanted + (count + 1) * kLeastSpacing <= width();
        part.setVisible(fits);
        if (fits) {
            needed += wanted;
            ++count;
        }
    };
    give(*m_memory.box, m_memory.box->sizeHint().width(), true);
    give(*m_idleBar, std::max(m_idleBar->minimumSizeHint().width(), 60), !m_idleBar->isEmpty());
    // Room is for the words of the reasons first.
    const int words = m_idleBar->isHidden() ? 0
                                            : m_idleBar->sizeHint().width() -
                                                  std::max(m_idleBar->minimumSizeHint().width(), 60);
    const int spacing =
        std::clamp((width() - needed - words) / (count + 1), kLeastSpacing, kMetricsStripSpacing);
    // Setting it asks for a layout, and that comes here again.
    if (spacing != m_layout->spacing())
        m_layout->setSpacing(spacing);
}

QSize MetricsStrip::minimumSizeHint() const
{
    return {240, m_layout->sizeHint().height()};
}

void MetricsStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

bool MetricsStrip::event(QEvent* event)
{
    // A figure that became wider or another font.
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QWidget::event(event);
}

void MetricsStrip::setExplanation(const ExplanationPtr& explanation, bool isComing)
{
    m_pathActions = explanation ? explanation->criticalPath.actions.size() : 0;
    if (explanation && m_evaluation) {
        const Timeline& timeline = *m_evaluation->timeline;
        m_pathLength = explanation->criticalPath.length;
        m_facts[QStringLiteral("critical-path")] = timeCell(m_pathLength, timeline.unit);
        m_idleBar->setLedger(explanation->ledger,
                             timeline.makespan * static_cast<double>(timeline.lanes.size()), timeline.unit);
        askForParts();
    } else {
        m_facts[QStringLiteral("critical-path")] = isComing ? QStringLiteral("…") : QStringLiteral("–");
        if (!isComing)
            m_idleBar->clear();
    }
    showStepHelp();
    fit();
}

void MetricsStrip::setAgainstMeasured(std::optional<double> share, bool isPerMicrobatch,
                                      const QString& measured)
{
    m_measured->setVisible(share.has_value());
    if (share) {
        const QString figure = percentFigure(std::abs(*share));
        const QString sign = figure == percentFigure(0) ? QString()
                             : *share < 0               ? QStringLiteral("−")
                                                        : QStringLiteral("+");
        m_facts[QStringLiteral("against-measured")] = sign + figure;
        m_measured->setText(isPerMicrobatch
                                ? tr("%1 % per microbatch", "compared with measured").arg(sign + figure)
                                : tr("%1 % of measured", "signed change").arg(sign + figure));
        m_measured->setToolTip(
            isPerMicrobatch
                ? tr("Time per microbatch in the shown step, compared with the measured step of %1")
                      .arg(measured)
                : tr("How much longer the shown step takes than the measured step of %1").arg(measured));
    }
    fit();
}

void MetricsStrip::showMemory(const Evaluation& evaluation)
{
    const Metrics& metrics = evaluation.metrics;
    const MemoryCurves* memory = evaluation.memory.get();
    const PeakSize peak = peakOf(metrics, memory);
    const bool isSized = peak.unit != PeakUnit::Activations;
    m_crossing = memory ? memory->firstCrossing() : std::nullopt;
    QStringList help;
    QString unit;
    if (isSized)
        help << tr("The most that a rank holds at once: activations, parameters, gradients and optimizer "
                   "states; on rank %1")
                    .arg(peak.rank);
    else
        unit = tr("activations", "unit of memory");
    if (memory && memory->limits()) {
        const QString limit = memoryText(*memory->limits(), *memory);
        help << tr("The limit is %1.").arg(limit);
        unit = tr("of %1", "limit of memory").arg(limit);
    }
    if (m_crossing) {
        const ActionPosition& at = m_crossing->action;
        help << tr("First above the limit: %1 on rank %2 at %3", "action")
                    .arg(QString::fromStdString(actionText(evaluation.timeline->schedule->at(at).id())))
                    .arg(at.rank.value)
                    .arg(timeCell(m_crossing->time, evaluation.timeline->unit));
    }
    const QString activations = figureText(metrics.peakActivationsPerRank, 2);
    m_facts[QStringLiteral("peak-activations")] = activations;
    help << tr("The most microbatch activations that a rank holds at once (rank %1): %2 activations of a "
               "whole rank, the unit for comparing schedules and of the memory under the lanes; %3 "
               "activations of one stage")
                .arg(metrics.peakRank)
                .arg(activations, figureText(metrics.peakActivations, 2));
    setHelp(m_memory, help);
    m_memoryHelp = help;
    m_memoryJob.drop();
    std::optional<double> level;
    if (memory)
        if (const auto limit = memory->limit(memory->peakRank()); limit && *limit > 0)
            level = memory->highestPeak() / *limit;
    m_level->setLevel(level, m_crossing.has_value());
    const QString figure = peakFigure(peak);
    setFigure(m_memory, m_crossing ? linked(figure, Look::instance().colors().warning) : figure, unit);
}

void MetricsStrip::askForParts()
{
    if (!m_evaluation->memory || !hasMemoryParts(*m_evaluation->timeline, m_evaluation->costs))
        return;
    m_memoryJob.start([evaluation = m_evaluation](
                          const CancelToken& cancel) { return memoryAnswer(*evaluation, true, cancel); },
                      [this](const MemoryAnswer& answer) { addParts(answer); });
}

void MetricsStrip::addParts(const MemoryAnswer& answer)
{
    const MemoryCurves& memory = *m_evaluation->memory;
    if (answer.byPart.size() != memory.rankCount())
        return;
    QStringList help = m_memoryHelp;
    const MemorySizes& sizes = answer.byPart[memory.peakRank().value].atPeak;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        if (sizes[i] > 0)
            help << tr("%1: %2", "part of memory, size")
                        .arg(coreText(memoryPartName(static_cast<MemoryPart>(i))),
                             memoryText(sizes[i], memory));
    if (answer.fit) {
        m_facts[QStringLiteral("memory-fit")] = coreSentence(answer.fit->sentence);
        help.prepend(coreSentence(answer.fit->sentence));
        emit memoryAnswered(m_evaluation, coreSentence(answer.fit->sentence));
    }
    setHelp(m_memory, help);
}

void MetricsStrip::showStepHelp()
{
    if (!m_evaluation)
        return;
    const Timeline& timeline = *m_evaluation->timeline;
    QStringList help{tr("From the start of the first action to the end of the last: %1")
                         .arg(fullTimeText(timeline.makespan, timeline.unit))};
    if (m_pathActions > 0)
        help << (m_pathActions == 1
                     ? tr("The critical path, the chain of actions that determines it: %1, 1 action; "
                          "C shows it")
                           .arg(fullTimeText(m_pathLength, timeline.unit))
                     : tr("The critical path, the chain of actions that determines it: %1, %2 "
                          "actions; C shows it")
                           .arg(fullTimeText(m_pathLength, timeline.unit), countText(m_pathActions)));
    help << tr("%1 ranks × microbatches").arg(m_facts.value(QStringLiteral("size")));
    setHelp(m_makespan, help);
}

void MetricsStrip::setEvaluation(const EvaluationPtr& evaluation)
{
    if (!evaluation)
        return;
    m_evaluation = evaluation;
    const Metrics& metrics = evaluation->metrics;
    const Timeline& timeline = *evaluation->timeline;
    const auto [makespan, unit] = timeFigure(metrics.makespan, timeline.unit);
    m_facts[QStringLiteral("size")] = tr("%1 × %2", "ranks × microbatches")
                                          .arg(timeline.schedule->rankCount())
                                          .arg(timeline.schedule->microbatchCount);
    setFigure(m_makespan, makespan, unit);
    showStepHelp();
    const QString rate = tr("%1 ×", "factor").arg(figureText(metrics.bubbleRate, 3));
    m_facts[QStringLiteral("bubble-rate")] = rate;
    setHelp(
        m_idle,
        {tr("Idle time of all ranks / (ranks × step time)"),
         tr("Bubble rate %1 = (step time − ideal time) / ideal time; the ideal time is the compute time of "
            "all actions divided by the number of ranks")
             .arg(rate)});
    setFigure(m_idle, percentFigure(metrics.idleFraction), QStringLiteral("%"));
    showMemory(*evaluation);
}

void MetricsStrip::setProblemCount(std::optional<std::size_t> count)
{
    if (!count) {
        setFigure(m_problems, QStringLiteral("…"), {});
        return;
    }
    // A count above none is something to follow; none is just said.
    const QString number = countText(*count);
    setFigure(m_problems, *count == 0 ? number : linked(number, Look::instance().colors().warning), {});
}

QString MetricsStrip::value(const QString& name) const
{
    if (const auto fact = m_facts.constFind(name); fact != m_facts.cend())
        return *fact;
    const auto* label = findChild<QLabel*>(name);
    return label ? label->text() : QString();
}

void MetricsStrip::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

} // namespace bubblescope::ui
