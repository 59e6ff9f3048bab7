// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/note_layout.h"

#include "core/scene/text_width.h"
#include "ui/timeline/timeline_viewport.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace bubblescope::ui {

namespace {

constexpr double kChipHeight = 16;
constexpr double kFlagWidth = 9;
constexpr double kBetween = 2;
constexpr double kLeastText = 40; ///< less of a text says nothing
constexpr double kMostText = 220;
constexpr double kCountRoom = 44; ///< of the largest number, kept free at the right end
constexpr double kMostFocusedText = 360;

struct Item
{
    std::size_t note;
    double x;    ///< of its pole
    double slot; ///< where its flag may begin at the latest
};

double chipWidth(const std::string& text, bool bold = false)
{
    return std::ceil(textWidth(text, NoteFont::kTextPx, bold)) + 2 * NoteFont::kPadding;
}

std::string shownText(const DocumentNote& note, Time makespan)
{
    return note.from > makespan ? "→ " + note.text : note.text;
}

class Layouter
{
public:
    Layouter(std::span<const DocumentNote> notes, const TimelineGeometry& geometry, Time makespan,
             std::optional<std::size_t> focused)
        : m_notes(notes)
        , m_geometry(geometry)
        , m_makespan(makespan)
        , m_focused(focused)
        , m_left(geometry.plot.x)
        , m_right(geometry.plot.right() + TimelineMetrics::kRightMargin - 2)
        , m_top(noteBand(geometry).top() + 1)
    {
        collect();
        placeFocused();
    }

    NoteLayout run()
    {
        double used = m_left - kBetween;
        for (std::size_t i = 0; i < m_items.size();) {
            if (m_focus && m_items[i].note == *m_focused) {
                used = m_focus->rect.right();
                m_layout.chips.push_back(*m_focus);
                ++i;
                continue;
            }
            const std::size_t end = endOfGroup(i);
            if (!m_focus || !standsUnderFocused(i, end)) {
                m_layout.chips.push_back(chipOf(i, end, used));
                used = std::max(used, m_layout.chips.back().rect.right());
            } else {
                m_focus->covered += end - i;
            }
            i = end;
        }
        sayCovered();
        return std::move(m_layout);
    }

private:
    void collect()
    {
        for (std::size_t i = 0; i < m_notes.size(); ++i) {
            const NotePlace place = placeOf(m_notes[i], m_geometry, m_makespan);
            if (!(place.end >= m_left - 0.5) || !(place.begin <= m_geometry.plot.right() + 0.5))
                continue;
            const double x = std::round(std::clamp(place.begin, m_left, m_geometry.plot.right()));
            m_items.push_back({i, x, std::min(x, std::max(m_left, m_right - kCountRoom))});
            m_layout.shown.push_back(i);
        }
        std::stable_sort(m_items.begin(), m_items.end(),
                         [](const Item& a, const Item& b) { return a.x < b.x; });
    }

    [[nodiscard]] QRectF rectAt(double x, double width) const
    {
        return {std::max(m_left, std::min(x, m_right - width)), m_top, width, kChipHeight};
    }

    /// It is always to be read; the others make room.
    void placeFocused()
    {
        const auto item = std::find_if(m_items.begin(), m_items.end(),
                                       [&](const Item& i) { return m_focused && i.note == *m_focused; });
        if (item == m_items.end())
            return;
        const std::string text = shownText(m_notes[item->note], m_makespan);
        const double most = std::min(kMostFocusedText, m_right - m_left);
        NoteChip chip{{item->note}, item->x, {}, {}, true};
        double width = std::max(kFlagWidth, std::min(chipWidth(text), most));
        chip.rect = rectAt(item->x, width);
        const auto isCovered = [&](const Item& other) {
            return other.note != item->note && covers(chip, other.slot);
        };
        if (std::any_of(m_items.begin(), m_items.end(), isCovered)) {
            const auto count =
                static_cast<std::size_t>(std::count_if(m_items.begin(), m_items.end(), isCovered));
            width = std::min(most, width + chipWidth(" +" + std::to_string(count + 10)));
            chip.rect = rectAt(item->x, width);
        }
        m_focus = chip;
    }

    [[nodiscard]] static bool covers(const NoteChip& chip, double x)
    {
        return x > chip.rect.left() - kFlagWidth - kBetween && x < chip.rect.right() + kBetween;
    }

    /// The notes from `first` on that stand too close for a flag each.
    [[nodiscard]] std::size_t endOfGroup(std::size_t first) const
    {
        if (m_focus && covers(*m_focus, m_items[first].slot))
            return first + 1;
        std::size_t end = first + 1;
        while (end < m_items.size() &&
               m_items[end].slot < m_items[first].slot + groupWidth(end - first) + kBetween &&
               !(m_focus && (m_items[end].note == *m_focused || covers(*m_focus, m_items[end].slot))))
            ++end;
        return end;
    }

    [[nodiscard]] static double groupWidth(std::size_t count)
    {
        return count > 1 ? chipWidth(std::to_string(count), true) : kFlagWidth;
    }

    /// Whether the focused one leaves no room for the flag of that group.
    [[nodiscard]] bool standsUnderFocused(std::size_t first, std::size_t end) const
    {
        const double slot = m_items[first].slot;
        return covers(*m_focus, slot) || (slot < m_focus->rect.left() &&
                                          slot + groupWidth(end - first) + kBetween > m_focus->rect.left());
    }

    /// `used`: where the chip before ends.
    [[nodiscard]] NoteChip chipOf(std::size_t first, std::size_t end, double used) const
    {
        const Item& item = m_items[first];
        NoteChip chip;
        for (std::size_t i = first; i < end; ++i)
            chip.notes.push_back(m_items[i].note);
        chip.x = item.x;
        double limit = end < m_items.size() ? m_items[end].slot - kBetween : m_right;
        if (m_focus && m_focus->rect.left() > item.slot)
            limit = std::min(limit, m_focus->rect.left() - kBetween);
        if (chip.notes.size() > 1) {
            const std::string count = std::to_string(chip.notes.size());
            const double width = chipWidth(count, true);
            chip.text = QString::fromStdString(count);
            chip.rect = rectAt(std::max(used + kBetween, std::min(item.slot, limit - width)), width);
            return chip;
        }
        fitText(chip, limit, used);
        return chip;
    }

    /// Right of the pole, else left of it where nothing follows, else no text.
    void fitText(NoteChip& chip, double limit, double used) const
    {
        const std::string text = shownText(m_notes[chip.notes.front()], m_makespan);
        const double wanted = std::min(chipWidth(text), kMostText);
        const double least = std::min(wanted, kLeastText);
        const bool isLast = limit >= m_right;
        const double right = limit - chip.x;
        const double left = chip.x - used - kBetween;
        const double room = right >= least || !isLast ? right : left;
        if (room < least) {
            chip.rect = rectAt(chip.x, kFlagWidth);
            return;
        }
        const std::string shown =
            shortened(text, std::min(room, wanted) - 2 * NoteFont::kPadding, NoteFont::kTextPx);
        chip.text = QString::fromStdString(shown);
        const double width = chip.text.isEmpty() ? kFlagWidth : chipWidth(shown);
        chip.rect = rectAt(room == left && room != right ? chip.x + 1 - width : chip.x, width);
    }

    void sayCovered()
    {
        const auto chip = std::find_if(m_layout.chips.begin(), m_layout.chips.end(),
                                       [](const NoteChip& c) { return c.isFocused; });
        if (chip == m_layout.chips.end())
            return;
        // Those after it were counted when it stood in the list already.
        chip->covered = m_focus->covered;
        const std::string more = chip->covered > 0 ? " +" + std::to_string(chip->covered) : "";
        const double room = chip->rect.width() - 2 * NoteFont::kPadding - textWidth(more, NoteFont::kTextPx);
        chip->text = QString::fromStdString(
            shortened(shownText(m_notes[chip->notes.front()], m_makespan), room, NoteFont::kTextPx) + more);
        chip->rect.setWidth(
            std::max(kFlagWidth, std::min(chip->rect.width(), chipWidth(chip->text.toStdString()))));
    }

    std::span<const DocumentNote> m_notes;
    const TimelineGeometry& m_geometry;
    Time m_makespan;
    std::optional<std::size_t> m_focused;
    double m_left, m_right, m_top;
    std::vector<Item> m_items;
    std::optional<NoteChip> m_focus;
    NoteLayout m_layout;
};

} // namespace

NotePlace placeOf(const DocumentNote& note, const TimelineGeometry& geometry, Time makespan)
{
    NotePlace place;
    place.isBeyond = note.from > makespan;
    place.begin = geometry.xOf(std::min(note.from, makespan));
    place.end = note.to ? std::max(place.begin, geometry.xOf(std::min(*note.to, makespan))) : place.begin;
    return place;
}

QRectF noteBand(const TimelineGeometry& geometry)
{
    const double top = geometry.plot.y - TimelineMetrics::kNoteBand - 2;
    return {geometry.plot.x, top, geometry.plot.width, TimelineMetrics::kNoteBand};
}

const NoteChip* NoteLayout::chipAt(const QPointF& position) const
{
    for (const double room : {0.0, 2.0})
        for (const NoteChip& chip : chips)
            if (chip.rect.adjusted(-room, -room, room, room).contains(position))
                return &chip;
    return nullptr;
}

std::vector<std::size_t> NoteLayout::notesUnder(const NoteChip& chip) const
{
    std::vector<std::size_t> notes = chip.notes;
    if (chip.covered > 0)
        std::copy_if(shown.begin(), shown.end(), std::back_inserter(notes),
                     [&](std::size_t note) { return chipOf(note) == nullptr; });
    std::sort(notes.begin(), notes.end());
    return notes;
}

const NoteChip* NoteLayout::chipOf(std::size_t note) const
{
    const auto found = std::find_if(chips.begin(), chips.end(), [&](const NoteChip& chip) {
        return std::find(chip.notes.begin(), chip.notes.end(), note) != chip.notes.end();
    });
    return found == chips.end() ? nullptr : &*found;
}

NoteLayout layOutNotes(std::span<const DocumentNote> notes, const TimelineGeometry& geometry, Time makespan,
                       std::optional<std::size_t> focused)
{
    return Layouter(notes, geometry, makespan, focused).run();
}

} // namespace bubblescope::ui
