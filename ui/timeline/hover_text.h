// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/scene/lane_index.h"
#include "core/time/memory_stack.h"
#include "ui/timeline/hit_test.h"

#include <QCoreApplication>
#include <QString>
#include <utility>
#include <vector>

namespace bubblescope::ui {

/// A time with its unit, no finer than `resolution` asks for: 19427.1 µs at 100 is "19.4 ms"; at 0 to the
/// nanosecond. On the unit grid no unit follows: at 0 it has five figures, and three decimals where that is
/// more.
[[nodiscard]] QString shortTimeText(Time time, const std::string& unit, Time resolution = 0);

/// What the pointer is on: a title with the colour of its kind, then name and value; without a name, a line.
struct HoverCard
{
    QString title;
    Fill fill;
    std::vector<std::pair<QString, QString>> rows;
    [[nodiscard]] bool isEmpty() const { return title.isEmpty(); }
    bool operator==(const HoverCard&) const = default;
};

/// Texts about places of a timeline, translated.
class HoverText
{
    Q_DECLARE_TR_FUNCTIONS(HoverText)

public:
    /// "1F3 · rank 1 · 4 to 5", "idle · rank 1 · 5 to 7 · length 2", "memory · rank 1 · 12.5 · 3 of 4, limit
    /// 6" (4 being the rank's peak), "" for nothing. `memory` is needed for hits on memory.
    [[nodiscard]] static QString line(const LaneIndex& index, const Hit& hit,
                                      const MemoryCurves* memory = nullptr);
    /// What it is and how long in the title, where and when, or why, in a line; the inspector has the rest.
    /// `explanation`, if there is one, gives a gap its cause and an action its slack.
    [[nodiscard]] static HoverCard card(const LaneIndex& index, const Hit& hit,
                                        const MemoryCurves* memory = nullptr,
                                        const Explanation* explanation = nullptr);
    /// What holds a rank's memory in the middle of a spot, a row for each part, the uppermost first.
    [[nodiscard]] static std::vector<std::pair<QString, QString>> partRows(const MemorySpot& spot,
                                                                           const MemoryStack& stack);
};

} // namespace bubblescope::ui
