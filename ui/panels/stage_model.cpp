// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stage_model.h"

#include "core/analyze/metrics.h"
#include "core/base/short_number.h"
#include "ui/widgets/number_fields.h"

namespace bubblescope::ui {

namespace {

/// What a narrow column shows: fitted times have more digits than anyone reads.
QString shownNumber(double value, MemoryUnit unit)
{
    constexpr int kSizeDigits = 3;
    return QString::fromStdString(unit == MemoryUnit::Bytes ? byteText(value, kSizeDigits)
                                                            : shortNumber(value));
}

} // namespace

void StageModel::setContent(std::vector<StageColumn> columns, QStringList ranks)
{
    const bool sameShape = columns.size() == m_columns.size() && ranks.size() == m_ranks.size();
    if (columns == m_columns && ranks == m_ranks)
        return;
    // The same cells keep their editor and selection.
    if (!sameShape)
        beginResetModel();
    m_columns = std::move(columns);
    m_ranks = std::move(ranks);
    if (!sameShape) {
        endResetModel();
        return;
    }
    emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

void StageModel::setBriefNames(bool brief)
{
    if (brief == m_briefNames)
        return;
    m_briefNames = brief;
    if (!m_ranks.isEmpty())
        emit headerDataChanged(Qt::Vertical, 0, rowCount() - 1);
}

int StageModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_ranks.size());
}

int StageModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant StageModel::data(const QModelIndex& index, int role) const
{
    const StageColumn& column = m_columns[static_cast<std::size_t>(index.column())];
    const StageId stage{static_cast<std::uint32_t>(index.row())};
    const bool there = column.values.isUniform() || stage.value < column.values.values.size();
    switch (role) {
    case Qt::DisplayRole:
        return there ? shownNumber(column.values.at(stage), column.unit) : QString();
    case Qt::EditRole:
        return there ? QString::fromStdString(numberText(column.values.at(stage))) : QString();
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    case Qt::AccessibleTextRole:
        return tr("%1 of stage %2: %3", "cost, stage, value")
            .arg(column.help)
            .arg(index.row())
            .arg(data(index, Qt::EditRole).toString() +
                 (column.unit == MemoryUnit::Bytes ? tr(" bytes", "behind a number") : QString()));
    case Qt::ToolTipRole:
        if (data(index, Qt::DisplayRole) != data(index, Qt::EditRole))
            return data(index, Qt::AccessibleTextRole);
        return tr("%1 of stage %2", "cost, stage").arg(column.help).arg(index.row());
    default:
        return {};
    }
}

QVariant StageModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool across = orientation == Qt::Horizontal;
    if (role == Qt::TextAlignmentRole)
        return QVariant((across ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (across) {
        const StageColumn& column = m_columns[static_cast<std::size_t>(section)];
        return role == Qt::DisplayRole   ? QVariant(column.title)
               : role == Qt::ToolTipRole ? QVariant(column.help)
                                         : QVariant();
    }
    const QString& ranks = m_ranks[section];
    if (role == Qt::ToolTipRole)
        return ranks.isEmpty() ? tr("Stage %1").arg(section)
                               : tr("Stage %1, on rank %2", "stage, ranks").arg(section).arg(ranks);
    if (role != Qt::DisplayRole)
        return {};
    return ranks.isEmpty() || m_briefNames ? QString::number(section)
                                           : tr("%1 · rank %2", "stage, ranks").arg(section).arg(ranks);
}

Qt::ItemFlags StageModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return m_editable ? flags | Qt::ItemIsEditable : flags;
}

bool StageModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !m_editable)
        return false;
    const QString text = value.toString().trimmed();
    const auto number = WholeNumberField::numberFrom(text, true);
    if (number && *number >= 0) {
        emit edited(index.row(), index.column(), *number);
        return true;
    }
    emit refused(tr("\"%1\" for %2 of stage %3: a number from 0 is needed", "text, cost, stage")
                     .arg(text, m_columns[static_cast<std::size_t>(index.column())].help.toLower())
                     .arg(index.row()));
    return false;
}

} // namespace bubblescope::ui
