// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_scanner.h"

#include <array>
#include <limits>

namespace bubblescope {

namespace {

using Kind = ContextName::Kind;

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
        return ContextName{Kind::Step, number, {}};
    }
    if (!scanner.take("iter_"))
        return std::nullopt;
    const auto rank = scanner.takeNumber();
    if (!rank || *rank >= names::kStageEnd || !scanner.take("_"))
        return std::nullopt;
    const auto number = scanner.takeNumber();
    if (!isStepNumber(number) || !scanner.isAtEnd())
        return std::nullopt;
    return ContextName{Kind::Step, number, static_cast<std::uint32_t>(*rank)};
}

struct Phase
{
    std::string_view ending;
    Kind kind;
};
// Megatron's "<module>.<function>.<phase>".
constexpr std::array<Phase, 3> kPhases{
    {{".warmup", Kind::Warmup}, {".steady", Kind::Steady}, {".cooldown", Kind::Cooldown}}};

} // namespace

std::optional<ContextName> NameReader::readContext(std::string_view name)
{
    if (auto step = stepName(name))
        return step;
    if (name == "Optimizer" || name == "Optimizer.step" || name.starts_with("Optimizer.step#"))
        return ContextName{Kind::Optimizer, {}, {}};
    for (const Phase& phase : kPhases)
        if (name.ends_with(phase.ending))
            return ContextName{phase.kind, {}, {}};
    return std::nullopt;
}

} // namespace bubblescope
