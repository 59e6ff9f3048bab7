// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QPair>
#include <QString>
#include <vector>

class QAbstractItemModel;
class QModelIndex;

namespace bubblescope::ui {

/// A cell's value for other programs, in full precision, where its text is shortened for the eye; without one
/// the text is taken. Of a heading: its whole title, with the unit of those values.
inline constexpr int kRawRole = 0x0100 + 100;
/// More rows than that go to no clipboard: the window would stand still.
inline constexpr std::size_t kMostCopiedRows = 100'000;

/// A field as RFC 4180 has it: quoted where it holds a comma, a quote or the end of a line.
[[nodiscard]] QString csvField(const QString& text);
/// A number as any program reads it: the shortest digits that mean it, with a point.
[[nodiscard]] QString csvNumber(double value);
/// These rows of a table, after a line with its column titles. Lines end in LF, as the command line's do.
[[nodiscard]] QString tableCsv(const QAbstractItemModel& model, const std::vector<QModelIndex>& rows);
/// "label,value" lines under such a header.
[[nodiscard]] QString pairsCsv(const QList<QPair<QString, QString>>& pairs);

} // namespace bubblescope::ui
