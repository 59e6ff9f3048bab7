// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <exception>
#include <new>
#include <stdexcept>
#include <type_traits>

namespace bubblescope {

/// What `work`, which returns a Result, returns; an error where memory runs out under it. For workers: an
/// exception that a future holds is seen by nobody, or ends the program where the future is read.
/// `subject` names the work's object: "the 12 actions of this schedule".
template <typename Work>
std::invoke_result_t<Work> guarded(const std::string& subject, Work&& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::DoesNotHold, {"window.no-memory-for", "not enough memory for {subject}"},
                       subject);
    } catch (const std::length_error&) {
        return failure(ErrorKind::DoesNotHold, {"window.no-memory-for", "not enough memory for {subject}"},
                       subject);
    } catch (const std::exception& unexpected) {
        return failure(ErrorKind::DoesNotHold, {"window.unexpected", "{subject}: {what}"}, subject,
                       unexpected.what());
    }
}

} // namespace bubblescope
