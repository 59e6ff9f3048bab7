// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// Which layers each stage holds, as Megatron-Core's `--pipeline-model-parallel-layout` says it:
/// "Et*3|(tt|)*29,m|L". A letter is a layer; a stage may be empty.
struct Layout
{
    static constexpr char kEmbedding = 'E';
    static constexpr char kDecoder = 't';
    static constexpr char kPrediction = 'm'; ///< multi-token prediction
    static constexpr char kLoss = 'L';

    std::uint32_t ranks = 1;
    std::vector<std::string> stages; ///< the letters of each; stage s is on rank s mod ranks

    [[nodiscard]] std::uint32_t stagesPerRank() const
    {
        return static_cast<std::uint32_t>(stages.size() / ranks);
    }
    [[nodiscard]] std::size_t stageOf(std::uint32_t rank, std::uint32_t chunk) const
    {
        return std::size_t{chunk} * ranks + rank;
    }
    /// There is multi-token prediction, and it is not on the last rank.
    [[nodiscard]] bool hasStandalonePrediction() const;
};

/// Reads such a text: commas are ignored, "(…)*n" and then "x*n" repeat, "|" parts stages. Fails with the
/// column of what is no layer, where the stages are no multiple of the ranks, or beyond kMostLayoutLetters.
/// Groups do not nest, as in Megatron; what that accepts only since it repeats texts ("t*2,3", "(t)*2*3") is
/// refused. O(letters).
[[nodiscard]] Result<Layout> parseLayout(std::string_view text, std::uint32_t ranks);
inline constexpr std::size_t kMostLayoutLetters = 1'000'000;

/// How many layers of a kind are among the letters of a stage.
[[nodiscard]] std::uint32_t layersOf(std::string_view stage, char kind);

/// What a layout has to agree with.
struct LayoutExpectation
{
    std::optional<std::uint32_t> stagesPerRank;
    std::optional<std::uint64_t> decoderLayers;
    std::uint64_t predictionLayers = 0;
};
/// Megatron's rules, in its order; the first that does not hold.
[[nodiscard]] Result<void> checkLayout(const Layout& layout, const LayoutExpectation& expected);

/// The shortest of the texts that this knows to write: runs of a letter as "t*3", runs of equal stages as
/// "(tt|)*29". parseLayout() reads the same stages from it.
[[nodiscard]] std::string layoutText(const Layout& layout);

} // namespace bubblescope
