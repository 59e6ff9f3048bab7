// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/model/action.h"

#include <cstdint>
#include <vector>

namespace bubblescope {

/// Numbers with one for each microbatch; none = every microbatch is like the others.
struct MicrobatchValues
{
    std::vector<double> values;
    bool operator==(const MicrobatchValues&) const = default;
};

/// Microbatches of unequal length (docs/cost-model.md, "Microbatches of unequal length"). The other costs are
/// those of one microbatch of length 1.
struct MicrobatchCosts
{
    MicrobatchValues times;   ///< by what computing is multiplied, in the place of what follows from lengths
    MicrobatchValues lengths; ///< as shares of the length that the costs are of
    double attention = 0;     ///< share of the times that grows with the square of the length
    std::uint64_t slices = 1; ///< so many microbatches that follow each other are slices of one sequence

    bool operator==(const MicrobatchCosts&) const = default;
    /// Every microbatch takes what the costs say.
    [[nodiscard]] bool areAlike() const
    {
        return times.values.empty() && lengths.values.empty() && (slices <= 1 || attention == 0);
    }
};

/// By what the times and sizes of each microbatch are multiplied. O(microbatches) to build.
class MicrobatchFactors
{
public:
    explicit MicrobatchFactors(const MicrobatchCosts& costs);

    /// Nothing is multiplied.
    [[nodiscard]] bool areOne() const { return m_times.empty() && m_growth == 0; }
    /// Of what is computed; 1 beyond what was given.
    [[nodiscard]] double timeOf(MicrobatchId microbatch) const
    {
        return m_growth == 0 ? at(m_times, microbatch)
                             : 1 + m_growth * static_cast<double>(microbatch.value % m_slices);
    }
    /// Of activations and of copying them.
    [[nodiscard]] double sizeOf(MicrobatchId microbatch) const { return at(m_sizes, microbatch); }
    /// The time of an action that takes `time` at length 1, of which up to `host` passes on the host.
    [[nodiscard]] double scaled(double time, ActionKind kind, MicrobatchId microbatch, double host) const;

private:
    [[nodiscard]] static double at(const std::vector<double>& factors, MicrobatchId microbatch)
    {
        return microbatch.value < factors.size() ? factors[microbatch.value] : 1;
    }

    std::vector<double> m_times;
    std::vector<double> m_sizes; ///< empty = 1
    double m_growth = 0;         ///< without lengths: what each slice takes more than the one before
    std::uint64_t m_slices = 1;
};

} // namespace bubblescope
