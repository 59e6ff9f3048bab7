// SPDX-License-Identifier: Apache-2.0
#include "core/time/dependencies.h"

namespace bubblescope {

namespace {

constexpr std::array<ActionKind, kActionClassCount> kWantedKind{
    ActionKind::Forward,         ActionKind::Backward,        ActionKind::BackwardWeight,
    ActionKind::SendForward,     ActionKind::ReceiveForward,  ActionKind::SendBackward,
    ActionKind::ReceiveBackward, ActionKind::WaitSendForward, ActionKind::WaitSendBackward,
    ActionKind::Recompute,       ActionKind::Offload,         ActionKind::Reload,
};

ActionClass receiveOf(ActionClass send)
{
    return send == ActionClass::SendForward ? ActionClass::ReceiveForward : ActionClass::ReceiveBackward;
}

StageId before(StageId stage)
{
    return StageId{stage.value - 1};
}

StageId after(StageId stage)
{
    return StageId{stage.value + 1};
}

} // namespace

DependencyRule dependencyRule(TimingProfile profile) noexcept
{
    return profile == TimingProfile::Strict ? DependencyRule::Strict
                                            : DependencyRule::PpScheduleVisualization;
}

InputList Dependencies::inputsOf(const Action& action, std::uint32_t rank) const
{
    InputList list;
    switch (action.kind()) {
    case ActionKind::Forward:
        addForward(list, action, rank);
        break;
    case ActionKind::Backward:
    case ActionKind::BackwardInput:
        addInputGradient(list, action, rank);
        break;
    case ActionKind::BackwardWeight:
        addWeight(list, action);
        break;
    case ActionKind::Recompute:
    case ActionKind::Offload:
        list.add(find(ActionClass::Forward, action.stage(), action.microbatch()));
        break;
    case ActionKind::Reload:
        list.add(find(ActionClass::Offload, action.stage(), action.microbatch()));
        break;
    default:
        if (isCommunication(action.kind()))
            addCommunication(list, action);
    }
    return list;
}

Input Dependencies::find(ActionClass kind, StageId stage, MicrobatchId microbatch) const
{
    Input input;
    input.producer = m_table.find(kind, stage, microbatch);
    input.wanted = {stage, kWantedKind[static_cast<std::size_t>(kind)], microbatch};
    return input;
}

void Dependencies::addTransferred(InputList& list, Input input, const Action& consumer,
                                  std::uint32_t rank) const
{
    const ActionClass send =
        isForward(consumer.kind()) ? ActionClass::SendForward : ActionClass::SendBackward;
    input.transferred =
        m_rule == DependencyRule::PpScheduleVisualization || (input.producer && input.producer.rank != rank);
    const ActionClass receive = receiveOf(send);
    const bool communicates = m_table.has(send) || m_table.has(receive);
    if (communicates && input.producer && input.producer.rank != rank) {
        const bool async = m_mode == TransferMode::Async;
        const Input sent = find(send, input.wanted.stage, input.wanted.microbatch);
        const Input received = find(receive, consumer.stage(), consumer.microbatch());
        // With neither, the order leaves this transfer to the reader; one without the other is no message.
        if (sent.producer || received.producer) {
            input = !sent.producer ? sent : !received.producer || !async ? received : sent;
            input.transferred = async;
        }
    }
    list.add(input);
}

void Dependencies::addForward(InputList& list, const Action& action, std::uint32_t rank) const
{
    if (action.stage().value > 0)
        addTransferred(list, find(ActionClass::Forward, before(action.stage()), action.microbatch()), action,
                       rank);
}

void Dependencies::addInputGradient(InputList& list, const Action& action, std::uint32_t rank) const
{
    if (action.stage().value < m_lastStage) {
        Input input = find(ActionClass::InputGradient, after(action.stage()), action.microbatch());
        input.wanted.kind = action.kind();
        addTransferred(list, input, action, rank);
    } else if (m_rule == DependencyRule::UnitGrid)
        list.add(
            find(ActionClass::Forward, StageId{m_lastStage > 0 ? m_lastStage - 1 : 0}, action.microbatch()));
    if (m_rule == DependencyRule::Strict)
        list.add(find(ActionClass::Forward, action.stage(), action.microbatch()));
    addReturned(list, action);
}

void Dependencies::addReturned(InputList& list, const Action& action) const
{
    for (const ActionClass kind : {ActionClass::Recompute, ActionClass::Reload})
        if (m_table.has(kind))
            if (const Input input = find(kind, action.stage(), action.microbatch()); input.producer)
                list.add(input);
}

void Dependencies::addWeight(InputList& list, const Action& action) const
{
    const bool foreign = m_rule == DependencyRule::PpScheduleVisualization;
    if (foreign && action.stage().value >= m_lastStage)
        return;
    Input input = find(ActionClass::InputGradient, action.stage(), action.microbatch());
    input.wanted.kind = ActionKind::BackwardInput;
    input.transferred = foreign;
    // A full backward has done the weights already: a W needs an I.
    if (input.producer && m_schedule.at(input.producer.position()).kind() != ActionKind::BackwardInput)
        input.producer = {};
    list.add(input);
}

void Dependencies::addCommunication(InputList& list, const Action& action) const
{
    const StageId stage = action.stage();
    const MicrobatchId microbatch = action.microbatch();
    const auto addReached = [&](ActionClass kind, StageId of) {
        Input input = find(kind, of, microbatch);
        input.reachedOnly = true;
        list.add(input);
    };
    const bool blocks = m_mode == TransferMode::Rendezvous;
    switch (action.kind()) {
    case ActionKind::SendForward:
        list.add(find(ActionClass::Forward, stage, microbatch));
        if (blocks && !onlyPosts(action))
            addReached(ActionClass::ReceiveForward, after(stage));
        break;
    case ActionKind::SendBackward:
        list.add(find(ActionClass::InputGradient, stage, microbatch));
        if (blocks && !onlyPosts(action))
            addReached(ActionClass::ReceiveBackward, before(stage));
        break;
    case ActionKind::ReceiveForward:
        if (blocks)
            addReached(ActionClass::SendForward, before(stage));
        break;
    case ActionKind::ReceiveBackward:
        if (blocks)
            addReached(ActionClass::SendBackward, after(stage));
        break;
    case ActionKind::WaitSendForward:
        list.add(find(ActionClass::SendForward, stage, microbatch));
        addReached(ActionClass::ReceiveForward, after(stage));
        break;
    case ActionKind::WaitSendBackward:
        list.add(find(ActionClass::SendBackward, stage, microbatch));
        addReached(ActionClass::ReceiveBackward, before(stage));
        break;
    default:
        break;
    }
}

bool Dependencies::onlyPosts(const Action& send) const
{
    const bool forward = send.kind() == ActionKind::SendForward;
    return static_cast<bool>(
        m_table.find(forward ? ActionClass::WaitSendForward : ActionClass::WaitSendBackward, send.stage(),
                     send.microbatch()));
}

} // namespace bubblescope
