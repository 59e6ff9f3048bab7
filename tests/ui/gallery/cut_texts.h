// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QStringList>

class QWidget;

namespace bubblescope::test {

/// The texts below a widget that are to be seen and have less room than they need, each with what bears it.
/// A text that elides by itself, with all of it in a tool tip, counts only where next to nothing is left.
[[nodiscard]] QStringList cutTexts(const QWidget& root);

/// What bears texts, or takes them, and lies over another such.
[[nodiscard]] QStringList overlaps(const QWidget& root);

} // namespace bubblescope::test
