// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <nanobind/nanobind.h>

namespace bubblescope::python {

/// Raises bubblescope.Error with the error's text, code, place and arguments. Wants the GIL.
[[noreturn]] void raise(const Error& error);

/// The value, or the error raised.
template <typename T>
T valueOf(Result<T> result)
{
    if (!result)
        raise(result.error());
    return *std::move(result);
}

} // namespace bubblescope::python
