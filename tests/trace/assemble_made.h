// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/trace_file.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
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

    /// "PP:0F0 0-5, gemm @1 100-110, gloo:recv 2-4, Memcpy HtoD 6-7": ranges; kernels with when they were
    /// launched, from the main thread to stream 7 unless it says "@1/autograd" and "100-110/23"; what Gloo
    /// communicates; copies.
    MadeTrace& add(std::string_view text)
    {
        for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 2, text.size()))) {
            end = std::min(text.find(", "), text.size());
            addOne(text.substr(0, end));
        }
        return *this;
    }
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
    void addOne(std::string_view item)
    {
        const std::size_t times = item.rfind(' ') + 1;
        const bool isOther = item.ends_with("/23");
        char* dash = nullptr;
        const double start = std::strtod(item.data() + times, &dash);
        const double end = std::strtod(dash + 1, nullptr);
        std::string name(item.substr(0, times - 1));
        if (const std::size_t at = name.find(" @"); at != std::string::npos)
            kernel(name.substr(0, at), std::strtod(name.c_str() + at + 2, nullptr), start, end,
                   name.ends_with("/autograd") ? kAutograd : kMain, isOther ? kOtherStream : kStream);
        else if (name.starts_with("gloo:"))
            add(RecordKind::Communication, name, start, end, kMain);
        else if (name.starts_with("Memcpy"))
            add(RecordKind::Copy, name, start, end, kStream);
        else
            range(name, start, end);
    }
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

/// One profile, of this text.
inline std::vector<TraceFile> made(std::string_view text)
{
    return filesOf(MadeTrace().add(text));
}

/// A profile for each text, of ranks 0, 1, …: "a.json", "b.json", ….
inline std::vector<TraceFile> madeRanks(std::initializer_list<std::string_view> texts)
{
    std::vector<TraceFile> files;
    for (const std::string_view text : texts) {
        const auto rank = static_cast<std::uint32_t>(files.size());
        files.push_back(
            MadeTrace(std::string(1, static_cast<char>('a' + rank)) + ".json", rank).add(text).take());
    }
    return files;
}

} // namespace bubblescope::test
