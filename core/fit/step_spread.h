// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <map>
#include <span>
#include <vector>

/// How measured steps, ranks and actions scatter; private to core/fit.
namespace bubblescope::fit {

/// What ranks of one step have in common, as factors of what is usual.
struct SharedFactors
{
    std::vector<double> work; ///< by rank; the mean of them counts for a rank beyond
    std::vector<double> host;
    double transfers = 1;
    double edges = 1; ///< head and tail

    [[nodiscard]] double workOf(std::size_t rank) const { return of(work, rank); }
    [[nodiscard]] double hostOf(std::size_t rank) const { return of(host, rank); }

private:
    [[nodiscard]] static double of(const std::vector<double>& factors, std::size_t rank);
};

/// What an action has by itself, beside what its step and rank have in common.
struct Residuals
{
    double work = 1;
    double host = 1;
};

/// Of the same pipeline's steps. Usual is the mean of a kind and stage over all of them.
class StepSpread
{
public:
    explicit StepSpread(std::span<const MeasuredRun> steps);

    /// At least 1.
    [[nodiscard]] std::size_t stepCount() const { return m_shared.size(); }
    [[nodiscard]] const SharedFactors& shared(std::size_t step) const { return m_shared[step]; }
    /// Of an action whose kind and stage were not measured those of its kind, else of any; empty if there are
    /// none.
    [[nodiscard]] const std::vector<Residuals>& residualsOf(const Action& action) const;
    [[nodiscard]] const std::vector<double>& transferResiduals() const { return m_transferResiduals; }
    /// The usual spread of the logarithm of an action's residual.
    [[nodiscard]] double residualSpread() const;

private:
    std::vector<SharedFactors> m_shared; ///< by step
    std::map<ActionKind, std::map<std::uint32_t, std::vector<Residuals>>> m_residuals;
    std::map<ActionKind, std::vector<Residuals>> m_ofKinds;
    std::vector<double> m_transferResiduals;
};

} // namespace bubblescope::fit
