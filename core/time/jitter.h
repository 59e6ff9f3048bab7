// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <unordered_map>

namespace bubblescope {

/// A draw from the normal distribution of mean 0 and variance 1 that hangs on its arguments alone, not on
/// what was drawn before. Within ±8.7. O(1).
[[nodiscard]] double standardNormal(std::uint64_t seed, const ActionId& action) noexcept;
/// The largest that standardNormal() can be.
inline constexpr double kLargestNormal = 8.7;

/// By what each action's time is multiplied: exp(sigma · z). An action is identified by kind, stage and
/// microbatch, so its draw hangs neither on the rank's number nor on when it is asked for. FSDP actions have
/// no microbatch: the first of a kind and stage on its rank has number 0, the next 1, …
class JitterDraws
{
public:
    explicit JitterDraws(const Jitter& jitter) : m_jitter(jitter) {}

    /// For the next action of its rank's row.
    [[nodiscard]] double factorOf(std::uint32_t rank, const Action& action)
    {
        return m_jitter.sigma > 0 ? drawn(rank, action) : 1;
    }

private:
    [[nodiscard]] double drawn(std::uint32_t rank, const Action& action);

    Jitter m_jitter;
    std::unordered_map<std::uint64_t, std::uint32_t> m_count; ///< FSDP actions by rank, kind and stage
};

} // namespace bubblescope
