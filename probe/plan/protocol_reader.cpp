// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/protocol_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

namespace bubblescope::probe {

namespace {

using EventJson = nlohmann::json;

constexpr std::array<std::string_view, 10> kNames{"hello", "libraries", "device", "plan",   "progress",
                                                  "point", "warning",   "error",  "result", "bye"};
constexpr std::size_t kDeepest = 16;

/// Nested deeper than any event is.
bool isTooDeep(std::string_view line)
{
    std::size_t depth = 0, deepest = 0;
    for (const char c : line) {
        if (c == '[' || c == '{')
            deepest = std::max(deepest, ++depth);
        else if ((c == ']' || c == '}') && depth > 0)
            --depth;
    }
    return deepest > kDeepest;
}

double numberOf(const EventJson& object, const char* key)
{
    const auto found = object.find(key);
    const double value = found != object.end() && found->is_number() ? found->get<double>() : 0;
    return std::isfinite(value) ? value : 0;
}

std::size_t countOf(const EventJson& object, const char* key)
{
    constexpr double kMost = 1e15;
    return static_cast<std::size_t>(std::clamp(numberOf(object, key), 0.0, kMost));
}

std::string textOf(const EventJson& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<std::string> flagsOf(const EventJson& object)
{
    std::vector<std::string> flags;
    if (const auto found = object.find("flags"); found != object.end() && found->is_array())
        for (const EventJson& flag : *found)
            if (flag.is_string())
                flags.push_back(flag.get<std::string>());
    return flags;
}

std::optional<ProbeEvent> eventOf(std::string_view line)
{
    if (isTooDeep(line))
        return std::nullopt;
    const EventJson value = EventJson::parse(line, nullptr, false);
    if (value.is_discarded() || !value.is_object())
        return std::nullopt;
    const auto name = std::find(kNames.begin(), kNames.end(), textOf(value, "event"));
    if (name == kNames.end())
        return std::nullopt;
    ProbeEvent event;
    event.kind = static_cast<ProbeEvent::Kind>(name - kNames.begin());
    event.seconds = numberOf(value, "t");
    event.done = countOf(value, "done");
    event.total = countOf(value, event.kind == ProbeEvent::Kind::Plan ? "points" : "total");
    event.etaSeconds = std::max(0.0, numberOf(value, "eta_s"));
    event.phase = textOf(value, "phase");
    event.point = textOf(value, event.kind == ProbeEvent::Kind::Point ? "name" : "point");
    event.code = textOf(value, "code");
    event.message = textOf(value, "message");
    event.text = textOf(value, event.kind == ProbeEvent::Kind::Device  ? "name"
                               : event.kind == ProbeEvent::Kind::Hello ? "version"
                                                                       : "path");
    event.medianUs = std::max(0.0, numberOf(value, "median_us"));
    event.relativeCi = std::max(0.0, numberOf(value, "rel_ci"));
    event.flags = flagsOf(value);
    if (value.contains("exit"))
        event.exit = static_cast<int>(std::clamp(numberOf(value, "exit"), 0.0, 255.0));
    return event;
}

} // namespace

std::vector<ProbeEvent> ProtocolReader::take(std::string_view bytes)
{
    std::vector<ProbeEvent> events;
    while (!bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        if (m_line.size() + piece.size() > kLongestLine) {
            m_isTooLong = true;
            m_line.clear();
        } else if (!m_isTooLong) {
            m_line += piece;
        }
        if (end == std::string_view::npos)
            break;
        finishLine(events);
        bytes.remove_prefix(end + 1);
    }
    return events;
}

void ProtocolReader::finishLine(std::vector<ProbeEvent>& events)
{
    if (!m_line.empty() && m_line.back() == '\r')
        m_line.pop_back();
    if (m_isTooLong) {
        ++m_leftOut;
    } else if (!m_line.empty()) {
        if (std::optional<ProbeEvent> event = eventOf(m_line))
            events.push_back(*std::move(event));
        else
            ++m_leftOut;
    }
    m_line.clear();
    m_isTooLong = false;
}

} // namespace bubblescope::probe
