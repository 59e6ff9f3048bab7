// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/shared_library.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>

namespace bubblescope::probe {

/// The eight functions of NVIDIA's management library that are used, declared by hand: its header does not
/// come with the toolkit. Without the library everything is unknown and nothing fails.
class Nvml
{
public:
    explicit Nvml(const std::string& folder);
    Nvml(const Nvml&) = delete;
    Nvml& operator=(const Nvml&) = delete;
    ~Nvml();

    using Device = struct nvmlDevice_st*;
    [[nodiscard]] bool isThere() const { return m_isThere; }
    /// By CUDA's bus id; null if unknown.
    [[nodiscard]] Device deviceAt(const std::string& pci) const;
    [[nodiscard]] std::string driverVersion() const;
    /// Processes that compute on the device, this one included.
    [[nodiscard]] std::optional<unsigned> processes(Device device) const;
    [[nodiscard]] std::optional<bool> isMig(Device device) const;
    /// Of the multiprocessors, MHz.
    [[nodiscard]] std::optional<unsigned> clock(Device device) const;
    /// Why the clock is below its highest, NVML's bits.
    [[nodiscard]] std::optional<unsigned long long> slowdown(Device device) const;

private:
    SharedLibrary m_library;
    bool m_isThere = false;
    int (*m_init)() = nullptr;
    int (*m_shutdown)() = nullptr;
    int (*m_driverVersion)(char*, unsigned) = nullptr;
    int (*m_handleByPci)(const char*, Device*) = nullptr;
    int (*m_clockInfo)(Device, int, unsigned*) = nullptr;
    int (*m_clockReasons)(Device, unsigned long long*) = nullptr;
    int (*m_processes)(Device, unsigned*, void*) = nullptr;
    int (*m_migMode)(Device, unsigned*, unsigned*) = nullptr;
};

/// Asks 20 times a second why the device is slow, on a thread of its own.
class SlowdownWatch
{
public:
    SlowdownWatch(const Nvml& nvml, Nvml::Device device);
    SlowdownWatch(const SlowdownWatch&) = delete;
    SlowdownWatch& operator=(const SlowdownWatch&) = delete;
    ~SlowdownWatch();

    struct Seen
    {
        bool isThrottled = false;   ///< by heat or hardware
        bool isPowerCapped = false; ///< by the software's power limit
    };
    /// Since it was last asked, and now.
    [[nodiscard]] Seen take();

private:
    void watch();

    const Nvml& m_nvml;
    Nvml::Device m_device;
    std::atomic<std::uint64_t> m_now{0};
    std::atomic<std::uint64_t> m_since{0};
    std::mutex m_mutex;
    std::condition_variable m_ends;
    bool m_isOver = false;
    std::thread m_thread;
};

} // namespace bubblescope::probe
