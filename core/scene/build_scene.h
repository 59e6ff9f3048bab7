// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/lane_index.h"
#include "core/scene/scene.h"
#include "core/time/memory_stack.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// Screen: as Auto, and in lanes that are as low as small type.
enum class LabelMode : std::uint8_t { Auto, All, None, Screen };

/// What of a timeline is drawn, and around it.
struct SceneOptions
{
    TimelineGeometry geometry;
    double devicePixelRatio = 1;
    FillMask shown = kAllFills; ///< hidden classes are drawn as ghosts: still not idle
    LabelMode labels = LabelMode::Auto;
    bool hatchIdle = true;
    bool gridLines = true;
    bool blockFacts = true;    ///< fill Scene::blocks; without them SceneRect::block only says that it is one
    bool blockTitles = false;  ///< fill Scene::blocks' and curves' titles (SVG tooltips)
    bool wholeRows = false;    ///< curves change only where a row of device pixels does (rasters)
    MemoryCurvesPtr memory;    ///< drawn where the geometry has strips for it; may be null
    MemoryStackPtr stack = {}; ///< of the same memory: its parts are drawn, each on the others; null = not
    /// Of memory; another color than that of the critical path where both are to be seen.
    Role limitLine = Role::CriticalPath;
};

/// The plot alone: idle background, blocks of at least 3 px with outline and label, coverage strips for what
/// is narrower, grid lines. No ruler, no headers. The drawn idle share is the exact one of the shown range;
/// before 0 and after the makespan nothing is drawn but grid lines. Pinned rows are a scene of their own:
/// TimelineGeometry::pinnedBand() and scrolledBand(). `storage` is a scene that is not needed any more, whose
/// memory serves again.
[[nodiscard]] Scene buildPlotScene(const LaneIndex& index, const SceneOptions& options);

/// A frame's memory takes longer to get than to fill: what the one before had, for the next one.
struct PlotStorage
{
    Scene scene;
    std::vector<Scene> parts; ///< of the threads beside the caller's
};
/// Threads that make a frame, at most: more of them wait for memory.
inline constexpr unsigned kFrameThreads = 4;
/// The same scene in the memory of `storage`, on several threads where there are many rows.
[[nodiscard]] Scene buildPlotScene(const LaneIndex& index, const SceneOptions& options, PlotStorage& storage);

/// Rank names and stage lists left of the plot, and the ruler above it, added to a plot's scene.
void addLaneHeaders(Scene& scene, const LaneIndex& index, double headerX);
/// Beside the echoes of the ranks in `shown` (as echoLanes()) what they are, and `detail` under it where two
/// lines have room; nothing where it would touch a rank's stages.
void addEchoHeaders(Scene& scene, const LaneIndex& index, double headerX,
                    const std::vector<std::uint8_t>& shown, const std::string& name,
                    const std::string& detail);
/// How a rank's peak is written beside its memory strip, the shorter ones for less room behind; and the
/// first's width.
[[nodiscard]] std::vector<std::string> peakTexts(const MemoryCurves& memory, RankId rank);
[[nodiscard]] double peakTextWidth(const MemoryCurves& memory, RankId rank);
/// Beside each memory strip what it is, and the rank's peak.
void addMemoryHeaders(Scene& scene, const MemoryCurves& memory, double headerX);
void addRuler(Scene& scene, double rulerY, double rulerHeight);
/// Through the lanes, under the ruler's major marks; one device pixel wide.
void addGridLines(Scene& scene, double devicePixelRatio);

/// A remark on a picture's times.
struct PictureNote
{
    std::string text;
    Time from = 0;
    std::optional<Time> to = {};
    std::optional<RankId> rank = {};
};

inline constexpr double kDefaultMarginPx = 20;

/// A whole picture for export.
struct PictureOptions
{
    double width = 1280;
    double height = 0; ///< 0 = as high as the lanes ask for
    double devicePixelRatio = 1;
    bool transparent = false;
    std::string title;   ///< shown if showTitle and not empty
    std::string metrics; ///< metrics line; shown if showMetrics and not empty
    std::string source;  ///< what the times are taken from; shown in the legend if not empty
    bool showTitle = true;
    bool showMetrics = true;
    bool showLegend = true;
    bool hatchIdle = true;
    LabelMode labels = LabelMode::Auto;
    FillMask shown = kAllFills;
    std::optional<TimeRange> range;
    std::vector<RankId> lanes; ///< empty = all
    bool blockTitles = false;
    MemoryCurvesPtr memory;    ///< under the lanes of each rank, where there is room for it; null = not
    MemoryStackPtr stack = {}; ///< of this memory, whose parts are shown; null = not
    /// Of a bubble, as BubbleChains has it: drawn over the lanes; empty = not.
    std::vector<ActionPosition> chain;
    bool whitePage = false;
    double printScale = 1; ///< how much larger than its pixels it is printed
    double margin = kDefaultMarginPx;
    std::vector<ActionPosition> criticalPath; ///< in the order of time; empty = not shown
    std::optional<ActionPosition> selected;
    std::vector<PictureNote> notes;
    LaneIndexPtr overlay; ///< another schedule in thin lanes under these; null = none
    std::string overlayName;
    bool showsDifference = false; ///< the lanes' colors are those of a difference
};
/// No text is cut: lines are broken and texts made smaller until they fit, which Scene::fitting tells.
/// Title, metrics line, ruler, lane headers, plot and legend. Refuses sizes in which nothing fits, in words.
[[nodiscard]] Result<Scene> buildPicture(const LaneIndex& index, const PictureOptions& options);

} // namespace bubblescope
