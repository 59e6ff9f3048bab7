// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assemble_labels.h"

#include "core/trace/busy_span.h"
#include "core/trace/kernel_names.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace bubblescope {

namespace {

/// Of several ways of naming in one file the one that says most is kept.
constexpr std::array kByTrust{NameFamily::UserPattern, NameFamily::TorchPipelining,
                              NameFamily::ZeroBubble,  NameFamily::TorchSingleStage,
                              NameFamily::D9d,         NameFamily::Megatron,
                              NameFamily::DeepSpeed,   NameFamily::PythonFrame,
                              NameFamily::Timeline,    NameFamily::Short,
                              NameFamily::Primus,      NameFamily::Paddle};

class LabelReader
{
public:
    LabelReader(const TraceFile& file, const NameReader& reader)
        : m_file(file)
        , m_reader(reader)
        , m_kinds(file.strings.size(), kUnread)
        , m_communication(file.strings)
    {
        m_out.file = &file;
    }

    FileLabels read(const CancelToken& cancel)
    {
        std::size_t count = 0;
        for (const TraceRecord& record : m_file.records) {
            if ((++count & 0xFFFFU) == 0 && cancel.isCancelled())
                return std::move(m_out);
            if (record.kind == RecordKind::Range)
                addRange(record);
            else if (record.label != 0 &&
                     (record.kind == RecordKind::Kernel || record.kind == RecordKind::Copy))
                addKernel(record);
        }
        finishKernels();
        keepOneFamily();
        tellRefused();
        return std::move(m_out);
    }

private:
    static constexpr std::int64_t kUnread = -2;
    static constexpr std::int64_t kNone = -1;

    struct KernelGroup
    {
        TraceLabel label;
        std::vector<std::pair<Nanoseconds, Nanoseconds>> compute;
        std::vector<std::pair<Nanoseconds, Nanoseconds>> nccl;
    };

    std::int64_t nameIndex(std::uint32_t text)
    {
        std::int64_t& kind = m_kinds[text];
        if (kind != kUnread)
            return kind;
        kind = kNone;
        const auto name = m_reader.read(m_file.strings[text]);
        if (!name) {
            if (name.error() == NameRefusal::OutOfBounds)
                m_refused.insert(text);
            return kind;
        }
        if (name->family == NameFamily::DualPipePhase || name->actions.empty())
            return kind;
        kind = static_cast<std::int64_t>(m_out.names.size());
        m_out.names.push_back(*name);
        return kind;
    }

    void addRange(const TraceRecord& record)
    {
        const std::int64_t index = nameIndex(record.name);
        if (index >= 0) {
            TraceLabel label;
            label.start = record.start;
            label.end = record.end;
            label.thread = record.thread;
            label.process = processOf(m_file, record);
            label.name = static_cast<std::uint32_t>(index);
            m_out.labels.push_back(label);
            return;
        }
        if (m_refused.contains(record.name)) {
            countRefused(record.name);
            return;
        }
        const std::string& text = m_file.strings[record.name];
        if (const auto context = contextOf(record.name))
            m_out.marks.push_back({record.start, record.end, processOf(m_file, record), *context});
        else if (const auto phase = NameReader::readPhase(text))
            m_out.phases.push_back({record.start, record.end, record.thread, record.name, phase->second});
    }

    std::optional<ContextName> contextOf(std::uint32_t text)
    {
        const auto [at, isNew] = m_contexts.try_emplace(text);
        if (isNew)
            at->second = NameReader::readContext(m_file.strings[text]);
        return at->second;
    }

    void addKernel(const TraceRecord& record)
    {
        const std::int64_t index = nameIndex(record.label);
        if (index < 0) {
            if (m_refused.contains(record.label))
                countRefused(record.label);
            return;
        }
        // Without a launch nothing separates the kernels of one step from those of the next.
        if (record.correlation == 0) {
            ++m_withoutLaunch;
            return;
        }
        const std::uint32_t process = processOf(m_file, record);
        const auto key = std::make_tuple(record.correlation, record.label, process);
        KernelGroup& group = m_groups[key];
        group.label.name = static_cast<std::uint32_t>(index);
        group.label.correlation = record.correlation;
        group.label.process = process;
        group.label.thread = record.thread;
        const bool isNetwork = m_communication.contains(record.name);
        (isNetwork ? group.nccl : group.compute).emplace_back(record.start, record.end);
    }

    void finishKernels()
    {
        m_out.leftOut += m_withoutLaunch;
        if (m_withoutLaunch > 0)
            m_out.warnings.push_back(fmt::format(
                "{} labeled kernel{} no correlation with a launch, so the step is unknown: left out",
                m_withoutLaunch, m_withoutLaunch == 1 ? " has" : "s have"));
        if (m_groups.empty())
            return;
        if (const std::size_t ranges = m_out.labels.size(); ranges > 0) {
            m_out.labels.clear();
            m_out.warnings.push_back(fmt::format(
                "{} labels on the CPU are left out: the kernels have labels of their own", ranges));
        }
        for (auto& [key, group] : m_groups) {
            const bool takesCompute =
                hasCompute(m_out.names[group.label.name]) ? !group.compute.empty() : group.nccl.empty();
            auto& spans = takesCompute ? group.compute : group.nccl;
            std::sort(spans.begin(), spans.end());
            TraceLabel label = group.label;
            label.isKernels = true;
            BusySpan all(spans.front().first);
            for (const auto& [start, end] : spans)
                all.add(start, end);
            label.start = all.start;
            label.end = all.end;
            label.busy = all.busy;
            m_out.labels.push_back(label);
        }
        std::stable_sort(m_out.labels.begin(), m_out.labels.end(),
                         [](const TraceLabel& a, const TraceLabel& b) { return a.start < b.start; });
    }

    /// Forward and backward of two microbatches: "F3" alone may be anything.
    [[nodiscard]] bool hasPairs(NameFamily family) const
    {
        std::map<std::uint32_t, std::set<ActionKind>> kinds;
        std::size_t pairs = 0;
        for (const TraceLabel& label : m_out.labels)
            if (const RecordName& name = m_out.nameOf(label); name.family == family)
                for (const NamedAction& action : name.actions) {
                    std::set<ActionKind>& found = kinds[action.microbatch.value_or(0)];
                    pairs += found.insert(action.kind).second && found.size() == 2 ? 1 : 0;
                }
        return pairs >= 2;
    }

    [[nodiscard]] bool isAccepted(NameFamily family) const
    {
        if (family == NameFamily::Paddle)
            return hasPairs(family);
        if (family != NameFamily::D9d)
            return true;
        std::set<std::uint32_t> stages;
        std::size_t count = 0;
        for (const TraceLabel& label : m_out.labels) {
            if (m_out.nameOf(label).family != family)
                continue;
            ++count;
            for (const NamedAction& action : m_out.nameOf(label).actions) {
                if (action.stage)
                    stages.insert(*action.stage);
            }
            if (count >= 4 || stages.size() >= 2)
                return true;
        }
        return false;
    }

    void keepOneFamily()
    {
        std::map<NameFamily, std::size_t> all;
        std::map<NameFamily, std::size_t> compute;
        for (const TraceLabel& label : m_out.labels) {
            const RecordName& name = m_out.nameOf(label);
            ++all[name.family];
            if (hasCompute(name))
                ++compute[name.family];
        }
        std::optional<NameFamily> kept;
        for (const NameFamily family : kByTrust) {
            if (!kept && compute.contains(family) && isAccepted(family))
                kept = family;
        }
        for (const auto& [family, count] : all) {
            m_out.leftOut += kept == family ? 0 : count;
            if (kept == family)
                m_out.families[family] = count;
            else if (family == NameFamily::Paddle && !isAccepted(family))
                m_out.warnings.push_back(
                    fmt::format("{} names look like those of Paddle (\"F3\"); they count as labels only if "
                                "both F and B of at least two microbatches are there",
                                count));
            else if (!isAccepted(family))
                m_out.warnings.push_back(
                    fmt::format("{} names look like actions without a prefix (\"0F3\"); they count as labels "
                                "only if there are at least two stages or four such names",
                                count));
            else
                m_out.warnings.push_back(
                    fmt::format("{} labels of {} are left out{}", count, nameFamilyText(family),
                                kept ? fmt::format(": those of {} contain more", nameFamilyText(*kept))
                                     : std::string(": none of them is compute")));
        }
        std::erase_if(m_out.labels,
                      [&](const TraceLabel& label) { return m_out.nameOf(label).family != kept; });
    }

    void countRefused(std::uint32_t text)
    {
        if (m_out.refused++ == 0)
            m_firstRefused = text;
    }

    void tellRefused()
    {
        if (m_out.refused == 0)
            return;
        m_out.warnings.push_back(fmt::format("{} label{} skipped: a stage must be below 65,536 and a "
                                             "microbatch below 16,777,216; found \"{}\"",
                                             m_out.refused, m_out.refused == 1 ? "" : "s",
                                             shownName(m_file.strings[m_firstRefused])));
    }

    const TraceFile& m_file;
    const NameReader& m_reader;
    std::vector<std::int64_t> m_kinds; ///< by text: index into names, or why there is none
    CommunicationKernels m_communication;
    std::set<std::uint32_t> m_refused;
    std::uint32_t m_firstRefused = 0;
    std::size_t m_withoutLaunch = 0;
    std::unordered_map<std::uint32_t, std::optional<ContextName>> m_contexts;
    std::map<std::tuple<std::uint64_t, std::uint32_t, std::uint32_t>, KernelGroup> m_groups;
    FileLabels m_out;
};

} // namespace

FileLabels readLabels(const TraceFile& file, const NameReader& reader, const CancelToken& cancel)
{
    return LabelReader(file, reader).read(cancel);
}

} // namespace bubblescope
