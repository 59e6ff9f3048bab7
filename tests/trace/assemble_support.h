// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/measured_run.h"
#include "core/trace/read_trace.h"
#include "tests/support/trace_data.h"

#include <QTest>
#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <vector>

namespace bubblescope::test {

/// Reads files that must be readable.
inline std::vector<TraceFile> readAll(const std::vector<std::string>& paths)
{
    std::vector<TraceFile> files;
    for (auto& file : readTraces(paths)) {
        if (!file)
            qFatal("%s", file.error().error.text().c_str());
        files.push_back(std::move(*file));
    }
    return files;
}

inline MeasuredRun assembled(const std::vector<TraceFile>& files, const AssembleOptions& options = {})
{
    auto run = assembleRun(files, options);
    if (!run)
        qFatal("%s", run.error().text().c_str());
    return std::move(*run);
}

/// The step of this number is assembled.
inline AssembleOptions ofStep(std::uint64_t step)
{
    AssembleOptions options;
    options.step = step;
    return options;
}

/// The ranks of files are given.
inline AssembleOptions ofRanks(std::map<std::string, std::uint32_t> rankOfFile)
{
    AssembleOptions options;
    options.rankOfFile = std::move(rankOfFile);
    return options;
}

/// Cells of a rank in their order, "0F0 (0F1;3B0)OVERLAP_F_B …".
inline std::string orderText(const MeasuredRank& rank, bool withCommunication)
{
    Row row;
    for (const MeasuredAction& action : rank.actions) {
        if (withCommunication || isCompute(action.action.kind()))
            row.push_back(action.action);
    }
    std::string text;
    for (std::size_t at = 0; at < row.size();) {
        const std::size_t end = cellEnd(row, at);
        text += (at > 0 ? " " : "") + cellText(std::span<const Action>(row).subspan(at, end - at));
        at = end;
    }
    return text;
}

/// The same of every rank, a line each.
inline std::string ordersText(const MeasuredRun& run, bool withCommunication = false)
{
    std::string text;
    for (const MeasuredRank& rank : run.ranks)
        text += (text.empty() ? "" : "\n") + orderText(rank, withCommunication);
    return text;
}

/// "0F0 0-10 wait 2, 0B0 10-30 estimated": compute of a rank, or everything.
inline std::string timesText(const MeasuredRank& rank, bool withCommunication = false)
{
    std::string text;
    for (const MeasuredAction& action : rank.actions) {
        if (!withCommunication && !isCompute(action.action.kind()))
            continue;
        text += fmt::format("{}{} {:g}-{:g}", text.empty() ? "" : ", ", actionText(action.action.id()),
                            action.start, action.end);
        if (action.wait > 0)
            text += fmt::format(" wait {:g}", action.wait);
        if (action.source == TimeSource::Estimated)
            text += " estimated";
    }
    return text;
}

/// With what stands beside the actions.
inline MeasuredRun withPlain(const std::vector<TraceFile>& files)
{
    AssembleOptions options;
    options.withPlain = true;
    return assembled(files, options);
}

inline double medianOf(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Warnings one a line.
inline std::string warningText(const MeasuredRun& run)
{
    std::string text;
    for (const std::string& warning : run.warnings)
        text += warning + "\n";
    return text;
}

inline bool warns(const MeasuredRun& run, const std::string& part)
{
    return warningText(run).find(part) != std::string::npos;
}

} // namespace bubblescope::test
