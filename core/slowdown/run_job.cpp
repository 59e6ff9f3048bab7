// SPDX-License-Identifier: Apache-2.0
// Runs of which compute and the tail have times: what waits for what is as in a schedule of the same order.
#include "core/base/text_list.h"
#include "core/slowdown/timeline_job.h"
#include "core/time/dependencies.h"

#include <algorithm>
#include <map>
#include <set>

namespace bubblescope::slow {

namespace {

/// A cell of compute: an action, or the parts of an overlapped block.
struct RunCell
{
    ActionId first;
    std::size_t parts = 1;
    double start = 0; ///< µs, as all here
    double end = 0;
    double work = 0;

    [[nodiscard]] bool isSame(const RunCell& other) const
    {
        return first == other.first && parts == other.parts;
    }
};
using RunCells = std::vector<std::vector<RunCell>>; ///< by rank that has actions

RunCells runCellsOf(const MeasuredRun& run)
{
    RunCells all;
    for (const MeasuredRank& rank : run.ranks) {
        std::vector<RunCell> cells;
        for (const MeasuredAction& action : rank.actions) {
            if (!isCompute(action.action.kind()))
                continue;
            if (cells.empty() || action.action.startsCell()) {
                cells.push_back({action.action.id(), 1, action.start, action.end, action.work()});
                continue;
            }
            RunCell& cell = cells.back();
            ++cell.parts;
            cell.start = std::min(cell.start, action.start);
            cell.end = std::max(cell.end, action.end);
            // Its parts may run at once.
            cell.work = std::min(cell.work + action.work(), cell.end - cell.start);
        }
        if (!cells.empty())
            all.push_back(std::move(cells));
    }
    return all;
}

/// Whether the first stage's W holds its whole backward, so that its halves are not like those of others.
bool isFirstInputEmpty(const RunCells& run)
{
    constexpr double kEmpty = 0.1;
    double first = 0;
    double others = 0;
    std::size_t firstCount = 0;
    std::size_t otherCount = 0;
    for (const auto& rank : run)
        for (const RunCell& cell : rank)
            if (cell.parts == 1 && cell.first.kind == ActionKind::BackwardInput) {
                const bool isFirst = cell.first.stage.value == 0;
                (isFirst ? first : others) += cell.work;
                ++(isFirst ? firstCount : otherCount);
            }
    return firstCount > 0 && otherCount > 0 &&
           first * static_cast<double>(otherCount) < kEmpty * others * static_cast<double>(firstCount);
}

OperationKind operationOf(const RunCell& cell, bool isFirstEmpty)
{
    if (cell.parts > 1)
        return OperationKind::OverlappedCompute;
    const bool isOfFirst = isFirstEmpty && cell.first.stage.value == 0;
    switch (cell.first.kind) {
    case ActionKind::BackwardInput:
        return isOfFirst ? OperationKind::EmptyInputCompute : OperationKind::BackwardInputCompute;
    case ActionKind::BackwardWeight:
        return isOfFirst ? OperationKind::BackwardCompute : OperationKind::BackwardWeightCompute;
    case ActionKind::Backward:
        return OperationKind::BackwardCompute;
    default:
        return OperationKind::ForwardCompute;
    }
}

/// The cells of `run` in the order of `pattern`; nothing where it has others.
std::optional<RunCells> inOrderOf(const RunCells& pattern, RunCells run)
{
    if (run.size() != pattern.size())
        return std::nullopt;
    RunCells sorted(run.size());
    for (std::size_t rank = 0; rank < run.size(); ++rank) {
        if (run[rank].size() != pattern[rank].size())
            return std::nullopt;
        std::map<ActionId, const RunCell*> found;
        for (const RunCell& cell : run[rank])
            found.emplace(cell.first, &cell);
        for (const RunCell& cell : pattern[rank]) {
            const auto same = found.find(cell.first);
            if (same == found.end() || !same->second->isSame(cell))
                return std::nullopt;
            sorted[rank].push_back(*same->second);
        }
    }
    return sorted;
}

/// What a phase of a step's tail is; nothing of what is no work: the head, and what is left at the end.
std::optional<OperationKind> operationOf(StepPhase phase)
{
    switch (phase) {
    case StepPhase::ReduceGradients:
        return OperationKind::GradsReduceScatter;
    case StepPhase::TiedEmbedding:
        return OperationKind::EmbeddingGradsAllReduce;
    case StepPhase::Clip:
        return OperationKind::ClipMainGrad;
    case StepPhase::Optimizer:
        return OperationKind::Optimizer;
    case StepPhase::GatherParameters:
        return OperationKind::ParamsAllGather;
    default:
        return std::nullopt;
    }
}

/// How long each rank that has actions was in the phases of its tail, without waiting for others, and when it
/// was through; µs.
struct RunTail
{
    std::map<StepPhase, double> times;
    double end = 0;
};
std::vector<RunTail> runTailsOf(const MeasuredRun& run)
{
    std::vector<RunTail> tails;
    for (const MeasuredRank& rank : run.ranks) {
        if (rank.actions.empty())
            continue;
        RunTail& tail = tails.emplace_back();
        if (rank.edges)
            for (const MeasuredPhase& phase : rank.edges->phases)
                if (operationOf(phase.phase)) {
                    tail.times[phase.phase] += phase.own();
                    tail.end = std::max(tail.end, phase.end);
                }
    }
    return tails;
}

/// The pipelines of one step, by number.
std::map<std::size_t, const MeasuredRun*> pipelinesOf(const MeasuredRun& step)
{
    std::map<std::size_t, const MeasuredRun*> all{{step.replica, &step}};
    for (const MeasuredRun& replica : step.replicas)
        all.emplace(replica.replica, &replica);
    return all;
}

class RunJob
{
public:
    explicit RunJob(const std::vector<MeasuredRun>& steps) : m_steps(steps) {}

    Result<TrainingJob> make()
    {
        const MeasuredRun& shown = m_steps.front();
        m_pattern = runCellsOf(shown);
        for (const MeasuredRank& rank : shown.ranks)
            if (!rank.actions.empty())
                m_job.ranks.push_back(rank.rank);
        addOperations(shown);
        chooseReplicas(shown);
        addTails();
        for (const MeasuredRun& step : m_steps)
            addStep(step);
        if (m_job.steps.empty())
            return invalidInput({"slowdown.no-run-alike", "no step has the same actions on all {replicas} "
                                                          "pipelines that run beside each other"},
                                m_job.replicas.size());
        if (!m_leftOut.empty())
            m_job.warnings.push_back(countedList("step", m_leftOut, 20) +
                                     " left out: other actions than in the first step");
        if (m_hasOwnZero) {
            m_job.measured.clear();
            m_job.notes.push_back({{"slowdown.own-zero", "the clocks of some ranks are not known to each "
                                                         "other, so late launches and gaps cannot be told"}});
        }
        if (const auto absent = absentRanks(shown); !absent.empty())
            m_job.notes.push_back({{"slowdown.absent-ranks", "{ranks}: nothing waits for what ran there"},
                                   noTraceText(absent)});
        if (m_tails.empty())
            m_job.notes.push_back({{"slowdown.only-compute",
                                    "only compute has times of its own in this profile: what transfers, "
                                    "the optimizer and the rest cost counts as late launches and gaps"}});
        else
            m_job.notes.push_back(
                {{"slowdown.no-transfers",
                  "messages between stages have no times of their own in this profile: what "
                  "they cost counts as late launches and gaps"}});
        return std::move(m_job);
    }

private:
    void addOperations(const MeasuredRun& shown)
    {
        const Timeline timeline = measuredTimeline(shown);
        const Schedule& schedule = *timeline.schedule;
        const ActionTable table(schedule);
        const Dependencies dependencies(schedule, table, DependencyRule::Strict, TransferMode::Async);
        std::vector<std::vector<std::uint32_t>> operationAt; ///< by row and index
        std::uint32_t next = 0;
        for (const Row& row : schedule.rows) {
            auto& operations = operationAt.emplace_back();
            for (std::size_t i = 0; i < row.size(); ++i)
                operations.push_back(i == 0 || row[i].startsCell() ? next++ : next - 1);
        }
        const bool isFirstEmpty = isFirstInputEmpty(m_pattern);
        std::uint32_t rank = 0;
        for (const auto& cells : m_pattern) {
            for (std::size_t i = 0; i < cells.size(); ++i) {
                JobOperation operation{operationOf(cells[i], isFirstEmpty), rank, {}};
                if (i > 0)
                    operation.needs.push_back(static_cast<std::uint32_t>(m_job.operations.size()) - 1);
                m_job.operations.push_back(std::move(operation));
            }
            ++rank;
        }
        for (std::uint32_t row = 0; row < schedule.rows.size(); ++row)
            for (std::size_t i = 0; i < schedule.rows[row].size(); ++i)
                for (const Input& input : dependencies.inputsOf(schedule.rows[row][i], row))
                    if (input.producer && !input.reachedOnly)
                        addNeed(operationAt[row][i], operationAt[input.producer.rank][input.producer.index]);
    }

    /// What is on the same rank is in its order already.
    void addNeed(std::uint32_t operation, std::uint32_t before)
    {
        JobOperation& one = m_job.operations[operation];
        if (one.rank != m_job.operations[before].rank)
            one.needs.push_back(before);
    }

    void chooseReplicas(const MeasuredRun& shown)
    {
        std::vector<std::size_t> leftOut;
        for (const auto& [number, run] : pipelinesOf(shown)) {
            if (inOrderOf(m_pattern, runCellsOf(*run)))
                m_job.replicas.push_back(number);
            else
                leftOut.push_back(number);
        }
        if (!leftOut.empty())
            m_job.warnings.push_back(countedList("pipeline", leftOut, 20) +
                                     " left out: other actions than in the one shown");
    }

    /// What a rank does behind its last action, where every pipeline of every step tells it.
    void addTails()
    {
        std::vector<std::set<StepPhase>> phases(m_pattern.size());
        for (const MeasuredRun& step : m_steps)
            for (const auto& [number, run] : pipelinesOf(step)) {
                if (!hasEdges(*run))
                    return;
                const std::vector<RunTail> tails = runTailsOf(*run);
                for (std::size_t rank = 0; rank < std::min(tails.size(), phases.size()); ++rank)
                    for (const auto& [phase, time] : tails[rank].times)
                        phases[rank].insert(phase);
            }
        std::vector<std::uint32_t> last;
        std::uint32_t next = 0;
        for (const auto& cells : m_pattern)
            last.push_back((next += static_cast<std::uint32_t>(cells.size())) - 1);
        for (std::size_t p = 0; p < kStepPhaseCount; ++p)
            addPhase(static_cast<StepPhase>(p), phases, last);
    }

    /// On every rank that has it, behind what the rank did before; with those who do it together.
    void addPhase(StepPhase phase, const std::vector<std::set<StepPhase>>& phases,
                  std::vector<std::uint32_t>& last)
    {
        JobGroup group;
        for (std::uint32_t rank = 0; rank < phases.size(); ++rank) {
            if (!phases[rank].contains(phase))
                continue;
            const auto operation = static_cast<std::uint32_t>(m_job.operations.size());
            m_job.operations.push_back({*operationOf(phase), rank, {last[rank]}});
            m_tails.emplace_back(rank, phase);
            last[rank] = operation;
            group.members.push_back(operation);
        }
        const bool isOfReplicas = phase == StepPhase::ReduceGradients || phase == StepPhase::GatherParameters;
        if (isOfReplicas)
            for (const std::uint32_t member : group.members)
                m_job.groups.push_back({{member}, true});
        else if (phase != StepPhase::Optimizer && !group.members.empty())
            m_job.groups.push_back({std::move(group.members), phase == StepPhase::Clip});
    }

    void addStep(const MeasuredRun& step)
    {
        const auto pipelines = pipelinesOf(step);
        std::vector<RunCells> replicas;
        std::vector<std::vector<RunTail>> tails;
        double measured = 0;
        for (const std::uint64_t number : m_job.replicas) {
            const auto run = pipelines.find(number);
            auto cells =
                run == pipelines.end() ? std::nullopt : inOrderOf(m_pattern, runCellsOf(*run->second));
            if (!cells) {
                m_leftOut.push_back(step.step);
                return;
            }
            double start = cells->front().front().start;
            double end = start;
            for (const auto& rank : *cells)
                for (const RunCell& cell : rank) {
                    start = std::min(start, cell.start);
                    end = std::max(end, cell.end);
                }
            tails.push_back(runTailsOf(*run->second));
            if (!m_tails.empty())
                for (const RunTail& tail : tails.back())
                    end = std::max(end, tail.end);
            measured = std::max(measured, end - start);
            m_hasOwnZero |= std::any_of(run->second->ranks.begin(), run->second->ranks.end(),
                                        [](const MeasuredRank& one) { return one.hasOwnZero; });
            replicas.push_back(std::move(*cells));
        }
        constexpr double kSeconds = 1e-6;
        m_job.steps.push_back(step.step);
        m_job.measured.push_back(measured * kSeconds);
        for (std::size_t rank = 0; rank < m_pattern.size(); ++rank)
            for (std::size_t i = 0; i < m_pattern[rank].size(); ++i)
                for (const RunCells& replica : replicas)
                    m_job.durations.push_back(replica[rank][i].work * kSeconds);
        for (const auto& [rank, phase] : m_tails)
            for (const std::vector<RunTail>& replica : tails) {
                const auto time = replica[rank].times.find(phase);
                m_job.durations.push_back(time == replica[rank].times.end() ? 0 : time->second * kSeconds);
            }
    }

    const std::vector<MeasuredRun>& m_steps;
    RunCells m_pattern;
    /// Of which rank, by its place, and phase the operations behind the compute are.
    std::vector<std::pair<std::uint32_t, StepPhase>> m_tails;
    std::vector<std::uint64_t> m_leftOut;
    bool m_hasOwnZero = false;
    TrainingJob m_job;
};

} // namespace

Result<TrainingJob> runJobOf(const std::vector<MeasuredRun>& steps)
{
    return RunJob(steps).make();
}

} // namespace bubblescope::slow
