// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace bubblescope::ui {

/// How well every word of `query` is found in `text`, in any order and whatever the case; nothing if one is
/// not. Higher is better: the begin of the text before the begin of a word, that before the first letters of
/// words ("zi" in "Zoom in"), that before the middle of a word, that before letters far apart. An empty query
/// is found everywhere, with 0.
[[nodiscard]] std::optional<int> fuzzyScore(const QString& query, const QString& text);

} // namespace bubblescope::ui
