// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace bubblescope {

enum class TransferMode : std::uint8_t { Async, Rendezvous };

/// What differs on one directed link; what is empty is as on every other.
struct LinkCost
{
    std::uint32_t from = 0; ///< rank
    std::uint32_t to = 0;   ///< another rank
    std::optional<double> latency;
    std::optional<double> bytes;
    std::optional<double> bandwidth;
    bool operator==(const LinkCost&) const = default;
};

/// Transfer between two ranks: latency + bytes / bandwidth.
struct TransferCost
{
    double latency = 0;
    double bytes = 0;
    double bandwidth = 0; ///< 0 = bytes cost nothing
    TransferMode mode = TransferMode::Async;
    std::vector<LinkCost> links = {}; ///< at most one for a pair of ranks

    /// Of a link that is not named.
    [[nodiscard]] double time() const { return latency + (bandwidth > 0 ? bytes / bandwidth : 0.0); }
    bool operator==(const TransferCost&) const = default;
};

} // namespace bubblescope
