// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>

namespace bubblescope {

/// Gives a parser that takes two iterators a text that is read once: `Text` has isAtEnd(), front() and
/// advance(). Copies read on in the same text, so it knows how far the parser went.
template <typename Text>
struct TextIterator
{
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Text* text = nullptr; ///< null: the end

    reference operator*() const { return text->front(); }
    TextIterator& operator++()
    {
        text->advance();
        return *this;
    }
    TextIterator operator++(int)
    {
        const TextIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TextIterator& other) const { return isEnd() == other.isEnd(); }

private:
    [[nodiscard]] bool isEnd() const { return text == nullptr || text->isAtEnd(); }
};

} // namespace bubblescope
