// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_model.h"

#include "ui/document/core_text.h"
#include "ui/widgets/look.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// The problem's first action, by which it is sorted; problems of the whole order come first.
std::optional<ProblemAction> subjectOf(const Problem& problem)
{
    return problem.actions.empty() ? std::nullopt : std::optional(problem.actions.front());
}

std::optional<RankId> rankOf(const Problem& problem)
{
    const auto subject = subjectOf(problem);
    return subject ? std::optional(subject->rank) : std::nullopt;
}

std::optional<ActionId> actionOf(const Problem& problem)
{
    const auto subject = subjectOf(problem);
    return subject ? std::optional(subject->action) : std::nullopt;
}

std::optional<std::size_t> cellOf(const Problem& problem)
{
    const auto subject = subjectOf(problem);
    return subject ? subject->index : std::nullopt;
}

} // namespace

QString ruleText(ProblemKind kind)
{
    const std::string_view name = problemKindName(kind);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

ProblemsModel::ProblemsModel(QObject* parent) : ColumnModel(parent)
{
    setColumns(makeColumns());
}

std::vector<ProblemsModel::ColumnType> ProblemsModel::makeColumns()
{
    const auto message = [](const Problem& problem) {
        const QString text = coreSentence(problem.message);
        return problem.line > 0 ? tr("Line %1, column %2: %3", "in a file; what is wrong there")
                                      .arg(problem.line)
                                      .arg(problem.column)
                                      .arg(text)
                                : text;
    };
    return {
        ColumnType(tr("Rule"), [](const Problem& problem) { return ruleText(problem.kind); })
            .sortedBy(rising(&Problem::kind))
            .atLeast(168),
        ColumnType(tr("Rank"),
                   [](const Problem& problem) {
                       const auto rank = rankOf(problem);
                       return rank ? QString::number(rank->value) : QString();
                   })
            .sortedBy(rising(rankOf))
            .atLeast(64)
            .asFigure(),
        ColumnType(tr("Action"),
                   [](const Problem& problem) {
                       const auto action = actionOf(problem);
                       return action && problem.kind != ProblemKind::Syntax
                                  ? QString::fromStdString(actionText(*action))
                                  : QString();
                   })
            .sortedBy(rising(actionOf))
            .atLeast(112),
        ColumnType(tr("Cell"),
                   [](const Problem& problem) {
                       const auto cell = cellOf(problem);
                       return cell ? QString::number(*cell) : QString();
                   })
            .sortedBy(rising(cellOf))
            .atLeast(64)
            .asFigure(),
        ColumnType(tr("What is wrong"), message)
            .sortedBy(rising([](const Problem& problem) { return problem.message.text(); }))
            .withHelp(message),
    };
}

void ProblemsModel::setReport(ProblemReportPtr report)
{
    reset([&] {
        m_report = std::move(report);
        arrange();
    });
}

void ProblemsModel::setGrouped(bool grouped)
{
    reset([&] {
        m_grouped = grouped;
        arrange();
    });
}

void ProblemsModel::sort(int column, Qt::SortOrder order)
{
    reset([&] {
        m_sortColumn = column;
        m_sortOrder = order;
        arrange();
    });
}

void ProblemsModel::setFilter(std::optional<ProblemKind> kind, const QString& words)
{
    if (kind == m_kind && words == m_words)
        return;
    reset([&] {
        m_kind = kind;
        m_words = words;
        arrange();
    });
}

std::size_t ProblemsModel::shownCount() const
{
    std::size_t count = 0;
    for (const Group& group : m_groups)
        count += group.problems.size();
    return count;
}

bool ProblemsModel::isShown(const Problem& problem) const
{
    if (m_kind && problem.kind != *m_kind)
        return false;
    if (m_words.isEmpty())
        return true;
    for (const int column : {Rule, Subject, Message})
        if (columns()[static_cast<std::size_t>(column)].text(problem).contains(m_words, Qt::CaseInsensitive))
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
    const ColumnType& column = columns()[static_cast<std::size_t>(m_sortColumn)];
    for (Group& group : m_groups)
        std::stable_sort(group.problems.begin(), group.problems.end(), [&](std::uint32_t a, std::uint32_t b) {
            const int sign = compared(column, problems[a], problems[b]);
            return m_sortOrder == Qt::AscendingOrder ? sign < 0 : sign > 0;
        });
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

const Problem* ProblemsModel::recordAt(const QModelIndex& index) const
{
    const auto number = problemAt(index);
    return number ? &m_report->problems[*number] : nullptr;
}

QVariant ProblemsModel::data(const QModelIndex& index, int role) const
{
    if (problemAt(index))
        return ColumnModel::data(index, role);
    const Group& group = m_groups[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole && index.column() == Rule)
        return tr("%1 (%2)", "rule, number of problems").arg(ruleText(group.kind)).arg(group.problems.size());
    return role == Qt::FontRole ? QVariant(figuresFont(13, true)) : QVariant();
}

QVariant ProblemsModel::look(const Problem& /*problem*/, int column, int role) const
{
    return role == Qt::ForegroundRole && column == Rule ? QVariant(Look::instance().colors().warning)
                                                        : QVariant();
}

} // namespace bubblescope::ui
