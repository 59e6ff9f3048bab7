// SPDX-License-Identifier: Apache-2.0
// In the place of probe/cuda where that is not built.
#include "probe/plan/measure_request.h"

namespace bubblescope::probe {

namespace {

constexpr const char* kWhy =
    "this bubblescope-probe was built without CUDA and cannot measure; --estimate GPU works "
    "without one (see --list-gpus)";

} // namespace

bool isBuiltWithCuda() noexcept
{
    return false;
}

MeasureOutcome measureModel(const MeasureRequest&, ProtocolWriter&, const CancelToken&)
{
    return {Exit::BuiltWithoutCuda, "built_without_cuda", kWhy, std::nullopt};
}

DeviceList listDevices(const std::string&)
{
    return {Exit::BuiltWithoutCuda, kWhy, {}};
}

} // namespace bubblescope::probe
