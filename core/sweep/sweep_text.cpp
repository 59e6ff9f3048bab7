// SPDX-License-Identifier: Apache-2.0
#include "core/sweep/sweep_text.h"

#include "core/analyze/number_json.h"
#include "core/base/text_show.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace bubblescope {

namespace {

/// One line, cell by cell.
class LineWriter
{
public:
    explicit LineWriter(SweepFormat format) : m_isJson(format == SweepFormat::JsonLines) {}

    void text(std::string_view value)
    {
        begin();
        m_line += m_isJson ? jsonString(std::string(value)) : csvText(value);
    }
    void count(std::uint64_t value)
    {
        begin();
        m_line += fmt::format("{}", value);
    }
    void number(double value, Time scale = 1)
    {
        begin();
        m_line += m_isJson ? jsonNumber(value, scale) : csvNumber(value, scale);
    }
    void nothing()
    {
        begin();
        m_line += m_isJson ? "null" : "";
    }
    /// As it is by now.
    [[nodiscard]] std::string soFar() const { return m_line; }
    [[nodiscard]] std::string ended() const { return m_line + (m_isJson ? "}\n" : "\n"); }

private:
    void begin()
    {
        if (m_isJson)
            m_line += fmt::format("{}\"{}\": ", m_column == 0 ? "{" : ", ", kSweepColumns[m_column].name);
        else if (m_column > 0)
            m_line += ',';
        ++m_column;
    }
    [[nodiscard]] static std::string csvText(std::string_view text)
    {
        if (text.find_first_of(",\"") == std::string_view::npos)
            return std::string(text);
        std::string quoted = "\"";
        for (const char letter : text)
            quoted += letter == '"' ? "\"\"" : std::string(1, letter);
        return quoted + '"';
    }

    bool m_isJson;
    std::size_t m_column = 0;
    std::string m_line;
};

void writeConfiguration(LineWriter& line, const SweepConfiguration& configuration)
{
    const ScheduleRequest& request = configuration.request;
    line.text(sweepScheduleText(request) + (configuration.pass.empty() ? "" : " with " + configuration.pass));
    line.count(static_cast<std::uint64_t>(request.ranks));
    line.count(static_cast<std::uint64_t>(request.microbatches));
    line.count(static_cast<std::uint64_t>(request.stagesPerRank.value_or(1)));
    line.number(configuration.p2pLatency);
}

void writeMetrics(LineWriter& line, const SweepMetrics& metrics)
{
    line.number(metrics.makespan, metrics.makespan);
    line.number(metrics.idealTime, metrics.makespan);
    line.number(metrics.bubbleRate);
    line.number(metrics.idleFraction);
    line.number(metrics.longestRankSpan, metrics.makespan);
    line.number(metrics.bubbleRateFb);
    line.number(metrics.peakActivations);
    line.number(metrics.peakActivationsPerRank);
    line.count(metrics.peakRank);
    line.number(metrics.peakMemory, std::max(1.0, metrics.peakMemory));
}

} // namespace

std::string_view sweepStatusName(SweepStatus status)
{
    return kSweepStatusNames[static_cast<std::size_t>(status)];
}

std::string sweepConfigurationText(const SweepConfiguration& configuration, SweepFormat format)
{
    LineWriter line(format);
    writeConfiguration(line, configuration);
    return line.soFar();
}

std::string sweepRowText(const SweepPlan& plan, const SweepRow& row, SweepFormat format)
{
    constexpr std::size_t kMetricColumns = 10;
    LineWriter line(format);
    writeConfiguration(line, row.configuration);
    line.text(sweepStatusName(row.status));
    if (row.stages > 0)
        line.count(row.stages);
    else
        line.nothing();
    line.text(plan.costs.unit);
    if (row.metrics)
        writeMetrics(line, *row.metrics);
    else
        for (std::size_t i = 0; i < kMetricColumns; ++i)
            line.nothing();
    line.count(row.configuration.index);
    if (row.reason.empty())
        line.nothing();
    else
        line.text(printable(row.reason)); // a row is one line, whatever a reason says
    return line.ended();
}

} // namespace bubblescope
