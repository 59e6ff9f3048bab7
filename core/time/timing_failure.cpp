// SPDX-License-Identifier: Apache-2.0
#include "core/time/timing_failure.h"

namespace bubblescope {

Error TimingFailure::toError() const
{
    switch (kind) {
    case Kind::Deadlock:
    case Kind::MissingInput:
    case Kind::DuplicateAction:
        return {ErrorKind::DoesNotHold, message, std::nullopt};
    case Kind::BadInput:
        return {ErrorKind::InvalidInput, message, std::nullopt};
    case Kind::Cancelled:
        return {ErrorKind::Cancelled, message, std::nullopt};
    }
    return {};
}

} // namespace bubblescope
