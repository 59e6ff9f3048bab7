// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_timeline.h"

#include "core/base/number_parse.h"
#include "core/trace/name_scanner.h"
#include "core/trace/operation_kind.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <tuple>

namespace bubblescope {

bool isTimelineCompute(std::string_view name) noexcept
{
    const auto kind = operationFrom(name);
    return kind && *kind <= OperationKind::BackwardCompute;
}

bool isTimelineCommunication(std::string_view name) noexcept
{
    const auto kind = operationFrom(name);
    return kind && *kind >= OperationKind::ForwardSend && *kind <= OperationKind::EmbeddingGradsAllReduce;
}

bool isTimelineOperation(std::string_view name) noexcept
{
    const auto kind = operationFrom(name);
    return kind && *kind <= OperationKind::GarbageCollection;
}

std::optional<StepOperation> timelineOperation(const ChromeEvent& event, Nanoseconds start, Nanoseconds end,
                                               std::uint32_t thread)
{
    const auto step = wholeNumberFrom(bareToken(event.step));
    if (!step || *step < 0)
        return std::nullopt;
    const auto numberIn = [](std::string_view token) {
        const auto number = wholeNumberFrom(bareToken(token));
        return number && *number >= 0 && *number < StepOperation::kNoNumber
                   ? static_cast<std::uint32_t>(*number)
                   : StepOperation::kNoNumber;
    };
    return StepOperation{start,
                         end,
                         static_cast<std::uint64_t>(*step),
                         0,
                         thread,
                         numberIn(event.chunk),
                         numberIn(event.place)};
}

std::string timelineLabel(const ChromeEvent& event)
{
    std::string label(bareToken(event.name));
    const auto add = [&](std::string_view key, std::string_view token) {
        if (const auto number = wholeNumberFrom(bareToken(token)); number && *number >= 0)
            label += fmt::format(" {}={}", key, *number);
    };
    add("mb_id", event.microbatch);
    add("model_chunk", event.chunk);
    return label;
}

void TimelineSteps::add(const ChromeEvent& event, const TraceRecord& record)
{
    const auto step = wholeNumberFrom(bareToken(event.step));
    if (!step || *step < 0)
        return;
    const auto [span, isNew] =
        m_spans.try_emplace({record.thread, *step}, std::pair(record.start, record.end));
    span->second.first = std::min(span->second.first, record.start);
    span->second.second = std::max(span->second.second, record.end);
}

void TimelineSteps::writeTo(TraceFile& file) const
{
    for (const auto& [key, span] : m_spans)
        file.records.push_back({span.first, span.second, 0,
                                file.strings.add(fmt::format("ProfilerStep#{}", key.second)), 0, key.first,
                                RecordKind::Range});
}

std::optional<TimelinePlace> timelinePlaceOf(const TraceThread& thread)
{
    names::Scanner scanner(thread.name);
    if (!scanner.take("PP rank "))
        return std::nullopt;
    const auto pipeline = scanner.takeNumber();
    if (!pipeline || *pipeline >= names::kStageEnd || !scanner.take(", TP rank "))
        return std::nullopt;
    const auto tensor = scanner.takeNumber();
    if (!tensor || *tensor >= names::kStageEnd || !scanner.take(", "))
        return std::nullopt;
    return TimelinePlace{*pipeline, *tensor};
}

namespace {

/// Where a row belongs: its process is a data-parallel rank.
struct TimelineRow
{
    std::uint32_t process = 0;
    std::uint64_t pipeline = 0;
    std::uint64_t tensor = 0;

    auto operator<=>(const TimelineRow&) const = default;
};

std::optional<TimelineRow> rowOf(const TraceThread& thread)
{
    const auto place = timelinePlaceOf(thread);
    return place ? std::optional(TimelineRow{thread.process, place->pipeline, place->tensor}) : std::nullopt;
}

template <typename Key>
void sortOnce(std::vector<Key>& keys)
{
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

template <typename Key>
std::uint32_t placeIn(const std::vector<Key>& sorted, const Key& one)
{
    return static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), one) - sorted.begin());
}

/// Numbers of the ranks that there are, in Megatron's order: tensor, data, pipeline.
class TimelineMesh
{
public:
    TimelineMesh(const std::vector<TimelineRow>& rows, const TraceFile& file) : m_file(file)
    {
        for (const TimelineRow& row : rows) {
            m_tensor.push_back(row.tensor);
            m_pipeline.push_back(row.pipeline);
            m_data.push_back(dataKey(row));
        }
        sortOnce(m_tensor);
        sortOnce(m_pipeline);
        sortOnce(m_data);
    }
    [[nodiscard]] std::uint64_t size() const
    {
        return std::uint64_t{m_tensor.size()} * m_pipeline.size() * m_data.size();
    }
    [[nodiscard]] std::uint32_t rankOf(const TimelineRow& row) const
    {
        const std::size_t before = placeIn(m_pipeline, row.pipeline) * m_data.size() + dataOf(row);
        return static_cast<std::uint32_t>(before * m_tensor.size() + placeIn(m_tensor, row.tensor));
    }
    /// Groups of the ranks that differ in one place alone.
    [[nodiscard]] std::vector<ProcessGroup> groups(const std::vector<TimelineRow>& rows) const
    {
        std::map<std::tuple<std::string, std::uint64_t, std::uint64_t>, std::vector<std::uint32_t>> found;
        for (const TimelineRow& row : rows) {
            const std::uint32_t rank = rankOf(row);
            found[{"pp", dataOf(row), row.tensor}].push_back(rank);
            found[{"dp", row.pipeline, row.tensor}].push_back(rank);
            if (m_tensor.size() > 1)
                found[{"tp", dataOf(row), row.pipeline}].push_back(rank);
        }
        std::vector<ProcessGroup> groups;
        for (auto& [key, ranks] : found) {
            std::sort(ranks.begin(), ranks.end());
            groups.push_back({fmt::format("{}", groups.size()), std::get<0>(key), std::move(ranks)});
        }
        return groups;
    }

private:
    /// Processes by the number that they have.
    using DataKey = std::pair<std::int64_t, std::string>;
    [[nodiscard]] DataKey dataKey(const TimelineRow& row) const
    {
        const std::string& id = m_file.processes[row.process].id;
        return {wholeNumberFrom(id).value_or(0), id};
    }
    [[nodiscard]] std::uint32_t dataOf(const TimelineRow& row) const { return placeIn(m_data, dataKey(row)); }

    const TraceFile& m_file;
    std::vector<std::uint64_t> m_tensor;
    std::vector<std::uint64_t> m_pipeline;
    std::vector<DataKey> m_data;
};

void divideByPipelineRank(TraceFile& file)
{
    constexpr std::uint64_t kMostRanks = 1U << 20U;
    std::vector<TimelineRow> rowOfThread;
    for (const TraceThread& thread : file.threads) {
        const auto row = rowOf(thread);
        if (!row)
            return;
        rowOfThread.push_back(*row);
    }
    std::vector<TimelineRow> rows = rowOfThread;
    sortOnce(rows);
    const TimelineMesh mesh(rows, file);
    if (rows.empty() || mesh.size() > kMostRanks)
        return;
    std::vector<TraceProcess> processes;
    processes.reserve(rows.size());
    for (const TimelineRow& row : rows)
        processes.push_back({file.processes[row.process].id, fmt::format("rank {}", mesh.rankOf(row)),
                             file.processes[row.process].name});
    if (file.groups.empty())
        file.groups = mesh.groups(rows);
    for (std::size_t i = 0; i < rowOfThread.size(); ++i)
        file.threads[i].process = placeIn(rows, rowOfThread[i]);
    file.processes = std::move(processes);
}

void divideByRank(TraceFile& file)
{
    std::vector<std::uint64_t> ranks;
    for (const TraceThread& thread : file.threads) {
        names::Scanner scanner(thread.name);
        const bool isNamed = scanner.take("rank ") || scanner.take("Rank ");
        const auto rank = isNamed ? scanner.takeNumber() : std::nullopt;
        if (!rank || !scanner.isAtEnd())
            return;
        ranks.push_back(*rank);
    }
    sortOnce(ranks);
    if (file.processes.size() != 1 || ranks.size() < 2 || ranks.size() != file.threads.size())
        return;
    file.processes.clear();
    for (TraceThread& thread : file.threads) {
        thread.process = static_cast<std::uint32_t>(file.processes.size());
        file.processes.push_back({thread.id, thread.name, {}});
    }
}

} // namespace

void divideByRowNames(TraceFile& file)
{
    divideByPipelineRank(file);
    divideByRank(file);
}

} // namespace bubblescope
