// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_problem.h"

#include <QAbstractTableModel>
#include <vector>

namespace bubblescope::ui {

/// The families' own schedules that a search tried, as a table: fastest first, those that are out last, until
/// a heading is clicked.
class CandidateModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column : int { kName, kTime, kPeak, kState, kColumns };

    explicit CandidateModel(QObject* parent = nullptr);

    /// `unit` is that of the peaks.
    void setCandidates(std::vector<SearchCandidate> candidates, SearchObjective objective, FindUnit unit);
    [[nodiscard]] const SearchCandidate& candidateAt(int row) const
    {
        return m_candidates[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] QString textOf(const SearchCandidate& candidate, int column) const;
    [[nodiscard]] QVariant rawOf(const SearchCandidate& candidate, int column) const;

    std::vector<SearchCandidate> m_candidates;
    SearchObjective m_objective = SearchObjective::Makespan;
    FindUnit m_unit = FindUnit::Own;
};

} // namespace bubblescope::ui
