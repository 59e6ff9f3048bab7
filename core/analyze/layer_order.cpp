// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/layer_order.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <optional>

namespace bubblescope {

namespace {

/// The layers of a chunk: from `first` on, `count` of them.
struct LayerChunk
{
    std::uint64_t first = 0;
    std::uint64_t count = 0;
};

class LayerWalk
{
public:
    LayerWalk(std::uint32_t ranks, std::span<const std::uint64_t> layers, bool hasWeightGradientsApart)
        : m_ranks(ranks)
        , m_layers(layers)
        , m_isApart(hasWeightGradientsApart)
    {}

    void addCell(std::span<const Action> cell)
    {
        std::optional<LayerChunk> forward, backward;
        for (const Action& action : cell) {
            if (action.kind() == ActionKind::Forward)
                forward = chunkOf(action);
            else if (action.kind() == ActionKind::Backward)
                backward = chunkOf(action);
        }
        const LayerChunk up = forward.value_or(LayerChunk{});
        const LayerChunk down = backward.value_or(LayerChunk{});
        // The last one of a pair waits for the forward's layers that are left.
        const bool waits = m_isApart && forward && backward && down.count > 0;
        for (std::uint64_t k = 0; k < std::max(up.count, down.count); ++k) {
            if (k < up.count)
                m_steps.push_back({LayerStep::Part::Forward, up.first + k});
            if (k >= down.count)
                continue;
            const std::uint64_t layer = down.first + down.count - 1 - k;
            m_steps.push_back({LayerStep::Part::Backward, layer});
            if (m_isApart && !(waits && k + 1 == down.count))
                m_steps.push_back({LayerStep::Part::WeightGradient, layer});
        }
        if (waits)
            m_steps.push_back({LayerStep::Part::WeightGradient, down.first});
    }
    [[nodiscard]] std::vector<LayerStep> take() { return std::move(m_steps); }

private:
    [[nodiscard]] LayerChunk chunkOf(const Action& action) const
    {
        const std::size_t chunk = action.stage().value / m_ranks;
        if (chunk >= m_layers.size())
            return {};
        return {std::accumulate(m_layers.begin(), m_layers.begin() + static_cast<std::ptrdiff_t>(chunk),
                                std::uint64_t{0}),
                m_layers[chunk]};
    }

    std::uint32_t m_ranks;
    std::span<const std::uint64_t> m_layers;
    bool m_isApart;
    std::vector<LayerStep> m_steps;
};

} // namespace

std::vector<LayerStep> layerOrder(const Row& row, std::uint32_t ranks, std::span<const std::uint64_t> layers,
                                  bool hasWeightGradientsApart)
{
    LayerWalk walk(ranks, layers, hasWeightGradientsApart);
    for (std::size_t i = 0; i < row.size();) {
        const std::size_t end = cellEnd(row, i);
        walk.addCell(std::span(row).subspan(i, end - i));
        i = end;
    }
    return walk.take();
}

std::string layerStepText(const LayerStep& step)
{
    return fmt::format("{}{}{}", step.part == LayerStep::Part::Forward ? "" : "-", step.layer + 1,
                       step.part == LayerStep::Part::WeightGradient ? ".5" : "");
}

} // namespace bubblescope
