// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/calibration_result.h"

#include <optional>
#include <vector>

namespace bubblescope::probe {

/// A device of this machine beside the one that is measured.
struct OtherDevice
{
    int index = 0;
    std::optional<unsigned> processes; ///< that compute on it; nothing where that is unknown
};

/// Between which devices transfers are measured.
struct PeerChoice
{
    std::vector<int> devices; ///< in order of their indices; the measured one is among them
    std::vector<ProbeWarning> warnings;
};
/// All that are idle: computing beside transfers would slow down what others run. One where this is unknown
/// takes part unless idle ones were asked for.
[[nodiscard]] PeerChoice choosePeers(int measured, const std::vector<OtherDevice>& others, bool requireIdle);

} // namespace bubblescope::probe
