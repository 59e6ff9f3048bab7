// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/trace/assemble_reasons.h"
#include "core/trace/clock_ranks.h"
#include "core/trace/measured_run.h"
#include "core/trace/plain_lanes.h"
#include "core/trace/rank_pipeline.h"
#include "core/trace/step_split.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>
#include <set>

namespace bubblescope {

namespace {

/// Differences of times must fit: nothing is farther than 2^61 ns (73 years) from the file's zero.
const TraceFile* fileBeyondTime(const std::vector<TraceFile>& files)
{
    constexpr Nanoseconds kFarthest = Nanoseconds{1} << 61;
    for (const TraceFile& file : files) {
        for (const TraceRecord& record : file.records) {
            if (record.start < -kFarthest || record.end > kFarthest || record.end < record.start)
                return &file;
        }
    }
    return nullptr;
}

class RunAssembler
{
public:
    RunAssembler(const std::vector<TraceFile>& files, const AssembleOptions& options)
        : m_files(files)
        , m_options(options)
    {}

    Result<MeasuredRun> assemble()
    {
        if (const TraceFile* file = fileBeyondTime(m_files))
            return invalidInput({"trace.record-more-than-73",
                                 "{path}: a record is more than 73 years from the zero of its clock"},
                                file->path);
        readNames();
        if (m_options.cancel.isCancelled())
            return cancelled();
        TRY(m_sources,
            findRanks(m_files, m_labels, m_options.rankOfFile, m_run.assumedRanks, m_run.warnings));
        tellStagesOfAssumed();
        const bool hasLabels = std::any_of(m_sources.begin(), m_sources.end(),
                                           [](const RankSource& source) { return !source.labels.empty(); });
        if (!hasLabels)
            return withoutActions();
        std::erase_if(m_sources, [](const RankSource& source) { return source.labels.empty(); });
        if (auto error = findActions())
            return tl::unexpected(std::move(*error));
        timeAll();
        if (m_options.cancel.isCancelled())
            return cancelled();
        writeRanks();
        writeShape();
        return std::move(m_run);
    }

private:
    static tl::unexpected<Error> cancelled()
    {
        return failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    }

    void readNames()
    {
        const NameReader reader(m_options.patterns);
        for (const TraceFile& file : m_files) {
            for (const std::string& warning : file.warnings)
                m_run.warnings.push_back(fmt::format("{}: {}", file.path, warning));
            m_labels.push_back(readLabels(file, reader, m_options.cancel));
            for (const std::string& warning : m_labels.back().warnings)
                m_run.warnings.push_back(fmt::format("{}: {}", file.path, warning));
            for (const auto& [family, count] : m_labels.back().families)
                m_run.families[family] += count;
            if (!m_labels.back().phases.empty())
                m_run.families[NameFamily::DualPipePhase] += m_labels.back().phases.size();
        }
        tellPatterns(m_files, m_options.patterns, m_run.warnings, m_options.cancel);
        const bool someHave = std::any_of(m_labels.begin(), m_labels.end(),
                                          [](const FileLabels& labels) { return !labels.labels.empty(); });
        for (const FileLabels& labels : m_labels) {
            if (someHave && labels.labels.empty())
                m_run.warnings.push_back(fmt::format("{} has no pipeline labels", labels.file->path));
        }
    }

    void tellStagesOfAssumed()
    {
        for (AssumedRank& assumed : m_run.assumedRanks) {
            std::set<std::uint32_t> stages;
            for (const FileLabels& labels : m_labels)
                if (labels.file->path == assumed.file)
                    for (const RecordName& name : labels.names)
                        for (const NamedAction& action : name.actions)
                            if (action.stage)
                                stages.insert(*action.stage);
            assumed.stages.assign(stages.begin(), stages.end());
        }
    }

    std::optional<Error> findActions()
    {
        const PipelineRanks order = orderRanks(m_files, m_labels, m_sources, m_run.warnings);
        std::vector<RankSource*> shown;
        for (const auto& source : order.sourceOfRank) {
            if (source)
                shown.push_back(&m_sources[*source]);
        }
        splitSteps(shown, m_labels, m_run.warnings);
        auto step = chooseStep(shown, m_labels, m_options.step, m_run.warnings);
        if (!step)
            return std::move(step.error());
        m_run.steps = std::move(step->complete);
        m_run.incompleteSteps = std::move(step->incomplete);
        m_run.step = step->chosen;
        m_ranks = planActions(order.sourceOfRank, m_sources, m_labels, m_run.step, m_run.warnings);
        return std::nullopt;
    }

    void timeAll()
    {
        for (const PlannedRank& rank : m_ranks) {
            if (!rank.source) {
                m_times.emplace_back();
                continue;
            }
            const RankSource& source = m_sources[*rank.source];
            m_times.push_back(
                timeActions(rank, source, m_labels[source.file], m_run.warnings, m_options.cancel));
        }
        m_clocks = alignRanks(m_ranks, m_times, m_sources, m_files, m_run.warnings, m_options.cancel);
        inferWaits(m_ranks, m_times, m_clocks, m_sources, m_files, m_run.warnings);
        splitOverlaps(m_ranks, m_times, m_run.warnings);
        m_clocks = fromEarliest(m_ranks, m_times, m_clocks);
    }

    /// Cells by the start of their first part, parts together.
    [[nodiscard]] std::vector<std::size_t> byStart(std::size_t rank) const
    {
        const auto& actions = m_ranks[rank].actions;
        std::vector<Nanoseconds> key(actions.size());
        for (std::size_t i = 0; i < actions.size();) {
            std::size_t end = i + 1;
            Nanoseconds first = m_times[rank].times[i].start;
            for (; end < actions.size() && !actions[end].action.startsCell(); ++end)
                first = std::min(first, m_times[rank].times[end].start);
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

    void writeRanks()
    {
        PlainNames names(m_run.plainNames);
        for (std::size_t rank = 0; rank < m_ranks.size(); ++rank) {
            MeasuredRank& out = m_run.ranks.emplace_back();
            out.rank = static_cast<std::uint32_t>(rank);
            if (!m_ranks[rank].source)
                continue;
            const RankSource& source = m_sources[*m_ranks[rank].source];
            out.globalRank = source.globalRank;
            out.file = m_files[source.file].path;
            out.skew = m_clocks.ofRank[rank].skew;
            out.skewHalfWidth = m_clocks.ofRank[rank].halfWidth;
            out.hasOwnZero = m_clocks.isApart[rank];
            for (const std::size_t i : byStart(rank)) {
                const ActionTime& time = m_times[rank].times[i];
                out.actions.push_back({m_ranks[rank].actions[i].action, m_clocks.at(rank, time.start),
                                       m_clocks.at(rank, time.end), static_cast<Time>(time.wait) / 1000,
                                       static_cast<Time>(time.busy) / 1000, time.source});
            }
            if (m_options.withPlain)
                addPlain(out, rank, m_clocks, m_times[rank], source, m_labels[source.file], names,
                         m_options.cancel);
        }
    }

    void writeShape()
    {
        std::vector<std::vector<std::uint32_t>> stagesOfRank;
        for (const MeasuredRank& rank : m_run.ranks) {
            std::set<std::uint32_t> stages;
            for (const MeasuredAction& action : rank.actions) {
                if (!isCompute(action.action.kind()))
                    continue;
                stages.insert(action.action.stage().value);
                m_run.stageCount = std::max(m_run.stageCount, action.action.stage().value + 1);
                m_run.microbatchCount = std::max(m_run.microbatchCount, action.action.microbatch().value + 1);
            }
            stagesOfRank.emplace_back(stages.begin(), stages.end());
        }
        m_run.fullMicrobatchCount = microbatchesOfCompleteSteps();
        m_run.placement = placementOf(stagesOfRank, m_run.stageCount);
        if (m_run.placement)
            m_run.stageCount = m_run.placement->stageCount();
        else
            m_run.warnings.emplace_back("the stages on the ranks follow neither loop, V, block nor mirror");
    }

    [[nodiscard]] std::uint32_t microbatchesOfCompleteSteps() const
    {
        std::uint32_t count = 0;
        for (const RankSource& source : m_sources)
            for (const TraceLabel& label : source.labels) {
                if (!std::binary_search(m_run.steps.begin(), m_run.steps.end(), label.step))
                    continue;
                for (const NamedAction& action : m_labels[source.file].nameOf(label).actions)
                    if (isCompute(action.kind) && action.microbatch)
                        count = std::max(count, *action.microbatch + 1);
            }
        return count;
    }

    /// No pipeline action anywhere: kernels and phases as plain lanes, and what was looked for.
    Result<MeasuredRun> withoutActions()
    {
        m_run.warnings.push_back(whyNoActions(m_files, m_labels, !m_options.patterns.empty()));
        if (m_options.withPlain)
            writePlainRanks();
        return std::move(m_run);
    }

    /// Nothing ties profiles without actions to each other: one without an absolute clock begins at 0.
    void setPlainClocks()
    {
        m_clocks = RankClocks(m_sources.size());
        std::vector<std::optional<Nanoseconds>> first(m_files.size());
        for (std::size_t file = 0; file < m_files.size(); ++file) {
            for (const TraceRecord& record : m_files[file].records) {
                if (record.kind != RecordKind::Range && record.kind != RecordKind::Launch)
                    first[file] = std::min(first[file].value_or(record.start), record.start);
            }
        }
        std::optional<Nanoseconds> zero;
        for (const RankSource& source : m_sources) {
            const auto start = first[source.file];
            if (start && m_files[source.file].isAbsolute)
                zero = std::min(zero.value_or(*start), *start);
        }
        m_clocks.zero = zero.value_or(0);
        std::set<std::size_t> told;
        for (std::size_t rank = 0; rank < m_sources.size(); ++rank) {
            const std::size_t file = m_sources[rank].file;
            if (!first[file] || m_files[file].isAbsolute)
                continue;
            m_clocks.origin[rank] = *first[file] - m_clocks.zero;
            m_clocks.isApart[rank] = m_files.size() > 1;
            if (m_files.size() > 1 && told.insert(file).second)
                m_run.warnings.push_back(
                    fmt::format("{}: its times have no absolute clock: they begin at 0", m_files[file].path));
        }
    }

    void writePlainRanks()
    {
        PlainNames names(m_run.plainNames);
        if (m_sources.empty()) {
            for (std::size_t i = 0; i < m_files.size(); ++i) {
                RankSource source;
                source.file = i;
                source.globalRank = m_files[i].rank.value_or(static_cast<std::uint32_t>(i));
                m_sources.push_back(source);
            }
        }
        setPlainClocks();
        for (std::size_t rank = 0; rank < m_sources.size(); ++rank) {
            MeasuredRank& out = m_run.ranks.emplace_back();
            out.rank = static_cast<std::uint32_t>(rank);
            out.globalRank = m_sources[rank].globalRank;
            out.file = m_files[m_sources[rank].file].path;
            out.hasOwnZero = m_clocks.isApart[rank];
            addPlain(out, rank, m_clocks, {}, m_sources[rank], m_labels[m_sources[rank].file], names,
                     m_options.cancel);
        }
    }

    const std::vector<TraceFile>& m_files;
    const AssembleOptions& m_options;
    std::vector<FileLabels> m_labels;
    std::vector<RankSource> m_sources;
    std::vector<PlannedRank> m_ranks;
    std::vector<RankTimes> m_times;
    RankClocks m_clocks;
    MeasuredRun m_run;
};

} // namespace

Result<MeasuredRun> assembleRun(const std::vector<TraceFile>& files, const AssembleOptions& options)
{
    return RunAssembler(files, options).assemble();
}

} // namespace bubblescope
