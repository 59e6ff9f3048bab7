// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison.h"

#include "core/analyze/schedule_difference.h"

namespace bubblescope::ui {

bool Comparison::haveOneAxis() const
{
    return isReady() && haveSameUnit(*m_current.evaluation->timeline, *reference()->evaluation->timeline);
}

void Comparison::setCurrent(CompareSide side)
{
    if (side.title == m_current.title && side.evaluation == m_current.evaluation)
        return;
    m_current = std::move(side);
    emit sidesChanged();
}

void Comparison::setReferences(std::vector<CompareSide> sides)
{
    m_references = std::move(sides);
    emit sidesChanged();
    if (m_references.empty())
        setMode(CompareMode::Off);
}

void Comparison::setMode(CompareMode mode)
{
    if (m_references.empty())
        mode = CompareMode::Off;
    if (mode == m_mode)
        return;
    m_mode = mode;
    emit modeChanged(mode);
}

} // namespace bubblescope::ui
