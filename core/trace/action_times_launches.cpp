// SPDX-License-Identifier: Apache-2.0
#include "core/trace/action_times.h"
#include "core/trace/kernel_names.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace bubblescope {

namespace {

/// A launch inside a label.
struct Hit
{
    std::uint64_t correlation = 0;
    std::uint32_t process = 0;
    Nanoseconds start = 0;
    std::uint32_t label = 0;
    bool isOwnThread = false;
};

/// Labels that are open at the time of a sweep, by start: the one on top that has not ended is the innermost.
class OpenLabels
{
public:
    void open(Nanoseconds end, std::uint32_t label) { m_stack.emplace_back(end, label); }

    [[nodiscard]] std::optional<std::uint32_t> innermost(Nanoseconds at)
    {
        while (!m_stack.empty() && m_stack.back().first < at)
            m_stack.pop_back();
        return m_stack.empty() ? std::nullopt : std::optional(m_stack.back().second);
    }

private:
    std::vector<std::pair<Nanoseconds, std::uint32_t>> m_stack;
};

std::vector<Hit> launchesInLabels(const PlannedRank& rank, const RankSource& source, const TraceFile& file,
                                  const CancelToken& cancel)
{
    std::vector<Hit> hits;
    std::unordered_map<std::uint32_t, OpenLabels> ofProcess;
    std::unordered_map<std::uint32_t, OpenLabels> ofThread;
    std::size_t next = 0;
    std::size_t count = 0;
    bool isStopped = false;
    forEachRecord(source, file, [&](std::uint32_t, const TraceRecord& record) {
        if (record.kind != RecordKind::Launch || record.correlation == 0 ||
            !source.owns(processOf(file, record)))
            return;
        isStopped = isStopped || ((++count & 0xFFFFU) == 0 && cancel.isCancelled());
        if (isStopped)
            return;
        for (; next < rank.labels.size() && rank.labels[next].start <= record.start; ++next) {
            const TraceLabel& label = rank.labels[next];
            ofProcess[label.process].open(label.end, static_cast<std::uint32_t>(next));
            ofThread[label.thread].open(label.end, static_cast<std::uint32_t>(next));
        }
        const auto own = ofThread.find(record.thread);
        std::optional<std::uint32_t> label;
        if (own != ofThread.end())
            label = own->second.innermost(record.start);
        const bool isOwn = label.has_value();
        if (!label) {
            // A report of a whole node holds processes without labels: their kernels are not of this rank.
            const auto same = ofProcess.find(processOf(file, record));
            if (same != ofProcess.end())
                label = same->second.innermost(record.start);
        }
        if (label)
            hits.push_back({record.correlation, processOf(file, record), record.start, *label, isOwn});
    });
    std::sort(hits.begin(), hits.end(), [](const Hit& a, const Hit& b) {
        return std::tie(a.correlation, a.start) < std::tie(b.correlation, b.start);
    });
    return hits;
}

/// Of the launches with a kernel's correlation that of its own process, else the latest that is not after it.
const Hit* launchOf(const std::vector<Hit>& hits, const TraceRecord& kernel, std::uint32_t process)
{
    auto at = std::lower_bound(hits.begin(), hits.end(), kernel.correlation,
                               [](const Hit& hit, std::uint64_t id) { return hit.correlation < id; });
    const Hit* best = nullptr;
    constexpr int kMostTries = 64;
    for (int tries = 0; at != hits.end() && at->correlation == kernel.correlation && tries < kMostTries;
         ++at, ++tries) {
        if (at->process == process)
            return &*at;
        if (best == nullptr || at->start <= kernel.start)
            best = &*at;
    }
    return best;
}

} // namespace

std::vector<LabelKernel> kernelsOfLabels(const PlannedRank& rank, const RankSource& source,
                                         const TraceFile& file, const CancelToken& cancel)
{
    const std::vector<Hit> hits = launchesInLabels(rank, source, file, cancel);
    std::vector<LabelKernel> kernels;
    if (hits.empty())
        return kernels;
    CommunicationKernels communication(file.strings);
    forEachRecord(source, file, [&](std::uint32_t i, const TraceRecord& record) {
        if (record.kind != RecordKind::Kernel || record.correlation == 0)
            return;
        if (const Hit* hit = launchOf(hits, record, processOf(file, record)))
            kernels.push_back({hit->label, i, record.start, record.end, record.thread,
                               communication.contains(record.name), hit->isOwnThread});
    });
    std::stable_sort(kernels.begin(), kernels.end(), [](const LabelKernel& a, const LabelKernel& b) {
        return std::tie(a.label, a.start) < std::tie(b.label, b.start);
    });
    return kernels;
}

} // namespace bubblescope
