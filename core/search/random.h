// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace bubblescope::search {

/// Numbers that are the same on every machine for the same seed (SplitMix64: Steele, Lea and Flood, 2014).
class Random
{
public:
    explicit Random(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31U);
    }
    /// 0 to bound - 1. Requires a bound above 0.
    std::uint32_t below(std::uint32_t bound)
    {
        return static_cast<std::uint32_t>((next() >> 32U) * bound >> 32U);
    }
    /// In (0, 1].
    double share() { return (static_cast<double>(next() >> 11U) + 1) * 0x1.0p-53; }

private:
    std::uint64_t m_state;
};

} // namespace bubblescope::search
