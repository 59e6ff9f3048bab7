// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/read_trace.h"
#include "tests/trace/trace_folder.h"

#include <string>
#include <string_view>
#include <zlib.h>

namespace bubblescope::test {

inline std::string_view kindText(RecordKind kind)
{
    switch (kind) {
    case RecordKind::Range:
        return "range";
    case RecordKind::Kernel:
        return "kernel";
    case RecordKind::Copy:
        return "copy";
    case RecordKind::Launch:
        return "launch";
    case RecordKind::Communication:
        return "communication";
    }
    return "?";
}

/// "kernel gemm 1000..3000 on 0/7 (gpu 0) #44 =PP:0F0", a line each, then warnings.
inline std::string textOf(const TraceFile& file)
{
    std::string lines;
    for (const TraceRecord& record : file.records) {
        const TraceThread& thread = file.threads[record.thread];
        lines.append(lines.empty() ? "" : "\n")
            .append(kindText(record.kind))
            .append(" " + file.strings[record.name])
            .append(" " + std::to_string(record.start) + ".." + std::to_string(record.end))
            .append(" on " + file.processes[thread.process].id + "/" + thread.id)
            .append(thread.device ? " (gpu " + std::to_string(*thread.device) + ")" : "")
            .append(record.correlation != 0 ? " #" + std::to_string(record.correlation) : "")
            .append(record.label != 0 ? " =" + file.strings[record.label] : "");
    }
    for (const std::string& warning : file.warnings)
        lines.append(lines.empty() ? "" : "\n").append("! " + warning);
    return lines;
}

/// Likewise, or the refusal.
inline std::string textOf(const Result<TraceFile, TraceError>& read)
{
    return read ? textOf(*read) : read.error().error.text();
}

inline std::string readText(std::string_view json, const TraceReadOptions& options = {})
{
    return textOf(readChromeTrace(json, "t.json", options));
}

/// What gzip makes of it.
inline std::string gzipped(std::string_view text)
{
    z_stream stream{};
    deflateInit2(&stream, 1, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    std::string bytes(deflateBound(&stream, text.size()), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

} // namespace bubblescope::test
