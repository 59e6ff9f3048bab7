// SPDX-License-Identifier: Apache-2.0
#include "core/scene/block_label.h"

#include "core/scene/text_width.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// Of whole pixels, so that glyphs are sharp and few sizes are side by side.
constexpr double kLabelSize = 11;
constexpr double kSmallLabelSize = 9;
/// Smaller digits are no longer distinguished without a magnifier.
constexpr double kSmallestLegibleSize = 8;
constexpr double kSmallestLabelSize = 4;
constexpr std::array kLabelSizes{kLabelSize, kSmallLabelSize, kSmallestLegibleSize};
constexpr double kFullLabelPadding = 3;
constexpr double kNumberPadding = 1.25;
/// Small type comes closer to the block's edge.
constexpr double kSmallNumberPadding = 0.75;
/// Blocks of one length differ by what floating point leaves.
constexpr double kRoundingPx = 1e-6;
/// The block's frame, a little of its parts' colors, and the ground.
constexpr double kJointFullPadding = 2 + 5 + kJointLabelGroundPx;
constexpr double kJointNumberPadding = 2 + 2 + kJointLabelGroundPx;
/// Inter's capitals are 0.727 of the size high.
constexpr double kCapHeight = 0.727;

double sizeFor(double height, LabelMode mode)
{
    if (height >= kLabelSize + 3)
        return kLabelSize;
    if (height >= kSmallLabelSize + 1)
        return kSmallLabelSize;
    if (mode == LabelMode::Screen && height >= kSmallestLegibleSize)
        return kSmallestLegibleSize;
    return mode == LabelMode::All && height - 1 >= kSmallestLabelSize ? height - 1 : 0;
}

/// The size not above `size` at which the text fits between paddings; 0 if that is unreadably small.
double fittingSize(std::string_view text, double width, double size, double padding, bool mayShrink,
                   double extra)
{
    const double room = width - 2 * padding;
    const double needed = textWidth(text, size, true) + extra * size;
    if (needed <= room + kRoundingPx)
        return size;
    if (!mayShrink)
        return 0;
    const double shrunk = std::floor(size * (width - 1) / needed * 4) / 4;
    return shrunk >= kSmallestLabelSize ? shrunk : 0;
}

/// How much wider, of the type's size, than its own number a microbatch is measured.
double roomForSecondDigit(std::uint32_t microbatch, std::uint32_t microbatches)
{
    return microbatch < 10 && microbatches > 10 ? textWidth("0", 1, true) : 0;
}

/// "12", or with its kind "F12"; what has no color of its own that everyone knows has its letter: "S12", of
/// parts "E12", or with what it is a part of "FE12".
std::string shortText(const Action& action, bool tellsKind)
{
    const ActionKind kind = action.kind();
    std::string text = tellsKind ? std::string(kindText(wholeOf(kind))) : std::string();
    if (isPart(kind) || (isBeyondTorch(kind) && !tellsKind))
        text += letterOf(kind);
    return text + std::to_string(action.microbatch().value);
}

/// A number beside the type's own size in the next smaller ones.
BlockLabel numberLabel(std::string number, double width, double size, double extra)
{
    for (const double smaller : kLabelSizes) {
        const double padding = smaller < kLabelSize ? kSmallNumberPadding : kNumberPadding;
        if (smaller <= size && fittingSize(number, width, smaller, padding, false, extra) > 0)
            return {std::move(number), smaller};
    }
    return {};
}

} // namespace

BlockLabel blockLabel(const Action& action, double width, double height, LabelMode mode,
                      std::uint32_t microbatches, bool tellsKind)
{
    const double size = mode == LabelMode::None ? 0 : sizeFor(height, mode);
    const bool mayShrink = mode == LabelMode::All;
    const double narrowest = textWidth("0", mayShrink ? kSmallestLabelSize : kSmallestLegibleSize, true);
    if (!(size > 0) || width < narrowest)
        return {};
    std::string full = actionText(action.id());
    if (!isCompute(action.kind())) {
        if (fittingSize(full, width, size, kFullLabelPadding, false, 0) > 0)
            return {std::move(full), size};
        std::string letter = isBeyondTorch(action.kind()) ? shortText(action, false) : std::string();
        return fittingSize(letter, width, size, kFullLabelPadding, false, 0) > 0
                   ? BlockLabel{std::move(letter), size}
                   : BlockLabel{};
    }
    // Measured with the widest letter: a lane that mixes "7I0" and "0" in blocks of one width misleads.
    const std::string widest =
        isPart(action.kind()) ? full
                              : actionText({action.stage(), ActionKind::BackwardWeight, action.microbatch()});
    // All labels that can be had are wanted where type may shrink.
    const double extra = mayShrink ? 0 : roomForSecondDigit(action.microbatch().value, microbatches);
    if (const double fits = fittingSize(widest, width, size, kFullLabelPadding, false, extra); fits > 0)
        return {std::move(full), fits};
    std::string number = shortText(action, tellsKind);
    if (BlockLabel label = numberLabel(number, width, size, extra); !label.text.empty() || !mayShrink)
        return label;
    const double fits = fittingSize(number, width, size, kNumberPadding, true, 0);
    return fits > 0 ? BlockLabel{std::move(number), fits} : BlockLabel{};
}

BlockLabel jointLabel(std::span<const Action> cell, double width, double height, LabelMode mode,
                      std::uint32_t microbatches, bool tellsKind)
{
    const double size =
        mode == LabelMode::None ? 0 : sizeFor(height, mode == LabelMode::All ? LabelMode::Auto : mode);
    if (!(size > 0))
        return {};
    std::string full, widest, numbers;
    double extra = 0;
    for (const Action& action : cell) {
        const std::string_view plus = full.empty() ? "" : "+";
        full.append(plus).append(actionText(action.id()));
        // One form for all letters, as in blocks of one action.
        widest.append(plus).append(
            isPart(action.kind())
                ? actionText(action.id())
                : actionText({action.stage(), ActionKind::BackwardWeight, action.microbatch()}));
        numbers.append(numbers.empty() ? "" : "·").append(shortText(action, tellsKind));
        extra += roomForSecondDigit(action.microbatch().value, microbatches);
    }
    if (!std::all_of(cell.begin(), cell.end(), [](const Action& a) { return isCompute(a.kind()); }))
        widest = numbers = full;
    if (fittingSize(widest, width, size, kJointFullPadding, false, extra) > 0)
        return {std::move(full), size};
    if (fittingSize(numbers, width, size, kJointNumberPadding, false, extra) > 0)
        return {std::move(numbers), size};
    return {};
}

std::string blockTitle(std::span<const Action> cell, const LaneBlock& block, RankId rank)
{
    std::string title;
    for (const Action& action : cell)
        title += (title.empty() ? "" : " + ") + actionText(action.id());
    return fmt::format("{}, {:.12g} to {:.12g}, rank {}", title, block.start, block.end, rank.value);
}

double capHeight(double size)
{
    return kCapHeight * size;
}

double centredBaseline(double top, double bottom, double size)
{
    return (top + bottom + kCapHeight * size) / 2;
}

} // namespace bubblescope
