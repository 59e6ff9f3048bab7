// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace bubblescope {

/// What a sentence says: a key that stays, and its English. "{rank}" stands for the argument of that name,
/// "{share:.3g}" for one in fmt's format.
struct SentenceCode
{
    const char* key = "";
    const char* english = "";
};

/// A fixed text of the core that has words of its own in other languages, as a parameter's title.
struct Term
{
    std::string english;
    bool operator==(const Term&) const = default;
};

/// An errno, told in the system's words.
struct SystemError
{
    int number = 0;
    bool operator==(const SystemError&) const = default;
};

/// What the system says of an errno, in English whatever the locale.
[[nodiscard]] std::string systemReason(int errorNumber);

/// How another language says it. What has no words there comes back as it is.
struct Wording
{
    std::string (*sentence)(const SentenceCode& code); ///< the template, with the same names in braces
    std::string (*term)(const std::string& english);
};
[[nodiscard]] const Wording& englishWording();

/// A code of so many arguments: whether its English has as many names is checked while compiling.
template <std::size_t kArguments>
struct SentenceWith
{
    // NOLINTNEXTLINE(google-explicit-constructor): the code stands as {"key", "English"} in a call
    consteval SentenceWith(const char* key, const char* english) : SentenceWith(SentenceCode{key, english}) {}
    // NOLINTNEXTLINE(google-explicit-constructor)
    consteval SentenceWith(SentenceCode theCode) : code(theCode)
    {
        std::array<std::string_view, kArguments + 1> names{};
        std::size_t count = 0;
        const std::string_view text = code.english;
        for (std::size_t i = text.find('{'); i != std::string_view::npos; i = text.find('{', i + 1)) {
            const std::string_view name = text.substr(i + 1, text.find_first_of(":}", i) - i - 1);
            std::size_t n = 0;
            while (n < count && names[n] != name)
                ++n;
            if (n == kArguments)
                throw "the English has more names than there are arguments";
            names[n] = name;
            count = n == count ? n + 1 : count;
        }
        if (count < kArguments)
            throw "the English has fewer names than there are arguments";
    }

    SentenceCode code;
};

struct SentenceArgument;

/// Something that the core says, as data: a code and an argument for each name of its English, in the order
/// in which the names first stand there. Words are made of it where it is shown.
class Sentence
{
public:
    Sentence() = default;
    template <typename... Values>
    // NOLINTNEXTLINE(google-explicit-constructor): {{"key", "English"}, values…} is a sentence
    Sentence(SentenceWith<sizeof...(Values)> code, Values&&... values) : m_code(code.code)
    {
        (add(std::forward<Values>(values)), ...);
    }
    /// A text that came from elsewhere, as the words of a driver: the same in every language.
    [[nodiscard]] static Sentence verbatim(std::string text);

    [[nodiscard]] const SentenceCode& code() const { return m_code; }
    [[nodiscard]] bool is(const SentenceCode& code) const { return std::string_view(m_code.key) == code.key; }
    [[nodiscard]] bool empty() const { return *m_code.english == '\0'; }
    /// The argument of that name, here or in a sentence within; null if there is none.
    [[nodiscard]] const SentenceArgument* argument(std::string_view name) const;
    /// In English; empty if there is none of that name.
    [[nodiscard]] std::string argumentText(std::string_view name) const;
    /// Does nothing where there is none of that name.
    void setArgument(std::string_view name, SentenceArgument value);

    [[nodiscard]] std::string text() const { return text(englishWording()); }
    [[nodiscard]] std::string text(const Wording& wording) const;

    bool operator==(const Sentence& other) const;

private:
    template <typename Value>
    void add(Value&& value);

    SentenceCode m_code;
    std::vector<SentenceArgument> m_arguments;
};

struct SentenceArgument
{
    std::variant<std::string, std::int64_t, std::uint64_t, double, Term, SystemError, Sentence> value;
    bool operator==(const SentenceArgument&) const = default;
};

template <typename Value>
void Sentence::add(Value&& value)
{
    using Plain = std::remove_cvref_t<Value>;
    static_assert(!std::same_as<Plain, bool>, "say what it means");
    if constexpr (std::same_as<Plain, char>)
        m_arguments.push_back({std::string(1, value)});
    else if constexpr (std::signed_integral<Plain>)
        m_arguments.push_back({static_cast<std::int64_t>(value)});
    else if constexpr (std::unsigned_integral<Plain>)
        m_arguments.push_back({static_cast<std::uint64_t>(value)});
    else if constexpr (std::floating_point<Plain>)
        m_arguments.push_back({static_cast<double>(value)});
    else if constexpr (std::convertible_to<Value, std::string_view> && !std::same_as<Plain, std::string>)
        m_arguments.push_back({std::string(std::string_view(value))});
    else
        m_arguments.push_back({std::forward<Value>(value)});
}

} // namespace bubblescope
