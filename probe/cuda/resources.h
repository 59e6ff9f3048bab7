// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/cuda_call.h"

#include <cstdint>
#include <functional>
#include <memory>

namespace bubblescope::probe {

/// Memory of the current device, freed with the object.
class DeviceBuffer
{
public:
    DeviceBuffer() = default;
    explicit DeviceBuffer(std::int64_t bytes);

    [[nodiscard]] void* get() const { return m_memory.get(); }
    template <typename Value>
    [[nodiscard]] Value* as() const
    {
        return static_cast<Value*>(m_memory.get());
    }
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    struct Free
    {
        void operator()(void* memory) const { static_cast<void>(cudaFree(memory)); }
    };
    std::unique_ptr<void, Free> m_memory;
    std::int64_t m_bytes = 0;
};

/// Memory of the host that devices reach at the same address.
class SharedBuffer
{
public:
    SharedBuffer() = default;
    explicit SharedBuffer(std::int64_t bytes);
    template <typename Value>
    [[nodiscard]] Value* as() const
    {
        return static_cast<Value*>(m_memory.get());
    }

private:
    struct Free
    {
        void operator()(void* memory) const { static_cast<void>(cudaFreeHost(memory)); }
    };
    std::unique_ptr<void, Free> m_memory;
};

class Stream
{
public:
    Stream();
    [[nodiscard]] cudaStream_t get() const { return m_stream.get(); }
    void wait() const;

private:
    struct Destroy
    {
        void operator()(cudaStream_t stream) const { static_cast<void>(cudaStreamDestroy(stream)); }
    };
    std::unique_ptr<CUstream_st, Destroy> m_stream;
};

class Event
{
public:
    explicit Event(bool isTimed = true);
    [[nodiscard]] cudaEvent_t get() const { return m_event.get(); }
    /// Waits; throws where it does not come within a minute.
    void wait() const;

private:
    struct Destroy
    {
        void operator()(cudaEvent_t event) const { static_cast<void>(cudaEventDestroy(event)); }
    };
    std::unique_ptr<CUevent_st, Destroy> m_event;
};
/// Between two timed events that both came.
[[nodiscard]] double microsecondsBetween(const Event& begin, const Event& end);

/// What gives work to a stream.
using Work = std::function<void(cudaStream_t)>;

/// Work captured once and launched as one.
class CapturedGraph
{
public:
    CapturedGraph(const Work& work, cudaStream_t stream);
    void launch(cudaStream_t stream) const;

private:
    struct Destroy
    {
        void operator()(cudaGraphExec_t graph) const { static_cast<void>(cudaGraphExecDestroy(graph)); }
    };
    std::unique_ptr<CUgraphExec_st, Destroy> m_graph;
};

} // namespace bubblescope::probe
