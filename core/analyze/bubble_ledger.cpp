// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_ledger.h"

namespace bubblescope {

std::string_view bubbleCauseId(BubbleCause cause) noexcept
{
    constexpr std::array<std::string_view, kBubbleCauseCount> kIds{
        "warm-up", "dependency", "transfer", "communication", "fsdp", "cool-down", "nothing-left"};
    return kIds[static_cast<std::size_t>(cause)];
}

} // namespace bubblescope
