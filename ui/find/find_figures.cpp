// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/find_figures.h"

#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kFigurePx = 17;

} // namespace

FindFigures::FindFigures(QWidget* parent) : QWidget(parent), m_origin(new ElidedLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    auto* line = new QHBoxLayout;
    line->setSpacing(28);
    m_objective = addFigure(*line, objectiveTitle(SearchObjective::Makespan), "objective",
                            tr("The quantity to minimize, for the best schedule so far"));
    m_bound = addFigure(*line, tr("Lower bound"), "bound", tr("No order within the limit is faster"));
    m_gap = addFigure(*line, tr("Gap"), "gap",
                      tr("How far the best one is above the bound; 0 means that it is proven optimal"));
    m_peak = addFigure(*line, tr("Peak memory"), "peak", {});
    line->addStretch(1);
    column->addLayout(line);
    m_origin->setObjectName(QStringLiteral("find-origin"));
    column->addWidget(m_origin);
    setContent({});
}

FindFigures::Figure FindFigures::addFigure(QHBoxLayout& line, const QString& title, const char* name,
                                           const QString& help)
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    const Figure figure{new QLabel(title, box), new QLabel(box)};
    figure.title->setProperty("quiet", true);
    figure.value->setObjectName(QStringLiteral("find-figure-") + QLatin1String(name));
    figure.value->setFont(figuresFont(kFigurePx, true));
    figure.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    box->setToolTip(help);
    column->addWidget(figure.title);
    column->addWidget(figure.value);
    line.addWidget(box);
    return figure;
}

void FindFigures::setFigure(const Figure& figure, const QString& value)
{
    figure.value->setText(value);
    figure.value->setAccessibleName(QStringLiteral("%1: %2").arg(figure.title->text(), value));
}

void FindFigures::setContent(const Content& content)
{
    const QString none = tr("–", "no value yet");
    m_objective.title->setText(objectiveTitle(content.objective));
    setFigure(m_objective, content.found ? timeText(content.found->objective, content.timeUnit) : none);
    setFigure(m_bound, content.bound > 0 ? timeText(content.bound, content.timeUnit) : none);
    if (!content.boundHelp.isEmpty())
        m_bound.value->parentWidget()->setToolTip(content.boundHelp);
    const auto gap = content.found ? gapOf(content.found->objective, content.bound) : std::nullopt;
    setFigure(m_gap, !gap ? none : *gap == 0 ? tr("0, proven", "gap") : percentText(*gap, 2));
    QString peak = none;
    if (content.found) {
        peak = sizeText(content.found->peakMemory, content.unit);
        if (content.limit)
            peak = tr("%1 of %2", "peak memory, its limit")
                       .arg(sizeFigure(content.found->peakMemory, content.unit),
                            sizeText(*content.limit, content.unit));
    }
    setFigure(m_peak, peak);
    m_peak.value->parentWidget()->setToolTip(
        tr("The highest of all ranks, in the unit of the limit: %1", "unit").arg(unitWords(content.unit)));
    QStringList parts{content.found ? originText(*content.found) : QString(), content.remark};
    parts.removeAll(QString());
    m_origin->setWholeText(content.found      ? parts.join(QStringLiteral(" · "))
                           : content.isComing ? tr("No schedule yet")
                                              : tr("No schedule"));
}

QString FindFigures::value(const QString& name) const
{
    if (name == QLatin1String("origin"))
        return m_origin->wholeText();
    const auto* label = findChild<QLabel*>(QStringLiteral("find-figure-") + name);
    return label ? label->text() : QString();
}

} // namespace bubblescope::ui
