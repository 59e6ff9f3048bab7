// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/row_writer.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace bubblescope {

/// What a rank does in one slot of a grid in which every forward and every backward takes one slot.
struct SlotPass
{
    std::uint64_t slot = 0;
    std::uint32_t stage = 0;
    ActionKind kind = ActionKind::Forward;
    std::uint32_t microbatch = 0;
};

/// Writes the passes of several walks by rising slot, empty slots as bubbles. A walk has `isAtEnd()`,
/// `pass()` and `advance()`, and its slots rise; no two walks use the same slot.
template <class Walk, std::size_t Count>
void writeBySlot(RowWriter& row, std::array<Walk, Count>& walks)
{
    std::uint64_t slot = 0;
    for (;;) {
        Walk* next = nullptr;
        for (Walk& walk : walks)
            if (!walk.isAtEnd() && (next == nullptr || walk.pass().slot < next->pass().slot))
                next = &walk;
        if (next == nullptr)
            return;
        const SlotPass& pass = next->pass();
        row.bubbles(pass.slot - slot);
        row.add(pass.stage, pass.kind, pass.microbatch);
        slot = pass.slot + 1;
        next->advance();
    }
}

} // namespace bubblescope
