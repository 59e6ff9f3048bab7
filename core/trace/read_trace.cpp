// SPDX-License-Identifier: Apache-2.0
#include "core/trace/read_trace.h"

#include "core/base/parallel_for.h"
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/trace/chrome_place.h"
#include "core/trace/container_open.h"
#include "core/trace/primus_times.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>

namespace bubblescope {

namespace {

/// What `read` gives, or, where memory runs out, an error that names the file.
template <typename Read>
Result<TraceFile, TraceError> withinMemory(const std::string& name, Read read)
{
    try {
        return read();
    } catch (const std::bad_alloc&) {
        return refused(
            name,
            Sentence({"trace.not-enough-memory-read",
                      "not enough memory to read it; open fewer files at once, or record fewer steps"}));
    }
}

/// How far all of several files are; safe to call from several threads.
class SharedProgress
{
public:
    SharedProgress(const std::vector<std::string>& paths, const TraceReadOptions& options)
        : m_options(options)
        , m_done(paths.size())
        , m_total(paths.size())
    {
        std::transform(paths.begin(), paths.end(), m_total.begin(), fileSizeOf);
    }
    void tell(std::size_t file, std::uint64_t done, std::uint64_t total)
    {
        const std::scoped_lock lock(m_mutex);
        m_done[file] = done;
        m_total[file] = total;
        m_options.progress(std::accumulate(m_done.begin(), m_done.end(), std::uint64_t{0}),
                           std::accumulate(m_total.begin(), m_total.end(), std::uint64_t{0}));
    }
    void tellRead(std::size_t file) { tell(file, m_total[file], m_total[file]); }

private:
    const TraceReadOptions& m_options;
    std::mutex m_mutex;
    std::vector<std::uint64_t> m_done;
    std::vector<std::uint64_t> m_total;
};

} // namespace

Result<TraceFile, TraceError> readChromeTrace(std::string_view json, const std::string& sourceName,
                                              const TraceReadOptions& options)
{
    const SourceOpener open = [json]() -> Result<std::unique_ptr<ByteSource>, TraceError> {
        return std::make_unique<MemorySource>(json);
    };
    return withinMemory(sourceName, [&] { return readChromeSource(open, sourceName, options); });
}

Result<TraceFile, TraceError> readTrace(const std::string& path, const TraceReadOptions& options)
{
    return withinMemory(path, [&]() -> Result<TraceFile, TraceError> {
        TRY(auto container, openContainer(path, options));
        if (container.kind == TraceContainer::NsightSqlite)
            return readNsightExport(path, options);
        if (container.kind == TraceContainer::PrimusJson)
            return readPrimusSource(container.open, path, options);
        return readChromeSource(container.open, path, options);
    });
}

std::vector<Result<TraceFile, TraceError>> readTraces(const std::vector<std::string>& paths,
                                                      const TraceReadOptions& options)
{
    const auto count = static_cast<std::uint32_t>(paths.size());
    std::vector<std::optional<Result<TraceFile, TraceError>>> read(count);
    SharedProgress progress(paths, options);
    const auto readOne = [&](std::uint32_t i) {
        read[i] = withinMemory(paths[i], [&] {
            TraceReadOptions own = options;
            if (options.progress)
                own.progress = [&, i](std::uint64_t done, std::uint64_t total) {
                    progress.tell(i, done, total);
                };
            auto file = readTrace(paths[i], own);
            if (options.progress)
                progress.tellRead(i);
            return file;
        });
    };
    parallelFor(count, readOne);
    std::vector<Result<TraceFile, TraceError>> results;
    results.reserve(count);
    for (auto& one : read)
        results.push_back(*std::move(one));
    return results;
}

} // namespace bubblescope
