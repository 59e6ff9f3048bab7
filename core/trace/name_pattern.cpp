// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/trace/name_scanner.h"

#include "core/base/text_location.h"
#include "core/base/text_match.h"
#include "core/base/text_show.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace bubblescope {

template <auto free>
struct FreeWith
{
    template <typename T>
    void operator()(T* thing) const
    {
        free(thing);
    }
};

namespace {

constexpr std::size_t kLongestExpression = 4096;
// A longer name is no label; together with the limits this bounds one match to about a millisecond.
constexpr std::size_t kLongestMatched = 4096;
constexpr std::uint32_t kMatchLimit = 100'000;
constexpr std::uint32_t kDepthLimit = 10'000;
constexpr std::uint32_t kHeapLimitKib = 8'192;

enum class Group : std::uint8_t { Kind, Stage, Microbatch, Rank, Chunk };
constexpr std::array<std::string_view, 5> kGroupNames{"kind", "stage", "microbatch", "rank", "chunk"};

Error patternError(const std::string& expression, std::size_t offset, Sentence message)
{
    Error error{ErrorKind::InvalidInput, std::move(message), std::nullopt};
    error.where = locationInText(expression, std::min(offset, expression.size()), "pattern");
    return error;
}

std::string pcreMessage(int code)
{
    std::array<PCRE2_UCHAR, 256> buffer{};
    pcre2_get_error_message(code, buffer.data(), buffer.size());
    return reinterpret_cast<const char*>(buffer.data());
}

using Code = std::unique_ptr<pcre2_code, FreeWith<pcre2_code_free>>;
using MatchContext = std::unique_ptr<pcre2_match_context, FreeWith<pcre2_match_context_free>>;
using MatchData = std::unique_ptr<pcre2_match_data, FreeWith<pcre2_match_data_free>>;

/// Where the name of a group is written, for the caret.
std::size_t groupOffset(const std::string& expression, std::string_view name)
{
    for (const char* form : {"(?<{}>", "(?P<{}>", "(?'{}'"}) {
        const std::size_t at = expression.find(fmt::format(fmt::runtime(form), name));
        if (at != std::string::npos)
            return expression.find(name, at);
    }
    return 0;
}

std::optional<std::uint32_t> numberBelow(std::string_view text, std::uint64_t end)
{
    names::Scanner scanner(text);
    const auto number = scanner.takeNumber();
    if (!number || !scanner.isAtEnd() || *number >= end)
        return std::nullopt;
    return static_cast<std::uint32_t>(*number);
}

} // namespace

struct NamePattern::Compiled
{
    std::string expression;
    Code code;
    MatchContext context;
    /// Numbers of the groups of each name: (?J) allows several.
    std::array<std::vector<std::uint32_t>, kGroupNames.size()> groups;

    [[nodiscard]] Result<void> findGroups();
    [[nodiscard]] Result<void> addGroup(std::string_view name, std::uint32_t number);
    [[nodiscard]] int run(std::string_view name, pcre2_match_data* data) const;
    [[nodiscard]] std::optional<std::string_view> captured(std::string_view name, pcre2_match_data* data,
                                                           Group group) const;
};

Result<void> NamePattern::Compiled::addGroup(std::string_view name, std::uint32_t number)
{
    const auto* const known = std::find(kGroupNames.begin(), kGroupNames.end(), name);
    if (known != kGroupNames.end()) {
        groups[static_cast<std::size_t>(known - kGroupNames.begin())].push_back(number);
        return {};
    }
    const std::string_view near = nearestOf(name, kGroupNames);
    return tl::unexpected<Error>(patternError(
        expression, groupOffset(expression, name),
        Sentence({"trace.unknown-group-groups-kind",
                  "unknown group {name}; {meant}the groups are kind, stage, microbatch, rank and chunk"},
                 quotedText(name),
                 near.empty() ? Sentence() : Sentence({"trace.meant", "did you mean '{nearest}'? "}, near))));
}

Result<void> NamePattern::Compiled::findGroups()
{
    std::uint32_t count = 0;
    std::uint32_t entrySize = 0;
    PCRE2_SPTR entries = nullptr;
    pcre2_pattern_info(code.get(), PCRE2_INFO_NAMECOUNT, &count);
    pcre2_pattern_info(code.get(), PCRE2_INFO_NAMEENTRYSIZE, &entrySize);
    pcre2_pattern_info(code.get(), PCRE2_INFO_NAMETABLE, &entries);
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto* const entry = entries + std::size_t{i} * entrySize;
        const std::uint32_t number = static_cast<std::uint32_t>(entry[0]) << 8U | entry[1];
        if (auto added = addGroup(reinterpret_cast<const char*>(entry + 2), number); !added)
            return added;
    }
    if (groups[static_cast<std::size_t>(Group::Kind)].empty())
        return tl::unexpected<Error>(patternError(
            expression, expression.size(),
            Sentence({"trace.no-group-named-kind",
                      "there is no group named 'kind': enclose the part that distinguishes forward from "
                      "backward in (?<kind>...), e.g. (?<kind>forward|backward)"})));
    return {};
}

Result<NamePattern> NamePattern::compile(const std::string& expression)
{
    if (expression.empty())
        return tl::unexpected<Error>(
            patternError(expression, 0, Sentence({"trace.pattern-empty", "the pattern is empty"})));
    if (expression.size() > kLongestExpression)
        return tl::unexpected<Error>(patternError(
            expression, kLongestExpression,
            Sentence({"trace.pattern-longer-than-bytes", "the pattern is longer than {most} bytes"},
                     kLongestExpression)));
    constexpr std::uint32_t options =
        PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C;
    int errorCode = 0;
    PCRE2_SIZE offset = 0;
    auto compiled = std::make_shared<Compiled>();
    compiled->expression = expression;
    compiled->code.reset(pcre2_compile(reinterpret_cast<PCRE2_SPTR>(expression.data()), expression.size(),
                                       options, &errorCode, &offset, nullptr));
    if (!compiled->code)
        return tl::unexpected<Error>(
            patternError(expression, offset, Sentence::verbatim(pcreMessage(errorCode))));
    TRY_VOID(compiled->findGroups());
    compiled->context.reset(pcre2_match_context_create(nullptr));
    if (!compiled->context)
        return tl::unexpected<Error>(patternError(
            expression, 0, Sentence({"trace.no-memory-left-pattern", "not enough memory for the pattern"})));
    pcre2_set_match_limit(compiled->context.get(), kMatchLimit);
    pcre2_set_depth_limit(compiled->context.get(), kDepthLimit);
    pcre2_set_heap_limit(compiled->context.get(), kHeapLimitKib);
    // Where it cannot be translated the pattern is interpreted.
    pcre2_jit_compile(compiled->code.get(), PCRE2_JIT_COMPLETE);
    NamePattern pattern;
    pattern.m_compiled = std::move(compiled);
    return pattern;
}

const std::string& NamePattern::expression() const
{
    return m_compiled->expression;
}

int NamePattern::Compiled::run(std::string_view name, pcre2_match_data* data) const
{
    const auto* const subject = reinterpret_cast<PCRE2_SPTR>(name.data());
    const int result = pcre2_match(code.get(), subject, name.size(), 0, 0, data, context.get());
    if (result != PCRE2_ERROR_JIT_STACKLIMIT)
        return result;
    return pcre2_match(code.get(), subject, name.size(), 0, PCRE2_NO_JIT, data, context.get());
}

std::optional<std::string_view> NamePattern::Compiled::captured(std::string_view name, pcre2_match_data* data,
                                                                Group group) const
{
    const PCRE2_SIZE* const ends = pcre2_get_ovector_pointer(data);
    const std::uint32_t count = pcre2_get_ovector_count(data);
    for (const std::uint32_t number : groups[static_cast<std::size_t>(group)]) {
        if (number >= count)
            continue;
        const std::size_t begin = ends[2U * number];
        const std::size_t end = ends[2U * number + 1U];
        // \K and lookaheads can set an end before its begin.
        if (begin != PCRE2_UNSET && begin < end && end <= name.size())
            return name.substr(begin, end - begin);
    }
    return std::nullopt;
}

Result<NamedAction, NameRefusal> NamePattern::read(std::string_view name) const
{
    if (name.size() > kLongestMatched)
        return names::notALabel();
    const MatchData data(pcre2_match_data_create_from_pattern(m_compiled->code.get(), nullptr));
    if (!data || m_compiled->run(name, data.get()) < 0)
        return names::notALabel();
    const auto kindWord = m_compiled->captured(name, data.get(), Group::Kind);
    const auto kind = kindWord ? names::kindFromWord(*kindWord) : std::nullopt;
    if (!kind)
        return tl::unexpected(NameRefusal::UnknownKind);
    NamedAction action;
    action.kind = *kind;
    const std::array targets{&action.stage, &action.microbatch, &action.rank, &action.chunk};
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const auto group = static_cast<Group>(i + 1);
        const auto text = m_compiled->captured(name, data.get(), group);
        if (!text)
            continue;
        const bool isNumber = std::all_of(text->begin(), text->end(), names::isDigit);
        if (!isNumber)
            return names::notALabel();
        *targets[i] =
            numberBelow(*text, group == Group::Microbatch ? names::kMicrobatchEnd : names::kStageEnd);
        if (!*targets[i])
            return names::outOfBounds();
    }
    if (!hasMicrobatch(*kind))
        action.microbatch.reset();
    return action;
}

std::optional<std::string_view> NamePattern::kindWord(std::string_view name) const
{
    if (name.size() > kLongestMatched)
        return std::nullopt;
    const MatchData data(pcre2_match_data_create_from_pattern(m_compiled->code.get(), nullptr));
    if (!data || m_compiled->run(name, data.get()) < 0)
        return std::nullopt;
    return m_compiled->captured(name, data.get(), Group::Kind).value_or(std::string_view());
}

} // namespace bubblescope
