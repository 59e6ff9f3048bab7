// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_preview.h"

#include "core/base/text_show.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr std::size_t kMostWords = 5;

/// What a name's records count for.
struct Verdict
{
    enum class Kind : std::uint8_t { Untried, Matches, OutOfBounds, UnknownKind, DoesNotMatch };
    Kind kind = Kind::Untried;
    std::size_t word = kMostWords; ///< of UnknownKind: index into PatternPreview::unknownKinds, or none
};

/// Index of the text that a pattern is asked about; 0 = none.
std::uint32_t nameOf(const TraceRecord& record)
{
    if (record.kind == RecordKind::Range)
        return record.name;
    return record.kind == RecordKind::Kernel ? record.label : 0;
}

/// Where the word is among those that are unknown; behind them where they are too many.
std::size_t unknownWord(const NamePattern& pattern, const std::string& name, PatternPreview& preview)
{
    const std::string word = shownName(pattern.kindWord(name).value_or(""));
    auto& words = preview.unknownKinds;
    const auto known =
        std::find_if(words.begin(), words.end(), [&](const auto& other) { return other.first == word; });
    const auto index = static_cast<std::size_t>(known - words.begin());
    if (known == words.end() && words.size() < kMostWords)
        words.emplace_back(word, 0);
    return index;
}

Verdict judge(const NamePattern& pattern, const std::string& name, std::size_t mostExamples,
              PatternPreview& preview)
{
    const auto action = pattern.read(name);
    if (!action) {
        if (action.error() == NameRefusal::UnknownKind)
            return {Verdict::Kind::UnknownKind, unknownWord(pattern, name, preview)};
        const bool isOutOfBounds = action.error() == NameRefusal::OutOfBounds;
        return {isOutOfBounds ? Verdict::Kind::OutOfBounds : Verdict::Kind::DoesNotMatch};
    }
    std::string shown = shownName(name);
    const auto isKnown = [&](const auto& example) { return example.first == shown; };
    if (preview.examples.size() < mostExamples &&
        std::none_of(preview.examples.begin(), preview.examples.end(), isKnown))
        preview.examples.emplace_back(std::move(shown), *action);
    return {Verdict::Kind::Matches};
}

void count(const Verdict& verdict, PatternPreview& preview)
{
    ++preview.records;
    preview.matched += verdict.kind == Verdict::Kind::Matches ? 1 : 0;
    preview.outOfBounds += verdict.kind == Verdict::Kind::OutOfBounds ? 1 : 0;
    if (verdict.kind != Verdict::Kind::UnknownKind)
        return;
    ++preview.unknownKind;
    if (verdict.word < preview.unknownKinds.size())
        ++preview.unknownKinds[verdict.word].second;
}

} // namespace

PatternPreview previewPattern(const NamePattern& pattern, const std::vector<const TraceFile*>& files,
                              const CancelToken& cancel, std::size_t mostExamples)
{
    PatternPreview preview;
    for (const TraceFile* file : files) {
        std::vector<Verdict> verdicts(file->strings.size());
        for (const TraceRecord& record : file->records) {
            const std::uint32_t name = nameOf(record);
            if (name == 0)
                continue;
            Verdict& verdict = verdicts[name];
            if (verdict.kind == Verdict::Kind::Untried) {
                if (cancel.isCancelled())
                    return preview;
                if (preview.records == 0)
                    preview.firstName = shownName(file->strings[name]);
                verdict = judge(pattern, file->strings[name], mostExamples, preview);
            }
            count(verdict, preview);
        }
    }
    return preview;
}

namespace {

std::string wordsText(const PatternPreview& preview)
{
    std::string text;
    std::size_t told = 0;
    for (const auto& [word, records] : preview.unknownKinds) {
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ",
                            word.empty() ? "nothing" : quotedText(word), records);
        told += records;
    }
    return told < preview.unknownKind ? text + ", ..." : text;
}

} // namespace

std::optional<std::string> whyNothingMatches(const NamePattern& pattern, const PatternPreview& preview)
{
    if (preview.matched > 0 || preview.records == 0)
        return std::nullopt;
    const std::string shown = quotedText(pattern.expression());
    if (preview.unknownKind > 0)
        return fmt::format("the pattern {} matches {} of {} records, but its group 'kind' captures no known "
                           "action: {}; the known ones are F, fwd, forward, B, bwd, backward, I, dgrad, W, "
                           "wgrad and the names of transfers (send_forward, recv_backward, unshard, ...)",
                           shown, preview.unknownKind, preview.records, wordsText(preview));
    if (preview.outOfBounds > 0)
        return fmt::format("the pattern {} matches {} of {} records, but the numbers are too large: stages "
                           "go up to 65,535, microbatches up to 16,777,215",
                           shown, preview.outOfBounds, preview.records);
    return fmt::format(
        "the pattern {} matches none of {} records; it must match a whole name, and the first name is {}",
        shown, preview.records, quotedText(preview.firstName));
}

} // namespace bubblescope
