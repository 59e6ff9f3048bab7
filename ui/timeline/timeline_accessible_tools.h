// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timeline_accessible_items.h"

namespace bubblescope::ui {

/// A note, by its number among those that are shown.
class NoteItem : public TimelineItem
{
public:
    NoteItem(TimelineAccessible& timeline, std::size_t number) : TimelineItem(timeline), m_number(number) {}

    [[nodiscard]] std::size_t number() const { return m_number; }
    [[nodiscard]] bool isValid() const override;
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Note; }
    [[nodiscard]] QString text(QAccessible::Text which) const override;
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::State state() const override;

private:
    void choose() override;

    std::size_t m_number;
};

/// The measured area; there is one at most.
class AreaItem : public TimelineItem
{
public:
    using TimelineItem::TimelineItem;

    [[nodiscard]] bool isValid() const override;
    [[nodiscard]] QString text(QAccessible::Text which) const override;
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::State state() const override;

private:
    void choose() override;
};

} // namespace bubblescope::ui
