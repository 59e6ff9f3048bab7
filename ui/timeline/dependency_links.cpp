// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/dependency_links.h"

#include "core/time/link_table.h"

#include <algorithm>

namespace bubblescope::ui {

namespace {

/// True if `consumer` needs what `producer` makes, of one microbatch.
bool feeds(const Action& producer, const Action& consumer)
{
    const std::vector<Needed> needs = needsOf(consumer);
    const bool isReceived =
        producer.stage() == consumer.stage() &&
        (takesActivation(consumer.kind())
             ? producer.kind() == ActionKind::ReceiveForward
             : takesGradient(consumer.kind()) && producer.kind() == ActionKind::ReceiveBackward);
    return isReceived || std::any_of(needs.begin(), needs.end(), [&](const Needed& needed) {
               return producer.stage().value == needed.stage &&
                      std::find(needed.kinds.begin(), needed.kinds.end(), producer.kind()) !=
                          needed.kinds.end();
           });
}

} // namespace

std::vector<Needed> needsOf(const Action& action)
{
    using K = ActionKind;
    const std::uint32_t stage = action.stage().value;
    const std::array<K, 4> gradient{K::Backward, K::BackwardInput, K::BackwardAttention, K::InputAttention};
    const std::array<K, 4> activation{K::Forward, K::ForwardCombine, K::Forward, K::Forward};
    const auto one = [](K kind) { return std::array<K, 4>{kind, kind, kind, kind}; };
    switch (action.kind()) {
    case K::Forward:
    case K::ForwardAttention:
        return stage > 0 ? std::vector<Needed>{{activation, stage - 1}} : std::vector<Needed>{};
    case K::Backward:
    case K::BackwardInput:
    case K::BackwardCombine:
    case K::InputCombine:
        return {{gradient, stage + 1}, {activation, stage}};
    case K::ForwardDispatch:
        return {{one(K::ForwardAttention), stage}};
    case K::ForwardExperts:
        return {{one(K::ForwardDispatch), stage}};
    case K::ForwardCombine:
        return {{one(K::ForwardExperts), stage}};
    case K::InputExperts:
        return {{one(K::InputCombine), stage}};
    case K::InputDispatch:
        return {{one(K::InputExperts), stage}};
    case K::InputAttention:
        return {{one(K::InputDispatch), stage}};
    case K::BackwardExperts:
        return {{one(K::BackwardCombine), stage}};
    case K::BackwardDispatch:
        return {{one(K::BackwardExperts), stage}};
    case K::BackwardAttention:
        return {{one(K::BackwardDispatch), stage}};
    case K::WeightExperts:
        return {{one(K::InputExperts), stage}};
    case K::WeightAttention:
        return {{one(K::WeightExperts), stage}, {one(K::InputAttention), stage}};
    case K::BackwardWeight:
        return {{{K::BackwardInput, K::InputAttention, K::BackwardInput, K::BackwardInput}, stage}};
    case K::SendForward:
        return {{activation, stage}};
    case K::SendBackward:
        return {{gradient, stage}};
    case K::ReceiveForward:
        return stage > 0 ? std::vector<Needed>{{one(K::SendForward), stage - 1}} : std::vector<Needed>{};
    case K::ReceiveBackward:
        return {{one(K::SendBackward), stage + 1}};
    case K::WaitSendForward:
        return {{one(K::SendForward), stage}};
    case K::WaitSendBackward:
        return {{one(K::SendBackward), stage}};
    default:
        return {};
    }
}

DependencyLinks dependencyLinks(const Schedule& schedule, const ActionPosition& action)
{
    const Action selected = schedule.at(action);
    DependencyLinks links;
    if (!hasMicrobatch(selected.kind()))
        return links;
    // Between compute actions only what is computed; the message between them has links of its own.
    const auto isOfBlocks = [](ActionKind kind) { return isCompute(kind) || isExchange(kind); };
    const bool compute = isOfBlocks(selected.kind());
    for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank) {
        const Row& row = schedule.rows[rank];
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (row[i].microbatch() != selected.microbatch() || !hasMicrobatch(row[i].kind()) ||
                (compute && !isOfBlocks(row[i].kind())))
                continue;
            if (feeds(row[i], selected))
                links.producers.push_back({RankId{rank}, i});
            if (feeds(selected, row[i]))
                links.consumers.push_back({RankId{rank}, i});
        }
    }
    return links;
}

void addTransfers(DependencyLinks& links, const Timeline& timeline, const CostModel& costs,
                  const ActionPosition& action)
{
    const LinkTable table(costs);
    const auto between = [&](const ActionPosition& from, const ActionPosition& to) {
        if (from.rank == to.rank || !isCompute(timeline.schedule->at(from).kind()) ||
            !isCompute(timeline.schedule->at(to).kind()))
            return Time{0};
        const Time room = std::max(Time{0}, timeline.startOf(to) - timeline.endOf(from));
        const MicrobatchId microbatch = timeline.schedule->at(from).microbatch();
        return std::min(room, table.of(from.rank.value, to.rank.value, microbatch).time());
    };
    links.transfersIn.clear();
    links.transfersOut.clear();
    for (const ActionPosition& producer : links.producers)
        links.transfersIn.push_back(between(producer, action));
    for (const ActionPosition& consumer : links.consumers)
        links.transfersOut.push_back(between(action, consumer));
}

std::optional<ActionPosition> latestProducer(const DependencyLinks& links, const Timeline& timeline)
{
    const auto& ends = links.producers;
    const auto latest = std::max_element(ends.begin(), ends.end(), [&](const auto& a, const auto& b) {
        return timeline.endOf(a) < timeline.endOf(b);
    });
    return latest == ends.end() ? std::nullopt : std::optional(*latest);
}

std::optional<ActionPosition> firstConsumer(const DependencyLinks& links, const Timeline& timeline)
{
    const auto& ends = links.consumers;
    const auto first = std::min_element(ends.begin(), ends.end(), [&](const auto& a, const auto& b) {
        return timeline.startOf(a) < timeline.startOf(b);
    });
    return first == ends.end() ? std::nullopt : std::optional(*first);
}

} // namespace bubblescope::ui
