// SPDX-License-Identifier: Apache-2.0
#include "core/trace/read_trace.h"

#include "core/base/for_each_rank.h"
#include "core/base/text_show.h"
#include "core/trace/chrome_fields.h"
#include "core/trace/chrome_place.h"
#include "core/trace/container_open.h"

#include <fmt/format.h>
#include <mutex>
#include <optional>

namespace bubblescope {

Result<TraceFile, TraceError> readChromeTrace(std::string_view json, const std::string& sourceName,
                                              const TraceReadOptions& options)
{
    const SourceOpener open = [json]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
        return std::make_unique<MemorySource>(json);
    };
    return readChromeSource(open, sourceName, options);
}

Result<TraceFile, TraceError> readTrace(const std::string& path, const TraceReadOptions& options)
{
    auto container = openContainer(path, options);
    if (!container)
        return tl::unexpected(std::move(container.error()));
    if (container->kind == TraceContainer::NsightSqlite)
        return readNsightExport(path, options);
    return readChromeSource(container->open, path, options);
}

std::vector<Result<TraceFile, TraceError>> readTraces(const std::vector<std::string>& paths,
                                                      const TraceReadOptions& options)
{
    const auto count = static_cast<std::uint32_t>(paths.size());
    std::vector<std::optional<Result<TraceFile, TraceError>>> read(count);
    std::vector<std::uint64_t> done(count);
    std::vector<std::uint64_t> total(count);
    for (std::uint32_t i = 0; i < count; ++i)
        total[i] = fileSizeOf(paths[i]);
    std::mutex mutex;
    const auto readOne = [&](std::uint32_t i) {
        TraceReadOptions own = options;
        if (options.progress) {
            own.progress = [&, i](std::uint64_t doneHere, std::uint64_t totalHere) {
                const std::scoped_lock lock(mutex);
                done[i] = doneHere;
                total[i] = totalHere;
                std::uint64_t allDone = 0;
                std::uint64_t all = 0;
                for (std::uint32_t k = 0; k < count; ++k) {
                    allDone += done[k];
                    all += total[k];
                }
                options.progress(allDone, all);
            };
        }
        read[i] = readTrace(paths[i], own);
        done[i] = total[i];
    };
    forEachRank(count, readOne, true);
    std::vector<Result<TraceFile, TraceError>> results;
    results.reserve(count);
    for (auto& one : read)
        results.push_back(*std::move(one));
    return results;
}

} // namespace bubblescope
