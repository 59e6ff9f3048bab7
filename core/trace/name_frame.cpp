// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_scanner.h"

#include <array>

namespace bubblescope::names {

namespace {

struct FrameName
{
    std::string_view file;
    std::string_view function;
    ActionKind kind;
};
constexpr std::array<FrameName, 5> kFrameNames{
    {{"stage.py(", "forward_one_chunk", ActionKind::Forward},
     {"stage.py(", "backward_one_chunk", ActionKind::Backward},
     {"stage.py(", "backward_weight_one_chunk", ActionKind::BackwardWeight},
     {"schedules.py(", "forward_step", ActionKind::Forward},
     {"schedules.py(", "backward_step", ActionKind::Backward}}};

/// "…/stage.py(669): forward_one_chunk": the file's whole name, the line, the function's whole name.
const FrameName* frameOf(std::string_view name)
{
    constexpr std::string_view behindLine = "): ";
    const std::size_t colon = name.rfind(behindLine);
    if (colon == std::string_view::npos)
        return nullptr;
    const std::string_view function = name.substr(colon + behindLine.size());
    const std::size_t slash = name.substr(0, colon).find_last_of("/\\");
    const std::string_view place = name.substr(slash == std::string_view::npos ? 0 : slash + 1,
                                               colon - (slash == std::string_view::npos ? 0 : slash + 1));
    for (const FrameName& frame : kFrameNames) {
        Scanner scanner(place);
        if (function == frame.function && scanner.take(frame.file) && scanner.takeNumber() &&
            scanner.isAtEnd())
            return &frame;
    }
    return nullptr;
}

} // namespace

bool isPipelineFrame(std::string_view name) noexcept
{
    return (name.ends_with("_one_chunk") || name.ends_with("ward_step")) && frameOf(name) != nullptr;
}

Reading pythonFrameName(std::string_view name)
{
    const FrameName* frame = isPipelineFrame(name) ? frameOf(name) : nullptr;
    // PiPPy's ranges are called as the functions; Megatron's functions are known by themselves.
    for (const FrameName& one : kFrameNames)
        if (name == one.function)
            frame = &one;
    if (frame == nullptr)
        return notALabel();
    return RecordName{NameFamily::PythonFrame, {NamedAction{frame->kind, {}, {}, {}, {}}}, false, false};
}

} // namespace bubblescope::names
