// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace bubblescope::ui {

/// The application's icon, painted at every size that window managers ask for; the same drawing as the SVG
/// in resources/icons.
[[nodiscard]] QIcon applicationIcon();

} // namespace bubblescope::ui
