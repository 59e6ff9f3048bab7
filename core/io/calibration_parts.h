// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_node.h"
#include "core/time/cost_model.h"

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

/// Times of F, I, W and B. What is given of a backward is completed: of B and one of its halves the other is
/// what is left; B alone stays alone.
struct KindTimes
{
    std::optional<double> forward;
    std::optional<double> backwardInput;
    std::optional<double> backwardWeight;
    std::optional<double> backward;

    [[nodiscard]] bool isEmpty() const { return !forward && !backwardInput && !backwardWeight && !backward; }
    [[nodiscard]] double timeOf(ActionKind kind) const;
    /// The kinds that take no time because nothing is known of them: "F", "I", "W", "B".
    [[nodiscard]] std::vector<std::string_view> missing() const;
};
/// Refuses an entry that gives I and nothing from which its W follows: it would count as nothing.
[[nodiscard]] Result<void> refuseWithoutWeight(const Node& entry, const KindTimes& times);
/// Of a block or a stage, called `what` in notes.
[[nodiscard]] KindTimes kindTimes(const Node& entry, const std::string& what, Notes& notes);
[[nodiscard]] bool givesTimes(const Node& entry);

/// The sizes in a block's or a stage's "memory".
struct Sizes
{
    std::optional<double> activation;
    std::optional<double> keptUntilWeight; ///< part of the activation that only W releases, as a size
    std::optional<double> parameters;
    std::optional<double> gradients;
    std::optional<double> optimizer;
    std::optional<double> boundary; ///< a message to the next stage
};
[[nodiscard]] Result<Sizes> sizesOf(const Node& entry);

/// The entry of "blocks" with that name; nothing if there is none.
[[nodiscard]] std::optional<Node> blockNamed(const Node& root, std::string_view name);
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
