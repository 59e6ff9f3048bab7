// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace bubblescope::ui {

/// The user's regular expressions for names of records, in the order in which they are tried, kept between
/// runs beside the other settings.
[[nodiscard]] QStringList keptNamePatterns();
void keepNamePatterns(const QStringList& expressions);

} // namespace bubblescope::ui
