// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/command_line.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace bubblescope::cli {

/// Shows on a terminal's standard error that work goes on, once it takes over a second; the line is gone when
/// the work is. Nothing is shown when standard error is no terminal, or with --quiet.
class Activity
{
public:
    Activity(const Environment& environment, std::string what);
    ~Activity();
    Activity(const Activity&) = delete;
    Activity& operator=(const Activity&) = delete;

    /// How many bytes of how many are done: from then on a bar that fills. From any thread.
    void tell(std::uint64_t done, std::uint64_t total);
    /// A bar that is filled to `share` (0 to 1), and in words how far it is. From any thread.
    void say(double share, std::string words);
    /// The same, in percent.
    void tellShare(double share);

private:
    void show(const std::stop_token& stop);
    [[nodiscard]] std::string line(int frame) const;

    Caller* m_caller;   ///< is told the share instead
    std::string m_what; ///< "timing"
    std::atomic<std::uint64_t> m_done = 0;
    std::atomic<std::uint64_t> m_total = 0; ///< 0 = not known
    std::string m_words;                    ///< in the place of these, if there are any
    double m_share = 0;
    std::mutex m_mutex; ///< of the two above
    std::condition_variable_any m_stopped;
    std::jthread m_thread; ///< last, so that it starts when the rest is there
};

} // namespace bubblescope::cli
