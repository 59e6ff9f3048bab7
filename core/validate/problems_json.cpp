// SPDX-License-Identifier: Apache-2.0
#include "core/validate/validate.h"

#include <nlohmann/json.hpp>

namespace bubblescope {

std::string problemsJson(const std::vector<Problem>& problems)
{
    using nlohmann::ordered_json;
    ordered_json list = ordered_json::array();
    for (const Problem& problem : problems) {
        ordered_json entry{{"kind", problemKindName(problem.kind)}, {"message", problem.message.text()}};
        ordered_json& actions = entry["actions"] = ordered_json::array();
        for (const ProblemAction& action : problem.actions) {
            ordered_json one{{"rank", action.rank.value}};
            if (action.index)
                one["index"] = *action.index;
            one["action"] = actionText(action.action);
            actions.push_back(std::move(one));
        }
        if (problem.kind == ProblemKind::Syntax) {
            entry["line"] = problem.line;
            entry["column"] = problem.column;
        }
        list.push_back(std::move(entry));
    }
    const ordered_json whole{{"valid", problems.empty()}, {"problems", std::move(list)}};
    return whole.dump(1, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

} // namespace bubblescope
