// SPDX-License-Identifier: Apache-2.0
#include "core/layout/layout_edit.h"

namespace bubblescope {

std::optional<Layout> withBoundaryMoved(Layout layout, std::size_t stage, std::int64_t layers)
{
    std::string& before = layout.stages[stage];
    std::string& behind = layout.stages[stage + 1];
    const auto count = static_cast<std::size_t>(layers < 0 ? -layers : layers);
    if (count > (layers < 0 ? before : behind).size())
        return std::nullopt;
    if (layers < 0) {
        behind.insert(0, before, before.size() - count);
        before.resize(before.size() - count);
    } else {
        before.append(behind, 0, count);
        behind.erase(0, count);
    }
    return layout;
}

} // namespace bubblescope
