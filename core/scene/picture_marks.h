// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/build_scene.h"

namespace bubblescope {

/// A note laid out: the line of text that it is on, and where it begins.
struct NotePlacement
{
    double x = 0;
    std::size_t line = 0;
    std::vector<std::string> lines; ///< the text, in lines that fit
    std::size_t note = 0;           ///< its number
};
struct NoteBand
{
    std::vector<NotePlacement> notes;
    std::size_t lineCount = 0;
    TextFitting fitting;
};
inline constexpr double kNoteLineHeight = 14;
/// Where the notes' words stand above the lanes, none over another and none cut; those out of range are left
/// out.
[[nodiscard]] NoteBand layOutNotes(const std::vector<PictureNote>& notes, const TimelineGeometry& geometry);
/// Their words, and lines through what they are about. `top` is where the band begins.
void addNotes(Scene& scene, const NoteBand& band, const std::vector<PictureNote>& notes, double top);

/// The critical path: a line under each of its actions, and from one rank to the next; as much of it as the
/// pixels tell.
void addCriticalPath(Scene& scene, const LaneIndex& index, const std::vector<ActionPosition>& path);
/// A frame around an action.
void addSelection(Scene& scene, const LaneIndex& index, const ActionPosition& selected);

/// Under each lane that of another schedule, in the room of the geometry's echoes.
void addOverlay(Scene& scene, const LaneIndex& other, const SceneOptions& options);

} // namespace bubblescope
