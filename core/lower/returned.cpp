// SPDX-License-Identifier: Apache-2.0
#include "core/lower/returned.h"

#include "core/lower/order_check.h"

#include <set>

namespace bubblescope {

ChosenStages::ChosenStages(const Row& row, std::optional<std::uint32_t> chunks)
{
    std::set<std::uint32_t> stages;
    for (const Action& action : row)
        if (isCompute(action.kind()))
            stages.insert(action.stage().value);
    m_all = !chunks || *chunks >= stages.size();
    if (!m_all)
        m_stages.assign(stages.begin(), std::next(stages.begin(), *chunks));
}

std::optional<Error> unfitForReturn(const Schedule& schedule, std::string_view pass)
{
    bool hasBackward = false;
    for (std::uint32_t r = 0; r < schedule.rankCount(); ++r)
        for (std::uint32_t i = 0; i < schedule.rows[r].size(); ++i) {
            const ActionKind kind = schedule.rows[r][i].kind();
            hasBackward = hasBackward || isInputGradient(kind);
            if (isPart(kind))
                return errorAt(
                    ErrorKind::InvalidInput, schedule, {r, i},
                    Sentence({"lower.parts-come-last",
                              "the order has parts of blocks ({action}): {pass} comes before them"},
                             actionText(schedule.rows[r][i].id()), pass));
            if (kind == ActionKind::Recompute || isCopy(kind))
                return errorAt(ErrorKind::InvalidInput, schedule, {r, i},
                               Sentence({"lower.activations-returned-already",
                                         "the order recomputes or offloads activations already ({action}): "
                                         "{pass} needs one that does not"},
                                        actionText(schedule.rows[r][i].id()), pass));
        }
    if (hasBackward)
        return std::nullopt;
    return Error{ErrorKind::InvalidInput,
                 Sentence({"lower.no-backward-to-return-for",
                           "the order has no backward, for which {pass} would bring activations back"},
                          pass),
                 std::nullopt};
}

} // namespace bubblescope
