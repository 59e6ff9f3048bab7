// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace bubblescope::ui {

/// What to do about a file that could not be written, in a sentence; that the earlier file is as it was,
/// where there is one.
[[nodiscard]] QString saveAdvice(const Error& error, const QString& path);

} // namespace bubblescope::ui
