// SPDX-License-Identifier: Apache-2.0
#include "core/time/memory_stack.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, kMemoryPartCount> kPartWords{{
    {"parameters", "parameters"},
    {"optimizer", "optimizer states"},
    {"communicator_buffers", "buffers of communicators"},
    {"workspace", "workspace"},
    {"gradients", "gradients"},
    {"activations_kept_for_weight", "activations kept for W"},
    {"activations_recomputed", "recomputed activations"},
    {"activations_forward", "activations of forwards"},
    {"activations_offloaded", "activations on the host"},
}};

double levelAt(std::span<const MemoryStep> steps, Time time)
{
    const auto after =
        std::upper_bound(steps.begin(), steps.end(), time,
                         [](Time wanted, const MemoryStep& step) { return wanted < step.time; });
    return after == steps.begin() ? steps.front().level : (after - 1)->level;
}

} // namespace

std::string_view memoryPartId(MemoryPart part) noexcept
{
    return kPartWords[static_cast<std::size_t>(part)].first;
}

std::string_view memoryPartName(MemoryPart part) noexcept
{
    return kPartWords[static_cast<std::size_t>(part)].second;
}

MemoryStack::MemoryStack(MemoryCurvesPtr total, std::vector<MemoryPart> parts, std::vector<Layer> layers,
                         std::vector<Layer> host)
    : m_total(std::move(total))
    , m_parts(std::move(parts))
    , m_layers(std::move(layers))
    , m_host(std::move(host))
{
    for (const Layer& layer : m_host)
        for (const MemoryStep& step : layer.steps)
            m_highestHost = std::max(m_highestHost, step.level);
}

std::span<const MemoryStep> MemoryStack::steps(RankId rank, std::size_t layer) const
{
    return layer + 1 < m_parts.size() ? layerOf(rank, layer).steps : m_total->steps(rank);
}

const LevelPyramid& MemoryStack::pyramid(RankId rank, std::size_t layer) const
{
    return layer + 1 < m_parts.size() ? layerOf(rank, layer).pyramid : m_total->pyramid(rank);
}

MemorySizes MemoryStack::at(RankId rank, Time time) const
{
    MemorySizes sizes{};
    double below = 0;
    for (std::size_t layer = 0; layer < m_parts.size(); ++layer) {
        const double level = levelAt(steps(rank, layer), time);
        // What is 0 but for rounding is not there.
        if (level - below > kLevelRounding * level)
            sizes[static_cast<std::size_t>(m_parts[layer])] = level - below;
        below = level;
    }
    if (hasHost())
        sizes[static_cast<std::size_t>(MemoryPart::Offloaded)] = levelAt(hostSteps(rank), time);
    return sizes;
}

} // namespace bubblescope
