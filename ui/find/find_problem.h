// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/search/search.h"

#include <QString>

namespace bubblescope::ui {

/// Finds a schedule: searchSchedule(), or what a test puts in its place. Called on a worker; `tell` may be
/// called from any thread, by one at a time.
using SearchFunction = std::function<Result<SearchResult>(
    const SearchProblem& problem, const SearchBudget& budget,
    const std::function<void(const SearchProgress&)>& tell, const CancelToken& cancel)>;

/// What limits of memory are counted in, and peaks beside them.
enum class FindUnit : std::uint8_t {
    RankActivations, ///< a rank's activations of one microbatch, all its stages together, are 1
    Bytes,
    Own, ///< whatever the sizes of the costs were given in
};

/// What a search begins with: the schedule that is open, as a question.
struct FindStart
{
    std::uint32_t ranks = 4;
    std::uint32_t microbatches = 8;
    /// Those of the document, as SearchProblem wants them. Where no list tells stages apart, times, sizes and
    /// layers are a rank's whole share, so that all families do the same work as the document's schedule.
    CostModel costs;
    FindUnit unit = FindUnit::RankActivations;
    double memoryLimit = 0;              ///< of the document, without one the peak of its schedule
    std::optional<std::uint32_t> layers; ///< of the whole model, where the costs know blocks
};
/// O(stages).
[[nodiscard]] FindStart findStartOf(const Evaluation& shown);

/// What the costs are, in a line: where they come from, else "F 1 · B 2 · steps".
[[nodiscard]] QString costsLine(const FindStart& start);
/// The unit in words, as stands behind a field: "rank activations", "GB".
[[nodiscard]] QString unitWords(FindUnit unit);
/// What that unit is, in a sentence.
[[nodiscard]] QString unitHelp(FindUnit unit);
/// How many of the costs' own make one that is shown: 1e9 for bytes.
[[nodiscard]] double unitSize(FindUnit unit);

} // namespace bubblescope::ui
