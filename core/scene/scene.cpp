// SPDX-License-Identifier: Apache-2.0
#include "core/scene/scene.h"

#include "core/scene/lane_index.h"

#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

namespace {

constexpr std::array<std::string_view, kRoleCount> kRoleNames{
    "window",     "panel",      "hairline",  "text",    "quiet",         "accent",      "F",
    "I",          "W",          "B",         "overlap", "communication", "fsdp",        "idle",
    "hatch",      "critical",   "ghost",     "memory",  "memory-band",   "memory-line", "memory-over",
    "phase",      "R",          "S",         "T",       "dispatch",      "combine",     "offload",
    "reload",     "parameters", "optimizer", "buffers", "workspace",     "gradients",   "kept",
    "recomputed", "forward",    "offloaded"};

/// At most two decimals, no trailing zeros, no "-0".
std::string number(double value)
{
    const double rounded = std::round(value * 100) / 100;
    return fmt::format("{}", rounded == 0 ? 0.0 : rounded);
}

std::string fillText(const Fill& fill)
{
    std::string text(kRoleNames[static_cast<std::size_t>(fill.role)]);
    if (fill.chunk > 0)
        text += fmt::format("/{}", fill.chunk);
    return fill.edge ? text + " edge" : fill.mark ? text + " mark" : text;
}

std::string rectText(const SceneRect& rect, const Scene& scene)
{
    std::string text = fmt::format("rect {} {} {} {} {}", number(rect.rect.x), number(rect.rect.y),
                                   number(rect.rect.width), number(rect.rect.height), fillText(rect.fill));
    if (rect.outlined)
        text += " outlined";
    if (rect.hatched)
        text += " hatched";
    if (rect.inner)
        text += " inner";
    if (rect.radius > 0)
        text += " radius " + number(rect.radius);
    if (rect.block >= 0 && scene.blocks.empty()) { // made without facts
        text += " action";
    } else if (rect.block >= 0) {
        const SceneBlock& block = scene.blocks[static_cast<std::size_t>(rect.block)];
        text += fmt::format(" action {}:{}", block.action.rank.value, block.action.index);
        if (!block.title.empty())
            text += fmt::format(" \"{}\"", block.title);
    }
    return text;
}

std::string stripText(const SceneStrip& strip)
{
    std::string text = fmt::format("strip {} {} height {} column {}:", number(strip.x), number(strip.y),
                                   number(strip.height), number(strip.columnWidth));
    std::size_t idle = 0;
    const auto endIdle = [&] {
        if (idle > 0)
            text += fmt::format(" {} idle", idle);
        idle = 0;
    };
    for (const auto& column : strip.coverage.columns()) {
        std::string shares;
        for (std::size_t i = 0; i < SceneStrip::kFills; ++i)
            if (column[i] > 0.0005F)
                shares += fmt::format("{}{}={:.3f}", shares.empty() ? "" : ",", fillText(stripFill(i)),
                                      static_cast<double>(column[i]));
        if (shares.empty()) {
            ++idle;
            continue;
        }
        endIdle();
        text += ' ' + shares;
    }
    endIdle();
    return text;
}

std::string curveText(const SceneCurve& curve)
{
    std::string text = fmt::format("curve rank {} {} {} {} {} top {}", curve.rank.value, number(curve.rect.x),
                                   number(curve.rect.y), number(curve.rect.width), number(curve.rect.height),
                                   number(curve.top));
    if (curve.limit)
        text += fmt::format(" limit {}{}", number(*curve.limit), curve.isLimitBeyond() ? " beyond" : "");
    text += ':';
    for (const CurveStep& step : curve.steps)
        text += fmt::format(" {}={}{}", number(step.x), number(step.low),
                            step.low < step.high ? "-" + number(step.high) : "");
    text += " end " + number(curve.end);
    return curve.title.empty() ? text : fmt::format("{} \"{}\"", text, curve.title);
}

std::string textText(const SceneText& text)
{
    static constexpr std::array<std::string_view, 3> kAligns{"left", "center", "right"};
    return fmt::format("text {} {} \"{}\" {}{} {} {}", number(text.x), number(text.y), text.text,
                       number(text.size), text.bold ? " bold" : "",
                       kAligns[static_cast<std::size_t>(text.align)],
                       text.onFill ? "on " + fillText(text.fill)
                                   : std::string(kRoleNames[static_cast<std::size_t>(text.color)]));
}

} // namespace

Scene Scene::emptied() &&
{
    Scene empty;
    const auto keepMemory = [&](auto part) {
        (this->*part).clear();
        empty.*part = std::move(this->*part);
    };
    keepMemory(&Scene::rects);
    keepMemory(&Scene::strips);
    keepMemory(&Scene::curves);
    keepMemory(&Scene::lines);
    keepMemory(&Scene::texts);
    keepMemory(&Scene::blocks);
    return empty;
}

std::string sceneText(const Scene& scene)
{
    std::string text = fmt::format("scene {} {}{}\n", number(scene.width), number(scene.height),
                                   scene.transparent ? " transparent" : "");
    const RectF& plot = scene.geometry.plot;
    text += fmt::format("plot {} {} {} {}\n", number(plot.x), number(plot.y), number(plot.width),
                        number(plot.height));
    for (const SceneRect& rect : scene.rects)
        text += rectText(rect, scene) + '\n';
    for (const SceneStrip& strip : scene.strips)
        text += stripText(strip) + '\n';
    for (const SceneCurve& curve : scene.curves)
        text += curveText(curve) + '\n';
    for (const SceneLine& line : scene.lines)
        text += fmt::format("line {} {} {} {} {} {}\n", number(line.x1), number(line.y1), number(line.x2),
                            number(line.y2), number(line.width), fillText(line.color));
    for (const SceneText& label : scene.texts)
        text += textText(label) + '\n';
    return text;
}

} // namespace bubblescope
