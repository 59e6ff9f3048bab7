// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/record_names.h"

#include <fmt/format.h>
#include <string>

namespace bubblescope::test {

/// "F s3 m0 r1 c0": what is known of the action.
inline std::string namedActionText(const NamedAction& action)
{
    std::string text(kindText(action.kind));
    const auto add = [&](char letter, std::optional<std::uint32_t> value) {
        if (value)
            text += fmt::format(" {}{}", letter, *value);
    };
    add('s', action.stage);
    add('m', action.microbatch);
    add('r', action.rank);
    add('c', action.chunk);
    return text;
}

/// "zero-bubble: F m3 c1", with several actions between "; ", or why there is nothing.
inline std::string readingText(const Result<RecordName, NameRefusal>& read)
{
    if (!read)
        return read.error() == NameRefusal::OutOfBounds ? "out of bounds" : "no label";
    std::string text(nameFamilyText(read->family));
    text += read->isOverlap ? ": block " : ": ";
    for (std::size_t i = 0; i < read->actions.size(); ++i)
        text += (i > 0 ? "; " : "") + namedActionText(read->actions[i]);
    if (read->actions.empty())
        text += "-";
    return read->isSequenceSplit ? text + " (split)" : text;
}

} // namespace bubblescope::test
