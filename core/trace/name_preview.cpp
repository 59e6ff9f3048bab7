// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_preview.h"

#include <algorithm>

namespace bubblescope {

namespace {

enum class Verdict : std::uint8_t { Unknown, Matches, OutOfBounds, DoesNotMatch };

/// Index of the text that a pattern is asked about; 0 = none.
std::uint32_t nameOf(const TraceRecord& record)
{
    if (record.kind == RecordKind::Range)
        return record.name;
    return record.kind == RecordKind::Kernel ? record.label : 0;
}

Verdict judge(const NamePattern& pattern, const std::string& name, std::size_t mostExamples,
              PatternPreview& preview)
{
    const auto action = pattern.read(name);
    if (!action)
        return action.error() == NameRefusal::OutOfBounds ? Verdict::OutOfBounds : Verdict::DoesNotMatch;
    std::string shown = shownName(name);
    const auto isKnown = [&](const auto& example) { return example.first == shown; };
    if (preview.examples.size() < mostExamples &&
        std::none_of(preview.examples.begin(), preview.examples.end(), isKnown))
        preview.examples.emplace_back(std::move(shown), *action);
    return Verdict::Matches;
}

} // namespace

PatternPreview previewPattern(const NamePattern& pattern, const std::vector<const TraceFile*>& files,
                              const CancelToken& cancel, std::size_t mostExamples)
{
    PatternPreview preview;
    for (const TraceFile* file : files) {
        std::vector<Verdict> verdicts(file->strings.size(), Verdict::Unknown);
        for (const TraceRecord& record : file->records) {
            const std::uint32_t name = nameOf(record);
            if (name == 0)
                continue;
            Verdict& verdict = verdicts[name];
            if (verdict == Verdict::Unknown) {
                if (cancel.isCancelled())
                    return preview;
                verdict = judge(pattern, file->strings[name], mostExamples, preview);
            }
            ++preview.records;
            preview.matched += verdict == Verdict::Matches ? 1 : 0;
            preview.outOfBounds += verdict == Verdict::OutOfBounds ? 1 : 0;
        }
    }
    return preview;
}

} // namespace bubblescope
