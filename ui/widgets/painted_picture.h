// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QSize>
#include <QString>
#include <functional>

class QPainter;

namespace bubblescope::ui {

/// Paints a picture in logical pixels, from its top left corner.
using PaintPicture = std::function<void(QPainter& painter)>;

/// `scale` image pixels a logical pixel, at least 0.1 and at most 8. An error where memory lacks.
[[nodiscard]] Result<QByteArray> paintedPng(const QSize& size, double scale, const PaintPicture& paint);
[[nodiscard]] Result<QByteArray> paintedSvg(const QSize& size, const QString& title,
                                            const QString& description, const PaintPicture& paint);

} // namespace bubblescope::ui
