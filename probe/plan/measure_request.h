// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "probe/plan/phase_failure.h"
#include "probe/plan/probe_plan.h"
#include "probe/plan/protocol.h"

namespace bubblescope::probe {

/// What to measure, on which device and how carefully.
struct MeasureRequest
{
    ModelShape model;
    ProbeScope scope;
    int device = 0;
    double targetRelativeCi = 0.01;
    double maxSeconds = 120;
    std::uint64_t seed = 1;
    /// "auto", "cudnn", "unfused", "analytic". "auto" is what comes nearest to a training run: cuDNN where it
    /// is, else computed. Unfused attention takes several times as long as the fused one of a run.
    std::string attention = "auto";
    bool autotune = false;
    bool requireIdle = false;
    bool emulatesSpin = false; ///< schedules of spins that take an action's time
    bool emulatesReal = false; ///< schedules of a layer's kernels
    /// Folders where CUDA's libraries are, with ':' between them, and no others; empty = where the system
    /// looks.
    std::string libraryPath;
};

/// How a measurement ended: with a result, or with why not.
struct MeasureOutcome
{
    Exit exit = Exit::Written;
    std::string code; ///< of an error: "no_driver"
    std::string message;
    std::optional<CalibrationResult> result;
};

/// How attention is to come to its time; "auto" is fused where cuDNN could run the shape: it may still turn
/// out not to be there.
[[nodiscard]] AttentionWay attentionWayOf(std::string_view attention, const ModelShape& shape);
/// Where "auto" does without cuDNN, and why.
[[nodiscard]] ProbeWarning warningOfComputedAttention(const std::string& why);
/// Why this cannot be measured on any device; nothing where it may be.
[[nodiscard]] std::optional<PhaseFailure> refusalOf(const MeasureRequest& request);
/// What to know of the way attention is measured; nothing where its time is near a training run's.
[[nodiscard]] std::optional<ProbeWarning> warningOfAttention(const MeasureRequest& request);

/// Whether this program can measure at all.
[[nodiscard]] bool isBuiltWithCuda() noexcept;
/// Events go to `protocol` as they happen; after a cancel it ends within one sample.
[[nodiscard]] MeasureOutcome measureModel(const MeasureRequest& request, ProtocolWriter& protocol,
                                          const CancelToken& cancel);
/// Lines of text, one a device.
struct DeviceList
{
    Exit exit = Exit::Written;
    std::string message;
    std::vector<DeviceFacts> devices;
};
[[nodiscard]] DeviceList listDevices(const std::string& libraryPath);

} // namespace bubblescope::probe
