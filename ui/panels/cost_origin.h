// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/cost_model.h"

#include <QString>
#include <map>
#include <memory>
#include <string>

namespace bubblescope::ui {

/// Where costs that were fitted to a run come from: what the run tells, and what is a default because it does
/// not.
struct CostOrigin
{
    CostModel fitted;
    /// By the field's group and key, "communicators.forward_slowdown": why, in words.
    std::map<std::string, QString> defaults;
};
using CostOriginPtr = std::shared_ptr<const CostOrigin>;

} // namespace bubblescope::ui
