// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/bubble_ledger.h"
#include "core/analyze/number_json.h"
#include "core/base/quantity.h"
#include "core/fit/run_change.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope {

namespace {

/// What changes a step by less is not told as a change.
constexpr double kSameStep = 0.002;
/// A loss beside a gain, or the other way round, is told from this part of it on.
constexpr double kWorthBeside = 0.1;

std::string sharePercent(double share)
{
    const double percent = 100 * std::abs(share);
    return fmt::format("{:.{}f} %", percent, percent < 9.95 ? 1 : 0);
}

Sentence partSentence(RunPart part)
{
    switch (part) {
    case RunPart::Forward:
        return {{"run-change.forwards", "its forwards"}};
    case RunPart::Backward:
        return {{"run-change.backwards", "its backwards"}};
    case RunPart::InputGradient:
        return {{"run-change.input-gradients", "its input gradients"}};
    case RunPart::WeightGradient:
        return {{"run-change.weight-gradients", "its weight gradients"}};
    case RunPart::Overlapped:
        return {{"run-change.overlapped", "its overlapped blocks"}};
    case RunPart::Transfer:
        return {{"run-change.transfers", "its transfers"}};
    case RunPart::Host:
        return {{"run-change.host", "the gaps of its host"}};
    case RunPart::Wait:
        return {{"run-change.waits", "its waits"}};
    case RunPart::Other:
        return {{"run-change.begin", "what is before its first action"}};
    default:
        break;
    }
    return phaseWords(*phaseOfPart(part));
}

struct OwnChange
{
    RankId rank;
    RunPart part = RunPart::Forward;
    Time gained = 0;
};

/// What changed most in that direction by a rank's own doing: waits follow from others.
OwnChange largestOwn(const RunChange& change, double sign)
{
    OwnChange largest;
    for (const RankChange& rank : change.ranks)
        for (std::size_t part = 0; part < kRunPartCount; ++part) {
            if (static_cast<RunPart>(part) == RunPart::Wait || static_cast<RunPart>(part) == RunPart::Other)
                continue;
            const Time gained = rank.parts[part].gained();
            if (sign * gained > sign * largest.gained)
                largest = {rank.rank, static_cast<RunPart>(part), gained};
        }
    return largest;
}

Sentence stepVerdict(const RunChange& change)
{
    const double share = change.before > 0 ? change.after / change.before - 1 : 0;
    const std::string before = timeInUnits(std::abs(change.before), "us");
    const std::string after = timeInUnits(std::abs(change.after), "us");
    if (std::abs(share) < kSameStep)
        return {{"run-change.same", "B takes as long as A: {after}, {before} before"}, after, before};
    if (share < 0)
        return {{"run-change.faster", "B is {share} faster: {after} instead of {before}"},
                sharePercent(share),
                after,
                before};
    return {{"run-change.slower", "B is {share} slower: {after} instead of {before}"},
            sharePercent(share),
            after,
            before};
}

/// The verdict, and what of one rank did most for it.
Sentence changeHeadline(const RunChange& change, const OwnChange& most)
{
    const Time least = kSameStep * std::min(change.before, change.after);
    if (std::abs(most.gained) < least)
        return stepVerdict(change);
    if (most.gained > 0)
        return {{"run-change.gained-most", "{verdict}; rank {rank} gained most, {time}, in {part}"},
                stepVerdict(change),
                most.rank.value,
                timeInUnits(std::abs(most.gained), "us"),
                partSentence(most.part)};
    return {{"run-change.lost-most", "{verdict}; rank {rank} lost most, {time}, in {part}"},
            stepVerdict(change),
            most.rank.value,
            timeInUnits(std::abs(most.gained), "us"),
            partSentence(most.part)};
}

template <typename Parts>
std::string partsJson(const Parts& parts, Time scale, std::string_view before)
{
    std::string text;
    for (std::size_t part = 0; part < kRunPartCount; ++part)
        if (parts[part].actions > 0)
            text += fmt::format(R"({}"{}": {{"before": {}, "after": {}}})", text.empty() ? before : ", ",
                                runPartId(static_cast<RunPart>(part)), jsonNumber(parts[part].before, scale),
                                jsonNumber(parts[part].after, scale));
    return text;
}

} // namespace

std::vector<Sentence> runChangeSentences(const RunChange& change)
{
    if (!change.notPaired.empty())
        return change.hasSteps() ? std::vector{stepVerdict(change), change.notPaired}
                                 : std::vector{change.notPaired};
    const double sign = change.after > change.before ? -1 : 1;
    const OwnChange most = largestOwn(change, sign);
    const OwnChange against = largestOwn(change, -sign);
    std::vector<Sentence> told{changeHeadline(change, most)};
    const Time least =
        std::max(kWorthBeside * std::abs(most.gained), kSameStep * std::min(change.before, change.after));
    if (against.gained <= -least)
        told.push_back({{"run-change.lost", "rank {rank} lost {time} in {part}"},
                        against.rank.value,
                        timeInUnits(std::abs(against.gained), "us"),
                        partSentence(against.part)});
    else if (against.gained >= least)
        told.push_back({{"run-change.gained", "rank {rank} gained {time} in {part}"},
                        against.rank.value,
                        timeInUnits(std::abs(against.gained), "us"),
                        partSentence(against.part)});
    if (change.onlyBefore + change.onlyAfter > 0)
        told.push_back({{"run-change.only", "{before} actions are only in A, {after} only in B"},
                        change.onlyBefore,
                        change.onlyAfter});
    told.insert(told.end(), change.leftOut.begin(), change.leftOut.end());
    return told;
}

std::string runChangeJson(const RunChange& change)
{
    const Time scale = std::max(change.before, change.after);
    std::string text = fmt::format(R"({{"before": {}, "after": {}, "sentences": [)",
                                   jsonNumber(change.before, scale), jsonNumber(change.after, scale));
    writeLines(text, runChangeSentences(change),
               [](const Sentence& sentence) { return jsonString(sentence.text()); });
    text += "],\n  \"by_part\": {" + partsJson(change.parts, scale, "") + "},\n  \"by_rank\": [";
    writeLines(text, change.ranks, [&](const RankChange& rank) {
        return fmt::format(R"({{"rank": {}, "end_before": {}, "end_after": {}{}}})", rank.rank.value,
                           jsonNumber(rank.endBefore, scale), jsonNumber(rank.endAfter, scale),
                           partsJson(rank.parts, scale, ", "));
    });
    return text + fmt::format("],\n  \"head_and_tail\": {}, \"ranks\": [{}]}}", change.isWhole,
                              fmt::join(change.compared, ", "));
}

} // namespace bubblescope
