// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/cancel.h"
#include "core/model/placement.h"
#include "core/model/timeline.h"
#include "core/time/issue_queue.h"
#include "core/trace/record_names.h"
#include "core/trace/trace_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Where an action's times come from (docs/profiles.md, "Times of actions").
enum class TimeSource : std::uint8_t {
    KernelNames, ///< kernels that carry the label (CUDA graphs)
    Launches,    ///< kernels launched inside the label, on any thread of its process
    Cpu,         ///< the label itself, without the wait for its receive
    Estimated,   ///< part of an overlapped block, divided by calibrated times
};

/// One action of one rank in the chosen step. Microseconds from the earliest compute start of all ranks.
struct MeasuredAction
{
    Action action;  ///< with its CellRole: parts of an overlapped block follow each other
    Time start = 0; ///< of compute: without the wait
    Time end = 0;
    Time wait = 0; ///< start minus the label's start; 0 where unknown
    Time busy = 0; ///< union of its kernels; end - start without kernels
    TimeSource source = TimeSource::Cpu;
    std::uint32_t kernels = 0; ///< that its times are made of; 0 where they are not counted
    /// Of the first part of an overlapped block: how long any kernel of the block runs. 0 where unknown.
    Time blockBusy = 0;

    /// From start to end, gaps and waits between its kernels too.
    [[nodiscard]] Time span() const { return std::max(0.0, end - start); }
    /// The time that it worked: what a stage costs.
    [[nodiscard]] Time work() const { return source == TimeSource::Cpu ? span() : busy; }
};

/// What is drawn on the plain sub-lanes of a rank, beside its compute actions.
enum class PlainKind : std::uint8_t {
    Compute, ///< kernels that no action is made of, as are the next two
    Nccl,    ///< communication: NCCL's kernels, those of expert parallelism, gloo's spans on the CPU
    Copy,
    Phase,    ///< all kernels of a phase ("attn(F)") on one stream, from the first start to the last end
    Transfer, ///< a recorded SEND_F, RECV_B, WAIT_SEND_F …
    Sharding, ///< a recorded UNSHARD, RESHARD, REDUCE_GRAD …
};
struct PlainSpan
{
    static constexpr std::uint32_t kNoAction = 0xFFFFFFFFU;

    Time start = 0; ///< on the axis of the actions; may be below 0
    Time end = 0;
    PlainKind kind = PlainKind::Compute;
    std::uint32_t lane = 0; ///< index into MeasuredRank::plainLanes; none overlaps another of its lane
    std::uint32_t name = 0; ///< index into MeasuredRun::plainNames
    /// Of Transfer and Sharding: index into MeasuredRank::actions; kNoAction of the others.
    std::uint32_t action = kNoAction;
};

/// How a profile without pipeline actions, but with phases of overlapped chunks, divides its time on the GPU,
/// µs.
struct PhaseTimes
{
    Time busy = 0;                              ///< any kernel runs
    Time compute = 0;                           ///< a compute kernel runs
    Time communication = 0;                     ///< a communication kernel runs
    Time hidden = 0;                            ///< both at once: communication that costs nothing
    Time forward = 0, backward = 0, weight = 0; ///< sums over compute kernels of the phases of each kind
};

/// What the offset of a clock rests on.
enum class ClockBasis : std::uint8_t {
    OneHost,  ///< the clock of one host, or one that nothing says is another: 0 contradicts nothing
    Messages, ///< what is received was sent before
    None,     ///< nothing ties it to the others
};
/// "one-host", "messages", "none".
[[nodiscard]] std::string_view clockBasisName(ClockBasis basis);

/// The clock of one file, µs.
struct FileClock
{
    std::uint32_t rank = 0; ///< global; the first of a file with several
    Time offset = 0;        ///< taken off the file's times
    Time uncertainty = 0;   ///< how far that may be wrong; 0 = not at all, or not known
    ClockBasis basis = ClockBasis::None;
};

/// What a CUDA stream is for: by the number of its kernels over the whole file.
enum class StreamKind : std::uint8_t {
    Compute,
    Communication, ///< most of its kernels communicate
    Copies,        ///< no kernel
};
/// "compute", "communication", "copies".
[[nodiscard]] std::string_view streamKindName(StreamKind kind);

/// One CUDA stream of one file.
struct GpuStream
{
    std::uint32_t rank = 0;              ///< global
    std::optional<std::uint64_t> number; ///< nothing where the file gives it no number
    std::string name;                    ///< "stream 7"
    StreamKind kind = StreamKind::Compute;
    Time busy = 0;         ///< any kernel or copy runs, µs
    std::size_t spans = 0; ///< kernels
};

/// What a rank did before its first or after its last action, µs on the axis of the actions.
struct MeasuredPhase
{
    StepPhase phase = StepPhase::Head;
    Time start = 0; ///< where what it did before ended
    Time end = 0;
    Time waited = 0; ///< of that, until the last of those who do it together had come

    [[nodiscard]] Time own() const { return std::max(0.0, end - start - waited); }
};

/// The step around a rank's actions. Of the tail first what is behind its last action's end.
struct MeasuredStep
{
    Time begin = 0;
    Time end = 0;
    std::vector<MeasuredPhase> phases; ///< in the order of StepPhase, without gaps within head and tail
};

struct MeasuredRank
{
    std::uint32_t rank = 0;                  ///< of the pipeline: 0 … p-1
    std::optional<std::uint32_t> globalRank; ///< of the training run; AssembleOptions::rankOfFile gives these
    std::string file;                        ///< empty: no file has this rank
    std::vector<MeasuredAction> actions;     ///< compute and communication, by start
    std::vector<PlainSpan> plain;            ///< by start; empty unless asked for
    std::vector<std::string> plainLanes;     ///< "stream 7, compute"; phases first, then "sends"
    std::vector<bool> isGpuLane;             ///< by plain lane; the others are threads of the host
    std::optional<PhaseTimes> phases;        ///< where the profile has phases
    /// What its host issued, for replay: compute issues have the first of their label's `actions` as target.
    /// Empty where the profile does not tell who sends to whom.
    IssueQueue issued;
    std::optional<MeasuredStep>
        edges;              ///< nothing where the profile does not say when the step begins and ends
    Time skew = 0;          ///< taken off this rank's clock, µs
    Time skewHalfWidth = 0; ///< how far it may be wrong; 0 = one clock
    ClockBasis clockBasis = ClockBasis::OneHost;
    /// The file has no absolute clock and nothing ties it to those of the other ranks: its times begin at 0
    /// and say nothing about what passes between ranks.
    bool hasOwnZero = false;
};

/// A dimension of the mesh of processes, as their groups say.
struct MeshAxis
{
    std::string name;     ///< "dp", "tp", "pp", "ep", as the group's description says
    std::size_t size = 0; ///< ranks of a group
    std::vector<std::vector<std::uint32_t>> members; ///< global ranks of each group that is known
};

/// A file that does not say its rank, and the number that it got.
struct AssumedRank
{
    std::string file; ///< TraceFile::path
    std::uint32_t globalRank = 0;
    std::vector<std::uint32_t> stages = {}; ///< that its labels name, rising; of a replica, too
};

/// What actions without labels were found by (docs/profiles.md, "Without labels").
struct InferredBasis
{
    std::size_t forwards = 0;  ///< of all files and steps
    std::size_t backwards = 0; ///< I and B
    std::size_t messages = 0;  ///< sends whose receive was found
    std::uint32_t stages = 0;  ///< of the whole pipeline, ranks without a trace included
    /// Where messages are missing: the schedule whose kinds are those of every rank; else empty.
    std::string schedule;
};

/// One step of a profiled training run over all ranks.
struct MeasuredRun
{
    std::vector<MeasuredRank> ranks; ///< 0 … p-1
    std::uint32_t stageCount = 0;
    std::uint32_t microbatchCount = 0;
    /// Of the complete steps, where labels carry numbers; 0 where there is none.
    std::uint32_t fullMicrobatchCount = 0;
    /// As the labels put stages on ranks; nothing where they do not show it.
    std::optional<Placement> placement;
    std::vector<std::uint64_t> steps;           ///< numbers of the complete steps, as the profile counts them
    std::vector<std::uint64_t> incompleteSteps; ///< that lack actions on some rank; they can be chosen too
    std::uint64_t step = 0;                     ///< the one shown
    std::vector<AssumedRank> assumedRanks;      ///< a window asks for them, and gives them as rankOfFile
    std::map<NameFamily, std::size_t> families; ///< labels of each way of naming
    std::optional<InferredBasis> inferred;      ///< nothing where labels name the actions
    std::vector<std::string> plainNames;
    std::vector<MeshAxis> mesh; ///< empty where no file tells its process groups
    /// Which of several pipelines that run the same beside each other (data parallelism) this is, and the
    /// others in their order, of the same step, each from the start of its own compute.
    std::size_t replica = 0;
    std::vector<MeasuredRun> replicas;
    std::vector<FileClock> clocks;     ///< of every file, by rank; replicas too
    std::vector<GpuStream> gpuStreams; ///< of every file, by rank; replicas too
    /// What could not be decided, or was left out, one sentence each.
    std::vector<std::string> warnings;

    [[nodiscard]] bool empty() const { return stageCount == 0; }
    /// Whether the profile begins or ends in the midst of the shown step.
    [[nodiscard]] bool isIncomplete() const
    {
        return std::find(incompleteSteps.begin(), incompleteSteps.end(), step) != incompleteSteps.end();
    }
};

struct AssembleOptions
{
    std::vector<NamePattern> patterns;
    std::optional<std::uint64_t> step;  ///< nothing = the last complete one
    std::optional<std::size_t> replica; ///< nothing = the first one that is complete
    /// Global ranks by TraceFile::path: stronger than what the file says.
    std::map<std::string, std::uint32_t> rankOfFile;
    /// Fills MeasuredRank::plain, with actions and without: 32 bytes and a sort for each record of the step.
    bool withPlain = false;
    CancelToken cancel;
};

/// Finds ranks, aligns clocks, finds steps, names actions and gives them their times (docs/profiles.md).
/// Files without pipeline labels give an empty run with a warning that says what was looked for; an unknown
/// step or rank is an error.
[[nodiscard]] Result<MeasuredRun> assembleRun(const std::vector<TraceFile>& files,
                                              const AssembleOptions& options = {});

/// Ranks of a pipeline of `rankCount` (at least the run's) of which the run has no actions, as there is no
/// trace of them; ascending. Nothing is known of these: they are neither idle nor lacking actions.
[[nodiscard]] std::vector<std::uint32_t> absentRanks(const MeasuredRun& run, std::size_t rankCount = 0);
/// "rank 2 has no trace", "ranks 0, 3 have no trace", at most 8 numbers; empty where `ranks` is.
[[nodiscard]] std::string noTraceText(const std::vector<std::uint32_t>& ranks);

/// "complete: 1, 2; incomplete: 3"; at most 20 numbers of each.
[[nodiscard]] std::string stepsText(const MeasuredRun& run);

/// Compute actions (and communication with `withCommunication`) as an order with its times, unit "us", to be
/// drawn and measured like any other.
[[nodiscard]] Timeline measuredTimeline(const MeasuredRun& run, bool withCommunication = false);
/// The same from the begin of the step to its end, with what ranks did before and behind their actions.
/// Requires hasEdges().
[[nodiscard]] Timeline measuredStepTimeline(const MeasuredRun& run);
/// One of the two: with head and tail if `isWhole`.
[[nodiscard]] Timeline stepTimeline(const MeasuredRun& run, bool isWhole);
/// The run with these ranks (ascending) alone, as if the others had no trace.
[[nodiscard]] MeasuredRun withRanks(MeasuredRun run, const std::vector<std::uint32_t>& ranks);
/// Whether every rank that has a trace tells when the step began and ended.
[[nodiscard]] bool hasEdges(const MeasuredRun& run);

} // namespace bubblescope
