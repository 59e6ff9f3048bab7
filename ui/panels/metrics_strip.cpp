// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/metrics_strip.h"

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
constexpr int kMetricsStripSpacing = 24, kLeastSpacing = 12;
constexpr int kMetricsStripMargin = 20;

bool isGiven(const StageValues& values)
{
    return values != StageValues{0.0};
}

} // namespace

MetricsStrip::MetricsStrip(QWidget* parent) : QWidget(parent), m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(kMetricsStripMargin, 10, kMetricsStripMargin, 10);
    m_layout->setSpacing(kMetricsStripSpacing);
    m_layout->setSizeConstraint(QLayout::SetNoConstraint);
    setAccessibleName(tr("Metrics"));
    m_makespan = addFigure(tr("Makespan"), "makespan", tr("When the last action ends"));
    m_measured = addFigure(tr("Compared with measured"), "against-measured", {});
    m_measured.box->hide();
    m_idle =
        addFigure(tr("Idle fraction"), "idle-fraction", tr("Idle time of all ranks / (ranks × makespan)"));
    m_bubbleRate = addFigure(tr("Bubble rate"), "bubble-rate",
                             tr("(makespan − ideal time) / ideal time; the ideal time is the compute time of "
                                "all actions divided by the number of ranks"));
    m_peak = addFigure(tr("Peak activations"), "peak-activations", {});
    m_path = addFigure(tr("Critical path"), "critical-path",
                       tr("The chain of actions that determines the makespan; C shows it"));
    m_memory = addFigure(tr("Peak memory"), "peak-memory", {});
    m_memory.value->setTextFormat(Qt::RichText);
    m_memory.value->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    m_memory.box->hide();
    connect(m_memory.value, &QLabel::linkActivated, this, [this] {
        if (m_crossing)
            emit actionAsked(m_crossing->action);
    });
    m_size = addFigure(tr("Ranks × microbatches"), "size", tr("The size of the schedule"));
    m_problems =
        addFigure(tr("Problems"), "problems", tr("Problems that validation found; click to list them"));
    m_problems.value->setTextFormat(Qt::RichText);
    m_problems.value->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    connect(m_problems.value, &QLabel::linkActivated, this, &MetricsStrip::problemsAsked);
    m_layout->addStretch(1);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

MetricsStrip::Figure MetricsStrip::addFigure(const QString& title, const char* name, const QString& help)
{
    auto* box = new QWidget(this);
    box->setToolTip(help);
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
    line->setSpacing(6);
    line->addWidget(figure.value, 0, Qt::AlignBaseline);
    line->addWidget(figure.unit, 0, Qt::AlignBaseline);
    line->addStretch(1);
    column->addWidget(label);
    column->addLayout(line);
    m_layout->addWidget(box);
    return figure;
}

void MetricsStrip::setFigure(const Figure& figure, const QString& value, const QString& unit)
{
    figure.value->setText(value);
    figure.unit->setText(unit);
    figure.unit->setVisible(!unit.isEmpty());
    fit();
}

void MetricsStrip::fit()
{
    // From the least important on; makespan, idle share and problems stay.
    const Figure* order[] = {&m_size, &m_bubbleRate, &m_peak, &m_path, &m_memory, &m_measured};
    const auto isWanted = [&](const Figure& figure) {
        return &figure == &m_memory ? m_hasMemory : &figure != &m_measured || m_hasMeasured;
    };
    int count = 3;
    int needed = m_makespan.box->sizeHint().width() + m_idle.box->sizeHint().width() +
                 m_problems.box->sizeHint().width() + 2 * kMetricsStripMargin;
    for (const Figure* figure : order)
        if (isWanted(*figure)) {
            needed += figure->box->sizeHint().width();
            ++count;
        }
    for (const Figure* figure : order) {
        const bool fits = needed + count * kLeastSpacing <= width();
        figure->box->setVisible(isWanted(*figure) && fits);
        if (!fits && isWanted(*figure)) {
            needed -= figure->box->sizeHint().width();
            --count;
        }
    }
    const int spacing =
        std::clamp((width() - needed) / std::max(count, 1), kLeastSpacing, kMetricsStripSpacing);
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
    if (!explanation) {
        setFigure(m_path, isComing ? QStringLiteral("…") : QStringLiteral("–"), {});
        return;
    }
    const CriticalPath& path = explanation->criticalPath;
    m_path.box->setToolTip(tr("The chain of actions that determines the makespan; C shows it") +
                           QLatin1Char('\n') + fullTimeText(path.length, m_unitOfTime));
    setFigure(m_path, timeCell(path.length, m_unitOfTime),
              path.actions.size() == 1 ? tr("1 action")
                                       : tr("%1 actions").arg(countText(path.actions.size())));
}

void MetricsStrip::setAgainstMeasured(std::optional<double> share, bool isPerMicrobatch,
                                      const QString& measured)
{
    m_hasMeasured = share.has_value();
    if (!share) {
        fit();
        return;
    }
    m_measured.box->setToolTip(
        isPerMicrobatch
            ? tr("Time per microbatch in the shown step, compared with the measured step of %1").arg(measured)
            : tr("How much longer the shown step takes than the measured step of %1").arg(measured));
    const QString figure = percentFigure(std::abs(*share));
    const QString sign = figure == percentFigure(0) ? QString()
                         : *share < 0               ? QStringLiteral("−")
                                                    : QStringLiteral("+");
    setFigure(m_measured, sign + figure, isPerMicrobatch ? tr("% per microbatch") : QStringLiteral("%"));
}

void MetricsStrip::showMemory(const Evaluation& evaluation)
{
    const MemoryCurves* memory = evaluation.memory.get();
    m_hasMemory =
        memory != nullptr && (isGiven(evaluation.costs.parameters) || isGiven(evaluation.costs.gradients) ||
                              isGiven(evaluation.costs.optimizer) || memory->limits().has_value());
    m_crossing = m_hasMemory ? memory->firstCrossing() : std::nullopt;
    if (!m_hasMemory) {
        fit();
        return;
    }
    const QString peak = memoryText(memory->highestPeak(), *memory);
    QString help =
        tr("The most that a rank holds at once: activations, parameters, gradients and optimizer states");
    if (memory->limits())
        help += QLatin1Char('\n') + tr("The limit is %1.").arg(memoryText(*memory->limits(), *memory));
    if (m_crossing) {
        const ActionPosition& at = m_crossing->action;
        help += QLatin1Char('\n') +
                tr("First above the limit: %1 on rank %2 at %3", "action")
                    .arg(QString::fromStdString(actionText(evaluation.timeline->schedule->at(at).id())))
                    .arg(at.rank.value)
                    .arg(timeCell(m_crossing->time, evaluation.timeline->unit));
    }
    m_memory.box->setToolTip(help);
    m_memory.value->setAccessibleDescription(help);
    setFigure(m_memory,
              m_crossing ? QStringLiteral("<a href=\"crossing\" style=\"color:%1\">%2</a>")
                               .arg(Look::instance().colors().warning.name(), peak)
                         : peak,
              tr("on rank %1").arg(memory->peakRank().value));
}

void MetricsStrip::setEvaluation(const EvaluationPtr& evaluation)
{
    if (!evaluation)
        return;
    const Metrics& metrics = evaluation->metrics;
    const Timeline& timeline = *evaluation->timeline;
    m_unitOfTime = timeline.unit;
    const auto [makespan, unit] = timeFigure(metrics.makespan, timeline.unit);
    m_makespan.box->setToolTip(tr("When the last action ends") + QLatin1Char('\n') +
                               fullTimeText(metrics.makespan, timeline.unit));
    setFigure(m_makespan, makespan, unit);
    const QString rate = rateText(metrics.bubbleRate); // "37.5 %", "8.07 ×"
    const qsizetype space = rate.lastIndexOf(QLatin1Char(' '));
    setFigure(m_bubbleRate, rate.left(space), rate.mid(space + 1));
    setFigure(m_idle, percentFigure(metrics.idleFraction), QStringLiteral("%"));
    setFigure(m_peak, figureText(metrics.peakActivationsPerRank, 2),
              tr("mb on rank %1", "microbatches").arg(metrics.peakRank));
    m_peak.box->setToolTip(
        tr("The most microbatch activations that a rank holds at once: %1 activations of a whole rank, the "
           "unit for comparing schedules and of the memory under the lanes; %2 activations of one stage")
            .arg(figureText(metrics.peakActivationsPerRank, 2), figureText(metrics.peakActivations, 2)));
    showMemory(*evaluation);
    setFigure(m_size,
              tr("%1 × %2", "ranks × microbatches")
                  .arg(timeline.schedule->rankCount())
                  .arg(timeline.schedule->microbatchCount),
              {});
}

void MetricsStrip::setProblemCount(std::optional<std::size_t> count)
{
    if (!count) {
        setFigure(m_problems, QStringLiteral("…"), {});
        return;
    }
    // A count above none is something to follow; none is just said.
    const QString number = countText(*count);
    setFigure(m_problems, *count == 0 ? number : QStringLiteral("<a href=\"problems\">%1</a>").arg(number),
              {});
}

QString MetricsStrip::value(const QString& name) const
{
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
