// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/schedule.h"

#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// A pass maps one order to another. `generate --with NAME` and its help are made from this table.
struct PassInfo
{
    std::string_view name;
    std::string_view help;
    Result<Schedule> (*apply)(const Schedule& schedule);
};

[[nodiscard]] std::span<const PassInfo> passes();

/// Applies the pass that `text` ("strip") names; an unknown name, or settings that a pass does not take, is
/// refused with what there is.
[[nodiscard]] Result<Schedule> applyPass(std::string_view text, const Schedule& schedule);

} // namespace bubblescope
