// SPDX-License-Identifier: GPL-3.0-or-later
// Where the parts of the lane headers are, and how they look.
#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/lane_glyphs.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/lane_order.h"
#include "ui/timeline/timeline_view.h"
#include "ui/timeline/timeline_viewport.h"
#include "ui/widgets/look.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

using M = TimelineMetrics;
constexpr double kButton = 18;      ///< at most, each way
constexpr double kLeastButton = 10; ///< on thin lanes
constexpr double kTwoLinePitch = 30;
constexpr double kShadow = 6;
constexpr double kLaneHeadersLookTextPx = 11;

/// How much of the text's colour a hovered header, and the button under the pointer, take on.
constexpr double kHoverShare = 0.07;
constexpr double kButtonShare = 0.2;

} // namespace

QRectF LaneHeaders::headerRect(std::size_t row) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    return {0, geometry.laneTop(row), geometry.plot.x, geometry.rowHeight(row)};
}

QRectF LaneHeaders::buttonRect(std::size_t row, Part part) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const double strip = geometry.memoryHeight > 0 ? geometry.memoryHeight + geometry.memoryGap : 0;
    const bool twoLines = !geometry.isFolded(row) && geometry.pitch() - strip >= kTwoLinePitch;
    const double size = std::clamp(geometry.rowHeight(row), kLeastButton, kButton);
    const double middle = geometry.laneTop(row) + geometry.laneHeightOf(row) / 2;
    // Beside the name, or beside the stages under it where the lane has two lines.
    if (part == Part::Fold)
        return {0, std::round(middle - (twoLines ? 7 : 0) - size / 2), M::kHeaderX, size};
    const double right = geometry.plot.x - 4 - (part == Part::Pin ? size : 0);
    return {right - size, std::round(middle + (twoLines ? 8 : 0) - size / 2), size, size};
}

QRectF LaneHeaders::hiddenLineRect() const
{
    const std::size_t hidden = hiddenCount();
    if (hidden == 0)
        return {};
    const QFontMetricsF metrics(sceneFont(kLaneHeadersLookTextPx));
    const QString text = tr("%n hidden · ", "lanes", static_cast<int>(hidden)) + tr("show", "hidden lanes");
    const TimelineGeometry& geometry = m_view.geometry();
    return {M::kHeaderX - 4, std::round(geometry.plot.bottom()) + 5,
            std::ceil(metrics.horizontalAdvance(text)) + 8, M::kHiddenLine - 2};
}

std::optional<LaneHeaders::Spot> LaneHeaders::spotAt(const QPointF& position) const
{
    if (hiddenLineRect().contains(position))
        return Spot{Part::ShowAll, 0};
    const TimelineGeometry& geometry = m_view.geometry();
    if (position.x() < 0 || position.x() >= geometry.plot.x)
        return std::nullopt;
    const auto row = geometry.rowSlotAt(position.y());
    if (!row)
        return std::nullopt;
    for (const Part part : {Part::Fold, Part::Pin, Part::Hide})
        if (buttonRect(*row, part).contains(position))
            return Spot{part, *row};
    return Spot{Part::Name, *row};
}

void LaneHeaders::paint(QPainter& painter) const
{
    const Theme& theme = Theme::get(m_view.themeName());
    painter.save();
    if (m_marked)
        paintMark(painter, theme);
    paintPinnedBorder(painter, theme);
    paintStates(painter, theme);
    paintHiddenLine(painter, theme);
    if (m_dragging)
        paintDrag(painter, theme);
    painter.restore();
}

void LaneHeaders::paintMark(QPainter& painter, const Theme& theme) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const auto row = geometry.rowOf(*m_marked);
    if (!row)
        return;
    const RectF band = geometry.bandOf(*row);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(QRectF(0, band.y, band.right(), band.height));
    painter.setPen(QPen(toColor(theme.color(Role::Accent)), 1.5));
    painter.setBrush(toColor(theme.color(Role::Accent), 0.16));
    painter.drawRoundedRect(
        QRectF(4, geometry.laneTop(*row) - 1, geometry.plot.x - 8, geometry.laneHeightOf(*row) + 2), 4, 4);
    painter.restore();
}

/// A hairline under the pinned lanes, and a shadow while something is scrolled behind them.
void LaneHeaders::paintPinnedBorder(QPainter& painter, const Theme& theme) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    if (geometry.pinnedRows == 0 || geometry.pinnedRows == geometry.lanes.size())
        return;
    const double y = geometry.plot.y + geometry.pinnedHeight();
    const double width = m_view.viewport()->width();
    const bool isDark = theme.isDark();
    const double line = std::floor(y - geometry.gapBelow(geometry.pinnedRows - 1) / 2);
    if (geometry.scrollY > 0) {
        QLinearGradient shadow(0, y, 0, y + kShadow);
        shadow.setColorAt(0, QColor(0, 0, 0, isDark ? 110 : 44));
        shadow.setColorAt(1, QColor(0, 0, 0, 0));
        painter.fillRect(QRectF(0, y, width, kShadow), shadow);
        painter.fillRect(QRectF(0, y - 1, width, 1), toColor(theme.color(Role::QuietText), 0.55));
        return;
    }
    painter.fillRect(QRectF(0, line, width, 1), toColor(theme.color(Role::QuietText), 0.55));
}

void LaneHeaders::paintStates(QPainter& painter, const Theme& theme) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const auto paintBand = [&](std::size_t first, std::size_t end) {
        if (first >= end)
            return;
        const RectF band = geometry.bandOf(first);
        painter.save();
        painter.setClipRect(QRectF(0, band.y, geometry.plot.x, band.height + 4), Qt::IntersectClip);
        for (std::size_t row = first; row < end; ++row)
            paintRow(painter, row, theme);
        painter.restore();
    };
    const auto [first, end] = geometry.scrolledRowsInView();
    paintBand(first, end);
    paintBand(0, geometry.pinnedRows);
}

void LaneHeaders::paintRow(QPainter& painter, std::size_t row, const Theme& theme) const
{
    const RankId rank = m_view.geometry().lanes[row];
    const QRectF header = headerRect(row);
    const QColor accent = toColor(theme.color(Role::Accent));
    const bool isHovered =
        (m_hovered && m_hovered->part != Part::ShowAll && m_hovered->row == row) || m_menuRank == rank;
    if (m_selected == rank) {
        painter.fillRect(header.adjusted(0, 0, -4, 0), toColor(theme.color(Role::Accent), 0.14));
        painter.fillRect(QRectF(0, header.top(), 3, header.height()), accent);
    }
    if (m_dragging && m_dragged == rank)
        painter.fillRect(header, toColor(theme.color(Role::Window), 0.6));
    else if (isHovered)
        return paintButtons(painter, row, theme);
    const QRectF state = buttonRect(row, Part::Fold);
    // Thin lanes tell by themselves that they are folded.
    if (isPinned(m_arrangement, rank))
        paintLaneGlyph(painter, LaneGlyph::Pinned, state.adjusted(m_selected == rank ? 3 : 1, 0, -1, 0),
                       accent);
    else if (m_view.geometry().isFolded(row))
        paintLaneGlyph(painter, LaneGlyph::Folded, state.adjusted(1, 0, -1, 0),
                       toColor(theme.color(Role::QuietText)));
}

void LaneHeaders::paintButtons(QPainter& painter, std::size_t row, const Theme& theme) const
{
    const RankId rank = m_view.geometry().lanes[row];
    const QColor text = toColor(theme.color(Role::Text));
    const QColor window = toColor(theme.color(Role::Window));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(toColor(theme.color(Role::Text), kHoverShare));
    const QRectF header = headerRect(row).adjusted(m_selected == rank ? 3 : 0, 0, -4, 0);
    painter.drawRoundedRect(header, 3, 3);
    const bool pinned = isPinned(m_arrangement, rank);
    const std::pair<Part, LaneGlyph> buttons[] = {
        {Part::Fold, isFolded(m_arrangement, rank) ? LaneGlyph::Folded : LaneGlyph::Unfolded},
        {Part::Pin, pinned ? LaneGlyph::Pinned : LaneGlyph::Pin},
        {Part::Hide, LaneGlyph::Hide}};
    for (const auto& [part, glyph] : buttons) {
        const QRectF rect = buttonRect(row, part);
        const bool isUnder = m_hovered && m_hovered->row == row && m_hovered->part == part;
        if (part != Part::Fold || isUnder) {
            // What is written there must not shine through.
            painter.setBrush(mixed(window, text, isUnder ? kButtonShare : kHoverShare));
            painter.drawRoundedRect(rect, 3, 3);
        }
        const bool isOn = part == Part::Pin && pinned;
        const Role role = isOn ? Role::Accent : isUnder ? Role::Text : Role::QuietText;
        const double inset = part == Part::Fold ? 1 : rect.height() >= kButton ? 3 : 1;
        const double bar = part == Part::Fold && m_selected == rank ? 3 : 0;
        paintLaneGlyph(painter, glyph, rect.adjusted(inset + bar, inset, -inset, -inset),
                       toColor(theme.color(role)));
        painter.setPen(Qt::NoPen);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void LaneHeaders::paintHiddenLine(QPainter& painter, const Theme& theme) const
{
    const QRectF rect = hiddenLineRect();
    if (rect.isEmpty())
        return;
    const bool isHovered = m_hovered && m_hovered->part == Part::ShowAll;
    const QString count = tr("%n hidden · ", "lanes", static_cast<int>(hiddenCount()));
    QFont font = sceneFont(kLaneHeadersLookTextPx);
    const double width = QFontMetricsF(font).horizontalAdvance(count);
    const QRectF text = rect.adjusted(4, 0, 0, 0);
    painter.setFont(font);
    painter.setPen(toColor(theme.color(Role::QuietText)));
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, count);
    font.setUnderline(isHovered);
    painter.setFont(font);
    painter.setPen(toColor(theme.color(Role::Accent)));
    painter.drawText(text.adjusted(width, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     tr("show", "hidden lanes"));
}

/// The lane's name under the pointer, and a line where it would go.
void LaneHeaders::paintDrag(QPainter& painter, const Theme& theme) const
{
    const TimelineGeometry& geometry = m_view.geometry();
    const QColor accent = toColor(theme.color(Role::Accent));
    const auto drop = dropAt(m_draggedTo.y());
    painter.setRenderHint(QPainter::Antialiasing);
    if (drop && dropped() != m_arrangement) {
        const double y = std::round(drop->y);
        painter.setPen(Qt::NoPen);
        painter.setBrush(accent);
        painter.drawRect(QRectF(6, y - 1, geometry.plot.right() - 6, 2));
        painter.drawEllipse(QPointF(6, y), 3.5, 3.5);
    }
    const QString name = tr("Rank %1").arg(m_dragged.value);
    const QFont font = sceneFont(12, true);
    const double width = std::max(QFontMetricsF(font).horizontalAdvance(name) + 20, geometry.plot.x - 12);
    const QRectF card(m_draggedTo.x() - std::min(m_pressedAt.x(), width - 8),
                      std::round(m_draggedTo.y() - 12), width, 24);
    painter.setPen(QPen(accent, 1));
    painter.setBrush(toColor(theme.color(Role::Panel), 0.94));
    painter.drawRoundedRect(card.translated(0.5, 0.5), 4, 4);
    painter.setFont(font);
    painter.setPen(toColor(theme.color(Role::Text)));
    painter.drawText(card.adjusted(10, 0, -4, 0), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     name);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace bubblescope::ui
