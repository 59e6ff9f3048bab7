// SPDX-License-Identifier: Apache-2.0
#include "app/cli/page_output.h"

#include "app/cli/activity.h"
#include "core/base/try.h"

namespace bubblescope::cli {

Result<PageSide> pageSideOf(const Timed& timed, const Environment& environment)
{
    const Activity activity(environment, "explaining");
    const Evaluation& evaluation = *timed.evaluation;
    TRY(Explanation explanation, explain(*evaluation.timeline, evaluation.costs, cancelOf(environment)));
    return PageSide{timed.evaluation, std::make_shared<const Explanation>(std::move(explanation)),
                    timed.title};
}

} // namespace bubblescope::cli
