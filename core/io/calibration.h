// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/io/costs_lists.h"
#include "core/time/cost_model.h"

#include <string>
#include <string_view>
#include <vector>

namespace bubblescope {

/// A calibration file (`pipeline-calibration/1`) as a cost model: times in microseconds, sizes in bytes.
/// Measured, estimated and hand-made ones give blocks and layers per stage, so they fit any placement; one
/// from a trace gives a value a stage.
struct Calibration
{
    CostModel costs;                   ///< with its source and notes
    std::string provenance;            ///< "measured", "estimate", "manual", "trace"
    std::string model;                 ///< model's name; may be empty
    std::string device;                ///< device's name
    std::vector<std::string> warnings; ///< of the file, and of what could not be taken over
    CostsLists lists;
};

struct CalibrationOptions
{
    /// Take transfers that are substitutes for real ones (copies within one device).
    bool standInTransfers = false;
};

/// Wrong JSON is an error with line and column, a wrong value one with its key's path.
[[nodiscard]] Result<Calibration> readCalibration(std::string_view text, const std::string& sourceName,
                                                  const CalibrationOptions& options = {});

/// A cost file or a calibration, distinguished by the first key; any other file is refused in words.
struct CostsFile
{
    CostModel costs;
    std::vector<std::string> warnings;
    std::string summary; ///< the costs' source: "measured · llama-8b on NVIDIA H200"; may be empty
    CostsLists lists;    ///< for checkPlaced()
    bool isCalibration = false;
};
[[nodiscard]] Result<CostsFile> readCostsFile(std::string_view text, const std::string& sourceName,
                                              const CalibrationOptions& options = {});

/// The JSON Schema (draft 2020-12) of `pipeline-calibration/1`, by which calibrations are checked when read.
[[nodiscard]] std::string_view calibrationSchema() noexcept;

} // namespace bubblescope
