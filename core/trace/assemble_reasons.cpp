// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assembly.h"

#include "core/base/text_show.h"
#include "core/trace/name_preview.h"
#include "core/trace/process_mesh.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Whether a group of the file may be a pipeline: one of that name, or, where no dimension has a name, any.
bool mayHavePipeline(const TraceFile& file)
{
    bool isMesh = false;
    for (const ProcessGroup& group : file.groups) {
        const std::string axis = meshAxisOf(group.description);
        if (axis == "pp" && group.ranks.size() > 1)
            return true;
        isMesh = isMesh || (!axis.empty() && group.ranks.size() > 1);
    }
    return !isMesh;
}

/// All-to-all runs kernels of the same name as sends do: where there is some, they say nothing.
bool hasPointToPoint(const std::vector<TraceFile>& files)
{
    return std::any_of(files.begin(), files.end(), [](const TraceFile& file) {
        bool hasKernels = false;
        bool hasSends = false;
        bool hasAllToAll = false;
        for (const TraceRecord& record : file.records) {
            const std::string& name = file.strings[record.name];
            hasSends = hasSends || name == "gloo:send" || name == "gloo:recv" ||
                       name.starts_with("nccl:send") || name.starts_with("nccl:recv");
            hasKernels = hasKernels || (isNccl(name) && name.find("SendRecv") != std::string::npos);
            hasAllToAll = hasAllToAll || name.find("all_to_all") != std::string::npos;
        }
        return (hasSends || (hasKernels && !hasAllToAll)) && mayHavePipeline(file);
    });
}

std::string assembleReasonsWordsText(const PatternPreview& preview)
{
    std::string text;
    for (const auto& [word, records] : preview.unknownKinds)
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", quotedText(word), records);
    return text;
}

} // namespace

std::string whyNoActions(const Assembly& a)
{
    std::size_t refused = 0;
    std::size_t leftOut = 0;
    bool hasPhases = false;
    for (const FileLabels& file : a.labels) {
        refused += file.refused;
        leftOut += file.leftOut;
        hasPhases = hasPhases || !file.phases.empty();
    }
    if (hasPhases)
        return "the labels name phases of overlapped blocks, but neither stage nor microbatch: they do not "
               "determine a schedule";
    if (refused + leftOut > 0)
        return fmt::format("no pipeline labels are left: {} {} found and left out", refused + leftOut,
                           refused + leftOut == 1 ? "was" : "were");
    // What was given and found nothing is reported already.
    const std::string remedy = !a.options.patterns.empty() ? "" : "; give a pattern for labels of your own";
    if (hasPointToPoint(a.files))
        return "no pipeline labels, though ranks send to each other: 1F1B of torch's single-stage class "
               "writes no labels" +
               remedy;
    return "no pipeline labels: searched for those of PyTorch (\"PP:3F0\", \"Forward 3\"), d9d, zero-bubble "
           "(\"F3.1.0\"), Megatron (\"forward_step\") and DeepSpeed" +
           remedy;
}

void tellPatterns(Assembly& a)
{
    std::vector<const TraceFile*> all;
    for (const TraceFile& file : a.files)
        all.push_back(&file);
    for (const NamePattern& pattern : a.options.patterns) {
        const PatternPreview preview = previewPattern(pattern, all, a.options.cancel, 1);
        if (a.options.cancel.isCancelled())
            return;
        if (auto why = whyNothingMatches(pattern, preview))
            a.run.warnings.push_back(std::move(*why));
        else if (preview.unknownKind > 0)
            a.warn(
                "the pattern {} matches {} more records, but its group 'kind' captures no known action: {}",
                quotedText(pattern.expression()), preview.unknownKind, assembleReasonsWordsText(preview));
    }
}

} // namespace bubblescope
