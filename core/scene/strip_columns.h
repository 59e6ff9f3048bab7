// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <stdexcept>
#include <vector>

namespace bubblescope {

/// Shares of each fill in one pixel column after the other. A lane has few of the fills, and only those are
/// kept; what reads a column gets all of them.
class StripColumns
{
public:
    static constexpr std::size_t kFills = 12; ///< as stripFill() counts them
    using Shares = std::array<float, kFills>;
    using value_type = Shares;

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
    [[nodiscard]] Shares at(std::size_t index) const
    {
        if (index >= m_size)
            throw std::out_of_range("no such column");
        return (*this)[index];
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
    class Iterator
    {
    public:
        using iterator_category = std::input_iterator_tag;
        using value_type = Shares;
        using difference_type = std::ptrdiff_t;
        using pointer = const Shares*;
        using reference = Shares;
        Iterator(const StripColumns& columns, std::size_t at) : m_columns(&columns), m_at(at) {}
        [[nodiscard]] Shares operator*() const { return (*m_columns)[m_at]; }
        Iterator& operator++()
        {
            ++m_at;
            return *this;
        }
        Iterator operator++(int)
        {
            const Iterator before = *this;
            ++m_at;
            return before;
        }
        bool operator==(const Iterator& other) const { return m_at == other.m_at; }

    private:
        const StripColumns* m_columns;
        std::size_t m_at;
    };
    [[nodiscard]] Iterator begin() const { return {*this, 0}; }
    [[nodiscard]] Iterator end() const { return {*this, m_size}; }

private:
    std::vector<std::uint8_t> m_fills;
    std::vector<float> m_shares;
    std::size_t m_size = 0;
};

} // namespace bubblescope
