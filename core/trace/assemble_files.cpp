// SPDX-License-Identifier: Apache-2.0
// What is told of every file, whatever pipeline it is of.
#include "core/base/parallel_for.h"
#include "core/trace/assembly.h"
#include "core/trace/gpu_streams.h"

#include <algorithm>
#include <map>

namespace bubblescope {

namespace {

/// Global rank of each file and of its processes.
class FileRanks
{
public:
    explicit FileRanks(const Assembly& a) : m_sources(a.files.size())
    {
        for (const RankSource& source : a.sources)
            m_sources[source.file].push_back(&source);
        for (std::size_t i = 0; i < a.files.size(); ++i)
            m_default.push_back(
                !m_sources[i].empty()
                    ? m_sources[i].front()->globalRank
                    : a.files[i].rank.value_or(
                          rankInFileName(a.files[i].path).value_or(static_cast<std::uint32_t>(i))));
    }
    [[nodiscard]] std::uint32_t of(std::size_t file) const { return m_default[file]; }
    [[nodiscard]] std::uint32_t of(std::size_t file, std::uint32_t process) const
    {
        for (const RankSource* source : m_sources[file])
            if (source->ownsGpu(process))
                return source->globalRank;
        return m_default[file];
    }

private:
    std::vector<std::vector<const RankSource*>> m_sources; ///< by file
    std::vector<std::uint32_t> m_default;
};

void addClocks(const MeasuredRun& run, std::map<std::string, FileClock>& clocks)
{
    for (const MeasuredRank& rank : run.ranks)
        if (!rank.file.empty())
            clocks.try_emplace(rank.file, FileClock{rank.globalRank.value_or(rank.rank), rank.skew,
                                                    rank.skewHalfWidth, rank.clockBasis});
}

/// Of a file that no rank of a pipeline is in: its clock is that of the first file with absolute times,
/// unless it is of another host.
FileClock clockWithout(const Assembly& a, const TraceFile& file, std::uint32_t rank)
{
    const auto first =
        std::find_if(a.files.begin(), a.files.end(), [](const TraceFile& one) { return one.isAbsolute; });
    const bool isOne =
        a.files.size() == 1 || (file.isAbsolute && first != a.files.end() &&
                                (first->host.empty() || file.host.empty() || first->host == file.host));
    return {rank, 0, 0, isOne ? ClockBasis::OneHost : ClockBasis::None};
}

} // namespace

void writeFiles(Assembly& a)
{
    const FileRanks ranks(a);
    std::map<std::string, FileClock> clocks;
    addClocks(a.run, clocks);
    for (const MeasuredRun& replica : a.run.replicas)
        addClocks(replica, clocks);
    std::vector<std::vector<FileStream>> streams(a.files.size());
    parallelFor(a.files.size(),
                [&](std::size_t file) { streams[file] = gpuStreamsOf(a.files[file], a.options.cancel); });
    a.run.clocks.clear();
    a.run.gpuStreams.clear();
    for (std::size_t i = 0; i < a.files.size(); ++i) {
        const TraceFile& file = a.files[i];
        const auto clock = clocks.find(file.path);
        a.run.clocks.push_back(clock != clocks.end() ? clock->second : clockWithout(a, file, ranks.of(i)));
        for (FileStream& one : streams[i]) {
            one.stream.rank = ranks.of(i, file.threads[one.thread].process);
            a.run.gpuStreams.push_back(std::move(one.stream));
        }
    }
    std::stable_sort(a.run.clocks.begin(), a.run.clocks.end(),
                     [](const FileClock& x, const FileClock& y) { return x.rank < y.rank; });
    std::stable_sort(a.run.gpuStreams.begin(), a.run.gpuStreams.end(),
                     [](const GpuStream& x, const GpuStream& y) {
                         return std::tie(x.rank, x.number, x.name) < std::tie(y.rank, y.number, y.name);
                     });
}

} // namespace bubblescope
