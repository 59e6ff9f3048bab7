// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/time/action_table.h"

namespace bubblescope {

/// Who takes what a compute action makes. Looked up by microbatch, so that a stage that is on two ranks
/// (DualPipe, Chimera) has the neighbors of the direction its microbatch runs in. Keeps a reference; O(1).
class Neighbours
{
public:
    explicit Neighbours(const ActionTable& table) : m_table(table) {}

    /// F of a stage before the last, B or I of one behind the first.
    [[nodiscard]] bool hasConsumer(const Action& action) const
    {
        return isForward(action.kind())         ? action.stage().value + 1 < m_table.stageCount()
               : isInputGradient(action.kind()) ? action.stage().value > 0
                                                : false;
    }
    /// F of a stage behind the first, B or I of one before the last.
    [[nodiscard]] bool hasProducer(const Action& action) const
    {
        return isForward(action.kind())         ? action.stage().value > 0
               : isInputGradient(action.kind()) ? action.stage().value + 1 < m_table.stageCount()
                                                : false;
    }
    /// Requires hasConsumer(action); nowhere if no rank runs it.
    [[nodiscard]] Place consumerOf(const Action& action) const
    {
        return isForward(action.kind()) ? find(ActionClass::Forward, action.stage().value + 1, action)
                                        : find(ActionClass::InputGradient, action.stage().value - 1, action);
    }
    /// Requires hasProducer(action); nowhere if no rank runs it.
    [[nodiscard]] Place producerOf(const Action& action) const
    {
        return isForward(action.kind()) ? find(ActionClass::Forward, action.stage().value - 1, action)
                                        : find(ActionClass::InputGradient, action.stage().value + 1, action);
    }

private:
    [[nodiscard]] Place find(ActionClass kind, std::uint32_t stage, const Action& action) const
    {
        return m_table.find(kind, StageId{stage}, action.microbatch());
    }

    const ActionTable& m_table;
};

/// The message that carries away what F, B or I makes.
[[nodiscard]] inline Action sendOf(const Action& action)
{
    return {action.stage(), isForward(action.kind()) ? ActionKind::SendForward : ActionKind::SendBackward,
            action.microbatch()};
}
/// The other end of that message.
[[nodiscard]] inline Action receiveOf(const Action& action)
{
    const bool forward = isForward(action.kind());
    return {StageId{forward ? action.stage().value + 1 : action.stage().value - 1},
            forward ? ActionKind::ReceiveForward : ActionKind::ReceiveBackward, action.microbatch()};
}

} // namespace bubblescope
