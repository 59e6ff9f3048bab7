// SPDX-License-Identifier: Apache-2.0
// Turns of threads, and the functions of the CUDA runtime that the self-check calls: memory is the host's,
// and all is done when a call returns.
#include "tests/probe/emulated/cuda_on_host.h"

#include <cstdlib>
#include <ucontext.h>

namespace emulation {

Place place;

namespace {

constexpr std::size_t kStackBytes = std::size_t{64} << 10;
constexpr unsigned kWarp = 32;

struct Barrier
{
    unsigned there = 0, generation = 0;
};

struct Thread
{
    ucontext_t context{};
    std::vector<char> stack = std::vector<char>(kStackBytes);
    bool isDone = false;
};

ucontext_t scheduler;
std::vector<Thread> threads;
std::vector<Barrier> warps;
Barrier block;
const std::function<void()>* running = nullptr;

void passOn(unsigned thread)
{
    swapcontext(&threads[thread].context, &scheduler);
}

void meet(Barrier& barrier, unsigned count)
{
    const unsigned thread = place.thread.x, generation = barrier.generation;
    if (++barrier.there == count) {
        barrier.there = 0;
        ++barrier.generation;
        return;
    }
    while (barrier.generation == generation)
        passOn(thread);
}

void runThread()
{
    (*running)();
    const unsigned thread = place.thread.x;
    threads[thread].isDone = true;
    passOn(thread);
}

void runBlock(unsigned count)
{
    block = {};
    warps.assign((count + kWarp - 1) / kWarp, {});
    for (unsigned i = 0; i < count; ++i) {
        Thread& thread = threads[i];
        thread.isDone = false;
        getcontext(&thread.context);
        thread.context.uc_stack.ss_sp = thread.stack.data();
        thread.context.uc_stack.ss_size = kStackBytes;
        thread.context.uc_link = &scheduler;
        makecontext(&thread.context, runThread, 0);
    }
    for (bool goesOn = true; goesOn;) {
        goesOn = false;
        for (unsigned i = 0; i < count; ++i) {
            if (threads[i].isDone)
                continue;
            goesOn = true;
            place.thread.x = i;
            swapcontext(&scheduler, &threads[i].context);
        }
    }
}

} // namespace

std::uint64_t& slotOf(unsigned thread)
{
    static std::vector<std::uint64_t> slots(1024);
    return slots[thread];
}

void meetBlock()
{
    meet(block, place.threads.x);
}

void meetWarp()
{
    meet(warps[place.thread.x / kWarp], kWarp);
}

void launch(dim3 blocks, dim3 of, const std::function<void()>& kernel)
{
    place.grid = {blocks.x, blocks.y, blocks.z};
    place.threads = {of.x, of.y, of.z};
    running = &kernel;
    if (threads.size() < of.x)
        threads.resize(of.x);
    for (unsigned z = 0; z < blocks.z; ++z)
        for (unsigned y = 0; y < blocks.y; ++y)
            for (unsigned x = 0; x < blocks.x; ++x) {
                place.block = {x, y, z};
                runBlock(of.x);
            }
}

} // namespace emulation

namespace {

constexpr std::size_t kAlignment = 256;

cudaError_t allocate(void** memory, std::size_t bytes)
{
    *memory = std::aligned_alloc(kAlignment, (bytes + kAlignment) / kAlignment * kAlignment);
    if (*memory == nullptr)
        return cudaErrorMemoryAllocation;
    std::memset(*memory, 0xEE, bytes); // what was never written is no number that looks right
    return cudaSuccess;
}

cudaError_t copy(void* to, const void* from, std::size_t bytes)
{
    std::memcpy(to, from, bytes);
    return cudaSuccess;
}

} // namespace

extern "C" {
cudaError_t cudaMalloc(void** memory, std::size_t bytes)
{
    return allocate(memory, bytes);
}
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned)
{
    return allocate(memory, bytes);
}
cudaError_t cudaFree(void* memory)
{
    std::free(memory);
    return cudaSuccess;
}
cudaError_t cudaFreeHost(void* memory)
{
    return cudaFree(memory);
}
cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind)
{
    return copy(to, from, bytes);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t)
{
    return copy(to, from, bytes);
}
cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t)
{
    std::memset(memory, value, bytes);
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device)
{
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int)
{
    *value = 3;
    return cudaSuccess;
}
const char* cudaGetErrorName(cudaError_t)
{
    return "error";
}
const char* cudaGetErrorString(cudaError_t)
{
    return "error";
}
cudaError_t cudaGetLastError()
{
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t)
{
    return cudaSuccess;
}
// Linked, and never called here.
#define NEVER_CALLED(name, ...)                                                                              \
    cudaError_t name(__VA_ARGS__)                                                                            \
    {                                                                                                        \
        return cudaErrorNotSupported;                                                                        \
    }
NEVER_CALLED(cudaEventCreateWithFlags, cudaEvent_t*, unsigned)
NEVER_CALLED(cudaEventDestroy, cudaEvent_t)
NEVER_CALLED(cudaEventElapsedTime, float*, cudaEvent_t, cudaEvent_t)
NEVER_CALLED(cudaEventQuery, cudaEvent_t)
NEVER_CALLED(cudaEventRecord, cudaEvent_t, cudaStream_t)
NEVER_CALLED(cudaGraphDestroy, cudaGraph_t)
NEVER_CALLED(cudaGraphExecDestroy, cudaGraphExec_t)
NEVER_CALLED(cudaGraphInstantiate, cudaGraphExec_t*, cudaGraph_t, unsigned long long)
NEVER_CALLED(cudaGraphLaunch, cudaGraphExec_t, cudaStream_t)
NEVER_CALLED(cudaGraphUpload, cudaGraphExec_t, cudaStream_t)
NEVER_CALLED(cudaStreamBeginCapture, cudaStream_t, cudaStreamCaptureMode)
NEVER_CALLED(cudaStreamCreateWithFlags, cudaStream_t*, unsigned)
NEVER_CALLED(cudaStreamDestroy, cudaStream_t)
NEVER_CALLED(cudaStreamEndCapture, cudaStream_t, cudaGraph_t*)
}
