// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/sm_partition.h"

#include <fmt/format.h>

namespace bubblescope::probe {

void SmPartition::require(CUresult status, const char* doing)
{
    if (status != CUDA_SUCCESS)
        throw CudaFailure(Exit::Unsupported, "unsupported",
                          fmt::format("the driver's error {} while {}", static_cast<int>(status), doing));
}

SmPartition::SmPartition(int device, unsigned parts, unsigned multiprocessors)
    : m_driver({"libcuda.so.1"}, "")
{
    decltype(&cuCtxGetCurrent) getCurrent = nullptr;
    decltype(&cuDeviceGet) getDevice = nullptr;
    decltype(&cuDeviceGetDevResource) resourceOf = nullptr;
    decltype(&cuDevSmResourceSplitByCount) split = nullptr;
    decltype(&cuDevResourceGenerateDesc) describe = nullptr;
    decltype(&cuGreenCtxCreate) create = nullptr;
    decltype(&cuCtxFromGreenCtx) contextOf = nullptr;
    decltype(&cuGreenCtxStreamCreate) createStream = nullptr;
    const bool isWhole =
        m_driver.find("cuCtxSetCurrent", m_setCurrent) && m_driver.find("cuGreenCtxDestroy", m_destroy) &&
        m_driver.find("cuStreamDestroy_v2", m_destroyStream) &&
        m_driver.find("cuCtxGetCurrent", getCurrent) && m_driver.find("cuDeviceGet", getDevice) &&
        m_driver.find("cuDeviceGetDevResource", resourceOf) &&
        m_driver.find("cuDevSmResourceSplitByCount", split) &&
        m_driver.find("cuDevResourceGenerateDesc", describe) && m_driver.find("cuGreenCtxCreate", create) &&
        m_driver.find("cuCtxFromGreenCtx", contextOf) &&
        m_driver.find("cuGreenCtxStreamCreate", createStream);
    if (!isWhole)
        throw CudaFailure(Exit::Unsupported, "unsupported", "the driver cannot divide multiprocessors");
    constexpr const char* kDoing = "dividing the multiprocessors";
    require(getCurrent(&m_before), kDoing);
    CUdevice index = 0;
    require(getDevice(&index, device), kDoing);
    CUdevResource all{}, rest{};
    require(resourceOf(index, &all, CU_DEV_RESOURCE_TYPE_SM), kDoing);
    std::vector<CUdevResource> groups(parts);
    unsigned count = parts;
    require(split(groups.data(), &count, &all, &rest, 0, multiprocessors), kDoing);
    if (count < parts)
        throw CudaFailure(
            Exit::Unsupported, "unsupported",
            fmt::format("the device has no {} times {} multiprocessors", parts, multiprocessors));
    m_multiprocessors = groups.front().sm.smCount;
    for (CUdevResource& group : groups) {
        CUdevResourceDesc description = nullptr;
        require(describe(&description, &group, 1), kDoing);
        Part& part = m_parts.emplace_back();
        require(create(&part.green, description, index, CU_GREEN_CTX_DEFAULT_STREAM), kDoing);
        require(contextOf(&part.context, part.green), kDoing);
        require(createStream(&part.stream, part.green, CU_STREAM_NON_BLOCKING, 0), kDoing);
    }
}

SmPartition::~SmPartition()
{
    for (Part& part : m_parts)
        if (part.stream != nullptr)
            static_cast<void>(m_destroyStream(part.stream));
    static_cast<void>(m_setCurrent(m_before));
    for (Part& part : m_parts)
        if (part.green != nullptr)
            static_cast<void>(m_destroy(part.green));
}

void SmPartition::enter(unsigned part) const
{
    require(m_setCurrent(m_parts[part].context), "entering a part of the device");
}

} // namespace bubblescope::probe
