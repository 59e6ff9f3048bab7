// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"
#include "core/base/vector_registers.h"
#include "core/scene/block_marks.h"
#include "core/scene/block_texts.h"
#include "core/scene/memory_strip.h"
#include "core/scene/narrow_blocks.h"
#include "core/scene/text_width.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bubblescope {

namespace {

/// A block is a rect of its own from here on; narrower ones share pixel columns.
constexpr double kWidePx = 3;
/// Blocks reach so far out of the plot when they go on there, so that no edge is drawn at the cut.
constexpr double kBeyondPx = 8;
constexpr double kOverlapFramePx = 2;
/// What takes no time is that wide in a sub-lane.
constexpr double kMarkPx = 3;

/// Adds one lane after the other to a scene.
class PlotBuilder
{
public:
    PlotBuilder(const LaneIndex& index, const SceneOptions& options, Scene& scene)
        : m_index(index)
        , m_options(options)
        , m_geometry(options.geometry)
        , m_scene(scene)
        , m_ratio(options.devicePixelRatio > 0 ? options.devicePixelRatio : 1)
        , m_pixelsPerUnit(options.geometry.pixelsPerUnit())
        , m_whole(fitted(index.timeline().makespan))
        , m_texts(scene, options, index.timeline().schedule->microbatchCount)
        , m_narrow(index, options, scene)
    {}

    void addRow(std::size_t row);

private:
    [[nodiscard]] double snapped(double px) const { return std::round(px * m_ratio) / m_ratio; }
    [[nodiscard]] LaneId lane() const { return {m_rank, m_track}; }
    [[nodiscard]] Fill fillOf(const Action& action) const
    {
        return {roleOf(action.kind()),
                isCompute(action.kind()) ? m_index.chunkOf(m_rank, action.stage()) : std::uint8_t{0}};
    }
    void addLane(const RectF& where, Track track);
    void addAbsence();
    void addBackground(double top, double bottom);
    void addBlocks();
    void addMarks();
    void addMark(std::int64_t column, std::int64_t end, std::uint8_t fill);
    std::vector<RectF> addBars(KindMark mark, const Fill& fill, const RectF& block);
    void addPhases();
    void addPhaseLabel(StepPhase phase, const Fill& fill, const RectF& visible);
    void addBlock(std::size_t index, const TimeSpan& cover);
    void addHalves(const LaneBlock& block, const RectF& rect);

    const LaneIndex& m_index;
    const SceneOptions& m_options;
    const TimelineGeometry& m_geometry;
    Scene& m_scene;
    double m_ratio;
    double m_pixelsPerUnit;
    TimeRange m_whole; ///< outside it nothing is idle: there is no run
    BlockTexts m_texts;
    NarrowBlocks m_narrow;

    // Of the lane at work.
    RankId m_rank;
    Track m_track = Track::Compute;
    double m_top = 0;    ///< on the device grid
    double m_bottom = 0; ///< on the device grid
    double m_gapUnderLane = 0;
};

void PlotBuilder::addRow(std::size_t row)
{
    const RectF& plot = m_geometry.plot;
    m_rank = m_geometry.lanes[row];
    m_gapUnderLane = m_geometry.gapUnderLane(row);
    if (m_rank.value >= m_index.laneCount() || m_geometry.laneTop(row) >= plot.bottom() ||
        m_geometry.laneTop(row) + m_geometry.pitchOf(row) <= plot.y)
        return;
    addLane({plot.x, m_geometry.laneTop(row), plot.width, m_geometry.laneHeightOf(row)}, Track::Compute);
    for (const Track track : m_geometry.subLanes)
        if (const auto top = m_geometry.trackTop(row, track))
            addLane({plot.x, *top, plot.width, m_geometry.subLaneHeight}, track);
}

void PlotBuilder::addLane(const RectF& where, Track track)
{
    const RectF& plot = m_geometry.plot;
    m_track = track;
    m_top = snapped(where.y);
    m_bottom = std::max(snapped(where.bottom()), m_top + 1 / m_ratio);
    if (m_bottom <= plot.y || m_top >= plot.bottom())
        return;
    if (m_index.isAbsent(m_rank))
        return addAbsence();
    addBackground(std::max(m_top, plot.y), std::min(m_bottom, plot.bottom()));
    m_narrow.begin({lane(), m_top, m_bottom, m_gapUnderLane});
    StripWriter& strip = m_narrow.strip();
    // Marks come after the blocks and may begin before them.
    if (track != Track::Compute)
        static_cast<void>(
            strip.column(static_cast<std::int64_t>(std::floor(plot.x * m_ratio + StripWriter::kOnGrid))));
    if (!m_index.hasMarksOnly(lane()))
        addBlocks();
    if (track != Track::Compute)
        addMarks();
    if (track == Track::Compute)
        addPhases();
    if (!strip.isBlank())
        m_scene.strips.push_back(strip.take());
}

/// Nothing is drawn of a rank that nothing is known of, and that is said.
void PlotBuilder::addAbsence()
{
    constexpr double kPlotTextSize = 11;
    constexpr double kLeastHeight = 12;
    constexpr double kIndent = 8;
    if (m_track != Track::Compute || m_bottom - m_top < kLeastHeight)
        return;
    SceneText said;
    said.x = m_geometry.plot.x + kIndent;
    said.y = (m_top + m_bottom) / 2 + kPlotTextSize * 0.36;
    said.text = "no trace";
    said.size = kPlotTextSize;
    said.color = Role::QuietText;
    m_scene.texts.push_back(std::move(said));
}

/// Idle from the run's begin to its end.
void PlotBuilder::addBackground(double top, double bottom)
{
    const RectF& plot = m_geometry.plot;
    const double left = m_geometry.from < m_whole.from ? m_geometry.xOf(m_whole.from) : plot.x;
    const double right = m_geometry.to > m_whole.to ? m_geometry.xOf(m_whole.to) : plot.right();
    if (left < right)
        m_scene.rects.push_back({{left, top, right - left, bottom - top}, {Role::Idle}});
}

void PlotBuilder::addBlocks()
{
    const Time least = kWidePx / m_pixelsPerUnit;
    Time done = m_geometry.from;
    std::size_t next = m_index.firstBlockEndingAfter(lane(), m_geometry.from);
    while (done < m_geometry.to) {
        const std::size_t wide = m_index.nextBlockAsLongAs(lane(), next, least, m_geometry.to);
        const bool found = wide < m_index.blockCount(lane());
        const TimeSpan cover = found ? m_index.coverOf(lane(), wide) : TimeSpan{m_geometry.to, m_geometry.to};
        m_narrow.add(next, wide, {done, cover.start});
        if (!found)
            break;
        addBlock(wide, cover);
        done = cover.end;
        next = wide + 1;
    }
}

/// What takes no time fills columns of its own in a sub-lane. As many looks as marks fit side by side, and
/// one for each few hundred marks that lie closer.
void PlotBuilder::addMarks()
{
    const auto columns = std::max<std::int64_t>(1, std::lround(kMarkPx * m_ratio));
    const auto lastColumn =
        static_cast<std::int64_t>(std::floor(m_geometry.plot.right() * m_ratio + StripWriter::kOnGrid)) -
        columns;
    const Time reach = kMarkPx / m_pixelsPerUnit;
    const std::size_t count = m_index.markCount(lane());
    const auto columnOf = [&](std::size_t mark) {
        const double x = m_geometry.xOf(m_index.markTime(lane(), mark)) * m_ratio;
        // The very end of the plot shows what is at it.
        return std::min(static_cast<std::int64_t>(std::floor(std::min(x, 1e9) + StripWriter::kOnGrid)),
                        lastColumn);
    };
    std::size_t mark = m_index.markFrom(lane(), m_geometry.from - reach, 0, count);
    while (mark < count && m_index.markTime(lane(), mark) <= m_geometry.to) {
        const std::int64_t column = columnOf(mark);
        const std::size_t past = m_index.pastCloseMarks(lane(), mark, reach);
        const std::int64_t end = (past > mark ? columnOf(past - 1) : column) + columns;
        addMark(std::max(column, m_narrow.strip().firstColumn()), end, m_index.markFill(lane(), mark));
        if (end >= lastColumn + columns)
            return;
        if (past > mark) {
            mark = past;
            continue;
        }
        const std::size_t group = std::min((mark / LaneIndex::kMarkGroup + 1) * LaneIndex::kMarkGroup, count);
        mark =
            m_index.markFrom(lane(), m_geometry.timeAt(static_cast<double>(end) / m_ratio), mark + 1, group);
    }
}

/// Marks in the columns [column, end).
void PlotBuilder::addMark(std::int64_t column, std::int64_t end, std::uint8_t fill)
{
    const Time left = m_geometry.timeAt(static_cast<double>(column) / m_ratio);
    const Time right = m_geometry.timeAt(static_cast<double>(end) / m_ratio);
    if (!m_index.hasMarksOnly(lane())) {
        const std::size_t wide = m_index.nextBlockAsLongAs(
            lane(), m_index.firstBlockEndingAfter(lane(), left), kWidePx / m_pixelsPerUnit, right);
        if (wide < m_index.blockCount(lane())) {
            // On a block of its own color it is a line.
            SceneRect line{{static_cast<double>(column) / m_ratio, m_top, 1 / m_ratio, m_bottom - m_top}};
            line.fill.role = Role::Text;
            line.inner = true;
            m_scene.rects.push_back(line);
            return;
        }
    }
    const std::size_t slot = m_narrow.strip().slotOf(fill);
    for (std::int64_t at = column; at < end; ++at) {
        const std::span<float> shares = m_narrow.strip().column(at);
        std::fill(shares.begin(), shares.end(), 0.0F);
        shares[slot] = 1;
    }
}

/// The head and the tail of the step: few a rank, so each is a rect, be it narrower than a pixel.
void PlotBuilder::addPhases()
{
    const RectF& plot = m_geometry.plot;
    const double top = std::max(m_top, plot.y);
    const double bottom = std::min(m_bottom, plot.bottom());
    const bool isByKind = m_index.hasTailActions();
    std::uint8_t tone = 0; // phases that follow each other are told apart
    for (const PhaseSpan& span : m_index.timeline().phasesOf(m_rank.value)) {
        tone = tone == 0 ? 1 : 0;
        const double left = std::max(m_geometry.xOf(span.start), plot.x);
        const double right = std::min(m_geometry.xOf(span.end), plot.right());
        if (!(left < right))
            continue;
        const Fill fill{Role::StepPhase, isByKind ? lookOf(span.phase).tone : tone};
        const RectF visible{left, top, right - left, bottom - top};
        m_scene.rects.push_back({visible, fill, right - left >= kWidePx});
        if (isByKind)
            addBars(lookOf(span.phase).mark, fill, visible);
        addPhaseLabel(span.phase, fill, visible);
    }
}

void PlotBuilder::addPhaseLabel(StepPhase phase, const Fill& fill, const RectF& visible)
{
    constexpr double kLabelPx = 11;
    constexpr double kRoomPx = 4;
    if (m_options.labels == LabelMode::None || visible.height < kLabelPx + kRoomPx)
        return;
    const auto fits = [&visible](std::string_view text) {
        return textWidth(text, kLabelPx) + 2 * kRoomPx <= visible.width;
    };
    std::string_view name = lookOf(phase).label;
    if (!fits(name) && m_index.hasTailActions())
        name = lookOf(phase).shortLabel;
    if (!fits(name))
        return;
    SceneText said{visible.x + visible.width / 2, centredBaseline(visible.y, visible.bottom(), kLabelPx),
                   std::string(name), kLabelPx};
    said.align = TextAlign::Center;
    said.onFill = true;
    said.fill = fill;
    m_scene.texts.push_back(std::move(said));
}

void PlotBuilder::addBlock(std::size_t index, const TimeSpan& cover)
{
    const RectF& plot = m_geometry.plot;
    const double left = std::max(m_geometry.xOf(cover.start), plot.x - kBeyondPx);
    const double right = std::min(m_geometry.xOf(cover.end), plot.right() + kBeyondPx);
    const RectF rect{left, m_top, right - left, m_bottom - m_top};
    const LaneBlock block = m_index.block(lane(), index);
    const Row& row = m_index.timeline().schedule->rows[m_rank.value];
    const Action& action = row[block.firstAction];
    const FillClass fillClass = fillClassOf(action);
    const bool shown = isShown(m_options.shown, fillClass);
    const bool recolored = m_index.isRecolored() && m_track == Track::Compute;
    const Fill fill = !shown                            ? Fill{Role::Ghost}
                      : recolored                       ? m_index.fillOfBlock(lane(), index)
                      : fillClass == FillClass::Overlap ? Fill{Role::Overlap}
                                                        : fillOf(action);

    m_scene.rects.push_back({rect, fill, true, false, 0, static_cast<std::int32_t>(m_scene.blocks.size())});
    if (m_options.blockFacts)
        m_scene.blocks.push_back({{m_rank, block.firstAction}, action, {}});
    if (m_options.blockFacts && m_options.blockTitles)
        m_scene.blocks.back().title =
            blockTitle({row.data() + block.firstAction, block.actionCount}, block, m_rank);
    if (!shown)
        return;
    if (recolored)
        m_texts.addShared({row.data() + block.firstAction, block.actionCount}, fill, rect);
    else if (fillClass == FillClass::Overlap)
        addHalves(block, rect);
    else if (leaveRoomForLabel(addBars(markOf(action.kind()), fill, rect), rect))
        m_texts.add(action, fill, rect);
}

/// The bars that it adds.
std::vector<RectF> PlotBuilder::addBars(KindMark mark, const Fill& fill, const RectF& block)
{
    std::vector<RectF> bars = markBars(mark, block);
    for (const RectF& bar : bars)
        m_scene.rects.push_back({bar, markFill(fill), false, false, 0, -1, true});
    return bars;
}

void PlotBuilder::addHalves(const LaneBlock& block, const RectF& rect)
{
    constexpr double kRoomPx = 4;
    const Row& row = m_index.timeline().schedule->rows[m_rank.value];
    const std::span<const Action> actions{row.data() + block.firstAction, block.actionCount};
    const double split = 1 / m_ratio;
    const auto parts = static_cast<double>(block.actionCount);
    const double inner = rect.height - 2 * kOverlapFramePx - (parts - 1) * split;
    if (rect.width - 2 * kOverlapFramePx < kRoomPx || inner < parts * kRoomPx) {
        m_texts.addJoint(actions, rect);
        return;
    }
    double top = rect.y + kOverlapFramePx;
    std::vector<RectF> halves;
    for (std::size_t part = 0; part < actions.size(); ++part) {
        const double end = rect.y + kOverlapFramePx + static_cast<double>(part + 1) * inner / parts +
                           static_cast<double>(part) * split;
        const RectF half{rect.x + kOverlapFramePx, top, rect.width - 2 * kOverlapFramePx, snapped(end) - top};
        m_scene.rects.push_back({half, fillOf(actions[part]), false, false, 0, -1, true});
        addBars(markOf(actions[part].kind()), fillOf(actions[part]), half);
        top = half.bottom() + split;
        halves.push_back(half);
    }
    if (inner / parts < kLowestOwnLabelPx && m_texts.addJoint(actions, rect, kOverlapFramePx))
        return;
    for (std::size_t part = 0; part < actions.size(); ++part)
        m_texts.add(actions[part], fillOf(actions[part]), halves[part]);
}

/// The rows in view: a share of them on this thread, and one for each of `parts` on a thread of its own.
void addRows(const LaneIndex& index, const SceneOptions& options, Scene& scene, std::vector<Scene>& parts)
{
    const auto [first, end] = options.geometry.scrolledRowsInView();
    const std::size_t rows = end - std::min(first, end);
    const auto firstOf = [&, first = first](std::size_t share) {
        return first + rows * share / (parts.size() + 1);
    };
    const auto addShare = [&](std::size_t share) {
        clearUpperRegisters();
        PlotBuilder builder(index, options, share == 0 ? scene : parts[share - 1]);
        for (std::size_t row = firstOf(share); row < firstOf(share + 1); ++row)
            builder.addRow(row);
    };
    parallelFor(parts.size() + 1, addShare, {.threads = static_cast<unsigned>(parts.size() + 1)});
    for (Scene& part : parts) {
        scene.rects.insert(scene.rects.end(), part.rects.begin(), part.rects.end());
        std::move(part.strips.begin(), part.strips.end(), std::back_inserter(scene.strips));
        std::move(part.texts.begin(), part.texts.end(), std::back_inserter(scene.texts));
    }
}

/// In the memory of `scene`; with `parts`, on as many more threads and in their memory.
Scene plotScene(const LaneIndex& index, const SceneOptions& options, Scene scene, std::vector<Scene>& parts)
{
    scene.geometry = options.geometry;
    scene.width = options.geometry.plot.right();
    scene.height = options.geometry.plot.bottom();
    if (!(options.geometry.from < options.geometry.to) || !(options.geometry.plot.width > 0))
        return scene;
    if (options.gridLines)
        addGridLines(scene, options.devicePixelRatio > 0 ? options.devicePixelRatio : 1);
    addRows(index, options, scene, parts);
    addMemoryStrips(scene, options, index.timeline().makespan);
    return scene;
}

} // namespace

Scene buildPlotScene(const LaneIndex& index, const SceneOptions& options)
{
    std::vector<Scene> none;
    return plotScene(index, options, {}, none);
}

Scene buildPlotScene(const LaneIndex& index, const SceneOptions& options, PlotStorage& storage)
{
    constexpr std::size_t kRowsWorthAThread = 12;
    const auto [first, end] = options.geometry.scrolledRowsInView();
    // A block's place among the scene's blocks is not known before those of the rows above.
    const std::size_t threads =
        options.blockFacts ? 1
                           : std::clamp<std::size_t>((end - std::min(first, end)) / kRowsWorthAThread, 1,
                                                     std::min(threadsFor(0), kFrameThreads));
    storage.parts.resize(threads - 1);
    for (Scene& part : storage.parts)
        part = std::move(part).emptied();
    return plotScene(index, options, std::move(storage.scene).emptied(), storage.parts);
}

} // namespace bubblescope
