// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/sweep_measure.h"
#include "ui/widgets/table_model.h"

#include <QSortFilterProxyModel>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace bubblescope::ui {

/// Columns that others ask for, by where they stand.
enum class SweepTableColumn : std::uint8_t {
    Schedule = 0,
    Microbatches = 2,
    Latency = 4,
    StepTime = 5,
    PeakMemory = 7,
    Outcome = 8,
};

/// A row with what is known of it among the others.
struct SweepRecord : SweepRow
{
    std::size_t series = 0;
    bool isOnFront = false;
};

/// The rows of a sweep as they come. Those on the Pareto front of time against peak memory are marked; the
/// front is found anew with each batch, O(n log n).
class SweepModel : public RecordModel<SweepRecord>
{
    Q_OBJECT

public:
    /// What a column is sorted by; invalid for what has no value.
    static constexpr int kSortRole = ui::kSortRole;
    /// Whether the row is on the front.
    static constexpr int kFrontRole = Qt::UserRole + 1;

    explicit SweepModel(QObject* parent = nullptr);

    /// `plan` names the series, a schedule each.
    void begin(const SweepPlan& plan);
    void append(const std::vector<SweepRow>& rows);
    [[nodiscard]] const std::vector<SweepRecord>& rows() const { return records(); }
    /// Whose front it is: StepTime, or TimePerMicrobatch, by which numbers of microbatches are held against
    /// each other.
    void setFrontMeasure(SweepMeasure measure);
    [[nodiscard]] SweepMeasure frontMeasure() const { return m_frontMeasure; }
    /// Places of rows, by rising time.
    [[nodiscard]] const std::vector<std::size_t>& front() const { return m_front; }
    [[nodiscard]] bool isOnFront(std::size_t row) const { return m_records[row].isOnFront; }
    /// How many of the rows ended so.
    [[nodiscard]] std::size_t count(SweepStatus status) const;
    /// The schedules of the plan, and which of them a row is of.
    [[nodiscard]] const QStringList& series() const { return m_series; }
    [[nodiscard]] std::size_t seriesOf(std::size_t row) const { return m_records[row].series; }
    [[nodiscard]] const SweepUnits& units() const { return m_units; }
    /// What became of a row, in words: "over the limit", or why it was refused; empty for one among others.
    [[nodiscard]] QString outcomeText(std::size_t row) const { return outcomeText(m_records[row]); }
    /// The mark of a series before its name, as the chart has it.
    std::function<QVariant(std::size_t series, bool isHollow)> markOf;

protected:
    [[nodiscard]] QVariant look(const SweepRecord& row, int column, int role) const override;

private:
    void findFront();
    [[nodiscard]] static QString outcomeText(const SweepRecord& row);
    [[nodiscard]] std::vector<ColumnType> makeColumns() const;
    [[nodiscard]] ColumnType measured(SweepMeasure measure, int width, const QString& title = {}) const;

    std::vector<std::size_t> m_front;
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
