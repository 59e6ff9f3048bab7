// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace bubblescope::test {

/// A profile made by hand; times in µs from a second of its own.
class MadeTrace
{
public:
    explicit MadeTrace(std::string path = "made.json", std::uint32_t rank = 0)
    {
        m_file.path = std::move(path);
        m_file.rank = rank;
        m_file.isAbsolute = true;
        m_file.host = "one";
        m_file.processes.push_back({"100", "python", ""});
        m_file.processes.push_back({"0", "", "GPU 0"});
        m_file.threads.push_back({0, "100", "main", std::nullopt});
        m_file.threads.push_back({0, "101", "autograd", std::nullopt});
        m_file.threads.push_back({1, "7", "stream 7", 0U});
        m_file.threads.push_back({1, "23", "stream 23", 0U});
    }

    static constexpr std::uint32_t kMain = 0;
    static constexpr std::uint32_t kAutograd = 1;
    static constexpr std::uint32_t kStream = 2;
    static constexpr std::uint32_t kOtherStream = 3;

    MadeTrace& range(const std::string& name, double start, double end, std::uint32_t thread = kMain)
    {
        return add(RecordKind::Range, name, start, end, thread);
    }
    /// A launch and its kernel.
    MadeTrace& kernel(const std::string& name, double launch, double start, double end,
                      std::uint32_t launcher = kMain, std::uint32_t stream = kStream)
    {
        ++m_correlation;
        add(RecordKind::Launch, "cudaLaunchKernel", launch, launch + 1, launcher)
            .m_file.records.back()
            .correlation = m_correlation;
        add(RecordKind::Kernel, name, start, end, stream).m_file.records.back().correlation = m_correlation;
        return *this;
    }
    /// A kernel of a CUDA graph that carries its label.
    MadeTrace& labelled(const std::string& label, double start, double end, std::uint64_t graph = 1)
    {
        add(RecordKind::Kernel, "gemm", start, end, kStream);
        m_file.records.back().label = m_file.strings.add(label);
        m_file.records.back().correlation = graph;
        return *this;
    }
    MadeTrace& receive(double start, double end)
    {
        return add(RecordKind::Communication, "gloo:recv", start, end, kMain);
    }
    MadeTrace& copy(double start, double end)
    {
        return add(RecordKind::Copy, "Memcpy HtoD", start, end, kStream);
    }

    [[nodiscard]] TraceFile& file() { return m_file; }

    [[nodiscard]] TraceFile take()
    {
        std::stable_sort(m_file.records.begin(), m_file.records.end(),
                         [](const TraceRecord& a, const TraceRecord& b) {
                             return a.start != b.start ? a.start < b.start : a.end > b.end;
                         });
        return std::move(m_file);
    }

private:
    MadeTrace& add(RecordKind kind, const std::string& name, double start, double end, std::uint32_t thread)
    {
        TraceRecord record;
        record.kind = kind;
        record.start = 1'000'000'000 + static_cast<Nanoseconds>(start * 1000);
        record.end = 1'000'000'000 + static_cast<Nanoseconds>(end * 1000);
        record.name = m_file.strings.add(name);
        record.thread = thread;
        m_file.records.push_back(record);
        return *this;
    }

    TraceFile m_file;
    std::uint64_t m_correlation = 100;
};

/// Several profiles as the assembly takes them.
template <typename... Made>
std::vector<TraceFile> filesOf(Made&&... made)
{
    std::vector<TraceFile> files;
    (files.push_back(made.take()), ...);
    return files;
}

} // namespace bubblescope::test
