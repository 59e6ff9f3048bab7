// SPDX-License-Identifier: Apache-2.0
#include "core/base/sentence.h"

#include "core/base/text_show.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <fmt/format.h>
#include <optional>

namespace bubblescope {

namespace {

/// A name in braces of a template, and the text up to it.
struct Placeholder
{
    std::string_view before;
    std::string_view name;
    std::string_view format; ///< with its colon
};

/// Takes the next one off a template; nothing at its end, with the rest in `text`.
std::optional<Placeholder> nextPlaceholder(std::string_view& text)
{
    const std::size_t begin = text.find('{');
    if (begin == std::string_view::npos)
        return std::nullopt;
    const std::size_t end = text.find('}', begin);
    const std::string_view inside = text.substr(begin + 1, end - begin - 1);
    const std::size_t colon = std::min(inside.find(':'), inside.size());
    const Placeholder found{text.substr(0, begin), inside.substr(0, colon), inside.substr(colon)};
    text.remove_prefix(end + 1);
    return found;
}

/// Which argument a name stands for: the names of the English, in order.
std::optional<std::size_t> indexOf(std::string_view english, std::string_view name)
{
    std::vector<std::string_view> names;
    while (const auto found = nextPlaceholder(english)) {
        if (found->name == name)
            return names.size();
        if (std::find(names.begin(), names.end(), found->name) == names.end())
            names.push_back(found->name);
    }
    return std::nullopt;
}

struct Shown
{
    const Wording& wording;
    std::string_view format;

    /// What was found may be of any length, and a sentence is to be read.
    std::string operator()(const std::string& text) const
    {
        constexpr std::size_t kLongest = 1000;
        return text.size() > kLongest ? shortened(text) : text;
    }
    std::string operator()(const Term& term) const { return wording.term(term.english); }
    std::string operator()(const SystemError& error) const { return systemReason(error.number); }
    std::string operator()(const Sentence& sentence) const { return sentence.text(wording); }
    template <typename Plain>
    std::string operator()(const Plain& value) const
    {
        return fmt::format(fmt::runtime(fmt::format("{{{}}}", format)), value);
    }
};

} // namespace

const Wording& englishWording()
{
    static constexpr Wording kEnglish{
        [](const SentenceCode& code) { return std::string(code.english); },
        [](const std::string& term) { return term; },
    };
    return kEnglish;
}

std::string systemReason(int errorNumber)
{
#ifdef __GLIBC__
    // Unlike strerror() never translated: the same failure has the same text everywhere.
    if (const char* text = strerrordesc_np(errorNumber); text != nullptr)
        return text;
    return fmt::format("error {}", errorNumber);
#else
    return std::strerror(errorNumber);
#endif
}

Sentence Sentence::verbatim(std::string text)
{
    return text.empty() ? Sentence() : Sentence({"base.verbatim", "{text}"}, std::move(text));
}

const SentenceArgument* Sentence::argument(std::string_view name) const
{
    if (const auto index = indexOf(m_code.english, name))
        return &m_arguments[*index];
    for (const SentenceArgument& one : m_arguments)
        if (const auto* within = std::get_if<Sentence>(&one.value))
            if (const SentenceArgument* found = within->argument(name))
                return found;
    return nullptr;
}

std::string Sentence::argumentText(std::string_view name) const
{
    const SentenceArgument* found = argument(name);
    return found != nullptr ? std::visit(Shown{englishWording(), {}}, found->value) : std::string();
}

void Sentence::setArgument(std::string_view name, SentenceArgument value)
{
    if (const auto index = indexOf(m_code.english, name))
        m_arguments[*index] = std::move(value);
}

std::string Sentence::text(const Wording& wording) const
{
    const std::string words = wording.sentence(m_code);
    std::string_view rest = words;
    std::string result;
    while (const auto next = nextPlaceholder(rest)) {
        result += next->before;
        const SentenceArgument* value = argument(next->name);
        assert(value != nullptr);
        result += std::visit(Shown{wording, next->format}, value->value);
    }
    result += rest;
    return result;
}

bool Sentence::operator==(const Sentence& other) const
{
    return is(other.m_code) && m_arguments == other.m_arguments;
}

} // namespace bubblescope
