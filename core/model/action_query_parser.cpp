// SPDX-License-Identifier: Apache-2.0
#include "core/model/action_query_parser.h"

#include "core/base/try.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <limits>

namespace bubblescope {

namespace {

template <typename... Kinds>
constexpr KindMask bitsOf(Kinds... kinds)
{
    return (kindBit(kinds) | ...);
}
/// F, I, W or B with its parts.
constexpr KindMask bitOf(ActionKind kind)
{
    KindMask bits = 0;
    for (std::size_t k = 0; k < kActionKindCount; ++k)
        if (wholeOf(static_cast<ActionKind>(k)) == kind)
            bits |= kindBit(static_cast<ActionKind>(k));
    return bits;
}

using enum ActionKind;

struct KindWord
{
    std::string_view word;
    KindMask kinds;
    bool afterStage = true; ///< may stand behind a stage's number: "3F", not "3comm"
};

constexpr KindMask kCommunication =
    bitsOf(SendForward, ReceiveForward, SendBackward, ReceiveBackward, WaitSendForward, WaitSendBackward);
constexpr KindMask kFsdp = bitsOf(Unshard, Reshard, ReduceGrad, WaitReduceGrad);

constexpr std::array kKindWords{
    KindWord{"F", bitOf(Forward)},
    KindWord{"B", bitOf(Backward)},
    KindWord{"I", bitOf(BackwardInput)},
    KindWord{"W", bitOf(BackwardWeight)},
    KindWord{"R", bitOf(Recompute)},
    KindWord{"O", bitOf(Offload)},
    KindWord{"L", bitOf(Reload)},
    KindWord{"T", bitOf(VocabularyBackward)},
    KindWord{"VOCABULARY", bitsOf(VocabularyForward, VocabularyBackward)},
    KindWord{"FORWARD", bitOf(Forward)},
    KindWord{"BACKWARD", bitOf(Backward)},
    KindWord{"INPUT", bitOf(BackwardInput)},
    KindWord{"WEIGHT", bitOf(BackwardWeight)},
    KindWord{"SEND", bitsOf(SendForward, SendBackward)},
    KindWord{"SEND_F", bitOf(SendForward)},
    KindWord{"SEND_B", bitOf(SendBackward)},
    KindWord{"RECV", bitsOf(ReceiveForward, ReceiveBackward)},
    KindWord{"RECEIVE", bitsOf(ReceiveForward, ReceiveBackward)},
    KindWord{"RECV_F", bitOf(ReceiveForward)},
    KindWord{"RECV_B", bitOf(ReceiveBackward)},
    KindWord{"WAIT", bitsOf(WaitSendForward, WaitSendBackward, WaitReduceGrad)},
    KindWord{"WAIT_SEND", bitsOf(WaitSendForward, WaitSendBackward)},
    KindWord{"WAIT_SEND_F", bitOf(WaitSendForward)},
    KindWord{"WAIT_SEND_B", bitOf(WaitSendBackward)},
    KindWord{"UNSHARD", bitOf(Unshard)},
    KindWord{"RESHARD", bitOf(Reshard)},
    KindWord{"REDUCE", bitOf(ReduceGrad)},
    KindWord{"REDUCE_GRAD", bitOf(ReduceGrad)},
    KindWord{"WAIT_REDUCE_GRAD", bitOf(WaitReduceGrad)},
    KindWord{"RECOMPUTE", bitOf(Recompute)},
    KindWord{"OFFLOAD", bitOf(Offload)},
    KindWord{"RELOAD", bitOf(Reload)},
    KindWord{"EMBED_GRAD", bitOf(EmbedGrad), false},
    KindWord{"CLIP", bitOf(Clip), false},
    KindWord{"OPTIMIZER", bitOf(Optimizer), false},
    KindWord{"PARAM_GATHER", bitOf(ParamGather), false},
    KindWord{"ATTENTION", bitsOf(ForwardAttention, InputAttention, WeightAttention, BackwardAttention)},
    KindWord{"DISPATCH", bitsOf(ForwardDispatch, InputDispatch, BackwardDispatch)},
    KindWord{"EXPERTS", bitsOf(ForwardExperts, InputExperts, WeightExperts, BackwardExperts)},
    KindWord{"COMBINE", bitsOf(ForwardCombine, InputCombine, BackwardCombine)},
    KindWord{"COMM", kCommunication, false},
    KindWord{"COMMUNICATION", kCommunication, false},
    KindWord{"FSDP", kFsdp, false},
    KindWord{"COMPUTE", bitsOf(Forward, Backward, BackwardInput, BackwardWeight, Recompute), false},
};

constexpr std::array<std::string_view, 6> kOverlapWords{"OVERLAP", "OVERLAPPED",  "F+B",
                                                        "B+F",     "OVERLAP_F_B", "OVERLAP_B_F"};
constexpr std::array<std::string_view, 2> kRankWords{"RANK", "RANKS"};
constexpr std::array<std::string_view, 2> kStageWords{"STAGE", "STAGES"};
constexpr std::array<std::string_view, 3> kMicrobatchWords{"MB", "MICROBATCH", "MICROBATCHES"};
constexpr std::string_view kWhatIsRight = "3F, 3F7, send, stage 2, rank 1 or mb 7";

template <typename Words>
bool isOneOf(const Words& words, std::string_view word)
{
    return std::find(words.begin(), words.end(), word) != words.end();
}
template <typename Words>
bool isPrefixOfOne(const Words& words, std::string_view word)
{
    return std::any_of(words.begin(), words.end(),
                       [&](std::string_view known) { return known.starts_with(word); });
}

const KindWord* findKind(std::string_view word, bool afterStage)
{
    const auto found = std::find_if(kKindWords.begin(), kKindWords.end(), [&](const KindWord& kind) {
        return kind.word == word && (kind.afterStage || !afterStage);
    });
    return found == kKindWords.end() ? nullptr : &*found;
}

bool isPrefixOfKind(std::string_view word, bool afterStage)
{
    return std::any_of(kKindWords.begin(), kKindWords.end(), [&](const KindWord& kind) {
        return kind.word.starts_with(word) && (kind.afterStage || !afterStage);
    });
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}
bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

} // namespace

Result<ActionQuery, ActionQueryError> ActionQueryParser::run()
{
    skipBlanks();
    if (atEnd())
        return wrong(
            m_at, Sentence({"query.nothing-asked", "nothing to search for: write {examples}"}, kWhatIsRight),
            {}, true);
    while (!atEnd()) {
        if (const Read read = readTerm(); !read)
            return tl::unexpected(read.error());
        skipBlanks();
    }
    m_query.finish();
    return std::move(m_query);
}

void ActionQueryParser::skipBlanks()
{
    while (!atEnd() && isBlank(here()))
        ++m_at;
}

std::string ActionQueryParser::readWord()
{
    std::string word;
    for (; !atEnd() && (isLetter(here()) || here() == '_' || here() == '+'); ++m_at)
        word += static_cast<char>(here() >= 'a' && here() <= 'z' ? here() - 'a' + 'A' : here());
    return word;
}

std::string ActionQueryParser::termFrom(std::size_t begin) const
{
    std::size_t end = begin;
    while (end < m_text.size() && !isBlank(m_text[end]))
        ++end;
    return std::string(m_text.substr(begin, end - begin));
}

ActionQueryParser::Failure ActionQueryParser::wrong(std::size_t at, Sentence message, Sentence hint,
                                                    bool isUnfinished) const
{
    SourceLocation where{"search", 1, static_cast<std::uint32_t>(at + 1), std::string(m_text),
                         std::move(hint)};
    return Failure(
        ActionQueryError{{ErrorKind::InvalidInput, std::move(message), std::move(where)}, isUnfinished});
}

ActionQueryParser::Read ActionQueryParser::readTerm()
{
    if (here() == '(')
        return readCell();
    if (isDigit(here()))
        return readNumberedAction();
    if (isLetter(here()))
        return readWordTerm();
    return wrong(
        m_at,
        Sentence({"query.nothing-to-search-for", "\"{term}\" is not a search term; write {examples}"},
                 termFrom(m_at), kWhatIsRight),
        {}, false);
}

ActionQueryParser::Read ActionQueryParser::readNumberedAction()
{
    const std::size_t begin = m_at;
    TRY(const auto stages, readNumbers());
    if (atTermEnd()) {
        const std::string number = termFrom(begin);
        return wrong(
            begin,
            Sentence({"query.what-f-stage-mb",
                      "{number} of what? write {number}F, stage {number}, mb {number} or rank {number}"},
                     number),
            {}, atEnd());
    }
    return readKind(stages);
}

ActionQueryParser::Read ActionQueryParser::readKind(const NumberSet& stages)
{
    const std::size_t begin = m_at;
    const std::string word = readWord();
    // By itself it is the begin of "send".
    if (word == "S" && isDigit(here()))
        return addPattern(bitOf(VocabularyForward), stages, word);
    const KindWord* kind = findKind(word, true);
    if (kind == nullptr)
        return unknownWord(begin, word, true);
    return addPattern(kind->kinds, stages, kind->word);
}

ActionQueryParser::Read ActionQueryParser::addPattern(KindMask kinds, const NumberSet& stages,
                                                      std::string_view kindName)
{
    ActionQuery::Pattern pattern{kinds, stages, {}};
    const std::size_t at = m_at;
    if (isDigit(here())) {
        if ((kinds & (kFsdp | 1U)) == kinds)
            return wrong(at, Sentence(query_errors::kNoMicrobatch, kindName), {}, false);
        TRY(pattern.microbatches, readNumbers());
    }
    if (!atTermEnd() && here() != ';' && here() != ')')
        return wrong(
            m_at,
            Sentence({"query.does-not-belong-action", "\"{term}\" is not part of an action"}, termFrom(m_at)),
            Sentence({"query.blank-parts-terms", "a blank separates the terms"}), false);
    m_query.m_patterns.push_back(std::move(pattern));
    return {};
}

ActionQueryParser::Read ActionQueryParser::readWordTerm()
{
    const std::size_t begin = m_at;
    const std::string word = readWord();
    if (isOneOf(kRankWords, word))
        return readField("rank", begin, m_query.m_ranks);
    if (isOneOf(kStageWords, word))
        return readField("stage", begin, m_query.m_stages);
    if (isOneOf(kMicrobatchWords, word))
        return readField("mb", begin, m_query.m_microbatches);
    if (isOneOf(kOverlapWords, word) && atTermEnd()) {
        m_query.m_overlapped = true;
        return {};
    }
    if (const KindWord* kind = findKind(word, false))
        return addPattern(kind->kinds, {}, kind->word);
    return unknownWord(begin, word, false);
}

ActionQueryParser::Failure ActionQueryParser::unknownWord(std::size_t begin, std::string_view word,
                                                          bool afterNumber) const
{
    const std::string asWritten = termFrom(begin);
    if (afterNumber) {
        const bool mayBecome = atEnd() && isPrefixOfKind(word, true);
        return wrong(
            begin,
            Sentence(
                {"query.no-kind-action-f",
                 "\"{term}\" is not a kind of action; the kinds are F, I, W, B, SEND_F, RECV_F, UNSHARD, …"},
                asWritten),
            {}, mayBecome);
    }
    const bool mayBecome = atEnd() && (isPrefixOfOne(kRankWords, word) || isPrefixOfOne(kStageWords, word) ||
                                       isPrefixOfOne(kMicrobatchWords, word) ||
                                       isPrefixOfOne(kOverlapWords, word) || isPrefixOfKind(word, false));
    return wrong(
        begin,
        Sentence({"query.nothing-to-search-for", "\"{term}\" is not a search term; write {examples}"},
                 asWritten, kWhatIsRight),
        {}, mayBecome);
}

ActionQueryParser::Read ActionQueryParser::readField(std::string_view name, std::size_t begin,
                                                     NumberSet& into)
{
    skipBlanks();
    if (atEnd())
        return wrong(
            begin,
            Sentence({"query.which-1-0-3", "which {name}? write {name} 1, {name} 0-3 or {name} 2,5"}, name),
            {}, true);
    if (!isDigit(here()))
        return wrong(m_at,
                     Sentence({"query.no-number-1-0",
                               "\"{term}\" is not a number; write {name} 1, {name} 0-3 or {name} 2,5"},
                              termFrom(m_at), name),
                     {}, false);
    TRY(const auto numbers, readNumbers());
    if (!atTermEnd())
        return wrong(
            m_at,
            Sentence({"query.does-not-belong-number", "\"{term}\" is not part of the number of {name}"},
                     termFrom(m_at), name),
            Sentence({"query.blank-parts-terms", "a blank separates the terms"}), false);
    into.add(numbers);
    return {};
}

Result<NumberSet, ActionQueryError> ActionQueryParser::readNumbers()
{
    NumberSet numbers;
    for (;;) {
        const std::size_t begin = m_at;
        TRY(const auto first, readNumber());
        std::uint32_t last = first;
        if (here() == '-') {
            ++m_at;
            if (!isDigit(here()))
                return wrong(m_at, Sentence(query_errors::kUpToWhich, first, std::uint64_t{first} + 2), {},
                             atEnd());
            TRY(last, readNumber());
        }
        if (last < first)
            // While its end is still being typed, "12-1" may become "12-15".
            return wrong(begin,
                         Sentence({"query.runs-backward-would-right",
                                   "{first}-{last} runs backward; write {last}-{first}"},
                                  first, last),
                         {}, atEnd());
        numbers.add({first, last});
        if (here() != ',')
            return numbers;
        ++m_at;
        skipBlanks();
        if (!isDigit(here()))
            return wrong(m_at, Sentence(query_errors::kNumberMissing), {}, atEnd());
    }
}

Result<std::uint32_t, ActionQueryError> ActionQueryParser::readNumber()
{
    const std::size_t begin = m_at;
    std::uint64_t number = 0;
    constexpr std::uint64_t kMost = Action::kMaxMicrobatch;
    for (; isDigit(here()); ++m_at)
        number = std::min(number * 10 + static_cast<std::uint64_t>(here() - '0'), kMost + 1);
    if (number > kMost)
        return wrong(begin,
                     Sentence({"query.more-than-any-number",
                               "{number} is too large: the highest number here is {most}"},
                              m_text.substr(begin, m_at - begin), kMost),
                     {}, false);
    return static_cast<std::uint32_t>(number);
}

/// "(0F1;3B0)OVERLAP_F_B", as an order writes it.
ActionQueryParser::Read ActionQueryParser::readCell()
{
    const std::size_t begin = m_at;
    do {
        ++m_at;
        if (!isDigit(here()))
            return wrong(m_at,
                         Sentence({"query.action-missing-right-0f1",
                                   "an action is missing; write (0F1;3B0)OVERLAP_F_B"}),
                         {}, atEnd());
        if (const Read read = readNumberedAction(); !read)
            return read;
    } while (here() == ';');
    if (here() != ')')
        return wrong(m_at,
                     Sentence({"query.missing-right-0f1-3b0", "a ) is missing; write (0F1;3B0)OVERLAP_F_B"}),
                     {}, atEnd());
    ++m_at;
    if (const std::string word = readWord(); !atTermEnd() || (!word.empty() && !isOneOf(kOverlapWords, word)))
        return wrong(
            begin,
            Sentence({"query.no-cell-right-0f1", "\"{term}\" is not a cell; write (0F1;3B0)OVERLAP_F_B"},
                     termFrom(begin)),
            {}, atEnd() && isPrefixOfOne(kOverlapWords, word));
    m_query.m_overlapped = true;
    return {};
}

} // namespace bubblescope
