// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/stopwatch.h"

#include "probe/plan/statistics.h"

#include <algorithm>
#include <atomic>

namespace bubblescope::probe {

namespace {

constexpr unsigned long long kGateTimeOutNs = 2'000'000'000;
constexpr std::int64_t kStampBytes =
    2 * device::kMostMultiprocessors * static_cast<std::int64_t>(sizeof(device::ClockStamp));

} // namespace

Stopwatch::Stopwatch(int multiprocessors, std::int64_t l2Bytes, SlowdownWatch* watch)
    : m_multiprocessors(std::min(multiprocessors, device::kMostMultiprocessors))
    , m_watch(watch)
    , m_gate(sizeof(device::GateState))
    , m_stamps(kStampBytes)
    , m_flush(std::max<std::int64_t>(2 * l2Bytes, std::int64_t{64} << 20))
{
    // Kernels are loaded when they are first launched; behind a closed gate loading would wait for it.
    *m_gate.as<device::GateState>() = {1, 0};
    once([&](cudaStream_t stream) {
        require(device::flush(m_flush.as<float4>(), m_flush.bytes(), stream), "loading kernels");
        require(device::gate(m_gate.as<device::GateState>(), kGateTimeOutNs, stream), "loading kernels");
        require(device::stampClocks(m_stamps.as<device::ClockStamp>(), m_multiprocessors, stream),
                "loading kernels");
    });
}

void Stopwatch::once(const Work& work)
{
    work(stream());
    m_stream.wait();
}

Sample Stopwatch::time(const Work& work, bool flushes, bool holds)
{
    auto* const gate = m_gate.as<device::GateState>();
    auto* const stamps = m_stamps.as<device::ClockStamp>();
    *gate = {holds ? 0 : 1, 0};
    std::fill(stamps, stamps + 2 * device::kMostMultiprocessors, device::ClockStamp{0, 0});
    if (m_watch != nullptr)
        static_cast<void>(m_watch->take());
    if (flushes)
        require(device::flush(m_flush.as<float4>(), m_flush.bytes(), stream()), "flushing the cache");
    require(device::gate(gate, kGateTimeOutNs, stream()), "closing the gate");
    try {
        require(device::stampClocks(stamps, m_multiprocessors, stream()), "reading clocks");
        require(cudaEventRecord(m_begin.get(), stream()), "marking the start");
        work(stream());
        require(cudaEventRecord(m_end.get(), stream()), "marking the end");
        require(device::stampClocks(stamps + device::kMostMultiprocessors, m_multiprocessors, stream()),
                "reading clocks");
        require(cudaEventRecord(m_done.get(), stream()), "marking the end");
    } catch (...) {
        std::atomic_ref<int>(gate->isOpen).store(1);
        throw;
    }
    std::atomic_ref<int>(gate->isOpen).store(1);
    m_done.wait();
    Sample sample;
    sample.us = microsecondsBetween(m_begin, m_end);
    // Where giving the work took longer than the gate holds, launching is in the time.
    if (std::atomic_ref<int>(gate->timedOut).load() != 0)
        throw CudaFailure(Exit::CudaError, "gate_timed_out",
                          "could not submit work to the device within two seconds");
    sample.smMhz = clockMhz();
    if (m_watch != nullptr) {
        const SlowdownWatch::Seen seen = m_watch->take();
        sample.isThrottled = seen.isThrottled;
        sample.isPowerCapped = seen.isPowerCapped;
    }
    return sample;
}

double Stopwatch::clockMhz() const
{
    // The device's clock moves in steps of up to a microsecond: shorter times mean nothing.
    constexpr double kLeastNs = 50'000, kLeastMhz = 100, kMostMhz = 5000;
    const auto* const before = m_stamps.as<device::ClockStamp>();
    const auto* const after = before + device::kMostMultiprocessors;
    std::vector<double> clocks;
    for (int i = 0; i < m_multiprocessors; ++i) {
        if (before[i].nanoseconds == 0 || after[i].nanoseconds <= before[i].nanoseconds)
            continue;
        const auto ns = static_cast<double>(after[i].nanoseconds - before[i].nanoseconds);
        const double mhz = static_cast<double>(after[i].cycles - before[i].cycles) / ns * 1e3;
        if (ns >= kLeastNs && mhz > kLeastMhz && mhz < kMostMhz)
            clocks.push_back(mhz);
    }
    return clocks.empty() ? 0 : medianOf(std::move(clocks));
}

} // namespace bubblescope::probe
