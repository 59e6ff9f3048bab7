// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_search.h"

#include "core/base/for_each_rank.h"
#include "core/generate/v_candidate.h"

#include <algorithm>

namespace bubblescope {

namespace {

/// One block that leads to an order.
struct Found
{
    std::uint32_t split = 0;
    VSpan span;
    std::vector<std::uint32_t> peaks;
    bool isTheirs = false; ///< sail-sg's search looks at it, too
};

struct Choice
{
    std::size_t family = 0;
    const Found* found = nullptr;
};

class Search
{
public:
    Search(const Shape& shape, std::uint32_t limit, const VTimes& times, const CancelToken& cancel)
        : m_shape(shape)
        , m_limit(limit)
        , m_times(times)
        , m_cancel(cancel)
        , m_families(blockFamilies())
        , m_found(m_families.size())
    {}

    std::optional<VGrid> run()
    {
        forEachRank(
            static_cast<std::uint32_t>(m_families.size()), [&](std::uint32_t family) { look(family); }, true);
        const Choice theirs = best(&VSpan::longestRank, [](const Found& found) { return found.isTheirs; });
        if (theirs.found == nullptr)
            return std::nullopt;
        const Choice ours = best(&VSpan::makespan, [&](const Found& found) {
            return std::equal(found.peaks.begin(), found.peaks.end(), theirs.found->peaks.begin(),
                              std::less_equal<>());
        });
        const bool isShorter = ours.found->span.makespan < theirs.found->span.makespan;
        return build(isShorter ? ours : theirs);
    }

private:
    void look(std::uint32_t family)
    {
        // The last distance makes a difference only where it differs.
        const bool splits = m_families[family].distance != m_families[family].lastDistance;
        const std::uint32_t splitEnd = splits ? m_shape.ranks : std::min(m_shape.ranks, 2U);
        bool isTheirs = true;
        for (std::uint32_t split = 1; split < std::max(splitEnd, 2U); ++split) {
            throwIfCancelled(m_cancel);
            const std::optional<VBlock> block = blockOf(m_families[family], m_shape.ranks, split);
            if (!block)
                continue;
            const VCandidate candidate = candidateOf(*block, m_shape.microbatches, m_limit);
            isTheirs = isTheirs && candidate.peak <= m_limit && candidate.peak <= 2 * m_shape.ranks;
            if (!candidate.grid)
                continue;
            if (const auto span = spanOf(*candidate.grid, m_times, m_shape.microbatches))
                m_found[family].push_back({split, *span, peaksOf(*candidate.grid), isTheirs});
        }
    }

    /// The first of those with the least `length`.
    template <typename Admit>
    Choice best(double VSpan::*length, const Admit& isAdmitted) const
    {
        Choice best;
        for (std::size_t family = 0; family < m_found.size(); ++family)
            for (const Found& found : m_found[family])
                if (isAdmitted(found) &&
                    (best.found == nullptr || found.span.*length < best.found->span.*length))
                    best = {family, &found};
        return best;
    }

    std::optional<VGrid> build(const Choice& choice) const
    {
        const std::optional<VBlock> block =
            blockOf(m_families[choice.family], m_shape.ranks, choice.found->split);
        return candidateOf(*block, m_shape.microbatches, m_limit).grid;
    }

    const Shape& m_shape;
    std::uint32_t m_limit;
    const VTimes& m_times;
    const CancelToken& m_cancel;
    std::vector<VBlockFamily> m_families;
    std::vector<std::vector<Found>> m_found; ///< by family
};

} // namespace

std::optional<VGrid> fastestWithin(const Shape& shape, std::uint32_t limit, const VTimes& times,
                                   const CancelToken& cancel)
{
    return Search(shape, limit, times, cancel).run();
}

} // namespace bubblescope
