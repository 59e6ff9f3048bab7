// SPDX-License-Identifier: Apache-2.0
// A forward beside a backward, an input's or a weight's gradient: two streams, forked and joined.
#include "probe/cuda/measurement.h"

#include <array>
#include <optional>

namespace bubblescope::probe {

namespace {

struct Pair
{
    std::string name; ///< "F+B"
    std::vector<Op> passes;
};

/// The two layers, the streams, and what a pair's samples showed beside the total.
struct PairState
{
    std::shared_ptr<BlockRunner> forward, backward;
    std::vector<Op> passes;
    Stream side;
    Event fork{false}, join{false};
    Event forwardDone, backwardDone;
    std::optional<CapturedGraph> together, serial;
    std::vector<double> serialUs, forwardUs, backwardUs;

    void runBackward(cudaStream_t stream) const
    {
        for (const Op pass : passes)
            backward->run(pass, 0, stream);
    }
    void runTogether(cudaStream_t stream) const
    {
        require(cudaEventRecord(fork.get(), stream), "forking");
        require(cudaStreamWaitEvent(side.get(), fork.get(), 0), "forking");
        forward->run(Op::Forward, 0, stream);
        runBackward(side.get());
        // Events of the graph that can be read from outside of it.
        require(cudaEventRecordWithFlags(forwardDone.get(), stream, recordFlag(stream)), "marking a half");
        require(cudaEventRecordWithFlags(backwardDone.get(), side.get(), recordFlag(side.get())),
                "marking a half");
        require(cudaEventRecord(join.get(), side.get()), "joining");
        require(cudaStreamWaitEvent(stream, join.get(), 0), "joining");
    }
    void runSerial(cudaStream_t stream) const
    {
        forward->run(Op::Forward, 0, stream);
        runBackward(stream);
    }
    [[nodiscard]] static unsigned recordFlag(cudaStream_t stream)
    {
        cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
        require(cudaStreamIsCapturing(stream, &status), "querying a stream");
        return status == cudaStreamCaptureStatusActive ? cudaEventRecordExternal : cudaEventRecordDefault;
    }
};

TimedPoint pairPoint(const std::string& name, const std::shared_ptr<PairState>& state, Stopwatch& stopwatch)
{
    Stopwatch* const watch = &stopwatch;
    return {name,
            [state, watch] {
                const auto both = [&](cudaStream_t stream) { state->runTogether(stream); };
                const auto serial = [&](cudaStream_t stream) { state->runSerial(stream); };
                watch->once(both);
                state->together.emplace(both, watch->stream());
                state->serial.emplace(serial, watch->stream());
                watch->once([&](cudaStream_t stream) { state->together->launch(stream); });
                watch->once([&](cudaStream_t stream) { state->serial->launch(stream); });
            },
            [state, watch] {
                const Sample serial =
                    watch->time([&](cudaStream_t stream) { state->serial->launch(stream); }, false);
                Sample total =
                    watch->time([&](cudaStream_t stream) { state->together->launch(stream); }, false);
                state->serialUs.push_back(serial.us);
                state->forwardUs.push_back(microsecondsBetween(watch->begin(), state->forwardDone));
                state->backwardUs.push_back(microsecondsBetween(watch->begin(), state->backwardDone));
                total.isThrottled = total.isThrottled || serial.isThrottled;
                total.isPowerCapped = total.isPowerCapped || serial.isPowerCapped;
                return total;
            }};
}

} // namespace

void Measurement::measureOverlap()
{
    const auto layer = [&](std::uint64_t offset) {
        return std::make_shared<BlockRunner>(usualLayer(m_request.model), m_request.model, m_library,
                                             runnerOptions(offset), m_stopwatch.stream());
    };
    const std::shared_ptr<BlockRunner> forward = layer(10), backward = layer(11);
    for (const Op op : kOps)
        m_stopwatch.once([&](cudaStream_t stream) { backward->run(op, 0, stream); });
    const std::array<Pair, 3> pairs{
        {{"F+B", {Op::Input, Op::Weight}}, {"F+I", {Op::Input}}, {"F+W", {Op::Weight}}}};
    std::vector<std::shared_ptr<PairState>> states;
    std::vector<TimedPoint> points;
    for (const Pair& pair : pairs) {
        states.push_back(std::make_shared<PairState>());
        states.back()->forward = forward;
        states.back()->backward = backward;
        states.back()->passes = pair.passes;
        points.push_back(pairPoint("overlap." + pair.name, states.back(), m_stopwatch));
    }
    measure(Phase::Overlap, std::move(points), {.isMain = true});
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        OverlapResult result;
        result.pair = pairs[i].name;
        result.total = m_stats.at("overlap." + pairs[i].name);
        result.serial = summarize(states[i]->serialUs);
        result.forwardDone = summarize(states[i]->forwardUs);
        result.backwardDone = summarize(states[i]->backwardUs);
        if (result.total.median > 0)
            result.gain = result.serial->median / result.total.median;
        m_result.overlap.push_back(std::move(result));
    }
    m_result.assumptions.emplace_back("overlap is measured as compute in parallel with compute on one "
                                      "device; hiding communication is not measured");
    if (m_scope.attention == AttentionWay::Computed)
        m_result.assumptions.emplace_back("overlap is measured without attention, whose time is computed");
}

} // namespace bubblescope::probe
