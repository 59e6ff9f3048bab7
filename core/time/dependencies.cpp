// SPDX-License-Identifier: Apache-2.0
#include "core/time/dependencies.h"

namespace bubblescope {

namespace {

constexpr std::array<ActionKind, kActionClassCount> kWantedKind{
    ActionKind::Forward,          ActionKind::Backward,          ActionKind::BackwardWeight,
    ActionKind::SendForward,      ActionKind::ReceiveForward,    ActionKind::SendBackward,
    ActionKind::ReceiveBackward,  ActionKind::WaitSendForward,   ActionKind::WaitSendBackward,
    ActionKind::Recompute,        ActionKind::Offload,           ActionKind::Reload,
    ActionKind::ForwardAttention, ActionKind::ForwardDispatch,   ActionKind::ForwardExperts,
    ActionKind::BackwardDispatch, ActionKind::BackwardExperts,   ActionKind::BackwardCombine,
    ActionKind::WeightExperts,    ActionKind::VocabularyForward, ActionKind::VocabularyBackward,
};

/// What a part of a block needs of the same block; nothing for the first one.
std::optional<ActionClass> partBefore(ActionKind part)
{
    switch (part) {
    case ActionKind::ForwardDispatch:
        return ActionClass::ForwardAttention;
    case ActionKind::ForwardExperts:
        return ActionClass::ForwardDispatch;
    case ActionKind::ForwardCombine:
        return ActionClass::ForwardExperts;
    case ActionKind::InputExperts:
    case ActionKind::BackwardExperts:
        return ActionClass::GradientCombine;
    case ActionKind::InputDispatch:
    case ActionKind::BackwardDispatch:
        return ActionClass::GradientExperts;
    case ActionKind::InputAttention:
    case ActionKind::BackwardAttention:
        return ActionClass::GradientDispatch;
    case ActionKind::WeightAttention:
        return ActionClass::WeightExperts;
    default:
        return std::nullopt;
    }
}

/// The part of an I that is like this one of a B.
ActionKind ofInput(ActionKind partOfBackward)
{
    return partAtBegin(ActionKind::BackwardInput, textBehindMicrobatch(partOfBackward));
}

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
    case ActionKind::ForwardAttention:
        addForward(list, action, rank);
        break;
    case ActionKind::Backward:
    case ActionKind::BackwardInput:
    case ActionKind::InputCombine:
    case ActionKind::BackwardCombine:
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
        else if (isPart(action.kind()))
            addPart(list, action);
        else if (isVocabulary(action.kind()))
            addVocabulary(list, action, rank);
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
        isForward(wholeOf(consumer.kind())) ? ActionClass::SendForward : ActionClass::SendBackward;
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
        input.wanted.kind = wholeOf(action.kind());
        addTransferred(list, input, action, rank);
    } else if (m_rule == DependencyRule::UnitGrid)
        list.add(
            find(ActionClass::Forward, StageId{m_lastStage > 0 ? m_lastStage - 1 : 0}, action.microbatch()));
    if (m_rule == DependencyRule::Strict)
        list.add(find(ActionClass::Forward, action.stage(), action.microbatch()));
    if (action.stage().value == m_lastStage && m_table.has(ActionClass::VocabularyForward))
        addAllShares(list, action, rank);
    addReturned(list, action);
}

void Dependencies::addVocabulary(InputList& list, const Action& action, std::uint32_t rank) const
{
    const bool isForward = action.kind() == ActionKind::VocabularyForward;
    Input input = find(isForward ? ActionClass::Forward : ActionClass::VocabularyForward,
                       isForward ? StageId{m_lastStage} : action.stage(), action.microbatch());
    input.transferred = input.producer && input.producer.rank != rank;
    list.add(input);
}

void Dependencies::addAllShares(InputList& list, const Action& action, std::uint32_t rank) const
{
    for (std::uint32_t stage = 0; stage <= m_lastStage; ++stage)
        if (Input share = find(ActionClass::VocabularyForward, StageId{stage}, action.microbatch());
            share.producer) {
            share.transferred = share.producer.rank != rank;
            list.add(share);
        }
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
    if (input.producer &&
        wholeOf(m_schedule.at(input.producer.position()).kind()) != ActionKind::BackwardInput)
        input.producer = {};
    list.add(input);
}

void Dependencies::addPart(InputList& list, const Action& action) const
{
    const StageId stage = action.stage();
    const MicrobatchId microbatch = action.microbatch();
    if (const std::optional<ActionClass> before = partBefore(action.kind())) {
        Input input = find(*before, stage, microbatch);
        if (wholeOf(action.kind()) == ActionKind::BackwardInput)
            input.wanted.kind = ofInput(input.wanted.kind);
        list.add(input);
    }
    // What the input's gradient went through is there for the weights'; of a whole I all is.
    if (action.kind() == ActionKind::WeightExperts &&
        m_table.find(ActionClass::GradientExperts, stage, microbatch)) {
        Input input = find(ActionClass::GradientExperts, stage, microbatch);
        input.wanted.kind = ActionKind::InputExperts;
        if (m_schedule.at(input.producer.position()).kind() != ActionKind::InputExperts)
            input.producer = {};
        list.add(input);
    } else if (wholeOf(action.kind()) == ActionKind::BackwardWeight)
        addWeight(list, action);
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
