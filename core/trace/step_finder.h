// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/assemble_labels.h"

#include <algorithm>
#include <vector>

namespace bubblescope {

/// The step around a time.
class StepFinder
{
public:
    explicit StepFinder(const FileLabels& labels)
    {
        for (const StepMark& mark : labels.marks) {
            if (mark.context.kind == ContextName::Kind::Step)
                m_marks.push_back(&mark);
        }
    }
    [[nodiscard]] bool empty() const { return m_marks.empty(); }
    /// 0 where nothing marks off steps.
    [[nodiscard]] std::uint64_t at(Nanoseconds time) const
    {
        if (m_marks.empty())
            return 0;
        const auto after =
            std::upper_bound(m_marks.begin(), m_marks.end(), time,
                             [](Nanoseconds moment, const StepMark* mark) { return moment < mark->start; });
        if (after == m_marks.begin() || (*std::prev(after))->end < time)
            return kNoStep;
        return (*std::prev(after))->context.number.value_or(kNoStep);
    }

private:
    std::vector<const StepMark*> m_marks; ///< by start
};

} // namespace bubblescope
