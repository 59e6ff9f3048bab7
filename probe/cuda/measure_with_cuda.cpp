// SPDX-License-Identifier: Apache-2.0
// The seam of probe/plan/measure_request.h where CUDA is: what fails becomes an exit, a code and words.
#include "probe/cuda/measurement.h"

#include <cstdlib>
#include <fmt/format.h>
#include <new>

namespace bubblescope::probe {

namespace {

void checkIndex(const MeasureRequest& request, int count)
{
    if (request.device >= count)
        throw CudaFailure(
            Exit::NoDevice, "no_device",
            fmt::format("there is no device {}: the last of {} is {}", request.device, count, count - 1));
}

std::vector<OtherDevice> othersThan(int device, int count, const Nvml& nvml)
{
    std::vector<OtherDevice> others;
    for (int index = 0; index < count; ++index)
        if (index != device)
            others.push_back({index, nvml.processes(nvml.deviceAt(factsOf(index, nvml).pci))});
    return others;
}

void chooseDevice(const MeasureRequest& request, const Nvml& nvml)
{
    constexpr int kLeastCapability = 80;
    const int capability = capabilityOf(request.device);
    if (capability < kLeastCapability)
        throw CudaFailure(
            Exit::Unsupported, "unsupported",
            fmt::format("device {} has compute capability {}.{}, but measuring needs 8.0 (Ampere) or later",
                        request.device, capability / 10, capability % 10));
    constexpr int kLeastWithFp8 = 89, kWithBlocks = 90;
    const bool hasBlocks = request.model.fp8Scaling == Fp8Scaling::Block;
    if (request.model.isFp8() && (capability < kLeastWithFp8 || (hasBlocks && capability != kWithBlocks)))
        throw CudaFailure(
            Exit::Unsupported, "unsupported",
            fmt::format("device {} has compute capability {}.{}, but {}", request.device, capability / 10,
                        capability % 10,
                        hasBlocks ? "cuBLASLt's products with scales of 128 elements need 9.0 (Hopper)"
                                  : "products in fp8 need 8.9 (Ada) or later"));
    if (request.requireIdle) {
        const DeviceFacts facts = factsOf(request.device, nvml);
        // Before a context is made here, whoever computes on it is someone else.
        const std::optional<unsigned> others = nvml.processes(nvml.deviceAt(facts.pci));
        if (!others)
            throw CudaFailure(Exit::DeviceBusy, "device_busy",
                              "cannot tell whether the device is idle: libnvidia-ml.so.1 does not report it");
        if (*others > 0)
            throw CudaFailure(Exit::DeviceBusy, "device_busy",
                              fmt::format("{} other process{} on device {}", *others,
                                          *others == 1 ? " computes" : "es compute", request.device));
    }
    require(cudaSetDevice(request.device), "choosing the device");
    require(cudaFree(nullptr), "starting the device");
}

CalibrationResult measured(const MeasureRequest& request, ProtocolWriter& protocol, const CancelToken& cancel)
{
    if (const std::optional<PhaseFailure> refusal = refusalOf(request))
        throw CudaFailure(*refusal);
    // A folder that was named and holds no library is reported at once, whatever the driver is.
    std::optional<BlasLibrary> library;
    if (!request.libraryPath.empty())
        library.emplace(request.libraryPath);
    const int count = deviceCount();
    checkIndex(request, count);
    if (!library)
        library.emplace(request.libraryPath);
    const Nvml nvml(request.libraryPath);
    // Who else computes is asked before anything of this process does.
    PeerChoice peers = choosePeers(request.device,
                                   request.scope.transfers ? othersThan(request.device, count, nvml)
                                                           : std::vector<OtherDevice>(),
                                   request.requireIdle);
    chooseDevice(request, nvml);
    std::optional<CudnnLibrary> cudnn;
    FusedChoice fused;
    if (attentionWayOf(request.attention, request.model) == AttentionWay::Fused)
        fused = chooseFused(request, cudnn.emplace(request.libraryPath));
    std::map<std::string, std::string> libraries{{"cudart", cudaVersionText(CUDART_VERSION)},
                                                 {"cublasLt", library->version()},
                                                 {"nvml", nvml.isThere() ? "found" : "not found"}};
    if (fused.cudnn != nullptr)
        libraries["cudnn"] = fused.cudnn->version();
    protocol.libraries(libraries);
    CalibrationResult result =
        Measurement(request, protocol, cancel, {*library, fused.cudnn, fused.warning}, nvml, std::move(peers))
            .run();
    result.libraries = std::move(libraries);
    return result;
}

/// Runs what may throw; what it threw as an exit, a code and words.
template <typename Run>
std::optional<CudaFailure> failureIn(Run run)
{
    try {
        run();
        return std::nullopt;
    } catch (const CudaFailure& failure) {
        return failure;
    } catch (const std::bad_alloc&) {
        return CudaFailure(Exit::OutOfMemory, "out_of_memory", "not enough memory on the host");
    } catch (const std::exception& failure) {
        return CudaFailure(Exit::CudaError, "internal", failure.what());
    }
}

} // namespace

FusedChoice chooseFused(const MeasureRequest& request, const CudnnLibrary& cudnn)
{
    const bool isAsked = request.attention == "cudnn";
    if (!cudnn) {
        const std::string advice =
            fmt::format("{}: install cuDNN 9, or give its folder with --library-path", cudnn.why());
        if (isAsked)
            throw CudaFailure(Exit::LibraryMissing, "library_missing", advice);
        return {nullptr, warningOfComputedAttention(advice)};
    }
    try {
        const FusedAttention planned(cudnn, request.model, {});
        return {&cudnn, std::nullopt};
    } catch (const CudaFailure& failure) {
        if (isAsked || failure.exit != Exit::Unsupported)
            throw;
        return {nullptr, warningOfComputedAttention(failure.message)};
    }
}

bool isBuiltWithCuda() noexcept
{
    return true;
}

MeasureOutcome measureModel(const MeasureRequest& request, ProtocolWriter& protocol,
                            const CancelToken& cancel)
{
    // Streams beyond eight would share queues and wait for each other; read when the device is started. Over
    // what the caller has: those who train often set 1, with which nothing would overlap.
    static_cast<void>(::setenv("CUDA_DEVICE_MAX_CONNECTIONS", "32", 1));
    MeasureOutcome outcome;
    const std::optional<CudaFailure> failure =
        failureIn([&] { outcome.result = measured(request, protocol, cancel); });
    if (failure) {
        outcome = {failure->exit, failure->code, failure->message, std::nullopt};
    }
    return outcome;
}

DeviceList listDevices(const std::string& libraryPath)
{
    DeviceList list;
    const std::optional<CudaFailure> failure = failureIn([&] {
        const int count = deviceCount();
        const Nvml nvml(libraryPath);
        for (int device = 0; device < count; ++device)
            list.devices.push_back(factsOf(device, nvml));
    });
    if (failure)
        return {failure->exit, failure->message, {}};
    return list;
}

} // namespace bubblescope::probe
