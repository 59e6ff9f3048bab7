// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/measure_request.h"

#include <CLI/CLI.hpp>
#include <map>
#include <optional>

namespace bubblescope::probe {

inline constexpr const char* kProgramName = "bubblescope-probe";
inline constexpr const char* kDescription =
    "Times the blocks of a transformer on a GPU, or estimates them without one, and writes a calibration for "
    "Bubblescope's cost model.";

/// What the user asked for; fields of the model only where they were given.
struct ProgramOptions
{
    std::string modelFile, preset;
    std::map<std::string, std::int64_t> numbers; ///< by key
    std::map<std::string, bool> switches;        ///< by key
    std::string name, layers, recompute, dtype, gradDtype, framework, fp8Scaling;
    std::string out;
    std::string estimate; ///< a device's key, or a file that describes one
    std::vector<std::string> ops;
    /// As given, later ones over earlier ones.
    std::vector<std::pair<double EstimatorConstants::*, double>> constants;
    MeasureRequest request;
    bool dryRun = false, selfCheck = false, quick = false;
    bool listDevices = false, listGpus = false, listPresets = false, schema = false;
    std::string emulate;
    bool comparesTorch = false;
    std::string python = "python3";    ///< that has PyTorch
    std::vector<std::string> compared; ///< calibrations to compare, in place of measuring
    double torchSeconds = 2;           ///< of each time of PyTorch
    /// As given, with their dashes: those that only a measurement, and that only an estimate listens to.
    std::vector<std::string> measureFlags, estimateFlags;
};

/// Adds all options to the program; manual page and completions are made from the same table.
void addOptions(CLI::App& app, ProgramOptions& options);
/// After parsing: which flags were given.
void noteGiven(const CLI::App& app, ProgramOptions& options);
/// Whether every given flag has an effect; names those that have none.
[[nodiscard]] Result<void> checkUse(const ProgramOptions& options);
/// The model out of preset, file and flags, later ones over earlier ones; checked.
[[nodiscard]] Result<ModelShape> modelOf(const ProgramOptions& options);
/// The device that an estimate is for: one of the table, or what a file holds, whatever it is called.
[[nodiscard]] Result<DeviceSheet> deviceOf(const std::string& name);
/// What is usual for the device, and what was given over it.
[[nodiscard]] EstimatorConstants constantsOf(const ProgramOptions& options, const DeviceSheet& device);
[[nodiscard]] Result<ProbeScope> scopeOf(const ProgramOptions& options);

} // namespace bubblescope::probe
