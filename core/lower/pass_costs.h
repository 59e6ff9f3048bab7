// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/sentence.h"
#include "core/lower/pass_settings.h"
#include "core/time/cost_model.h"

#include <cstdint>
#include <string>
#include <vector>

namespace bubblescope {

/// One way of a copy by stage under the pass `offload` with these settings: what the costs say of it, else
/// the setting's share of F + I + W.
[[nodiscard]] StageValues copyTimesOf(const PassSettings& settings, const CostModel& costs,
                                      std::uint32_t stageCount);

/// The costs with the times of S and T under the pass `vocabulary` with these settings, each a share of F,
/// where the costs do not give them.
[[nodiscard]] CostModel withVocabularyTimes(const PassSettings& settings, CostModel costs,
                                            std::uint32_t stageCount);

/// Selective recomputation takes 0.027 of F and makes 80 of 114 parts of an activation again where nothing is
/// given: attention's share in GPT-3 175B after Korthikanti et al., "Reducing Activation Recomputation in
/// Large Transformer Models" (arXiv 2205.05198). The costs with what the passes `recompute` and `offload` say
/// of their actions (settings `time` and `share`), where the costs do not say it themselves. Texts that are
/// no pass say nothing. Requires costs that fit the stages.
[[nodiscard]] CostModel withPassCosts(CostModel costs, const std::vector<std::string>& passes,
                                      std::uint32_t stageCount);

/// What to doubt of the passes with these costs, which are those of withPassCosts(): copies that take no
/// time, gradients that are reduced beside nothing, bytes that selective recomputation gives back as in
/// GPT-3, and a recomputation that gives back next to nothing.
[[nodiscard]] std::vector<Sentence>
doubtfulPasses(const CostModel& costs, const std::vector<std::string>& passes, std::uint32_t stageCount);

} // namespace bubblescope
