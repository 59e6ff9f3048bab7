// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_form.h"

#include "ui/document/document.h"
#include "ui/panels/choice_box.h"
#include "ui/panels/look.h"
#include "ui/panels/number_fields.h"
#include "ui/panels/parameter_row.h"
#include "ui/panels/segmented_choice.h"
#include "ui/panels/swatch.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr TimingProfile kProfiles[] = {TimingProfile::Strict, TimingProfile::PpScheduleVisualization,
                                       TimingProfile::PpScheduleVisualizationSync};
constexpr OverlapRule::Fallback kOverlaps[] = {OverlapRule::Fallback::Sum, OverlapRule::Fallback::Max};

/// The time of a kind as the model has it, derived ones included.
StageValues shownTimes(const CostModel& costs, ActionKind kind, std::uint32_t stageCount)
{
    std::vector<double> values;
    for (std::uint32_t stage = 0; stage < std::max(1U, stageCount); ++stage)
        values.push_back(costs.durationOf(kind, StageId{stage}));
    const bool uniform =
        std::adjacent_find(values.begin(), values.end(), std::not_equal_to<>()) == values.end();
    return uniform ? StageValues(values.front()) : StageValues(std::move(values));
}

/// Lists that do not fit the stages have no time a stage; they are shown as they stand.
bool listsFit(const CostModel& costs, std::uint32_t stageCount)
{
    return costs.check(stageCount).has_value();
}

bool overlaps(const Evaluation& evaluation)
{
    const LaneIndex& index = *evaluation.index;
    const Time makespan = evaluation.timeline->makespan;
    for (std::uint32_t rank = 0; rank < index.laneCount() && makespan > 0; ++rank)
        if (index.busy(RankId{rank}, 0, makespan)[static_cast<std::size_t>(FillClass::Overlap)] > 0)
            return true;
    return false;
}

} // namespace

CostForm::CostForm(Document& document, QWidget* parent) : QWidget(parent), m_document(document)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(makeHeading());
    makeTimesRows();
    makeRules();
    m_problem = new QLabel(this);
    m_problem->setProperty("warning", true);
    m_problem->setWordWrap(true);
    m_problem->setVisible(false);
    layout->addWidget(m_problem);
    connect(&m_document, &Document::stateChanged, this, &CostForm::follow);
    connect(&m_document, &Document::evaluationChanged, this, [this] {
        showProblem({});
        offerKinds();
        follow();
    });
    connect(&m_document, &Document::evaluationFailed, this, [this](const QString& text) {
        showProblem(m_document.failedStep() == EvaluationStep::Time ? text : QString());
    });
    follow();
}

QWidget* CostForm::makeHeading()
{
    auto* heading = new QWidget(this);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(0, 0, 0, 4);
    auto* title = new QLabel(tr("Cost model"), heading);
    title->setProperty("heading", true);
    layout->addWidget(title, 1);
    auto* file = new QPushButton(tr("From file…"), heading);
    file->setProperty("link", true);
    file->setToolTip(tr("Times from a cost file (JSON)"));
    connect(file, &QPushButton::clicked, this, &CostForm::costFileAsked);
    m_reset = new QPushButton(tr("Reset"), heading);
    m_reset->setProperty("link", true);
    m_reset->setObjectName(QStringLiteral("cost-reset"));
    m_reset->setToolTip(tr("Forward 1, input and weight 1, backward 2, no latency"));
    connect(m_reset, &QPushButton::clicked, this, [this] {
        m_document.endTyping();
        m_document.setCosts(CostModel{}, tr("Cost model"));
    });
    layout->addWidget(m_reset);
    layout->addWidget(file);
    return heading;
}

QWidget* CostForm::makeRow(const QString& title, const QString& help, QWidget* editor)
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* label = new QLabel(title, row);
    label->setFixedWidth(kFormLabelWidth);
    label->setToolTip(help);
    label->setBuddy(editor);
    editor->setToolTip(help);
    editor->setAccessibleName(title);
    editor->setAccessibleDescription(help);
    layout->addWidget(label);
    layout->addWidget(editor, 1);
    this->layout()->addWidget(row);
    return row;
}

CostForm::Row CostForm::makeTimesRow(const QString& title, const QString& help, const char* name, bool lists)
{
    Row row;
    row.field = new TimesField(lists, this);
    row.field->setObjectName(QLatin1String(name));
    row.widget = makeRow(title, help, row.field);
    connect(row.field, &QAbstractSpinBox::editingFinished, this, [this] { m_document.endTyping(); });
    return row;
}

void CostForm::makeTimesRows()
{
    const QString lists = tr("One number for every stage, or a list of one a stage: 1, 1, 1.5");
    const auto add = [&](const QString& title, const char* name, ActionKind kind) {
        Row row = makeTimesRow(title, lists, name, true);
        row.swatch = new Swatch(roleOf(kind), row.widget);
        // In the label's column, right before the field.
        static_cast<QHBoxLayout*>(row.widget->layout())->insertWidget(1, row.swatch);
        row.widget->findChild<QLabel*>()->setFixedWidth(kFormLabelWidth - Swatch::kWidth);
        const TimesField* field = row.field;
        connect(row.field, &TimesField::edited, this,
                [this, kind, field, title] { takeTime(kind, *field, title); });
        return row;
    };
    m_forward = add(tr("Forward"), "cost-forward", ActionKind::Forward);
    m_backward = add(tr("Backward"), "cost-backward", ActionKind::Backward);
    m_backwardInput = add(tr("Backward input"), "cost-backward-input", ActionKind::BackwardInput);
    m_backwardWeight = add(tr("Backward weight"), "cost-backward-weight", ActionKind::BackwardWeight);
    m_backwardInput.widget->hide();
    m_backwardWeight.widget->hide();
    m_latency =
        makeTimesRow(tr("P2P latency"), tr("Time of a transfer between two ranks"), "cost-latency", false);
    connect(m_latency.field, &TimesField::edited, this, &CostForm::takeLatency);
}

void CostForm::makeRules()
{
    m_overlap = new SegmentedChoice(this);
    m_overlap->setChoices({tr("Sum", "overlap"), tr("Longest", "overlap")});
    m_overlapRow = makeRow(tr("Overlap takes"),
                           tr("How long a forward and a backward that overlap take together"), m_overlap);
    m_overlapRow->hide();
    connect(m_overlap, &SegmentedChoice::chosen, this, [this](int index) {
        CostModel costs = m_document.state().costs;
        costs.overlap.fallback = kOverlaps[index];
        m_document.endTyping();
        m_document.setCosts(costs, tr("Overlap"));
    });
    m_profile = new ChoiceBox(this);
    m_profile->setObjectName(QStringLiteral("cost-profile"));
    m_profile->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_profile->setMinimumContentsLength(8);
    for (const TimingProfile profile : kProfiles)
        m_profile->addItem(choiceTitle(std::string(profileName(profile))));
    makeRow(tr("Timing rules"),
            tr("Which dependencies count and who pays the transfer: strict, or as another program has it"),
            m_profile);
    connect(m_profile, &QComboBox::activated, this, [this](int index) {
        CostModel costs = m_document.state().costs;
        costs.profile = kProfiles[index];
        m_document.endTyping();
        m_document.setCosts(costs, tr("Timing rules"));
    });
}

void CostForm::follow()
{
    const CostModel& costs = m_document.state().costs;
    m_reset->setEnabled(costs != CostModel{});
    m_latency.field->setValues(StageValues(costs.transfer.latency));
    m_profile->setCurrentIndex(static_cast<int>(
        std::find(std::begin(kProfiles), std::end(kProfiles), costs.profile) - std::begin(kProfiles)));
    m_overlap->setCurrent(costs.overlap.fallback == OverlapRule::Fallback::Sum ? 0 : 1);
    const EvaluationPtr& evaluation = m_document.evaluation();
    const std::uint32_t stages = evaluation ? evaluation->timeline->schedule->stageCount : 1;
    if (!listsFit(costs, stages))
        return;
    m_forward.field->setValues(shownTimes(costs, ActionKind::Forward, stages));
    m_backward.field->setValues(shownTimes(costs, ActionKind::Backward, stages));
    m_backwardInput.field->setValues(shownTimes(costs, ActionKind::BackwardInput, stages));
    m_backwardWeight.field->setValues(shownTimes(costs, ActionKind::BackwardWeight, stages));
}

void CostForm::offerKinds()
{
    const Evaluation& evaluation = *m_document.evaluation();
    m_backward.widget->setVisible(!evaluation.splitsBackward);
    m_backwardInput.widget->setVisible(evaluation.splitsBackward);
    m_backwardWeight.widget->setVisible(evaluation.splitsBackward);
    m_overlapRow->setVisible(overlaps(evaluation));
}

void CostForm::takeTime(ActionKind kind, const TimesField& field, const QString& what)
{
    const auto values = field.values();
    if (!values) {
        showProblem(tr("%1 takes a number from 0, or one for every stage: 1, 1, 1.5", "cost").arg(what));
        return;
    }
    showProblem({});
    CostModel costs = m_document.state().costs;
    const EvaluationPtr& evaluation = m_document.evaluation();
    const std::uint32_t stages = evaluation ? evaluation->timeline->schedule->stageCount : 1;
    if (kind == ActionKind::Forward) {
        costs.forward = *values;
    } else if (kind == ActionKind::Backward) {
        // The full backward alone: its halves follow it.
        costs.backward = *values;
        costs.backwardInput.reset();
        costs.backwardWeight.reset();
    } else {
        // Both halves are said, and the full backward follows them.
        if (!costs.backwardInput && listsFit(costs, stages))
            costs.backwardInput = shownTimes(m_document.state().costs, ActionKind::BackwardInput, stages);
        if (!costs.backwardWeight && listsFit(costs, stages))
            costs.backwardWeight = shownTimes(m_document.state().costs, ActionKind::BackwardWeight, stages);
        costs.backward.reset();
        (kind == ActionKind::BackwardInput ? costs.backwardInput : costs.backwardWeight) = *values;
    }
    m_document.setCosts(costs, what);
}

void CostForm::takeLatency()
{
    const auto values = m_latency.field->values();
    if (!values) {
        showProblem(tr("P2P latency takes a number from 0"));
        return;
    }
    showProblem({});
    CostModel costs = m_document.state().costs;
    costs.transfer.latency = values->at(StageId{0});
    m_document.setCosts(costs, tr("P2P latency"));
}

void CostForm::showProblem(const QString& text)
{
    m_problem->setText(text);
    m_problem->setVisible(!text.isEmpty());
}

} // namespace bubblescope::ui
