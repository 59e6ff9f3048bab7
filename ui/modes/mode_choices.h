// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/docks/docks.h"
#include "ui/services/window_mode.h"

#include <QByteArray>
#include <array>

namespace bubblescope::ui {

/// Whether the inspector is open in Design.
enum class InspectorWish : std::uint8_t {
    Auto, ///< where there is room, or as soon as something is selected
    Open,
    Folded,
};

/// Which docks each mode shows, as they are kept for the next start.
struct ModeChoices
{
    std::array<DockChoice, kWindowModeCount> docks;
    InspectorWish inspector = InspectorWish::Auto;

    [[nodiscard]] DockChoice& of(WindowMode mode) { return docks[static_cast<std::size_t>(mode)]; }
    bool operator==(const ModeChoices&) const = default;
};

/// The docks that a first window has.
[[nodiscard]] ModeChoices firstChoices();
[[nodiscard]] QByteArray choicesText(const ModeChoices& choices);
/// Of a text that is none, or lacks a mode, what a first window has.
[[nodiscard]] ModeChoices choicesFrom(const QByteArray& text);
/// "design", "profile", "compare": in files and ids.
[[nodiscard]] QString modeName(WindowMode mode);

} // namespace bubblescope::ui
