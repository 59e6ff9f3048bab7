// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/protocol.h"

#include <nlohmann/json.hpp>

namespace bubblescope::probe {

namespace {

using EventText = nlohmann::ordered_json;

EventText event(const char* name, double seconds)
{
    return {{"v", 1}, {"event", name}, {"t", seconds}};
}

std::string lineOf(const EventText& value)
{
    return value.dump(-1, ' ', true, EventText::error_handler_t::replace) + '\n';
}

} // namespace

ProtocolWriter::ProtocolWriter(std::function<void(const std::string&)> write, std::function<double()> seconds)
    : m_write(std::move(write))
    , m_seconds(std::move(seconds))
{}

void ProtocolWriter::hello(const std::vector<std::string>& arguments)
{
    EventText line = event("hello", m_seconds());
    line["version"] = BUBBLESCOPE_VERSION;
    line["argv"] = arguments;
    m_write(lineOf(line));
}

void ProtocolWriter::libraries(const std::map<std::string, std::string>& versions)
{
    EventText line = event("libraries", m_seconds());
    line["libraries"] = versions;
    m_write(lineOf(line));
}

void ProtocolWriter::device(const DeviceFacts& device)
{
    EventText line = event("device", m_seconds());
    line["name"] = device.name;
    line["count"] = device.count;
    line["sm_count"] = device.smCount;
    line["memory_bytes"] = device.memoryBytes;
    m_write(lineOf(line));
}

void ProtocolWriter::plan(std::size_t points, double etaSeconds)
{
    EventText line = event("plan", m_seconds());
    line["points"] = points;
    line["eta_s"] = etaSeconds;
    m_write(lineOf(line));
}

void ProtocolWriter::progress(std::size_t done, std::size_t total, std::string_view phase,
                              std::string_view point, double etaSeconds)
{
    EventText line = event("progress", m_seconds());
    line["done"] = done;
    line["total"] = total;
    line["phase"] = phase;
    line["point"] = point;
    line["eta_s"] = etaSeconds;
    m_write(lineOf(line));
}

void ProtocolWriter::point(std::string_view name, const Stat& stat)
{
    EventText line = event("point", m_seconds());
    line["name"] = name;
    line["median_us"] = stat.median;
    line["rel_ci"] = stat.relativeHalfWidth();
    line["n"] = stat.n.value_or(0);
    EventText flags = EventText::array();
    for (std::size_t i = 0; i < kFlagCount; ++i)
        if (stat.flags.has(static_cast<Flag>(i)))
            flags.push_back(flagName(static_cast<Flag>(i)));
    line["flags"] = std::move(flags);
    m_write(lineOf(line));
}

void ProtocolWriter::warning(const ProbeWarning& warning)
{
    EventText line = event("warning", m_seconds());
    line["code"] = warning.code;
    line["message"] = warning.message;
    line["point"] = warning.point;
    m_write(lineOf(line));
}

void ProtocolWriter::error(std::string_view code, std::string_view message, Exit exit)
{
    EventText line = event("error", m_seconds());
    line["code"] = code;
    line["message"] = message;
    line["exit"] = static_cast<int>(exit);
    m_write(lineOf(line));
}

void ProtocolWriter::result(std::string_view path)
{
    EventText line = event("result", m_seconds());
    line["path"] = path;
    m_write(lineOf(line));
}

void ProtocolWriter::bye(Exit exit)
{
    EventText line = event("bye", m_seconds());
    line["exit"] = static_cast<int>(exit);
    m_write(lineOf(line));
}

} // namespace bubblescope::probe
