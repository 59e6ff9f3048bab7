// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QSize>
#include <optional>

class QPainter;

namespace bubblescope::ui {

/// The pixels of the window's own image in which a widget of `size` lies, to be written without a copy; they
/// stay the window's. Nothing where the widget is painted elsewhere than on an opaque raster image of 32
/// bits, or off its pixels. Only for what paints every one of them: what the update region leaves out is not
/// kept.
[[nodiscard]] std::optional<QImage> windowPixels(const QPainter& painter, const QSize& size,
                                                 double devicePixelRatio);

} // namespace bubblescope::ui
