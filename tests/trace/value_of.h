// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace bubblescope::test {

/// What a Result or an optional that must hold something holds. Throws std::runtime_error with the refusal,
/// which ends the test.
template <typename Holder>
[[nodiscard]] auto valueOf(Holder&& holder)
{
    if (!holder) {
        if constexpr (requires { holder.error().error.text(); })
            throw std::runtime_error(holder.error().error.text());
        else if constexpr (requires { holder.error().message.text(); })
            throw std::runtime_error(holder.error().message.text());
        else
            throw std::runtime_error("it holds nothing");
    }
    return *std::forward<Holder>(holder);
}

} // namespace bubblescope::test
