// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_model.h"

#include "ui/compare/compare_text.h"
#include "ui/panels/figures.h"
#include "ui/panels/table_csv.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kTimeDecimals = 3;
constexpr int kAmountDecimals = 2;

} // namespace

void CompareModel::show(const Comparison& comparison, const std::optional<ActionPosition>& selected)
{
    beginResetModel();
    m_lines.clear();
    m_isOneAxis = comparison.haveOneAxis();
    if (comparison.isReady()) {
        const Evaluation& current = *comparison.current().evaluation;
        const Evaluation& reference = *comparison.reference()->evaluation;
        m_unit = m_isOneAxis ? unitText(current.timeline->unit) : QString();
        addWhole(current, reference);
        if (comparison.difference())
            addMatches(*comparison.difference());
        if (selected)
            addSelected(current, reference, *selected);
        addRanks(current, reference);
    }
    endResetModel();
}

bool CompareModel::countsAlike(const Evaluation& current, const Evaluation& reference)
{
    return current.memory->unit() == reference.memory->unit();
}

CompareModel::Unit CompareModel::memoryUnitOf(const Evaluation& current, const Evaluation& reference)
{
    return countsAlike(current, reference) && current.memory->unit() == MemoryUnit::Bytes ? Unit::Bytes
                                                                                          : Unit::Amount;
}

void CompareModel::addWhole(const Evaluation& current, const Evaluation& reference)
{
    const auto add = [&](const QString& measure, Unit unit, double Metrics::*value) {
        m_lines.push_back({measure, unit, current.metrics.*value, reference.metrics.*value,
                           m_isOneAxis || unit != Unit::Time});
    };
    add(tr("Makespan"), Unit::Time, &Metrics::makespan);
    add(tr("Bubble rate"), Unit::Rate, &Metrics::bubbleRate);
    if (current.metrics.bubbleRateHostIdle || reference.metrics.bubbleRateHostIdle)
        m_lines.push_back({tr("Bubble rate, host idle"), Unit::Rate,
                           current.metrics.bubbleRateHostIdle.value_or(current.metrics.bubbleRate),
                           reference.metrics.bubbleRateHostIdle.value_or(reference.metrics.bubbleRate)});
    add(tr("Idle fraction"), Unit::Rate, &Metrics::idleFraction);
    add(tr("Ideal time"), Unit::Time, &Metrics::idealTime);
    add(tr("Longest rank span"), Unit::Time, &Metrics::longestRankSpan);
    add(tr("Peak activations"), Unit::Amount, &Metrics::peakActivationsPerRank);
    const Unit memory = memoryUnitOf(current, reference);
    m_lines.push_back({tr("Peak memory"), memory, current.memory->highestPeak(),
                       reference.memory->highestPeak(), countsAlike(current, reference)});
    m_lines.push_back({tr("Ranks"), Unit::Count, current.timeline->schedule->rankCount(),
                       reference.timeline->schedule->rankCount()});
    m_lines.push_back({tr("Actions"), Unit::Count, static_cast<double>(current.actionCount),
                       static_cast<double>(reference.actionCount)});
}

void CompareModel::addMatches(const DifferencePicture& picture)
{
    const DifferenceTotals& totals = picture.difference.totals();
    const auto add = [this](const QString& measure, std::optional<std::size_t> current,
                            std::optional<std::size_t> reference) {
        const auto number = [](std::optional<std::size_t> count) {
            return count ? std::optional(static_cast<double>(*count)) : std::nullopt;
        };
        m_lines.push_back({measure, Unit::Count, number(current), number(reference), false});
    };
    add(tr("Actions in both"), totals.matched, totals.matched);
    add(tr("Only on this side"), totals.onlyCurrent, totals.onlyReference);
    add(tr("Start earlier"), totals.earlier, std::nullopt);
    add(tr("Start later"), totals.later, std::nullopt);
    add(tr("On another rank"), totals.onOtherRank, std::nullopt);
}

void CompareModel::addSelected(const Evaluation& current, const Evaluation& reference,
                               const ActionPosition& selected)
{
    const Timeline& now = *current.timeline;
    const Timeline& before = *reference.timeline;
    const auto partner = counterpartOf(*now.schedule, selected, *before.schedule);
    const QString name = QString::fromStdString(actionText(now.schedule->at(selected).id()));
    m_lines.push_back({tr("Start of %1", "action").arg(name), Unit::Time, now.startOf(selected),
                       partner ? std::optional(before.startOf(*partner)) : std::nullopt, m_isOneAxis,
                       selected.rank});
}

void CompareModel::addRanks(const Evaluation& current, const Evaluation& reference)
{
    const auto& now = current.metrics.perRank;
    const auto& before = reference.metrics.perRank;
    const auto ranks = static_cast<std::uint32_t>(std::max(now.size(), before.size()));
    const auto add = [&](const QString& measure, Unit unit, std::uint32_t rank, const auto& valueOf) {
        const auto of = [&](const Evaluation& side) {
            return rank < side.metrics.perRank.size() ? std::optional<double>(valueOf(side)) : std::nullopt;
        };
        m_lines.push_back({measure.arg(rank), unit, of(current), of(reference),
                           unit == Unit::Time ? m_isOneAxis : countsAlike(current, reference), RankId{rank}});
    };
    const Unit memory = memoryUnitOf(current, reference);
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        add(tr("Rank %1: busy"), Unit::Time, rank,
            [rank](const Evaluation& side) { return side.metrics.perRank[rank].busy; });
        add(tr("Rank %1: idle"), Unit::Time, rank,
            [rank](const Evaluation& side) { return side.metrics.perRank[rank].idle; });
        add(tr("Rank %1: peak memory"), memory, rank,
            [rank](const Evaluation& side) { return side.memory->peak(RankId{rank}).level; });
    }
}

std::optional<RankId> CompareModel::rankAt(const QModelIndex& index) const
{
    return index.isValid() ? m_lines[static_cast<std::size_t>(index.row())].rank : std::nullopt;
}

int CompareModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_lines.size());
}

int CompareModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString CompareModel::figure(const Line& line, const std::optional<double>& value)
{
    if (!value)
        return QStringLiteral("–");
    switch (line.unit) {
    case Unit::Rate:
        return percentText(*value);
    case Unit::Amount:
        return figureText(*value, kAmountDecimals);
    case Unit::Bytes:
        return memoryText(*value, MemoryUnit::Bytes);
    case Unit::Count:
        return countText(static_cast<std::size_t>(*value));
    default:
        return timeText(*value);
    }
}

QString CompareModel::text(const Line& line, int column) const
{
    switch (column) {
    case Measure:
        return line.unit == Unit::Time && !m_unit.isEmpty()
                   ? tr("%1 (%2)", "measure, unit").arg(line.measure, m_unit)
                   : line.measure;
    case Current:
        return figure(line, line.current);
    case Reference:
        return figure(line, line.reference);
    default:
        break;
    }
    if (!line.isComparable || !line.current || !line.reference)
        return {};
    if (column == Share)
        return line.unit == Unit::Rate ? QString() : differenceShare(*line.current, *line.reference);
    const double difference = *line.current - *line.reference;
    if (line.unit == Unit::Rate) // points of percent, not a share of a share
        return tr("%1 points", "percentage points").arg(signedText(difference * 100, 1));
    if (line.unit == Unit::Bytes)
        return (difference < 0 ? QStringLiteral("−") : QStringLiteral("+")) +
               memoryText(std::abs(difference), MemoryUnit::Bytes);
    return signedText(difference, line.unit == Unit::Time ? kTimeDecimals : kAmountDecimals);
}

std::optional<double> CompareModel::raw(const Line& line, int column)
{
    if (column == Current)
        return line.current;
    if (column == Reference)
        return line.reference;
    if (!line.isComparable || !line.current || !line.reference)
        return std::nullopt;
    const double difference = *line.current - *line.reference;
    if (column == Difference)
        return difference;
    return line.unit == Unit::Rate || *line.reference == 0
               ? std::nullopt
               : std::optional(difference / std::abs(*line.reference));
}

QVariant CompareModel::data(const QModelIndex& index, int role) const
{
    const Line& line = m_lines[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    if (role == Qt::DisplayRole)
        return text(line, column);
    if (role == kRawRole && column != Measure) {
        const auto value = raw(line, column);
        return value ? QVariant(*value) : QVariant(QString());
    }
    if (role == Qt::TextAlignmentRole && column != Measure)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    return {};
}

QVariant CompareModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((section == Measure ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Measure:
        return tr("Measure");
    case Current:
        return tr("Current");
    case Reference:
        return tr("Reference");
    case Difference:
        return tr("Difference");
    default:
        return tr("Relative");
    }
}

} // namespace bubblescope::ui
