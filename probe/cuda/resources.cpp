// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/resources.h"

#include <chrono>
#include <fmt/format.h>
#include <thread>

namespace bubblescope::probe {

DeviceBuffer::DeviceBuffer(std::int64_t bytes) : m_bytes(bytes)
{
    void* memory = nullptr;
    if (const cudaError_t status = cudaMalloc(&memory, static_cast<std::size_t>(bytes > 0 ? bytes : 1));
        status != cudaSuccess)
        throw failureOf(status, fmt::format("allocating {} bytes of device memory", bytes));
    m_memory.reset(memory);
}

SharedBuffer::SharedBuffer(std::int64_t bytes)
{
    void* memory = nullptr;
    require(
        cudaHostAlloc(&memory, static_cast<std::size_t>(bytes), cudaHostAllocMapped | cudaHostAllocPortable),
        "allocating memory shared by host and device");
    m_memory.reset(memory);
}

Stream::Stream()
{
    cudaStream_t stream = nullptr;
    require(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
    m_stream.reset(stream);
}

void Stream::wait() const
{
    require(cudaStreamSynchronize(get()), "waiting for a stream");
}

Event::Event(bool isTimed)
{
    cudaEvent_t event = nullptr;
    require(cudaEventCreateWithFlags(&event, isTimed ? cudaEventDefault : cudaEventDisableTiming),
            "creating an event");
    m_event.reset(event);
}

void Event::wait() const
{
    using Clock = std::chrono::steady_clock;
    constexpr auto kLongest = std::chrono::seconds(60);
    const Clock::time_point begin = Clock::now();
    for (;;) {
        const cudaError_t status = cudaEventQuery(get());
        if (status == cudaSuccess)
            return;
        if (status != cudaErrorNotReady)
            throw failureOf(status, "waiting for the device");
        static_cast<void>(cudaGetLastError());
        if (Clock::now() - begin > kLongest)
            throw CudaFailure(Exit::CudaError, "device_hangs",
                              "the device did not finish one sample within a minute");
        std::this_thread::yield();
    }
}

double microsecondsBetween(const Event& begin, const Event& end)
{
    float ms = 0;
    require(cudaEventElapsedTime(&ms, begin.get(), end.get()), "reading a time");
    return static_cast<double>(ms) * 1e3;
}

CapturedGraph::CapturedGraph(const Work& work, cudaStream_t stream)
{
    // Of this thread alone: the one that asks NVML calls nothing of CUDA.
    require(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "starting a graph");
    cudaGraph_t graph = nullptr;
    try {
        work(stream);
    } catch (...) {
        static_cast<void>(cudaStreamEndCapture(stream, &graph));
        if (graph != nullptr)
            static_cast<void>(cudaGraphDestroy(graph));
        throw;
    }
    require(cudaStreamEndCapture(stream, &graph), "ending a graph");
    cudaGraphExec_t executable = nullptr;
    const cudaError_t status = cudaGraphInstantiate(&executable, graph, 0);
    static_cast<void>(cudaGraphDestroy(graph));
    require(status, "instantiating a graph");
    m_graph.reset(executable);
    require(cudaGraphUpload(executable, stream), "uploading a graph to the device");
}

void CapturedGraph::launch(cudaStream_t stream) const
{
    require(cudaGraphLaunch(m_graph.get(), stream), "launching a graph");
}

} // namespace bubblescope::probe
