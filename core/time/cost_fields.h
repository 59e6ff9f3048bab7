// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/time/cost_field.h"

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

/// The one table of the costs: what cost files are read and written by, what check() looks at, how costs are
/// divided for other stages, and of what the command line's options, the window's form and the table in
/// docs/file-formats.md are made. See docs/how-to-add-a-cost-key.md.
namespace bubblescope {

namespace cost_words {
inline constexpr std::array<std::string_view, 3> kTimeUnits{"step", "us", "ms"};
inline constexpr std::array<std::string_view, 2> kMemoryUnits{"", "bytes"};
inline constexpr std::array<std::string_view, 2> kTransferModes{"async", "rendezvous"};
inline constexpr std::array<std::string_view, 5> kCommunicatorPolicies{"none", "torch", "torch-single-stage",
                                                                       "megatron", "megatron-overlapped"};
inline constexpr std::array<std::string_view, 2> kGatherPlaces{"tail", "head"};
inline constexpr std::array<std::string_view, 3> kProfiles{"strict", "pp-schedule-visualization",
                                                           "pp-schedule-visualization-sync"};
} // namespace cost_words

// Rows of which there are several of a kind.

/// The time of an action, by stage; composed of blocks, with the host's part in each.
constexpr auto blockTime(std::optional<StageValues> CostModel::*member, std::string_view key,
                         std::string_view blockKey, std::optional<double> BlockCost::*inBlock,
                         CostOption option, CostEntry entry, CostPageRow page)
{
    return costField(member, {.key = key,
                              .unit = CostUnit::Duration,
                              .per = CostScope::Stage,
                              .blockKey = blockKey,
                              .inBlock = inBlock,
                              .option = option,
                              .entry = entry,
                              .page = page});
}
constexpr CostEntry timesEntry(int place, std::string_view title, std::string_view name)
{
    return {place, CostSection::Times, title,
            "One number for every stage, or a list with one for each stage: 1, 1, 1.5", name};
}
/// The time of an FSDP action, by stage.
constexpr auto fsdpTime(StageValues CostModel::*member, std::string_view key, CostEntry entry,
                        CostPageRow page)
{
    return costField(member, {.key = key,
                              .group = "fsdp",
                              .unit = CostUnit::Duration,
                              .per = CostScope::Stage,
                              .entry = entry,
                              .page = page});
}
/// A time of messages or the host.
constexpr auto communicatorTime(double Communicators::*member, std::string_view key, CostEntry entry)
{
    entry.section = CostSection::Communicators;
    return costField(
        CostPart{&CostModel::communicators, member},
        {.key = key, .group = "communicators", .unit = CostUnit::Duration, .entry = entry, .page = {17}});
}
/// What issuing a kind of action takes.
template <typename Value>
constexpr auto issueCost(IssueCosts Communicators::*kind, Value IssueCosts::*member, std::string_view key,
                         CostEntry entry, CostUnit unit = CostUnit::Duration)
{
    entry.section = CostSection::Communicators;
    return costField(IssuePart{kind, member},
                     {.key = key,
                      .group = "communicators",
                      .unit = unit,
                      .per = std::is_same_v<Value, StageValues> ? CostScope::Stage : CostScope::Model,
                      .least = unit == CostUnit::Factor ? 1.0 : 0.0,
                      .entry = entry,
                      .page = {17}});
}
/// A time behind the actions of a step, by stage or by rank.
template <typename Values>
constexpr auto stepTime(std::optional<Values> StepCosts::*member, std::string_view key, std::string_view name,
                        CostOption option, CostEntry entry)
{
    entry.section = CostSection::Step;
    entry.empty = "none";
    return costField(CostPart{&CostModel::step, member},
                     {.key = key,
                      .group = "step",
                      .name = name,
                      .unit = CostUnit::Duration,
                      .per = std::is_same_v<Values, StageValues> ? CostScope::Stage : CostScope::Rank,
                      .option = option,
                      .entry = entry,
                      .page = {18}});
}
// What the rows of each kind of action say.
inline constexpr std::string_view kHostHelp =
    "Time of the host for an action, with what is before it; one number for every stage, or a list";
inline constexpr std::string_view kKernelsHelp =
    "How many kernels an action has; one number for every stage, or a list";
inline constexpr std::string_view kLeadHelp =
    "Time of the host from the start of an action to its first kernel";
inline constexpr std::string_view kTailHelp =
    "Time that the last kernels of an action take once the host has launched them all";
inline constexpr std::string_view kSlowdownHelp =
    "By which kernels take longer while a transfer of their rank runs or waits on the device; 1 = not at all";
/// A time of a part of a block, "F@attention".
constexpr auto partTime(PartTimes PartCosts::*whole, std::optional<StageValues> PartTimes::*part,
                        std::string_view key, std::string_view name, CostPageRow page = {26})
{
    return costField(PartOfBlock{whole, part}, {.key = key,
                                                .group = "parts",
                                                .name = name,
                                                .unit = CostUnit::Duration,
                                                .per = CostScope::Stage,
                                                .page = page});
}
/// A time of a pass over one rank's share of the vocabulary.
constexpr auto vocabularyTime(StageValues CostModel::*member, std::string_view key, std::string_view name,
                              CostPageRow page = {27})
{
    return costField(member, {.key = key,
                              .group = "vocabulary",
                              .name = name,
                              .unit = CostUnit::Duration,
                              .per = CostScope::Stage,
                              .page = page});
}
/// One number for each microbatch.
constexpr auto microbatchList(MicrobatchValues MicrobatchCosts::*member, std::string_view key,
                              std::string_view name, CostOption option, CostEntry entry, CostPageRow page)
{
    option.value = "LIST|FILE";
    entry.section = CostSection::Microbatches;
    return costField(CostPart{&CostModel::microbatches, member}, {.key = key,
                                                                  .group = "microbatches",
                                                                  .name = name,
                                                                  .unit = CostUnit::Factor,
                                                                  .per = CostScope::Microbatch,
                                                                  .option = option,
                                                                  .entry = entry,
                                                                  .page = page});
}
/// A size that adds up over the stages and that blocks may give.
constexpr auto stageSize(StageValues CostModel::*member, std::string_view key,
                         std::optional<double> BlockCost::*inBlock, std::string_view several, CostEntry entry,
                         CostPageRow page)
{
    return costField(member, {.key = key,
                              .unit = CostUnit::Size,
                              .per = CostScope::Stage,
                              .blockKey = key,
                              .inBlock = inBlock,
                              .several = several,
                              .entry = entry,
                              .page = page});
}
/// A size by rank.
constexpr auto rankSize(std::optional<RankValues> CostModel::*member, std::string_view key, CostOption option,
                        CostEntry entry, CostPageRow page)
{
    return costField(member, {.key = key,
                              .unit = CostUnit::Size,
                              .per = CostScope::Rank,
                              .option = option,
                              .entry = entry,
                              .page = page});
}

/// In the order in which a file's keys are told.
inline constexpr auto kCostFields = std::tuple{
    blockTime(&CostModel::forward, "forward", "F", &BlockCost::forward,
              {2, "--forward", "Time of a forward (default 1)"}, timesEntry(1, "Forward", "cost-forward"),
              {2, "X: times of F, I, W, B",
               "F 1, I 1, W 1, B 2; a missing B is I + W, missing I and W are halves of B"}),
    blockTime(&CostModel::backwardInput, "backward_input", "I", &BlockCost::backwardInput,
              {4, "--backward-input", "Time of an input-gradient backward (default 1)"},
              timesEntry(3, "Backward input", "cost-backward-input"), {2}),
    blockTime(&CostModel::backwardWeight, "backward_weight", "W", &BlockCost::backwardWeight,
              {5, "--backward-weight", "Time of a weight-gradient backward (default 1)"},
              timesEntry(4, "Backward weight", "cost-backward-weight"), {2}),
    blockTime(&CostModel::backward, "backward", "B", &BlockCost::backward,
              {3, "--backward", "Time of a full backward (default 2)"},
              timesEntry(2, "Backward", "cost-backward"), {2}),
    costField(
        &CostModel::recompute,
        {.key = "recompute",
         .unit = CostUnit::Duration,
         .per = CostScope::Stage,
         .option = {19, "--recompute", "Time of a recomputation R (default that of the forward)"},
         .entry = {1, CostSection::Returned, "Recompute", "Time of an R, or a list with one for each stage",
                   "cost-recompute", "as the forward"},
         .page = {19, "X: time of R, a forward that is run again before its backward (pass `recompute`)",
                  "the time of F, by block that of its layers"}}),
    costField(
        &CostModel::offload,
        {.key = "offload",
         .unit = CostUnit::Duration,
         .per = CostScope::Stage,
         .option = {21, "--offload",
                    "Time of moving a stage's activation to the host, and of moving it back (default 0)"},
         .entry = {3, CostSection::Returned, "Copy to the host",
                   "Time of an O, and of an L: one way, or a list with one for each stage", "cost-offload"},
         .page = {20,
                  "X: time of O, which moves an activation to the host, and of L, which moves it back "
                  "(pass `offload`), one way",
                  "0"}}),
    costField(&CostModel::offloadBandwidth,
              {.key = "offload_bandwidth",
               .unit = CostUnit::Bandwidth,
               .option = {30, "--offload-bandwidth",
                          "Size of an activation that moves to the host, or back, per unit of time"},
               .entry = {4, CostSection::Returned, "Host bandwidth",
                         "Where no time of a copy is given, an activation's size over it is one",
                         "cost-offload-bandwidth", "unknown"},
               .page = {29,
                        "what moves between device and host per unit of time, in the unit of the sizes: "
                        "`activation` over it is the time of O and L where `offload` gives none",
                        "unknown"}}),
    costField(
        &CostModel::offloadsInFlight,
        {.key = "offloads_in_flight",
         .unit = CostUnit::Count,
         .option = {31, "--offloads-in-flight",
                    "How many copies to the host a rank's compute leaves under way (default any number)",
                    "N"},
         .entry = {5, CostSection::Returned, "Copies under way",
                   "A rank waits for its older copies to the host. 0: for each", "cost-offloads-in-flight",
                   "any number"},
         .page = {30,
                  "how many O's of a rank may be under way while it computes on: it waits for the one "
                  "before those; 0: for each ([which copies count](cost-model.md))",
                  "any number"}}),
    vocabularyTime(&CostModel::vocabularyForward, "S", "vocabulary S",
                   {27,
                    "`S`, `T`: X, times of the passes over a rank's share of the output layer "
                    "([vocabulary passes](vocabulary.md)), by the rank's lowest stage",
                    "0"}),
    vocabularyTime(&CostModel::vocabularyBackward, "T", "vocabulary T"),
    partTime(&PartCosts::forward, &PartTimes::attention, "F@attention", "parts F@attention",
             {26,
              "times of the parts of a block ([parts of blocks](expert-parts.md)): `F@attention`, "
              "`F@dispatch`, `F@experts`, `F@combine`, the same of I and B, `W@attention`, `W@experts`; "
              "each X",
              "equal shares of F, I, W or B"}),
    partTime(&PartCosts::forward, &PartTimes::dispatch, "F@dispatch", "parts F@dispatch"),
    partTime(&PartCosts::forward, &PartTimes::experts, "F@experts", "parts F@experts"),
    partTime(&PartCosts::forward, &PartTimes::combine, "F@combine", "parts F@combine"),
    partTime(&PartCosts::backwardInput, &PartTimes::attention, "I@attention", "parts I@attention"),
    partTime(&PartCosts::backwardInput, &PartTimes::dispatch, "I@dispatch", "parts I@dispatch"),
    partTime(&PartCosts::backwardInput, &PartTimes::experts, "I@experts", "parts I@experts"),
    partTime(&PartCosts::backwardInput, &PartTimes::combine, "I@combine", "parts I@combine"),
    partTime(&PartCosts::backwardWeight, &PartTimes::attention, "W@attention", "parts W@attention"),
    partTime(&PartCosts::backwardWeight, &PartTimes::experts, "W@experts", "parts W@experts"),
    partTime(&PartCosts::backward, &PartTimes::attention, "B@attention", "parts B@attention"),
    partTime(&PartCosts::backward, &PartTimes::dispatch, "B@dispatch", "parts B@dispatch"),
    partTime(&PartCosts::backward, &PartTimes::experts, "B@experts", "parts B@experts"),
    partTime(&PartCosts::backward, &PartTimes::combine, "B@combine", "parts B@combine"),
    costField(
        &CostModel::overlap,
        {.key = "overlap",
         .unit = CostUnit::Duration,
         .per = CostScope::Pair,
         .option = {6, "--overlap", "Time of an overlapped block: sum, max, or X", "sum|max|X"},
         .entry = {.title = "Overlap"},
         .page = {3, R"(`"sum"`, `"max"`, or an object of ordered pairs of kinds (below))", R"(`"sum"`)"}}),
    costField(CostPart{&CostModel::transfer, &TransferCost::latency},
              {.key = "latency",
               .group = "p2p",
               .name = "p2p latency",
               .unit = CostUnit::Duration,
               .per = CostScope::Link,
               .option = {7, "--p2p-latency", "Transfer time between ranks (default 0)"},
               .entry = {.title = "P2P latency",
                         .help = "Time of a transfer between two ranks",
                         .name = "cost-latency"},
               .page = {4, "transfers between ranks (below)", "they take no time"}}),
    costField(CostPart{&CostModel::transfer, &TransferCost::bandwidth},
              {.key = "bandwidth",
               .group = "p2p",
               .name = "p2p bandwidth",
               .unit = CostUnit::Bandwidth,
               .per = CostScope::Link,
               .entry = {2, CostSection::Transfers, "Bandwidth",
                         "In the unit of the size, per unit of time; empty = the size costs nothing",
                         "cost-bandwidth", "unlimited"},
               .page = {4}}),
    costField(CostPart{&CostModel::transfer, &TransferCost::bytes},
              {.key = "bytes",
               .group = "p2p",
               .name = "p2p bytes",
               .unit = CostUnit::Size,
               .per = CostScope::Link,
               .entry = {1, CostSection::Transfers, "Size", "Size of a transfer, in any unit: bytes, MB",
                         "cost-bytes"},
               .page = {4}}),
    costField(CostPart{&CostModel::transfer, &TransferCost::mode}, {.key = "mode",
                                                                    .group = "p2p",
                                                                    .name = "p2p mode",
                                                                    .choices = cost_words::kTransferModes,
                                                                    .page = {4}}),
    costField(CostPart{&CostModel::transfer, &TransferCost::links},
              {.key = "links", .group = "p2p", .name = "p2p links", .per = CostScope::Link, .page = {4}}),
    costField(CostPart{&CostModel::communicators, &Communicators::policy},
              {.key = "policy",
               .group = "communicators",
               .name = "communicators policy",
               .choices = cost_words::kCommunicatorPolicies,
               .page = {17,
                        "how messages and the host's calls take their turn ([predictions](predictions.md)): "
                        "`policy` and its times, which `calibrate` fits from a profile",
                        R"(`"none"`: messages pass beside each other)"}}),
    communicatorTime(&Communicators::sent, "sent",
                     {.place = 1,
                      .title = "Send",
                      .help = "How long a send takes: it does not wait for its receiver",
                      .name = "cost-communicators-sent"}),
    communicatorTime(
        &Communicators::arrival, "arrival",
        {.place = 2,
         .title = "Arrival",
         .help = "From the start of the sender's kernel to the end of the receive, if the receiver was first",
         .name = "cost-communicators-arrival"}),
    communicatorTime(&Communicators::receive, "receive",
                     {.place = 3,
                      .title = "Receive",
                      .help = "How long a receive takes if the sender was first",
                      .name = "cost-communicators-receive"}),
    communicatorTime(&Communicators::further, "further",
                     {.place = 4,
                      .title = "Further message",
                      .help = "What each further message of a kernel adds to a receive",
                      .name = "cost-communicators-further"}),
    communicatorTime(&Communicators::transferGap, "gap",
                     {.place = 5,
                      .title = "Gap of transfers",
                      .help = "Between a transfer and what it runs behind",
                      .name = "cost-communicators-gap"}),
    communicatorTime(&Communicators::launch, "launch",
                     {.place = 6,
                      .title = "Launch",
                      .help = "From a call to the start of its kernel on an idle device",
                      .name = "cost-communicators-launch"}),
    communicatorTime(&Communicators::kernelGap, "kernel_gap",
                     {.place = 7,
                      .title = "Gap of kernels",
                      .help = "Between two kernels of an action",
                      .name = "cost-communicators-kernel-gap"}),
    communicatorTime(&Communicators::transferHost, "transfer_host",
                     {.place = 8,
                      .title = "Host per transfer",
                      .help = "Time of the host for each transfer and the wait for it",
                      .name = "cost-communicators-transfer-host"}),
    communicatorTime(&Communicators::synchronize, "synchronize",
                     {.place = 9,
                      .title = "Synchronize",
                      .help = "From the device's end to when the host goes on, if it waits for that",
                      .name = "cost-communicators-synchronize"}),
    costField(CostPart{&CostModel::communicators, &Communicators::credit},
              {.key = "credit",
               .group = "communicators",
               .unit = CostUnit::Size,
               .entry = {3, CostSection::Transfers, "Send credit",
                         "What may be under way to a rank before the next send waits, in the unit of the "
                         "size; without a size a number of messages. Only under a policy of communicators",
                         "cost-credit", "unlimited"},
               .page = {17}}),
    costField(
        CostPart{&CostModel::communicators, &Communicators::hostFactor},
        {.key = "host_factor",
         .group = "communicators",
         .unit = CostUnit::Factor,
         .option = {11, "--host-factor",
                    "Multiplies the host's times of a measured run: what the profiler added is in them"},
         .entry = {10, CostSection::Communicators, "Host factor",
                   "Multiplies the host's times: below 1 it takes off what a profiler added to them",
                   "cost-communicators-host-factor"},
         .page = {17}}),
    issueCost(
        &Communicators::forward, &IssueCosts::host, "forward_host",
        {.place = 20, .title = "F host time", .help = kHostHelp, .name = "cost-communicators-forward-host"}),
    issueCost(&Communicators::forward, &IssueCosts::kernels, "forward_kernels",
              {.place = 21,
               .title = "F kernels",
               .help = kKernelsHelp,
               .name = "cost-communicators-forward-kernels"},
              CostUnit::Count),
    issueCost(&Communicators::forward, &IssueCosts::lead, "forward_lead",
              {.place = 22, .title = "F lead", .help = kLeadHelp, .name = "cost-communicators-forward-lead"}),
    issueCost(&Communicators::forward, &IssueCosts::tail, "forward_tail",
              {.place = 23, .title = "F tail", .help = kTailHelp, .name = "cost-communicators-forward-tail"}),
    issueCost(&Communicators::forward, &IssueCosts::slowdown, "forward_slowdown",
              {.place = 24,
               .title = "F slowdown",
               .help = kSlowdownHelp,
               .name = "cost-communicators-forward-slowdown"},
              CostUnit::Factor),
    issueCost(
        &Communicators::backward, &IssueCosts::host, "backward_host",
        {.place = 30, .title = "B host time", .help = kHostHelp, .name = "cost-communicators-backward-host"}),
    issueCost(&Communicators::backward, &IssueCosts::kernels, "backward_kernels",
              {.place = 31,
               .title = "B kernels",
               .help = kKernelsHelp,
               .name = "cost-communicators-backward-kernels"},
              CostUnit::Count),
    issueCost(
        &Communicators::backward, &IssueCosts::lead, "backward_lead",
        {.place = 32, .title = "B lead", .help = kLeadHelp, .name = "cost-communicators-backward-lead"}),
    issueCost(
        &Communicators::backward, &IssueCosts::tail, "backward_tail",
        {.place = 33, .title = "B tail", .help = kTailHelp, .name = "cost-communicators-backward-tail"}),
    issueCost(&Communicators::backward, &IssueCosts::slowdown, "backward_slowdown",
              {.place = 34,
               .title = "B slowdown",
               .help = kSlowdownHelp,
               .name = "cost-communicators-backward-slowdown"},
              CostUnit::Factor),
    issueCost(&Communicators::backwardInput, &IssueCosts::host, "backward_input_host",
              {.place = 40,
               .title = "I host time",
               .help = kHostHelp,
               .name = "cost-communicators-backward-input-host"}),
    issueCost(&Communicators::backwardInput, &IssueCosts::kernels, "backward_input_kernels",
              {.place = 41,
               .title = "I kernels",
               .help = kKernelsHelp,
               .name = "cost-communicators-backward-input-kernels"},
              CostUnit::Count),
    issueCost(&Communicators::backwardInput, &IssueCosts::lead, "backward_input_lead",
              {.place = 42,
               .title = "I lead",
               .help = kLeadHelp,
               .name = "cost-communicators-backward-input-lead"}),
    issueCost(&Communicators::backwardInput, &IssueCosts::tail, "backward_input_tail",
              {.place = 43,
               .title = "I tail",
               .help = kTailHelp,
               .name = "cost-communicators-backward-input-tail"}),
    issueCost(&Communicators::backwardInput, &IssueCosts::slowdown, "backward_input_slowdown",
              {.place = 44,
               .title = "I slowdown",
               .help = kSlowdownHelp,
               .name = "cost-communicators-backward-input-slowdown"},
              CostUnit::Factor),
    issueCost(&Communicators::backwardWeight, &IssueCosts::host, "backward_weight_host",
              {.place = 50,
               .title = "W host time",
               .help = kHostHelp,
               .name = "cost-communicators-backward-weight-host"}),
    issueCost(&Communicators::backwardWeight, &IssueCosts::kernels, "backward_weight_kernels",
              {.place = 51,
               .title = "W kernels",
               .help = kKernelsHelp,
               .name = "cost-communicators-backward-weight-kernels"},
              CostUnit::Count),
    issueCost(&Communicators::backwardWeight, &IssueCosts::lead, "backward_weight_lead",
              {.place = 52,
               .title = "W lead",
               .help = kLeadHelp,
               .name = "cost-communicators-backward-weight-lead"}),
    issueCost(&Communicators::backwardWeight, &IssueCosts::tail, "backward_weight_tail",
              {.place = 53,
               .title = "W tail",
               .help = kTailHelp,
               .name = "cost-communicators-backward-weight-tail"}),
    issueCost(&Communicators::backwardWeight, &IssueCosts::slowdown, "backward_weight_slowdown",
              {.place = 54,
               .title = "W slowdown",
               .help = kSlowdownHelp,
               .name = "cost-communicators-backward-weight-slowdown"},
              CostUnit::Factor),
    fsdpTime(&CostModel::unshard, "unshard",
             {1, CostSection::Fsdp, "Unshard", "Time to gather a stage's parameters", "cost-unshard"},
             {5,
              "`unshard`, `reshard`, `reduce_grad`: X, times; `overlap`: if true, they run in parallel with "
              "compute, in order, on one stream per rank",
              "0, false"}),
    fsdpTime(&CostModel::reshard, "reshard",
             {2, CostSection::Fsdp, "Reshard", "Time to free a stage's parameters", "cost-reshard"}, {5}),
    fsdpTime(
        &CostModel::reduceGrad, "reduce_grad",
        {3, CostSection::Fsdp, "Reduce gradients", "Time to reduce a stage's gradients", "cost-reduce-grad"},
        {5}),
    costField(&CostModel::overlapsFsdp,
              {.key = "overlap", .group = "fsdp", .name = "fsdp overlap", .page = {5}}),
    stageSize(&CostModel::activation, "activation", &BlockCost::activation, "activations",
              {1, CostSection::Memory, "Activation", "Size of the activation of one stage for one microbatch",
               "cost-activation"},
              {6, "X: size of one microbatch's activation of one stage", "1"}),
    costField(&CostModel::activationKeptUntilWeight,
              {.key = "activation_kept_until_weight",
               .unit = CostUnit::Share,
               .per = CostScope::Stage,
               .blockKey = "activation_kept_until_weight",
               .inBlock = &BlockCost::activationKeptUntilWeight,
               .option = {8, "--activation-kept-until-weight",
                          "Share of an activation that is released only by the weight gradient (default 1)"},
               .entry = {2, CostSection::Memory, "Kept until W",
                         "Share of an activation that is released only by W", "cost-kept"},
               .page = {7,
                        "share of an activation that is released only by W, one for all stages or a list; "
                        "may be above 1 (I keeps its output gradients for W). In a block: the share of that "
                        "block's activation; the share of a stage follows from its blocks",
                        "1"}}),
    costField(
        &CostModel::activationRecomputed,
        {.key = "activation_recomputed",
         .unit = CostUnit::Share,
         .per = CostScope::Stage,
         .most = 1,
         .option = {20, "--activation-recomputed",
                    "Share of an activation that its F gives back where an R makes it again (default 1)"},
         .entry = {2, CostSection::Returned, "Given back",
                   "Share of an activation that F gives back and R makes again, or a list with one for each "
                   "stage",
                   "cost-recomputed", "all"},
         .page = {21,
                  "share of an activation that its F gives back where an R makes it again, one for all "
                  "stages or a list; below 1 where only parts are recomputed",
                  "1, in bytes without the inputs of layers"}}),
    microbatchList(
        &MicrobatchCosts::times, "times", "microbatch times",
        {26, "--microbatch-times",
         "By what the times of each microbatch are multiplied: 1,0.8,1.2,1 or a file of numbers"},
        {.place = 1,
         .title = "Times",
         .help = "By what the times of each microbatch are multiplied, one number for each: "
                 "1, 0.8, 1.2, 1",
         .name = "cost-microbatch-times",
         .empty = "all alike"},
        {28,
         "microbatches that are not alike ([how](cost-model.md#microbatches-of-unequal-length)): "
         "`times` and `lengths`, lists with one number for each microbatch; `attention`, the share "
         "of the times that grows with the square of the length; `slices`, how many microbatches "
         "that follow each other are one sequence",
         "all alike"}),
    microbatchList(&MicrobatchCosts::lengths, "lengths", "microbatch lengths",
                   {27, "--microbatch-lengths",
                    "Length of each microbatch, as a share of the length that the costs are of: 1,0.5,1.5,1 "
                    "or a file of numbers"},
                   {.place = 2,
                    .title = "Lengths",
                    .help = "Length of each microbatch, as a share of the length that the costs are of, one "
                            "number for each: 1, 0.5, 1.5, 1",
                    .name = "cost-microbatch-lengths",
                    .empty = "all alike"},
                   {28}),
    costField(
        CostPart{&CostModel::microbatches, &MicrobatchCosts::attention},
        {.key = "attention",
         .group = "microbatches",
         .name = "microbatch attention",
         .unit = CostUnit::Share,
         .option = {28, "--attention-share",
                    "Share of the times that grows with the square of a microbatch's length (default 0)"},
         .entry = {3, CostSection::Microbatches, "Attention share",
                   "Share of the times that grows with the square of a microbatch's length",
                   "cost-microbatch-attention"},
         .page = {28}}),
    costField(
        CostPart{&CostModel::microbatches, &MicrobatchCosts::slices},
        {.key = "slices",
         .group = "microbatches",
         .name = "microbatch slices",
         .least = 1,
         .option = {29, "--sequence-slices",
                    "How many microbatches that follow each other are slices of one sequence (default 1)",
                    "N"},
         .entry = {4, CostSection::Microbatches, "Slices of a sequence",
                   "How many microbatches that follow each other are slices of one sequence",
                   "cost-microbatch-slices"},
         .page = {28}}),
    costField(&CostModel::rankFactor,
              {.key = "rank_factor",
               .unit = CostUnit::Factor,
               .per = CostScope::Rank,
               .page = {11, R"(`{"2": 1.6}`: everything of rank 2 takes 1.6 times as long)", "1"}}),
    costField(
        CostPart{&CostModel::step, &StepCosts::head},
        {.key = "head",
         .group = "step",
         .name = "step head",
         .unit = CostUnit::Duration,
         .per = CostScope::Rank,
         .option = {12, "--step-head", "Time of a rank before its first action; a list: one for each rank"},
         .entry = {1, CostSection::Step, "Head",
                   "Time of a rank before its first action; a list: one for each rank", "cost-step-head",
                   "none"},
         .page = {18,
                  "what a step takes before and after its actions ([step phases](step-phases.md)): "
                  "`head`, `reduce_gradients`, `tied_embedding`, `clip`, `optimizer`, "
                  "`gather_parameters`, `finish`, `gather` (`\"tail\"`, `\"head\"`), `replica_factor` "
                  "(`{\"1\": 1.2}`); `head` and `finish` may be lists with one for each rank, the times of "
                  "what depends on parameters lists with one for each stage",
                  "none"}}),
    stepTime(&StepCosts::reduceGradients, "reduce_gradients", "step reduce_gradients",
             {13, "--reduce-gradients",
              "Time of reducing a stage's gradients over the replicas, after the last action"},
             {.place = 2,
              .title = "Reduce gradients",
              .help = "Time of reducing a stage's gradients over the replicas, after the last action",
              .name = "cost-step-reduce-gradients"}),
    costField(CostPart{&CostModel::step, &StepCosts::tiedEmbedding},
              {.key = "tied_embedding",
               .group = "step",
               .name = "step tied_embedding",
               .unit = CostUnit::Duration,
               .option = {14, "--tied-embedding",
                          "Time of summing the gradients of an embedding that first and last stage share"},
               .entry = {3, CostSection::Step, "Tied embedding",
                         "Time of summing the gradients of an embedding that first and last stage share",
                         "cost-step-tied-embedding", "none"},
               .page = {18}}),
    stepTime(&StepCosts::clip, "clip", "step clip",
             {15, "--clip", "Time of clipping a stage's gradients by their norm over all ranks"},
             {.place = 4,
              .title = "Clip",
              .help = "Time of clipping a stage's gradients by their norm over all ranks",
              .name = "cost-step-clip"}),
    stepTime(&StepCosts::optimizer, "optimizer", "step optimizer",
             {16, "--optimizer", "Time of the optimizer for a stage"},
             {.place = 5,
              .title = "Optimizer",
              .help = "Time of the optimizer for a stage",
              .name = "cost-step-optimizer"}),
    stepTime(&StepCosts::gatherParameters, "gather_parameters", "step gather_parameters",
             {17, "--gather-parameters", "Time of gathering a stage's parameters over the replicas"},
             {.place = 6,
              .title = "Gather parameters",
              .help = "Time of gathering a stage's parameters over the replicas",
              .name = "cost-step-gather-parameters"}),
    stepTime(&StepCosts::finish, "finish", "step finish",
             {18, "--step-finish", "Time of a rank from there until its step ends"},
             {.place = 7,
              .title = "Finish",
              .help = "Time of a rank from there until its step ends",
              .name = "cost-step-finish"}),
    costField(CostPart{&CostModel::step, &StepCosts::gather}, {.key = "gather",
                                                               .group = "step",
                                                               .name = "step gather",
                                                               .choices = cost_words::kGatherPlaces,
                                                               .page = {18}}),
    costField(CostPart{&CostModel::step, &StepCosts::replicaFactor}, {.key = "replica_factor",
                                                                      .group = "step",
                                                                      .name = "step replica_factor",
                                                                      .unit = CostUnit::Factor,
                                                                      .per = CostScope::Rank,
                                                                      .page = {18}}),
    costField(&CostModel::profile,
              {.key = "profile",
               .choices = cost_words::kProfiles,
               .option = {1, "--profile", "strict, pp-schedule-visualization, pp-schedule-visualization-sync",
                          "NAME"},
               .page = {15,
                        R"(`"strict"`, `"pp-schedule-visualization"`, )"
                        R"(`"pp-schedule-visualization-sync"`)",
                        R"(`"strict"`)"}}),
    costField(&CostModel::unit,
              {.key = "time_unit",
               .choices = cost_words::kTimeUnits,
               .page = {1, R"(`"step"`, `"us"`, `"ms"`: the unit of every time)", R"(`"step"`)"}}),
    stageSize(
        &CostModel::parameters, "parameters", &BlockCost::parameters, "parameters",
        {3, CostSection::Memory, "Parameters", "Size of a stage's parameters; 0 = not counted",
         "cost-parameters"},
        {8, "X: size of a stage's parameters, of their gradients, and of what the optimizer keeps for them",
         "0: unknown"}),
    stageSize(&CostModel::gradients, "gradients", &BlockCost::gradients, "gradients",
              {4, CostSection::Memory, "Gradients", "Size of a stage's gradients; 0 = not counted",
               "cost-gradients"},
              {8}),
    stageSize(&CostModel::optimizer, "optimizer", &BlockCost::optimizer, "optimizer's states",
              {5, CostSection::Memory, "Optimizer states",
               "Size of what the optimizer always keeps for a stage; 0 = not counted", "cost-optimizer"},
              {8}),
    costField(
        &CostModel::memoryLimit,
        {.key = "memory_limit",
         .unit = CostUnit::Size,
         .per = CostScope::Rank,
         .option = {10, "--memory-limit",
                    "Size that a rank may hold, in the unit of the activations; a list: one for each rank"},
         .entry = {6, CostSection::Memory, "Limit per rank",
                   "In the unit of the sizes above; or a list with one for each rank: 8, 8, 6",
                   "cost-memory-limit", "none"},
         .page = {9,
                  "size that a rank may hold, or a list with one for each rank; it is drawn as a line in the "
                  "memory curves and does not change the order (a schedule's own `memory_limit` is an option "
                  "of its generator)",
                  "none"}}),
    rankSize(&CostModel::communicatorBuffers, "communicator_buffers",
             {22, "--communicator-buffers", "Size of the buffers of a rank's communicators (default 0)"},
             {7, CostSection::Memory, "Communicators", "Size of the buffers of a rank's communicators",
              "cost-communicator-buffers", "none"},
             {22,
              "sizes that a rank always holds beside its stages: buffers of its communicators, and what "
              "its kernels work in; one number, or a list with one for each rank",
              "0"}),
    rankSize(&CostModel::workspace, "workspace",
             {23, "--workspace", "Size of what a rank's kernels work in (default 0)"},
             {8, CostSection::Memory, "Workspace", "Size of what a rank's kernels work in", "cost-workspace",
              "none"},
             {22}),
    rankSize(&CostModel::deviceMemory, "device_memory",
             {24, "--device-memory", "Memory of a rank's device: its limit where --memory-limit gives none"},
             {9, CostSection::Memory, "Device memory",
              "Memory of a rank's device: the limit where none is given above", "cost-device-memory",
              "unknown"},
             {23,
              "memory of a rank's device, which is its limit where `memory_limit` gives none, and what "
              "a rank may move to the host; one number, or a list with one for each rank. "
              "A calibration gives the device's",
              "unknown"}),
    rankSize(&CostModel::hostMemory, "host_memory", {25, "--host-memory", "What a rank may move to the host"},
             {10, CostSection::Memory, "Host memory", "What a rank may move to the host", "cost-host-memory",
              "unknown"},
             {23}),
    costField(&CostModel::memoryUnit,
              {.key = "memory_unit",
               .choices = cost_words::kMemoryUnits,
               .page = {10,
                        R"(`"bytes"`: what the sizes and the limit are counted in, so that )"
                        R"(levels are written with it ("62.83 GB"))",
                        "any unit"}}),
    costField(CostPart{&CostModel::jitter, &Jitter::sigma},
              {.key = "sigma",
               .group = "jitter",
               .name = "jitter sigma",
               .entry = {1, CostSection::Jitter, "Spread (sigma)",
                         "Every action's time × exp(sigma · z), z standard normal; 0 = none", "cost-sigma"},
               .page = {12,
                        R"(`{"sigma": 0.02, "seed": 1}`: every time × exp(sigma · z), z standard )"
                        R"(normal; `seed` from 0 to 2^64 − 1)",
                        "0, 0"}}),
    costField(CostPart{&CostModel::jitter, &Jitter::seed},
              {.key = "seed", .group = "jitter", .name = "jitter seed", .page = {12}}),
    costField(&CostModel::hostOverhead,
              {.key = "host_overhead",
               .unit = CostUnit::Duration,
               .page = {13,
                        "part of the time of each compute action that passes on the host: counted as host "
                        "time when a run is compared, and not changed by a what-if on a kind or a stage",
                        "0"}}),
    costField(&CostModel::blocks,
              {.key = "blocks",
               .page = {14, "times and sizes of a model's blocks, which stages are made of (below)", ""}}),
    costField(
        &CostModel::layersPerStage,
        {.key = "layers_per_stage",
         .unit = CostUnit::Layers,
         .per = CostScope::Stage,
         .entry = {1, CostSection::Blocks, "Layers per stage",
                   "One number for every stage, or a list with one for each stage: 8, 8, 7", "cost-layers"},
         .page = {14}}),
    costField(&CostModel::layout,
              {.key = "layout",
               .page = {24,
                        R"(which layers each stage holds, as Megatron writes it (`"Et*3|tt|L"`, )"
                        R"([layouts](layouts.md)), in the place of `layers_per_stage`)",
                        ""}}),
    costField(&CostModel::denseLayers,
              {.key = "dense_layers",
               .page = {25,
                        "decoder layers before the first one with experts, and one in how many of those "
                        "behind them has experts; only with a block `expert`",
                        "0, 1"}}),
    costField(&CostModel::expertEvery, {.key = "expert_every", .least = 1, .page = {25}}),
    costField(&CostModel::source,
              {.key = "source",
               .page = {16,
                        R"(what the costs are taken from, in words (`"measured · llama-8b on )"
                        R"(NVIDIA H200"`; it is shown in the legend of window and pictures), and a )"
                        R"(list of what that warns of; costs that are changed afterwards get )"
                        R"(`, edited` behind their source)",
                        "by hand"}}),
    costField(&CostModel::notes, {.key = "notes", .page = {16}})};
inline constexpr std::size_t kCostFieldCount = std::tuple_size_v<decltype(kCostFields)>;

/// The blocks that stages are composed of, as files name them.
inline constexpr std::array<std::pair<std::string_view, BlockCost BlockCosts::*>, 5> kCostBlocks{{
    {"embedding", &BlockCosts::embedding},
    {"layer", &BlockCosts::layer},
    {"expert", &BlockCosts::expert},
    {"mtp", &BlockCosts::prediction},
    {"head", &BlockCosts::head},
}};

/// A list that has not as many values as the schedule has stages, ranks, or microbatches.
inline constexpr SentenceCode kOtherCountOfStages{"costs.other-count-of-stages",
                                                  "{key} has {values} values, but the schedule has {stages} "
                                                  "stages: give one value for all or one for each stage"};
inline constexpr SentenceCode kOtherCountOfRanks{"costs.other-count-of-ranks",
                                                 "{key} has {values} values, but the schedule has {ranks} "
                                                 "ranks: give one value for all or one for each rank"};
inline constexpr SentenceCode kOtherCountOfMicrobatches{
    "costs.other-count-of-microbatches", "{key} has {values} values, but the schedule has {microbatches} "
                                         "microbatches: give one value for each microbatch"};
/// What blocks give is given but once.
inline constexpr SentenceCode kBlocksGiveTimes{"costs.blocks-give-times",
                                               "the times come from blocks: leave out {key}"};
inline constexpr SentenceCode kBlocksGiveSizes{"costs.blocks-give-sizes",
                                               "the {sizes} come from blocks: leave out {key}"};

/// Calls `visit(field)` for every field.
template <typename Visit>
constexpr void visitCostFields(Visit&& visit)
{
    std::apply([&](const auto&... field) { (visit(field), ...); }, kCostFields);
}

/// The same until one fails.
template <typename Visit>
[[nodiscard]] Result<void> tryCostFields(Visit&& visit)
{
    Result<void> ok;
    visitCostFields([&](const auto& field) {
        if (ok)
            ok = visit(field);
    });
    return ok;
}

/// What a field holds.
template <typename Field>
using CostValueOf =
    std::remove_cvref_t<decltype(std::declval<const Field&>().of(std::declval<const CostModel&>()))>;

/// Calls `visit(field, values)` for every value by stage that is there, layers last. Overlapped pairs, whose
/// times may be lists as well, are not among them.
template <typename Costs, typename Visit>
void visitStageValues(Costs& costs, Visit&& visit)
{
    visitCostFields([&](const auto& field) {
        using Value = CostValueOf<std::remove_cvref_t<decltype(field)>>;
        const CostField& what = field;
        if constexpr (std::is_same_v<Value, StageValues>)
            visit(what, field.of(costs));
        else if constexpr (std::is_same_v<Value, std::optional<StageValues>>)
            if (field.of(costs))
                visit(what, *field.of(costs));
    });
}

/// Calls `visit(field, values)` for F, I, W and B, given or not.
template <typename Costs, typename Visit>
void visitComputeTimes(Costs& costs, Visit&& visit)
{
    visitCostFields([&](const auto& field) {
        using Value = CostValueOf<std::remove_cvref_t<decltype(field)>>;
        if constexpr (std::is_same_v<Value, std::optional<StageValues>>)
            if (field.isComputeTime())
                visit(static_cast<const CostField&>(field), field.of(costs));
    });
}

/// Calls `visit(field, sizes)` for what stages hold: activations, parameters, gradients, optimizer states.
template <typename Costs, typename Visit>
void visitStageSizes(Costs& costs, Visit&& visit)
{
    visitStageValues(costs, [&](const CostField& field, auto& values) {
        if (field.isStageSize())
            visit(field, values);
    });
}

/// The fields without their way to the model, in the table's order.
[[nodiscard]] std::span<const CostField* const, kCostFieldCount> costFields();
/// Those that have a place, as `placeOf` tells it, in that order; 0 is none.
[[nodiscard]] std::vector<const CostField*> costFieldsBy(int (*placeOf)(const CostField&));
/// "overlap F+B", as errors call a pair.
[[nodiscard]] std::string overlapName(std::pair<ActionKind, ActionKind> pair);
/// Some block gives it.
[[nodiscard]] bool givesOf(const BlockCosts& blocks, std::optional<double> BlockCost::*value);

} // namespace bubblescope
