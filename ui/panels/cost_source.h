// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/calibration.h"

#include <QString>
#include <optional>

namespace bubblescope::ui {

/// A file that costs were read from.
struct CostSource
{
    QString name; ///< empty where the costs come from no file
    CostsFile file;
    /// The same with transfers that only stand in for real ones; nothing if there are none.
    std::optional<CostModel> withStandIns;
};

/// Reads a cost file or a calibration, both ways where that makes a difference.
[[nodiscard]] Result<CostSource> readCostSource(const QString& path);

} // namespace bubblescope::ui
