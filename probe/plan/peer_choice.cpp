// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/peer_choice.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::probe {

PeerChoice choosePeers(int measured, const std::vector<OtherDevice>& others, bool requireIdle)
{
    PeerChoice choice;
    choice.devices.push_back(measured);
    const auto leaveOut = [&](const OtherDevice& other, const std::string& why) {
        choice.warnings.push_back(
            {"device_busy",
             fmt::format("transfers to and from device {} are not measured: {}", other.index, why), ""});
    };
    for (const OtherDevice& other : others) {
        if (!other.processes && requireIdle)
            leaveOut(other, "cannot tell whether it is idle");
        else if (other.processes.value_or(0) > 0)
            leaveOut(other, fmt::format("{} process{} on it", *other.processes,
                                        *other.processes == 1 ? " computes" : "es compute"));
        else
            choice.devices.push_back(other.index);
    }
    std::sort(choice.devices.begin(), choice.devices.end());
    return choice;
}

} // namespace bubblescope::probe
