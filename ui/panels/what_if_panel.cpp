// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/what_if_panel.h"

#include "ui/widgets/factor_slider.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/look.h"
#include "ui/widgets/parameter_row.h"
#include "ui/widgets/what_if_text.h"

#include <QGridLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kWhichWidth = 46;
constexpr int kLeastRowWidth = 230, kMostRowWidth = 380;
constexpr int kEffectWidth = 168;
constexpr int kWhatIfMargin = 16, kWhatIfSpacing = 24;
constexpr int kWhatIfAround = 2 * kWhatIfMargin + kWhatIfSpacing; ///< rows and effect

double factorIn(WhatIf whatIf, const std::function<double&(WhatIf&)>& factor)
{
    double& value = factor(whatIf);
    return value == 0 ? 1 : value;
}

bool hasTransferTime(const CostModel& costs)
{
    return costs.transfer.time() > 0 || !costs.transfer.links.empty();
}

} // namespace

WhatIfPanel::WhatIfPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_grid(new QGridLayout)
{
    setObjectName(QStringLiteral("what-if-bar"));
    setAccessibleName(tr("What if"));
    m_grid->setHorizontalSpacing(kWhatIfSpacing);
    m_grid->setVerticalSpacing(0);
    const auto addKind = [this](const QString& title, const char* name, ActionKind kind) {
        m_kinds.emplace_back(
            kind, &addRow(title, name, [kind](WhatIf& whatIf) -> double& { return whatIf.kinds[kind]; }));
    };
    addKind(tr("Forward"), "what-if-forward", ActionKind::Forward);
    addKind(tr("Backward"), "what-if-backward", ActionKind::Backward);
    addKind(tr("B. input"), "what-if-backward-input", ActionKind::BackwardInput);
    addKind(tr("B. weight"), "what-if-backward-weight", ActionKind::BackwardWeight);
    m_rank = &addChoiceRow(tr("Rank"), "what-if-rank", &WhatIf::ranks);
    m_stage = &addChoiceRow(tr("Stage"), "what-if-stage", &WhatIf::stages);
    m_transfers = &addRow(tr("Transfers"), "what-if-transfers",
                          [](WhatIf& whatIf) -> double& { return whatIf.transfers; });
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(kWhatIfMargin, 4, kWhatIfMargin, 5);
    layout->setSpacing(kWhatIfSpacing);
    layout->addLayout(m_grid, 1);
    layout->addWidget(makeAnswer(), 0, Qt::AlignTop);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
    connect(&m_document, &Document::whatIfChanged, this, &WhatIfPanel::follow);
    connect(&m_document, &Document::evaluationChanged, this, [this] {
        showRows();
        follow();
        showEffect();
    });
    follow();
    showEffect();
}

WhatIfPanel::Row& WhatIfPanel::addRow(const QString& title, const char* name,
                                      std::function<double&(WhatIf&)> factor)
{
    Row& row = *m_rows.emplace_back(std::make_unique<Row>());
    row.factor = std::move(factor);
    row.widget = new QWidget(this);
    row.widget->setMaximumWidth(kMostRowWidth);
    row.slider = new FactorSlider(row.widget);
    row.slider->setObjectName(QLatin1String(name));
    row.slider->setAccessibleName(tr("What if: %1", "kind, rank or stage").arg(title));
    row.slider->setToolTip(
        tr("%1: × 0.25 to × 4\nArrow keys change it by 0.05, with Shift by 0.01; a double-click sets 1",
           "kind, rank or stage")
            .arg(title));
    row.value = new QToolButton(row.widget);
    row.value->setProperty("quiet", true);
    row.value->setProperty("tight", true);
    row.value->setObjectName(QLatin1String(name) + QStringLiteral("-value"));
    row.value->setFocusPolicy(Qt::NoFocus);
    row.value->setToolTip(tr("Reset to × 1.00"));
    row.value->setAccessibleName(tr("Reset %1 to × 1.00", "kind, rank or stage").arg(title));
    auto* label = new QLabel(title, row.widget);
    label->setBuddy(row.slider);
    auto* left = new QWidget(row.widget);
    // Wider where a language has longer words.
    left->setMinimumWidth(kFormLabelWidth);
    left->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    auto* names = new QHBoxLayout(left);
    names->setContentsMargins(0, 0, 6, 0);
    names->setSpacing(4);
    names->addWidget(label);
    names->addStretch(1);
    names->addWidget(row.value);
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 2, 0, 2);
    line->setSpacing(0);
    line->addWidget(left);
    line->addWidget(row.slider, 1);
    connect(row.slider, &FactorSlider::factorChosen, this,
            [this, &row](double wanted) { change(row, wanted); });
    connect(row.value, &QToolButton::clicked, this, [this, &row] { change(row, 1); });
    return row;
}

WhatIfPanel::Row& WhatIfPanel::addChoiceRow(const QString& title, const char* name,
                                            std::map<std::uint32_t, double> WhatIf::*factors)
{
    auto* which = new QSpinBox(this);
    which->setObjectName(QLatin1String(name) + QStringLiteral("-which"));
    which->setAccessibleName(title);
    which->setToolTip(tr("Which one; the others keep their factors"));
    which->setFixedWidth(kWhichWidth);
    // Typed, or stepped by arrow keys: there is no room for buttons.
    which->setButtonSymbols(QAbstractSpinBox::NoButtons);
    Row& row = addRow(title, name, [which, factors](WhatIf& whatIf) -> double& {
        return (whatIf.*factors)[static_cast<std::uint32_t>(which->value())];
    });
    row.which = which;
    auto* names = row.value->parentWidget()->layout();
    static_cast<QHBoxLayout*>(names)->insertWidget(1, which);
    QWidget::setTabOrder(which, row.slider);
    connect(which, &QSpinBox::valueChanged, this, &WhatIfPanel::follow);
    return row;
}

/// What becomes of the step time, and what to do with it.
QWidget* WhatIfPanel::makeAnswer()
{
    auto* answer = new QWidget(this);
    auto* column = new QVBoxLayout(answer);
    column->setContentsMargins(0, 4, 0, 0);
    column->setSpacing(4);
    m_effect = new QLabel(answer);
    m_effect->setObjectName(QStringLiteral("what-if-effect"));
    m_effect->setFont(figuresFont(12, false));
    m_effect->setToolTip(tr("Compared with the current cost model"));
    // The sliders keep their place while the numbers change.
    m_effect->setMinimumWidth(kEffectWidth);
    column->addWidget(m_effect);
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    const auto link = [&](const QString& text, const QString& help, const char* name) {
        QPushButton* button = makeLink(text, help, answer);
        button->setObjectName(QLatin1String(name));
        line->addWidget(button);
        return button;
    };
    m_reset = link(tr("Reset"), tr("Reset every factor to 1"), "what-if-reset");
    m_takeOver = link(tr("Apply"), tr("Makes the factors part of the cost model"), "what-if-take-over");
    line->addStretch(1);
    column->addLayout(line);
    connect(m_reset, &QPushButton::clicked, this, [this] { m_document.setWhatIf({}); });
    connect(m_takeOver, &QPushButton::clicked, this, [this] { m_document.takeOverWhatIf(tr("What if")); });
    return answer;
}

void WhatIfPanel::change(const Row& row, double factor)
{
    WhatIf whatIf = m_document.whatIf();
    row.factor(whatIf) = factor;
    m_document.setWhatIf(whatIf);
}

void WhatIfPanel::follow()
{
    for (const auto& row : m_rows) {
        const double factor = factorIn(m_document.whatIf(), row->factor);
        row->slider->setFactor(factor);
        row->value->setText(factorText(factor));
        row->value->setEnabled(factor != 1);
    }
    const bool isNeutral = m_document.whatIf().isNeutral();
    m_reset->setEnabled(!isNeutral);
    m_takeOver->setEnabled(!isNeutral);
    if (isNeutral)
        showEffect();
}

void WhatIfPanel::showRows()
{
    const Evaluation& evaluation = *m_document.evaluation();
    const Schedule& schedule = *evaluation.timeline->schedule;
    for (const auto& [kind, row] : m_kinds)
        row->widget->setVisible(evaluation.runs(kind));
    m_rank->which->setMaximum(static_cast<int>(std::max(1U, schedule.rankCount())) - 1);
    m_stage->which->setMaximum(static_cast<int>(std::max(1U, schedule.stageCount)) - 1);
    m_transfers->widget->setVisible(hasTransferTime(m_document.state().costs) ||
                                    m_document.whatIf().transfers != 1);
    arrange();
}

void WhatIfPanel::arrange()
{
    std::vector<QWidget*> shown;
    for (const auto& row : m_rows)
        if (!row->widget->isHidden())
            shown.push_back(row->widget);
    const int room = width() - kEffectWidth - kWhatIfAround;
    const int most = std::clamp(room / kLeastRowWidth, 1, std::max(1, static_cast<int>(shown.size())));
    for (int column = 0; column < m_columns; ++column)
        m_grid->setColumnStretch(column, 0);
    // Lines of about equal length: four are two and two, not three and one.
    const int lines = (static_cast<int>(shown.size()) + most - 1) / most;
    m_columns = lines == 0 ? 0 : (static_cast<int>(shown.size()) + lines - 1) / lines;
    for (const auto& row : m_rows)
        m_grid->removeWidget(row->widget);
    for (int i = 0; i < static_cast<int>(shown.size()); ++i)
        m_grid->addWidget(shown[static_cast<std::size_t>(i)], i / m_columns, i % m_columns);
    for (int column = 0; column < m_columns; ++column)
        m_grid->setColumnStretch(column, 1);
}

/// That of one column, so that docks keep their width: in less room the rows stand under each other.
QSize WhatIfPanel::minimumSizeHint() const
{
    return {kFormLabelWidth + m_rank->slider->minimumSizeHint().width() + kEffectWidth + kWhatIfAround,
            QWidget::minimumSizeHint().height()};
}

void WhatIfPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    if (event->oldSize().width() != event->size().width())
        arrange();
}

void WhatIfPanel::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

void WhatIfPanel::showEffect()
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    QString text;
    if (evaluation && !evaluation->whatIf.isNeutral() && !m_document.whatIf().isNeutral()) {
        const double before = evaluation->makespanBefore;
        const double change = evaluation->timeline->makespan - before;
        const double noise = 1e-9 * std::abs(before);
        const double shown = std::abs(change) <= noise ? 0 : change;
        text = shown == 0
                   ? tr("step time ± 0")
                   : tr("step time %1", "signed change").arg(signedTime(shown, evaluation->timeline->unit));
        if (shown != 0 && before > 0)
            text += QStringLiteral(" (%1%2)").arg(shown < 0 ? QStringLiteral("−") : QStringLiteral("+"),
                                                  percentText(std::abs(shown) / before));
    }
    m_effect->setText(text);
}

QString WhatIfPanel::effectText() const
{
    return m_effect->text();
}

} // namespace bubblescope::ui
