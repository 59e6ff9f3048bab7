// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/generate/definition.h"

#include <cstdint>

namespace bubblescope {

/// How an interleaved schedule cuts the microbatches into rounds: in a round each chunk of a rank runs the
/// same microbatches before the next chunk does.
struct Rounds
{
    std::uint32_t count = 1;
    std::uint32_t size = 1;   ///< microbatches of a round
    std::uint32_t longer = 0; ///< that many rounds, the first ones, have one microbatch more
    std::uint32_t last = 0;   ///< microbatches of the last round where it is shorter than the others, else 0

    /// As many rounds as the ranks fit into the microbatches, at least one.
    [[nodiscard]] static Rounds of(const Shape& shape);
    /// Rounds of `size` microbatches, the last with what remains.
    [[nodiscard]] static Rounds ofSize(const Shape& shape, std::uint32_t size);
    [[nodiscard]] std::uint32_t sizeOf(std::uint32_t round) const
    {
        return last > 0 && round + 1 == count ? last : size + (round < longer ? 1 : 0);
    }
};

/// Forwards, or backwards, that one rank of an interleaved schedule runs.
[[nodiscard]] std::uint64_t passesOfRank(const Shape& shape);
/// Forwards before a rank's first backward: those of its earlier chunks and `aLaterRank` for each later rank.
[[nodiscard]] std::uint64_t warmUpForwards(const Shape& shape, RankId rank, std::uint32_t aLaterRank);

/// The microbatches are a multiple of the number of rounds.
[[nodiscard]] bool roundsAreEven(const Shape& shape);
/// That, as the rule on the microbatches that PyTorch's interleaved schedules share.
[[nodiscard]] Rule evenRoundsRule();
/// evenRoundsRule() for the catalog.
inline constexpr const char* kEvenRoundsText =
    "a multiple of the number of rounds, which is microbatches div ranks but at least 1 (so any number below "
    "twice the ranks, and any multiple of the ranks)";

/// Walks through the passes of one direction over a rank: `next()` is the chunk and microbatch of the next.
class PassWalk
{
public:
    struct Pass
    {
        std::uint32_t stage = 0;
        std::uint32_t microbatch = 0;
    };

    /// Forwards begin with the rank's first chunk, backwards with its last.
    enum class Direction : std::uint8_t { Forwards, Backwards };

    PassWalk(const Shape& shape, RankId rank, Direction direction)
        : PassWalk(shape, rank, direction, Rounds::of(shape))
    {}
    PassWalk(const Shape& shape, RankId rank, Direction direction, const Rounds& rounds)
        : m_ranks(shape.ranks)
        , m_chunks(shape.stagesPerRank)
        , m_rank(rank.value)
        , m_rounds(rounds)
        , m_size(m_rounds.sizeOf(0))
        , m_direction(direction)
    {}

    [[nodiscard]] Pass next()
    {
        const std::uint32_t chunk = m_direction == Direction::Forwards ? m_chunk : m_chunks - 1 - m_chunk;
        const Pass pass{chunk * m_ranks + m_rank, m_roundBegin + m_inRound};
        if (++m_inRound == m_size) {
            m_inRound = 0;
            if (++m_chunk == m_chunks) {
                m_chunk = 0;
                m_roundBegin += m_size;
                m_size = m_rounds.sizeOf(++m_round);
            }
        }
        return pass;
    }

private:
    std::uint32_t m_ranks;
    std::uint32_t m_chunks;
    std::uint32_t m_rank;
    Rounds m_rounds;
    std::uint32_t m_size; ///< of the round
    Direction m_direction;
    std::uint32_t m_round = 0;
    std::uint32_t m_chunk = 0;
    std::uint32_t m_inRound = 0;
    std::uint32_t m_roundBegin = 0;
};

} // namespace bubblescope
