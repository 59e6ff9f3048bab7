// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/symbols/symbol_image.h"

#include <QIcon>
#include <cstdint>

namespace bubblescope::ui {

/// Pixels of a symbol in a toolbar or button, before any scaling of the screen.
inline constexpr int kSymbolSize = 16;
/// The same beside a text, with room between both.
inline constexpr QSize kSymbolBesideText{kSymbolSize + 5, kSymbolSize};

/// One of our own symbols ("open", "fit", …; resources/icons/toolbar), drawn from its outline at whatever
/// size and scale is wanted, in the colours that the application wears at that moment: of text, of what is
/// chosen, or of what cannot be used; or in that of a text on the accent. Empty where there is no symbol of
/// that name.
enum class SymbolInk : std::uint8_t { Text, OnAccent };
[[nodiscard]] QIcon symbolIcon(const QString& name, SymbolInk ink = SymbolInk::Text);

} // namespace bubblescope::ui
