// SPDX-License-Identifier: Apache-2.0
#include "core/lower/neighbours.h"

#include "core/lower/order_check.h"

#include <fmt/format.h>

namespace bubblescope {

Error Neighbours::noConsumer(const Place& at) const
{
    const Action& action = m_schedule.at(at.position());
    const ActionId wanted{receiveOf(action).stage(), action.kind(), action.microbatch()};
    return errorAt(ErrorKind::DoesNotHold, m_schedule, at,
                   Sentence({"lower.makes-what-needs-which",
                             "{action} produces the input of {other}, which no rank runs"},
                            actionText(action.id()), actionText(wanted)));
}

} // namespace bubblescope
