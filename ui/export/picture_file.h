// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/scene/scene.h"

#include <QByteArray>
#include <string_view>

namespace bubblescope::ui {

enum class PageSize : std::uint8_t { Fit, A4, A3, Letter };
[[nodiscard]] Result<PageSize> pageSizeFromName(std::string_view name);

/// PNG bytes, `scale` image pixels per scene pixel. Refuses images too large to hold. Needs a
/// QGuiApplication.
[[nodiscard]] Result<QByteArray> writePng(const Scene& scene, const Theme& theme, double scale);
/// Vector PDF bytes; the creation date is SOURCE_DATE_EPOCH's, else 1970.
[[nodiscard]] Result<QByteArray> writePdf(const Scene& scene, const Theme& theme, PageSize page);

} // namespace bubblescope::ui
