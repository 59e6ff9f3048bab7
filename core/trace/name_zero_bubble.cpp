// SPDX-License-Identifier: Apache-2.0
#include "core/trace/name_scanner.h"

#include <array>

namespace bubblescope::names {

namespace {

constexpr std::size_t kMostFused = 64;

/// ".microbatch.chunk.split" after a type.
struct Indices
{
    std::uint64_t microbatch = 0;
    std::uint64_t chunk = 0;
    std::uint64_t split = 0;

    [[nodiscard]] bool isInBounds() const
    {
        return microbatch < kMicrobatchEnd && chunk < kStageEnd && split < kMicrobatchEnd;
    }
};

std::optional<Indices> takeIndices(Scanner& scanner, std::string_view firstSeparator)
{
    Indices indices;
    std::string_view separator = firstSeparator;
    for (std::uint64_t* index : {&indices.microbatch, &indices.chunk, &indices.split}) {
        if (!scanner.take(separator))
            return std::nullopt;
        const auto number = scanner.takeNumber();
        if (!number)
            return std::nullopt;
        *index = *number;
        separator = ".";
    }
    return indices;
}

void addAction(RecordName& name, std::optional<ActionKind> kind, const Indices& indices)
{
    name.isSequenceSplit = name.isSequenceSplit || indices.split > 0;
    if (!kind)
        return;
    NamedAction action{*kind, {}, {}, {}, {}};
    action.microbatch = static_cast<std::uint32_t>(indices.microbatch);
    action.chunk = static_cast<std::uint32_t>(indices.chunk);
    name.actions.push_back(action);
}

/// "W_clear.chunk.split": all W of the chunk that are left, so without a number.
Reading clearedWeights(Scanner& scanner)
{
    const auto chunk = scanner.takeNumber();
    if (!chunk || !scanner.take("."))
        return notALabel();
    const auto split = scanner.takeNumber();
    if (!split || !scanner.isAtEnd())
        return notALabel();
    if (*chunk >= kStageEnd || *split >= kMicrobatchEnd)
        return outOfBounds();
    NamedAction action{ActionKind::BackwardWeight, {}, {}, {}, {}};
    action.chunk = static_cast<std::uint32_t>(*chunk);
    return RecordName{NameFamily::ZeroBubble, {action}, false, *split > 0};
}

/// What "SEND_FORWARD" and its like say; `kind` is empty for the check of a step, which is no pipeline
/// action.
struct TransferWord
{
    std::string_view word;
    std::optional<ActionKind> kind;
};
const std::array<TransferWord, 6> kNameZeroBubbleTransferWords{
    {{"SEND_FORWARD", ActionKind::SendForward},
     {"SEND_BACKWARD", ActionKind::SendBackward},
     {"SEND_POST_VALIDATION", {}},
     {"RECV_FORWARD", ActionKind::ReceiveForward},
     {"RECV_BACKWARD", ActionKind::ReceiveBackward},
     {"RECV_POST_VALIDATION", {}}}};

const TransferWord* takeTransferWord(Scanner& scanner)
{
    for (const TransferWord& transfer : kNameZeroBubbleTransferWords)
        if (scanner.take(transfer.word))
            return &transfer;
    return nullptr;
}

Reading transfers(Scanner& scanner)
{
    RecordName name{NameFamily::ZeroBubble, {}, false, false};
    bool isInBounds = true;
    std::size_t count = 0;
    do {
        const TransferWord* transfer = takeTransferWord(scanner);
        const auto indices = transfer != nullptr ? takeIndices(scanner, ".") : std::nullopt;
        if (!indices)
            return notALabel();
        isInBounds = isInBounds && indices->isInBounds() && ++count <= kMostFused;
        if (isInBounds)
            addAction(name, transfer->kind, *indices);
    } while (scanner.take("_"));
    if (!scanner.isAtEnd())
        return notALabel();
    if (!isInBounds)
        return outOfBounds();
    return name;
}

} // namespace

Reading zeroBubbleName(std::string_view text)
{
    Scanner scanner(text);
    if (text.starts_with("SEND_") || text.starts_with("RECV_"))
        return transfers(scanner);
    if (scanner.take("W_clear."))
        return clearedWeights(scanner);
    // R computes a forward again: a known label, and no action of the model.
    const bool isRecomputation = scanner.take("R");
    std::optional<ActionKind> kind;
    if (!isRecomputation) {
        kind = scanner.takeKind();
        if (kind != ActionKind::Forward && kind != ActionKind::Backward && kind != ActionKind::BackwardWeight)
            return notALabel();
    }
    const auto indices = takeIndices(scanner, "");
    if (!indices || !scanner.isAtEnd())
        return notALabel();
    if (!indices->isInBounds())
        return outOfBounds();
    RecordName name{NameFamily::ZeroBubble, {}, false, false};
    addAction(name, kind, *indices);
    return name;
}

} // namespace bubblescope::names
