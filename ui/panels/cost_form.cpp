// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_form.h"

#include "ui/document/document.h"
#include "ui/panels/block_form.h"
#include "ui/panels/cost_file_line.h"
#include "ui/panels/cost_more.h"
#include "ui/panels/cost_row.h"
#include "ui/panels/stage_costs.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented_choice.h"

#include <QActionGroup>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr OverlapRule::Fallback kOverlaps[] = {OverlapRule::Fallback::Sum, OverlapRule::Fallback::Max};

struct ModeText
{
    CostMode mode;
    const char* title;
    const char* help;
};
constexpr ModeText kModes[] = {
    {CostMode::Uniform, QT_TRANSLATE_NOOP("bubblescope::ui::CostForm", "Uniform"),
     QT_TRANSLATE_NOOP("bubblescope::ui::CostForm", "The same times for every stage")},
    {CostMode::PerStage, QT_TRANSLATE_NOOP("bubblescope::ui::CostForm", "Per stage"),
     QT_TRANSLATE_NOOP("bubblescope::ui::CostForm", "A table of times, one row per stage")},
    {CostMode::ByBlock, QT_TRANSLATE_NOOP("bubblescope::ui::CostForm", "By block"),
     QT_TRANSLATE_NOOP("bubblescope::ui::CostForm", "Stages made of embedding, layers and head")},
};

QPushButton* makeNamedLink(const QString& text, const QString& help, const char* name, QWidget* parent)
{
    QPushButton* button = makeLink(text, help, parent);
    button->setObjectName(QLatin1String(name));
    return button;
}

/// The time of a kind for all stages; derived times show what they are.
CostNumber timeNumber(Document& document, std::string_view name, ActionKind kind)
{
    const auto evaluation = [&document] { return document.evaluation(); };
    const auto stages = [evaluation] {
        return evaluation() ? evaluation()->timeline->schedule->stageCount : 1U;
    };
    CostNumber number = costNumber(name);
    number.get = [=](const CostModel& costs) -> std::optional<StageValues> {
        // Lists that do not fit have no time a stage; the text stays as it stands.
        if (costs.blocks || !costs.check(stages()))
            return std::nullopt;
        return timesOf(costs, kind, stages());
    };
    number.set = [=](CostModel& costs, const std::optional<StageValues>& values) {
        const bool independent =
            evaluation() && evaluation()->splitsBackward && evaluation()->runs(ActionKind::Backward);
        costs = withTimes(std::move(costs), kind, *values, stages(), independent);
    };
    return number;
}

} // namespace

CostForm::CostForm(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    makeHeading();
    m_file = new CostFileLine(document, this);
    m_notice = new QLabel(this);
    m_notice->setObjectName(QStringLiteral("cost-notice"));
    m_notice->setProperty("quiet", true);
    m_notice->setWordWrap(true);
    m_notice->hide();
    m_layout->addWidget(m_file);
    m_layout->addWidget(m_notice);
    makeMisfit();
    makeUniform();
    m_stages = new StageCosts(document, true, this);
    m_blocks = new BlockForm(document, this);
    m_layout->addWidget(m_stages);
    m_layout->addWidget(m_blocks);
    m_latency = new CostRow(document, costNumber("p2p latency"), this);
    m_layout->addWidget(m_latency);
    makeOverlap();
    m_problem = makeProblemLabel(this);
    m_problem->setObjectName(QStringLiteral("cost-problem"));
    m_layout->addWidget(m_problem);
    makeLinks();
    connect(&m_document, &Document::stateChanged, this, &CostForm::follow);
    connect(&m_document, &Document::evaluationChanged, this, [this] {
        showProblem(*m_problem, {});
        follow();
    });
    connect(&m_document, &Document::evaluationFailed, this, &CostForm::showFailure);
    follow();
}

void CostForm::makeHeading()
{
    auto* heading = new QWidget(this);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(8);
    auto* title = new QLabel(tr("Cost model"), heading);
    title->setProperty("heading", true);
    m_reset = makeNamedLink(tr("Reset"), tr("Forward 1, input and weight 1, backward 2, no latency"),
                            "cost-reset", heading);
    connect(m_reset, &QPushButton::clicked, this, &CostForm::reset);
    m_modeButton = makeNamedLink({}, tr("How the times are given"), "cost-form-mode", heading);
    layout->addWidget(title, 1);
    layout->addWidget(m_reset);
    layout->addWidget(m_modeButton);
    m_layout->addWidget(heading);
    makeMenu();
    connect(m_modeButton, &QPushButton::clicked, this,
            [this] { m_menu->popup(m_modeButton->mapToGlobal(QPoint(0, m_modeButton->height() + 2))); });
}

void CostForm::makeMenu()
{
    m_menu = new QMenu(this);
    m_menu->setToolTipsVisible(true);
    auto* group = new QActionGroup(m_menu);
    for (const ModeText& text : kModes) {
        QAction* action = m_menu->addAction(tr(text.title));
        action->setToolTip(tr(text.help));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, mode = text.mode] { chooseMode(mode); });
    }
    m_menu->addSeparator();
    connect(m_menu->addAction(tr("From file…")), &QAction::triggered, this, &CostForm::openAsked);
    connect(m_menu->addAction(tr("Calibrate…")), &QAction::triggered, this, &CostForm::calibrateAsked);
    connect(m_menu->addAction(tr("Save to file…")), &QAction::triggered, this, &CostForm::saveAsked);
}

void CostForm::makeMisfit()
{
    m_misfitBox = new QWidget(this);
    auto* layout = new QVBoxLayout(m_misfitBox);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(2);
    m_misfit = makeProblemLabel(m_misfitBox);
    m_fit = makeNamedLink({},
                          tr("Measured stages are split or joined evenly. Other lists are cut if they are "
                             "too long, and repeat their last value if they are too short"),
                          "cost-fit", m_misfitBox);
    connect(m_fit, &QPushButton::clicked, this, &CostForm::fitLists);
    layout->addWidget(m_misfit);
    layout->addWidget(m_fit, 0, Qt::AlignLeft);
    m_misfitBox->hide();
    m_layout->addWidget(m_misfitBox);
}

void CostForm::makeUniform()
{
    m_uniform = new QWidget(this);
    auto* layout = new QVBoxLayout(m_uniform);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    for (const auto& [kind, name] :
         {std::pair{ActionKind::Forward, "forward"}, std::pair{ActionKind::Backward, "backward"},
          std::pair{ActionKind::BackwardInput, "backward_input"},
          std::pair{ActionKind::BackwardWeight, "backward_weight"}}) {
        auto* row = new CostRow(m_document, timeNumber(m_document, name, kind), m_uniform, roleOf(kind));
        // A list that is typed here does not become a table under the cursor.
        connect(row, &CostRow::changing, this, [this] { m_ownEdit = true; });
        connect(row->field(), &NumberField::edited, this, [this] { m_ownEdit = false; });
        layout->addWidget(row);
        m_times.emplace_back(kind, row);
    }
    m_layout->addWidget(m_uniform);
}

void CostForm::makeOverlap()
{
    m_overlap = new SegmentedChoice(this);
    m_overlap->setChoices({tr("Sum", "overlap"), tr("Maximum", "overlap")});
    m_overlapRow =
        new FormRow(tr("Overlapped time"), tr("How long an overlapped forward and backward take together"),
                    m_overlap, this);
    m_overlapRow->hide();
    m_layout->addWidget(m_overlapRow);
    connect(m_overlap, &SegmentedChoice::chosen, this, [this](int index) {
        CostModel costs = m_document.state().costs;
        costs.overlap.fallback = kOverlaps[index];
        m_document.endTyping();
        m_document.setCosts(costs, tr("Overlap"));
    });
}

void CostForm::makeLinks()
{
    auto* line = new QHBoxLayout;
    line->setContentsMargins(0, 4, 0, 0);
    line->setSpacing(12);
    const auto addLink = [&](const QString& text, const QString& help, const char* name, auto asked) {
        QPushButton* link = makeNamedLink(text, help, name, this);
        line->addWidget(link);
        connect(link, &QPushButton::clicked, this, asked);
    };
    addLink(tr("From file…"), tr("Times from a cost file or a calibration (JSON)"), "cost-open",
            &CostForm::openAsked);
    addLink(tr("Calibrate…"), tr("Times of a model, measured on a GPU or estimated without one"),
            "cost-calibrate", &CostForm::calibrateAsked);
    addLink(tr("Save…"), tr("Writes the costs to a file"), "cost-save", &CostForm::saveAsked);
    m_moreButton = makeNamedLink(
        {}, tr("Transfers, links, communicators, head and tail, stragglers, jitter, memory, timing rules"),
        "cost-more", this);
    m_moreButton->setCheckable(true);
    line->addStretch(1);
    line->addWidget(m_moreButton);
    m_layout->addLayout(line);
    m_more = new CostMore(m_document, this);
    m_layout->addWidget(m_more);
    const auto fold = [this](bool unfolded) {
        m_more->setVisible(unfolded);
        m_moreButton->setText(unfolded ? tr("Less ▴") : tr("More ▾"));
        m_moreButton->setAccessibleName(unfolded ? tr("Fewer costs") : tr("More costs"));
    };
    fold(false);
    connect(m_moreButton, &QPushButton::toggled, this, fold);
}

std::uint32_t CostForm::stageCount() const
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    return evaluation ? evaluation->timeline->schedule->stageCount : 1;
}

void CostForm::chooseMode(CostMode mode)
{
    const CostModel& before = m_document.state().costs;
    setNotice({});
    if (!before.check(stageCount())) {
        setNotice(tr("First make the lists fit the stages."));
        showMode();
        return;
    }
    const EvaluationPtr& evaluation = m_document.evaluation();
    CostConversion made =
        convertedTo(mode, before, stageCount(), evaluation && evaluation->runs(ActionKind::Recompute));
    m_mode = mode;
    m_seen = made.costs;
    if (made.costs != before) {
        m_document.endTyping();
        m_document.setCosts(made.costs, tr("Cost model"));
        m_document.endTyping();
    }
    if (made.loses)
        setNotice(tr("Every stage now has the values of stage 0. Undo restores the others."));
    follow();
}

void CostForm::reset()
{
    m_document.endTyping();
    m_mode = CostMode::Uniform;
    m_document.setCosts(CostModel{}, tr("Cost model"));
    m_document.endTyping();
}

void CostForm::fitLists()
{
    const QString said = m_document.fitCosts(tr("Fit the costs"));
    setNotice(said);
}

void CostForm::follow()
{
    const CostModel& costs = m_document.state().costs;
    if (m_seen != costs) {
        if (m_seen)
            setNotice({});
        m_seen = costs;
        // A table of equal values is as good as one value: who looks at it may go on doing so.
        const CostMode least = costModeOf(costs);
        if (!m_ownEdit && least != m_mode && !(m_mode == CostMode::PerStage && least == CostMode::Uniform))
            m_mode = least;
    }
    m_reset->setVisible(costs != CostModel{});
    m_overlap->setCurrent(costs.overlap.fallback == OverlapRule::Fallback::Sum ? 0 : 1);
    for (const auto& [kind, row] : m_times)
        row->follow();
    m_latency->follow();
    m_stages->follow();
    m_blocks->follow();
    m_more->follow();
    m_file->follow();
    if (const EvaluationPtr& evaluation = m_document.evaluation()) {
        for (const auto& [kind, row] : m_times) {
            const bool half = kind == ActionKind::BackwardInput || kind == ActionKind::BackwardWeight;
            row->setVisible(kind == ActionKind::Forward ||
                            (half ? evaluation->splitsBackward
                                  : evaluation->runs(ActionKind::Backward) || !evaluation->splitsBackward));
        }
        m_overlapRow->setVisible(evaluation->overlaps);
    }
    showMode();
    showMisfits();
    // An answer may have come before this was told of the state that it is about.
    if (!m_document.evaluationError().isEmpty())
        showFailure(m_document.evaluationError());
}

void CostForm::showMode()
{
    m_uniform->setVisible(m_mode == CostMode::Uniform);
    m_stages->setVisible(m_mode == CostMode::PerStage);
    m_blocks->setVisible(m_mode == CostMode::ByBlock);
    const auto index = static_cast<int>(m_mode);
    m_modeButton->setText(tr("%1 ▾", "cost mode").arg(tr(kModes[index].title)));
    m_modeButton->setAccessibleName(tr("Costs: %1", "cost mode").arg(tr(kModes[index].title)));
    m_menu->actions()[index]->setChecked(true);
}

void CostForm::showMisfits()
{
    const std::uint32_t stages = m_document.stageCount();
    const QStringList found = misfits(m_document.state().costs, stages);
    showProblem(*m_misfit, found.isEmpty() ? QString()
                                           : tr("%1 values, but the schedule has %2 stages.",
                                                "lists with their numbers of values")
                                                 .arg(found.join(QStringLiteral(", ")))
                                                 .arg(stages));
    m_fit->setText(stages == 1 ? tr("Fit to 1 stage") : tr("Fit to %1 stages").arg(stages));
    m_misfitBox->setVisible(!found.isEmpty());
    if (!found.isEmpty())
        showProblem(*m_problem, {});
    emit misfitsChanged();
}

void CostForm::showFailure(const QString& text)
{
    m_more->clearProblems();
    showMisfits();
    const bool isMine = m_document.failedStep() == EvaluationStep::Simulate && m_misfitBox->isHidden();
    const std::string key = m_document.evaluationFailure().argumentText("key");
    CostRow* meant = nullptr;
    for (const auto& [kind, row] : m_times)
        if (row->isOf(key) && row->isVisibleTo(this))
            meant = row;
    if (m_latency->isOf(key))
        meant = m_latency;
    if (CostRow* row = m_blocks->rowOf(key); row != nullptr && m_mode == CostMode::ByBlock)
        meant = row;
    if (isMine && meant != nullptr)
        meant->setProblem(text);
    const bool said = !isMine || meant != nullptr || m_more->showProblem(key, text);
    showProblem(*m_problem, said ? QString() : text);
    if (isMine && meant == nullptr && said)
        m_moreButton->setChecked(true);
}

void CostForm::setNotice(const QString& text)
{
    m_notice->setText(text);
    m_notice->setVisible(!text.isEmpty());
}

QString CostForm::noticeText() const
{
    return m_notice->isHidden() ? QString() : m_notice->text();
}

QString CostForm::fitText() const
{
    return m_fit->text();
}

QString CostForm::misfitText() const
{
    return m_misfitBox->isHidden() ? QString() : m_misfit->text();
}

} // namespace bubblescope::ui
