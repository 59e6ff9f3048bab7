// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory_parts_strip.h"

#include "core/scene/memory_strip.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>

namespace bubblescope {

namespace {

constexpr double kHostGapPx = 1;
/// Lower ones would not be seen beside what is on the device.
constexpr double kLeastHostPx = 3;

} // namespace

void addParts(Scene& scene, SceneCurve& curve, const SceneOptions& options, const TimeRange& shown)
{
    const MemoryStack& stack = *options.stack;
    if (curve.rank.value >= stack.total()->rankCount() || stack.parts().empty())
        return;
    const double ratio = options.devicePixelRatio > 0 ? options.devicePixelRatio : 1;
    const auto snapped = [ratio](double px) { return std::round(px * ratio) / ratio; };
    const auto rowsOf = [&](const SceneCurve& of) {
        return options.wholeRows ? std::round(of.rect.height * ratio) / of.top : 0;
    };
    const auto stepsOf = [&](std::span<const MemoryStep> steps, const LevelPyramid& pyramid, double rows) {
        return shown.from < shown.to ? curveSteps(steps, pyramid, options.geometry, ratio, shown, rows)
                                     : std::vector<CurveStep>{};
    };
    if (stack.hasHost()) {
        // One scale for both: the host has the share of the height that it has of both sizes.
        const double all = curve.rect.height - kHostGapPx;
        const double share = stack.highestHost() / (stack.highestHost() + curve.top);
        const double height = std::max(kLeastHostPx, snapped(std::min(all * share, all - kLeastHostPx)));
        if (all - height >= kLeastHostPx) {
            SceneCurve host;
            host.rank = curve.rank;
            host.isOnHost = true;
            host.fill = roleOf(MemoryPart::Offloaded);
            host.rect = {curve.rect.x, curve.rect.bottom() - height, curve.rect.width, height};
            curve.rect.height = all - height;
            host.top = std::max(stack.highestHost(), curve.top * height / curve.rect.height);
            host.steps = stepsOf(stack.hostSteps(curve.rank), stack.hostPyramid(curve.rank), rowsOf(host));
            host.end = curve.end;
            scene.curves.push_back(std::move(host));
        }
    }
    curve.fill = roleOf(stack.parts().back());
    curve.layers.reserve(stack.parts().size() - 1);
    for (std::size_t layer = 0; layer + 1 < stack.parts().size(); ++layer)
        curve.layers.push_back(
            {roleOf(stack.parts()[layer]),
             stepsOf(stack.steps(curve.rank, layer), stack.pyramid(curve.rank, layer), rowsOf(curve))});
}

std::vector<PartShape> partShapes(const SceneCurve& curve)
{
    std::vector<PartShape> shapes;
    SceneCurve part;
    part.rect = curve.rect;
    part.top = curve.top;
    part.end = curve.end;
    const auto add = [&](Role fill, const std::vector<CurveStep>& steps) {
        part.steps = steps;
        CurveOutline outline = curveOutline(part, 0);
        if (outline.area.empty())
            return;
        shapes.push_back({{fill}, std::move(outline.area), {}});
        if (!outline.bands.empty())
            shapes.push_back({{fill, kPassingTone}, {}, std::move(outline.bands)});
    };
    add(curve.fill, curve.steps);
    for (auto layer = curve.layers.rbegin(); layer != curve.layers.rend(); ++layer)
        add(layer->fill, layer->steps);
    PartShape beyond{{Role::CriticalPath}, {}, {}};
    for (std::size_t i = 0; i < curve.steps.size(); ++i) {
        const double right = i + 1 < curve.steps.size() ? curve.steps[i + 1].x : curve.end;
        if (curve.isAboveLimit(curve.steps[i].high))
            beyond.rects.push_back({curve.steps[i].x, std::max(curve.yOf(curve.steps[i].high), curve.rect.y),
                                    right - curve.steps[i].x, kBeyondMarkPx});
    }
    if (!beyond.rects.empty() && !isFillOnly(curve))
        shapes.push_back(std::move(beyond));
    return shapes;
}

std::vector<std::pair<Role, std::string>> partMeanings(const MemoryStack& stack)
{
    std::vector<std::pair<Role, std::string>> meanings;
    const auto add = [&](MemoryPart part) {
        std::string name(memoryPartName(part));
        name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
        meanings.emplace_back(roleOf(part), std::move(name));
    };
    std::for_each(stack.parts().rbegin(), stack.parts().rend(), add);
    if (stack.hasHost())
        add(MemoryPart::Offloaded);
    return meanings;
}

} // namespace bubblescope
