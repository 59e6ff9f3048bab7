// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_model.h"

#include "ui/compare/compare_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/table_csv.h"

#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr int kAmountDecimals = 2;
constexpr int kFactorDecimals = 3;

PeakUnit unitOf(const Evaluation& side)
{
    return peakOf(side.metrics, side.memory.get()).unit;
}

} // namespace

CompareModel::CompareModel(QObject* parent) : RecordModel(parent)
{
    arrangeColumns();
}

void CompareModel::arrangeColumns()
{
    std::vector<ColumnType> columns{ColumnType(tr("Measure"), [this](const Line& line) {
                                        return measureText(line);
                                    }).withHelp([](const Line& line) { return line.help; })};
    const auto sides = static_cast<qsizetype>(std::max<std::size_t>(2, m_sides.size()));
    for (qsizetype side = 0; side < sides; ++side)
        columns.push_back(ColumnType(side == 0 ? tr("Current") : m_headings.value(side, tr("Reference")),
                                     [this, side](const Line& line) {
                                         return figure(line, static_cast<std::size_t>(side));
                                     })
                              .asFigure()
                              .withTitleHelp(m_titles.value(side)));
    setColumns(std::move(columns));
}

void CompareModel::show(const Comparison& comparison, const std::optional<ActionPosition>& selected)
{
    beginResetModel();
    m_records.clear();
    m_sides.clear();
    m_titles.clear();
    m_isInFirstUnit.clear();
    m_countsAlike.clear();
    if (comparison.isReady()) {
        m_titles = sideTitles(comparison.current(), comparison.references());
        m_headings = m_titles;
        m_sides.push_back(comparison.current().evaluation);
        for (const CompareSide& side : comparison.references())
            m_sides.push_back(side.evaluation);
        for (const EvaluationPtr& side : m_sides) {
            m_isInFirstUnit.push_back(haveSameUnit(*m_sides.front()->timeline, *side->timeline));
            m_countsAlike.push_back(unitOf(*m_sides.front()) == unitOf(*side));
        }
        m_isOneUnit =
            std::find(m_isInFirstUnit.begin(), m_isInFirstUnit.end(), false) == m_isInFirstUnit.end();
        m_isOneWork = areOneWork(comparison.current(), comparison.references());
        addWhole();
        if (comparison.difference())
            addMatches(*comparison.difference(), comparison.chosen() + 1);
        if (selected)
            addSelected(*selected);
        addRanks();
    }
    arrangeColumns();
    endResetModel();
}

template <typename ValueOf>
void CompareModel::add(const QString& measure, Unit unit, bool lessIsBetter, const ValueOf& valueOf)
{
    Line line{measure, unit, {}, lessIsBetter};
    for (const EvaluationPtr& side : m_sides)
        line.values.push_back(valueOf(*side));
    m_records.push_back(std::move(line));
}

void CompareModel::addWhole()
{
    const auto addMetric = [this](const QString& measure, Unit unit, bool lessIsBetter,
                                  double Metrics::*value) {
        add(measure, unit, lessIsBetter,
            [value](const Evaluation& side) -> Value { return side.metrics.*value; });
    };
    addMetric(tr("Makespan"), Unit::Time, true, &Metrics::makespan);
    addMetric(tr("Idle fraction"), Unit::Rate, true, &Metrics::idleFraction);
    addMetric(tr("Bubble rate"), Unit::Factor, true, &Metrics::bubbleRate);
    m_records.back().help = tr("Idle time per computing time: (makespan − ideal time) / ideal time");
    if (std::any_of(m_sides.begin(), m_sides.end(),
                    [](const EvaluationPtr& side) { return side->metrics.bubbleRateHostIdle.has_value(); }))
        add(tr("Bubble rate, host idle"), Unit::Factor, true, [](const Evaluation& side) -> Value {
            return side.metrics.bubbleRateHostIdle.value_or(side.metrics.bubbleRate);
        });
    addMetric(tr("Ideal time"), Unit::Time, false, &Metrics::idealTime);
    addMetric(tr("Longest rank span"), Unit::Time, true, &Metrics::longestRankSpan);
    addMetric(tr("Peak activations"), Unit::Amount, true, &Metrics::peakActivationsPerRank);
    add(tr("Peak memory"), Unit::Memory, true,
        [](const Evaluation& side) -> Value { return side.memory->highestPeak() / side.memory->perShare(); });
    add(tr("Ranks"), Unit::Count, false,
        [](const Evaluation& side) -> Value { return side.timeline->schedule->rankCount(); });
    add(tr("Actions"), Unit::Count, false,
        [](const Evaluation& side) -> Value { return static_cast<double>(side.actionCount); });
}

/// They are of the document and the chosen reference alone.
void CompareModel::addMatches(const DifferencePicture& picture, std::size_t reference)
{
    const DifferenceTotals& totals = picture.difference.totals();
    const auto addCount = [&](const QString& measure, std::size_t current, std::optional<std::size_t> other) {
        Line line{measure, Unit::Count, std::vector<Value>(m_sides.size())};
        line.isComparable = false;
        line.values.front() = static_cast<double>(current);
        if (other)
            line.values[reference] = static_cast<double>(*other);
        m_records.push_back(std::move(line));
    };
    addCount(tr("Actions in both"), totals.matched, totals.matched);
    addCount(tr("Only on this side"), totals.onlyCurrent, totals.onlyReference);
    addCount(tr("Start earlier"), totals.earlier, std::nullopt);
    addCount(tr("Start later"), totals.later, std::nullopt);
    addCount(tr("On another rank"), totals.onOtherRank, std::nullopt);
}

void CompareModel::addSelected(const ActionPosition& selected)
{
    const Schedule& schedule = *m_sides.front()->timeline->schedule;
    const QString name = QString::fromStdString(actionText(schedule.at(selected).id()));
    add(tr("Start of %1", "action").arg(name), Unit::Time, false, [&](const Evaluation& side) -> Value {
        const auto partner = &side == m_sides.front().get()
                                 ? std::optional(selected)
                                 : counterpartOf(schedule, selected, *side.timeline->schedule);
        return partner ? Value(side.timeline->startOf(*partner)) : std::nullopt;
    });
    m_records.back().rank = selected.rank;
}

void CompareModel::addRanks()
{
    std::size_t ranks = 0;
    for (const EvaluationPtr& side : m_sides)
        ranks = std::max(ranks, side->metrics.perRank.size());
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        const auto addRank = [&](const QString& measure, Unit unit, bool lessIsBetter, const auto& valueOf) {
            add(measure.arg(rank), unit, lessIsBetter, [&](const Evaluation& side) -> Value {
                return rank < side.metrics.perRank.size() ? Value(valueOf(side)) : std::nullopt;
            });
            m_records.back().rank = RankId{rank};
        };
        addRank(tr("Rank %1: busy"), Unit::Time, false,
                [rank](const Evaluation& side) { return side.metrics.perRank[rank].busy; });
        addRank(tr("Rank %1: idle"), Unit::Time, true,
                [rank](const Evaluation& side) { return side.metrics.perRank[rank].idle; });
        addRank(tr("Rank %1: peak memory"), Unit::Memory, true, [rank](const Evaluation& side) {
            return side.memory->peak(RankId{rank}).level / side.memory->perShare();
        });
    }
}

bool CompareModel::isComparable(const Line& line, std::size_t side) const
{
    return line.isComparable && line.values.front() && line.values[side] &&
           (line.unit != Unit::Time || m_isInFirstUnit[side]) &&
           (line.unit != Unit::Memory || m_countsAlike[side]);
}

/// Of values that all may be told from each other, and of which one is worse.
bool CompareModel::isBest(const Line& line, std::size_t side) const
{
    if (!line.lessIsBetter || (line.unit == Unit::Time && !m_isOneWork))
        return false;
    double least = 0, most = 0;
    for (std::size_t i = 0; i < line.values.size(); ++i) {
        if (!line.values[i])
            continue;
        if (!isComparable(line, i))
            return false;
        least = i == 0 ? *line.values[i] : std::min(least, *line.values[i]);
        most = i == 0 ? *line.values[i] : std::max(most, *line.values[i]);
    }
    return line.values[side] && !isSame(least, most) && isSame(*line.values[side], least);
}

std::optional<RankId> CompareModel::rankAt(const QModelIndex& index) const
{
    const Line* line = recordAt(index);
    return line ? line->rank : std::nullopt;
}

QString CompareModel::measureText(const Line& line) const
{
    const bool hasUnit = line.unit == Unit::Time && m_isOneUnit && m_sides.front()->timeline->unit == "step";
    return hasUnit
               ? tr("%1 (%2)", "measure, unit").arg(line.measure, unitText(m_sides.front()->timeline->unit))
               : line.measure;
}

QString CompareModel::figure(const Line& line, std::size_t side) const
{
    const Value& value = line.values[side];
    if (!value)
        return QStringLiteral("–");
    switch (line.unit) {
    case Unit::Rate:
        return rateText(*value);
    case Unit::Factor:
        return tr("%1 ×", "factor").arg(figureText(*value, kFactorDecimals));
    case Unit::Amount:
        return figureText(*value, kAmountDecimals);
    case Unit::Memory:
        return peakText({*value, unitOf(*m_sides[side])});
    case Unit::Count:
        return countText(static_cast<std::size_t>(*value));
    default:
        return m_isOneUnit ? timeCell(*value, m_sides[side]->timeline->unit)
                           : timeText(*value, m_sides[side]->timeline->unit);
    }
}

QString CompareModel::difference(const Line& line, std::size_t side, bool isShort) const
{
    if (side == 0 || !isComparable(line, side))
        return {};
    const double value = *line.values[side];
    const double first = *line.values.front();
    if (isSame(value, first))
        return figureText(0, 0);
    if (line.unit == Unit::Rate) // points of percent, not a share of a share
        return tr("%1 points", "percentage points").arg(signedText((value - first) * 100, 1));
    if (line.unit == Unit::Factor)
        return tr("%1 ×", "factor").arg(signedText(value - first, kFactorDecimals));
    const QString share = differenceShare(value, first);
    if (isShort && !share.isEmpty())
        return share;
    const QString much = line.unit == Unit::Memory
                             ? (value < first ? QStringLiteral("−") : QStringLiteral("+")) +
                                   peakFigure({std::abs(value - first), unitOf(*m_sides[side])})
                         : line.unit == Unit::Time ? signedTime(value - first, m_sides[side]->timeline->unit)
                                                   : signedText(value - first, kAmountDecimals);
    return share.isEmpty() ? much : tr("%1 (%2)", "difference, share").arg(much, share);
}

QVariant CompareModel::look(const Line& line, int column, int role) const
{
    if (column == Measure)
        return {};
    const auto side = static_cast<std::size_t>(column - Current);
    switch (role) {
    case kBesideRole:
    case kShortBesideRole:
        return side == 0 ? QVariant() : QVariant(difference(line, side, role == kShortBesideRole));
    case kBestRole:
        return isBest(line, side);
    case Qt::AccessibleTextRole: {
        QStringList parts{figure(line, side)};
        if (isBest(line, side))
            parts << tr("best");
        if (const QString than = difference(line, side); !than.isEmpty())
            parts << tr("against the first: %1", "difference").arg(than);
        return parts.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

void CompareModel::setHeadings(const QStringList& shortened)
{
    if (shortened == m_headings)
        return;
    m_headings = shortened;
    arrangeColumns();
    emit headerDataChanged(Qt::Horizontal, Current, columnCount() - 1);
}

QString CompareModel::csv(const std::vector<QModelIndex>& rows) const
{
    QStringList head{tr("Measure")};
    for (const QString& title : m_titles)
        head << csvField(title);
    for (qsizetype i = 1; i < m_titles.size(); ++i)
        head << csvField(tr("%1: difference", "side").arg(m_titles[i]))
             << csvField(tr("%1: relative", "side").arg(m_titles[i]));
    QString csv = head.join(QLatin1Char(',')) + QLatin1Char('\n');
    for (const QModelIndex& row : rows) {
        const Line& line = *recordAt(row);
        QStringList fields{csvField(measureText(line))};
        for (const Value& value : line.values)
            fields << (value ? csvNumber(*value) : QString());
        for (std::size_t side = 1; side < m_sides.size(); ++side) {
            const bool isTold = isComparable(line, side);
            const double first = isTold ? *line.values.front() : 0;
            const double difference = isTold ? *line.values[side] - first : 0;
            const bool hasShare =
                isTold && line.unit != Unit::Rate && line.unit != Unit::Factor && first != 0;
            fields << (isTold ? csvNumber(difference) : QString())
                   << (hasShare ? csvNumber(difference / std::abs(first)) : QString());
        }
        csv += fields.join(QLatin1Char(',')) + QLatin1Char('\n');
    }
    return csv;
}

} // namespace bubblescope::ui
