// SPDX-License-Identifier: Apache-2.0
#include "core/scene/memory_strip.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace bubblescope {

namespace {

using Extent = LevelPyramid::Extent;

constexpr double kGridSlack = 1e-7;
/// So many blocks are looked at side by side.
constexpr std::size_t kAtOnce = 8;
/// So many steps are faster looked at than their blocks. Columns of more hold at least one whole block.
constexpr std::size_t kFewSteps = 2 * LevelPyramid::kFan;

/// Walks over one rank's steps, column by column where they are dense.
class CurveWalk
{
public:
    CurveWalk(std::span<const MemoryStep> steps, const LevelPyramid& pyramid,
              const TimelineGeometry& geometry, double ratio, const TimeRange& range, double rowsPerLevel)
        : m_steps(steps)
        , m_pyramid(pyramid)
        , m_range(range)
        , m_from(geometry.from)
        , m_left(geometry.plot.x)
        , m_pixelsPerUnit(geometry.pixelsPerUnit())
        , m_ratio(ratio)
        , m_unitsPerColumn(1 / (m_pixelsPerUnit * ratio))
        , m_rowsPerLevel(rowsPerLevel)
    {}

    [[nodiscard]] std::vector<CurveStep> walk();

private:
    /// As TimelineGeometry::xOf(), without dividing each time.
    [[nodiscard]] double xOf(Time t) const { return m_left + (t - m_from) * m_pixelsPerUnit; }
    [[nodiscard]] double columnOf(Time t) const
    {
        // std::floor() is a call on processors without SSE 4.1.
        const double column = xOf(t) * m_ratio + kGridSlack;
        const auto whole = static_cast<double>(static_cast<std::int64_t>(column));
        return whole > column ? whole - 1 : whole;
    }
    /// Where what belongs to a column ends.
    [[nodiscard]] Time endOf(double column) const
    {
        return m_from + (column + 1 - kGridSlack - m_left * m_ratio) * m_unitsPerColumn;
    }
    /// Between two columns.
    struct Edge
    {
        Time time = 0;
        std::size_t block = 0;             ///< that of the last step before it
        std::optional<std::size_t> step{}; ///< the first from it on, if it has been looked for
    };
    static bool isBefore(const MemoryStep& step, Time t) { return step.time < t; }
    void chooseBlocks();
    [[nodiscard]] Time blockTime(std::size_t block) const { return m_times[block << m_timesShift]; }
    [[nodiscard]] std::size_t firstFrom(std::size_t begin, std::size_t end, Time t) const;
    [[nodiscard]] std::size_t stepAt(Edge& edge) const;
    void walkColumn();
    bool walkBlocks(double column);
    [[nodiscard]] std::size_t lastBefore(Time t, std::size_t block) const;
    [[nodiscard]] Extent extentOfBlocks(std::size_t first, std::size_t end) const;
    bool addFew(Edge& left, Edge& right, double column);
    void findEven(std::size_t step);
    [[nodiscard]] double lastEven(std::size_t step, double column);
    void goOn(Edge& left, const Edge& right, double& column);
    [[nodiscard]] Extent withEdges(Extent inner, Edge& left, Edge& right, double column) const;
    [[nodiscard]] bool goesOnInto(double column, std::size_t step) const
    {
        return step > 0 && xOf(m_steps[step].time) * m_ratio > column + kGridSlack;
    }
    /// Whether two levels are to be distinguished.
    [[nodiscard]] bool isSame(double a, double b) const
    {
        if (!(m_rowsPerLevel > 0))
            return a == b;
        const auto row = [this](double level) {
            const double exact = level * m_rowsPerLevel + kGridSlack;
            return static_cast<std::int64_t>(exact + (exact < 0 ? -0.5 : 0.5));
        };
        return a == b || row(a) == row(b);
    }
    [[nodiscard]] bool isSame(const Extent& a, const Extent& b) const
    {
        return isSame(a.lowest, b.lowest) && isSame(a.highest, b.highest);
    }
    [[nodiscard]] bool goesOn(double low, double high) const
    {
        return isSame(Extent{m_curve.back().low, m_curve.back().high}, Extent{low, high});
    }
    void add(double x, double low, double high);
    void addColumn(double column, const Extent& extent)
    {
        if (!goesOn(extent.lowest, extent.highest))
            add(std::max(column / m_ratio, m_curve.front().x), extent.lowest, extent.highest);
    }
    /// What holds from the end of a column on.
    void addRest(double column, double level)
    {
        if (!goesOn(level, level))
            add((column + 1) / m_ratio, level, level);
    }

    std::span<const MemoryStep> m_steps;
    const LevelPyramid& m_pyramid;
    std::span<const Time> m_times;
    std::span<const Extent> m_blocks; ///< of the level that suits the columns; may be empty
    std::size_t m_blockSize = 0;
    unsigned m_timesShift = 0; ///< from blocks to those of the lowest level
    TimeRange m_range;
    Time m_from;
    double m_left;
    double m_pixelsPerUnit;
    double m_ratio;
    double m_unitsPerColumn;
    double m_rowsPerLevel;  ///< 0 where levels are distinguished however near they are
    std::size_t m_next = 0; ///< first step of what is still to walk
    std::size_t m_end = 0;  ///< of the steps in the range
    /// Up to this step it is known whether every column holds the same, and what; none where it need not.
    std::size_t m_evenEnd = 0;
    std::optional<Extent> m_even;
    std::vector<CurveStep> m_curve;
};

std::vector<CurveStep> CurveWalk::walk()
{
    const auto past = std::upper_bound(m_steps.begin(), m_steps.end(), m_range.from,
                                       [](Time t, const MemoryStep& step) { return t < step.time; });
    m_next = static_cast<std::size_t>(past - m_steps.begin());
    m_end = static_cast<std::size_t>(std::lower_bound(past, m_steps.end(), m_range.to, isBefore) -
                                     m_steps.begin());
    chooseBlocks();
    const double begin = m_next > 0 ? m_steps[m_next - 1].level : 0;
    add(xOf(m_range.from), begin, begin);
    while (m_next < m_end)
        walkColumn();
    while (m_curve.size() > 1 && m_curve.back().x >= xOf(m_range.to))
        m_curve.pop_back(); // a column that the range's end cuts
    return std::move(m_curve);
}

/// The largest of which a column of this zoom holds several.
void CurveWalk::chooseBlocks()
{
    if (m_pyramid.levelCount() == 0 || m_next == 0)
        return;
    constexpr double kBlocksPerColumn = 8;
    const double columns = std::max(1.0, (m_range.to - m_range.from) / m_unitsPerColumn);
    const double stepsPerColumn = static_cast<double>(m_end - m_next) / columns;
    std::size_t level = 0;
    m_blockSize = LevelPyramid::kFan;
    while (level + 1 < m_pyramid.levelCount() &&
           static_cast<double>(m_blockSize * LevelPyramid::kFan) * kBlocksPerColumn <= stepsPerColumn) {
        ++level;
        m_blockSize *= LevelPyramid::kFan;
        m_timesShift += 3;
    }
    static_assert(LevelPyramid::kFan == 1U << 3U);
    m_times = m_pyramid.blockTimes();
    m_blocks = m_pyramid.level(level);
}

/// The column in which the next step begins, and, where that one is dense, those behind it.
void CurveWalk::walkColumn()
{
    const std::size_t first = m_next;
    const double column = columnOf(m_steps[first].time);
    const Time until = endOf(column);
    Extent extent{m_steps[first].level, m_steps[first].level};
    std::size_t step = first + 1;
    for (; step < m_end && m_steps[step].time < until; ++step) {
        if (step == first + kFewSteps && walkBlocks(column))
            return;
        extent.widen(m_steps[step].level);
    }
    m_next = step;
    const double last = m_steps[step - 1].level;
    const bool isAlone = step == first + 1;
    if (isAlone) {
        add(xOf(m_steps[first].time), last, last);
    } else {
        if (goesOnInto(column, first))
            extent.widen(m_steps[first - 1].level);
        addColumn(column, extent);
    }
    if (const double even = lastEven(step - 1, column); even > column)
        m_next = firstFrom(step, m_evenEnd, endOf(even));
    else if (!isAlone)
        addRest(column, last);
}

/// The last block, from `block` on, that begins before a time. Several at a time are counted: where a column
/// ends among its blocks cannot be foreseen, and a wrong guess costs more than all of them.
std::size_t CurveWalk::lastBefore(Time t, std::size_t block) const
{
    while (block + kAtOnce < m_blocks.size()) {
        std::size_t count = 0;
        for (std::size_t i = 1; i <= kAtOnce; ++i)
            count += blockTime(block + i) < t ? 1 : 0;
        block += count;
        if (count < kAtOnce)
            return block;
    }
    while (block + 1 < m_blocks.size() && blockTime(block + 1) < t)
        ++block;
    return block;
}

/// Of the blocks [first, end), at least one; the last one as often as it takes.
Extent CurveWalk::extentOfBlocks(std::size_t first, std::size_t end) const
{
    Extent extent = m_blocks[first];
    for (; first < end; first += kAtOnce)
        for (std::size_t i = 0; i < kAtOnce; ++i)
            extent.widen(m_blocks[std::min(first + i, end - 1)]);
    return extent;
}

/// Walks on for as long as each column holds some steps; false if the first one does not hold a whole block.
/// The steps themselves are only looked at where a column's first or last block says more than those between
/// them.
bool CurveWalk::walkBlocks(double column)
{
    if (m_blocks.empty())
        return false;
    const double firstColumn = column;
    for (Edge left{m_steps[m_next].time, (m_next - 1) / m_blockSize, m_next};; ++column) {
        Edge right{std::min(endOf(column), m_range.to), left.block};
        right.block = lastBefore(right.time, left.block);
        if (right.block < left.block + 2) {
            if (column == firstColumn)
                return false;
            if (addFew(left, right, column)) {
                goOn(left, right, column);
                continue;
            }
            m_next = std::min(stepAt(left), m_end);
            addRest(column - 1, m_steps[m_next - 1].level);
            return true;
        }
        const Extent inner = extentOfBlocks(left.block + 1, right.block);
        Extent outer = inner;
        outer.widen(m_blocks[left.block]);
        outer.widen(m_blocks[right.block]);
        addColumn(column, isSame(outer, inner) ? inner : withEdges(inner, left, right, column));
        goOn(left, right, column);
    }
}

/// How far it is even from the block of 64 on that holds a step: all levels are one, or of any two neighbors
/// one is as low and one as high as all of them, and each column holds two. So all columns hold the same.
void CurveWalk::findEven(std::size_t step)
{
    constexpr std::size_t kSmallest = LevelPyramid::kFan * LevelPyramid::kFan;
    const auto isEven = [this](std::size_t level, std::size_t block) {
        const LevelPyramid::Common& common = m_pyramid.common(level)[block];
        const Extent& extent = m_pyramid.level(level)[block];
        const bool isOne = isSame(extent.lowest, extent.highest);
        return (isOne || (2 * common.longest * (1 + kGridSlack) < m_unitsPerColumn &&
                          isSame(extent, common.reached))) &&
               (!m_even || isSame(extent, *m_even));
    };
    m_even.reset();
    m_evenEnd = step - step % kSmallest;
    for (bool isEvenYet = true; isEvenYet;) {
        isEvenYet = false;
        std::size_t size = kSmallest;
        std::size_t level = 1;
        for (; level + 1 < m_pyramid.levelCount() && m_evenEnd % (size * LevelPyramid::kFan) == 0; ++level)
            size *= LevelPyramid::kFan;
        for (; level > 0 && !isEvenYet; --level, size /= LevelPyramid::kFan)
            if (const std::size_t block = m_evenEnd / size;
                block < m_pyramid.level(level).size() && isEven(level, block)) {
                m_even = m_pyramid.level(level)[block];
                m_evenEnd += size;
                isEvenYet = true;
                break;
            }
    }
    if (!m_even)
        m_evenEnd += kSmallest;
}

/// The last of the columns after this one that hold what it holds, as far as that is known without looking at
/// them; all that they hold comes after `step`. The next one goes on so, too.
double CurveWalk::lastEven(std::size_t step, double column)
{
    if (m_pyramid.levelCount() < 2)
        return column;
    if (step >= m_evenEnd)
        findEven(step);
    if (!m_even || m_evenEnd >= m_steps.size() || !goesOn(m_even->lowest, m_even->highest))
        return column;
    return std::max(column, columnOf(std::min(m_steps[m_evenEnd].time, m_range.to)) - 2);
}

/// From a column's edges to those of the next that is to be looked at.
void CurveWalk::goOn(Edge& left, const Edge& right, double& column)
{
    left = right;
    const double even = lastEven(left.block * m_blockSize, column);
    if (!(even > column))
        return;
    column = even;
    left = {endOf(even), left.block};
    std::size_t past = std::min(m_evenEnd / m_blockSize + 1, m_blocks.size());
    while (past - left.block > 1) {
        const std::size_t middle = left.block + (past - left.block) / 2;
        (blockTime(middle) < left.time ? left.block : past) = middle;
    }
}

/// The first of the steps [begin, end) that does not begin before a time; `end` if all do.
std::size_t CurveWalk::firstFrom(std::size_t begin, std::size_t end, Time t) const
{
    if (end - begin > LevelPyramid::kFan) {
        const auto steps = m_steps.subspan(begin, end - begin);
        return begin + static_cast<std::size_t>(std::lower_bound(steps.begin(), steps.end(), t, isBefore) -
                                                steps.begin());
    }
    std::size_t first = begin; // counted: a search's branches cannot be foreseen
    for (std::size_t i = begin; i < end; ++i)
        first += m_steps[i].time < t ? 1 : 0;
    return first;
}

/// The first step that does not begin before an edge.
std::size_t CurveWalk::stepAt(Edge& edge) const
{
    if (!edge.step) {
        const std::size_t begin = edge.block * m_blockSize;
        const std::size_t end = std::min(begin + m_blockSize, m_steps.size());
        edge.step = firstFrom(begin, end, edge.time);
    }
    return *edge.step;
}

/// A column without a whole block; false if it has not even two steps.
bool CurveWalk::addFew(Edge& left, Edge& right, double column)
{
    const std::size_t first = stepAt(left);
    const std::size_t end = std::min(stepAt(right), m_end);
    if (end < first + 2)
        return false;
    Extent extent{m_steps[first].level, m_steps[first].level};
    for (std::size_t step = first + 1; step < end; ++step)
        extent.widen(m_steps[step].level);
    if (goesOnInto(column, first))
        extent.widen(m_steps[first - 1].level);
    addColumn(column, extent);
    return true;
}

/// What the whole blocks between two edges hold, and the steps before and after those.
Extent CurveWalk::withEdges(Extent inner, Edge& left, Edge& right, double column) const
{
    const std::size_t first = stepAt(left);
    const std::size_t firstWhole = (left.block + 1) * m_blockSize;
    if (first < firstWhole)
        inner.widen(m_pyramid.extentOf(m_steps, first, firstWhole - 1));
    inner.widen(m_pyramid.extentOf(m_steps, right.block * m_blockSize, stepAt(right) - 1));
    if (goesOnInto(column, first))
        inner.widen(m_steps[first - 1].level);
    return inner;
}

void CurveWalk::add(double x, double low, double high)
{
    if (!m_curve.empty() && x <= m_curve.back().x + kGridSlack)
        m_curve.pop_back();
    if (m_curve.empty() || !goesOn(low, high))
        m_curve.push_back({x, low, high});
}

} // namespace

std::vector<CurveStep> curveSteps(const MemoryCurves& memory, RankId rank, const TimelineGeometry& geometry,
                                  double ratio, const TimeRange& range, double rowsPerLevel)
{
    return curveSteps(memory.steps(rank), memory.pyramid(rank), geometry, ratio, range, rowsPerLevel);
}

std::vector<CurveStep> curveSteps(std::span<const MemoryStep> steps, const LevelPyramid& pyramid,
                                  const TimelineGeometry& geometry, double ratio, const TimeRange& range,
                                  double rowsPerLevel)
{
    return CurveWalk(steps, pyramid, geometry, ratio, range, rowsPerLevel).walk();
}

} // namespace bubblescope
