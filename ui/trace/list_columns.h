// SPDX-License-Identifier: GPL-3.0-or-later
// What the lists of Trace details are made of: columns of records, and cells of times in one unit.
#pragma once

#include "ui/compare/compare_text.h"
#include "ui/trace/figure_model.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <functional>

namespace bubblescope::ui {

struct TraceRowsTr
{
    Q_DECLARE_TR_FUNCTIONS(TraceRows)
};

/// A column of a list: its heading, and the cell of a record.
template <typename Record>
struct ListColumn
{
    FigureColumn heading;
    std::function<FigureCell(const Record&)> cell;
};

template <typename Record, typename TargetOf>
[[nodiscard]] FigureContent listContent(const std::vector<Record>& records,
                                        const std::vector<ListColumn<Record>>& columns, TargetOf targetOf)
{
    FigureContent content;
    for (const ListColumn<Record>& column : columns)
        content.columns.push_back(column.heading);
    for (const Record& record : records) {
        FigureRow& row = content.rows.emplace_back();
        for (const ListColumn<Record>& column : columns)
            row.cells.push_back(column.cell(record));
        row.target = targetOf(record);
    }
    return content;
}

/// Columns and cells of times in one unit.
struct ListTimes
{
    TimeScale scale;

    [[nodiscard]] FigureCell at(Time time) const
    {
        return {figureText(time / scale.size, scale.decimals), time, help(figureText(time, 3))};
    }
    [[nodiscard]] FigureCell difference(Time time) const
    {
        return {signedText(time / scale.size, scale.decimals), time, help(signedText(time, 3))};
    }
    [[nodiscard]] FigureColumn heading(const QString& title, const QString& whole, int spare = 0) const
    {
        return {title, TraceRowsTr::tr("%1 (µs)").arg(whole),
                TraceRowsTr::tr("%1, in %2").arg(whole, scale.unit), spare};
    }
    /// The first one names the unit of all.
    [[nodiscard]] FigureColumn firstHeading(const QString& title, const QString& whole) const
    {
        return heading(TraceRowsTr::tr("%1 (%2)").arg(title, scale.unit), whole);
    }
    /// A column of times, or of what is later or longer by them.
    template <typename Record, typename TimeOf>
    [[nodiscard]] ListColumn<Record> times(const FigureColumn& heading, TimeOf timeOf) const
    {
        return {heading, [*this, timeOf](const Record& record) { return at(std::invoke(timeOf, record)); }};
    }
    template <typename Record, typename TimeOf>
    [[nodiscard]] ListColumn<Record> differences(const FigureColumn& heading, TimeOf timeOf) const
    {
        return {heading,
                [*this, timeOf](const Record& record) { return difference(std::invoke(timeOf, record)); }};
    }

private:
    [[nodiscard]] static QString help(const QString& figure) { return TraceRowsTr::tr("%1 µs").arg(figure); }
};

[[nodiscard]] inline FigureCell noCell()
{
    return {QStringLiteral("–")};
}
[[nodiscard]] inline FigureCell countCell(std::size_t count)
{
    return {countText(count), static_cast<double>(count)};
}
[[nodiscard]] inline FigureCell rankCell(std::uint32_t rank)
{
    return {TraceRowsTr::tr("rank %1").arg(rank), static_cast<double>(rank)};
}
/// "+5.6 %".
[[nodiscard]] inline QString signedShare(double share)
{
    return TraceRowsTr::tr("%1 %", "percent").arg(signedText(share * 100, 1));
}
[[nodiscard]] inline FigureCell shareCell(const std::optional<double>& share)
{
    return share ? FigureCell{signedShare(*share), *share * 100} : noCell();
}

} // namespace bubblescope::ui
