// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/what_if.h"

#include <QString>

namespace bubblescope::ui {

/// "× 0.95".
[[nodiscard]] QString factorText(double factor);
/// "B × 0.95, rank 2 × 1.60"; empty for none.
[[nodiscard]] QString whatIfText(const WhatIf& whatIf);

} // namespace bubblescope::ui
