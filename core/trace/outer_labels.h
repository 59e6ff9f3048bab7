// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_labels.h"

#include <map>

namespace bubblescope {

/// Separates labels of actions from those nested in them: a method that calls its parent's brackets
/// one action twice, and the outer label counts. Only Megatron's and DeepSpeed's labels nest so. Labels are
/// asked for by start; O(1) each.
class OuterLabels
{
public:
    [[nodiscard]] bool isOuter(const TraceLabel& label, const RecordName& name)
    {
        if (name.family != NameFamily::Megatron && name.family != NameFamily::DeepSpeed)
            return true;
        const auto [until, isNew] = m_until[label.thread].try_emplace(name.actions.front().kind, label.end);
        if (!isNew && label.end <= until->second)
            return false;
        until->second = label.end;
        return true;
    }

private:
    std::map<std::uint32_t, std::map<ActionKind, Nanoseconds>> m_until; ///< by thread and kind
};

} // namespace bubblescope
