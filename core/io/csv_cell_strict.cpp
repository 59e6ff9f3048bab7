// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv_cell.h"

namespace bubblescope::csv {

namespace {

// Apart from numberAt(): this is what ten million cells run through.
bool scanNumber(const char*& p, const char* end, std::uint32_t max, std::uint32_t& value)
{
    if (p == end || !isDigit(*p))
        return false;
    if (*p == '0') {
        value = 0;
        ++p;
        return p == end || !isDigit(*p);
    }
    std::uint64_t number = 0;
    do {
        number = number * 10U + static_cast<std::uint64_t>(*p - '0');
        if (number > max)
            return false;
        ++p;
    } while (p != end && isDigit(*p));
    value = static_cast<std::uint32_t>(number);
    return true;
}

ActionKind scanKind(const char*& p, const char* end)
{
    if (end - p >= 2 && isDigit(p[1])) {
        switch (*p) {
        case 'F':
            ++p;
            return ActionKind::Forward;
        case 'I':
            ++p;
            return ActionKind::BackwardInput;
        case 'W':
            ++p;
            return ActionKind::BackwardWeight;
        case 'B':
            ++p;
            return ActionKind::Backward;
        case 'R':
            ++p;
            return ActionKind::Recompute;
        case 'O':
            ++p;
            return ActionKind::Offload;
        case 'L':
            ++p;
            return ActionKind::Reload;
        case 'S':
            ++p;
            return ActionKind::VocabularyForward;
        case 'T':
            ++p;
            return ActionKind::VocabularyBackward;
        default:
            return ActionKind::Bubble;
        }
    }
    const ActionKind kind = kindAtBegin({p, static_cast<std::size_t>(end - p)});
    p += kindText(kind).size();
    return kind;
}

/// "@attention" behind a microbatch; Bubble = no such part.
ActionKind scanPart(const char*& p, const char* end, ActionKind whole, CellRole role)
{
    const ActionKind part = role == CellRole::Single
                                ? partAtBegin(whole, {p, static_cast<std::size_t>(end - p)})
                                : ActionKind::Bubble;
    p += textBehindMicrobatch(part).size();
    return part;
}

const char* scanTail(const char* p, const char* end, CellRole role, Row& row)
{
    const ActionKind kind = tailAtBegin({p, static_cast<std::size_t>(end - p)});
    if (kind == ActionKind::Bubble || role != CellRole::Single)
        return nullptr;
    row.emplace_back(StageId{0}, kind);
    return p + kindText(kind).size();
}

const char* scanAction(const char* p, const char* end, CellRole role, Row& row)
{
    std::uint32_t stage = 0;
    std::uint32_t microbatch = 0;
    if (p != end && *p >= 'A')
        return scanTail(p, end, role, row);
    if (!scanNumber(p, end, Action::kMaxStage, stage))
        return nullptr;
    ActionKind kind = scanKind(p, end);
    if (kind == ActionKind::Bubble || (role != CellRole::Single && (!isCompute(kind) || isVocabulary(kind))))
        return nullptr;
    if (hasMicrobatch(kind) && !scanNumber(p, end, Action::kMaxMicrobatch, microbatch))
        return nullptr;
    if (p != end && *p == '@' && (kind = scanPart(p, end, kind, role)) == ActionKind::Bubble)
        return nullptr;
    row.emplace_back(StageId{stage}, kind, MicrobatchId{microbatch}, role);
    return p;
}

const char* scanOverlap(const char* p, const char* end, Row& row)
{
    const std::size_t first = row.size();
    CellRole role = CellRole::OverlapForwardBackward;
    do {
        p = scanAction(p + 1, end, role, row);
        role = CellRole::OverlapContinued;
    } while (p != nullptr && p != end && *p == ';');
    if (p == nullptr || p == end || *p != ')')
        return nullptr;
    const std::string_view rest(p + 1, static_cast<std::size_t>(end - p - 1));
    if (rest.starts_with(kOverlapBackwardForward))
        row[first] = row[first].withRole(CellRole::OverlapBackwardForward);
    else if (!rest.starts_with(kOverlapForwardBackward))
        return nullptr;
    return rest.data() + kOverlapForwardBackward.size();
}

} // namespace

const char* scanStrictCell(const char* begin, const char* end, Row& row)
{
    if (begin == end)
        return nullptr;
    const std::size_t size = row.size();
    const char* rest =
        *begin == '(' ? scanOverlap(begin, end, row) : scanAction(begin, end, CellRole::Single, row);
    if (rest == nullptr)
        row.resize(size);
    return rest;
}

} // namespace bubblescope::csv
