// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_more.h"

#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/panels/cost_row.h"
#include "ui/panels/overlap_rows.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/entry_rows.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parameter_row.h"
#include "ui/widgets/segmented_choice.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr TransferMode kCostMoreModes[] = {TransferMode::Async, TransferMode::Rendezvous};

int indexOf(const auto& values, const auto& value)
{
    return static_cast<int>(std::find(std::begin(values), std::end(values), value) - std::begin(values));
}

} // namespace

CostMore::CostMore(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    makeTransfers();
    makeLinks();
    makeMicrobatches();
    makeCommunicators();
    makeStep();
    makeStragglers();
    makeOverlaps();
    makeJitter();
    makeFsdp();
    makeParts();
    makeReturned();
    makeMemory();
    makeRules();
}

void CostMore::addHeading(const QString& text)
{
    auto* heading = new QLabel(text, this);
    heading->setProperty("quiet", true);
    heading->setContentsMargins(0, 8, 0, 0);
    m_layout->addWidget(heading);
}

void CostMore::addRows(CostSection section)
{
    for (const std::string_view name : costNumbersOf(section)) {
        m_rows.push_back(new CostRow(m_document, costNumber(name), this));
        m_layout->addWidget(m_rows.back());
    }
}

void CostMore::change(const QString& what, const std::function<void(CostModel&)>& edit)
{
    CostModel costs = m_document.state().costs;
    edit(costs);
    m_document.endTyping();
    m_document.setCosts(costs, what);
    m_document.endTyping();
}

void CostMore::makeTransfers()
{
    addHeading(tr("Transfers"));
    addRows(CostSection::Transfers);
    m_mode = new SegmentedChoice(this);
    m_mode->setObjectName(QStringLiteral("cost-mode"));
    m_mode->setChoices({tr("Async", "transfers"), tr("Meet", "transfers: rendezvous")});
    m_layout->addWidget(new FormRow(tr("Send and receive"),
                                    tr("Async: the sender continues at once. Meet (rendezvous): sender and "
                                       "receiver wait for each other."),
                                    m_mode, this));
    connect(m_mode, &SegmentedChoice::chosen, this, [this](int index) {
        change(tr("Send and receive"),
               [index](CostModel& costs) { costs.transfer.mode = kCostMoreModes[index]; });
    });
}

void CostMore::makeMicrobatches()
{
    addHeading(tr("Microbatches of unequal length"));
    addRows(CostSection::Microbatches);
}

void CostMore::makeCommunicators()
{
    addHeading(tr("Communicators and hosts"));
    auto* policy = new ChoiceBox(this);
    m_policy = policy;
    m_policy->setObjectName(QStringLiteral("cost-policy"));
    for (const std::string_view known : cost_words::kCommunicatorPolicies)
        m_policy->addItem(choiceTitle(std::string(known)));
    m_layout->addWidget(
        new FormRow(tr("Policy"),
                    tr("Whose runtime says which messages share a kernel and what waits for it; "
                       "none: messages pass beside each other, and hosts are never late"),
                    m_policy, this));
    connect(m_policy, &QComboBox::activated, this, [this](int index) {
        change(tr("Policy"), [index](CostModel& costs) {
            costs.communicators.policy = static_cast<CommunicatorPolicy>(index);
        });
    });
    const std::size_t first = m_rows.size();
    addRows(CostSection::Communicators);
    m_communicators.assign(m_rows.begin() + static_cast<std::ptrdiff_t>(first), m_rows.end());
}

void CostMore::makeStep()
{
    addHeading(tr("Head and tail of the step"));
    addRows(CostSection::Step);
    m_gather = new SegmentedChoice(this);
    m_gather->setObjectName(QStringLiteral("cost-step-gather"));
    m_gather->setChoices(
        {tr("In the tail", "parameters are gathered"), tr("In the head", "parameters are gathered")});
    m_layout->addWidget(new FormRow(tr("Parameter gather"),
                                    tr("Behind the optimizer, or before the first action of the next step"),
                                    m_gather, this));
    connect(m_gather, &SegmentedChoice::chosen, this, [this](int index) {
        change(tr("Parameter gather"),
               [index](CostModel& costs) { costs.step.gather = static_cast<ParameterGather>(index); });
    });
}

void CostMore::setOrigin(const CostOriginPtr& origin)
{
    for (CostRow* row : m_communicators)
        row->setOrigin(origin);
}

void CostMore::makeJitter()
{
    addHeading(tr("Jitter"));
    addRows(CostSection::Jitter);
    auto* editor = new QWidget(this);
    auto* line = new QHBoxLayout(editor);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(4);
    m_seed = makeEntryField(tr("Seed"), editor);
    m_seed->setObjectName(QStringLiteral("cost-seed"));
    QPushButton* again = makeLink(tr("Draw again"), tr("The next seed"), editor);
    again->setObjectName(QStringLiteral("cost-draw"));
    line->addWidget(m_seed, 1);
    line->addWidget(again);
    editor->setFocusProxy(m_seed);
    m_seedRow = new FormRow(tr("Seed"), tr("The same seed gives the same times"), editor, this);
    m_layout->addWidget(m_seedRow);
    connect(m_seed, &QLineEdit::textEdited, this, &CostMore::takeSeed);
    connect(m_seed, &QLineEdit::editingFinished, this, [this] { m_document.endTyping(); });
    connect(again, &QPushButton::clicked, this,
            [this] { change(tr("Draw again"), [](CostModel& costs) { ++costs.jitter.seed; }); });
}

void CostMore::takeSeed()
{
    bool isNumber = false;
    const std::uint64_t seed = m_seed->text().trimmed().toULongLong(&isNumber);
    m_seedRow->setProblem(isNumber ? QString() : tr("Seed must be a whole number of at least 0"));
    if (!isNumber)
        return;
    CostModel costs = m_document.state().costs;
    costs.jitter.seed = seed;
    m_seedSeen = seed;
    m_document.setCosts(costs, tr("Seed"));
}

void CostMore::makeFsdp()
{
    const int first = m_layout->count();
    addHeading(tr("FSDP"));
    addRows(CostSection::Fsdp);
    m_fsdpBeside = new QCheckBox(tr("Runs alongside compute"), this);
    m_fsdpBeside->setObjectName(QStringLiteral("cost-fsdp-beside"));
    m_fsdpBeside->setToolTip(
        tr("FSDP actions run on one stream per rank, in order, while the rank computes"));
    m_fsdpBeside->setMinimumHeight(28);
    m_layout->addWidget(m_fsdpBeside);
    connect(m_fsdpBeside, &QCheckBox::clicked, this, [this](bool on) {
        change(m_fsdpBeside->text(), [on](CostModel& costs) { costs.overlapsFsdp = on; });
    });
    for (int i = first; i < m_layout->count(); ++i)
        m_fsdp.push_back(m_layout->itemAt(i)->widget());
}

/// Attention, dispatch, experts and combine of F, I, W and B.
void CostMore::makeParts()
{
    const int first = m_layout->count();
    addHeading(tr("Parts of a block"));
    m_partsHeading = m_layout->itemAt(first)->widget();
    for (auto kind = static_cast<std::size_t>(ActionKind::ForwardAttention); kind < kActionKindCount;
         ++kind) {
        const auto part = static_cast<ActionKind>(kind);
        if (!isPart(part))
            continue;
        CostNumber number = costNumber("parts " + std::string(kindText(part)));
        number.title = coreText(kindName(part));
        number.help =
            tr("One number for every stage, or a list with one for each stage: 1, 1, 1.5. Empty: the "
               "parts share the time of the whole equally");
        number.emptyText = tr("equal share");
        number.name = kindText(part);
        m_rows.push_back(new CostRow(m_document, number, this));
        m_layout->addWidget(m_rows.back());
        m_parts.emplace_back(part, m_rows.back());
    }
}

/// What R, O and L take and give back.
void CostMore::makeReturned()
{
    const int first = m_layout->count();
    addHeading(tr("Recomputation and offload"));
    addRows(CostSection::Returned);
    for (int i = first; i < m_layout->count(); ++i)
        m_returned.push_back(m_layout->itemAt(i)->widget());
}

void CostMore::makeMemory()
{
    addHeading(tr("Memory"));
    addRows(CostSection::Memory);
}

void CostMore::makeRules()
{
    addHeading(tr("Rules"));
    auto* profile = new ChoiceBox(this);
    m_profile = profile;
    m_profile->setObjectName(QStringLiteral("cost-profile"));
    for (const std::string_view known : cost_words::kProfiles)
        m_profile->addItem(choiceTitle(std::string(known)));
    m_layout->addWidget(new FormRow(
        tr("Timing rules"),
        tr("Which dependencies count and who pays for the transfer: strict, or as in another program"),
        m_profile, this));
    connect(m_profile, &QComboBox::activated, this, [this](int index) {
        change(tr("Timing rules"),
               [index](CostModel& costs) { costs.profile = static_cast<TimingProfile>(index); });
    });
    m_unit = new SegmentedChoice(this);
    m_unit->setObjectName(QStringLiteral("cost-unit"));
    m_unit->setChoices({tr("steps", "unit"), tr("µs", "unit"), tr("ms", "unit")});
    m_unitRow = new FormRow(tr("The numbers are in"),
                            tr("What a number without a unit counts: 1 becomes 1 ms, and no number changes. "
                               "Costs from a file or a calibration know their unit"),
                            m_unit, this);
    m_layout->addWidget(m_unitRow);
    connect(m_unit, &SegmentedChoice::chosen, this, [this](int index) {
        change(tr("The numbers are in"), [index](CostModel& costs) {
            costs.unit = cost_words::kTimeUnits[static_cast<std::size_t>(index)];
        });
    });
}

std::uint32_t CostMore::rankCount() const
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    return evaluation ? std::max(1U, evaluation->timeline->schedule->rankCount()) : 1;
}

void CostMore::follow()
{
    const CostModel& costs = m_document.state().costs;
    for (CostRow* row : m_rows)
        row->follow();
    m_mode->setCurrent(indexOf(kCostMoreModes, costs.transfer.mode));
    m_gather->setCurrent(static_cast<int>(costs.step.gather));
    const CommunicatorPolicy policy = costs.communicators.policy;
    m_policy->setCurrentIndex(static_cast<int>(policy));
    for (CostRow* row : m_communicators)
        row->setVisible(policy != CommunicatorPolicy::None);
    std::vector<Entry> links;
    for (const LinkCost& link : costs.transfer.links)
        links.push_back({static_cast<double>(link.from), static_cast<double>(link.to),
                         link.latency.value_or(costs.transfer.latency)});
    m_links->setEntries(links);
    std::vector<Entry> stragglers;
    for (const auto& [rank, factor] : costs.rankFactor)
        stragglers.push_back({static_cast<double>(rank), factor});
    m_stragglers->setEntries(stragglers);
    m_overlaps->setTimes(costs.overlap.times);
    const QString seed = QString::number(costs.jitter.seed);
    if (m_seedSeen != costs.jitter.seed || m_seedRow->problemText().isEmpty()) {
        if (m_seed->text().trimmed() != seed)
            m_seed->setText(seed);
        m_seedRow->setProblem({});
    }
    m_seedSeen = costs.jitter.seed;
    m_fsdpBeside->setChecked(costs.overlapsFsdp);
    const EvaluationPtr& evaluation = m_document.evaluation();
    const bool hasFsdp =
        evaluation && (evaluation->runs(ActionKind::Unshard) || evaluation->runs(ActionKind::Reshard) ||
                       evaluation->runs(ActionKind::ReduceGrad));
    for (QWidget* widget : m_fsdp)
        widget->setVisible(hasFsdp);
    const bool returns =
        evaluation && (evaluation->runs(ActionKind::Recompute) || evaluation->runs(ActionKind::Offload) ||
                       evaluation->runs(ActionKind::Reload));
    for (QWidget* widget : m_returned)
        widget->setVisible(returns);
    bool anyPart = false;
    for (const auto& [part, row] : m_parts) {
        const bool isShown = (evaluation && evaluation->runs(part)) || costs.parts.of(part).has_value();
        row->setVisible(isShown);
        anyPart = anyPart || isShown;
    }
    m_partsHeading->setVisible(anyPart);
    m_overlaps->setVisible((evaluation && evaluation->overlaps) || !costs.overlap.times.empty());
    m_profile->setCurrentIndex(static_cast<int>(costs.profile));
    m_unit->setCurrent(indexOf(cost_words::kTimeUnits, costs.unit));
    // Times that were measured or written in a unit are in that.
    m_unitRow->setVisible(costs.source.empty());
}

bool CostMore::showProblem(std::string_view key, const QString& problem)
{
    for (CostRow* row : m_rows)
        if (row->isOf(key)) {
            row->setProblem(problem);
            return true;
        }
    if (key.starts_with("overlap ")) {
        m_overlaps->setProblem(problem);
        return true;
    }
    return false;
}

void CostMore::clearProblems()
{
    for (CostRow* row : m_rows)
        row->setProblem({});
    m_overlaps->setProblem({});
}

} // namespace bubblescope::ui
