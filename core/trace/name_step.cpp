// SPDX-License-Identifier: Apache-2.0
// Names of whole forward and backward steps (Megatron, DeepSpeed), and of DualPipe's phases.
#include "core/trace/name_scanner.h"

#include <algorithm>
#include <array>

namespace bubblescope::names {

Reading megatronName(std::string_view text)
{
    Scanner scanner(text);
    // Its NVTX ranges are called by the whole path.
    scanner.take("megatron.core.pipeline_parallel.schedules.");
    const bool isForward = scanner.take("forward_step");
    if (!isForward && !scanner.take("backward_step"))
        return notALabel();
    if (scanner.isAtEnd()) {
        NamedAction action;
        action.kind = isForward ? ActionKind::Forward : ActionKind::Backward;
        return RecordName{NameFamily::Megatron, {action}, false, false};
    }
    scanner.skipAnyOf(" _.#-");
    if (!scanner.take("microbatch"))
        scanner.take("mb");
    scanner.skipAnyOf(" =:_");
    return wholeStep(NameFamily::Megatron, isForward, scanner);
}

Reading deepSpeedName(std::string_view text)
{
    const std::size_t dot = text.rfind('.');
    if (dot == std::string_view::npos)
        return notALabel();
    const std::string_view function = text.substr(dot + 1);
    const std::string_view path = text.substr(0, dot);
    if ((function != "forward" && function != "backward") || !path.ends_with("Engine"))
        return notALabel();
    const bool isPath =
        std::all_of(path.begin(), path.end(), [](char c) { return isWordCharacter(c) || c == '.'; });
    if (!isPath || path.starts_with('.') || path.find("..") != std::string_view::npos)
        return notALabel();
    NamedAction action{function == "forward" ? ActionKind::Forward : ActionKind::Backward, {}, {}, {}, {}};
    return RecordName{NameFamily::DeepSpeed, {action}, false, false};
}

Reading dualPipePhaseName(std::string_view text)
{
    if (!NameReader::readPhase(text))
        return notALabel();
    return RecordName{NameFamily::DualPipePhase, {}, false, false};
}

} // namespace bubblescope::names

namespace bubblescope {

std::optional<std::pair<std::string, ActionKind>> NameReader::readPhase(std::string_view name)
{
    constexpr std::array<std::string_view, 4> blocks{"attn", "mlp", "dispatch", "combine"};
    for (const std::string_view block : blocks) {
        names::Scanner scanner(name);
        if (!scanner.take(block) || !scanner.take("("))
            continue;
        const auto kind = scanner.takeKind();
        const bool isKnown =
            kind == ActionKind::Forward || kind == ActionKind::Backward || kind == ActionKind::BackwardWeight;
        if (isKnown && scanner.take(")") && scanner.isAtEnd())
            return std::pair(std::string(block), *kind);
    }
    return std::nullopt;
}

} // namespace bubblescope
