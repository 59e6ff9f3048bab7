// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_model.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

/// The measure that a column shows, where it shows one.
std::optional<SweepMeasure> measureOf(SweepTableColumn column)
{
    switch (column) {
    case SweepTableColumn::Ranks:
        return SweepMeasure::Ranks;
    case SweepTableColumn::Microbatches:
        return SweepMeasure::Microbatches;
    case SweepTableColumn::StagesPerRank:
        return SweepMeasure::StagesPerRank;
    case SweepTableColumn::Latency:
        return SweepMeasure::Latency;
    case SweepTableColumn::StepTime:
        return SweepMeasure::StepTime;
    case SweepTableColumn::BubbleRate:
        return SweepMeasure::BubbleRate;
    case SweepTableColumn::PeakMemory:
        return SweepMeasure::PeakMemory;
    case SweepTableColumn::TimePerMicrobatch:
        return SweepMeasure::TimePerMicrobatch;
    default:
        return std::nullopt;
    }
}

/// Of a row that was timed, the figures that have no measure.
std::optional<double> figureOf(const SweepMetrics& metrics, SweepTableColumn column)
{
    switch (column) {
    case SweepTableColumn::IdleFraction:
        return metrics.idleFraction;
    case SweepTableColumn::IdealTime:
        return metrics.idealTime;
    case SweepTableColumn::LongestRankSpan:
        return metrics.longestRankSpan;
    case SweepTableColumn::BubbleRateFb:
        return metrics.bubbleRateFb;
    case SweepTableColumn::PeakActivations:
        return metrics.peakActivations;
    case SweepTableColumn::PeakActivationsPerRank:
        return metrics.peakActivationsPerRank;
    default:
        return std::nullopt;
    }
}

/// What was asked for is there for what was refused as well.
std::optional<double> numberOf(const SweepRow& row, SweepTableColumn column)
{
    const ScheduleRequest& request = row.configuration.request;
    switch (column) {
    case SweepTableColumn::Ranks:
        return static_cast<double>(request.ranks);
    case SweepTableColumn::Microbatches:
        return static_cast<double>(request.microbatches);
    case SweepTableColumn::StagesPerRank:
        return stagesOfARank(row) > 0 ? std::optional<double>(stagesOfARank(row)) : std::nullopt;
    case SweepTableColumn::Latency:
        return row.configuration.p2pLatency;
    default:
        break;
    }
    if (const std::optional<SweepMeasure> measure = measureOf(column))
        return valueOf(row, *measure);
    return row.metrics ? figureOf(*row.metrics, column) : std::nullopt;
}

/// What paretoFront() looks at, with that time in the step's place.
std::vector<SweepRow> judgedBy(SweepMeasure time, const std::vector<SweepRow>& rows)
{
    std::vector<SweepRow> judged(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        judged[i].status = rows[i].status;
        judged[i].metrics = rows[i].metrics;
        if (judged[i].metrics)
            judged[i].metrics->makespan = valueOf(rows[i], time).value_or(0);
    }
    return judged;
}

bool isText(SweepTableColumn column)
{
    return column == SweepTableColumn::Schedule || column == SweepTableColumn::Outcome;
}

} // namespace

void SweepModel::begin(const SweepPlan& plan)
{
    beginResetModel();
    m_rows.clear();
    m_seriesOf.clear();
    m_front.clear();
    m_isOnFront.clear();
    m_placeOf.clear();
    m_series.clear();
    for (const ScheduleRequest& schedule : plan.schedules) {
        m_placeOf.emplace(sweepScheduleText(schedule), m_placeOf.size());
        m_series << scheduleText(schedule);
    }
    m_units = {plan.costs.unit, plan.costs.memoryUnit};
    endResetModel();
}

void SweepModel::append(const std::vector<SweepRow>& rows)
{
    if (rows.empty())
        return;
    const auto first = static_cast<int>(m_rows.size());
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    m_rows.insert(m_rows.end(), rows.begin(), rows.end());
    for (const SweepRow& row : rows) {
        const auto place = m_placeOf.find(sweepScheduleText(row.configuration.request));
        m_seriesOf.push_back(place == m_placeOf.end() ? 0 : place->second);
    }
    m_isOnFront.resize(m_rows.size(), false);
    endInsertRows();
    findFront();
}

void SweepModel::setFrontMeasure(SweepMeasure measure)
{
    if (std::exchange(m_frontMeasure, measure) != measure)
        findFront();
}

void SweepModel::findFront()
{
    m_front = paretoFront(judgedBy(m_frontMeasure, m_rows));
    std::vector<bool> now(m_rows.size(), false);
    for (const std::size_t row : m_front)
        now[row] = true;
    std::swap(now, m_isOnFront);
    for (std::size_t row = 0; row < now.size(); ++row)
        if (now[row] != m_isOnFront[row])
            emit dataChanged(index(static_cast<int>(row), 0),
                             index(static_cast<int>(row), kSweepColumnCount - 1));
}

std::size_t SweepModel::count(SweepStatus status) const
{
    return static_cast<std::size_t>(std::count_if(
        m_rows.begin(), m_rows.end(), [status](const SweepRow& row) { return row.status == status; }));
}

QString SweepModel::outcomeText(std::size_t row) const
{
    switch (m_rows[row].status) {
    case SweepStatus::Done:
        return m_isOnFront[row] ? tr("Pareto front") : QString();
    case SweepStatus::OverLimit:
        return tr("over the limit");
    case SweepStatus::Refused:
    case SweepStatus::Failed:
        break;
    }
    return QString::fromStdString(m_rows[row].reason);
}

int SweepModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SweepModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kSweepColumnCount;
}

QString SweepModel::text(std::size_t row, SweepTableColumn column) const
{
    if (column == SweepTableColumn::Schedule)
        return scheduleText(m_rows[row].configuration.request);
    if (column == SweepTableColumn::Outcome)
        return outcomeText(row);
    const std::optional<double> number = numberOf(m_rows[row], column);
    if (!number)
        return {};
    if (const std::optional<SweepMeasure> measure = measureOf(column))
        return measureFigure(*number, *measure, m_units);
    if (column == SweepTableColumn::IdleFraction || column == SweepTableColumn::BubbleRateFb)
        return percentFigure(*number);
    if (column == SweepTableColumn::PeakActivations || column == SweepTableColumn::PeakActivationsPerRank)
        return figureText(*number, 2);
    return timeText(*number);
}

QVariant SweepModel::sortValue(std::size_t row, SweepTableColumn column) const
{
    if (isText(column)) {
        const QString shown = text(row, column);
        return shown.isEmpty() ? QVariant() : QVariant(shown);
    }
    const std::optional<double> number = numberOf(m_rows[row], column);
    return number ? QVariant(*number) : QVariant();
}

QVariant SweepModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || static_cast<std::size_t>(index.row()) >= m_rows.size())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    const auto column = static_cast<SweepTableColumn>(index.column());
    const bool wasTimed = m_rows[row].metrics.has_value();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case kSortRole:
        return sortValue(row, column);
    case kFrontRole:
        return bool(m_isOnFront[row]);
    case Qt::ToolTipRole:
        return column == SweepTableColumn::Outcome || column == SweepTableColumn::Schedule
                   ? QVariant(text(row, column))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return isText(column) ? QVariant() : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return wasTimed ? QVariant() : QVariant(Look::instance().colors().quiet);
    case Qt::FontRole:
        return m_isOnFront[row] ? QVariant(figuresFont(windowFont().pixelSize(), true)) : QVariant();
    case Qt::DecorationRole:
        return column == SweepTableColumn::Schedule && wasTimed && markOf
                   ? markOf(m_seriesOf[row], m_rows[row].status == SweepStatus::OverLimit)
                   : QVariant();
    default:
        return {};
    }
}

QVariant SweepModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kSweepColumnCount)
        return {};
    const auto column = static_cast<SweepTableColumn>(section);
    if (role == Qt::TextAlignmentRole)
        return isText(column) ? QVariant(Qt::AlignLeft | Qt::AlignVCenter)
                              : QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && column == SweepTableColumn::PeakActivationsPerRank)
        return tr("Peak of activations in units of a whole rank's share: schedules that cut it into more "
                  "stages are told in the same unit.");
    if (role == Qt::ToolTipRole && column == SweepTableColumn::BubbleRateFb)
        return tr("As PP-Schedule-Visualization counts it: against forward and full backward alone.");
    if (const std::optional<SweepMeasure> measure = measureOf(column); measure && role == Qt::ToolTipRole)
        return measureTitle(*measure, m_units);
    if (role != Qt::DisplayRole)
        return {};
    if (column == SweepTableColumn::StagesPerRank)
        return tr("Stages", "a rank's, heading of a narrow column");
    if (column == SweepTableColumn::BubbleRate)
        return tr("Bubble (%)", "heading of a narrow column");
    if (const std::optional<SweepMeasure> measure = measureOf(column))
        return measureTitle(*measure);
    switch (column) {
    case SweepTableColumn::Schedule:
        return tr("Schedule");
    case SweepTableColumn::Outcome:
        return tr("Outcome");
    case SweepTableColumn::IdleFraction:
        return tr("Idle (%)");
    case SweepTableColumn::IdealTime:
        return tr("Ideal time");
    case SweepTableColumn::LongestRankSpan:
        return tr("Longest rank span");
    case SweepTableColumn::BubbleRateFb:
        return tr("Bubble rate, F+B (%)");
    case SweepTableColumn::PeakActivations:
        return tr("Peak activations");
    default:
        return tr("Peak activations per rank");
    }
}

SweepOrder::SweepOrder(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(SweepModel::kSortRole);
    setDynamicSortFilter(true);
}

void SweepOrder::setFrontOnly(bool frontOnly)
{
    if (std::exchange(m_frontOnly, frontOnly) != frontOnly)
        invalidateFilter();
}

bool SweepOrder::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    return !m_frontOnly || sourceModel()->index(row, 0, parent).data(SweepModel::kFrontRole).toBool();
}

bool SweepOrder::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(SweepModel::kSortRole);
    const QVariant b = right.data(SweepModel::kSortRole);
    const bool isRising = sortOrder() == Qt::AscendingOrder;
    if (!a.isValid() || !b.isValid())
        return a.isValid() == b.isValid() ? left.row() < right.row() : (a.isValid() == isRising);
    if (a.typeId() == QMetaType::QString && a != b)
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    return a == b ? (left.row() < right.row()) == isRising && left.row() != right.row()
                  : a.toDouble() < b.toDouble();
}

} // namespace bubblescope::ui
