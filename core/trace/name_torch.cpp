// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_scanner.h"

namespace bubblescope::names {

namespace {

// A block holds two actions; far more of them are damage.
constexpr std::size_t kMostParts = 64;

Reading partsUntil(Scanner& scanner, std::string_view separator, std::string_view ending, RecordName name,
                   MissingMicrobatch missing)
{
    bool isInBounds = true;
    do {
        const auto token = takeAction(scanner, missing);
        if (!token)
            return notALabel();
        isInBounds = isInBounds && token->isInBounds && name.actions.size() < kMostParts;
        if (isInBounds)
            name.actions.push_back(token->action);
    } while (scanner.take(separator));
    if (!scanner.take(ending) || (!ending.empty() && !scanner.take("F_B") && !scanner.take("B_F")))
        return notALabel();
    if (!scanner.isAtEnd())
        return notALabel();
    if (!isInBounds)
        return outOfBounds();
    return name;
}

constexpr std::string_view kBlockEnding = ")OVERLAP_";

} // namespace

Reading torchPipeliningName(std::string_view text)
{
    Scanner scanner(text);
    if (!scanner.take("PP:"))
        return notALabel();
    RecordName name{NameFamily::TorchPipelining, {}, scanner.take("("), false};
    if (name.isOverlap)
        return partsUntil(scanner, ";", kBlockEnding, std::move(name), MissingMicrobatch::Allowed);
    const auto token = takeAction(scanner, MissingMicrobatch::Allowed);
    if (!token || !scanner.isAtEnd())
        return notALabel();
    if (!token->isInBounds)
        return outOfBounds();
    name.actions.push_back(token->action);
    return name;
}

Reading bareActionName(std::string_view text)
{
    Scanner scanner(text);
    RecordName name{NameFamily::D9d, {}, scanner.take("("), false};
    if (name.isOverlap)
        return partsUntil(scanner, ";", kBlockEnding, std::move(name), MissingMicrobatch::Refused);
    auto read = partsUntil(scanner, "|", "", std::move(name), MissingMicrobatch::Refused);
    if (read)
        read->isOverlap = read->actions.size() > 1;
    return read;
}

Reading torchSingleStageName(std::string_view text)
{
    Scanner scanner(text);
    const bool isForward = scanner.take("Forward ");
    if (!isForward && !scanner.take("Backward "))
        return notALabel();
    return wholeStep(NameFamily::TorchSingleStage, isForward, scanner);
}

} // namespace bubblescope::names
