// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace bubblescope {

/// The step of what lies outside every step.
inline constexpr std::uint64_t kNoStep = std::numeric_limits<std::uint64_t>::max();

/// One occurrence of a pipeline label, on the clock of its file.
struct TraceLabel
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    Nanoseconds busy = 0;          ///< union of the kernels that carry it; 0 for a range
    std::uint64_t correlation = 0; ///< of those kernels
    std::uint64_t step = kNoStep;
    std::uint32_t thread = 0;  ///< index into TraceFile::threads
    std::uint32_t process = 0; ///< index into TraceFile::processes
    std::uint32_t name = 0;    ///< index into FileLabels::names
    bool isKernels = false;    ///< made of kernels that carry the label (CUDA graphs)
    bool isAssumed = false;    ///< nothing recorded shows when it ran
};

/// A record that marks off a step or a phase of one.
struct StepMark
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::uint32_t process = 0;
    ContextName context;
};

/// A phase of an overlapped chunk ("attn(F)"), no pipeline action.
struct PhaseLabel
{
    Nanoseconds start = 0;
    Nanoseconds end = 0;
    std::uint32_t thread = 0;
    std::uint32_t name = 0; ///< index into TraceFile::strings
    ActionKind kind = ActionKind::Forward;
};

/// What the names of one file say.
struct FileLabels
{
    const TraceFile* file = nullptr;
    std::vector<RecordName> names;  ///< each once
    std::vector<TraceLabel> labels; ///< of the accepted ways of naming, by start
    std::vector<StepMark> marks;    ///< by start
    std::vector<PhaseLabel> phases; ///< by start
    std::map<NameFamily, std::size_t> families;
    std::size_t refused = 0;           ///< labels with numbers out of bounds, left out
    std::size_t leftOut = 0;           ///< labels of ways of naming that were not accepted, left out
    std::vector<std::string> warnings; ///< without the file's name

    [[nodiscard]] const RecordName& nameOf(const TraceLabel& label) const { return names[label.name]; }
};

/// Separates labels of actions from those nested in them: a method that calls its parent's brackets
/// one action twice, and the outer label counts. Only Megatron's and DeepSpeed's labels nest so. Labels are
/// asked for by start; O(1) each.
class OuterLabels
{
public:
    [[nodiscard]] bool isOuter(const TraceLabel& label, const RecordName& name)
    {
        if (name.family != NameFamily::Megatron && name.family != NameFamily::DeepSpeed)
            return true;
        const auto [until, isNew] = m_until[label.thread].try_emplace(name.actions.front().kind, label.end);
        if (!isNew && label.end <= until->second)
            return false;
        until->second = label.end;
        return true;
    }

private:
    std::map<std::uint32_t, std::map<ActionKind, Nanoseconds>> m_until; ///< by thread and kind
};

/// Reads each distinct name of a file once and keeps the labels of one way of naming (docs/profiles.md,
/// "Record names"): the user's patterns before the others, torch's before those that give less. Names without
/// a prefix of their own
/// ("0F3") count only where at least two stages or four labels are found. O(records).
[[nodiscard]] FileLabels readLabels(const TraceFile& file, const NameReader& reader,
                                    const CancelToken& cancel);

/// Some action of the name computes.
[[nodiscard]] inline bool hasCompute(const RecordName& name)
{
    return std::any_of(name.actions.begin(), name.actions.end(),
                       [](const NamedAction& action) { return isCompute(action.kind); });
}

/// Process of a record.
[[nodiscard]] inline std::uint32_t processOf(const TraceFile& file, const TraceRecord& record)
{
    return record.thread < file.threads.size() ? file.threads[record.thread].process : 0;
}

/// NCCL's kernels, whatever the version.
[[nodiscard]] inline bool isNccl(std::string_view kernelName)
{
    return kernelName.starts_with("nccl");
}

} // namespace bubblescope
