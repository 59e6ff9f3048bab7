// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bubblescope {

/// A set of rank numbers that is emptied in rising order while it is filled. A word of bits for 64 ranks, and
/// a bit for each word, so that both are O(1) for any number of ranks in use.
class RankSet
{
public:
    static constexpr std::uint32_t kNone = 0xFFFFFFFFU;

    explicit RankSet(std::size_t ranks) : m_words(ranks / 64 + 1, 0), m_summary(ranks / 4096 + 1, 0) {}

    void insert(std::uint32_t rank)
    {
        m_words[rank / 64] |= bit(rank);
        m_summary[rank / 4096] |= bit(rank / 64);
    }
    /// Takes the lowest rank out that is `from` or higher; kNone if there is none.
    [[nodiscard]] std::uint32_t takeFrom(std::uint32_t from)
    {
        std::size_t word = from / 64;
        if (word >= m_words.size())
            return kNone;
        std::uint64_t bits = m_words[word] & (~std::uint64_t{0} << from % 64);
        if (bits == 0) {
            word = nextWord(word + 1);
            if (word >= m_words.size())
                return kNone;
            bits = m_words[word];
        }
        const auto rank =
            static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_zero(bits)));
        m_words[word] &= ~bit(rank);
        if (m_words[word] == 0)
            m_summary[word / 64] &= ~bit(static_cast<std::uint32_t>(word));
        return rank;
    }

private:
    static std::uint64_t bit(std::uint32_t number) { return std::uint64_t{1} << number % 64; }
    [[nodiscard]] std::size_t nextWord(std::size_t word) const
    {
        for (std::size_t group = word / 64; group < m_summary.size(); ++group) {
            const std::uint64_t mask =
                group == word / 64 ? ~std::uint64_t{0} << word % 64 : ~std::uint64_t{0};
            if (const std::uint64_t bits = m_summary[group] & mask; bits != 0)
                return group * 64 + static_cast<unsigned>(std::countr_zero(bits));
        }
        return m_words.size();
    }

    std::vector<std::uint64_t> m_words;
    std::vector<std::uint64_t> m_summary;
};

} // namespace bubblescope
