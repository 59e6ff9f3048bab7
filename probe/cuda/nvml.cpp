// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/nvml.h"

#include <array>
#include <chrono>

namespace bubblescope::probe {

namespace {

constexpr int kSuccess = 0, kInsufficientSize = 7, kClockSm = 1;
// Bits of the reasons for a slow clock.
constexpr std::uint64_t kPowerCap = 0x4, kHardwareSlowdown = 0x8, kThermalSoftware = 0x20,
                        kThermalHardware = 0x40, kPowerBrake = 0x80;
constexpr std::uint64_t kThrottled = kHardwareSlowdown | kThermalSoftware | kThermalHardware | kPowerBrake;

} // namespace

Nvml::Nvml(const std::string& folder) : m_library({"libnvidia-ml.so.1"}, folder)
{
    // It comes with the driver and not with CUDA's libraries.
    if (!m_library && !folder.empty())
        m_library = SharedLibrary({"libnvidia-ml.so.1"}, {});
    bool isWhole = static_cast<bool>(m_library);
    const auto take = [&](const char* symbol, auto& function) {
        isWhole = m_library.find(symbol, function) && isWhole;
    };
    take("nvmlInit_v2", m_init);
    take("nvmlShutdown", m_shutdown);
    take("nvmlSystemGetDriverVersion", m_driverVersion);
    take("nvmlDeviceGetHandleByPciBusId_v2", m_handleByPci);
    take("nvmlDeviceGetClockInfo", m_clockInfo);
    // The same function has had two names.
    if (!m_library.find("nvmlDeviceGetCurrentClocksEventReasons", m_clockReasons))
        take("nvmlDeviceGetCurrentClocksThrottleReasons", m_clockReasons);
    take("nvmlDeviceGetComputeRunningProcesses_v3", m_processes);
    take("nvmlDeviceGetMigMode", m_migMode);
    m_isThere = isWhole && m_init() == kSuccess;
}

Nvml::~Nvml()
{
    if (m_isThere)
        m_shutdown();
}

Nvml::Device Nvml::deviceAt(const std::string& pci) const
{
    Device device = nullptr;
    return m_isThere && m_handleByPci(pci.c_str(), &device) == kSuccess ? device : nullptr;
}

std::string Nvml::driverVersion() const
{
    std::array<char, 96> text{};
    return m_isThere && m_driverVersion(text.data(), static_cast<unsigned>(text.size())) == kSuccess
               ? std::string(text.data())
               : std::string();
}

std::optional<unsigned> Nvml::processes(Device device) const
{
    unsigned count = 0;
    if (device == nullptr)
        return std::nullopt;
    const int status = m_processes(device, &count, nullptr);
    if (status != kSuccess && status != kInsufficientSize)
        return std::nullopt;
    return count;
}

std::optional<bool> Nvml::isMig(Device device) const
{
    unsigned now = 0, later = 0;
    if (device == nullptr || m_migMode(device, &now, &later) != kSuccess)
        return std::nullopt;
    return now != 0;
}

std::optional<unsigned> Nvml::clock(Device device) const
{
    unsigned mhz = 0;
    if (device == nullptr || m_clockInfo(device, kClockSm, &mhz) != kSuccess)
        return std::nullopt;
    return mhz;
}

std::optional<unsigned long long> Nvml::slowdown(Device device) const
{
    unsigned long long reasons = 0;
    if (device == nullptr || m_clockReasons(device, &reasons) != kSuccess)
        return std::nullopt;
    return reasons;
}

SlowdownWatch::SlowdownWatch(const Nvml& nvml, Nvml::Device device) : m_nvml(nvml), m_device(device)
{
    if (device != nullptr)
        m_thread = std::thread([this] { watch(); });
}

SlowdownWatch::~SlowdownWatch()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isOver = true;
    }
    m_ends.notify_all();
    if (m_thread.joinable())
        m_thread.join();
}

SlowdownWatch::Seen SlowdownWatch::take()
{
    const std::uint64_t bits = m_since.exchange(0) | m_now.load();
    return {(bits & kThrottled) != 0, (bits & kPowerCap) != 0};
}

void SlowdownWatch::watch()
{
    constexpr auto kPeriod = std::chrono::milliseconds(50);
    std::unique_lock lock(m_mutex);
    while (!m_isOver) {
        lock.unlock();
        const std::uint64_t bits = m_nvml.slowdown(m_device).value_or(0);
        m_now = bits;
        m_since |= bits;
        lock.lock();
        m_ends.wait_for(lock, kPeriod, [this] { return m_isOver; });
    }
}

} // namespace bubblescope::probe
