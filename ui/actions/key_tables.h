// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace bubblescope::ui {

class CommandRegistry;

/// Keys and gestures by group as the man page has them: .SS and .TP, ASCII, keys by their portable names.
[[nodiscard]] QString keysAsMan(const CommandRegistry& registry);
/// The same as Markdown tables.
[[nodiscard]] QString keysAsMarkdown(const CommandRegistry& registry);
/// `page` with the lines between the one that ends in `begin` and the next that ends in `end` replaced;
/// nothing if it has no such lines.
[[nodiscard]] std::optional<QString> withGeneratedPart(const QString& page, const QString& begin,
                                                       const QString& end, const QString& part);

} // namespace bubblescope::ui
