// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a table, a chart or a dock for other programs: JSON beside CSV, on the clipboard and in files.
#pragma once

#include "core/base/result.h"

#include <QString>
#include <functional>

class QWidget;

namespace bubblescope::ui {

/// CSV with a line of titles as JSON: an array of objects, an object a line, its keys the titles. A field
/// that is a number becomes one, an empty one null, any other a text.
[[nodiscard]] QString csvAsJson(const QString& csv);
/// Writes a file of ending .json as csvAsJson(), any other as it is.
[[nodiscard]] Result<void> writeCsv(const QString& path, const QString& csv);

/// What a widget shows, as CSV; made when it is asked for.
struct CsvSource
{
    QString name; ///< of the file that is suggested
    std::function<QString()> csv;
    std::function<void(const QString& said)> tell; ///< is told what was done, in words
};
/// Adds "Copy all as JSON" and "Save all as CSV or JSON…" to a table that copies CSV by itself.
void offerFiles(QWidget& table, const CsvSource& source);
/// The same, and "Copy all as CSV", as the context menu of what is no table.
void offerCsv(QWidget& widget, const CsvSource& source);

} // namespace bubblescope::ui
