// SPDX-License-Identifier: Apache-2.0
#include "core/lower/torch_release.h"

#include "core/base/number_parse.h"

namespace bubblescope {

namespace {

/// The first release with a word for the action.
std::uint32_t releaseOf(ActionKind kind)
{
    switch (kind) {
    case ActionKind::WaitSendForward:
    case ActionKind::WaitSendBackward:
    case ActionKind::WaitReduceGrad:
        return 15;
    case ActionKind::ReduceGrad:
        return 10;
    default:
        return kFirstTorchRelease;
    }
}

constexpr std::uint32_t kOverlapRelease = 9;

} // namespace

std::optional<std::uint32_t> torchReleaseFrom(std::string_view text)
{
    if (!text.starts_with("2."))
        return std::nullopt;
    const std::optional<std::int64_t> number = wholeNumberFrom(text.substr(2));
    if (!number || *number < kFirstTorchRelease || *number > kLastTorchRelease)
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

Schedule inWordsOfTorch(Schedule order, std::uint32_t release)
{
    for (Row& row : order.rows) {
        std::erase_if(row, [&](const Action& action) { return releaseOf(action.kind()) > release; });
        if (release < kOverlapRelease)
            for (Action& action : row)
                action = action.withRole(CellRole::Single);
    }
    return order;
}

} // namespace bubblescope
