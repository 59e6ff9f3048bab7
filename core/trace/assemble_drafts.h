// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_actions.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Actions between their labels and their places; private to the planner.
namespace bubblescope {

/// An action of a label while it is decided what it is.
struct Draft
{
    ActionKind kind = ActionKind::Forward;
    std::optional<std::uint32_t> stage;
    std::optional<std::uint32_t> chunk;
    std::optional<std::uint32_t> microbatch;
    std::uint32_t label = 0;
    std::uint32_t share = 0;
    std::uint32_t shares = 1;
    bool isOverlap = false;
};

/// The drafts of one rank, by label.
struct DraftRank
{
    PlannedRank out;
    std::vector<Draft> drafts;
    const FileLabels* labels = nullptr;
    bool counts = false; ///< microbatches, which its labels do not give

    [[nodiscard]] NameFamily familyOf(const Draft& draft) const
    {
        return labels->nameOf(out.labels[draft.label]).family;
    }
};

} // namespace bubblescope
