// SPDX-License-Identifier: Apache-2.0
#include "core/base/text_location.h"
#include "core/base/text_show.h"
#include "core/base/try.h"
#include "core/layout/layout.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

/// A character of the text as repeats wrote it out, and where it came from.
struct LayoutLetter
{
    char letter = 0;
    std::uint32_t from = 0; ///< offset in the text
};
using LayoutLetters = std::vector<LayoutLetter>;

class LayoutReader
{
public:
    explicit LayoutReader(std::string_view text) : m_text(text) {}

    [[nodiscard]] Result<LayoutLetters> read() const
    {
        LayoutLetters letters;
        for (std::uint32_t i = 0; i < m_text.size(); ++i)
            if (m_text[i] != ',')
                letters.push_back({m_text[i], i});
        TRY(const LayoutLetters ungrouped, repeatGroups(letters));
        return repeatLetters(ungrouped);
    }

    [[nodiscard]] tl::unexpected<Error> at(std::uint32_t from, Sentence message) const
    {
        return tl::unexpected(
            Error{ErrorKind::InvalidInput, std::move(message), locationInText(m_text, from, "layout")});
    }

private:
    [[nodiscard]] static bool isDigit(char c) { return c >= '0' && c <= '9'; }

    /// The number that begins at `i`, which then is behind it. Fails for one that a comma was in.
    [[nodiscard]] Result<std::size_t> numberAt(const LayoutLetters& letters, std::size_t& i) const
    {
        std::size_t number = 0;
        const std::size_t first = i;
        for (; i < letters.size() && isDigit(letters[i].letter); ++i) {
            if (i > first && letters[i].from != letters[i - 1].from + 1)
                return at(letters[i].from,
                          Sentence({"layout.comma-in-number",
                                    "a comma is in the number of repeats: write the digits together"}));
            number = std::min<std::size_t>(10 * number + static_cast<std::size_t>(letters[i].letter - '0'),
                                           kMostLayoutLetters + 1);
        }
        return number;
    }

    [[nodiscard]] static bool hasRepeat(const LayoutLetters& letters, std::size_t star)
    {
        return star + 1 < letters.size() && letters[star].letter == '*' && isDigit(letters[star + 1].letter);
    }

    [[nodiscard]] Result<void> repeat(LayoutLetters& to, const LayoutLetters& what, std::size_t times) const
    {
        if (to.size() + what.size() * times > kMostLayoutLetters)
            return at(what.front().from,
                      Sentence({"layout.too-many-letters", "the repeats give more than {most} letters"},
                               kMostLayoutLetters));
        for (std::size_t n = 0; n < times; ++n)
            to.insert(to.end(), what.begin(), what.end());
        return {};
    }

    [[nodiscard]] tl::unexpected<Error> repeatedTwice(std::uint32_t from) const
    {
        return at(from, Sentence({"layout.repeated-twice", "repeats cannot be repeated: write one number"}));
    }

    /// "(tt|)*3" → "tt|tt|tt|", in one walk from left to right. Other parentheses stay.
    [[nodiscard]] Result<LayoutLetters> repeatGroups(const LayoutLetters& letters) const
    {
        LayoutLetters result;
        std::size_t i = 0;
        while (i < letters.size()) {
            std::size_t close = i + 1;
            while (letters[i].letter == '(' && close < letters.size() && letters[close].letter != ')')
                ++close;
            if (letters[i].letter != '(' || close >= letters.size() || close == i + 1 ||
                !hasRepeat(letters, close + 1)) {
                result.push_back(letters[i++]);
                continue;
            }
            const LayoutLetters body(letters.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                     letters.begin() + static_cast<std::ptrdiff_t>(close));
            for (const LayoutLetter& letter : body)
                if (letter.letter == '(')
                    return at(letter.from,
                              Sentence({"layout.nested-group",
                                        "groups cannot be within each other: write this one out"}));
            i = close + 2;
            TRY(const std::size_t times, numberAt(letters, i));
            if (hasRepeat(letters, i))
                return repeatedTwice(letters[i].from);
            TRY_VOID(repeat(result, body, times));
        }
        return result;
    }

    /// "t*3" → "ttt", "|*2" → "||", in one walk.
    [[nodiscard]] Result<LayoutLetters> repeatLetters(const LayoutLetters& letters) const
    {
        LayoutLetters result;
        std::size_t i = 0;
        while (i < letters.size()) {
            const LayoutLetter one = letters[i++];
            std::size_t times = 1;
            if (hasRepeat(letters, i)) {
                ++i;
                TRY(times, numberAt(letters, i));
                if (hasRepeat(letters, i))
                    return repeatedTwice(letters[i].from);
            }
            TRY_VOID(repeat(result, {one}, times));
        }
        return result;
    }

    std::string_view m_text;
};

bool isLayer(char c)
{
    return c == Layout::kEmbedding || c == Layout::kDecoder || c == Layout::kPrediction || c == Layout::kLoss;
}

} // namespace

Result<Layout> parseLayout(std::string_view text, std::uint32_t ranks)
{
    if (ranks == 0)
        return invalidInput({"layout.no-ranks", "a layout needs at least one rank"});
    if (text.empty())
        return invalidInput({"layout.empty", "the layout is empty; it should be like {example}"},
                            "'Et*3|(tt|)*2L'");
    const LayoutReader reader(text);
    TRY(const LayoutLetters letters, reader.read());
    Layout layout;
    layout.ranks = ranks;
    layout.stages.emplace_back();
    for (const LayoutLetter& letter : letters)
        if (letter.letter == '|')
            layout.stages.emplace_back();
        else if (isLayer(letter.letter))
            layout.stages.back() += letter.letter;
        else
            return reader.at(
                letter.from,
                Sentence({"layout.unknown-layer",
                          "{found} is no layer: layers are E (embedding), t (decoder), m (multi-token "
                          "prediction) and L (loss); | parts stages, x*3 and (…)*3 repeat"},
                         quotedText(text.substr(letter.from, utf8SequenceLength(text, letter.from)))));
    if (layout.stages.size() % ranks != 0)
        return invalidInput({"layout.stages-not-divisible",
                             "the layout has {stages} stages, which are no multiple of {ranks} ranks"},
                            layout.stages.size(), ranks);
    return layout;
}

} // namespace bubblescope
