// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/model/schedule.h"

#include <string>
#include <vector>

namespace bubblescope {

/// Why an order cannot be timed.
struct TimingFailure
{
    enum class Kind : std::uint8_t {
        Deadlock,        ///< `actions` wait for each other; each waits for the next, the last for the first
        MissingInput,    ///< `actions[0]` needs something that no rank runs; none if no rank runs anything
        DuplicateAction, ///< `actions` are the same thing done twice
        BadInput, ///< the costs do not fit the schedule, an action has no meaning here, or it is too large
        Cancelled,
    };
    Kind kind = Kind::Deadlock;
    Sentence message; ///< one line; names ranks and actions
    std::vector<ActionPosition> actions;

    /// Deadlock, MissingInput and DuplicateAction become DoesNotHold (exit 1), BadInput InvalidInput,
    /// Cancelled Cancelled.
    [[nodiscard]] Error toError() const;
    operator Error() const { return toError(); } // NOLINT(google-explicit-constructor)
};

} // namespace bubblescope
