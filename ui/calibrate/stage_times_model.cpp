// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/stage_times_model.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"
#include "ui/widgets/table_csv.h"

#include <cmath>

namespace bubblescope::ui {

namespace {

bool isTime(int column)
{
    return column >= StageTimesModel::kFirstTime && column < StageTimesModel::kActivation;
}

bool isDifference(int column)
{
    return isTime(column) && (column - StageTimesModel::kFirstTime) % 2 == 1;
}

StageOp opOf(int column)
{
    return static_cast<StageOp>((column - StageTimesModel::kFirstTime) / 2);
}

const std::optional<StageTime>& timeOf(const StageGroup& group, StageOp op)
{
    return group.times[static_cast<std::size_t>(op)];
}

std::optional<double> sizeOf(const StageGroup& group, int column)
{
    switch (column) {
    case StageTimesModel::kActivation:
        return group.activation;
    case StageTimesModel::kParameters:
        return group.parameters;
    case StageTimesModel::kGradients:
        return group.gradients;
    case StageTimesModel::kOptimizer:
        return group.optimizer;
    default:
        break;
    }
    if (!group.parameters || !group.gradients || !group.optimizer)
        return std::nullopt;
    return *group.parameters + *group.gradients + *group.optimizer;
}

/// What a column of sizes means.
QString sizeHelp(int column)
{
    switch (column) {
    case StageTimesModel::kActivation:
        return StageTimesModel::tr("Held of one microbatch from its forward to its backward");
    case StageTimesModel::kParameters:
        return StageTimesModel::tr("The parameters in the type that is computed with");
    case StageTimesModel::kGradients:
        return StageTimesModel::tr("Held from a step's first backward on");
    case StageTimesModel::kOptimizer:
        return StageTimesModel::tr("AdamW's two moments and its copy of the weights in fp32: 12 bytes a "
                                   "parameter, unless it is divided between replicas");
    case StageTimesModel::kFixed:
        return StageTimesModel::tr("Weights, gradients and optimizer states: what a stage holds besides "
                                   "activations, all of it from a step's first backward on");
    default:
        return {};
    }
}

} // namespace

QString differenceText(double share)
{
    const QString figure = figureText(std::abs(share) * 100, 1);
    if (figure == QLatin1String("0"))
        return QStringLiteral("0 %");
    return (share < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + figure + QStringLiteral(" %");
}

void StageTimesModel::setTimes(std::optional<StageTimes> times, std::optional<StageTimes> reference)
{
    beginResetModel();
    m_times = std::move(times);
    m_reference = std::move(reference);
    m_rows.clear();
    if (m_times) {
        m_unit = unitOf(*m_times);
        for (const StageGroup& group : m_times->groups)
            for (std::uint32_t first = group.first; first <= group.last;) {
                StageGroup row = group;
                row.first = first;
                if (m_reference)
                    row.last = std::min(group.last, m_reference->at(first).last);
                first = row.last + 1;
                m_rows.push_back(std::move(row));
            }
    }
    endResetModel();
}

int StageTimesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int StageTimesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

std::optional<double> StageTimesModel::difference(const StageGroup& group, StageOp op) const
{
    if (!m_reference || (op == StageOp::Overlap && m_reference->overlapPair != m_times->overlapPair))
        return std::nullopt;
    const std::optional<StageTime>& before = timeOf(m_reference->at(group.first), op);
    const std::optional<StageTime>& now = timeOf(group, op);
    if (!before || !now || before->us <= 0)
        return std::nullopt;
    return now->us / before->us - 1;
}

QString StageTimesModel::textOf(const StageGroup& group, int column) const
{
    const QString none = QStringLiteral("–");
    if (column == kStage)
        return stageName(group);
    if (column == kContent)
        return stageContent(group);
    if (isDifference(column)) {
        const std::optional<double> share = difference(group, opOf(column));
        return share ? differenceText(*share) : none;
    }
    if (!isTime(column)) {
        const std::optional<double> size = sizeOf(group, column);
        return size ? bytesText(*size) : none;
    }
    const std::optional<StageTime>& time = timeOf(group, opOf(column));
    if (!time)
        return none;
    const QString text = timeText(*time, m_showsIntervals);
    return time->flags.isEmpty() ? text : text + QStringLiteral(" !");
}

QString StageTimesModel::timeText(const StageTime& time, bool withInterval) const
{
    const int decimals = m_unit.us > 1 ? 2 : 1;
    QString text = figureText(time.us / m_unit.us, decimals);
    if (time.spread && withInterval)
        text += QStringLiteral(" ± ") +
                figureText(std::max(time.spread->below, time.spread->above) / m_unit.us, decimals);
    return text;
}

QString StageTimesModel::helpOf(const StageGroup& group, int column) const
{
    QStringList lines{textOf(group, column)};
    if (column == kStage && !stageContent(group).isEmpty())
        lines << stageContent(group);
    if (isTime(column) && !isDifference(column) && timeOf(group, opOf(column))) {
        const StageTime& time = *timeOf(group, opOf(column));
        lines = QStringList{tr("%1 %2", "time, unit").arg(timeText(time, true), m_unit.name)} + time.flags;
    }
    if (column == kFixed && sizeOf(group, kFixed))
        for (const int part : {kParameters, kGradients, kOptimizer})
            lines << tr("%1: %2", "memory of a stage, size")
                         .arg(headerData(part, Qt::Horizontal, Qt::DisplayRole).toString(),
                              textOf(group, part));
    return lines.join(QLatin1Char('\n'));
}

void StageTimesModel::setShowsIntervals(bool shows)
{
    if (shows == m_showsIntervals)
        return;
    m_showsIntervals = shows;
    if (!m_rows.empty())
        emit dataChanged(index(0, kFirstTime), index(rowCount() - 1, kActivation - 1));
}

QVariant StageTimesModel::rawOf(const StageGroup& group, int column) const
{
    std::optional<double> value;
    if (isDifference(column))
        value = difference(group, opOf(column));
    else if (isTime(column))
        value = timeOf(group, opOf(column)) ? std::optional(timeOf(group, opOf(column))->us / m_unit.us)
                                            : std::nullopt;
    else if (column >= kActivation)
        value = sizeOf(group, column);
    return value ? QVariant(csvNumber(*value)) : QVariant();
}

QVariant StageTimesModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const StageGroup& group = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const StageTime* time = isTime(column) && !isDifference(column) && timeOf(group, opOf(column))
                                ? &*timeOf(group, opOf(column))
                                : nullptr;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(group, column);
    case Qt::TextAlignmentRole:
        return int((column <= kContent ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
        return helpOf(group, column);
    case Qt::ForegroundRole:
        if (isDifference(column) || column == kContent)
            return Look::instance().colors().quiet;
        return time && !time->flags.isEmpty() ? QVariant(Look::instance().colors().caution) : QVariant();
    case Qt::FontRole:
        return figuresFont(13, false);
    case kRawRole:
        return rawOf(group, column);
    default:
        return {};
    }
}

QVariant StageTimesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole)
        return section >= kActivation ? QVariant(sizeHelp(section)) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return int((section <= kContent ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kStage:
        return tr("Stage");
    case kContent:
        return tr("Made of");
    case kActivation:
        return tr("Activation");
    case kParameters:
        return tr("Weights");
    case kGradients:
        return tr("Gradients");
    case kOptimizer:
        return tr("Optimizer");
    case kFixed:
        return tr("Fixed", "memory of a stage");
    default:
        break;
    }
    const QString pair = m_times ? m_times->overlapPair : QString();
    return isDifference(section)
               ? tr("Change")
               : tr("%1, %2", "kind, unit").arg(stageOpName(opOf(section), pair), m_unit.name);
}

} // namespace bubblescope::ui
