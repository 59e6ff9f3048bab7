// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/stage_model.h"

#include "core/analyze/metrics.h"
#include "core/base/quantity.h"
#include "ui/widgets/number_field.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// What a narrow column shows: fitted times have more digits than anyone reads.
QString shownNumber(double value, const Measure& measure, int digits)
{
    constexpr int kDigitsBesideUnit = 3;
    return NumberField::shownAmount(value, measure,
                                    measure.hasUnits() ? std::min(kDigitsBesideUnit, digits)
                                                       : std::max(kDigitsBesideUnit, digits));
}

} // namespace

void StageModel::setContent(std::vector<StageColumn> columns, QStringList ranks)
{
    const bool sameShape = columns.size() == m_content.size() && ranks.size() == m_ranks.size();
    if (columns == m_content && ranks == m_ranks)
        return;
    // The same cells keep their editor and selection.
    if (!sameShape)
        beginResetModel();
    m_content = std::move(columns);
    m_ranks = std::move(ranks);
    m_records.clear();
    for (std::uint32_t stage = 0; stage < static_cast<std::uint32_t>(m_ranks.size()); ++stage)
        m_records.push_back(StageId{stage});
    std::vector<ColumnType> made;
    for (std::size_t number = 0; number < m_content.size(); ++number)
        made.push_back(columnOf(number));
    setColumns(std::move(made));
    if (!sameShape) {
        endResetModel();
        return;
    }
    changed();
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

QString StageModel::exactText(std::size_t column, StageId stage) const
{
    const StageValues& values = m_content[column].values;
    const bool isThere = values.isUniform() || stage.value < values.values.size();
    return isThere ? QString::fromStdString(numberText(values.at(stage))) : QString();
}

QString StageModel::editText(std::size_t column, StageId stage) const
{
    const QString exact = exactText(column, stage);
    const Measure& measure = m_content[column].measure;
    return exact.isEmpty() || !measure.hasUnits()
               ? exact
               : NumberField::fullAmount(m_content[column].values.at(stage), measure);
}

QString StageModel::said(std::size_t column, StageId stage) const
{
    return tr("%1 of stage %2: %3", "cost, stage, value")
        .arg(m_content[column].help)
        .arg(stage.value)
        .arg(editText(column, stage));
}

StageModel::ColumnType StageModel::columnOf(std::size_t number) const
{
    const auto text = [this, number](const StageId& stage) {
        const StageColumn& column = m_content[number];
        return exactText(number, stage).isEmpty()
                   ? QString()
                   : shownNumber(column.values.at(stage), column.measure, m_digits);
    };
    return ColumnType(m_content[number].title, text)
        .asFigure()
        .withValue([this, number](const StageId& stage) { return QVariant(exactText(number, stage)); })
        .withTitleHelp(m_content[number].help)
        .withHelp([this, number, text](const StageId& stage) {
            if (text(stage) != editText(number, stage))
                return said(number, stage);
            return tr("%1 of stage %2", "cost, stage").arg(m_content[number].help).arg(stage.value);
        });
}

QVariant StageModel::look(const StageId& stage, int column, int role) const
{
    const auto number = static_cast<std::size_t>(column);
    return role == Qt::EditRole             ? QVariant(editText(number, stage))
           : role == Qt::AccessibleTextRole ? QVariant(said(number, stage))
                                            : QVariant();
}

QVariant StageModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal)
        return RecordModel::headerData(section, orientation, role);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
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
    const auto number =
        NumberField::amountFrom(text, m_content[static_cast<std::size_t>(index.column())].measure);
    if (number) {
        emit edited(index.row(), index.column(), *number);
        return true;
    }
    emit refused(tr("\"%1\" for %2 of stage %3: expected a number of at least 0", "text, cost, stage")
                     .arg(text, m_content[static_cast<std::size_t>(index.column())].help.toLower())
                     .arg(index.row()));
    return false;
}

} // namespace bubblescope::ui
