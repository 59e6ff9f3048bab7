// SPDX-License-Identifier: Apache-2.0
#include "core/trace/chrome_event.h"

#include "core/base/text_show.h"
#include "core/trace/chrome_timeline.h"
#include "core/trace/name_scanner.h"

#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace bubblescope {

namespace {

using Spelling = std::pair<std::string_view, EventClass>;

// The most frequent first. Flows and copies of CPU labels on the GPU say nothing that other records do not
// say better.
constexpr std::array kChromeEventSpellings{
    Spelling{"cpu_op", EventClass::Operator},
    Spelling{"python_function", EventClass::Frame},
    Spelling{"cuda_runtime", EventClass::Launch},
    Spelling{"kernel", EventClass::Kernel},
    Spelling{"cuda_driver", EventClass::Launch},
    Spelling{"user_annotation", EventClass::Range},
    Spelling{"gpu_memcpy", EventClass::Copy},
    Spelling{"gpu_memset", EventClass::Copy},
    Spelling{"gpu_user_annotation", EventClass::Dropped},
    Spelling{"Operator", EventClass::Operator},
    Spelling{"Runtime", EventClass::Launch},
    Spelling{"Kernel", EventClass::Kernel},
    Spelling{"Memcpy", EventClass::Copy},
    Spelling{"Memset", EventClass::Copy},
    Spelling{"Trace", EventClass::Dropped},
    Spelling{"overhead", EventClass::Dropped},
    Spelling{"Overhead", EventClass::Dropped},
    Spelling{"overlay", EventClass::Dropped},
    Spelling{"cuda_sync", EventClass::Dropped},
    Spelling{"cuda_event", EventClass::Dropped},
    Spelling{"cpu_instant_event", EventClass::Dropped},
    Spelling{"cuda_profiler_range", EventClass::Dropped},
    Spelling{"hip_runtime", EventClass::Launch},
    Spelling{"xpu_runtime", EventClass::Launch},
    Spelling{"xpu_driver", EventClass::Launch},
    Spelling{"privateuse1_runtime", EventClass::Launch},
    Spelling{"privateuse1_driver", EventClass::Launch},
    Spelling{"ac2g", EventClass::Dropped},
    Spelling{"fwdbwd", EventClass::Dropped},
    Spelling{"async_cpu_to_gpu", EventClass::Dropped},
    Spelling{"async_gpu", EventClass::Dropped},
};

} // namespace

EventClass eventClassOf(std::string_view category) noexcept
{
    for (const auto& [spelling, kind] : kChromeEventSpellings)
        if (category == spelling)
            return kind;
    return EventClass::Range;
}

bool ChromeEvent::isUseless() const
{
    if (phase.empty())
        return false;
    switch (letter()) {
    case 'M':
    case 'B':
    case 'E':
        return false;
    case 'X':
        return kind == EventClass::Dropped ||
               (kind == EventClass::Frame && !name.empty() && !names::isPipelineFrame(bareToken(name)));
    default:
        return true;
    }
}

bool ChromeEvent::needsArgs() const
{
    switch (letter()) {
    case '\0':
    case 'M':
        return true;
    case 'X':
        return category.empty() || name.empty() || (kind != EventClass::Range && kind != EventClass::Frame) ||
               isTimelineOperation(bareToken(name));
    default:
        return false;
    }
}

std::string_view bareToken(std::string_view token) noexcept
{
    while (!token.empty() &&
           (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' || token.back() == '\t'))
        token.remove_suffix(1);
    if (token.size() >= 2 && token.front() == '"' && token.back() == '"')
        token = token.substr(1, token.size() - 2);
    return token;
}

std::string tokenText(std::string_view token)
{
    std::string text(bareToken(token));
    if (text.find('\\') != std::string::npos) {
        const auto value = nlohmann::json::parse('"' + text + '"', nullptr, false);
        if (value.is_string())
            text = value.get<std::string>();
    }
    if (text.size() > kLongestName) {
        std::size_t end = kLongestName;
        while (end > 0 && isUtf8Continuation(text[end]))
            --end;
        text.resize(end);
        text += "…";
    }
    return text;
}

} // namespace bubblescope
