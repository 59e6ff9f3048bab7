// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/problem_report.h"
#include "ui/widgets/table_model.h"

namespace bubblescope::ui {

/// The problems of a report as a table: all in one list, or under a heading for each rule. Costs nothing a
/// problem but its number, so that ninety thousand open at once.
class ProblemsModel : public ColumnModel<Problem, QAbstractItemModel>
{
    Q_OBJECT

public:
    enum Column { Rule, Rank, Subject, Cell, Message, ColumnCount };

    explicit ProblemsModel(QObject* parent = nullptr);

    void setReport(ProblemReportPtr report);
    /// Only problems of that rule, or of all, whose texts contain these words in letters of any case.
    void setFilter(std::optional<ProblemKind> kind, const QString& words);
    [[nodiscard]] bool isFiltered() const { return m_kind || !m_words.isEmpty(); }
    [[nodiscard]] std::size_t shownCount() const;
    void setGrouped(bool grouped);
    [[nodiscard]] bool isGrouped() const { return m_grouped; }
    /// The problem's number in the report; nothing for a heading.
    [[nodiscard]] std::optional<std::size_t> problemAt(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(std::size_t problem) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

protected:
    [[nodiscard]] const Problem* recordAt(const QModelIndex& index) const override;
    [[nodiscard]] QVariant look(const Problem& problem, int column, int role) const override;

private:
    struct Group
    {
        ProblemKind kind{};
        std::vector<std::uint32_t> problems;
    };
    [[nodiscard]] std::vector<ColumnType> makeColumns();
    void arrange();
    [[nodiscard]] bool isShown(const Problem& problem) const;

    ProblemReportPtr m_report;
    std::vector<Group> m_groups; ///< ungrouped: a single one that is not shown
    bool m_grouped = false;
    std::optional<ProblemKind> m_kind;
    QString m_words;
    int m_sortColumn = -1; ///< -1 = as validation reports them
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

/// "deadlock", "missing-action", …
[[nodiscard]] QString ruleText(ProblemKind kind);

} // namespace bubblescope::ui
