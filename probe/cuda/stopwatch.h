// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/cuda/nvml.h"
#include "probe/cuda/resources.h"
#include "probe/cuda/timing_kernels.h"
#include "probe/plan/measure_loop.h"

namespace bubblescope::probe {

/// Times work on one device: behind a gate that the host opens when all of it has been given, so that what
/// launching costs stays out, with the clock that the multiprocessors had meanwhile.
class Stopwatch
{
public:
    /// Of the current device.
    Stopwatch(int multiprocessors, std::int64_t l2Bytes, SlowdownWatch* watch);

    [[nodiscard]] cudaStream_t stream() const { return m_stream.get(); }
    [[nodiscard]] const Event& begin() const { return m_begin; }
    /// Between the events around the work. With `flushes` nothing of it is in the L2 cache before. Without
    /// `holds` the gate is open from the first: for work whose giving waits for the device.
    Sample time(const Work& work, bool flushes, bool holds = true);
    /// Runs it and waits.
    void once(const Work& work);

private:
    [[nodiscard]] double clockMhz() const;

    int m_multiprocessors;
    SlowdownWatch* m_watch;
    Stream m_stream;
    Event m_begin, m_end, m_done;
    SharedBuffer m_gate;
    SharedBuffer m_stamps; ///< before, then after
    DeviceBuffer m_flush;
};

} // namespace bubblescope::probe
