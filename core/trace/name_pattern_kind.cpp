// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_scanner.h"

#include "core/base/text_edit.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope {

namespace {

using Word = std::pair<std::string_view, ActionKind>;

constexpr std::array kWords{
    Word{"f", ActionKind::Forward},
    Word{"fw", ActionKind::Forward},
    Word{"fwd", ActionKind::Forward},
    Word{"forward", ActionKind::Forward},
    Word{"i", ActionKind::BackwardInput},
    Word{"bi", ActionKind::BackwardInput},
    Word{"dgrad", ActionKind::BackwardInput},
    Word{"bwd_input", ActionKind::BackwardInput},
    Word{"backward_input", ActionKind::BackwardInput},
    Word{"input_grad", ActionKind::BackwardInput},
    Word{"w", ActionKind::BackwardWeight},
    Word{"wgrad", ActionKind::BackwardWeight},
    Word{"bwd_weight", ActionKind::BackwardWeight},
    Word{"backward_weight", ActionKind::BackwardWeight},
    Word{"weight_grad", ActionKind::BackwardWeight},
    Word{"b", ActionKind::Backward},
    Word{"bw", ActionKind::Backward},
    Word{"bwd", ActionKind::Backward},
    Word{"backward", ActionKind::Backward},
    Word{"full_backward", ActionKind::Backward},
    Word{"unshard", ActionKind::Unshard},
    Word{"reshard", ActionKind::Reshard},
    Word{"reduce_grad", ActionKind::ReduceGrad},
    Word{"wait_reduce_grad", ActionKind::WaitReduceGrad},
};

/// What is carried by "send_…", "recv_…" and "wait_send_…".
constexpr std::array kTransferWords{
    std::pair{std::string_view("wait_send_"),
              std::pair{ActionKind::WaitSendForward, ActionKind::WaitSendBackward}},
    std::pair{std::string_view("send_"), std::pair{ActionKind::SendForward, ActionKind::SendBackward}},
    std::pair{std::string_view("recv_"), std::pair{ActionKind::ReceiveForward, ActionKind::ReceiveBackward}},
    std::pair{std::string_view("receive_"),
              std::pair{ActionKind::ReceiveForward, ActionKind::ReceiveBackward}},
};

std::optional<ActionKind> patternComputeKind(std::string_view word)
{
    const auto* const found =
        std::find_if(kWords.begin(), kWords.end(), [&](const Word& known) { return known.first == word; });
    if (found == kWords.end())
        return std::nullopt;
    return found->second;
}

} // namespace

std::optional<ActionKind> names::kindFromWord(std::string_view text)
{
    constexpr std::size_t longestWord = 32;
    if (text.size() > longestWord)
        return std::nullopt;
    std::string word = lowered(trimmed(text));
    std::replace_if(
        word.begin(), word.end(), [](char c) { return c == '-' || c == ' ' || c == '.'; }, '_');
    std::string_view rest = word;
    for (const auto& [prefix, kinds] : kTransferWords) {
        if (!rest.starts_with(prefix))
            continue;
        const auto carried = patternComputeKind(rest.substr(prefix.size()));
        if (carried == ActionKind::Forward)
            return kinds.first;
        return carried == ActionKind::Backward ? std::optional(kinds.second) : std::nullopt;
    }
    for (const std::string_view ending : {"_step", "_pass"})
        if (rest.ends_with(ending)) {
            rest.remove_suffix(ending.size());
            break;
        }
    return patternComputeKind(rest);
}

} // namespace bubblescope
