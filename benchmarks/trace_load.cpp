// SPDX-License-Identifier: Apache-2.0
// Reading of a Chrome trace: trace_load FILE [MEGABYTES]... repeats the events of a real trace until the text
// has that size (100, 200 and 400 by default; 1000 shows a gigabyte) and reads it from a warm cache. Printed
// beside: the time to read the bytes alone, and to index them with simdjson alone. Stated limits: 200 MB a
// second and core; memory at most 1.5 times the text and what is kept; linear.
#include "benchmarks/benchmark_support.h"
#include "benchmarks/peak_memory.h"
#include "core/io/file.h"
#include "core/trace/read_trace.h"

#include <cstdio>
#include <fmt/format.h>
#include <fstream>
#include <simdjson.h>
#include <unistd.h>
#include <zlib.h>

namespace {

using namespace bubblescope;
using namespace bubblescope::bench;

constexpr double kLimitMegabytesPerSecond = 200;
constexpr double kMegabyte = 1e6;

std::string inflated(const char* path)
{
    std::string text;
    std::string block(std::size_t{1} << 20U, '\0');
    gzFile file = gzopen(path, "rb");
    for (int count = 0; file != nullptr && (count = gzread(file, block.data(), 1 << 20)) > 0;)
        text.append(block, 0, static_cast<std::size_t>(count));
    if (file != nullptr)
        gzclose(file);
    return text;
}

bool writeGrown(const std::string& trace, double megabytes, const std::string& path)
{
    const std::size_t key = trace.find("\"traceEvents\"");
    const std::size_t begin = trace.find('[', key) + 1;
    const std::size_t end = trace.rfind(']');
    if (key == std::string::npos || begin == 0 || end == std::string::npos || end <= begin)
        return false;
    std::ofstream file(path, std::ios::binary);
    file << trace.substr(0, end);
    const std::string events = ',' + trace.substr(begin, end - begin);
    for (double size = static_cast<double>(trace.size()); size < megabytes * kMegabyte;
         size += static_cast<double>(events.size()))
        file << events;
    file << trace.substr(end);
    return file.good();
}

/// The best of three.
template <typename Work>
double secondsOf(Work&& work)
{
    Samples samples;
    for (int i = 0; i < 3; ++i)
        samples.add(work);
    return samples.best();
}

bool measure(const std::string& path)
{
    std::size_t records = 0;
    double size = 0;
    const double bytes = secondsOf([&] { size = static_cast<double>(readFile(path)->size()); });
    // One thread reads one file: its processor time is the time of a core.
    const double seconds = secondsOf([&] {
        const auto read = readTrace(path);
        records = read ? read->records.size() : 0;
    });
    const simdjson::padded_string text(*readFile(path));
    const double index = secondsOf([&] {
        simdjson::ondemand::parser parser;
        benchmark::DoNotOptimize(parser.iterate(text).error());
    });
    const auto peak = static_cast<double>(peakMemoryOf([&] { return readTrace(path).has_value(); }));
    const double speed = size / kMegabyte / seconds;
    fmt::print("{:8.0f} MB {:9} records {:7.3f} s {:6.0f} MB/s (limit {:.0f}: {:.1f} times) | bytes alone "
               "{:.3f} s | "
               "simdjson's index alone {:.3f} s | peak {:.0f} MB = {:.2f} of the text (limit 1.5)\n",
               size / kMegabyte, records, seconds, speed, kLimitMegabytesPerSecond,
               speed / kLimitMegabytesPerSecond, bytes, index, peak / kMegabyte, peak / size);
    return records > 0;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fputs("usage: trace_load FILE [MEGABYTES]...\n", stderr);
        return 2;
    }
    std::vector<double> sizes{100, 200, 400};
    if (argc > 2)
        sizes.clear();
    for (int i = 2; i < argc; ++i)
        sizes.push_back(std::strtod(argv[i], nullptr));
    const std::string trace = inflated(argv[1]);
    const std::string path = fmt::format("trace_load.{}.json", ::getpid());
    bool isFine = true;
    for (const double megabytes : sizes)
        isFine = isFine && writeGrown(trace, megabytes, path) && measure(path);
    std::remove(path.c_str());
    if (!isFine)
        std::fputs("no Chrome trace in object form with records\n", stderr);
    return isFine ? 0 : 1;
}
