// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/sweep/scatter_plot.h"

#include <QByteArray>
#include <QSize>

namespace bubblescope::ui {

/// A scatter chart as a picture of its own, in logical pixels. Both run on the window's thread: 20,000 points
/// take a fraction of a second.
struct ScatterPicture
{
    ScatterContent content;
    ThemeName theme = ThemeName::Light;
    QSize size{960, 540};
    QString title;
};

/// `scale` image pixels a logical pixel, at least 0.1 and at most 8.
[[nodiscard]] Result<QByteArray> scatterPng(const ScatterPicture& picture, double scale);
[[nodiscard]] Result<QByteArray> scatterSvg(const ScatterPicture& picture);

} // namespace bubblescope::ui
