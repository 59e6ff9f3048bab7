// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/block_memory.h"
#include "probe/plan/estimator.h"
#include "probe/plan/statistics.h"

#include <map>

namespace bubblescope::probe {

/// What is known of the device that was measured or estimated.
struct DeviceFacts
{
    std::string name;
    int count = 0; ///< of devices that took part; 0 = none
    int smCount = 0;
    std::string uuid, pci, computeCapability, driver; ///< empty = unknown
    std::int64_t l2Bytes = 0, memoryBytes = 0;        ///< 0 = unknown
    bool isMig = false;
    std::optional<Stat> gemmTflops, copyGbps; ///< measured ceilings
    std::optional<DeviceSheet> sheet;
    double sheetTflops = 0; ///< of the sheet, for the type that was used
};

struct KernelTime
{
    Kernel kernel;
    std::optional<Stat> time; ///< µs
};

/// One of a pass, with what it is estimated to take, µs; 0 where no link is known.
struct CollectiveTime
{
    Collective collective;
    double us = 0;
};

struct BlockResult
{
    Block block = Block::Layer;
    std::map<std::string, Stat> ops; ///< "F", "I", "W", "B"; µs
    std::map<std::string, std::int64_t> flops, bytes;
    BlockMemory memory;
    std::vector<KernelTime> kernels;
    std::vector<CollectiveTime> collectives; ///< within `ops` where the model says so
};

struct OverlapResult
{
    std::string pair; ///< "F+B", "F+I", "F+W"
    Stat total;
    std::optional<Stat> forwardDone, backwardDone, serial;
    std::optional<double> gain; ///< serial / total
};

struct TransferResult
{
    std::string kind; ///< "peer_copy", "nccl", "device_copy", "host_staged"
    std::optional<int> source, destination;
    bool isStandIn = false; ///< within one device: only resembles a real transfer
    std::optional<bool> isBesideCompute;
    std::vector<std::pair<std::int64_t, Stat>> points; ///< bytes, µs
    std::optional<double> latencyUs, gbps, maxRelativeResidual;
};

struct ProbeWarning
{
    std::string code;
    std::string message;
    std::string point; ///< may be empty
};

/// Everything that a `pipeline-calibration/1` file of the probe holds.
struct CalibrationResult
{
    std::string provenance; ///< "measured" or "estimate"
    std::string createdUtc;
    std::vector<std::string> arguments;
    std::map<std::string, std::string> libraries;
    ModelShape model;
    DeviceFacts device;
    std::string timing = "none";        ///< "graph", "stream", "none"
    std::string attention = "analytic"; ///< "cudnn", "unfused", "analytic", "none"
    std::optional<double> targetRelativeCi, confidence, gpuSeconds;
    std::optional<std::int64_t> rounds, seed;
    std::vector<BlockResult> blocks;
    std::vector<OverlapResult> overlap;
    std::vector<TransferResult> transfers;
    std::optional<Stat> optimizerUsPerGparam, accumulateUsPerGparam;
    std::optional<double> perOpUs, perEdgeUs;
    std::map<std::string, double> checks; ///< closures, self-check errors
    std::vector<ProbeWarning> warnings;
    std::vector<std::string> assumptions;
    bool isPartial = false; ///< something that was asked for is missing; a warning says what

    /// Whether something is missing, or any time has a flag that says it could be better: neither Estimated
    /// nor PowerCapped, for a GPU that computes all the time is at its power limit.
    [[nodiscard]] bool isFlagged() const;
};

/// JSON with two blanks of indent and a final newline; fulfils calibration.schema.json.
[[nodiscard]] std::string calibrationText(const CalibrationResult& result);

/// Blocks with FLOPs, bytes, memory and kernels, still without times.
[[nodiscard]] std::vector<BlockResult> untimedBlocks(const ModelShape& shape);
/// What the decomposition leaves out or takes for granted, in words.
[[nodiscard]] std::vector<std::string> assumptionsOf(const ModelShape& shape);

/// Communication within the blocks, where the model tells it; added to the passes' times where it is to be in
/// them.
void addCollectives(CalibrationResult& result, const Estimator& estimator);

/// A roofline of a whole model (docs/probe.md, "Estimates"). `createdUtc` as "2026-01-31T12:00:00Z".
[[nodiscard]] CalibrationResult estimateModel(const ModelShape& shape, const Estimator& estimator,
                                              std::string createdUtc);

} // namespace bubblescope::probe
