// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/block_form.h"

#include "core/analyze/metrics.h"
#include "core/layout/layout.h"
#include "ui/document/document.h"
#include "ui/panels/cost_row.h"
#include "ui/panels/layout_form.h"
#include "ui/panels/stage_costs.h"
#include "ui/widgets/exact_text.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/problem_note.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <utility>

namespace bubblescope::ui {

namespace {

struct BlockText
{
    const char* title;
    const char* help;
    const char* name;
    BlockCost BlockCosts::*block;
};
constexpr BlockText kBlockTexts[] = {
    {QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "Embedding"),
     QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "What the first stage takes in addition to its layers"),
     "block-embedding", &BlockCosts::embedding},
    {QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "Layer"),
     QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "What one layer takes"), "block-layer",
     &BlockCosts::layer},
    {QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "With experts"),
     QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "What one layer with experts takes"), "block-expert",
     &BlockCosts::expert},
    {QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "Prediction"),
     QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "What one layer of multi-token prediction takes"),
     "block-mtp", &BlockCosts::prediction},
    {QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "Head"),
     QT_TRANSLATE_NOOP("bubblescope::ui::BlockForm", "What the last stage takes in addition to its layers"),
     "block-head", &BlockCosts::head},
};
constexpr const char* kTimeTitles[] = {"F", "I", "W"};
constexpr int kCellDigits = 3; ///< beside their unit three fit

/// I and W as they count: halves of B where only that is given.
std::optional<double> timeOf(const BlockCost& block, std::size_t time)
{
    if (time == 0)
        return block.forward;
    const bool halves = !block.backwardInput && !block.backwardWeight && block.backward;
    if (halves)
        return *block.backward / 2;
    return time == 1 ? block.backwardInput : block.backwardWeight;
}

void setTime(BlockCost& block, std::size_t time, double value)
{
    if (time == 0) {
        block.forward = value;
        return;
    }
    const auto other = timeOf(block, time == 1 ? 2 : 1);
    (time == 1 ? block.backwardInput : block.backwardWeight) = value;
    (time == 1 ? block.backwardWeight : block.backwardInput) = other;
    block.backward.reset();
}

CostNumber perActionNumber()
{
    return {BlockForm::tr("Per action"),
            BlockForm::tr("What every F, I, W and B takes in addition to its blocks, such as launching it"),
            "cost-per-action",
            "blocks per_action",
            false,
            {},
            [](const CostModel& costs) -> std::optional<StageValues> {
                return costs.blocks ? std::optional(StageValues(costs.blocks->perAction)) : std::nullopt;
            },
            [](CostModel& costs, const std::optional<StageValues>& values) {
                if (costs.blocks)
                    costs.blocks->perAction = values->at(StageId{0});
            },
            CostScope::Model,
            CostUnit::Duration};
}

} // namespace

BlockForm::BlockForm(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_problem(new ProblemNote(*this))
    , m_layers(new CostRow(document, costNumber("layers_per_stage"), this))
    , m_perAction(new CostRow(document, perActionNumber(), this))
    , m_layout(new LayoutForm(document, this))
    , m_composed(new StageCosts(document, false, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    auto* grid = new QGridLayout;
    makeGrid(*grid);
    auto* composed = new QLabel(tr("What the stages take"), this);
    composed->setProperty("quiet", true);
    layout->addLayout(grid);
    m_layers->field()->setStep(1);
    m_typing.setSingleShot(true);
    m_typing.setInterval(NumberField::kTypingPauseMs);
    connect(&m_typing, &QTimer::timeout, this, [this] { take(m_typedAt.first, m_typedAt.second); });
    layout->addWidget(m_perAction);
    layout->addWidget(m_layers);
    layout->addWidget(m_layout);
    layout->addWidget(composed);
    layout->addWidget(m_composed);
}

void BlockForm::makeGrid(QGridLayout& grid)
{
    grid.setSpacing(4);
    grid.setColumnMinimumWidth(0, 76);
    for (std::size_t time = 0; time < kTimes; ++time) {
        auto* head = new QLabel(QLatin1String(kTimeTitles[time]), this);
        head->setProperty("quiet", true);
        // Over the text, not over the field's edge.
        head->setContentsMargins(8, 0, 0, 0);
        grid.addWidget(head, 0, static_cast<int>(time) + 1);
        grid.setColumnStretch(static_cast<int>(time) + 1, 1);
    }
    for (std::size_t block = 0; block < kBlocks; ++block) {
        const BlockText& text = kBlockTexts[block];
        auto* label = new QLabel(tr(text.title), this);
        label->setToolTip(tr(text.help));
        m_labels[block] = label;
        grid.addWidget(label, static_cast<int>(block) + 1, 0);
        for (std::size_t time = 0; time < kTimes; ++time) {
            auto* cell = new QLineEdit(this);
            m_cells[block][time] = cell;
            const QString name = QLatin1String(kTimeTitles[time]);
            cell->setObjectName(QStringLiteral("%1-%2").arg(QLatin1String(text.name), name));
            cell->setAccessibleName(tr("%1: %2", "block, kind").arg(tr(text.title), name));
            cell->setToolTip(tr(text.help));
            cell->setPlaceholderText(QStringLiteral("0"));
            cell->setAcceptDrops(false);
            m_texts[block][time] = new ExactText(*cell, *cell, [this](const QString& shown) {
                const auto value = NumberField::amountFrom(shown, m_measure);
                return !m_measure.hasUnits() ? NumberField::shortTextOf(shown)
                       : value               ? NumberField::shownAmount(*value, m_measure, kCellDigits)
                                             : shown;
            });
            cell->setTextMargins(6, 0, 6, 0);
            connect(cell, &QLineEdit::textEdited, this, [this, block, time] { typed(block, time); });
            connect(cell, &QLineEdit::editingFinished, this, [this] {
                takeTyped();
                m_document.endTyping();
            });
            grid.addWidget(cell, static_cast<int>(block) + 1, static_cast<int>(time) + 1);
        }
        label->setBuddy(m_cells[block][0]);
    }
}

void BlockForm::follow()
{
    const CostModel& costs = m_document.state().costs;
    if (!costs.blocks)
        return;
    m_layers->follow();
    m_layers->setVisible(costs.layout.empty()); // a layout says it
    m_layout->follow();
    showBlocks(costs);
    m_perAction->follow();
    m_composed->follow();
    const Measure before = std::exchange(m_measure, Measure{Quantity::Duration, costs.unit});
    // What is half typed stays until the blocks change elsewhere.
    if ((m_isWrong || m_typing.isActive()) && costs.blocks == m_seen && before == m_measure)
        return;
    m_isWrong = false;
    m_seen = costs.blocks;
    for (std::size_t block = 0; block < kBlocks; ++block)
        for (std::size_t time = 0; time < kTimes; ++time) {
            const auto value = timeOf(*costs.blocks.*kBlockTexts[block].block, time);
            ExactText& cell = *m_texts[block][time];
            const auto shown = NumberField::amountFrom(cell.text(), before);
            const QString text = value ? NumberField::fullAmount(*value, m_measure) : QString();
            const bool isSame = shown.value_or(0) == value.value_or(0) ||
                                (shown && NumberField::fullAmount(*shown, m_measure) == text);
            if (before != m_measure || !isSame || (!shown && !cell.text().isEmpty()))
                cell.set(text);
        }
    m_problem->clear();
}

void BlockForm::showBlocks(const CostModel& costs)
{
    for (std::size_t block = 0; block < kBlocks; ++block) {
        BlockCost BlockCosts::*const of = kBlockTexts[block].block;
        const bool isRare = of == &BlockCosts::expert || of == &BlockCosts::prediction;
        const bool isShown =
            !isRare || *costs.blocks.*of != BlockCost{} ||
            (of == &BlockCosts::prediction && costs.layout.find(Layout::kPrediction) != std::string::npos);
        m_labels[block]->setVisible(isShown);
        for (QLineEdit* cell : m_cells[block])
            cell->setVisible(isShown);
    }
}

CostRow* BlockForm::rowOf(std::string_view key) const
{
    for (CostRow* row : {m_layers, m_perAction})
        if (row->isOf(key))
            return row;
    return nullptr;
}

QString BlockForm::problemText() const
{
    return m_problem->text();
}

void BlockForm::typed(std::size_t block, std::size_t time)
{
    const QString text = m_cells[block][time]->text();
    m_typedAt = {block, time};
    // A number alone may be on the way to one with a unit.
    if (m_measure.hasUnits() &&
        !(NumberField::amountFrom(text, m_measure) && endsWithUnit(text.toStdString())))
        m_typing.start();
    else
        take(block, time);
}

void BlockForm::takeTyped()
{
    if (m_typing.isActive())
        take(m_typedAt.first, m_typedAt.second);
}

void BlockForm::take(std::size_t block, std::size_t time)
{
    m_typing.stop();
    const QString text = m_cells[block][time]->text().trimmed();
    const auto number = text.isEmpty() ? std::optional(0.0) : NumberField::amountFrom(text, m_measure);
    CostModel costs = m_document.state().costs;
    m_isWrong = !number || !costs.blocks;
    if (m_isWrong) {
        m_problem->set(*m_cells[block][time],
                       tr("%1 of %2 must be a number of at least 0", "kind, block")
                           .arg(QLatin1String(kTimeTitles[time]), tr(kBlockTexts[block].title)));
        return;
    }
    m_problem->clear();
    setTime(*costs.blocks.*kBlockTexts[block].block, time, *number);
    m_document.setCosts(
        costs,
        tr("%1 %2", "block, kind").arg(tr(kBlockTexts[block].title), QLatin1String(kTimeTitles[time])));
}

} // namespace bubblescope::ui
