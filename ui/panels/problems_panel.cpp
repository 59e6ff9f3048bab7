// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_panel.h"

#include "ui/document/guarded.h"

#include <QFutureWatcher>
#include <QHeaderView>
#include <QtConcurrentRun>

namespace bubblescope::ui {

namespace {

constexpr int kRankRole = Qt::UserRole;
constexpr int kIndexRole = Qt::UserRole + 1;
constexpr std::size_t kMostRows = 2000;

} // namespace

ProblemsPanel::ProblemsPanel(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("problems-list"));
    setAccessibleName(tr("Problems"));
    setHeaderLabels({tr("Rule"), tr("Rank"), tr("Action"), tr("What is wrong")});
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    header()->setStretchLastSection(true);
    header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::itemActivated, this, &ProblemsPanel::jump);
    connect(this, &QTreeWidget::itemClicked, this, &ProblemsPanel::jump);
}

void ProblemsPanel::setEvaluation(const EvaluationPtr& evaluation)
{
    if (evaluation == m_evaluation)
        return;
    m_evaluation = evaluation;
    m_count.reset();
    emit problemCountChanged();
    if (!evaluation)
        return;
    using Problems = Result<std::vector<Problem>>;
    auto* watcher = new QFutureWatcher<Problems>(this);
    connect(watcher, &QFutureWatcher<Problems>::finished, this, [this, watcher, revision = ++m_revision] {
        watcher->deleteLater();
        // Without memory to look for them their number stays unknown.
        if (const Problems problems = watcher->result(); problems && revision == m_revision)
            show(*problems);
    });
    watcher->setFuture(QtConcurrent::run([schedule = evaluation->timeline->schedule] {
        return guarded("the problems", [&]() -> Problems { return validate(*schedule); });
    }));
}

void ProblemsPanel::show(const std::vector<Problem>& problems)
{
    clear();
    for (std::size_t i = 0; i < std::min(problems.size(), kMostRows); ++i) {
        const Problem& problem = problems[i];
        const std::string_view rule = problemKindName(problem.kind);
        auto* item = new QTreeWidgetItem(this);
        item->setText(0, QString::fromUtf8(rule.data(), static_cast<qsizetype>(rule.size())));
        item->setText(3, QString::fromStdString(problem.message));
        item->setToolTip(3, item->text(3));
        if (problem.actions.empty())
            continue;
        const ProblemAction& first = problem.actions.front();
        item->setText(1, QString::number(first.rank.value));
        item->setText(2, QString::fromStdString(actionText(first.action)));
        item->setData(0, kRankRole, first.rank.value);
        if (first.index)
            item->setData(0, kIndexRole, static_cast<qulonglong>(*first.index));
    }
    m_count = problems.size();
    emit problemCountChanged();
}

void ProblemsPanel::jump(QTreeWidgetItem* item)
{
    const QVariant cell = item->data(0, kIndexRole);
    const RankId rank{item->data(0, kRankRole).toUInt()};
    if (!cell.isValid() || !m_evaluation || rank.value >= m_evaluation->timeline->schedule->rankCount())
        return;
    // A problem counts cells, the order counts actions.
    const Row& row = m_evaluation->timeline->schedule->rows[rank.value];
    std::size_t index = 0;
    for (qulonglong cells = cell.toULongLong(); cells > 0 && index < row.size(); --cells)
        index = cellEnd(row, index);
    if (index < row.size())
        emit actionAsked({rank, index});
}

} // namespace bubblescope::ui
