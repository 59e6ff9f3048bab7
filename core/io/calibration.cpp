// SPDX-License-Identifier: Apache-2.0
#include "core/io/calibration.h"

#include "core/io/costs_json.h"

namespace bubblescope {

Result<Calibration> readCalibration(std::string_view, const std::string& sourceName,
                                    const CalibrationOptions&)
{
    return invalidInput(sourceName + ": calibrations cannot be read yet");
}

Result<CostsFile> readCostsFile(std::string_view text, const std::string& sourceName,
                                const CalibrationOptions&)
{
    return readCosts(text, sourceName).map([](CostModel costs) {
        return CostsFile{std::move(costs), {}, {}};
    });
}

} // namespace bubblescope
