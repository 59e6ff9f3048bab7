// SPDX-License-Identifier: Apache-2.0
#include "core/generate/zero_bubble_costs.h"

#include "core/generate/parameters.h"
#include "core/generate/row_writer.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace bubblescope {

SearchCosts::SearchCosts(const CostModel& costs, std::uint32_t stageCount) : transfer(costs.transfer.time())
{
    stages.reserve(stageCount);
    for (std::uint32_t s = 0; s < stageCount; ++s) {
        const StageId stage{s};
        stages.push_back({costs.durationOf(ActionKind::Forward, stage),
                          costs.durationOf(ActionKind::BackwardInput, stage),
                          costs.durationOf(ActionKind::BackwardWeight, stage), costs.activation.at(stage),
                          costs.activationKeptUntilWeight.at(stage)});
        largestActivation = std::max(largestActivation, stages.back().activation);
        largestKept = std::max(largestKept, stages.back().keptUntilWeight);
    }
}

std::vector<bool> valuesToTry(std::optional<bool> given)
{
    return given ? std::vector<bool>{*given} : std::vector<bool>{true, false};
}

ParameterSpec memoryLimitParameter(std::string help, std::string rule, std::int64_t minimum)
{
    return realParameter(kMemoryLimitKey, "Memory limit", std::move(help), std::move(rule), minimum);
}

Error memoryLimitError(const std::string& schedule, const std::string& given, double needed)
{
    return {ErrorKind::InvalidInput,
            Sentence({"parameter.needs-with-these-costs",
                      "{parameter} is {found}, but {schedule} needs at least {needed} with these costs"},
                     kMemoryLimitKey, given, schedule, needed),
            std::nullopt};
}

void CancelWatch::look() const
{
    if (m_cancel.isCancelled())
        throw GenerationCancelled{};
}

} // namespace bubblescope
