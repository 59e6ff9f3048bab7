// SPDX-License-Identifier: Apache-2.0
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

bool hasPointToPoint(const std::vector<TraceFile>& files)
{
    return std::any_of(files.begin(), files.end(), [](const TraceFile& file) {
        return std::any_of(file.records.begin(), file.records.end(), [&](const TraceRecord& record) {
            const std::string& name = file.strings[record.name];
            return name == "gloo:send" || name == "gloo:recv" || name.starts_with("nccl:send") ||
                   name.starts_with("nccl:recv") ||
                   (isNccl(name) && name.find("SendRecv") != std::string::npos);
        });
    });
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
            return invalidInput(
                fmt::format("{}: a record is more than 73 years from the zero of its clock", file->path));
        readNames();
        if (m_options.cancel.isCancelled())
            return cancelled();
        auto sources = findRanks(m_files, m_labels, m_options.rankOfFile, m_run.warnings);
        if (!sources)
            return tl::unexpected(sources.error());
        m_sources = std::move(*sources);
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
    static tl::unexpected<Error> cancelled() { return failure(ErrorKind::Cancelled, "stopped"); }

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
        const bool someHave = std::any_of(m_labels.begin(), m_labels.end(),
                                          [](const FileLabels& labels) { return !labels.labels.empty(); });
        for (const FileLabels& labels : m_labels) {
            if (someHave && labels.labels.empty())
                m_run.warnings.push_back(fmt::format("{} has no pipeline labels", labels.file->path));
        }
    }

    std::optional<Error> findActions()
    {
        const PipelineRanks order = orderRanks(m_files, m_labels, m_sources, m_run.warnings);
        std::vector<const RankSource*> shown;
        for (const auto& source : order.sourceOfRank) {
            if (!source)
                continue;
            RankSource& from = m_sources[*source];
            const FileLabels& labels = m_labels[from.file];
            splitSteps(from, labels, countsMicrobatches(from, labels), m_run.warnings);
            shown.push_back(&from);
        }
        auto step = chooseStep(shown, m_labels, m_options.step, m_run.warnings);
        if (!step)
            return std::move(step.error());
        m_run.steps = std::move(step->complete);
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
        m_run.placement = placementOf(stagesOfRank, m_run.stageCount);
        if (m_run.placement)
            m_run.stageCount = m_run.placement->stageCount();
        else
            m_run.warnings.emplace_back("the stages on the ranks follow neither loop, V, block nor mirror");
    }

    /// No pipeline action anywhere: kernels and phases as plain lanes, and what was looked for.
    Result<MeasuredRun> withoutActions()
    {
        const bool hasPhases = m_run.families.contains(NameFamily::DualPipePhase);
        if (hasPhases)
            m_run.warnings.emplace_back("the labels name phases of overlapped blocks, but neither stage nor "
                                        "microbatch: no schedule can be told from them");
        else if (hasPointToPoint(m_files))
            m_run.warnings.emplace_back(
                "no pipeline labels, though ranks send to each other: 1F1B of torch's "
                "single-stage class writes no labels; give a pattern for your own");
        else
            m_run.warnings.emplace_back(
                "no pipeline labels: looked for those of PyTorch (\"PP:3F0\", \"Forward "
                "3\"), d9d, zero-bubble (\"F3.1.0\"), Megatron (\"forward_step\") and "
                "DeepSpeed; give a pattern for your own");
        if (m_options.withPlain)
            writePlainRanks();
        return std::move(m_run);
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
        m_clocks.ofRank.resize(m_sources.size());
        bool isFirst = true;
        for (const RankSource& source : m_sources) {
            for (const TraceRecord& record : m_files[source.file].records) {
                if (record.kind == RecordKind::Range || record.kind == RecordKind::Launch)
                    continue;
                m_clocks.zero = isFirst ? record.start : std::min(m_clocks.zero, record.start);
                isFirst = false;
            }
        }
        for (std::size_t rank = 0; rank < m_sources.size(); ++rank) {
            MeasuredRank& out = m_run.ranks.emplace_back();
            out.rank = static_cast<std::uint32_t>(rank);
            out.globalRank = m_sources[rank].globalRank;
            out.file = m_files[m_sources[rank].file].path;
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
