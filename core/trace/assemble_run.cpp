// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"
#include "core/base/try.h"
#include "core/trace/assemble_strays.h"
#include "core/trace/assembly.h"
#include "core/trace/infer_deepspeed.h"
#include "core/trace/infer_labels.h"
#include "core/trace/issued_work.h"
#include "core/trace/plain_lanes.h"
#include "core/trace/process_mesh.h"
#include "core/trace/rank_pipeline.h"
#include "core/trace/step_edges.h"
#include "core/trace/step_split.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace bubblescope {

namespace {

/// Differences of times must fit: nothing is farther than 2^61 ns (73 years) from the file's zero.
const TraceFile* fileBeyondTime(const std::vector<TraceFile>& files)
{
    constexpr Nanoseconds kFarthest = Nanoseconds{1} << 61;
    std::vector<char> isBeyond(files.size());
    parallelFor(files.size(), [&](std::size_t i) {
        const auto isFar = [](const auto& one) {
            return one.start < -kFarthest || one.end > kFarthest || one.end < one.start;
        };
        const TraceFile& file = files[i];
        isBeyond[i] = std::any_of(file.records.begin(), file.records.end(), isFar) ||
                      std::any_of(file.operators.begin(), file.operators.end(), isFar);
    });
    const auto found = std::find(isBeyond.begin(), isBeyond.end(), 1);
    return found == isBeyond.end() ? nullptr : &files[static_cast<std::size_t>(found - isBeyond.begin())];
}

class RunAssembler
{
public:
    RunAssembler(const std::vector<TraceFile>& files, const AssembleOptions& options) : m_a{files, options} {}

    Result<MeasuredRun> assemble()
    {
        if (const TraceFile* file = fileBeyondTime(m_a.files))
            return invalidInput({"trace.record-more-than-73",
                                 "{path}: a record is more than 73 years from the zero of its clock"},
                                file->path);
        readNames();
        if (m_a.options.cancel.isCancelled())
            return cancelled();
        TRY_VOID(findRanks(m_a));
        leaveOutWildStages(m_a);
        m_a.run.mesh = meshOf(m_a.files);
        tellStagesOfAssumed();
        const bool hasLabels = std::any_of(m_a.sources.begin(), m_a.sources.end(),
                                           [](const RankSource& source) { return !source.labels.empty(); });
        if (!hasLabels)
            return withoutActions();
        std::erase_if(m_a.sources, [](const RankSource& source) { return source.labels.empty(); });
        TRY_VOID(findActions());
        assembleRow(m_order.rows[m_order.shown], m_a.options.withPlain);
        m_a.run.replica = m_order.shown;
        assembleReplicas();
        tellWaitsInTails();
        if (m_a.options.cancel.isCancelled())
            return cancelled();
        addPipelineAxis();
        writeFiles(m_a);
        return std::move(m_a.run);
    }

private:
    static tl::unexpected<Error> cancelled()
    {
        return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    }

    void readNames()
    {
        const NameReader reader(m_a.options.patterns);
        std::vector<FileLabels> read(m_a.files.size());
        parallelFor(m_a.files.size(),
                    [&](std::size_t i) { read[i] = readLabels(m_a.files[i], reader, m_a.options.cancel); });
        for (std::size_t i = 0; i < m_a.files.size(); ++i) {
            const TraceFile& file = m_a.files[i];
            for (const std::string& warning : file.warnings)
                m_a.warn("{}: {}", file.path, warning);
            m_a.labels.push_back(std::move(read[i]));
            for (const std::string& warning : m_a.labels.back().warnings)
                m_a.warn("{}: {}", file.path, warning);
            for (const auto& [family, count] : m_a.labels.back().families)
                m_a.run.families[family] += count;
            if (!m_a.labels.back().phases.empty())
                m_a.run.families[NameFamily::DualPipePhase] += m_a.labels.back().phases.size();
        }
        tellPatterns(m_a);
        inferLabels(m_a);
        inferDeepSpeedBackwards(m_a);
        const bool someHave = std::any_of(m_a.labels.begin(), m_a.labels.end(),
                                          [](const FileLabels& labels) { return !labels.labels.empty(); });
        for (const FileLabels& labels : m_a.labels) {
            if (!someHave || !labels.labels.empty())
                continue;
            if (const TraceFile* other = sameRankWithLabels(*labels.file))
                m_a.warn(
                    "{} is left out: it looks like another run than {}, as both say rank {} and only that "
                    "one has pipeline labels",
                    labels.file->path, other->path, *other->rank);
            else
                m_a.warn("{} has no pipeline labels", labels.file->path);
        }
    }

    /// A file with labels that says the same rank; null without one.
    [[nodiscard]] const TraceFile* sameRankWithLabels(const TraceFile& file) const
    {
        for (const FileLabels& labels : m_a.labels)
            if (!labels.labels.empty() && labels.file->rank && labels.file->rank == file.rank)
                return labels.file;
        return nullptr;
    }

    void tellStagesOfAssumed()
    {
        for (AssumedRank& assumed : m_a.run.assumedRanks) {
            std::set<std::uint32_t> stages;
            for (const FileLabels& labels : m_a.labels)
                if (labels.file->path == assumed.file)
                    for (const RecordName& name : labels.names)
                        for (const NamedAction& action : name.actions)
                            if (action.stage)
                                stages.insert(*action.stage);
            assumed.stages.assign(stages.begin(), stages.end());
        }
    }

    Result<void> findActions()
    {
        TRY(m_order, orderRanks(m_a));
        for (const PipelineRow& row : m_order.rows)
            splitSteps(m_a, sourcesOf(row));
        tellOnce();
        return chooseStep(m_a, sourcesOf(m_order.rows[m_order.shown]));
    }

    /// Several pipelines may have the same to say.
    void tellOnce()
    {
        std::set<std::string> told;
        std::erase_if(m_a.run.warnings,
                      [&](const std::string& warning) { return !told.insert(warning).second; });
    }

    [[nodiscard]] std::vector<RankSource*> sourcesOf(const PipelineRow& row)
    {
        std::vector<RankSource*> found;
        for (const auto& source : row)
            if (source)
                found.push_back(&m_a.sources[*source]);
        return found;
    }

    /// The chosen step of one pipeline.
    void assembleRow(const PipelineRow& row, bool withPlain)
    {
        m_a.ranks.clear();
        m_a.times.clear();
        planActions(m_a, row);
        timeAll();
        if (m_a.options.cancel.isCancelled())
            return;
        writeRanks(withPlain);
        writeShape();
    }

    /// The same step of the pipelines that are not shown. What is doubtful in them is theirs.
    void assembleReplicas()
    {
        for (std::size_t i = 0; i < m_order.rows.size(); ++i) {
            if (i == m_order.shown || m_a.options.cancel.isCancelled())
                continue;
            MeasuredRun shown = std::exchange(m_a.run, MeasuredRun());
            m_a.run.step = shown.step;
            m_a.run.steps = shown.steps;
            m_a.run.incompleteSteps = shown.incompleteSteps;
            m_a.run.replica = i;
            assembleRow(m_order.rows[i], false);
            shown.replicas.push_back(std::exchange(m_a.run, MeasuredRun()));
            m_a.run = std::move(shown);
        }
    }

    /// Where no process group is the pipeline's, its ranks are.
    void addPipelineAxis()
    {
        std::vector<MeshAxis>& mesh = m_a.run.mesh;
        const bool isKnown = std::any_of(m_a.files.begin(), m_a.files.end(),
                                         [](const TraceFile& file) { return !file.groups.empty(); });
        if (!isKnown ||
            std::any_of(mesh.begin(), mesh.end(), [](const MeshAxis& axis) { return axis.name == "pp"; }))
            return;
        MeshAxis axis{"pp", m_a.run.ranks.size(), {}};
        for (const PipelineRow& row : m_order.rows) {
            std::vector<std::uint32_t>& members = axis.members.emplace_back();
            for (const RankSource* source : sourcesOf(row))
                members.push_back(source->globalRank);
        }
        const auto expert =
            std::find_if(mesh.begin(), mesh.end(), [](const MeshAxis& other) { return other.name == "ep"; });
        mesh.insert(expert, std::move(axis));
    }

    void timeAll()
    {
        m_a.times.resize(m_a.ranks.size());
        parallelFor(m_a.ranks.size(), [&](std::size_t i) {
            if (m_a.ranks[i].source)
                m_a.times[i] = timeActions(m_a, m_a.ranks[i]);
        });
        for (const RankTimes& times : m_a.times)
            m_a.run.warnings.insert(m_a.run.warnings.end(), times.warnings.begin(), times.warnings.end());
        alignRanks(m_a);
        inferWaits(m_a);
        splitOverlaps(m_a);
        beginWithEarliest(m_a);
        writeIssuedWork(m_a);
    }

    /// Of all replicas, once all are there.
    void tellWaitsInTails()
    {
        std::vector<MeasuredStep*> steps;
        const auto collect = [&](MeasuredRun& run) {
            for (MeasuredRank& rank : run.ranks)
                if (rank.edges)
                    steps.push_back(&*rank.edges);
        };
        collect(m_a.run);
        for (MeasuredRun& replica : m_a.run.replicas)
            collect(replica);
        std::vector<const StepEdges*> edges;
        for (const StepEdges& one : m_edges)
            edges.push_back(&one);
        if (edges.size() == steps.size())
            tellWaitsInCollectives(edges, steps);
    }

    /// Cells by the start of their first part, parts together.
    [[nodiscard]] std::vector<std::size_t> byStart(std::size_t rank) const
    {
        const auto& actions = m_a.ranks[rank].actions;
        std::vector<Nanoseconds> key(actions.size());
        for (std::size_t i = 0; i < actions.size();) {
            std::size_t end = i + 1;
            Nanoseconds first = m_a.times[rank].times[i].start;
            for (; end < actions.size() && !actions[end].action.startsCell(); ++end)
                first = std::min(first, m_a.times[rank].times[end].start);
            std::fill(key.begin() + static_cast<std::ptrdiff_t>(i),
                      key.begin() + static_cast<std::ptrdiff_t>(end), first);
            i = end;
        }
        std::vector<std::size_t> order(actions.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return key[a] < key[b]; });
        return order;
    }

    void writeRanks(bool withPlain)
    {
        PlainNames names(m_a.run.plainNames);
        for (std::size_t rank = 0; rank < m_a.ranks.size(); ++rank) {
            MeasuredRank& out = m_a.run.ranks.emplace_back();
            out.rank = static_cast<std::uint32_t>(rank);
            if (!m_a.ranks[rank].source)
                continue;
            const RankSource& source = m_a.sources[*m_a.ranks[rank].source];
            out.globalRank = source.globalRank;
            out.file = m_a.files[source.file].path;
            out.skew = m_a.clocks.ofRank[rank].skew;
            out.skewHalfWidth = m_a.clocks.ofRank[rank].halfWidth;
            out.clockBasis = m_a.clocks.basis[rank];
            out.hasOwnZero = m_a.clocks.isApart[rank];
            std::vector<std::uint32_t> actionOfLabel(m_a.ranks[rank].labels.size(), Issue::kNone);
            for (const std::size_t i : byStart(rank)) {
                const ActionTime& time = m_a.times[rank].times[i];
                std::uint32_t& first = actionOfLabel[m_a.ranks[rank].actions[i].label];
                first = std::min(first, static_cast<std::uint32_t>(out.actions.size()));
                out.actions.push_back({m_a.ranks[rank].actions[i].action, m_a.clocks.at(rank, time.start),
                                       m_a.clocks.at(rank, time.end), static_cast<Time>(time.wait) / 1000,
                                       static_cast<Time>(time.busy) / 1000, time.source, time.kernels,
                                       static_cast<Time>(time.blockBusy) / 1000});
            }
            if (const std::optional<StepEdges>& edges = m_a.times[rank].edges) {
                out.edges = measuredStep(*edges, m_a.clocks, rank);
                m_edges.push_back(*edges);
            }
            out.issued = std::move(m_a.times[rank].issued.queue);
            for (Issue& issue : out.issued.issues)
                if (issue.kind == Issue::Kind::Compute && issue.target != Issue::kNone)
                    issue.target = actionOfLabel[issue.target];
            if (withPlain)
                addPlain(out, rank, m_a, source, m_a.times[rank], names);
        }
    }

    void writeShape()
    {
        std::vector<std::vector<std::uint32_t>> stagesOfRank;
        for (const MeasuredRank& rank : m_a.run.ranks) {
            std::set<std::uint32_t> stages;
            for (const MeasuredAction& action : rank.actions) {
                if (!isCompute(action.action.kind()))
                    continue;
                stages.insert(action.action.stage().value);
                m_a.run.stageCount = std::max(m_a.run.stageCount, action.action.stage().value + 1);
                m_a.run.microbatchCount =
                    std::max(m_a.run.microbatchCount, action.action.microbatch().value + 1);
            }
            stagesOfRank.emplace_back(stages.begin(), stages.end());
        }
        m_a.run.placement = placementOf(stagesOfRank, m_a.run.stageCount);
        if (m_a.run.placement)
            m_a.run.stageCount = m_a.run.placement->stageCount();
        else
            m_a.warn("the placement of the stages on the ranks is neither loop, V, block nor mirror");
    }

    /// No pipeline action anywhere: kernels and phases as plain lanes, and what was looked for.
    Result<MeasuredRun> withoutActions()
    {
        m_a.run.warnings.push_back(whyNoActions(m_a));
        if (m_a.options.withPlain)
            writePlainRanks();
        writeFiles(m_a);
        return std::move(m_a.run);
    }

    /// Nothing ties profiles without actions to each other: one without an absolute clock begins at 0.
    void setPlainClocks()
    {
        m_a.clocks = RankClocks(m_a.sources.size());
        std::vector<std::optional<Nanoseconds>> first(m_a.files.size());
        for (std::size_t file = 0; file < m_a.files.size(); ++file) {
            for (const TraceRecord& record : m_a.files[file].records) {
                if (record.kind != RecordKind::Range && record.kind != RecordKind::Launch)
                    first[file] = std::min(first[file].value_or(record.start), record.start);
            }
        }
        std::optional<Nanoseconds> zero;
        for (const RankSource& source : m_a.sources) {
            const auto start = first[source.file];
            if (start && m_a.files[source.file].isAbsolute)
                zero = std::min(zero.value_or(*start), *start);
        }
        m_a.clocks.zero = zero.value_or(0);
        std::set<std::size_t> told;
        for (std::size_t rank = 0; rank < m_a.sources.size(); ++rank) {
            const std::size_t file = m_a.sources[rank].file;
            if (!first[file] || m_a.files[file].isAbsolute)
                continue;
            m_a.clocks.origin[rank] = *first[file] - m_a.clocks.zero;
            m_a.clocks.isApart[rank] = m_a.files.size() > 1;
            if (m_a.files.size() > 1 && told.insert(file).second)
                m_a.warn("{}: its times have no absolute clock: they start at 0", m_a.files[file].path);
        }
    }

    void writePlainRanks()
    {
        PlainNames names(m_a.run.plainNames);
        if (m_a.sources.empty()) {
            for (std::size_t i = 0; i < m_a.files.size(); ++i) {
                RankSource source;
                source.file = i;
                source.globalRank = m_a.files[i].rank.value_or(static_cast<std::uint32_t>(i));
                m_a.sources.push_back(source);
            }
        }
        setPlainClocks();
        for (std::size_t rank = 0; rank < m_a.sources.size(); ++rank) {
            MeasuredRank& out = m_a.run.ranks.emplace_back();
            out.rank = static_cast<std::uint32_t>(rank);
            out.globalRank = m_a.sources[rank].globalRank;
            out.file = m_a.files[m_a.sources[rank].file].path;
            out.hasOwnZero = m_a.clocks.isApart[rank];
            addPlain(out, rank, m_a, m_a.sources[rank], {}, names);
        }
    }

    Assembly m_a;
    PipelineRows m_order;
    std::vector<StepEdges> m_edges; ///< of the ranks that were written, in their order
};

} // namespace

Result<MeasuredRun> assembleRun(const std::vector<TraceFile>& files, const AssembleOptions& options)
{
    return RunAssembler(files, options).assemble();
}

} // namespace bubblescope
