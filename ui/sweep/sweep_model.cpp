// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweep_model.h"

#include "core/time/rank_share.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <algorithm>
#include <utility>

namespace bubblescope::ui {

namespace {

/// What was asked for is there for what was refused as well.
std::optional<double> numberOf(const SweepRow& row, SweepMeasure measure)
{
    const ScheduleRequest& request = row.configuration.request;
    switch (measure) {
    case SweepMeasure::Ranks:
        return static_cast<double>(request.ranks);
    case SweepMeasure::Microbatches:
        return static_cast<double>(request.microbatches);
    case SweepMeasure::StagesPerRank:
        return stagesOfARank(row) > 0 ? std::optional<double>(stagesOfARank(row)) : std::nullopt;
    case SweepMeasure::Latency:
        return row.configuration.p2pLatency;
    default:
        return valueOf(row, measure);
    }
}

/// What paretoFront() looks at, with that time in the step's place.
std::vector<SweepRow> judgedBy(SweepMeasure time, const std::vector<SweepRecord>& rows)
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

/// A column of numbers; what has none is empty.
template <typename NumberOf, typename TextOf>
TableColumn<SweepRecord> numberColumn(const QString& title, NumberOf numberOf, TextOf textOf)
{
    return TableColumn<SweepRecord>(title,
                                    [numberOf, textOf](const SweepRecord& row) {
                                        const std::optional<double> number = numberOf(row);
                                        return number ? textOf(*number) : QString();
                                    })
        .withValue([numberOf](const SweepRecord& row) {
            const std::optional<double> number = numberOf(row);
            return number ? QVariant(*number) : QVariant();
        })
        .asFigure();
}

/// A figure that has no measure, of what was timed.
template <typename Figure, typename TextOf>
TableColumn<SweepRecord> figureColumn(const QString& title, Figure SweepMetrics::*figure, TextOf textOf)
{
    return numberColumn(
        title,
        [figure](const SweepRow& row) {
            return row.metrics ? std::optional<double>((*row.metrics).*figure) : std::nullopt;
        },
        textOf);
}

} // namespace

SweepModel::SweepModel(QObject* parent) : RecordModel(parent)
{
    setColumns(makeColumns());
}

SweepModel::ColumnType SweepModel::measured(SweepMeasure measure, int width, const QString& title) const
{
    return numberColumn(
               title.isEmpty() ? measureTitle(measure) : title,
               [measure](const SweepRow& row) { return numberOf(row, measure); },
               [measure, this](double number) { return measureFigure(number, measure, m_units); })
        .atLeast(width)
        .withTitleHelp(measureTitle(measure, m_units));
}

/// What was asked for, what came of it, and what most look at less often.
std::vector<SweepModel::ColumnType> SweepModel::makeColumns() const
{
    const auto schedule = [](const SweepRecord& row) { return scheduleText(row.configuration.request); };
    const auto outcome = [](const SweepRecord& row) { return outcomeText(row); };
    const auto percent = [](double share) { return percentFigure(share); };
    const auto time = [unit = m_units.time](double length) { return timeCell(length, unit); };
    const auto amount = [](double count) { return figureText(count, 2); };
    return {
        ColumnType(tr("Schedule"), schedule).atLeast(186).withHelp(schedule),
        measured(SweepMeasure::Ranks, 54),
        measured(SweepMeasure::Microbatches, 60),
        measured(SweepMeasure::StagesPerRank, 60, tr("Stages", "a rank's, heading of a narrow column")),
        measured(SweepMeasure::Latency, 60),
        measured(SweepMeasure::StepTime, 84),
        measured(SweepMeasure::BubbleRate, 84, tr("Bubble (%)", "heading of a narrow column")),
        measured(SweepMeasure::PeakMemory, 96,
                 m_units.countsActivations ? tr("Peak (act.)", "activations, heading of a narrow column")
                                           : QString()),
        ColumnType(tr("Outcome"), outcome).atLeast(130).withHelp(outcome),
        measured(SweepMeasure::TimePerMicrobatch, 0),
        figureColumn(tr("Idle (%)"), &SweepMetrics::idleFraction, percent),
        figureColumn(tr("Ideal time"), &SweepMetrics::idealTime, time),
        figureColumn(tr("Longest rank span"), &SweepMetrics::longestRankSpan, time),
        figureColumn(tr("Bubble rate, F+B (%)"), &SweepMetrics::bubbleRateFb, percent)
            .withTitleHelp(
                tr("As PP-Schedule-Visualization counts it: relative to forward and full backward only.")),
        figureColumn(tr("Peak activations"), &SweepMetrics::peakActivations, amount),
        figureColumn(tr("Peak activations per rank"), &SweepMetrics::peakActivationsPerRank, amount)
            .withTitleHelp(tr("Peak activations in units of the whole share of a rank, so that schedules "
                              "with different numbers of stages per rank use the same unit.")),
    };
}

void SweepModel::begin(const SweepPlan& plan)
{
    reset([&] {
        m_records.clear();
        m_front.clear();
        m_placeOf.clear();
        m_series.clear();
        for (const ScheduleRequest& schedule : plan.schedules) {
            m_placeOf.emplace(sweepScheduleText(schedule), m_placeOf.size());
            m_series << scheduleText(schedule);
        }
        m_units = {plan.costs.unit, plan.costs.memoryUnit,
                   !plan.costsPerStage && countsActivations(plan.costs)};
        setColumns(makeColumns());
    });
}

void SweepModel::append(const std::vector<SweepRow>& rows)
{
    if (rows.empty())
        return;
    const int first = rowCount();
    beginInsertRows({}, first, first + static_cast<int>(rows.size()) - 1);
    for (const SweepRow& row : rows) {
        const auto place = m_placeOf.find(sweepScheduleText(row.configuration.request));
        m_records.push_back({row, place == m_placeOf.end() ? 0 : place->second});
    }
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
    m_front = paretoFront(judgedBy(m_frontMeasure, m_records));
    std::vector<bool> now(m_records.size(), false);
    for (const std::size_t row : m_front)
        now[row] = true;
    for (std::size_t row = 0; row < now.size(); ++row)
        if (std::exchange(m_records[row].isOnFront, bool(now[row])) != now[row])
            emit dataChanged(index(static_cast<int>(row), 0),
                             index(static_cast<int>(row), columnCount() - 1));
}

std::size_t SweepModel::count(SweepStatus status) const
{
    return static_cast<std::size_t>(std::count_if(
        m_records.begin(), m_records.end(), [status](const SweepRow& row) { return row.status == status; }));
}

QString SweepModel::outcomeText(const SweepRecord& row)
{
    switch (row.status) {
    case SweepStatus::Done:
        return row.isOnFront ? tr("Pareto front") : QString();
    case SweepStatus::OverLimit:
        return tr("over the limit");
    case SweepStatus::Refused:
    case SweepStatus::Failed:
        break;
    }
    return QString::fromStdString(row.reason);
}

QVariant SweepModel::look(const SweepRecord& row, int column, int role) const
{
    const bool wasTimed = row.metrics.has_value();
    switch (role) {
    case kFrontRole:
        return row.isOnFront;
    case Qt::ForegroundRole:
        return wasTimed ? QVariant() : QVariant(Look::instance().colors().quiet);
    case Qt::FontRole:
        return row.isOnFront ? QVariant(figuresFont(windowFont().pixelSize(), true)) : QVariant();
    case Qt::DecorationRole:
        return column == 0 && wasTimed && markOf ? markOf(row.series, row.status == SweepStatus::OverLimit)
                                                 : QVariant();
    default:
        return {};
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
