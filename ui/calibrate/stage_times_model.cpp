// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/stage_times_model.h"

#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

#include <cmath>
#include <utility>

namespace bubblescope::ui {

namespace {

QString noValue()
{
    return QStringLiteral("–");
}

const std::optional<StageTime>& timeOf(const StageGroup& group, StageOp op)
{
    return group.times[static_cast<std::size_t>(op)];
}

/// What a stage holds besides activations.
std::optional<double> fixedOf(const StageGroup& group)
{
    if (!group.parameters || !group.gradients || !group.optimizer)
        return std::nullopt;
    return *group.parameters + *group.gradients + *group.optimizer;
}

QVariant valueOf(const std::optional<double>& value)
{
    return value ? QVariant(*value) : QVariant();
}

/// A column of sizes, and what they mean.
template <typename Size>
TableColumn<StageGroup> sizeColumn(const QString& title, Size size, const QString& help)
{
    const auto text = [size](const StageGroup& group) {
        const std::optional<double> bytes = std::invoke(size, group);
        return bytes ? bytesText(*bytes) : noValue();
    };
    return TableColumn<StageGroup>(title, text)
        .withValue([size](const StageGroup& group) { return valueOf(std::invoke(size, group)); })
        .asFigure()
        .withHelp(text)
        .withTitleHelp(help);
}

} // namespace

QString differenceText(double share)
{
    const QString figure = figureText(std::abs(share) * 100, 1);
    if (figure == QLatin1String("0"))
        return QStringLiteral("0 %");
    return (share < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + figure + QStringLiteral(" %");
}

StageTimesModel::StageTimesModel(QObject* parent) : RecordModel(parent)
{
    setColumns(makeColumns());
}

StageTimesModel::ColumnType StageTimesModel::timeColumn(StageOp op) const
{
    const QString pair = m_times ? m_times->overlapPair : QString();
    const auto text = [this, op](const StageGroup& group) {
        const std::optional<StageTime>& time = timeOf(group, op);
        if (!time)
            return noValue();
        const QString figure = timeText(*time, m_showsIntervals);
        return time->flags.isEmpty() ? figure : figure + QStringLiteral(" !");
    };
    return ColumnType(tr("%1, %2", "kind, unit").arg(stageOpName(op, pair), m_unit.name), text)
        .withValue([this, op](const StageGroup& group) {
            const std::optional<StageTime>& time = timeOf(group, op);
            return time ? QVariant(time->us / m_unit.us) : QVariant();
        })
        .asFigure()
        .withHelp([this, op](const StageGroup& group) {
            const std::optional<StageTime>& time = timeOf(group, op);
            if (!time)
                return noValue();
            const QStringList lines{tr("%1 %2", "time, unit").arg(timeText(*time, true), m_unit.name)};
            return (lines + time->flags).join(QLatin1Char('\n'));
        });
}

StageTimesModel::ColumnType StageTimesModel::differenceColumn(StageOp op) const
{
    const auto text = [this, op](const StageGroup& group) {
        const std::optional<double> share = difference(group, op);
        return share ? differenceText(*share) : noValue();
    };
    return ColumnType(tr("Change"), text)
        .withValue([this, op](const StageGroup& group) { return valueOf(difference(group, op)); })
        .asFigure()
        .withHelp(text);
}

std::vector<StageTimesModel::ColumnType> StageTimesModel::makeColumns() const
{
    std::vector<ColumnType> columns{ColumnType(tr("Stage"), stageName).withHelp([](const StageGroup& group) {
                                        const QString content = stageContent(group);
                                        return content.isEmpty()
                                                   ? stageName(group)
                                                   : stageName(group) + QLatin1Char('\n') + content;
                                    }),
                                    ColumnType(tr("Made of"), stageContent).withHelp(stageContent)};
    for (std::size_t op = 0; op < kStageOps; ++op) {
        columns.push_back(timeColumn(static_cast<StageOp>(op)));
        columns.push_back(differenceColumn(static_cast<StageOp>(op)));
    }
    columns.push_back(sizeColumn(tr("Activation"), &StageGroup::activation,
                                 tr("Held for one microbatch from its forward to its backward")));
    const std::vector<ColumnType> parts{
        sizeColumn(tr("Weights"), &StageGroup::parameters,
                   tr("The parameters in the type used for computing")),
        sizeColumn(tr("Gradients"), &StageGroup::gradients, tr("Held from the first backward of a step on")),
        sizeColumn(tr("Optimizer"), &StageGroup::optimizer,
                   tr("AdamW's two moments and its copy of the weights in fp32: 12 bytes per parameter, "
                      "unless divided between replicas"))};
    columns.insert(columns.end(), parts.begin(), parts.end());
    columns.push_back(sizeColumn(tr("Fixed", "memory of a stage"), fixedOf,
                                 tr("Weights, gradients and optimizer states: what a stage holds in addition "
                                    "to activations, all of it from the first backward of a step on")));
    // With what it is the sum of, for which there may be no room.
    columns.back().help = [parts, whole = columns.back().text](const StageGroup& group) {
        QStringList lines{whole(group)};
        for (const ColumnType& part : fixedOf(group) ? parts : std::vector<ColumnType>())
            lines << tr("%1: %2", "memory of a stage, size").arg(part.title, part.text(group));
        return lines.join(QLatin1Char('\n'));
    };
    return columns;
}

void StageTimesModel::setTimes(std::optional<StageTimes> times, std::optional<StageTimes> reference)
{
    beginResetModel();
    m_times = std::move(times);
    m_reference = std::move(reference);
    m_records.clear();
    if (m_times) {
        m_unit = unitOf(*m_times);
        for (const StageGroup& group : m_times->groups)
            // Split also where the reference changes.
            for (std::uint32_t first = group.first; first <= group.last;) {
                StageGroup row = group;
                row.first = first;
                if (m_reference)
                    row.last = std::min(group.last, m_reference->at(first).last);
                first = row.last + 1;
                m_records.push_back(std::move(row));
            }
    }
    setColumns(makeColumns());
    endResetModel();
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

QString StageTimesModel::timeText(const StageTime& time, bool withInterval) const
{
    const int decimals = m_unit.us > 1 ? 2 : 1;
    QString text = figureText(time.us / m_unit.us, decimals);
    if (time.spread && withInterval)
        text += QStringLiteral(" ± ") +
                figureText(std::max(time.spread->below, time.spread->above) / m_unit.us, decimals);
    return text;
}

void StageTimesModel::setShowsIntervals(bool shows)
{
    if (std::exchange(m_showsIntervals, shows) != shows)
        changed();
}

QVariant StageTimesModel::look(const StageGroup& group, int column, int role) const
{
    const LookColors& colors = Look::instance().colors();
    if (role == Qt::FontRole)
        return figuresFont(13, false);
    if (role != Qt::ForegroundRole || column == kStage || column >= kActivation)
        return {};
    if (column == kContent || (column - kFirstTime) % 2 == 1)
        return colors.quiet;
    const std::optional<StageTime>& time = timeOf(group, static_cast<StageOp>((column - kFirstTime) / 2));
    return time && !time->flags.isEmpty() ? QVariant(colors.caution) : QVariant();
}

} // namespace bubblescope::ui
