// SPDX-License-Identifier: Apache-2.0
#include "core/generate/dual_row.h"
#include "core/generate/families.h"
#include "core/generate/parameters.h"

#include <fmt/format.h>

namespace bubblescope {

namespace {

constexpr const char* kOverlapKey = "fb_overlap";
constexpr const char* kDetachKey = "dw_detach";

std::uint64_t dualpipevCellBound(const Shape& shape)
{
    return shape.ranks * (std::uint64_t{4} * shape.microbatches + std::uint64_t{2} * shape.ranks);
}

std::uint64_t dualpipevSplitCellBound(const Shape& shape)
{
    return std::uint64_t{6} * shape.ranks * shape.microbatches;
}

DualRank dualpipevRank(const Shape& shape, RankId rank)
{
    DualRank dual;
    dual.nearer.number = rank.value;
    dual.farther.number = 2 * shape.ranks - 1 - rank.value;
    dual.microbatches = shape.microbatches;
    dual.before = rank.value;
    dual.after = shape.ranksAfter(rank);
    dual.pairs = shape.microbatches + rank.value + 1 - 2 * shape.ranks;
    dual.fusesFirst = shape.isOn(kFuseFirstKey);
    return dual;
}

Row dualpipevBuildRow(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    return dualRow(shape, dualpipevRank(shape, rank), cancel);
}

Row dualpipevBuildMindspeed(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    DualRank dual = dualpipevRank(shape, rank);
    dual.fuses = shape.isOn(kOverlapKey);
    dual.split = shape.isOn(kDetachKey) ? CoolDownSplit::DeepSeek : CoolDownSplit::None;
    return dualRow(shape, dual, cancel);
}

Row dualpipevBuildJaxpp(const Shape& shape, RankId rank, const CancelToken& cancel)
{
    DualRank dual = dualpipevRank(shape, rank);
    dual.writesWhole = false;
    dual.split = CoolDownSplit::Jaxpp;
    return dualRow(shape, dual, cancel);
}

Rule dualpipevOneMicrobatchAStage()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return shape.microbatches >= 2 * shape.ranks; },
            [](const Shape& shape) {
                return Sentence({"generate.least-twice-ranks", "at least twice the ranks ({least})"},
                                2 * shape.ranks);
            }};
}

Rule oneMicrobatchAStageButOne()
{
    return {kMicrobatchesKey, [](const Shape& shape) { return shape.microbatches + 1 >= 2 * shape.ranks; },
            [](const Shape& shape) {
                return Sentence(
                    {"generate.least-twice-ranks-less-one", "at least twice the ranks minus one ({least})"},
                    2 * shape.ranks - 1);
            }};
}

} // namespace

ScheduleDefinition dualPipeVDefinition()
{
    ScheduleDefinition definition;
    ScheduleInfo& info = definition.info;
    info.name = "dualpipev";
    info.title = "DualPipeV";
    info.aliases = {"ScheduleDualPipeV"};
    info.origin = "DeepSeek, DualPipe (2025), halved to a V; order of PyTorch's ScheduleDualPipeV";
    info.help = "Two stages on each rank in the shape of a V. In the steady phase, a forward of one stage "
                "overlaps the backward of the other, so that the communication of each is hidden behind the "
                "computation of the other; weight gradients are split off where they fill bubbles.";
    ParameterSpec overlap =
        switchParameter(kOverlapKey, "Overlap forward and backward",
                        "Runs each forward of the steady phase together with a backward; else in turn.",
                        "only in variant mindspeed");
    overlap.defaultValue = "true";
    info.parameters = {
        ranksParameter(),
        microbatchesParameter(
            "at least twice the number of ranks (variants pp-schedule-visualization and mindspeed: one "
            "fewer)"),
        fixedStagesPerRank(2),
        fuseFirstParameter(),
        overlap,
        switchParameter(kDetachKey, "Split the cool-down",
                        "Splits weight gradients of the cool-down off, as DeepSeek does; else all its "
                        "backwards are whole.",
                        "only in variant mindspeed")};

    Variant torch;
    torch.placements = {PlacementKind::V};
    torch.rules = {dualpipevOneMicrobatchAStage()};
    torch.cellBound = dualpipevCellBound;
    torch.buildRow = dualpipevBuildRow;
    Variant d9d = torch;
    d9d.name = "d9d";
    d9d.help = "The same order.";
    d9d.writesBubbles = false;
    Variant deepseek = d9d;
    deepseek.name = "deepseek";
    deepseek.help = "The same order, as in DeepSeek's own code.";
    Variant visualization = d9d;
    visualization.name = "pp-schedule-visualization";
    visualization.help = "The same order; also takes one microbatch fewer. The first pair of the last rank "
                         "can be overlapped, as that project did in 2025.";
    visualization.options = {kFuseFirstKey};
    visualization.rules = {oneMicrobatchAStageButOne()};
    Variant jaxpp = d9d;
    jaxpp.name = "jaxpp";
    jaxpp.help =
        "Order of jaxpp: every backward is an I and a W. In the cool-down other backwards are split, "
        "and their weight gradients all run at the end.";
    jaxpp.cellBound = dualpipevSplitCellBound;
    jaxpp.buildRow = dualpipevBuildJaxpp;
    Variant mindspeed = visualization;
    mindspeed.name = "mindspeed";
    mindspeed.help =
        "Order of MindSpeed, which also takes one microbatch fewer: backwards of the cool-down are "
        "whole unless dw_detach is true, and fb_overlap chooses whether blocks are overlapped.";
    mindspeed.options = {kOverlapKey, kDetachKey};
    mindspeed.buildRow = dualpipevBuildMindspeed;
    definition.variants = {torch, d9d, deepseek, visualization, jaxpp, mindspeed};
    return definition;
}

} // namespace bubblescope
