// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv_cell.h"

#include "core/base/text_show.h"
#include "core/io/schedule_csv.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::csv {

namespace {

constexpr std::string_view kTypes =
    "F, I, W, B, SEND_F, RECV_F, SEND_B, RECV_B, WAIT_SEND_F, WAIT_SEND_B, "
    "UNSHARD, RESHARD, REDUCE_GRAD, WAIT_REDUCE_GRAD, R, O, L, S, T, CLIP, OPTIMIZER, "
    "PARAM_GATHER or EMBED_GRAD";

/// The digits at the start of a text.
struct NumberToken
{
    std::size_t length = 0; ///< 0 = no digit is there
    std::size_t leadingZeros = 0;
    std::optional<std::uint32_t> value; ///< empty if it is over `max`
};
NumberToken numberAt(std::string_view text, std::uint32_t max) noexcept
{
    NumberToken token;
    std::uint64_t value = 0;
    bool fits = true;
    while (token.length < text.size() && isDigit(text[token.length])) {
        value = value * 10U + static_cast<std::uint64_t>(text[token.length] - '0');
        fits = fits && value <= max;
        if (!fits)
            value = 0;
        if (value == 0 && fits)
            token.leadingZeros = token.length + 1;
        ++token.length;
    }
    // The last zero is the number itself.
    if (token.leadingZeros == token.length && token.length > 0)
        --token.leadingZeros;
    if (fits && token.length > 0)
        token.value = static_cast<std::uint32_t>(value);
    return token;
}

/// A piece of the cell and where in the cell it begins.
struct Piece
{
    std::string_view text;
    std::size_t offset = 0;

    [[nodiscard]] Piece from(std::size_t begin) const { return {text.substr(begin), offset + begin}; }
    [[nodiscard]] Piece trimmed() const
    {
        std::size_t begin = 0;
        std::size_t end = text.size();
        while (begin < end && isBlank(text[begin]))
            ++begin;
        while (end > begin && isBlank(text[end - 1]))
            --end;
        return {text.substr(begin, end - begin), offset + begin};
    }
};

/// Reads one cell as PyTorch's _Action.from_str does, keeping what it ignores as warnings.
class CellReader
{
public:
    explicit CellReader(Row& row) : m_row(row), m_begin(row.size()) {}

    CellReading read(std::string_view cell)
    {
        if (checkBytes(cell)) {
            const Piece piece = trim({cell, 0});
            if (piece.text.empty())
                m_row.emplace_back();
            else if (piece.text.front() == '(')
                readOverlap(piece);
            else if (!readTail(piece))
                readAction(piece, CellRole::Single);
        }
        if (m_result.error)
            m_row.resize(m_begin);
        return std::move(m_result);
    }

private:
    bool fail(std::size_t offset, Sentence message, Sentence hint = {})
    {
        m_result.error = CellNote{offset, std::move(message), std::move(hint)};
        return false;
    }
    void warn(std::size_t offset, Sentence message, Sentence hint = {})
    {
        m_result.warnings.push_back({offset, std::move(message), std::move(hint)});
    }
    Piece trim(const Piece& piece)
    {
        const Piece inner = piece.trimmed();
        if (inner.text.size() != piece.text.size() && !inner.text.empty()) {
            const std::size_t blank =
                inner.offset > piece.offset ? piece.offset : inner.offset + inner.text.size();
            warn(blank, Sentence({"csv.blanks-around-ignored", "blanks around {text} are ignored"},
                                 quotedText(inner.text)));
            m_result.warnings.back().onlyBlanks = true;
        }
        return inner;
    }

    bool checkBytes(std::string_view cell);
    bool readAction(const Piece& piece, CellRole role);
    bool readTail(const Piece& piece);
    bool failStage(const Piece& piece);
    bool failKind(const Piece& piece, std::size_t typeBegin);
    bool readMicrobatch(const Piece& piece, std::size_t at, ActionKind kind, ActionId& id);
    bool readPart(const Piece& piece, std::size_t at, CellRole role, ActionId& id);
    void warnOdd(const Piece& piece, std::size_t length, const ActionId& id, bool zeros);
    bool readOverlap(const Piece& piece);
    bool readOverlapType(const Piece& piece, const Piece& type, CellRole& role);

    Row& m_row;
    std::size_t m_begin;
    CellReading m_result;
};

bool CellReader::checkBytes(std::string_view cell)
{
    const std::size_t invalid = firstInvalidUtf8(cell);
    const auto control = static_cast<std::size_t>(
        std::find_if(
            cell.begin(), cell.end(),
            [](char c) { return !isBlank(c) && (static_cast<unsigned char>(c) < 0x20U || c == 0x7F); }) -
        cell.begin());
    const std::size_t wrong = std::min(invalid, control);
    if (wrong >= cell.size())
        return true;
    const auto byte = static_cast<unsigned>(static_cast<unsigned char>(cell[wrong]));
    return fail(wrong, wrong == invalid
                           ? Sentence({"csv.byte-0x-no-utf",
                                       "the byte 0x{byte:02X} is not valid UTF-8: save the file as UTF-8"},
                                      byte)
                           : Sentence({"csv.control-character-0x-stands",
                                       "the control character 0x{byte:02X} is not allowed in a schedule CSV"},
                                      byte));
}

bool CellReader::readAction(const Piece& piece, CellRole role)
{
    const NumberToken stage = numberAt(piece.text, Action::kMaxStage);
    if (stage.length == 0)
        return failStage(piece);
    const ActionKind kind = kindAtBegin(piece.text.substr(stage.length));
    if (kind == ActionKind::Bubble)
        return failKind(piece, stage.length);
    if (!stage.value)
        return fail(piece.offset,
                    Sentence({"csv.stage-too-large-most", "the stage of {text} is too large: at most {most}"},
                             quotedText(piece.text), Action::kMaxStage));
    if (role != CellRole::Single && (!isCompute(kind) || isVocabulary(kind)))
        return fail(piece.offset + stage.length,
                    Sentence({"csv.cannot-overlapped-parts-f",
                              "{kind} cannot be overlapped: the parts must be F, I, W or B"},
                             kindText(kind)));
    ActionId id{StageId{*stage.value}, kind, MicrobatchId{}};
    const std::size_t at = stage.length + kindText(kind).size();
    if (!readMicrobatch(piece, at, kind, id))
        return false;
    const NumberToken number = numberAt(piece.text.substr(at), Action::kMaxMicrobatch);
    if (!readPart(piece, at + number.length, role, id))
        return false;
    warnOdd(piece, at + number.length + textBehindMicrobatch(id.kind).size(), id,
            stage.leadingZeros + number.leadingZeros > 0);
    m_row.emplace_back(id.stage, id.kind, id.microbatch, role);
    return true;
}

/// "CLIP", without a stage.
bool CellReader::readTail(const Piece& piece)
{
    const ActionKind kind = tailAtBegin(piece.text);
    if (kind == ActionKind::Bubble || kindText(kind).size() != piece.text.size())
        return false;
    m_row.emplace_back(StageId{0}, kind);
    return true;
}

bool CellReader::failStage(const Piece& piece)
{
    Sentence hint = suggestionFor(piece.text);
    if (piece.text.front() == '-')
        return fail(piece.offset,
                    Sentence({"csv.no-action-stages-count", "{text} is not an action: stages count from 0"},
                             quotedText(piece.text)),
                    hint);
    if (piece.text.front() == '(')
        return fail(
            piece.offset,
            Sentence({"csv.overlapped-cell-cannot-stand", "an overlapped cell cannot contain another"}),
            hint);
    return fail(piece.offset,
                Sentence({"csv.no-action-begins-number",
                          "{text} is not an action: it must start with the number of its stage, such as 0F0"},
                         quotedText(piece.text)),
                hint.empty() ? Sentence({"csv.expected-stage-number", "expected a stage number"}) : hint);
}

bool CellReader::failKind(const Piece& piece, std::size_t typeBegin)
{
    Sentence hint = suggestionFor(piece.text);
    if (hint.empty())
        hint = Sentence({"csv.expected-type", "expected a type"});
    if (typeBegin < piece.text.size() && isBlank(piece.text[typeBegin]))
        return fail(piece.offset + typeBegin,
                    Sentence({"csv.no-action-no-blank",
                              "{text} is not an action: remove the blank between stage and type"},
                             quotedText(piece.text)),
                    hint);
    return fail(
        piece.offset + typeBegin,
        Sentence({"csv.no-action-after-stage", "{text} is not an action: expected {types} after the stage"},
                 quotedText(piece.text), kTypes),
        hint);
}

bool CellReader::readMicrobatch(const Piece& piece, std::size_t at, ActionKind kind, ActionId& id)
{
    const NumberToken number = numberAt(piece.text.substr(at), Action::kMaxMicrobatch);
    if (!hasMicrobatch(kind)) {
        if (number.length > 0)
            warn(piece.offset + at,
                 Sentence(
                     {"csv.microbatch-after-ignored", "the microbatch {number} after {action} is ignored"},
                     quotedText(piece.text.substr(at, number.length)), actionText(id)));
        return true;
    }
    if (number.length == 0) {
        Sentence hint = suggestionFor(piece.text);
        return fail(
            piece.offset + at,
            Sentence({"csv.no-action-after-comes",
                      "{text} is not an action: expected a microbatch after {kind}, such as {action}"},
                     quotedText(piece.text), kindText(kind), actionText(id)),
            hint.empty() ? Sentence({"csv.expected-microbatch-number", "expected a microbatch number"})
                         : hint);
    }
    if (!number.value)
        return fail(piece.offset + at, Sentence({"csv.microbatch-too-large-most",
                                                 "the microbatch of {text} is too large: at most {most}"},
                                                quotedText(piece.text), Action::kMaxMicrobatch));
    id.microbatch = MicrobatchId{*number.value};
    return true;
}

/// "@attention" behind the microbatch of F, I, W or B.
bool CellReader::readPart(const Piece& piece, std::size_t at, CellRole role, ActionId& id)
{
    const std::string_view rest = piece.text.substr(at);
    if (!rest.starts_with('@') || !isCompute(id.kind) || isBeyondTorch(id.kind))
        return true;
    const ActionKind part = partAtBegin(id.kind, rest);
    if (part == ActionKind::Bubble)
        return fail(
            piece.offset + at,
            id.kind == ActionKind::BackwardWeight
                ? Sentence({"csv.no-part-of-w", "{text} is not a part of W: expected @attention or @experts"},
                           quotedText(rest))
                : Sentence({"csv.no-part-of-kind", "{text} is not a part of {kind}: expected "
                                                   "@attention, @dispatch, @experts or @combine"},
                           quotedText(rest), kindText(id.kind)));
    if (role != CellRole::Single)
        return fail(piece.offset + at,
                    Sentence({"csv.part-in-overlapped-cell",
                              "{text} cannot be in an overlapped cell: parts have cells of their own"},
                             quotedText(piece.text)));
    id.kind = part;
    return true;
}

void CellReader::warnOdd(const Piece& piece, std::size_t length, const ActionId& id, bool zeros)
{
    if (zeros)
        warn(piece.offset, Sentence({"csv.leading-zeros-ignored-read",
                                     "leading zeros in {text} are ignored: it is read as {action}"},
                                    quotedText(piece.text.substr(0, length)), actionText(id)));
    if (length == piece.text.size())
        return;
    const Piece rest = piece.from(length);
    const bool otherSeparator = rest.text.front() == ';' || rest.text.front() == '\t';
    warn(rest.offset,
         Sentence({"csv.after-ignored", "{text} after {action} is ignored"}, quotedText(rest.text),
                  actionText(id)),
         otherSeparator ? Sentence({"csv.cells-separated-commas", "cells are separated by commas"})
                        : Sentence());
}

bool CellReader::readOverlap(const Piece& piece)
{
    const std::size_t close = piece.text.find(')');
    if (close == std::string_view::npos)
        return fail(
            piece.offset,
            Sentence({"csv.no-cell-bracket-not", "{text} is not a cell: its parenthesis is not closed"},
                     quotedText(piece.text)),
            Sentence({"csv.expected-overlap-f-b", "expected )OVERLAP_F_B at the end of the cell"}));
    if (const std::size_t inner = piece.text.find('(', 1); inner < close)
        return fail(piece.offset + inner, Sentence({"csv.overlapped-cell-cannot-stand",
                                                    "an overlapped cell cannot contain another"}));
    CellRole role = CellRole::OverlapForwardBackward;
    if (!readOverlapType(piece, piece.from(close + 1), role))
        return false;
    for (std::size_t begin = 1; begin <= close;) {
        const std::size_t end = std::min(piece.text.find(';', begin), close);
        const Piece part = trim({piece.text.substr(begin, end - begin), piece.offset + begin});
        const bool alone = begin == 1 && end == close;
        if (part.text.empty() && !alone)
            warn(piece.offset + begin,
                 Sentence({"csv.empty-part-ignored", "an empty part of {text} is ignored"},
                          quotedText(piece.text)));
        else if (!part.text.empty() && !readAction(part, role))
            return false;
        if (m_row.size() > m_begin)
            role = CellRole::OverlapContinued;
        begin = end + 1;
    }
    if (m_row.size() == m_begin)
        return fail(piece.offset, Sentence({"csv.overlaps-nothing-parts-stand",
                                            "{text} overlaps nothing: put its parts inside the parentheses, "
                                            "such as (0F1;3B0)OVERLAP_F_B"},
                                           quotedText(piece.text)));
    return true;
}

bool CellReader::readOverlapType(const Piece& piece, const Piece& type, CellRole& role)
{
    if (type.text == kOverlapForwardBackward)
        return true;
    if (type.text == kOverlapBackwardForward) {
        role = CellRole::OverlapBackwardForward;
        return true;
    }
    const std::string_view parts = piece.text.substr(0, piece.text.size() - type.text.size());
    Sentence hint = suggestionFor(fmt::format("{}{}", parts, kOverlapForwardBackward));
    if (hint.empty() && parts.size() < 60)
        hint = Sentence({"csv.write", "write {text}"},
                        fmt::format("{}{}", printable(parts), kOverlapForwardBackward));
    return fail(
        type.offset,
        type.text.empty()
            ? Sentence({"csv.no-type-after-comes",
                        "{text} has no type: expected OVERLAP_F_B or OVERLAP_B_F after ')'"},
                       quotedText(piece.text))
            : Sentence(
                  {"csv.no-type-overlapped-cell",
                   "{text} is not a type of overlapped cell: expected OVERLAP_F_B or OVERLAP_B_F after ')'"},
                  quotedText(type.text)),
        hint);
}

} // namespace

CellReading readCell(std::string_view cell, Row& row)
{
    return CellReader(row).read(cell);
}

} // namespace bubblescope::csv

namespace bubblescope {

Result<void> appendCell(std::string_view cell, Row& row)
{
    csv::CellReading reading = csv::readCell(cell, row);
    if (!reading.error)
        return {};
    Error error{ErrorKind::InvalidInput, std::move(reading.error->message), std::nullopt};
    error.where = SourceLocation{"cell",
                                 1,
                                 static_cast<std::uint32_t>(reading.error->offset + 1),
                                 std::string(cell),
                                 std::move(reading.error->hint),
                                 0};
    return tl::unexpected(std::move(error));
}

} // namespace bubblescope
