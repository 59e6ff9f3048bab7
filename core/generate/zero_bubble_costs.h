// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/generate/definition.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace bubblescope {

inline constexpr double kNoMemoryLimit = std::numeric_limits<double>::infinity();
inline constexpr const char* kMemoryLimitKey = "memory_limit";

/// One stage's times and the size of its activation of one microbatch.
struct StageCost
{
    double forward = 1;
    double input = 1;
    double weight = 1;
    double activation = 1;
    double keptUntilWeight = 1; ///< share of an activation that the input gradient leaves to W
};

/// What the searches of the zero-bubble project know of the costs. Stragglers are left out: an order is made
/// for the machine as planned, and then it is seen what one slow rank does to it.
struct SearchCosts
{
    std::vector<StageCost> stages;
    double transfer = 0;          ///< between two ranks
    double largestActivation = 0; ///< the unit of memory limits
    double largestKept = 0;       ///< of all stages' keptUntilWeight

    SearchCosts(const CostModel& costs, std::uint32_t stageCount);

    /// The most that an input gradient adds beyond what it frees, as a share of an activation; 0 where it
    /// frees.
    [[nodiscard]] double growthAtInput() const { return largestKept > 1 ? largestKept - 1 : 0; }
};

/// Microbatches of one stage that are done, by kind, and the memory that this leaves in use. Counted and not
/// summed up, so that shares like 1/3 do not drift over a million microbatches.
struct StageCounts
{
    std::uint32_t forwards = 0;
    std::uint32_t inputs = 0;
    std::uint32_t weights = 0;

    [[nodiscard]] bool weightIsOpen() const { return weights < inputs; }
    /// In activations of this stage.
    [[nodiscard]] double inUse(double keptUntilWeight) const
    {
        return static_cast<double>(forwards - inputs) +
               keptUntilWeight * static_cast<double>(inputs - weights);
    }
};

/// A limit with room for rounding, for comparisons with StageCounts::inUse() times an activation.
[[nodiscard]] inline double withRounding(double limit)
{
    return limit * (1 + 1e-9);
}

/// The values that a search tries for a decision: the given one, else true and then false.
[[nodiscard]] std::vector<bool> valuesToTry(std::optional<bool> given);

/// memory_limit, in activations of one stage's forward.
[[nodiscard]] ParameterSpec memoryLimitParameter(std::string help, std::string rule, std::int64_t minimum);
/// Why `given` is too little: it takes `needed` with these costs.
[[nodiscard]] Error memoryLimitError(const std::string& schedule, const std::string& given, double needed);

/// Looks at the cancel token once in many calls.
class CancelWatch
{
public:
    explicit CancelWatch(const CancelToken& cancel) : m_cancel(cancel) {}
    /// Throws GenerationCancelled.
    void step()
    {
        if ((++m_steps & kStepsBetweenLooks) == 0)
            look();
    }
    void look() const;

private:
    static constexpr std::uint64_t kStepsBetweenLooks = (std::uint64_t{1} << 16U) - 1;

    const CancelToken& m_cancel;
    std::uint64_t m_steps = 0;
};

} // namespace bubblescope
