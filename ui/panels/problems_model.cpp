// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_model.h"

#include "ui/document/core_text.h"
#include "ui/widgets/look.h"

#include <algorithm>
#include <tuple>

namespace bubblescope::ui {

namespace {

/// The problem's first action, by which it is sorted; problems of the whole order come first.
std::optional<ProblemAction> subjectOf(const Problem& problem)
{
    return problem.actions.empty() ? std::nullopt : std::optional(problem.actions.front());
}

} // namespace

QString ruleText(ProblemKind kind)
{
    const std::string_view name = problemKindName(kind);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

void ProblemsModel::setReport(ProblemReportPtr report)
{
    beginResetModel();
    m_report = std::move(report);
    arrange();
    endResetModel();
}

void ProblemsModel::setGrouped(bool grouped)
{
    beginResetModel();
    m_grouped = grouped;
    arrange();
    endResetModel();
}

void ProblemsModel::sort(int column, Qt::SortOrder order)
{
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    arrange();
    endResetModel();
}

void ProblemsModel::setFilter(std::optional<ProblemKind> kind, const QString& words)
{
    if (kind == m_kind && words == m_words)
        return;
    beginResetModel();
    m_kind = kind;
    m_words = words;
    arrange();
    endResetModel();
}

std::size_t ProblemsModel::shownCount() const
{
    std::size_t count = 0;
    for (const Group& group : m_groups)
        count += group.problems.size();
    return count;
}

std::vector<QModelIndex> ProblemsModel::problemRows(std::size_t most) const
{
    std::vector<QModelIndex> rows;
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const QModelIndex parent = m_grouped ? index(static_cast<int>(g), 0) : QModelIndex();
        for (int row = 0; row < rowCount(parent) && rows.size() < most; ++row)
            rows.push_back(index(row, 0, parent));
    }
    return rows;
}

bool ProblemsModel::isShown(const Problem& problem) const
{
    if (m_kind && problem.kind != *m_kind)
        return false;
    if (m_words.isEmpty())
        return true;
    for (const int column : {Rule, Subject, Message})
        if (text(problem, column).contains(m_words, Qt::CaseInsensitive))
            return true;
    return false;
}

void ProblemsModel::arrange()
{
    m_groups.clear();
    if (!m_report)
        return;
    const std::vector<Problem>& problems = m_report->problems;
    for (std::size_t i = 0; i < problems.size(); ++i) {
        if (!isShown(problems[i]))
            continue;
        const ProblemKind kind = problems[i].kind;
        auto group = std::find_if(m_groups.begin(), m_groups.end(),
                                  [&](const Group& g) { return !m_grouped || g.kind == kind; });
        if (group == m_groups.end())
            group = m_groups.insert(m_groups.end(), {kind, {}});
        group->problems.push_back(static_cast<std::uint32_t>(i));
    }
    if (m_sortColumn < 0)
        return;
    for (Group& group : m_groups)
        std::stable_sort(group.problems.begin(), group.problems.end(), [&](std::uint32_t a, std::uint32_t b) {
            return m_sortOrder == Qt::AscendingOrder ? comesBefore(problems[a], problems[b])
                                                     : comesBefore(problems[b], problems[a]);
        });
}

bool ProblemsModel::comesBefore(const Problem& a, const Problem& b) const
{
    const auto first = subjectOf(a);
    const auto second = subjectOf(b);
    switch (m_sortColumn) {
    case Rule:
        return a.kind < b.kind;
    case Rank:
        return (first ? std::optional(first->rank) : std::nullopt) <
               (second ? std::optional(second->rank) : std::nullopt);
    case Subject:
        return (first ? std::optional(first->action) : std::nullopt) <
               (second ? std::optional(second->action) : std::nullopt);
    case Cell:
        return (first ? first->index : std::nullopt) < (second ? second->index : std::nullopt);
    default:
        return a.message.text() < b.message.text();
    }
}

std::optional<std::size_t> ProblemsModel::problemAt(const QModelIndex& index) const
{
    if (!index.isValid() || (m_grouped && index.internalId() == 0))
        return std::nullopt;
    const std::size_t group = m_grouped ? index.internalId() - 1 : 0;
    return m_groups[group].problems[static_cast<std::size_t>(index.row())];
}

QModelIndex ProblemsModel::indexOf(std::size_t problem) const
{
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const std::vector<std::uint32_t>& rows = m_groups[g].problems;
        const auto found = std::find(rows.begin(), rows.end(), problem);
        if (found != rows.end())
            return index(static_cast<int>(found - rows.begin()), 0,
                         m_grouped ? index(static_cast<int>(g), 0) : QModelIndex());
    }
    return {};
}

QModelIndex ProblemsModel::index(int row, int column, const QModelIndex& parent) const
{
    if (row < 0 || row >= rowCount(parent) || column < 0 || column >= ColumnCount)
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : quintptr{0});
}

QModelIndex ProblemsModel::parent(const QModelIndex& child) const
{
    if (!child.isValid() || child.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(child.internalId() - 1), 0, quintptr{0});
}

int ProblemsModel::rowCount(const QModelIndex& parent) const
{
    if (!parent.isValid()) {
        const std::size_t rows = m_grouped          ? m_groups.size()
                                 : m_groups.empty() ? 0
                                                    : m_groups.front().problems.size();
        return static_cast<int>(rows);
    }
    if (!m_grouped || parent.internalId() != 0 || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].problems.size());
}

int ProblemsModel::columnCount(const QModelIndex& /*parent*/) const
{
    return ColumnCount;
}

QString ProblemsModel::text(const Problem& problem, int column) const
{
    const auto subject = subjectOf(problem);
    switch (column) {
    case Rule:
        return ruleText(problem.kind);
    case Rank:
        return subject ? QString::number(subject->rank.value) : QString();
    case Subject:
        return subject && problem.kind != ProblemKind::Syntax
                   ? QString::fromStdString(actionText(subject->action))
                   : QString();
    case Cell:
        return subject && subject->index ? QString::number(*subject->index) : QString();
    default:
        if (problem.line > 0)
            return tr("Line %1, column %2: %3", "in a file; what is wrong there")
                .arg(problem.line)
                .arg(problem.column)
                .arg(coreSentence(problem.message));
        return coreSentence(problem.message);
    }
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    const auto number = problemAt(index);
    if (!number) {
        const Group& group = m_groups[static_cast<std::size_t>(index.row())];
        if (role == Qt::DisplayRole && index.column() == Rule)
            return tr("%1 (%2)", "rule, number of problems")
                .arg(ruleText(group.kind))
                .arg(group.problems.size());
        if (role == Qt::FontRole)
            return figuresFont(13, true);
        return {};
    }
    const Problem& problem = m_report->problems[*number];
    switch (role) {
    case Qt::DisplayRole:
        return text(problem, index.column());
    case Qt::ToolTipRole:
        return index.column() == Message ? text(problem, Message) : QVariant();
    case Qt::AccessibleTextRole:
        return text(problem, index.column());
    case Qt::TextAlignmentRole:
        if (index.column() == Rank || index.column() == Cell)
            return QVariant(Qt::AlignRight | Qt::AlignVCenter);
        return {};
    case Qt::ForegroundRole:
        return index.column() == Rule ? QVariant(Look::instance().colors().warning) : QVariant();
    default:
        return {};
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return section == Rank || section == Cell ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                  : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    const QString titles[ColumnCount] = {tr("Rule"), tr("Rank"), tr("Action"), tr("Cell"),
                                         tr("What is wrong")};
    return titles[section];
}

} // namespace bubblescope::ui
