// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/record_names.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

/// The pieces that labels are made of; private to core/trace.
namespace bubblescope::names {

/// What a number of a label may be; larger ones are damage, never an index.
inline constexpr std::uint64_t kStageEnd = 65'536;
inline constexpr std::uint64_t kMicrobatchEnd = std::uint64_t{1} << 24U;

/// What a reader of one way of naming says.
using Reading = Result<RecordName, NameRefusal>;
[[nodiscard]] inline tl::unexpected<NameRefusal> notALabel()
{
    return tl::unexpected<NameRefusal>(NameRefusal::NotALabel);
}
[[nodiscard]] inline tl::unexpected<NameRefusal> outOfBounds()
{
    return tl::unexpected<NameRefusal>(NameRefusal::OutOfBounds);
}

[[nodiscard]] constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
[[nodiscard]] constexpr bool isWordCharacter(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Walks over a name; what is not at its place is left there.
class Scanner
{
public:
    explicit Scanner(std::string_view text) : m_rest(text) {}
    [[nodiscard]] bool isAtEnd() const { return m_rest.empty(); }
    bool take(std::string_view word)
    {
        if (!m_rest.starts_with(word))
            return false;
        m_rest.remove_prefix(word.size());
        return true;
    }
    void skipAnyOf(std::string_view characters)
    {
        const std::size_t end = m_rest.find_first_not_of(characters);
        m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end);
    }
    /// Digits, at least one; a number beyond 64 bits is the largest of them.
    std::optional<std::uint64_t> takeNumber();
    /// "F", "SEND_F", …: the longest that is there.
    std::optional<ActionKind> takeKind();

private:
    std::string_view m_rest;
};

/// "3F0", "3UNSHARD" of torch. Bounds are said apart, since the whole name has to fit first.
struct ActionToken
{
    NamedAction action;
    bool isInBounds = true;
};
/// Whether an action whose kind needs a microbatch may lack its number.
enum class MissingMicrobatch : std::uint8_t { Allowed, Refused };
[[nodiscard]] std::optional<ActionToken> takeAction(Scanner& scanner, MissingMicrobatch missing);

/// A whole F or B of that name, with the microbatch whose number is what is left of it.
[[nodiscard]] Reading wholeStep(NameFamily family, bool isForward, Scanner& scanner);

// One function per way of naming (docs/profiles.md, "Record names"). Linear time.

/// "PP:3F0", "PP:(7F4;0B0)OVERLAP_F_B" of torch's pipelining runtime.
[[nodiscard]] Reading torchPipeliningName(std::string_view name);
/// The same without "PP:" (torch's _dump_chrometrace, our own export) and d9d's "0F1|3B0".
[[nodiscard]] Reading bareActionName(std::string_view name);
/// "Forward 3" of torch's ScheduleGPipe.
[[nodiscard]] Reading torchSingleStageName(std::string_view name);
/// "F3.1.0", "W_clear.1.0", "SEND_BACKWARD.1.0.0_RECV_FORWARD.2.0.0".
[[nodiscard]] Reading zeroBubbleName(std::string_view name);
/// "forward_step", "backward_step mb=3", "megatron.core.pipeline_parallel.schedules.forward_step".
[[nodiscard]] Reading megatronName(std::string_view name);
/// "DeepSpeedEngine.forward".
[[nodiscard]] Reading deepSpeedName(std::string_view name);
/// "forward-compute mb_id=3 model_chunk=0": args are in the name (chrome_timeline.h).
[[nodiscard]] Reading timelineName(std::string_view name);
/// "fwd:mb3", "Forward stage 1 microbatch 3".
[[nodiscard]] Reading shortName(std::string_view name);
/// "Primus forward" (primus_times.h).
[[nodiscard]] Reading primusName(std::string_view name);
/// "F3", "B3" of Paddle's pipelines.
[[nodiscard]] Reading paddleName(std::string_view name);
/// "attn(F)".
[[nodiscard]] Reading dualPipePhaseName(std::string_view name);
/// "torch/distributed/pipelining/stage.py(669): forward_one_chunk", "…/schedules.py(397): forward_step" of
/// profiles with Python frames; "forward_one_chunk" of PiPPy.
[[nodiscard]] Reading pythonFrameName(std::string_view name);
/// Whether it is such a name; quick, as profiles hold millions of frames.
[[nodiscard]] bool isPipelineFrame(std::string_view name) noexcept;

/// What the group `kind` of a user's pattern caught: "F", "fwd", "Forward", "forward_step", "send_forward",
/// "dgrad", … without case; '-', ' ' and '.' count as '_'. Nothing for another word.
[[nodiscard]] std::optional<ActionKind> kindFromWord(std::string_view word);

} // namespace bubblescope::names
