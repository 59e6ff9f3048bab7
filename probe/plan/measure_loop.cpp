// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/measure_loop.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace bubblescope::probe {

namespace {

constexpr double kCorrelated = 0.9;
constexpr int kRepeats = 3;
constexpr double kWindowSeconds = 0.2;
constexpr std::size_t kSteadyWindows = 5;
constexpr double kSteadyShare = 0.01;

/// The samples of one point so far.
struct Series
{
    std::vector<double> us;
    std::vector<double> mhz;
    Flags flags;
};

class Loop
{
public:
    Loop(Sampler& sampler, const LoopOptions& options, const CancelToken& cancel,
         const std::function<void(const LoopProgress&)>& progress)
        : m_sampler(sampler)
        , m_options(options)
        , m_cancel(cancel)
        , m_progress(progress)
        , m_series(sampler.pointCount())
        , m_order(sampler.pointCount())
        , m_random(options.seed)
        , m_begin(sampler.seconds())
        , m_wanted(kBatches * options.roundsPerBatch)
    {
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
    }

    LoopResult run()
    {
        for (std::size_t point = 0; point < m_series.size(); ++point)
            if (!takeFailure(m_sampler.prepare(point), point) || isCancelled())
                return m_result;
        m_result.isWarm = !m_options.warmsUp || warmUp();
        while (m_result.end == LoopEnd::Done && (m_rounds < m_wanted || wantsMore()))
            if (isCancelled() || isLate() || !round())
                break;
        if (m_result.end == LoopEnd::Done)
            summarizeAll();
        return m_result;
    }

private:
    [[nodiscard]] bool isCancelled()
    {
        if (m_cancel.isCancelled())
            m_result.end = LoopEnd::Cancelled;
        return m_cancel.isCancelled();
    }
    [[nodiscard]] bool isLate() { return m_sampler.seconds() - m_begin >= m_options.maxSeconds; }

    [[nodiscard]] bool takeFailure(const std::optional<SampleFailure>& failure, std::size_t point)
    {
        if (!failure)
            return true;
        m_result.end =
            failure->problem == SampleProblem::OutOfMemory ? LoopEnd::OutOfMemory : LoopEnd::DeviceFailed;
        m_result.failedPoint = point;
        m_result.failure = failure;
        m_result.message = failure->message;
        return false;
    }

    /// False where the clock did not come to rest.
    bool warmUp()
    {
        std::vector<double> clocks;
        const double begin = m_sampler.seconds();
        while (!m_cancel.isCancelled() && m_sampler.seconds() - begin < m_options.mostWarmUpSeconds &&
               !isLate()) {
            clocks.push_back(m_sampler.busyClock(kWindowSeconds));
            if (clocks.size() < kSteadyWindows)
                continue;
            const auto [least, most] = std::minmax_element(clocks.end() - kSteadyWindows, clocks.end());
            if (*most - *least <= kSteadyShare * *most)
                return true;
        }
        return false;
    }

    bool round()
    {
        std::shuffle(m_order.begin(), m_order.end(), m_random);
        LoopProgress progress;
        for (const std::size_t point : m_order) {
            if (m_rounds % everyOf(point) != 0)
                continue;
            if (isCancelled() || !sample(point))
                return false;
            ++progress.samples;
            progress.point = point;
        }
        progress.done = ++m_rounds;
        progress.total = std::max(m_wanted, m_rounds);
        if (m_progress)
            m_progress(progress);
        return true;
    }

    [[nodiscard]] std::size_t everyOf(std::size_t point) const
    {
        return point < m_options.every.size() ? std::max<std::size_t>(1, m_options.every[point]) : 1;
    }

    bool sample(std::size_t point)
    {
        Series& series = m_series[point];
        Sample taken;
        for (int attempt = 0; attempt <= kRepeats; ++attempt) {
            taken = {};
            if (!takeFailure(m_sampler.sample(point, taken), point))
                return false;
            if (!taken.isThrottled || m_cancel.isCancelled())
                break;
        }
        series.us.push_back(taken.us);
        if (taken.smMhz > 0)
            series.mhz.push_back(taken.smMhz);
        if (taken.isThrottled)
            series.flags.set(Flag::Throttled);
        if (taken.isPowerCapped)
            series.flags.set(Flag::PowerCapped);
        return true;
    }

    /// Asked when as many rounds as were wanted are there.
    [[nodiscard]] bool wantsMore()
    {
        if (m_options.mostRounds > 0 && m_rounds >= m_options.mostRounds)
            return false;
        const auto isCorrelated = [](const Series& series) {
            return lagOneCorrelation(series.us) > kCorrelated;
        };
        if (!m_isDoubled && std::any_of(m_series.begin(), m_series.end(), isCorrelated)) {
            m_isDoubled = true;
            m_wanted *= 2;
            return true;
        }
        if (std::all_of(m_series.begin(), m_series.end(),
                        [this](const Series& series) { return isGood(series); }))
            return false;
        m_wanted += std::max<std::size_t>(kBatches, m_wanted / 4);
        return true;
    }

    [[nodiscard]] bool isGood(const Series& series) const
    {
        return summarize(series.us).relativeHalfWidth() <= m_options.targetRelativeCi;
    }

    void summarizeAll()
    {
        for (std::size_t point = 0; point < m_series.size(); ++point) {
            const Series& series = m_series[point];
            if (series.us.empty()) {
                m_result.end = LoopEnd::TimeLimit;
                m_result.failedPoint = point;
                m_result.message = "the time was up before every point had been measured once";
                return;
            }
            Stat stat = summarize(series.us);
            for (const Flag flag : {Flag::Throttled, Flag::PowerCapped})
                if (series.flags.has(flag))
                    stat.flags.set(flag);
            const std::size_t every = everyOf(point);
            if (series.us.size() < (m_options.fewSamples + every - 1) / every)
                stat.flags.set(Flag::FewSamples);
            if (!isGood(series) || !stat.ciLow)
                stat.flags.set(Flag::NotConverged);
            if (!series.mhz.empty())
                stat.smMhz = medianOf(series.mhz);
            m_result.stats.push_back(std::move(stat));
        }
        m_result.rounds = m_rounds;
    }

    Sampler& m_sampler;
    const LoopOptions& m_options;
    const CancelToken& m_cancel;
    const std::function<void(const LoopProgress&)>& m_progress;
    std::vector<Series> m_series;
    std::vector<std::size_t> m_order;
    std::mt19937_64 m_random;
    double m_begin;
    std::size_t m_wanted; ///< rounds
    std::size_t m_rounds = 0;
    bool m_isDoubled = false;
    LoopResult m_result;
};

} // namespace

LoopResult measureInRounds(Sampler& sampler, const LoopOptions& options, const CancelToken& cancel,
                           const std::function<void(const LoopProgress&)>& progress)
{
    return Loop(sampler, options, cancel, progress).run();
}

} // namespace bubblescope::probe
