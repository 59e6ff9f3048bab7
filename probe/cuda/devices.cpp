// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/devices.h"

#include <array>
#include <fmt/format.h>

namespace bubblescope::probe {

namespace {

/// What cudaGetDeviceCount() said, with the driver's version, 0 = none.
CudaFailure startFailure(cudaError_t status, int driver)
{
    constexpr const char* kWithout = "; --estimate GPU works without one (see --list-gpus)";
    const std::string said = fmt::format("{} ({})", cudaGetErrorString(status), cudaGetErrorName(status));
    switch (status) {
    case cudaErrorStubLibrary:
        return {Exit::NoDriver, "no_driver",
                fmt::format("there is no NVIDIA driver, only the placeholder library of the toolkit: {}{}",
                            said, kWithout)};
    case cudaErrorInsufficientDriver:
        if (driver > 0)
            return {Exit::DriverTooOld, "driver_too_old",
                    fmt::format(
                        "the NVIDIA driver is for CUDA {}, but this program needs CUDA {}: update the driver",
                        cudaVersionText(driver), cudaVersionText(CUDART_VERSION))};
        return {Exit::NoDriver, "no_driver", fmt::format("there is no NVIDIA driver{}", kWithout)};
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
        return {Exit::DriverTooOld, "driver_too_old", said};
    case cudaErrorNoDevice:
        return {Exit::NoDevice, "no_device", fmt::format("no CUDA device was found{}", kWithout)};
    default:
        return failureOf(status, "looking for devices");
    }
}

} // namespace

std::string cudaVersionText(int version)
{
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

int deviceCount()
{
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess)
        driver = 0;
    int count = 0;
    if (const cudaError_t status = cudaGetDeviceCount(&count); status != cudaSuccess)
        throw startFailure(status, driver);
    if (count == 0)
        throw startFailure(cudaErrorNoDevice, driver);
    return count;
}

int capabilityOf(int device)
{
    int major = 0, minor = 0;
    require(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "querying a device");
    require(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device), "querying a device");
    return 10 * major + minor;
}

DeviceFacts factsOf(int device, const Nvml& nvml)
{
    cudaDeviceProp properties{};
    require(cudaGetDeviceProperties(&properties, device), "reading the properties of a device");
    std::array<char, 32> pci{};
    require(cudaDeviceGetPCIBusId(pci.data(), static_cast<int>(pci.size()), device), "querying a device");
    DeviceFacts facts;
    facts.name = properties.name;
    facts.count = 1;
    facts.smCount = properties.multiProcessorCount;
    facts.pci = pci.data();
    facts.computeCapability = fmt::format("{}.{}", properties.major, properties.minor);
    facts.l2Bytes = properties.l2CacheSize;
    facts.memoryBytes = static_cast<std::int64_t>(properties.totalGlobalMem);
    facts.uuid = "GPU-";
    for (std::size_t i = 0; i < sizeof properties.uuid.bytes; ++i)
        facts.uuid += fmt::format("{}{:02x}", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                                  static_cast<unsigned char>(properties.uuid.bytes[i]));
    facts.driver = nvml.driverVersion();
    if (int version = 0; facts.driver.empty() && cudaDriverGetVersion(&version) == cudaSuccess)
        facts.driver = "CUDA " + cudaVersionText(version);
    facts.isMig = nvml.isMig(nvml.deviceAt(facts.pci)).value_or(false);
    return facts;
}

} // namespace bubblescope::probe
