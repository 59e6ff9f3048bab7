// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/note_painter.h"

#include "ui/export/colors.h"
#include "ui/export/scene_painter.h"
#include "ui/timeline/hover_card.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace bubblescope::ui {

namespace {

constexpr double kNotePainterRadius = 3;

/// How strongly a note's line is drawn: many close ones must not hide the lanes.
double lineStrength(const NoteChip& chip, bool isFocused)
{
    return isFocused ? 1.0 : chip.notes.size() > 1 ? 0.22 : 0.5;
}

/// What of the lanes a note is about: its rank's, or all.
QRectF lanesOf(const DocumentNote& note, const TimelineGeometry& geometry)
{
    const QRectF plot = toRect(geometry.plot);
    const auto row = note.rank ? geometry.rowOf(*note.rank) : std::nullopt;
    if (!row)
        return plot;
    const double top = geometry.laneTop(*row);
    const double height = geometry.isFolded(*row) ? geometry.foldedHeight : geometry.lanesHeight();
    return QRectF(plot.left(), top, plot.width(), height).intersected(toRect(geometry.bandOf(*row)));
}

void paintLine(QPainter& painter, double x, double top, double bottom, const QColor& color, bool isDashed)
{
    const double left = std::floor(x);
    if (!isDashed) {
        painter.fillRect(QRectF(left, top, 1, bottom - top), color);
        return;
    }
    constexpr double kDash = 4;
    for (double y = top; y < bottom; y += 2 * kDash)
        painter.fillRect(QRectF(left, y, 1, std::min(kDash, bottom - y)), color);
}

/// From the band to the lanes thinly, then through those that it is about.
void paintPole(QPainter& painter, const NotePicture& picture, const DocumentNote& note, double x,
               double strength, const QColor& color)
{
    const RectF& plot = picture.geometry.plot;
    if (x < plot.x - 0.5 || x > plot.right() + 0.5)
        return;
    const QRectF lanes = lanesOf(note, picture.geometry);
    const bool isBeyond = note.from > picture.makespan;
    const double top = noteBand(picture.geometry).bottom() - 3;
    QColor line = color;
    if (lanes.isEmpty() || lanes.top() > plot.y) {
        line.setAlphaF(static_cast<float>(strength * 0.45));
        paintLine(painter, x, top, lanes.isEmpty() ? plot.y : lanes.top(), line, isBeyond);
    }
    line.setAlphaF(static_cast<float>(strength));
    if (!lanes.isEmpty())
        paintLine(painter, x, lanes.top() > plot.y ? lanes.top() : top, lanes.bottom(), line, isBeyond);
}

void paintStretch(QPainter& painter, const NotePicture& picture, const DocumentNote& note,
                  const NotePlace& place, const NoteChip& chip, const QColor& color, double strength)
{
    const RectF& plot = picture.geometry.plot;
    const double left = std::max(place.begin, plot.x);
    const double right = std::min(place.end, plot.right());
    const QRectF lanes = lanesOf(note, picture.geometry);
    QColor ground = color;
    ground.setAlphaF(chip.isFocused ? 0.12F : chip.notes.size() > 1 ? 0.03F : 0.06F);
    painter.fillRect(QRectF(left, lanes.top(), right - left, lanes.height()), ground);
    // Its length on the band, under the flags.
    QColor bar = color;
    bar.setAlphaF(static_cast<float>(std::max(strength, 0.4)));
    painter.fillRect(QRectF(left, noteBand(picture.geometry).bottom() - 2.5, right - left, 1.5), bar);
}

void paintChip(QPainter& painter, const NotePicture& picture, const NoteChip& chip)
{
    const Theme& theme = picture.theme;
    const bool isHovered = picture.hovered == chip.notes.front();
    const bool isBeyond = picture.notes[chip.notes.front()].from > picture.makespan;
    const QColor text = toColor(theme.color(Role::Text));
    const QColor accent = toColor(theme.color(Role::Accent));
    painter.setRenderHint(QPainter::Antialiasing, true);
    QPen pen(chip.isFocused ? accent
             : isHovered    ? text
                            : toColor(theme.color(Role::QuietText), 0.7),
             chip.isFocused ? 1.5 : 1);
    if (isBeyond)
        pen.setStyle(Qt::DashLine);
    painter.setPen(pen);
    const bool isFlag = chip.text.isEmpty();
    painter.setBrush(isFlag ? pen.color() : toColor(theme.color(Role::Panel)));
    const QRectF rect = chip.rect.adjusted(0.5, 0.5, -0.5, -0.5);
    if (isFlag) {
        // A pennant: there is a note, but no room for its words.
        painter.drawPolygon(
            QPolygonF{rect.topLeft(), {rect.right(), rect.top() + 4.5}, {rect.left(), rect.top() + 9}});
        painter.setRenderHint(QPainter::Antialiasing, false);
        return;
    }
    painter.drawRoundedRect(rect, kNotePainterRadius, kNotePainterRadius);
    painter.setRenderHint(QPainter::Antialiasing, false);
    const bool isCount = chip.notes.size() > 1;
    painter.setFont(sceneFont(NoteFont::kTextPx, isCount));
    painter.setPen(isCount ? toColor(theme.color(Role::QuietText)) : text);
    painter.drawText(chip.rect, Qt::AlignCenter | Qt::TextSingleLine, chip.text);
}

} // namespace

void paintNotes(QPainter& painter, const NotePicture& picture)
{
    painter.save();
    const QColor plain = toColor(picture.theme.color(Role::Text));
    const QColor accent = toColor(picture.theme.color(Role::Accent));
    for (const NoteChip& chip : picture.layout.chips) {
        const bool isHovered = picture.hovered == chip.notes.front();
        const double strength = std::max(lineStrength(chip, chip.isFocused), isHovered ? 0.7 : 0.0);
        const QColor& color = chip.isFocused ? accent : plain;
        for (const std::size_t i : chip.notes) {
            const DocumentNote& note = picture.notes[i];
            const NotePlace place = placeOf(note, picture.geometry, picture.makespan);
            if (place.isSpan()) {
                paintStretch(painter, picture, note, place, chip, color, strength);
                paintPole(painter, picture, note, place.end, strength, color);
            }
            // A line for each of many close notes would hide the lanes.
            if (i == chip.notes.front() || isHovered || place.isSpan())
                paintPole(painter, picture, note, place.begin, strength, color);
        }
    }
    for (const NoteChip& chip : picture.layout.chips)
        paintChip(painter, picture, chip);
    painter.restore();
}

void paintNoteCard(QPainter& painter, const NotePicture& picture, const QString& text, const QPointF& pointer,
                   const QRectF& bounds)
{
    constexpr double kTextPx = 12;
    constexpr double kPadding = 10;
    constexpr double kWidest = 340;
    constexpr int kFlags = Qt::AlignLeft | Qt::TextWordWrap;
    painter.save();
    painter.setFont(sceneFont(kTextPx));
    const QRectF needed =
        painter.boundingRect(QRectF(0, 0, kWidest, bounds.height() - 2 * kPadding), kFlags, text);
    const QSizeF size(std::ceil(needed.width()) + 2 * kPadding,
                      std::ceil(needed.height()) + 2 * kPadding - 4);
    const QRectF rect = hoverCardRect(size, pointer, bounds);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(toColor(picture.theme.color(Role::QuietText), 0.5));
    painter.setBrush(toColor(picture.theme.color(Role::Panel)));
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    painter.setPen(toColor(picture.theme.color(Role::Text)));
    painter.drawText(rect.adjusted(kPadding, kPadding - 2, -kPadding + 1, 0), kFlags, text);
    painter.restore();
}

} // namespace bubblescope::ui
