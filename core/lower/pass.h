// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/base/result.h"
#include "core/lower/pass_settings.h"
#include "core/model/schedule.h"
#include "core/time/cost_model.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A pass maps one order to another. `generate --with NAME`, its help and the documentation are made from
/// this table.
struct PassInfo
{
    /// What a pass works with beside the order.
    struct Use
    {
        const PassSettings& settings;
        const CostModel& costs; ///< fit the order; only passes that plan in time ask for them
        const CancelToken& cancel;
    };

    std::string_view name;
    std::string_view help;
    std::span<const PassSetting> settings;
    Result<Schedule> (*apply)(const Schedule& schedule, const Use& use);
};

[[nodiscard]] std::span<const PassInfo> passes();

/// Applies the pass that `text` names, with its settings: "strip", "send-recv:style=hyper-parallel",
/// "torch:max_active_stages=2,defer_pp_recv=true" (':' or ',' between settings). An unknown pass or setting,
/// a value that it cannot take and an order that it cannot lower are refused in words; so is too little
/// memory. Bubbles are dropped, but by hyper_parallel's styles.
[[nodiscard]] Result<Schedule> applyPass(std::string_view text, const Schedule& schedule,
                                         const CancelToken& cancel = {}, const CostModel& costs = {});

/// A pass by its name, with its settings; nothing for a text that applyPass() refuses as such.
struct NamedPass
{
    std::string_view name;
    PassSettings settings;
};
[[nodiscard]] std::optional<NamedPass> passOf(std::string_view text);

/// The pass with each number of stages that ranks of so many may choose, where the text leaves the number
/// open; else itself. Of `recompute` and `offload`; any other text is refused in words.
[[nodiscard]] Result<std::vector<std::string>> returningPasses(std::string_view text,
                                                               std::uint32_t stagesPerRank);

/// Whether the pass reads the bubbles of a generated order (GenerateOptions::padded): hyper_parallel's column
/// scan does, and without them it puts messages behind their use.
[[nodiscard]] bool needsBubbles(std::string_view text);
/// Whether the pass makes another order, or another plan, for other costs.
[[nodiscard]] bool plansInTime(std::string_view text);

} // namespace bubblescope
