// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/quantity.h"
#include "core/model/timeline.h"
#include "core/scene/track.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

struct RectF
{
    double x = 0, y = 0, width = 0, height = 0;
    [[nodiscard]] double right() const { return x + width; }
    [[nodiscard]] double bottom() const { return y + height; }
    [[nodiscard]] bool contains(double px, double py) const
    {
        return px >= x && px < right() && py >= y && py < bottom();
    }
    bool operator==(const RectF&) const = default;
};

/// Pure functions between time, lanes and pixels. All pixels are device-independent.
/// The plot is where lanes are drawn; [from, to) is mapped onto its width. from < to.
/// A row is one rank: its compute lane and, under it, its echo, its sub-lanes, then its memory strip; a
/// folded row is its compute lane alone. The first rows may be pinned: then the others scroll under them.
struct TimelineGeometry
{
    RectF plot;
    Time from = 0;
    Time to = 1;
    double laneHeight = 36;      ///< of a compute lane
    double laneGap = 12;         ///< between rows
    double scrollY = 0;          ///< pixels by which the lanes are scrolled up
    std::vector<RankId> lanes{}; ///< shown ranks, top to bottom
    double subLaneHeight = 0;
    double subLaneGap = 0;         ///< above each sub-lane
    std::vector<Track> subLanes{}; ///< under each compute lane, top to bottom
    double memoryHeight = 0;       ///< of the memory strip under each row's lanes; 0 = none
    double memoryGap = 0;          ///< above it
    /// Rows that show their compute lane alone, foldedHeight high: a flag a row, or empty = none.
    std::vector<std::uint8_t> folded{};
    double foldedHeight = 10;
    std::size_t pinnedRows = 0; ///< the first rows stay on top while the others scroll under them
    /// What makes rows quick to find; nothing needs them to be right.
    struct RowTables
    {
        std::vector<std::uint32_t>
            foldedAbove;                      ///< how many folded rows are above each row, and above the end
        std::vector<std::uint32_t> rowOfRank; ///< kNoRow for what is not shown
        bool operator==(const RowTables&) const = default;
    };
    static constexpr std::uint32_t kNoRow = 0xFFFFFFFF;
    RowTables tables{};
    double echoHeight = 0; ///< of a thin lane for another schedule under each unfolded compute lane; 0 = none
    double echoGap = 0;    ///< above it
    std::string unitOfTime = "step"; ///< of from and to: the ruler writes larger or smaller ones

    bool operator==(const TimelineGeometry&) const = default;

    /// Makes the tables anew: to be called after `lanes` or `folded` changed. Without them rows of mixed
    /// height and ranks out of order are found by counting. O(rows); leaves no tables where none are needed.
    void arrange();

    [[nodiscard]] double pixelsPerUnit() const { return plot.width / (to - from); }
    /// Subtracts the origin before scaling, so that late times do not jitter.
    [[nodiscard]] double xOf(Time t) const { return plot.x + (t - from) * pixelsPerUnit(); }
    [[nodiscard]] Time timeAt(double x) const { return from + (x - plot.x) / pixelsPerUnit(); }
    [[nodiscard]] bool isFolded(std::size_t row) const { return row < folded.size() && folded[row] != 0; }
    /// Of a row's compute lane.
    [[nodiscard]] double laneHeightOf(std::size_t row) const
    {
        return isFolded(row) ? foldedHeight : laneHeight;
    }
    /// The row that shows a rank; nothing while it is hidden. O(1) once arranged.
    [[nodiscard]] std::optional<std::size_t> rowOf(RankId rank) const;
    /// Where a row may be drawn: the pinned rows' band, or what is left of the plot below it.
    [[nodiscard]] RectF bandOf(std::size_t row) const;
    /// How much of the plot's height the pinned rows take.
    [[nodiscard]] double pinnedHeight() const;
    /// The pinned rows as a plot of their own, and the others: neither has pinned rows, so that a scene
    /// can be built of each and be clipped to its plot. O(rows).
    [[nodiscard]] TimelineGeometry pinnedBand() const;
    [[nodiscard]] TimelineGeometry scrolledBand() const;
    /// What the echo adds to an unfolded row.
    [[nodiscard]] double echoSpace() const { return echoHeight > 0 ? echoGap + echoHeight : 0; }
    [[nodiscard]] bool hasEcho(std::size_t row) const { return echoHeight > 0 && !isFolded(row); }
    /// Top of a row's echo. Requires one.
    [[nodiscard]] double echoTop(std::size_t row) const { return laneTop(row) + laneHeight + echoGap; }
    /// Of an unfolded row's lane, echo and sub-lanes.
    [[nodiscard]] double lanesHeight() const
    {
        return laneHeight + echoSpace() + static_cast<double>(subLanes.size()) * (subLaneGap + subLaneHeight);
    }
    /// From an unfolded row to the next.
    [[nodiscard]] double pitch() const
    {
        return lanesHeight() + (memoryHeight > 0 ? memoryGap + memoryHeight : 0) + laneGap;
    }
    /// Under a folded row: thin rows are closer.
    [[nodiscard]] double foldedGap() const;
    [[nodiscard]] double gapBelow(std::size_t row) const { return isFolded(row) ? foldedGap() : laneGap; }
    [[nodiscard]] double pitchOf(std::size_t row) const
    {
        return isFolded(row) ? foldedHeight + foldedGap() : pitch();
    }
    /// From the top of a row's compute lane to the end of what belongs to it.
    [[nodiscard]] double rowHeight(std::size_t row) const { return pitchOf(row) - gapBelow(row); }
    /// From the first row's top to a row's, be it scrolled away or not; to the end for one past the last.
    [[nodiscard]] double rowOffset(std::size_t row) const
    {
        const double uniform = static_cast<double>(row) * pitch();
        return folded.empty()
                   ? uniform
                   : uniform - static_cast<double>(foldedAbove(row)) * (pitch() - foldedHeight - foldedGap());
    }
    /// O(1) once arranged.
    [[nodiscard]] double laneTop(std::size_t row) const
    {
        return plot.y - (row < pinnedRows ? 0 : scrollY) + rowOffset(row);
    }
    /// Top of one of a row's lanes; nothing if that one is not shown.
    [[nodiscard]] std::optional<double> trackTop(std::size_t row, Track track) const;
    [[nodiscard]] bool hasMemory(std::size_t row) const { return memoryHeight > 0 && !isFolded(row); }
    /// Top of a row's memory strip. Requires one.
    [[nodiscard]] double memoryTop(std::size_t row) const { return laneTop(row) + lanesHeight() + memoryGap; }
    /// The space under an unfolded row's compute lane, up to what comes next.
    [[nodiscard]] double gapUnderLane() const
    {
        return echoHeight > 0      ? echoGap
               : !subLanes.empty() ? subLaneGap
               : memoryHeight > 0  ? memoryGap
                                   : laneGap;
    }
    [[nodiscard]] double gapUnderLane(std::size_t row) const
    {
        return isFolded(row) ? foldedGap() : gapUnderLane();
    }

    [[nodiscard]] double trackHeight(std::size_t row, Track track) const
    {
        return track == Track::Compute ? laneHeightOf(row) : subLaneHeight;
    }
    /// The row to which a height of the plot belongs, its gap included; nothing outside the plot and below
    /// the last row. O(log rows).
    [[nodiscard]] std::optional<std::size_t> rowSlotAt(double y) const;
    /// The row whose compute lane is at `y`; nothing in the gaps and outside the plot.
    [[nodiscard]] std::optional<std::size_t> rowAt(double y) const;
    struct Place
    {
        std::size_t row = 0;
        Track track = Track::Compute;
        bool operator==(const Place&) const = default;
    };
    /// The lane or sub-lane at `y`.
    [[nodiscard]] std::optional<Place> placeAt(double y) const;
    /// The row whose memory strip is at `y`.
    [[nodiscard]] std::optional<std::size_t> memoryRowAt(double y) const;
    /// The row whose echo is at `y`.
    [[nodiscard]] std::optional<std::size_t> echoRowAt(double y) const;
    /// Rows [first, end) of those that scroll, of which something may be in the plot; the pinned ones are
    /// always there.
    struct RowSpan
    {
        std::size_t first = 0;
        std::size_t end = 0;
    };
    [[nodiscard]] RowSpan scrolledRowsInView() const;
    [[nodiscard]] double contentHeight() const { return rowOffset(lanes.size()); }

private:
    [[nodiscard]] std::size_t foldedAbove(std::size_t row) const;
    /// The row whose slot holds a height of the content; the number of rows below them all. O(log rows).
    [[nodiscard]] std::size_t rowAtOffset(double offset) const;
    [[nodiscard]] TimelineGeometry band(std::size_t first, std::size_t end) const;
};

/// [from, to) after zooming by `factor` (> 1 = closer) with `anchor` staying where it is, kept inside
/// [-margin, makespan + margin] and not narrower than doubles can resolve.
struct TimeRange
{
    Time from = 0;
    Time to = 1;
    bool operator==(const TimeRange&) const = default;
};
[[nodiscard]] TimeRange zoomedAt(const TimeRange& range, Time anchor, double factor, Time makespan);
[[nodiscard]] TimeRange panned(const TimeRange& range, Time delta, Time makespan);
/// The whole timeline: [0, makespan), [0, 1) for an empty one.
[[nodiscard]] TimeRange fitted(Time makespan);

/// What the labels of the ruler count: so that the latest time has few digits, and the marks no more than
/// three decimals. Times of steps count steps.
[[nodiscard]] QuantityUnit rulerUnit(const TimelineGeometry& geometry);
/// The unit as it stands beside the ruler: "steps", "ms".
[[nodiscard]] std::string rulerUnitText(const TimelineGeometry& geometry);
/// Ruler marks at 1, 2 or 5 times a power of ten, at least `minSpacingPx` apart; labels as people write them,
/// in rulerUnit().
struct RulerMark
{
    Time time = 0;
    bool major = true;
    std::string label; ///< empty for minor marks
};
[[nodiscard]] std::vector<RulerMark> rulerMarks(const TimelineGeometry& geometry, double minSpacingPx = 64);

} // namespace bubblescope
