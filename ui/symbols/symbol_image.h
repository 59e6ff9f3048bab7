// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QImage>

namespace bubblescope::ui {

/// Whether there is a symbol of that name ("open", "fit", …; resources/icons/toolbar).
[[nodiscard]] bool hasSymbol(const QString& name);
/// A symbol in one colour, drawn from its outline as an image of `size` × `size` pixels of the device;
/// transparent where there is none of that name.
[[nodiscard]] QImage symbolImage(const QString& name, const QColor& color, int size);

} // namespace bubblescope::ui
