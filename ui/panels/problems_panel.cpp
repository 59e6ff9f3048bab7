// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_panel.h"

#include "core/base/guarded.h"
#include "ui/document/core_text.h"
#include "ui/panels/problems_model.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/clear_button.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/segmented_choice.h"

#include <QCheckBox>
#include <QClipboard>
#include <QFutureWatcher>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <QtConcurrentRun>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

ProblemsPanel::ProblemsPanel(QWidget* parent)
    : QWidget(parent)
    , m_model(new ProblemsModel(this))
    , m_summary(new QLabel(this))
    , m_sends(new SegmentedChoice(this))
    , m_grouped(new QCheckBox(tr("Group by rule"), this))
    , m_rule(new ChoiceBox(this))
    , m_text(new QLineEdit(this))
    , m_pages(new QStackedWidget(this))
    , m_list(new TableView(QStringLiteral("problems-list"), tr("Problems"), m_model, this))
    , m_empty(new QLabel(this))
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    m_list->makeSortable(-1, Qt::AscendingOrder)->setStretchLastSection(true);
    m_list->fitColumns(*m_model);
    connect(m_list, &QTreeView::activated, this, &ProblemsPanel::jump);
    connect(m_list, &QTreeView::clicked, this, [this](const QModelIndex& index) {
        // More than one row is chosen to be copied, not to be gone to.
        if (m_list->selectionModel()->selectedRows().size() <= 1)
            jump(index);
    });
    m_list->offerRows(tr("Go to the action"), tr("Fit the action"));
    connect(m_list, &TableView::goAsked, this, &ProblemsPanel::jump);
    connect(m_list, &TableView::fitAsked, this, [this](const QModelIndex& index) {
        if (const auto target = targetOf(index))
            emit fitAsked(*target);
    });
    connect(m_list, &TableView::copyAsked, this, &ProblemsPanel::copy);
    offerFiles(*m_list,
               {QStringLiteral("problems"), [this] { return tableCsv(*m_model, m_list->rowsToCopy(false)); },
                [this](const QString& said) { emit copied(said); }});
    connect(m_list, &TableView::pointed, this, [this](const QModelIndex& index) {
        const auto target = targetOf(index);
        emit pointed(target ? Hit{target->action, {}} : Hit{});
    });
    // Sorting and grouping leave the row that is looked at where one is looking.
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this,
            [this] { m_current = m_model->problemAt(m_list->currentIndex()); });
    connect(m_model, &QAbstractItemModel::modelReset, this, &ProblemsPanel::showArranged);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setFocusPolicy(Qt::TabFocus); // in the list's place it takes the focus too
    m_empty->setProperty("quiet", true);
    m_empty->setObjectName(QStringLiteral("problems-empty"));
    m_pages->addWidget(m_list);
    m_pages->addWidget(m_empty);
    makeBar();
    showState();
}

// A list that loses the focus tells that no row is pointed at: it is told while the panel is whole.
ProblemsPanel::~ProblemsPanel()
{
    hide();
}

void ProblemsPanel::makeBar()
{
    m_summary->setObjectName(QStringLiteral("problems-summary"));
    m_grouped->setObjectName(QStringLiteral("problems-grouped"));
    m_sends->setObjectName(QStringLiteral("problems-sends"));
    m_sends->setAccessibleName(tr("Sends"));
    m_sends->setChoices({tr("Buffered"), tr("Rendezvous")});
    m_sends->setCurrent(0);
    m_sends->setFixedWidth(184);
    auto* sends = new QLabel(tr("Sends"), this);
    sends->setProperty("quiet", true);
    const QString help = tr("Buffered: a send never waits. Rendezvous: a send waits until its message is "
                            "received, so more orders deadlock.");
    sends->setToolTip(help);
    m_sends->setToolTip(help);
    m_rule->setObjectName(QStringLiteral("problems-rule"));
    m_rule->setAccessibleName(tr("Only this rule"));
    m_rule->setFixedWidth(144);
    m_text->setObjectName(QStringLiteral("problems-text"));
    m_text->setAccessibleName(tr("Filter problems"));
    m_text->setPlaceholderText(tr("Filter: 2F3, rank 1…"));
    addClearButton(*m_text);
    m_text->setTextMargins(6, 0, 6, 0);
    m_text->setFixedWidth(160);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_summary->setProperty("quiet", true);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_summary, 1);
    first->addWidget(m_rule);
    first->addWidget(m_text);
    auto* second = new QHBoxLayout;
    second->setSpacing(8);
    second->addWidget(sends);
    second->addWidget(m_sends);
    second->addStretch(1);
    second->addWidget(m_grouped);
    auto* bar = new QVBoxLayout;
    bar->setContentsMargins(12, 0, 12, 0);
    bar->setSpacing(6);
    bar->addLayout(first);
    bar->addLayout(second);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(bar);
    layout->addWidget(m_pages, 1);
    connect(m_sends, &SegmentedChoice::chosen, this, &ProblemsPanel::validateAgain);
    connect(m_grouped, &QCheckBox::toggled, this, &ProblemsPanel::setGrouped);
    connect(m_rule, &QComboBox::currentIndexChanged, this, &ProblemsPanel::filter);
    connect(m_text, &QLineEdit::textChanged, this, &ProblemsPanel::filter);
}

std::optional<std::size_t> ProblemsPanel::problemCount() const
{
    return m_report ? std::optional(m_report->problems.size()) : std::nullopt;
}

SendSemantics ProblemsPanel::sends() const
{
    return m_sends->current() == 1 ? SendSemantics::Rendezvous : SendSemantics::Buffered;
}

void ProblemsPanel::setGrouped(bool grouped)
{
    m_grouped->setChecked(grouped);
    m_model->setGrouped(grouped);
}

void ProblemsPanel::showArranged()
{
    const bool grouped = m_model->isGrouped();
    m_list->setRootIsDecorated(grouped);
    for (int row = 0; grouped && row < m_model->rowCount(); ++row)
        m_list->setFirstColumnSpanned(row, {}, true);
    if (grouped)
        m_list->expandAll();
    if (m_current)
        m_list->setCurrentIndex(m_model->indexOf(*m_current));
}

void ProblemsPanel::setEvaluation(const EvaluationPtr& evaluation, const UnreadCellsPtr& unread)
{
    if (evaluation == m_evaluation && unread == m_unread)
        return;
    const bool sameOrder = unread == m_unread && isClean() && evaluation &&
                           m_report->timeline->schedule == evaluation->timeline->schedule;
    m_evaluation = evaluation;
    m_unread = unread;
    if (!sameOrder) {
        validateAgain();
        return;
    }
    // Nothing was wrong with this order, and other times make nothing wrong.
    auto report = std::make_shared<ProblemReport>(*m_report);
    report->timeline = evaluation->timeline;
    m_report = std::move(report);
    emit reportChanged();
}

bool ProblemsPanel::isClean() const
{
    return m_report && !m_running && m_report->problems.empty() && m_report->sends == sends();
}

void ProblemsPanel::validateAgain()
{
    m_report.reset();
    m_failed = false;
    emit reportChanged();
    m_outdated = m_running;
    if (!m_evaluation)
        take(nullptr);
    else if (!m_running)
        startValidation();
}

void ProblemsPanel::startValidation()
{
    using Found = Result<ProblemReportPtr>;
    m_running = true;
    auto* watcher = new QFutureWatcher<Found>(this);
    connect(watcher, &QFutureWatcher<Found>::finished, this, [this, watcher] {
        watcher->deleteLater();
        m_running = false;
        if (std::exchange(m_outdated, false)) {
            if (m_evaluation)
                startValidation();
            return;
        }
        const Found found = watcher->result();
        m_failed = !found;
        take(found.value_or(nullptr));
    });
    watcher->setFuture(QtConcurrent::run([evaluation = m_evaluation, sends = sends(), unread = m_unread] {
        return guarded("the problems", [&]() -> Found {
            return findProblems(evaluation->timeline, sends, unread, evaluation->index->absentRanks());
        });
    }));
}

void ProblemsPanel::take(ProblemReportPtr report)
{
    m_report = std::move(report);
    m_list->setCurrentIndex({});
    m_model->setReport(m_report);
    showRules();
    showState();
    emit reportChanged();
}

void ProblemsPanel::showRules()
{
    const QString chosen = m_rule->currentText();
    m_rules.clear();
    if (m_report)
        for (const Problem& problem : m_report->problems)
            if (std::find(m_rules.begin(), m_rules.end(), problem.kind) == m_rules.end())
                m_rules.push_back(problem.kind);
    std::sort(m_rules.begin(), m_rules.end());
    {
        const QSignalBlocker blocked(m_rule);
        m_rule->clear();
        m_rule->addItem(tr("All rules"));
        for (const ProblemKind kind : m_rules)
            m_rule->addItem(ruleText(kind));
        m_rule->setCurrentIndex(std::max(0, m_rule->findText(chosen)));
    }
    filter();
}

void ProblemsPanel::filter()
{
    const int rule = m_rule->currentIndex();
    m_model->setFilter(rule > 0 ? std::optional(m_rules[static_cast<std::size_t>(rule - 1)]) : std::nullopt,
                       m_text->text().trimmed());
    showState();
}

void ProblemsPanel::showState()
{
    const std::size_t count = m_report ? m_report->problems.size() : 0;
    const std::size_t shown = m_model->shownCount();
    m_pages->setCurrentWidget(shown > 0 ? static_cast<QWidget*>(m_list) : m_empty);
    setFocusProxy(m_pages->currentWidget());
    m_grouped->setEnabled(count > 0);
    m_rule->setVisible(count > 0);
    m_text->setVisible(count > 0);
    if (m_failed) {
        m_empty->setText(tr("There is not enough memory to check for problems."));
        m_summary->clear();
        return;
    }
    m_empty->setText(!m_report   ? QString()
                     : count > 0 ? tr("No problem matches the filter.")
                     : m_report->sends == SendSemantics::Rendezvous
                         ? tr("No problems: the order is complete and runs, even if every send waits for its "
                              "receiver.")
                         : tr("No problems: the order is complete and runs."));
    if (count == 0)
        m_summary->clear();
    else if (m_model->isFiltered())
        m_summary->setText(tr("%1 of %2 problems").arg(countText(shown), countText(count)));
    else
        m_summary->setText(tr("%1 · Enter or a click goes to the action.", "how many problems")
                               .arg(count == 1 ? tr("1 problem") : tr("%1 problems").arg(countText(count))));
    m_summary->setToolTip(m_summary->text());
}

void ProblemsPanel::setCurrent(const std::optional<ActionPosition>& action)
{
    if (!action || !m_report)
        return;
    const auto isAbout = [&](std::size_t problem) {
        const std::vector<ActionPosition>& places = m_report->places[problem];
        return std::find(places.begin(), places.end(), *action) != places.end();
    };
    const auto current = m_model->problemAt(m_list->currentIndex());
    if (current && *current < m_report->problems.size() && isAbout(*current)) {
        if (m_list->selectionModel()->selectedRows().isEmpty())
            m_list->setCurrentIndex(m_list->currentIndex());
        return;
    }
    for (const QModelIndex& row : m_list->rowsToCopy(false, m_report->problems.size()))
        if (isAbout(*m_model->problemAt(row))) {
            m_list->setCurrentIndex(row);
            m_list->scrollTo(row);
            return;
        }
    m_list->selectionModel()->clear();
}

void ProblemsPanel::copy(bool onlySelected)
{
    const std::vector<QModelIndex> rows = m_list->rowsToCopy(onlySelected);
    if (rows.empty()) {
        emit copied(tr("There are no problems to copy."));
        return;
    }
    QGuiApplication::clipboard()->setText(tableCsv(*m_model, rows));
    const bool isAll = !onlySelected || !m_list->selectionModel()->hasSelection();
    const std::size_t wanted = isAll ? m_model->shownCount() : rows.size();
    if (wanted > rows.size())
        emit copied(tr("The first %1 of %2 problems were copied as CSV; the clipboard cannot hold more.")
                        .arg(countText(rows.size()), countText(wanted)));
    else
        emit copied(rows.size() == 1 ? tr("1 problem copied as CSV.")
                                     : tr("%1 problems copied as CSV.").arg(countText(rows.size())));
}

std::optional<ProblemTarget> ProblemsPanel::targetOf(const QModelIndex& index) const
{
    const auto number = m_model->problemAt(index);
    if (!number || !m_report || !m_evaluation)
        return std::nullopt;
    const Problem& problem = m_report->problems[*number];
    const std::vector<ActionPosition>& places = m_report->places[*number];
    ProblemTarget target;
    target.what = coreSentence(problem.message);
    if (problem.kind == ProblemKind::Deadlock)
        target.cycle = places;
    if (problem.kind == ProblemKind::Syntax) {
        if (!places.empty())
            target.missing = LaneMoment{places.front().rank, m_report->timeline->startOf(places.front())};
    } else if (!problem.actions.empty() && !problem.actions.front().index) {
        target.missing = placeOfMissing(*m_report->timeline, problem.actions.front());
    } else if (!places.empty()) {
        target.action = places.front();
    }
    return target.action || target.missing ? std::optional(std::move(target)) : std::nullopt;
}

void ProblemsPanel::jump(const QModelIndex& index)
{
    if (const auto target = targetOf(index))
        emit problemAsked(*target);
}

} // namespace bubblescope::ui
