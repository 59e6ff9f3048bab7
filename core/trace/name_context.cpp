// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_scanner.h"

#include <array>
#include <limits>

namespace bubblescope {

namespace {

using NameContextKind = ContextName::Kind;

// A number that did not fit is no number of a step.
bool isStepNumber(std::optional<std::uint64_t> number)
{
    return number && *number < std::numeric_limits<std::uint64_t>::max();
}

/// "ProfilerStep#12" of torch, "iter_<rank>_<n>" of zero-bubble.
std::optional<ContextName> stepName(std::string_view name)
{
    names::Scanner scanner(name);
    if (scanner.take("ProfilerStep#")) {
        const auto number = scanner.takeNumber();
        if (!isStepNumber(number) || !scanner.isAtEnd())
            return std::nullopt;
        return ContextName{NameContextKind::Step, number, {}};
    }
    if (!scanner.take("iter_"))
        return std::nullopt;
    const auto rank = scanner.takeNumber();
    if (!rank || *rank >= names::kStageEnd || !scanner.take("_"))
        return std::nullopt;
    const auto number = scanner.takeNumber();
    if (!isStepNumber(number) || !scanner.isAtEnd())
        return std::nullopt;
    return ContextName{NameContextKind::Step, number, static_cast<std::uint32_t>(*rank)};
}

struct NameContextPhase
{
    std::string_view ending;
    NameContextKind kind;
};
// Megatron's "<module>.<function>.<phase>".
constexpr std::array<NameContextPhase, 3> kPhases{{{".warmup", NameContextKind::Warmup},
                                                   {".steady", NameContextKind::Steady},
                                                   {".cooldown", NameContextKind::Cooldown}}};

} // namespace

std::optional<ContextName> NameReader::readContext(std::string_view name)
{
    if (auto step = stepName(name))
        return step;
    if (name == "Optimizer" || name == "Optimizer.step" || name.starts_with("Optimizer.step#"))
        return ContextName{NameContextKind::Optimizer, {}, {}};
    for (const NameContextPhase& phase : kPhases)
        if (name.ends_with(phase.ending))
            return ContextName{phase.kind, {}, {}};
    return std::nullopt;
}

} // namespace bubblescope
