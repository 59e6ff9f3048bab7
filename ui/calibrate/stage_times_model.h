// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/stage_times.h"

#include <QAbstractTableModel>

namespace bubblescope::ui {

/// A row a group of stages: its times with their intervals, how they differ from a reference's, its memory.
class StageTimesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// Columns of a time and its difference follow each other, by StageOp, after these.
    static constexpr int kStage = 0, kContent = 1, kFirstTime = 2;
    static constexpr int kActivation = kFirstTime + 2 * static_cast<int>(kStageOps);
    static constexpr int kParameters = kActivation + 1, kGradients = kActivation + 2,
                         kOptimizer = kActivation + 3, kFixed = kActivation + 4;
    static constexpr int kColumns = kActivation + 5;

    using QAbstractTableModel::QAbstractTableModel;

    /// Without times there are no rows.
    void setTimes(std::optional<StageTimes> times, std::optional<StageTimes> reference);
    /// Without intervals a time's cell is the narrower; its tooltip has them all the same.
    void setShowsIntervals(bool shows);
    [[nodiscard]] bool showsIntervals() const { return m_showsIntervals; }
    [[nodiscard]] bool hasReference() const { return m_reference.has_value(); }
    [[nodiscard]] const std::optional<StageTimes>& times() const { return m_times; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString textOf(const StageGroup& group, int column) const;
    [[nodiscard]] QString timeText(const StageTime& time, bool withInterval) const;
    /// What a cell does not show, or would not without its neighbours.
    [[nodiscard]] QString helpOf(const StageGroup& group, int column) const;
    [[nodiscard]] std::optional<double> difference(const StageGroup& group, StageOp op) const;
    [[nodiscard]] QVariant rawOf(const StageGroup& group, int column) const;

    std::optional<StageTimes> m_times;
    std::optional<StageTimes> m_reference;
    std::vector<StageGroup> m_rows; ///< split also where the reference changes
    StageUnit m_unit;
    bool m_showsIntervals = true;
};

/// "+12.3 %", "−4 %", "0 %".
[[nodiscard]] QString differenceText(double share);

} // namespace bubblescope::ui
