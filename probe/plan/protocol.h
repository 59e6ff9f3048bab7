// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "probe/plan/calibration_result.h"
#include "probe/plan/exit_status.h"

#include <functional>

namespace bubblescope::probe {

/// Writes what happens as JSON lines: {"v":1,"event":…,"t":seconds,…}. One line an event, ASCII only, so that
/// a reader never sees half a character.
class ProtocolWriter
{
public:
    /// `write` takes a whole line with its end; `seconds` is the time since the start.
    ProtocolWriter(std::function<void(const std::string&)> write, std::function<double()> seconds);

    void hello(const std::vector<std::string>& arguments);
    void libraries(const std::map<std::string, std::string>& versions);
    void device(const DeviceFacts& device);
    void plan(std::size_t points, double etaSeconds);
    void progress(std::size_t done, std::size_t total, std::string_view phase, std::string_view point,
                  double etaSeconds);
    void point(std::string_view name, const Stat& stat);
    void warning(const ProbeWarning& warning);
    void error(std::string_view code, std::string_view message, Exit exit);
    void result(std::string_view path);
    void bye(Exit exit);

private:
    std::function<void(const std::string&)> m_write;
    std::function<double()> m_seconds;
};

} // namespace bubblescope::probe
