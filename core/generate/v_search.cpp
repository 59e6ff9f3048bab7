// SPDX-License-Identifier: Apache-2.0
#include "core/generate/v_search.h"

#include "core/base/parallel_for.h"
#include "core/generate/v_candidate.h"

#include <algorithm>
#include <functional>

namespace bubblescope {

namespace {

/// Slots that may be walked over in comparing blocks; about half a minute on one processor.
constexpr std::uint64_t kMostCellsCompared = std::uint64_t{1} << 28U;
/// Blocks that are built in full where all would be too many.
constexpr std::size_t kShortlist = 4;

/// A block, and what its order is like.
struct Trial
{
    std::size_t family = 0;
    VBlock block;
    std::uint32_t peak = 0; ///< VCandidate::peak
    std::optional<VSpan> span;
    std::vector<std::uint32_t> peaks; ///< by rank
    bool isTheirs = false;            ///< sail-sg's search looks at it, too
};

class Search
{
public:
    Search(const Shape& shape, std::uint32_t limit, const VTimes& times, const CancelToken& cancel)
        : m_shape(shape)
        , m_limit(limit)
        , m_times(times)
        , m_cancel(cancel)
        , m_trials(allBlocks())
    {}

    std::optional<VGrid> run()
    {
        if (m_trials.size() * cells(m_shape.microbatches) > kMostCellsCompared)
            shorten();
        buildAll(m_trials, m_shape.microbatches);
        markTheirs();
        const Trial* theirs = best(&VSpan::longestRank, [](const Trial& trial) { return trial.isTheirs; });
        if (theirs == nullptr)
            return std::nullopt;
        const Trial* ours = best(&VSpan::makespan, [&](const Trial& trial) {
            return std::equal(trial.peaks.begin(), trial.peaks.end(), theirs->peaks.begin(),
                              std::less_equal<>());
        });
        const Trial* chosen = ours->span->makespan < theirs->span->makespan ? ours : theirs;
        return candidateOf(chosen->block, m_shape.microbatches, m_limit).grid;
    }

private:
    [[nodiscard]] std::vector<Trial> allBlocks() const
    {
        std::vector<Trial> trials;
        const std::vector<VBlockFamily> families = blockFamilies();
        for (std::size_t family = 0; family < families.size(); ++family) {
            throwIfCancelled(m_cancel);
            // Where the distances are equal the rank at which they change makes no difference.
            const bool splits = families[family].distance != families[family].lastDistance;
            for (std::uint32_t split = 1; split < std::max(splits ? m_shape.ranks : 2U, 2U); ++split)
                if (auto block = blockOf(families[family], m_shape.ranks, split))
                    trials.push_back({family, std::move(*block), 0, std::nullopt, {}, false});
        }
        return trials;
    }

    /// Slots that building one order walks over.
    [[nodiscard]] std::uint64_t cells(std::uint32_t microbatches) const
    {
        return std::uint64_t{kVBlockSlots} * m_shape.ranks * std::max(microbatches, 2 * m_shape.ranks);
    }

    void build(Trial& trial, std::uint32_t microbatches) const
    {
        throwIfCancelled(m_cancel);
        const VCandidate candidate = candidateOf(trial.block, microbatches, m_limit);
        trial.peak = candidate.peak;
        trial.span = candidate.grid ? spanOf(*candidate.grid, m_times, microbatches) : std::nullopt;
        trial.peaks = candidate.grid ? peaksOf(*candidate.grid) : std::vector<std::uint32_t>{};
    }

    void buildAll(std::vector<Trial>& trials, std::uint32_t microbatches) const
    {
        parallelFor(trials.size(), [&](std::size_t number) { build(trials[number], microbatches); });
    }

    /// sail-sg's search leaves a family at its first block that needs too much.
    void markTheirs()
    {
        const std::uint32_t most = std::min(m_limit, 2 * m_shape.ranks);
        for (std::size_t number = 0; number < m_trials.size(); ++number) {
            const bool isFirst = number == 0 || m_trials[number - 1].family != m_trials[number].family;
            m_trials[number].isTheirs =
                (isFirst || m_trials[number - 1].isTheirs) && m_trials[number].peak <= most;
        }
    }

    /// Leaves the few blocks whose orders promise to be the fastest: what a microbatch more costs is the same
    /// once there is a steady part.
    void shorten()
    {
        const std::uint32_t few = std::min(m_shape.microbatches, 2 * m_shape.ranks);
        const std::uint32_t more = std::min(m_shape.microbatches, 3 * m_shape.ranks);
        thinOut(kMostCellsCompared / (cells(few) + cells(more)));
        std::vector<Trial> longer = m_trials;
        buildAll(m_trials, few);
        buildAll(longer, more);
        std::vector<std::pair<double, std::size_t>> order;
        for (std::size_t number = 0; number < m_trials.size(); ++number)
            if (m_trials[number].span && longer[number].span) {
                const double shortSpan = m_trials[number].span->longestRank;
                const double longSpan = longer[number].span->longestRank;
                const double step = more > few ? (longSpan - shortSpan) / (more - few) : 0;
                order.emplace_back(longSpan + step * (m_shape.microbatches - more), number);
            }
        std::sort(order.begin(), order.end());
        order.resize(std::min(order.size(), kShortlist));
        std::sort(order.begin(), order.end(),
                  [](const auto& a, const auto& b) { return a.second < b.second; });
        std::vector<Trial> shortlist;
        for (const auto& [length, number] : order)
            shortlist.push_back(std::move(m_trials[number]));
        m_trials = std::move(shortlist);
    }

    /// Drops blocks that need too much memory, and of the others all but `count`, evenly.
    void thinOut(std::uint64_t count)
    {
        const std::uint32_t enough = std::max(m_shape.microbatches, 2 * m_shape.ranks);
        const auto fits = [&](std::uint32_t most) {
            return [=](const Trial& trial) { return peakOf(startsOf(trial.block), enough) <= most; };
        };
        // Few microbatches hold less than the repeated block does, so that others may do as well.
        const bool anyFits = std::any_of(m_trials.begin(), m_trials.end(), fits(m_limit));
        std::erase_if(m_trials, std::not_fn(fits(anyFits ? m_limit : 2 * m_shape.ranks)));
        count = std::max<std::uint64_t>(count, 1);
        if (m_trials.size() <= count)
            return;
        std::vector<Trial> kept;
        for (std::uint64_t k = 0; k < count; ++k)
            kept.push_back(std::move(m_trials[k * m_trials.size() / count]));
        m_trials = std::move(kept);
    }

    template <typename Admit>
    const Trial* best(double VSpan::*length, const Admit& isAdmitted) const
    {
        const Trial* best = nullptr;
        for (const Trial& trial : m_trials)
            if (trial.span && isAdmitted(trial) &&
                (best == nullptr || (*trial.span).*length < (*best->span).*length))
                best = &trial;
        return best;
    }

    const Shape& m_shape;
    std::uint32_t m_limit;
    const VTimes& m_times;
    const CancelToken& m_cancel;
    std::vector<Trial> m_trials; ///< in the order of sail-sg's search
};

} // namespace

std::optional<VGrid> fastestWithin(const Shape& shape, std::uint32_t limit, const VTimes& times,
                                   const CancelToken& cancel)
{
    return Search(shape, limit, times, cancel).run();
}

} // namespace bubblescope
