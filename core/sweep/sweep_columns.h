// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace bubblescope {

/// How rows are written: CSV (RFC 4180, LF, a header) or one JSON object a line.
enum class SweepFormat : std::uint8_t { Csv, JsonLines };

enum class SweepColumnKind : std::uint8_t { Text, Status, Number, WholeNumber };

/// A column of a sweep's rows: its name is the JSON key too.
struct SweepColumn
{
    std::string_view name;
    SweepColumnKind kind;
    bool mayBeEmpty = false; ///< where nothing was timed; null in JSON
};

/// In their order. The first kConfigurationColumns say what was run, the rest what came of it.
inline constexpr std::array<SweepColumn, 20> kSweepColumns{{
    {"schedule", SweepColumnKind::Text},
    {"ranks", SweepColumnKind::WholeNumber},
    {"microbatches", SweepColumnKind::WholeNumber},
    {"stages_per_rank", SweepColumnKind::WholeNumber},
    {"p2p_latency", SweepColumnKind::Number},
    {"status", SweepColumnKind::Status},
    {"stages", SweepColumnKind::WholeNumber, true},
    {"time_unit", SweepColumnKind::Text},
    {"makespan", SweepColumnKind::Number, true},
    {"ideal_time", SweepColumnKind::Number, true},
    {"bubble_rate", SweepColumnKind::Number, true},
    {"idle_fraction", SweepColumnKind::Number, true},
    {"longest_rank_span", SweepColumnKind::Number, true},
    {"bubble_rate_fb", SweepColumnKind::Number, true},
    {"peak_activations", SweepColumnKind::Number, true},
    {"peak_activations_per_rank", SweepColumnKind::Number, true},
    {"peak_rank", SweepColumnKind::WholeNumber, true},
    {"peak_memory", SweepColumnKind::Number, true},
    {"configuration", SweepColumnKind::WholeNumber},
    {"reason", SweepColumnKind::Text, true},
}};
inline constexpr std::size_t kConfigurationColumns = 5;
inline constexpr std::size_t kStatusColumn = 5;
inline constexpr std::size_t kConfigurationNumberColumn = 18;
/// Of SweepStatus, in its order.
inline constexpr std::array<std::string_view, 4> kSweepStatusNames{"ok", "over-memory-limit", "refused",
                                                                   "failed"};

/// The names of all columns with LF; empty for JSON lines.
[[nodiscard]] std::string sweepHeader(SweepFormat format);

} // namespace bubblescope
