// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generate/catalog.h"
#include "core/generate/generate.h"

#include <string>
#include <vector>

namespace bubblescope::ui {

/// The value that a request has for a catalog parameter, as text; the default where it says nothing.
[[nodiscard]] std::string parameterValue(const ScheduleRequest& request, const ParameterSpec& parameter);
/// Writes a parameter's text into a request. False if the text is no value of that parameter's type.
[[nodiscard]] bool setParameterValue(ScheduleRequest& request, const ParameterSpec& parameter,
                                     const std::string& text);

/// False for what the request's variant does not know, and for a switch or choice of which it can take only
/// the default. True for every number else.
[[nodiscard]] bool takesAnotherValue(const ScheduleRequest& request, const ParameterSpec& parameter);

/// A request brought to values that its schedule takes.
struct FittedRequest
{
    ScheduleRequest request;
    std::vector<ParameterProblem> adapted; ///< what had to change, as it was before
    bool admissible = false;
};
/// The request that comes nearest to `base` for another schedule: what the schedule does not know is
/// dropped, what it cannot take becomes the nearest value that works.
[[nodiscard]] FittedRequest fitRequest(const ScheduleRequest& base, const ScheduleInfo& schedule);

/// The request with other fields than `kept` brought to the nearest values that go with it; not admissible if
/// there are none.
[[nodiscard]] FittedRequest fitAround(const ScheduleRequest& request, const std::string& kept);

/// "memory_limit is 1, but ..." with the field's title in the key's place.
[[nodiscard]] Sentence inTitles(Sentence message, const ScheduleInfo& schedule);

/// How many actions a request makes at most; for deciding what may be computed on the side.
[[nodiscard]] double estimatedActions(const ScheduleRequest& request);

/// checkRequest(), in the fields' titles, and the window's own limit on the number of actions.
[[nodiscard]] std::vector<ParameterProblem> checkForWindow(const ScheduleRequest& request);

} // namespace bubblescope::ui
