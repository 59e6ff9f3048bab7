// SPDX-License-Identifier: GPL-3.0-or-later
// Factors that are tried on the document's costs.
#include "ui/document/document.h"
#include "ui/document/what_if_rules.h"

namespace bubblescope::ui {

void Document::setWhatIf(const WhatIf& whatIf)
{
    const WhatIf plain = withoutNeutral(whatIf);
    if (plain == m_whatIf)
        return;
    m_whatIf = plain;
    m_runner.retime(m_state, m_whatIf, m_evaluation);
    emit whatIfChanged();
}

void Document::takeOverWhatIf(const QString& what)
{
    if (m_whatIf.isNeutral() || !m_evaluation)
        return;
    const std::uint32_t stages = m_evaluation->timeline->schedule->stageCount;
    if (!m_state.costs.check(stages))
        return;
    const CostModel costs =
        takenOver(m_state.costs, m_whatIf, stages, m_evaluation->runs(ActionKind::Recompute));
    endTyping();
    replaceWhatIf({});
    setCosts(costs, what);
    endTyping();
}

void Document::replaceWhatIf(const WhatIf& whatIf)
{
    if (whatIf == m_whatIf)
        return;
    m_whatIf = whatIf;
    emit whatIfChanged();
}

/// Of an order that runs I and W in the place of B, for one, a factor on B says nothing.
void Document::dropKindsNotRun()
{
    WhatIf kept = m_whatIf;
    std::erase_if(kept.kinds, [this](const auto& factor) { return !m_evaluation->runs(factor.first); });
    replaceWhatIf(kept);
}

} // namespace bubblescope::ui
