// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace bubblescope {

/// First in, first out, without memory until something is put in: a search holds several for each of many
/// ranks. Each call amortised O(1).
template <typename T>
class Fifo
{
public:
    [[nodiscard]] bool empty() const { return m_head == m_items.size(); }
    /// Requires that it is not empty.
    [[nodiscard]] const T& front() const { return m_items[m_head]; }
    void push(T item) { m_items.push_back(item); }
    void pop()
    {
        if (++m_head < kShort || 2 * m_head < m_items.size())
            return;
        m_items.erase(m_items.begin(), m_items.begin() + static_cast<std::ptrdiff_t>(m_head));
        m_head = 0;
    }

private:
    static constexpr std::size_t kShort = 32;

    std::vector<T> m_items;
    std::size_t m_head = 0;
};

} // namespace bubblescope
