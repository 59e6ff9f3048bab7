// SPDX-License-Identifier: Apache-2.0
#include "core/model/action_query.h"

#include "core/model/action_query_parser.h"

#include <algorithm>

namespace bubblescope {

namespace {

constexpr KindMask kEveryKind = ((KindMask{1} << kActionKindCount) - 1U) & ~KindMask{1};

} // namespace

Result<ActionQuery, ActionQueryError> ActionQuery::parse(std::string_view text)
{
    return ActionQueryParser(text).run();
}

ActionQuery ActionQuery::listed(std::vector<ActionId> actions)
{
    ActionQuery query;
    query.m_listed = std::move(actions);
    std::sort(query.m_listed.begin(), query.m_listed.end());
    for (const ActionId& id : query.m_listed)
        query.m_kinds |= kindBit(id.kind);
    return query;
}

bool ActionQuery::isListed(const Action& action) const noexcept
{
    return std::binary_search(m_listed.begin(), m_listed.end(), action.id());
}

bool ActionQuery::wantsPattern(const Action& action) const noexcept
{
    const ActionKind kind = action.kind();
    return std::any_of(m_patterns.begin(), m_patterns.end(), [&](const Pattern& pattern) {
        return (pattern.kinds >> static_cast<unsigned>(kind) & 1U) != 0 &&
               pattern.stages.allows(action.stage().value) &&
               (pattern.microbatches.isEmpty() ||
                (hasMicrobatch(kind) && pattern.microbatches.allows(action.microbatch().value)));
    });
}

void ActionQuery::finish()
{
    m_kinds = m_patterns.empty() ? kEveryKind : 0;
    for (const Pattern& pattern : m_patterns)
        m_kinds |= pattern.kinds;
    const bool onlyKinds = std::all_of(m_patterns.begin(), m_patterns.end(), [](const Pattern& pattern) {
        return pattern.stages.isEmpty() && pattern.microbatches.isEmpty();
    });
    // The mask says it all then.
    if (onlyKinds)
        m_patterns.clear();
    // One pattern is as good as the terms around it, and those are looked at without a loop.
    if (m_patterns.size() == 1 && m_stages.isEmpty() && m_microbatches.isEmpty()) {
        m_stages = m_patterns.front().stages;
        m_microbatches = m_patterns.front().microbatches;
        m_patterns.clear();
    }
}

} // namespace bubblescope
