// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/estimator.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

double asDouble(std::int64_t value)
{
    return static_cast<double>(value);
}

std::int64_t wholeTiles(std::int64_t size, std::int64_t tile)
{
    return (size + tile - 1) / tile;
}

} // namespace

EstimatorConstants usualConstants(const DeviceSheet& device) noexcept
{
    EstimatorConstants constants;
    if (device.isMeasured) {
        constants.attention /= constants.gemm;
        constants.fp8 /= constants.gemm;
        constants.gemm = constants.bandwidth = constants.link = 1;
    }
    return constants;
}

Result<void> checkConstants(const EstimatorConstants& constants)
{
    const std::array<std::pair<const char*, double>, 5> shares{{{"gemm", constants.gemm},
                                                                {"fp8", constants.fp8},
                                                                {"attention", constants.attention},
                                                                {"bandwidth", constants.bandwidth},
                                                                {"link", constants.link}}};
    for (const auto& [name, share] : shares)
        if (!(share > 0 && share <= 1))
            return invalidInput({"probe.efficiency-expected-more-than",
                                 "the efficiency of {name} is {share}; expected more than 0, at most 1"},
                                name, share);
    if (!(constants.attentionBackward >= 1 && std::isfinite(constants.attentionBackward)))
        return invalidInput({"probe.factor-attentions-backward-expected",
                             "the factor of attention's backward is {factor}; expected at least 1"},
                            constants.attentionBackward);
    for (const double time : {constants.launchUs, constants.linkLatencyUs, constants.hopUs})
        if (!(time >= 0 && std::isfinite(time)))
            return invalidInput({"probe.latency-us-expected-0", "a latency is {time} us; expected 0 or more"},
                                time);
    if (constants.tileRows < 1 || constants.tileColumns < 1)
        return invalidInput({"probe.tile-x-none", "a tile of {rows} x {columns} is not possible"},
                            constants.tileRows, constants.tileColumns);
    return {};
}

Result<void> checkLink(const ModelShape& shape, const DeviceSheet& device)
{
    if (!shape.withCollectives || device.linkGbps > 0 || (shape.tp == 1 && shape.expertParallel == 1))
        return {};
    return invalidInput({"probe.no-link",
                         "{name} has no link to other devices, which {key} needs: choose another device, or "
                         "describe one with link_gbps"},
                        device.name, "with_collectives");
}

Result<Estimator> Estimator::make(DeviceSheet device, DataType type, const EstimatorConstants& constants)
{
    const bool isFp8 = type == DataType::Fp8;
    const std::optional<double> peak = device.peakTflops(isFp8 ? DataType::Bf16 : type);
    const std::optional<double> fp8 = device.peakTflops(DataType::Fp8);
    if (!peak || (isFp8 && !fp8))
        return invalidInput({"probe.no-units-choose-another",
                             "{name} has no {type} units: choose another data type or device"},
                            device.name, dataTypeName(type));
    return Estimator(std::move(device), *peak, isFp8 ? *fp8 : 0, constants);
}

Result<Estimator> Estimator::make(DeviceSheet device, DataType type)
{
    const EstimatorConstants constants = usualConstants(device);
    return make(std::move(device), type, constants);
}

Estimator::Estimator(DeviceSheet device, double peak, double fp8Peak, const EstimatorConstants& constants)
    : m_device(std::move(device))
    , m_constants(constants)
    , m_flopsPerUs(peak * 1e6)
    , m_gemmPerUs(m_flopsPerUs * constants.gemm)
    , m_fp8PerUs(fp8Peak * 1e6 * constants.fp8)
    , m_bytesPerUs(m_device.memoryGbps * 1e3 * constants.bandwidth)
{
    // The measured product's own last wave is part of its rate.
    if (m_device.isMeasured)
        for (double* rate : {&m_gemmPerUs, &m_fp8PerUs})
            *rate /= fullness(kCeilingSize, kCeilingSize);
}

double Estimator::fullness(std::int64_t rows, std::int64_t columns, std::int64_t batch) const
{
    // Tiles are computed in waves, one a multiprocessor; the last wave may be half empty.
    const double tiles = asDouble(wholeTiles(rows, m_constants.tileRows)) *
                         asDouble(wholeTiles(columns, m_constants.tileColumns)) * asDouble(batch);
    return tiles / (std::ceil(tiles / m_device.smCount) * m_device.smCount);
}

double Estimator::productTime(const Kernel& kernel) const
{
    const double rate = kernel.isFp8 ? m_fp8PerUs : m_gemmPerUs;
    double flops = asDouble(kernel.flops);
    // Few rows of each of many products leave the last tile of each part empty.
    if (kernel.batch > 1)
        flops *=
            asDouble(wholeTiles(kernel.m, m_constants.tileRows) * m_constants.tileRows) / asDouble(kernel.m);
    // Launched one after the other, each has its own waves.
    const std::int64_t together = kernel.batch / kernel.launches;
    return flops / (rate * fullness(kernel.m, kernel.n, together));
}

double Estimator::timeOf(const Kernel& kernel) const
{
    double computing = 0;
    switch (kernel.kind) {
    case KernelKind::Gemm:
        computing = productTime(kernel);
        break;
    case KernelKind::Attention:
        computing = asDouble(kernel.flops) / (m_flopsPerUs * m_constants.attention);
        if (kernel.op == Op::Input && !kernel.isRecomputed)
            computing *= m_constants.attentionBackward;
        break;
    case KernelKind::Elementwise:
    case KernelKind::Gather:
        break;
    }
    const double moving = asDouble(kernel.bytes) / m_bytesPerUs;
    // An expert's weight gradient is a sum of few rows: each tile adds to what is there only when its sum is
    // done, so half of the shorter of both does not run beside the longer (docs/probe.md, "Estimates").
    constexpr double kAlone = 0.5;
    const bool isOfExperts = kernel.batch > 1 && kernel.op == Op::Weight;
    return std::max(computing, moving) + (isOfExperts ? kAlone * std::min(computing, moving) : 0) +
           asDouble(kernel.launches) * m_constants.launchUs;
}

double Estimator::timeOf(const std::vector<Kernel>& kernels, Op op) const
{
    double time = 0;
    for (const Kernel& kernel : kernels)
        time += kernel.op == op ? timeOf(kernel) : 0;
    return time;
}

double Estimator::timeOf(const Collective& collective) const
{
    if (!(m_device.linkGbps > 0))
        return 0;
    return m_constants.linkLatencyUs + asDouble(collective.steps()) * m_constants.hopUs +
           collective.sentBytes() / (m_device.linkGbps * 1e3 * m_constants.link);
}

double Estimator::transferTime(std::int64_t bytes) const
{
    return m_constants.linkLatencyUs + asDouble(bytes) / (m_device.linkGbps * 1e3 * m_constants.link);
}

} // namespace bubblescope::probe
