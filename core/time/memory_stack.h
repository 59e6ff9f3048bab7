// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/memory_curves.h"
#include "core/time/memory_part.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace bubblescope {

/// Sums of parts that come and go do not end at 0 exactly.
inline constexpr double kLevelRounding = 1e-9;

/// What every rank holds over time, by part: as layers that lie on each other in the order of MemoryPart, the
/// uppermost being MemoryCurves itself; and what it has on the host. Immutable, shared between threads. For
/// each layer under the uppermost at most what MemoryCurves takes. Made by stackedMemory().
class MemoryStack
{
public:
    struct Layer
    {
        std::vector<MemoryStep> steps;
        LevelPyramid pyramid;
    };
    /// `layers` by rank, then by part but for the uppermost; `host` by rank, or empty.
    MemoryStack(MemoryCurvesPtr total, std::vector<MemoryPart> parts, std::vector<Layer> layers,
                std::vector<Layer> host);

    [[nodiscard]] const MemoryCurvesPtr& total() const { return m_total; }
    /// Of the device, those that any rank ever holds, from the bottom to the top.
    [[nodiscard]] std::span<const MemoryPart> parts() const { return m_parts; }
    /// The sum of parts() up to and with this one. Requires layer < parts().size().
    [[nodiscard]] std::span<const MemoryStep> steps(RankId rank, std::size_t layer) const;
    [[nodiscard]] const LevelPyramid& pyramid(RankId rank, std::size_t layer) const;

    /// Any rank offloads.
    [[nodiscard]] bool hasHost() const { return m_highestHost > 0; }
    [[nodiscard]] double highestHost() const { return m_highestHost; }
    [[nodiscard]] std::span<const MemoryStep> hostSteps(RankId rank) const
    {
        return m_host[rank.value].steps;
    }
    [[nodiscard]] const LevelPyramid& hostPyramid(RankId rank) const { return m_host[rank.value].pyramid; }

    /// What a rank holds at a time. O(log n) a part.
    [[nodiscard]] MemorySizes at(RankId rank, Time time) const;

private:
    [[nodiscard]] const Layer& layerOf(RankId rank, std::size_t layer) const
    {
        return m_layers[rank.value * (m_parts.size() - 1) + layer];
    }

    MemoryCurvesPtr m_total;
    std::vector<MemoryPart> m_parts;
    std::vector<Layer> m_layers;
    std::vector<Layer> m_host;
    double m_highestHost = 0;
};
using MemoryStackPtr = std::shared_ptr<const MemoryStack>;

} // namespace bubblescope
