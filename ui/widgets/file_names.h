// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace bubblescope::ui {

/// The path with that ending, unless it has one already.
[[nodiscard]] QString withEnding(const QString& path, const QString& ending);
/// A document's name as a file's: no separators, no middle dots.
[[nodiscard]] QString fileNameFrom(const QString& name);

} // namespace bubblescope::ui
