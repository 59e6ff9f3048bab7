// SPDX-License-Identifier: Apache-2.0
#include "core/lower/parts.h"

#include "core/lower/order_check.h"

#include <algorithm>
#include <span>

namespace bubblescope {

namespace {

/// What an overlapped cell runs; without F and gradient it is none that is split.
struct OverlappedPair
{
    const Action* forward = nullptr;
    const Action* gradient = nullptr;
    const Action* weight = nullptr;
};

OverlappedPair pairOf(std::span<const Action> cell)
{
    OverlappedPair pair;
    for (const Action& action : cell) {
        const Action** place = isForward(action.kind())                      ? &pair.forward
                               : isInputGradient(action.kind())              ? &pair.gradient
                               : action.kind() == ActionKind::BackwardWeight ? &pair.weight
                                                                             : nullptr;
        if (place == nullptr || *place != nullptr)
            return {};
        *place = &action;
    }
    return pair.forward != nullptr && pair.gradient != nullptr ? pair : OverlappedPair{};
}

class PartsWriter
{
public:
    explicit PartsWriter(Row& out) : m_out(out) {}

    /// In the order of rows; the exchanges have a stream of their own.
    void writePair(const OverlappedPair& pair)
    {
        put(*pair.gradient, "@combine");
        put(*pair.forward, "@attention");
        put(*pair.gradient, "@experts");
        put(*pair.forward, "@dispatch");
        put(*pair.gradient, "@dispatch");
        if (pair.weight != nullptr)
            put(*pair.weight, "@experts");
        put(*pair.forward, "@experts");
        put(*pair.gradient, "@attention");
        if (pair.weight != nullptr)
            put(*pair.weight, "@attention");
        put(*pair.forward, "@combine");
    }

    /// False for what has no parts.
    bool writeAlone(const Action& action)
    {
        if (isForward(action.kind()))
            for (const std::string_view part : {"@attention", "@dispatch", "@experts", "@combine"})
                put(action, part);
        else if (isInputGradient(action.kind()))
            for (const std::string_view part : {"@combine", "@experts", "@dispatch", "@attention"})
                put(action, part);
        else if (action.kind() == ActionKind::BackwardWeight)
            for (const std::string_view part : {"@experts", "@attention"})
                put(action, part);
        else
            return false;
        return true;
    }

private:
    void put(const Action& whole, std::string_view part)
    {
        m_out.emplace_back(whole.stage(), partAtBegin(whole.kind(), part), whole.microbatch());
    }

    Row& m_out;
};

} // namespace

Result<Schedule> addParts(const Schedule& schedule, PartCells cells, const CancelToken& cancel)
{
    if (auto error = unfitOrder(schedule, "parts", BesideCompute::Nothing))
        return tl::unexpected(*std::move(error));
    Schedule result = emptied(schedule);
    bool any = false;
    for (std::size_t r = 0; r < schedule.rows.size(); ++r) {
        if (cancel.isCancelled())
            return tl::unexpected(cancelledLowering());
        const std::span<const Action> row = schedule.rows[r];
        Row& out = result.rows[r];
        PartsWriter writer(out);
        for (std::size_t i = 0, end = 0; i < row.size(); i = end) {
            end = cellEnd(row, i);
            const std::span<const Action> cell = row.subspan(i, end - i);
            if (const OverlappedPair pair = pairOf(cell); pair.forward != nullptr) {
                writer.writePair(pair);
                any = true;
            } else if (cells == PartCells::All && cell.size() == 1 && writer.writeAlone(cell[0]))
                any = true;
            else if (!cell[0].isBubble())
                out.insert(out.end(), cell.begin(), cell.end());
        }
    }
    if (any)
        return result;
    return invalidInput({"lower.nothing-overlaps",
                         "no forward of the order overlaps a backward: take a schedule with overlap, or "
                         "cells=all"});
}

} // namespace bubblescope
