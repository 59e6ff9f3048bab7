// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/measure_tool.h"

#include "ui/timeline/measure_marks.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/figures.h"

#include <algorithm>
#include <tuple>

namespace bubblescope::ui {

MeasureTool::MeasureTool(TimelineView& view) : TimelineTool(view)
{
    connect(&view.navigation(), &TimelineNavigation::geometryChanged, this, &MeasureTool::dropHidden);
}

const LaneIndex* MeasureTool::index() const
{
    return m_view.index();
}

std::vector<QRectF> MeasureTool::rects() const
{
    return m_area ? areaRects(m_view.geometry(), m_area->range, m_area->ranks) : std::vector<QRectF>{};
}

void MeasureTool::setMode(PointerMode mode)
{
    if (mode == m_mode)
        return;
    m_mode = mode;
    emit modeChanged(mode);
}

void MeasureTool::setArea(const std::optional<MeasuredArea>& area)
{
    std::optional<MeasuredArea> kept;
    if (area && index() != nullptr) {
        const Time makespan = index()->timeline().makespan;
        kept = MeasuredArea{{std::max(area->range.from, 0.0), std::min(area->range.to, makespan)},
                            shownRanks(m_view.geometry(), area->ranks)};
        if (!(kept->range.from < kept->range.to) || kept->ranks.empty())
            kept.reset();
    }
    if (kept) {
        m_anchor = kept->ranks.front();
        m_head = kept->ranks.back();
    }
    m_snap.reset();
    change(std::move(kept));
}

void MeasureTool::change(std::optional<MeasuredArea> area)
{
    m_view.viewport()->update();
    if (area == m_area)
        return;
    m_area = std::move(area);
    m_totals.reset();
    m_schedule = m_area ? m_view.evaluation()->timeline->schedule : nullptr;
    emit areaChanged(m_area);
}

const RangeTotals* MeasureTool::totals() const
{
    if (!m_area || index() == nullptr)
        return nullptr;
    if (!m_totals) {
        const EvaluationPtr evaluation = m_view.evaluation();
        if (!m_meter || m_meter->index() != evaluation->index)
            m_meter = std::make_unique<RangeMeter>(evaluation->index, evaluation->memory);
        m_totals = m_meter->totals(m_area->ranks, m_area->range.from, m_area->range.to);
    }
    return &*m_totals;
}

QString MeasureTool::readOut() const
{
    const RangeTotals* const sums = totals();
    if (sums == nullptr)
        return {};
    const Time resolution = areaResolution(m_area->range, m_view.geometry().pixelsPerUnit());
    QStringList parts;
    parts
        << tr("Δ %1", "length").arg(timeText(roundedTo(sums->length(), resolution), index()->timeline().unit))
        << tr("idle %1", "percent").arg(percentText(sums->idleFraction))
        << (sums->actionsTouching == 1 ? tr("1 action")
                                       : tr("%1 actions").arg(countText(sums->actionsTouching)))
        << (sums->ranks.size() == 1 ? tr("rank %1").arg(sums->ranks.front().rank.value)
                                    : tr("%1 ranks").arg(countText(sums->ranks.size())));
    return parts.join(QStringLiteral(" · "));
}

void MeasureTool::paintArea(QPainter& painter) const
{
    if (!m_area || index() == nullptr)
        return;
    paintMeasuredArea(
        painter, {m_area->range, rects(), readOut(), m_snap, m_dragging.has_value()},
        {*index(), m_view.geometry(), Theme::get(m_view.themeName()), m_view.viewport()->size()});
}

std::vector<QRectF> MeasureTool::rulerChips() const
{
    if (!m_area || index() == nullptr)
        return {};
    return rulerChipRects(m_area->range, {*index(), m_view.geometry(), Theme::get(m_view.themeName()),
                                          m_view.viewport()->size()});
}

bool MeasureTool::clear()
{
    if (!m_area)
        return false;
    m_dragging.reset();
    m_snap.reset();
    change(std::nullopt);
    return true;
}

void MeasureTool::dropHidden()
{
    const std::vector<RankId>& lanes = m_view.geometry().lanes;
    if (lanes == m_lanes)
        return;
    m_lanes = lanes;
    const auto isShown = [&](RankId rank) { return m_view.geometry().rowOf(rank).has_value(); };
    // An edge that is held has lost its lanes; whoever goes on moving it would measure others.
    if (m_dragging && (!isShown(m_anchor) || !isShown(m_head) ||
                       (m_area && !std::all_of(m_area->ranks.begin(), m_area->ranks.end(), isShown)))) {
        m_dragging.reset();
        m_snap.reset();
    }
    // Of another order evaluationChanged() decides.
    if (!m_area || index() == nullptr || m_view.evaluation()->timeline->schedule != m_schedule)
        return;
    MeasuredArea rest{m_area->range, shownRanks(m_view.geometry(), m_area->ranks)};
    if (rest.ranks.empty()) {
        change(std::nullopt);
        return;
    }
    const auto held = std::pair(m_anchor, m_head);
    setArea(rest);
    if (m_dragging)
        std::tie(m_anchor, m_head) = held;
}

void MeasureTool::evaluationChanged()
{
    m_meter.reset();
    m_totals.reset();
    m_snap.reset();
    if (!m_area)
        return;
    const bool fits = index() != nullptr && m_view.evaluation()->timeline->schedule == m_schedule &&
                      m_area->range.to <= index()->timeline().makespan;
    if (fits) {
        emit areaChanged(m_area);
        return;
    }
    m_dragging.reset();
    change(std::nullopt);
}

} // namespace bubblescope::ui
