// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "probe/plan/exit_status.h"
#include "probe/plan/statistics.h"

#include <functional>
#include <optional>
#include <string>

namespace bubblescope::probe {

/// One timing of one point.
struct Sample
{
    double us = 0;
    double smMhz = 0;           ///< clock while it ran; 0 = unknown
    bool isThrottled = false;   ///< slowed by heat or by hardware: repeated
    bool isPowerCapped = false; ///< held back by the power limit: normal, and reported
};

enum class SampleProblem : std::uint8_t { OutOfMemory, Device };
struct SampleFailure
{
    SampleProblem problem = SampleProblem::Device;
    std::string message; ///< the device's own words
    Exit exit = Exit::CudaError;
    std::string code = "cuda_error";
};

/// What the loop measures with: a device, or a test that plays one.
class Sampler
{
public:
    Sampler() = default;
    Sampler(const Sampler&) = delete;
    Sampler& operator=(const Sampler&) = delete;
    virtual ~Sampler() = default;

    [[nodiscard]] virtual std::size_t pointCount() const = 0;
    /// Takes memory and captures; called once for each point, in order, before it is sampled.
    [[nodiscard]] virtual std::optional<SampleFailure> prepare(std::size_t point) = 0;
    [[nodiscard]] virtual std::optional<SampleFailure> sample(std::size_t point, Sample& taken) = 0;
    /// Keeps the device busy for that long and returns its clock then, MHz; 0 where it cannot be read.
    [[nodiscard]] virtual double busyClock(double seconds) = 0;
    /// Since some fixed time.
    [[nodiscard]] virtual double seconds() = 0;
};

struct LoopOptions
{
    double targetRelativeCi = 0.01;
    double maxSeconds = 120;
    std::size_t roundsPerBatch = 31;
    std::uint64_t seed = 1;
    std::size_t mostRounds = 0;   ///< 0 = as many as time allows
    std::size_t fewSamples = 248; ///< with fewer a point is flagged FewSamples
    bool warmsUp = true;          ///< false where the device is warm already
    double mostWarmUpSeconds = 10;
    /// By point: n where it is sampled in every n-th round alone, from the first on; what is missing is 1.
    std::vector<std::size_t> every;
};

enum class LoopEnd : std::uint8_t {
    Done,
    TimeLimit, ///< before every point had a sample
    Cancelled,
    OutOfMemory,
    DeviceFailed,
};

struct LoopResult
{
    LoopEnd end = LoopEnd::Done;
    std::optional<std::size_t> failedPoint;
    std::optional<SampleFailure> failure; ///< of the device; not where time or patience ended
    std::string message;
    std::vector<Stat> stats; ///< by point; complete only if Done
    std::size_t rounds = 0;
    bool isWarm = true; ///< whether the clock came to rest before the first sample
};

struct LoopProgress
{
    std::size_t done = 0;    ///< rounds
    std::size_t total = 0;   ///< rounds, as far as is known now; grows where more are needed
    std::size_t samples = 0; ///< of the last round
    std::size_t point = 0;
};

/// Warms up until five stretches of 200 ms agree within 1 % in clock (at most 10 s); then rounds of one
/// sample of every point each (but see LoopOptions::every), in an order drawn from the seed, so that drift
/// meets all points alike. After
/// kBatches batches of rounds a point is good when its interval's half-width is at most the target; batches
/// are doubled once where neighbors correlate by more than 0.9, and rounds go on until all are good or time
/// is up: the others are NotConverged. A throttled sample is taken again, three times at most, then kept and
/// flagged. Nothing is trimmed. A cancel ends within one sample.
[[nodiscard]] LoopResult measureInRounds(Sampler& sampler, const LoopOptions& options,
                                         const CancelToken& cancel = {},
                                         const std::function<void(const LoopProgress&)>& progress = {});

} // namespace bubblescope::probe
