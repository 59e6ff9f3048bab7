// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace bubblescope {

/// The time of a computing action of which up to `host` passes on the host (CostModel::hostOverhead), under a
/// factor on its computing: what the host does takes as long as before. Without a host's part exactly `time`
/// times `factor`.
[[nodiscard]] constexpr double grown(double time, double factor, double host) noexcept
{
    if (host <= 0 || factor == 1)
        return time * factor;
    return time <= host ? time : host + (time - host) * factor;
}

} // namespace bubblescope
