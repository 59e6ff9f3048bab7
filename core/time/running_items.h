// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace bubblescope {

/// A queue whose items are numbered from 0 on, in the order in which they come, and keep their numbers while
/// the first of them are forgotten. Amortized O(1) each; holds at most twice what is not forgotten.
template <typename Item>
class RunningItems
{
public:
    [[nodiscard]] std::size_t begin() const { return m_begin; }
    [[nodiscard]] std::size_t end() const { return m_begin + m_items.size() - m_head; }
    /// Requires begin() <= number < end().
    [[nodiscard]] Item& at(std::size_t number) { return m_items[number - m_begin + m_head]; }
    [[nodiscard]] const Item& at(std::size_t number) const { return m_items[number - m_begin + m_head]; }

    void push(Item item) { m_items.push_back(std::move(item)); }
    /// Counts an item that nobody asks for. Requires begin() == end().
    void pass() { ++m_begin; }
    /// That item; it and those before it begin as they are made. Requires begin() <= number.
    Item& reach(std::size_t number)
    {
        if (number >= end())
            m_items.resize(number + 1 - m_begin + m_head);
        return at(number);
    }
    /// Forgets all below `number`. Requires number <= end().
    void forgetUntil(std::size_t number)
    {
        if (number <= m_begin)
            return;
        m_head += number - m_begin;
        m_begin = number;
        constexpr std::size_t kFew = 32;
        if (m_head == m_items.size()) {
            m_items.clear();
            m_head = 0;
        } else if (m_head > kFew && 2 * m_head > m_items.size()) {
            m_items.erase(m_items.begin(), m_items.begin() + static_cast<std::ptrdiff_t>(m_head));
            m_head = 0;
        }
    }

private:
    std::vector<Item> m_items;
    std::size_t m_head = 0;  ///< in m_items, the first that is not forgotten
    std::size_t m_begin = 0; ///< its number
};

} // namespace bubblescope
