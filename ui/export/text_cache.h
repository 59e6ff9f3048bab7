// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"

#include <QFont>
#include <QStaticText>
#include <QTransform>

namespace bubblescope::ui {

/// A text laid out once: labels come back frame after frame.
struct PreparedText
{
    QStaticText glyphs;
    double width = 0;
    double ascent = 0; ///< from the layout's top to the baseline
};

/// From a cache of the calling thread (laid out text must not be shared between threads); the reference holds
/// until the next call.
[[nodiscard]] const PreparedText& preparedText(const SceneText& text, const QFont& font,
                                               const QTransform& toDevice);

} // namespace bubblescope::ui
