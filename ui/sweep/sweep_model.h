// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep_measure.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace bubblescope::ui {

/// What a row's table shows, from left to right: what was asked for, what came of it, and what most look at
/// less often.
enum class SweepTableColumn : std::uint8_t {
    Schedule,
    Ranks,
    Microbatches,
    StagesPerRank,
    Latency,
    StepTime,
    BubbleRate,
    PeakMemory,
    Outcome,
    TimePerMicrobatch,
    IdleFraction,
    IdealTime,
    LongestRankSpan,
    BubbleRateFb,
    PeakActivations,
    PeakActivationsPerRank,
    Count,
};
inline constexpr int kSweepColumnCount = static_cast<int>(SweepTableColumn::Count);

/// The rows of a sweep as they come. Those on the Pareto front of time against peak memory are marked; the
/// front is found anew with each batch, O(n log n).
class SweepModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    /// What a column is sorted by; invalid for what has no value.
    static constexpr int kSortRole = Qt::UserRole;
    /// Whether the row is on the front.
    static constexpr int kFrontRole = Qt::UserRole + 1;

    using QAbstractTableModel::QAbstractTableModel;

    /// `plan` names the series, a schedule each.
    void begin(const SweepPlan& plan);
    void append(const std::vector<SweepRow>& rows);
    [[nodiscard]] const std::vector<SweepRow>& rows() const { return m_rows; }
    /// Whose front it is: StepTime, or TimePerMicrobatch, by which numbers of microbatches are held against
    /// each other.
    void setFrontMeasure(SweepMeasure measure);
    [[nodiscard]] SweepMeasure frontMeasure() const { return m_frontMeasure; }
    /// Places of rows, by rising time.
    [[nodiscard]] const std::vector<std::size_t>& front() const { return m_front; }
    [[nodiscard]] bool isOnFront(std::size_t row) const { return m_isOnFront[row]; }
    /// How many of the rows ended so.
    [[nodiscard]] std::size_t count(SweepStatus status) const;
    /// The schedules of the plan, and which of them a row is of.
    [[nodiscard]] const QStringList& series() const { return m_series; }
    [[nodiscard]] std::size_t seriesOf(std::size_t row) const { return m_seriesOf[row]; }
    [[nodiscard]] const SweepUnits& units() const { return m_units; }
    /// What became of a row, in words: "over the limit", or why it was refused; empty for one among others.
    [[nodiscard]] QString outcomeText(std::size_t row) const;
    /// The mark of a series before its name, as the chart has it.
    std::function<QVariant(std::size_t series, bool isHollow)> markOf;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void findFront();
    [[nodiscard]] QString text(std::size_t row, SweepTableColumn column) const;
    [[nodiscard]] QVariant sortValue(std::size_t row, SweepTableColumn column) const;

    std::vector<SweepRow> m_rows;
    std::vector<std::size_t> m_seriesOf;
    std::vector<std::size_t> m_front;
    std::vector<bool> m_isOnFront;
    std::map<std::string, std::size_t> m_placeOf; ///< of a series, by sweepScheduleText()
    QStringList m_series;
    SweepUnits m_units;
    SweepMeasure m_frontMeasure = SweepMeasure::StepTime;
};

/// The model sorted, what has no value last either way, and if wanted the front alone.
class SweepOrder : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit SweepOrder(QObject* parent = nullptr);
    void setFrontOnly(bool frontOnly);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    bool m_frontOnly = false;
};

} // namespace bubblescope::ui
