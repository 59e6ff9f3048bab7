// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_node.h"
#include "core/time/cost_fields.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The parts of a calibration that keeps its schema, each composed into its place in the model; private to
/// core/io.
namespace bubblescope::calibration {

using json::Node;

/// What is to be said of a calibration that can be used: grouped, so that it stays short.
class Notes
{
public:
    void warn(std::string text);
    /// A time that was taken and the flags it bears.
    void noteFlags(const Node& stat, const std::string& what);
    /// The file's own warnings, the flags (but "estimated" of an estimate), then those of warn().
    [[nodiscard]] std::vector<std::string> texts(const Node& root) const;

private:
    std::vector<std::string> m_warnings;
    std::map<std::string, std::vector<std::string>> m_flagged;
};

/// A file's text on one line, cut where it is long.
[[nodiscard]] std::string shortText(const std::string& text);
/// A number of at least 0, refused otherwise; nothing where the key is missing.
[[nodiscard]] Result<std::optional<double>> optionalSize(const Node& node, const std::string& key);

/// The times of F, I, W and B of a block or a stage, called `what` in notes. What is given of a backward is
/// completed: of B and one of its halves the other is what is left; B alone stays alone.
[[nodiscard]] BlockCost timesOf(const Node& entry, const std::string& what, Notes& notes);
[[nodiscard]] bool givesTimes(const Node& entry);
/// timesOf() with the sizes. Refuses an entry that gives I and nothing from which its W follows: it would
/// count as nothing.
[[nodiscard]] Result<BlockCost> costOf(const Node& entry, const std::string& what, Notes& notes);
[[nodiscard]] double timeOf(const BlockCost& times, ActionKind kind);
/// The kinds that take no time because nothing is known of them: "F", "I", "W", "B".
[[nodiscard]] std::vector<std::string_view> missingKinds(const BlockCost& times);
/// Takes the sizes in an entry's "memory"; what it returns is the size of a message to the next stage.
[[nodiscard]] Result<std::optional<double>> takeSizes(const Node& entry, BlockCost& cost);
/// What a calibration calls a size of stages: "weights" of the parameters.
[[nodiscard]] std::string sizeName(const CostField& field);

/// The entry of "blocks" with that name; nothing if there is none.
[[nodiscard]] std::optional<Node> blockNamed(const Node& root, std::string_view name);
/// The block of a decoder layer: a dense one, else one with experts.
[[nodiscard]] std::optional<Node> decoderLayer(const Node& root);
/// Refuses an entry whose `key` has a value that another one had before: "blocks[1].block: "layer" is
/// twice".
[[nodiscard]] Result<void> refuseTwice(const Node& list, const std::string& key);
/// A number of "overheads", 0 where it is missing.
[[nodiscard]] Result<double> overhead(const Node& root, const std::string& key);

[[nodiscard]] Result<void> composeBlocks(const Node& root, CostModel& costs, Notes& notes);
[[nodiscard]] Result<void> composeStages(const Node& root, CostModel& costs, Notes& notes);
[[nodiscard]] Result<void> composeOverlap(const Node& root, CostModel& costs, Notes& notes);
[[nodiscard]] Result<void> composeTransfers(const Node& root, bool standInTransfers, CostModel& costs,
                                            Notes& notes);

} // namespace bubblescope::calibration
