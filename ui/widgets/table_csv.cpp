// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_csv.h"

#include "core/analyze/metrics.h"

#include <QAbstractItemModel>
#include <QLocale>
#include <algorithm>

namespace bubblescope::ui {

namespace {

QString cellText(const QModelIndex& index)
{
    const QVariant raw = index.data(kRawRole);
    if (!raw.isValid())
        return index.data(Qt::DisplayRole).toString();
    return raw.typeId() == QMetaType::Double ? csvNumber(raw.toDouble()) : raw.toString();
}

} // namespace

QString csvField(const QString& text)
{
    const auto isSpecial = [](QChar c) {
        return c == QLatin1Char(',') || c == QLatin1Char('"') || c == QLatin1Char('\n') ||
               c == QLatin1Char('\r');
    };
    if (std::none_of(text.begin(), text.end(), isSpecial))
        return text;
    QString quoted = text;
    quoted.replace(QLatin1Char('"'), QStringLiteral("\"\""));
    return QLatin1Char('"') + quoted + QLatin1Char('"');
}

QString csvNumber(double value)
{
    return QString::number(value == 0 ? 0.0 : value, 'g', QLocale::FloatingPointShortest);
}

QString tableCsv(const QAbstractItemModel& model, const std::vector<QModelIndex>& rows)
{
    const int columns = model.columnCount();
    QString csv;
    for (int column = 0; column < columns; ++column) {
        csv += column > 0 ? QStringLiteral(",") : QString();
        const QVariant whole = model.headerData(column, Qt::Horizontal, kRawRole);
        csv += csvField(
            (whole.isValid() ? whole : model.headerData(column, Qt::Horizontal, Qt::DisplayRole)).toString());
    }
    csv += QLatin1Char('\n');
    for (const QModelIndex& row : rows) {
        for (int column = 0; column < columns; ++column) {
            csv += column > 0 ? QStringLiteral(",") : QString();
            csv += csvField(cellText(row.siblingAtColumn(column)));
        }
        csv += QLatin1Char('\n');
    }
    return csv;
}

QString pairsCsv(const QList<QPair<QString, QString>>& pairs)
{
    QString csv = QStringLiteral("label,value\n");
    for (const auto& [label, value] : pairs)
        csv += csvField(label) + QLatin1Char(',') + csvField(value) + QLatin1Char('\n');
    return csv;
}

} // namespace bubblescope::ui
