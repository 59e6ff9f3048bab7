// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope::probe {

/// What a probe said, as far as it is used. Fields that an event has not stay as they are here.
struct ProbeEvent
{
    enum class Kind { Hello, Libraries, Device, Plan, Progress, Point, Warning, Error, Result, Bye };
    Kind kind = Kind::Hello;
    double seconds = 0;
    std::size_t done = 0, total = 0; ///< of progress; of plan: total
    double etaSeconds = 0;
    std::string phase, point; ///< `point` also of warnings, and the name of a point
    std::string code, message;
    std::string text; ///< device's name, result's path, hello's version
    double medianUs = 0, relativeCi = 0;
    std::vector<std::string> flags;
    std::optional<int> exit;
};

/// Puts lines together from whatever pieces arrive, and reads them. Nothing that a broken or hostile probe
/// writes stops it: lines that are no JSON, unknown events, wrong types, bytes that are not UTF-8 are counted
/// and left out; a line longer than kLongestLine is dropped as it comes, so memory stays bounded.
class ProtocolReader
{
public:
    static constexpr std::size_t kLongestLine = std::size_t{1} << 20;

    /// The events that are complete now.
    [[nodiscard]] std::vector<ProbeEvent> take(std::string_view bytes);
    /// Lines that were left out so far.
    [[nodiscard]] std::size_t leftOut() const { return m_leftOut; }

private:
    void finishLine(std::vector<ProbeEvent>& events);

    std::string m_line;
    bool m_isTooLong = false;
    std::size_t m_leftOut = 0;
};

} // namespace bubblescope::probe
