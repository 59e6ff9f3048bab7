// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bubblescope {

/// Shares of each fill in one pixel column after the other. A lane has few of the fills, and only those are
/// kept; what reads a column gets all of them.
class StripColumns
{
public:
    static constexpr std::size_t kFills = 20; ///< as stripFill() counts them
    using Shares = std::array<float, kFills>;

    /// What a loop reads.
    struct Columns
    {
        struct Iterator
        {
            const StripColumns& of;
            std::size_t at;
            Shares operator*() const { return of[at]; }
            Iterator& operator++()
            {
                ++at;
                return *this;
            }
            bool operator!=(const Iterator& end) const { return at != end.at; }
        };
        const StripColumns& of;
        [[nodiscard]] Iterator begin() const { return {of, 0}; }
        [[nodiscard]] Iterator end() const { return {of, of.size()}; }
    };

    StripColumns() = default;
    /// `fills`: those that may occur, rising.
    explicit StripColumns(std::span<const std::uint8_t> fills) : m_fills(fills.begin(), fills.end()) {}

    [[nodiscard]] std::span<const std::uint8_t> fills() const { return m_fills; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] Shares operator[](std::size_t at) const
    {
        Shares all{};
        for (std::size_t slot = 0; slot < m_fills.size(); ++slot)
            all[m_fills[slot]] = m_shares[at * m_fills.size() + slot];
        return all;
    }
    /// All of them in turn.
    [[nodiscard]] Columns columns() const { return Columns{*this}; }
    /// Of all columns, each with as many shares as there are fills().
    [[nodiscard]] std::span<const float> shares() const { return m_shares; }
    [[nodiscard]] std::span<float> column(std::size_t at)
    {
        return {m_shares.data() + at * m_fills.size(), m_fills.size()};
    }

    /// New columns are idle.
    void resize(std::size_t columns)
    {
        m_size = columns;
        m_shares.resize(columns * m_fills.size());
    }

private:
    std::vector<std::uint8_t> m_fills;
    std::vector<float> m_shares;
    std::size_t m_size = 0;
};

} // namespace bubblescope
