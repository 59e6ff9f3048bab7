// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/stage_times.h"
#include "ui/widgets/table_model.h"

namespace bubblescope::ui {

/// A row a group of stages: its times with their intervals, how they differ from a reference's, its memory.
class StageTimesModel : public RecordModel<StageGroup>
{
    Q_OBJECT

public:
    /// Columns of a time and its difference follow each other, by StageOp, after these.
    static constexpr int kStage = 0, kContent = 1, kFirstTime = 2;
    static constexpr int kActivation = kFirstTime + 2 * static_cast<int>(kStageOps);
    static constexpr int kFixed = kActivation + 4, kColumns = kActivation + 5;

    explicit StageTimesModel(QObject* parent = nullptr);

    /// Without times there are no rows.
    void setTimes(std::optional<StageTimes> times, std::optional<StageTimes> reference);
    /// Without intervals a time's cell is the narrower; its tooltip has them all the same.
    void setShowsIntervals(bool shows);
    [[nodiscard]] bool showsIntervals() const { return m_showsIntervals; }
    [[nodiscard]] bool hasReference() const { return m_reference.has_value(); }
    [[nodiscard]] const std::optional<StageTimes>& times() const { return m_times; }

protected:
    [[nodiscard]] QVariant look(const StageGroup& group, int column, int role) const override;

private:
    [[nodiscard]] std::vector<ColumnType> makeColumns() const;
    [[nodiscard]] ColumnType timeColumn(StageOp op) const;
    [[nodiscard]] ColumnType differenceColumn(StageOp op) const;
    [[nodiscard]] QString timeText(const StageTime& time, bool withInterval) const;
    [[nodiscard]] std::optional<double> difference(const StageGroup& group, StageOp op) const;

    std::optional<StageTimes> m_times;
    std::optional<StageTimes> m_reference;
    StageUnit m_unit;
    bool m_showsIntervals = true;
};

/// "+12.3 %", "−4 %", "0 %".
[[nodiscard]] QString differenceText(double share);

} // namespace bubblescope::ui
