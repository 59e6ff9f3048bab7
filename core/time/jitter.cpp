// SPDX-License-Identifier: Apache-2.0
#include "core/time/jitter.h"

#include <cmath>
#include <numbers>

namespace bubblescope {

namespace {

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the argument changes half of the
/// result's.
std::uint64_t jitterMixed(std::uint64_t x)
{
    x += 0x9E3779B97F4A7C15U;
    x = (x ^ x >> 30U) * 0xBF58476D1CE4E5B9U;
    x = (x ^ x >> 27U) * 0x94D049BB133111EBU;
    return x ^ x >> 31U;
}

/// Kind and stage in the low 28 bits.
std::uint64_t packed(ActionKind kind, StageId stage)
{
    static_assert(kActionKindCount <= 64 && Action::kMaxStage < 1U << 22U);
    return std::uint64_t{static_cast<std::uint8_t>(kind)} << 22U | stage.value;
}

/// In (0, 1], of 53 bits.
double unit(std::uint64_t bits)
{
    return (static_cast<double>(bits >> 11U) + 1) * 0x1p-53;
}

} // namespace

double standardNormal(std::uint64_t seed, const ActionId& action) noexcept
{
    const std::uint64_t key = jitterMixed(jitterMixed(jitterMixed(seed) ^ packed(action.kind, action.stage)) ^
                                          action.microbatch.value);
    // Box and Muller 1958; the second number of the pair is not needed.
    return std::sqrt(-2 * std::log(unit(key))) * std::cos(2 * std::numbers::pi * unit(jitterMixed(key)));
}

double JitterDraws::drawn(std::uint32_t rank, const Action& action)
{
    ActionId id = action.id();
    if (isFsdp(id.kind))
        id.microbatch = MicrobatchId{m_count[std::uint64_t{rank} << 32U | packed(id.kind, id.stage)]++};
    return std::exp(m_jitter.sigma * standardNormal(m_jitter.seed, id));
}

} // namespace bubblescope
