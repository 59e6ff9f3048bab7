// SPDX-License-Identifier: Apache-2.0
// Names that say forward or backward in words, with the microbatch beside them.
#include "core/trace/name_scanner.h"

namespace bubblescope::names {

Reading timelineName(std::string_view text)
{
    Scanner scanner(text);
    const bool isForward = scanner.take("forward-compute");
    if (!isForward && !scanner.take("backward-compute"))
        return notALabel();
    NamedAction action;
    action.kind = isForward ? ActionKind::Forward : ActionKind::Backward;
    bool isInBounds = true;
    if (scanner.take(" mb_id=")) {
        const auto microbatch = scanner.takeNumber();
        if (!microbatch)
            return notALabel();
        isInBounds = *microbatch < kMicrobatchEnd;
        action.microbatch = static_cast<std::uint32_t>(*microbatch);
    }
    if (scanner.take(" model_chunk=")) {
        const auto chunk = scanner.takeNumber();
        if (!chunk)
            return notALabel();
        isInBounds = isInBounds && *chunk < kStageEnd;
        action.chunk = static_cast<std::uint32_t>(*chunk);
    }
    if (!scanner.isAtEnd())
        return notALabel();
    return isInBounds ? Reading(RecordName{NameFamily::Timeline, {action}, false, false}) : outOfBounds();
}

Reading shortName(std::string_view text)
{
    Scanner scanner(text);
    const bool isForward = text.starts_with("fwd:mb") || text.starts_with("Forward stage ");
    if (scanner.take("fwd:mb") || scanner.take("bwd:mb"))
        return wholeStep(NameFamily::Short, isForward, scanner);
    if (!scanner.take("Forward stage ") && !scanner.take("Backward stage "))
        return notALabel();
    const auto stage = scanner.takeNumber();
    if (!stage || !scanner.take(" microbatch "))
        return notALabel();
    Reading read = wholeStep(NameFamily::Short, isForward, scanner);
    if (read && *stage >= kStageEnd)
        return outOfBounds();
    if (read)
        read->actions.front().stage = static_cast<std::uint32_t>(*stage);
    return read;
}

Reading paddleName(std::string_view text)
{
    Scanner scanner(text);
    const bool isForward = scanner.take("F");
    if (!isForward && !scanner.take("B"))
        return notALabel();
    return wholeStep(NameFamily::Paddle, isForward, scanner);
}

Reading primusName(std::string_view text)
{
    if (text != "Primus forward" && text != "Primus backward")
        return notALabel();
    NamedAction action;
    action.kind = text.ends_with("forward") ? ActionKind::Forward : ActionKind::Backward;
    return RecordName{NameFamily::Primus, {action}, false, false};
}

} // namespace bubblescope::names
