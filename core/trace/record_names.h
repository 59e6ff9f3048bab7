// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/action.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Whose way of naming a label follows (docs/profiles.md, "Record names").
enum class NameFamily : std::uint8_t {
    TorchPipelining,  ///< "PP:3F0"
    TorchSingleStage, ///< "Forward 3"
    /// "0F3", "0F1|3B0" of d9d, "(7F4;0B0)OVERLAP_F_B" and "3UNSHARD" of torch's _dump_chrometrace and of our
    /// own export: accepted only where enough of them are found.
    D9d,
    ZeroBubble,    ///< "F3.1.0"
    Megatron,      ///< "forward_step mb=3"
    DeepSpeed,     ///< "PipelineEngine.forward"
    DualPipePhase, ///< "attn(F)": a phase, no pipeline action
    UserPattern,
    PythonFrame, ///< "…/stage.py(669): forward_one_chunk"
    Inferred,    ///< no name at all: found by what autograd and the messages show (infer_labels.h)
    Timeline,    ///< "forward-compute" with mb_id in args
    Short,       ///< "fwd:mb3"
    Primus,      ///< of a pp_rank_N.json
    Paddle,      ///< "F3": accepted only where enough of them are found, too
};
[[nodiscard]] std::string_view nameFamilyText(NameFamily family) noexcept;

/// One action as far as its label describes it. B of zero-bubble may be I: the assembly decides.
struct NamedAction
{
    ActionKind kind = ActionKind::Forward;
    std::optional<std::uint32_t> stage;
    std::optional<std::uint32_t> microbatch;
    std::optional<std::uint32_t> rank;
    std::optional<std::uint32_t> chunk; ///< of the rank: its lowest stage is 0

    bool operator==(const NamedAction&) const = default;
};

/// What a label says.
struct RecordName
{
    NameFamily family = NameFamily::TorchPipelining;
    /// One; of an overlapped block and of fused transfers all, in their order. None where the label is known
    /// and represents no action: recomputation ("R3.1.0") and post-validation of zero-bubble, a DualPipe
    /// phase. W of zero-bubble without microbatch ("W_clear") is all that are left of its chunk.
    std::vector<NamedAction> actions;
    bool isOverlap = false;
    bool isSequenceSplit = false; ///< zero-bubble's third index is not 0
    bool operator==(const RecordName&) const = default;
};

/// What marks off steps and phases instead of being an action.
struct ContextName
{
    enum class Kind : std::uint8_t { Step, Optimizer, Warmup, Steady, Cooldown };
    Kind kind = Kind::Step;
    std::optional<std::uint64_t> number; ///< of the step
    std::optional<std::uint32_t> rank;   ///< "iter_<rank>_<n>"
    bool operator==(const ContextName&) const = default;
};

/// Why a name is no label, or looks like one and is none.
enum class NameRefusal : std::uint8_t {
    NotALabel,
    OutOfBounds,
    UnknownKind, ///< a user's pattern matches, and what its group `kind` caught represents no action
};

/// A regular expression (PCRE2) of the user with the named groups kind, stage, microbatch, rank, chunk, of
/// which only `kind` is required. Kinds are read as F/forward, I, W, B/backward, SEND_F, ... without case.
/// Anchored; matching has limits in time and depth, so no pattern can hang. Cheap to copy.
class NamePattern
{
public:
    /// Errors name the column in the expression and what is missing.
    [[nodiscard]] static Result<NamePattern> compile(const std::string& expression);
    [[nodiscard]] const std::string& expression() const;
    /// What a name says, or why it says nothing.
    [[nodiscard]] Result<NamedAction, NameRefusal> read(std::string_view name) const;
    /// What the group `kind` catches of a name, known or not; nothing where the pattern does not match. A
    /// part of `name`, empty where the group took no part.
    [[nodiscard]] std::optional<std::string_view> kindWord(std::string_view name) const;

private:
    NamePattern() = default;
    struct Compiled;
    std::shared_ptr<const Compiled> m_compiled;
};

/// Reads labels: user patterns first, then the families of docs/profiles.md, "Record names". Numbers are
/// bounded: stage < 65,536, microbatch < 2^24; beyond that OutOfBounds.
class NameReader
{
public:
    explicit NameReader(std::vector<NamePattern> patterns = {});
    [[nodiscard]] Result<RecordName, NameRefusal> read(std::string_view name) const;
    [[nodiscard]] static std::optional<ContextName> readContext(std::string_view name);
    /// "attn(F)" of DualPipe's profile: block and kind.
    [[nodiscard]] static std::optional<std::pair<std::string, ActionKind>> readPhase(std::string_view name);

private:
    std::vector<NamePattern> m_patterns;
};

/// A name for messages: at most 200 characters, control characters and broken UTF-8 escaped.
[[nodiscard]] std::string shownName(std::string_view name);
/// A function's own name out of a kernel's: without its return type, namespaces, template arguments and
/// parameters. "vectorized_kernel" for "void at::native::vectorized_kernel<4, float>(int, float*)". Other
/// names stay as they are.
[[nodiscard]] std::string_view functionName(std::string_view name) noexcept;

} // namespace bubblescope
