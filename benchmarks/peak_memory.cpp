// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/peak_memory.h"

#include <fstream>
#include <malloc.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

namespace bubblescope::bench {

namespace {

/// A line of /proc/self/status, "VmHWM:" or "VmRSS:", in bytes.
std::size_t statusBytes(const std::string& key)
{
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (word == key) {
            std::size_t kibibytes = 0;
            status >> kibibytes;
            return kibibytes * 1024;
        }
    return 0;
}

std::size_t riseDuring(const std::function<bool()>& work)
{
    malloc_trim(0);
    // 5: the peak counts from here.
    std::ofstream("/proc/self/clear_refs") << 5 << std::flush;
    const std::size_t before = statusBytes("VmRSS:");
    if (!work())
        return 0;
    const std::size_t peak = statusBytes("VmHWM:");
    return peak > before ? peak - before : 0;
}

} // namespace

std::size_t peakMemoryOf(const std::function<bool()>& work)
{
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    const pid_t child = fork();
    if (child == 0) {
        const std::size_t rise = riseDuring(work);
        _exit(write(ends[1], &rise, sizeof(rise)) == sizeof(rise) ? 0 : 1);
    }
    close(ends[1]);
    std::size_t rise = 0;
    if (child < 0 || read(ends[0], &rise, sizeof(rise)) != sizeof(rise))
        rise = 0;
    close(ends[0]);
    if (child > 0)
        waitpid(child, nullptr, 0);
    return rise;
}

std::size_t orderBytes(const Schedule& schedule)
{
    std::size_t bytes = 0;
    for (const Row& row : schedule.rows)
        bytes += row.capacity() * sizeof(Action);
    return bytes;
}

} // namespace bubblescope::bench
