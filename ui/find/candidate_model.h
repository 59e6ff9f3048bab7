// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_problem.h"
#include "ui/widgets/table_model.h"

namespace bubblescope::ui {

/// The families' own schedules that a search tried, as a table: fastest first, those that are out last, until
/// a heading is clicked.
class CandidateModel : public RecordModel<SearchCandidate>
{
    Q_OBJECT

public:
    enum Column : int { kName, kTime, kPeak, kState, kColumns };

    explicit CandidateModel(QObject* parent = nullptr);

    /// `unit` is that of the peaks.
    void setCandidates(std::vector<SearchCandidate> candidates, SearchObjective objective, FindUnit unit,
                       const std::string& unitOfTime);

protected:
    [[nodiscard]] QVariant look(const SearchCandidate& candidate, int column, int role) const override;

private:
    [[nodiscard]] std::vector<ColumnType> makeColumns(SearchObjective objective, FindUnit unit,
                                                      const std::string& unitOfTime) const;
};

} // namespace bubblescope::ui
