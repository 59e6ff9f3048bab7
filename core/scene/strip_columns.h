// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

namespace bubblescope {

/// Shares of each fill in one pixel column after the other. A lane has few of the fills, and only those are
/// kept; what reads a column gets all of them.
class StripColumns
{
public:
    static constexpr std::size_t kFills = 12; ///< as stripFill() counts them
    using Shares = std::array<float, kFills>;

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
    [[nodiscard]] auto columns() const
    {
        return std::views::iota(std::size_t{0}, m_size) |
               std::views::transform([this](std::size_t at) { return (*this)[at]; });
    }
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
